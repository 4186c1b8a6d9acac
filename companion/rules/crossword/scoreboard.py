"""What a screen shows of a crossword game."""

from __future__ import annotations

from typing import assert_never

from companion.board.placement import WordFormed
from companion.board.square import Square
from companion.board.tiles import Tile
from companion.rules.api import Panel, Row, Scoreboard, TurnRow
from companion.rules.crossword.asked import ASKED
from companion.rules.crossword.bag import unseen, unseen_count
from companion.rules.crossword.challenges.rules import TABLE
from companion.rules.crossword.ending import (
    deduced_racks,
    end_offer,
    final_totals,
    gains,
    ranks,
    sides,
    verdict,
    winners,
)
from companion.rules.crossword.offers import actions_of
from companion.rules.crossword.sheet import Line
from companion.rules.crossword.state import CrosswordState, may_begin
from companion.rules.crossword.turns import (
    Adjusted,
    Challenged,
    Exchanged,
    Laid,
    Lost,
    Passed,
    Turn,
    Withdrawn,
)
from companion.rules.engine.remembered import Remembered
from companion.rules.game import chosen
from companion.text import (
    NOTHING,
    Argument,
    Said,
    listed,
    said,
    said_n,
    sentences,
    verbatim,
)


def scoreboard(state: CrosswordState, game: str) -> Scoreboard:
    """Return all that a screen shows of a crossword game."""
    sheet, setup = state.sheet, state.setup
    totals = final_totals(state)
    left = unseen(sheet.position, setup.tiles)
    on_turn = None if state.ended else sheet.on_turn
    rows = turn_rows(state)
    return Scoreboard(
        game=game,
        rows=tuple(
            Row(name, total, on_turn=seat == on_turn)
            for seat, (name, total) in enumerate(zip(setup.players, totals, strict=True))
        ),
        turns=rows,
        position=sheet.position,
        unseen=tuple(left.items()),
        unseen_count=unseen_count(sheet.position, setup.tiles),
        bag_count=sheet.bag,
        on_turn=on_turn,
        ended=state.ended,
        racks=() if state.unknown else state.racks or (),
        panels=_panels(state),
        actions=actions_of(state),
        to_lift=to_lift(state),
        end_offer=end_offer(state),
        likely_racks=() if state.ended else deduced_racks(state) or (),
        winners=winners(state),
        ranks=ranks(state),
        open=state.ended or not any(map(_tells_racks, rows, sheet.lines)),
        noted=tuple(line.noted for line in sheet.lines),
        filed=state.filed,
    )


def _tells_racks(row: TurnRow, line: Line) -> bool:
    told = line.noted is not None and (line.noted.rack or line.noted.held)
    return bool(told or (row.kind == "exchange" and row.tiles))


def turn_rows(state: CrosswordState) -> tuple[TurnRow, ...]:
    """Return the list of turns, one row each."""
    players = state.setup.players
    return _ROWS(state.sheet.lines, rest=(players,))


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


