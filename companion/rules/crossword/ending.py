"""When a crossword game may end, and the reckoning at its end.

Source: rulebooks "Scrabble" and "Scrabble Bookcase Edition", End of the Game; the doubled form
and the six zeroes are tournament habit (needs 4). An end is offered, never forced: the app does
not see the racks.
"""

from __future__ import annotations

from collections.abc import Iterable

from companion.board.tiles import BLANK, Tile, TileSet
from companion.rules.api import ranked
from companion.rules.crossword.bag import BLANK_TOKEN, unseen
from companion.rules.crossword.state import CrosswordState
from companion.rules.crossword.turns import Adjusted, Challenged, Lost, Passed, Withdrawn
from companion.text import NOTHING, Argument, Said, listed, said, said_n

SIX = 6
"""Scoreless turns in a row that end a tournament game."""


def scoreless_run(state: CrosswordState) -> int:
    """Return how many turns in a row, up to now, scored nothing.

    A play that was taken off counts once, a turn lost by a challenge counts; what is beside the
    turns does not.
    """
    run = 0
    for line in reversed(state.sheet.lines):
        turn = line.turn
        if isinstance(turn, Withdrawn | Adjusted | Challenged):
            continue
        if isinstance(turn, Lost) or line.withdrawn or line.score == 0:
            run += 1
        else:
            return run
    return run + state.setup.option("scoreless", 0)


def passes_run(state: CrosswordState) -> int:
    """Return how many turns in a row, up to now, were passes."""
    run = 0
    for line in reversed(state.sheet.lines):
        if isinstance(line.turn, Adjusted):
            continue
        if not isinstance(line.turn, Passed | Lost):
            break
        run += 1
    return run


def end_offer(state: CrosswordState) -> Said:
    """Return why the game may end now, as a sentence; empty if it may not."""
    if state.ended:
        return NOTHING
    sheet, rules, names = state.sheet, state.rules, state.setup.players
    out = [name for seat, name in enumerate(names) if sheet.is_out(seat)]
    if rules.target and max(sheet.totals) >= rules.target:
        return said(
            "{player} has {points} points or more: the short game is over.",
            player=names[sheet.totals.index(max(sheet.totals))],
            points=rules.target,
        )
    rounds = rules.end_rounds
    if out and sheet.lines:
        return said(
            "{player} has laid the last tile; the game ends with the others' racks.",
            player=out[0],
        )
    if rules.end_when_bag_empty and sheet.bag == 0 and sheet.lines:
        return said("The bag is empty; with this rule the game ends.")
    if rules.end_on == "passes":
        ended = passes_run(state) >= rounds * len(names)
        return _all_passed(rounds) if ended else NOTHING
    needed = SIX if rules.end_on == "six-zero" else rounds * len(names)
    if scoreless_run(state) >= needed:
        return said("No one has scored in {turns} turns: the game may end now.", turns=needed)
    return NOTHING


def _all_passed(rounds: int) -> Said:
    if rounds == 2:
        return said("All have passed twice in a row: the game may end.")
    return said_n(
        "All have passed once in a row: the game may end.",
        "All have passed {n} times in a row: the game may end.",
        rounds,
    )


def deduced_racks(state: CrosswordState) -> tuple[tuple[Tile, ...], ...] | None:
    """Return the racks if the board tells them: the bag empty and one player with tiles.

    Else the app has to ask who holds what.
    """
    sheet = state.sheet
    holders = [seat for seat, held in enumerate(sheet.held) if held]
    if sheet.bag or len(holders) > 1 or not sheet.lines:
        return None
    left = tuple(
        BLANK if token == BLANK_TOKEN else Tile(token)
        for token, count in unseen(sheet.position, state.setup.tiles).items()
        for _ in range(count)
    )
    return tuple(left if seat in holders else () for seat in range(len(sheet.held)))


def rack_value(rack: tuple[Tile, ...], tiles: TileSet) -> int:
    """Return the points of the tiles on a rack."""
    return sum(tiles.value(tile) for tile in rack)


