"""What a screen shows of a crossword game, and the reckoning at its end.

Source of the reckoning: rulebook "Scrabble" (facts S4), End of the Game; the doubled form is
the two-player tournament habit.
"""

from __future__ import annotations

from typing import assert_never

from companion.board.placement import WordFormed
from companion.board.tiles import Tile, TileSet
from companion.rules.api import Action, Field, Panel, Row, Scoreboard, TurnRow
from companion.rules.bag import unseen, unseen_count
from companion.rules.crossword import CrosswordState
from companion.rules.turns import Exchanged, Laid, Line, Passed, Turn, Withdrawn


def scoreboard(state: CrosswordState, *, game: str) -> Scoreboard:
    """Return all that a screen shows of a crossword game."""
    sheet, setup = state.sheet, state.setup
    totals = final_totals(state)
    left = unseen(sheet.position, setup.tiles)
    on_turn = None if state.ended else sheet.on_turn
    return Scoreboard(
        game=game,
        rows=tuple(
            Row(name, total, on_turn=seat == on_turn)
            for seat, (name, total) in enumerate(zip(setup.players, totals, strict=True))
        ),
        turns=tuple(
            _turn_row(number, line, setup.players) for number, line in enumerate(sheet.lines, 1)
        ),
        position=sheet.position,
        unseen=tuple(left.items()),
        unseen_count=unseen_count(sheet.position, setup.tiles),
        bag_count=sheet.bag,
        on_turn=on_turn,
        ended=state.ended,
        racks=state.now.racks or (),
        panels=_panels(state),
        actions=_actions(state),
    )


def notation(word: WordFormed) -> str:
    """Return a word with its through tiles in parentheses and its blanks in lower case.

    A blank whose letter is not known is `?`; several through tiles share one pair: `(AB)OuT`.
    """
    out, open_ = "", False
    for tile, new in zip(word.tiles, word.new, strict=True):
        if new == open_:
            out += ")" if open_ else "("
            open_ = not open_
        out += tile.text
    return out + (")" if open_ else "")


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


def final_totals(state: CrosswordState) -> tuple[int, ...]:
    """Return the totals, with the reckoning at the end if the game has ended."""
    totals = state.sheet.totals
    if state.now.racks is None:
        return totals
    gains = _gains(state, state.now.racks)
    return tuple(t + g for t, g in zip(totals, gains, strict=True))


def _gains(state: CrosswordState, racks: tuple[tuple[Tile, ...], ...]) -> tuple[int, ...]:
    doubled = state.setup.text_option("end_bonus", "sum") == "double"
    return end_adjustments(racks, state.setup.tiles, doubled=doubled)


def _turn_row(number: int, line: Line, players: tuple[str, ...]) -> TurnRow:
    turn, play = line.turn, line.play
    detail = line.problem or line.over_bag
    match turn:
        case Laid():
            kind = "play"
        case Passed():
            kind = "pass"
        case Exchanged():
            kind = "exchange"
            detail = detail or f"{turn.count} tile{'s' if turn.count > 1 else ''}"
        case Withdrawn():
            kind = "withdrawn"
        case _:
            assert_never(turn)
    marks = (
        ("bingo", play is not None and play.bonus > 0),
        ("withdrawn", line.withdrawn),
        ("corrected", line.corrected),
        ("impossible", bool(line.problem)),
        ("over-bag", bool(line.over_bag)),
    )
    return TurnRow(
        number=number,
        seat=turn.player,
        player=players[turn.player] if 0 <= turn.player < len(players) else "?",
        kind=kind,
        coordinate=play.coordinate if play else "",
        word=play.main.text if play else "",
        notation=notation(play.main) if play else "",
        words=play.words if play else (),
        placements=turn.placements if isinstance(turn, Laid) else (),
        count=_count(turn),
        tiles=_tiles(turn),
        score=line.score,
        total=line.total,
        marks=tuple(mark for mark, holds in marks if holds),
        detail=detail,
    )


def _count(turn: Turn) -> int:
    return turn.count if isinstance(turn, Exchanged) else len(_tiles(turn))


def _tiles(turn: Turn) -> tuple[Tile, ...]:
    if isinstance(turn, Laid):
        return tuple(p.tile for p in turn.placements)
    return turn.tiles if isinstance(turn, Exchanged) else ()


def scoreless_run(state: CrosswordState) -> int:
    """Return how many turns in a row, up to now, scored nothing."""
    run = 0
    lines = state.sheet.lines
    for line in reversed(lines):
        if isinstance(line.turn, Withdrawn) or line.withdrawn:
            run += line.withdrawn
        elif line.score == 0:
            run += 1
        else:
            break
    return run


def _panels(state: CrosswordState) -> tuple[Panel, ...]:
    names = state.setup.players
    if state.now.racks is not None:
        rows = tuple(
            (
                name,
                str(before),
                " ".join(t.text for t in rack) or "none",
                f"{gain:+d}",
                str(after),
            )
            for name, before, rack, gain, after in zip(
                names,
                state.sheet.totals,
                state.now.racks,
                _gains(state, state.now.racks),
                final_totals(state),
                strict=True,
            )
        )
        columns = ("Player", "Before", "Tiles left", "Adjustment", "Final")
        return (Panel("table", "End of the game", columns=columns, rows=rows),)
    if scoreless_run(state) >= 2 * len(names):
        text = "No one has scored in two rounds: the game may end now."
        return (Panel("text", "End of the game", lines=(text,)),)
    return ()


_PLAYER = Field("player", "player", optional=True)


def _actions(state: CrosswordState) -> tuple[Action, ...]:
    actions: list[Action] = []
    turn, number = Field("turn", "turn-taken"), Field("number", "turn")
    sheet = state.sheet
    if not state.ended:
        actions += [
            Action("Play", "play-tiles", (Field("placements", "placements"), _PLAYER)),
            Action("Pass", "pass", (_PLAYER,)),
        ]
        if sheet.bag >= state.setup.option("exchange_min_bag", 7):
            tiles = Field("tiles", "tiles", optional=True)
            actions.append(
                Action("Exchange", "exchange", (Field("count", "number"), tiles, _PLAYER))
            )
        actions.append(Action("End the game", "end-game", (Field("racks", "racks"),)))
    if sheet.lines:
        if sheet.lines[-1].play is not None:
            actions.append(Action("Take off the last play", "withdraw"))
        if len(sheet.position):
            asked = (Field("square", "square"), Field("tile", "tile"))
            actions.append(Action("Correct a tile", "correct-tile", asked))
        actions += [
            Action("Amend a turn", "amend-turn", (number, turn)),
            Action("Insert a turn", "insert-turn", (number, turn)),
            Action("Delete a turn", "delete-turn", (number,)),
        ]
    if state.past:
        actions.append(Action("Undo", "undo"))
    if state.future:
        actions.append(Action("Redo", "redo"))
    return tuple(actions)