def _turn_row(at: int, line: Line, players: tuple[str, ...]) -> TurnRow:
    turn, play = line.turn, line.play
    kind, told = _kind(turn, players)
    detail = line.problem or line.over_bag or told
    marks = (
        ("bingo", play is not None and play.bonus > 0),
        ("withdrawn", line.withdrawn),
        ("impossible", bool(line.problem)),
        ("over-bag", bool(line.over_bag)),
        ("recorded", isinstance(turn, Adjusted) and turn.reason == "recorded"),
    )
    return TurnRow(
        number=at + 1,
        seat=line.seat,
        player=players[line.seat] if 0 <= line.seat < len(players) else "?",
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


_ROWS = Remembered(_turn_row)


def _kind(turn: Turn, players: tuple[str, ...]) -> tuple[str, Said]:
    """What a turn is called, and a sentence on it."""
    match turn:
        case Laid():
            return "play", NOTHING
        case Passed():
            return "pass", NOTHING
        case Exchanged():
            return "exchange", said_n("{n} tile", "{n} tiles", turn.count)
        case Withdrawn():
            return "withdrawn", NOTHING
        case Challenged():
            return ("challenge" if turn.good else "withdrawn"), _told(turn, players)
        case Lost():
            return "lost", said("The turn was lost by a challenge.")
        case Adjusted():
            return _REASONS.get(turn.reason, ("adjusted", verbatim(turn.reason)))
        case _:
            assert_never(turn)


_REASONS = {
    "time": ("time", said("Points for time.")),
    "challenge": ("challenge", said("Points after a challenge.")),
    "recorded": ("adjusted", said("As recorded in the file.")),
}


def _told(turn: Challenged, players: tuple[str, ...]) -> Said:
    bad = [word for word in turn.words if not word.known]
    shown = bad or turn.words
    args: dict[str, Argument] = {
        "player": players[turn.player] if 0 <= turn.player < len(players) else "?",
        "words": listed(word.word for word in shown),
        "lexicon": shown[0].lexicon if shown else "",
    }
    if bad:
        told = said_n(
            "{player} challenged: {words} is not in the {lexicon} list.",
            "{player} challenged: {words} are not in the {lexicon} list.",
            len(shown),
            **args,
        )
        unnamed = said_n(
            "{player} challenged: {words} is not in the list.",
            "{player} challenged: {words} are not in the list.",
            len(shown),
            **args,
        )
    else:
        told = said_n(
            "{player} challenged: {words} is in the {lexicon} list.",
            "{player} challenged: {words} are in the {lexicon} list.",
            len(shown),
            **args,
        )
        unnamed = said_n(
            "{player} challenged: {words} is in the list.",
            "{player} challenged: {words} are in the list.",
            len(shown),
            **args,
        )
    return sentences(told if args["lexicon"] else unnamed, turn.warning)


def _count(turn: Turn) -> int:
    return turn.count if isinstance(turn, Exchanged) else len(_tiles(turn))


def _tiles(turn: Turn) -> tuple[Tile, ...]:
    if isinstance(turn, Laid):
        return tuple(p.tile for p in turn.placements)
    return turn.tiles if isinstance(turn, Exchanged) else ()


def _panels(state: CrosswordState) -> tuple[Panel, ...]:
    names, sheet = state.setup.players, state.sheet
    if state.racks is not None:
        rows = tuple(
            (
                name,
                str(before),
                said("not known")
                if seat in state.unknown
                else " ".join(t.text for t in rack) or said("none"),
                f"{gain:+d}",
                str(after),
            )
            for seat, (name, before, rack, gain, after) in enumerate(
                zip(
                    names,
                    sheet.totals,
                    state.racks,
                    gains(state),
                    final_totals(state),
                    strict=True,
                )
            )
        )
        columns = (
            said("Player"), said("Before"), said("Tiles left"), said("Adjustment"),
            said("Final"),
        )  # fmt: skip
        told = (verdict(state),)
        ended = Panel("result", said("End of the game"), lines=told, columns=columns, rows=rows)
        return (ended, *_teams(state))
    panels = [
        Panel("text", title, lines=lines)
        for title, lines in (
            (said("House rules"), chosen(ASKED, state.setup)),
            (said("Who begins"), _start_lines(state)),
            (said("Challenge"), _challenge_lines(state)),
            (said("End of the game"), _end_lines(state)),
        )
        if lines
    ]
    return (*panels, *_teams(state))


def _teams(state: CrosswordState) -> tuple[Panel, ...]:
    """What partners have together, where there are teams."""
    if state.rules.teams == "0":
        return ()
    names, totals = state.setup.players, final_totals(state)
    rows = tuple(
        (listed(names[seat] for seat in side), str(sum(totals[seat] for seat in side)))
        for side in sides(state).values()
    )
    return (Panel("table", said("Teams"), columns=(said("Team"), said("Total")), rows=rows),)


def _start_lines(state: CrosswordState) -> tuple[Said, ...]:
    names = state.setup.players
    if state.sheet.lines:
        return ()
    name = names[state.first]
    if not state.drawn:
        if state.rules.first_player == "draw":
            return ()
        among = may_begin(state.setup, state.rules)
        if len(among) == 1:
            return (said("{player} has begun the fewest games and begins.", player=name),)
        who = listed(names[seat] for seat in sorted(among))
        return (said("{players} have begun equally few games: draw a tile each.", players=who),)
    back = said("The drawn tiles go back into the bag.")
    kept = said(
        "Everyone keeps the drawn tile and takes {count} more.",
        count=state.rules.rack_size - 1,
    )
    return (
        said("{player} begins.", player=name), back if state.rules.return_start_tile else kept,
    )  # fmt: skip


def _challenge_lines(state: CrosswordState) -> tuple[Said, ...]:
    names = state.setup.players
    lines = [
        said("{player} loses the next turn.", player=name)
        for name, skipped in zip(names, state.sheet.skips, strict=True)
        if skipped
    ]
    off = to_lift(state)
    if off:
        squares = listed((square.name for square in off), "comma")
        lines.append(said("Lift the tiles from {squares}.", squares=squares))
    return tuple(lines)


def _end_lines(state: CrosswordState) -> tuple[Said, ...]:
    offer, sheet = end_offer(state), state.sheet
    if not offer:
        return ()
    lines = [offer]
    at = sheet.standing
    if at is not None and sheet.lines[at].play and TABLE[state.rules.challenge].allowed:
        lines.append(said("A challenge of the last play comes first."))
    racks = deduced_racks(state)
    left = unseen(sheet.position, state.setup.tiles).items()
    if racks is None and sheet.bag == 0:
        tiles = " ".join(token for token, count in left for _ in range(count))
        lines.append(said("Who holds what? On the racks are {tiles}.", tiles=tiles))
    elif racks is not None:
        lines += [
            said(
                "{player} holds {tiles}.",
                player=name,
                tiles=" ".join(tile.text for tile in rack),
            )
            for name, rack in zip(state.setup.players, racks, strict=True)
            if rack
        ]
    return tuple(lines)


def to_lift(state: CrosswordState) -> tuple[Square, ...]:
    """Return the squares of a play that was taken off and after which none was laid."""
    for line in reversed(state.sheet.lines):
        if line.play is not None:
            squares = tuple(p.square for p in line.play.placements)
            return squares if line.withdrawn else ()
    return ()