def end_adjustments(
    racks: tuple[tuple[Tile, ...], ...], tiles: TileSet, *, doubled: bool = False
) -> tuple[int, ...]:
    """Return what each player gains or loses for the tiles left at the end.

    Args:
        racks: The tiles held, one tuple a player; empty for a player who went out.
        tiles: Values.
        doubled: Two players only: the one who went out gains twice the other's tiles and the
            other loses nothing.
    """
    held = [rack_value(rack, tiles) for rack in racks]
    out = [not rack for rack in racks]
    if doubled and len(racks) == 2 and any(out):
        return tuple(2 * sum(held) if gone else 0 for gone in out)
    return tuple(sum(held) if gone else -value for gone, value in zip(out, held, strict=True))


def gains(state: CrosswordState) -> tuple[int, ...]:
    """Return the reckoning of an ended game; nothing while it is open."""
    if state.racks is None or state.unknown or state.rules.end_bonus == "none":
        return (0,) * len(state.setup.players)
    doubled = state.rules.end_bonus == "double"
    return end_adjustments(state.racks, state.setup.tiles, doubled=doubled)


def final_totals(state: CrosswordState) -> tuple[int, ...]:
    """Return the totals, with the reckoning at the end if the game has ended."""
    return tuple(t + g for t, g in zip(state.sheet.totals, gains(state), strict=True))


def sides(state: CrosswordState) -> dict[str, tuple[int, ...]]:
    """Return the seats that win or lose together, by team; each alone where there is none."""
    told = state.rules.teams.split(",") if state.rules.teams != "0" else map(str, _seats(state))
    out: dict[str, tuple[int, ...]] = {}
    for seat, team in enumerate(told):
        out[team] = (*out.get(team, ()), seat)
    return out


def _seats(state: CrosswordState) -> range:
    return range(len(state.setup.players))


def winners(state: CrosswordState) -> tuple[int, ...]:
    """Return the seats of who has won; several for partners, and for a tie that stands.

    None before the end, and none while a rack is not known: its tiles may decide.
    """
    return tuple(sorted(seat for side in next(iter(ranks(state)), ()) for seat in side))


def ranks(state: CrosswordState) -> tuple[tuple[tuple[int, ...], ...], ...]:
    """Return who stands how at the end, as `Scoreboard.ranks` has it."""
    if not state.ended or state.unknown:
        return ()
    by = [final_totals(state)] + [state.sheet.totals] * (state.rules.tie == "before")
    return ranked(
        {side: tuple(sum(totals[seat] for seat in side) for totals in by)
         for side in sides(state).values()}
    )  # fmt: skip


def won(names: Iterable[str]) -> Said:
    """Return who has won, alone or together, as a sentence."""
    all_names = tuple(names)
    return said_n(
        "{players} wins.",
        "{players} share the win.",
        len(all_names),
        players=listed(all_names),
    )


def verdict(state: CrosswordState) -> Said:
    """Return who has won, or why that is open, as a sentence."""
    names, totals = state.setup.players, final_totals(state)
    if state.unknown:
        return said_n(
            "The reckoning is open: the tiles of {players} are not known.",
            "The reckoning is open: the tiles of {players} are not known.",
            len(state.unknown),
            players=listed(names[seat] for seat in state.unknown),
        )
    seats, together = winners(state), list(sides(state).values())
    sums = [sum(totals[seat] for seat in side) for side in together]
    best, tied = max(sums), sums.count(max(sums)) > 1
    won_by = [side for side in together if side[0] in seats]
    if len(won_by) > 1:
        tie = listed(listed(names[seat] for seat in side) for side in won_by)
        return said("A tie: {players} with {points} each.", players=tie, points=best)
    args: dict[str, Argument] = {
        "players": listed(names[seat] for seat in seats),
        "points": best,
    }
    if not tied:
        return said_n(
            "{players} wins with {points}.", "{players} win with {points}.", len(seats), **args
        )
    return said_n(
        "{players} wins with {points} by the higher total before the reckoning.",
        "{players} win with {points} by the higher total before the reckoning.",
        len(seats),
        **args,
    )
