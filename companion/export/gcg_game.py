"""A game of ours as a GCG file, and what the format could not say."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace

from companion.board.placement import Placement
from companion.board.tiles import BLANK, Tile, TileSet
from companion.errors import GcgError
from companion.export.api import GameFile
from companion.export.gcg_tiles import Letters
from companion.export.gcg_types import (
    GcgChallenge,
    GcgEndRack,
    GcgExchange,
    GcgGame,
    GcgItem,
    GcgNote,
    GcgPass,
    GcgPlay,
    GcgPlayer,
    GcgPragma,
    GcgTime,
    GcgUnknown,
    GcgWithdrawal,
)
from companion.export.gcg_write import write_gcg
from companion.rules.api import Scoreboard, TurnRow
from companion.rules.registry import game


def check_begins_empty(game: GameFile) -> None:
    """Refuse a game that began with tiles on the board. Raises GcgError."""
    if game.setup.text_option("position", ""):
        raise GcgError(
            "GCG begins with an empty board, and this game with a position: take "
            "JSON Lines for the game, CGP for the position."
        )


def export_gcg(
    board: Scoreboard,
    tiles: TileSet,
    *,
    title: str = "",
    lexicon: str = "",
    faithful: bool = False,
) -> tuple[str, tuple[str, ...]]:
    """Return a game as a GCG file's text (to be encoded as UTF-8), and what it could not say.

    Args:
        board: The game's scoreboard, in progress or ended.
        tiles: Its tile set.
        title: For the title line; empty for none.
        lexicon: Name of the word list in use; empty for none.
        faithful: Write points that a challenger loses as such. Few programs read that; else
            they are written as gained by the other player, which keeps the difference.

    Raises:
        GcgError: The game is no crossword game.
    """
    game, losses = gcg_of(board, tiles, title=title, lexicon=lexicon, faithful=faithful)
    return write_gcg(game), losses


def gcg_of(
    board: Scoreboard,
    tiles: TileSet,
    *,
    title: str = "",
    lexicon: str = "",
    faithful: bool = False,
) -> tuple[GcgGame, tuple[str, ...]]:
    """Return a game as GCG items, and sentences on what they could not say."""
    if not game(board.game).is_crossword:
        raise GcgError(
            "A GCG file holds crossword games only, not {game}; export it as JSON Lines.",
            game=board.game,
        )
    nicks = unique_nicks([row.player for row in board.rows])
    losses: list[str] = []
    if len(nicks) > 2:
        losses.append(
            f"The format is for two players; few programs read this file of {len(nicks)}."
        )
    items: list[GcgItem] = [
        GcgPlayer(seat, nick, _line(row.player) or nick)
        for seat, (nick, row) in enumerate(zip(nicks, board.rows, strict=True))
    ]
    large = "SuperCrosswordGame" if board.position.size == 21 else ""
    for name, text in (
        ("title", title),
        ("lexicon", lexicon),
        ("board-layout", large),
        ("tile-distribution", tiles.name),
    ):
        if text:
            items.append(GcgPragma(name, _line(text)))
    swapped = [0] * len(nicks)
    for at, turn in enumerate(board.turns):
        if _swaps(turn, board, faithful=faithful):
            items += _swapped(board, at, nicks, tiles, swapped, losses)
            continue
        made = _turn_items(board, at, nicks[turn.seat % len(nicks)], tiles, losses)
        items += [_shifted(item, swapped[turn.seat % len(nicks)]) for item in made]
    if board.ended:
        items += _end_items(board, nicks, tiles, swapped)
    else:
        items.append(GcgPragma("incomplete", ""))
    return GcgGame(tuple(items)), tuple(losses)


def unique_nicks(players: Sequence[str]) -> list[str]:
    """Return one nick a player: no spaces or colons, none twice."""
    nicks: list[str] = []
    for seat, player in enumerate(players, 1):
        stem = re.sub(r"[\s:]+", "_", player.strip()).strip("_") or f"Player{seat}"
        nick, number = stem, 1
        while nick in nicks:
            number += 1
            nick = f"{stem}_{number}"
        nicks.append(nick)
    return nicks


def written(tile_list: Iterable[Tile], tiles: TileSet) -> str:
    """Return tiles as a rack: in the set's order, blanks first; `CH` as `[CH]`."""
    order = {token: i for i, token in enumerate(tiles.letters)}
    ordered = sorted(tile_list, key=lambda t: -1 if t.blank else order.get(t.letter, 0))
    return _spelled(["?" if tile.blank else tile.letter for tile in ordered], tiles)


def _token(text: str) -> str:
    return f"[{text}]" if len(text) > 1 else text


def _spelled(tokens: Sequence[str], tiles: TileSet) -> str:
    """Tokens as one text that is cut into the same again: C beside H is no CH."""
    text = "".join(map(_token, tokens))
    if Letters.of(tiles).cut(text) == list(tokens):
        return text
    return "".join(token if token in ".?" else f"[{token}]" for token in tokens)


def _line(text: str) -> str:
    return " ".join(text.split())


def _turn_items(
    board: Scoreboard, at: int, nick: str, tiles: TileSet, losses: list[str]
) -> list[GcgItem]:
    turn = board.turns[at]
    rack = _rack(board, at, tiles)
    if "impossible" in turn.marks:
        losses.append(f"Turn {turn.number} is impossible and is written as a pass.")
        note = GcgNote(f"turn {turn.number} cannot be played here: {turn.detail!s}")
        return [GcgPass(nick, rack, 0, turn.total), note]
    match turn.kind:
        case "play":
            return [_play(board, at, nick, tiles, losses)]
        case "withdrawn":
            off = next(t for t in board.turns[at::-1] if t.seat == turn.seat and t.placements)
            told = [GcgNote(_line(str(turn.detail)))] if turn.detail else []
            taken = written(_laid(off.placements), tiles)
            return [GcgWithdrawal(nick, taken, *_figures(board, at)), *told]
        case "exchange":
            return _exchange(turn, nick, rack, tiles)
        case "challenge" if turn.score:
            return [GcgChallenge(nick, rack, turn.score, turn.total)]
        case "challenge":
            return [GcgNote(_line(str(turn.detail)))]
        case "lost":
            lost = GcgNote("unsuccessful challenge: the turn is lost")
            return [GcgPass(nick, rack, 0, turn.total), lost]
        case "time":
            return [GcgTime(nick, rack, turn.score, turn.total)]
        case "adjusted":
            return _adjusted(board, at, nick, rack, losses)
        case _:
            return [GcgPass(nick, rack, 0, turn.total)]


def _adjusted(
    board: Scoreboard, at: int, nick: str, rack: str, losses: list[str]
) -> list[GcgItem]:
    turn = board.turns[at]
    if _is_recorded(board, at):
        return []
    why = str(turn.detail) or "no reason given"
    losses.append(
        f"The {turn.score:+d} points of turn {turn.number} ({why}) are written as for time."
    )
    return [GcgTime(nick, rack, turn.score, turn.total), GcgNote(_line(why))]


def _is_recorded(board: Scoreboard, at: int) -> bool:
    """Whether a line only mends the score of the play before, as a file had recorded it."""
    turn = board.turns[at] if at < len(board.turns) else None
    return (
        turn is not None
        and turn.kind == "adjusted"
        and "recorded" in turn.marks
        and board.turns[at - 1].kind in ("play", "withdrawn")
        and board.turns[at - 1].seat == turn.seat
    )


def _figures(board: Scoreboard, at: int) -> tuple[int, int]:
    """Score and total of a line, as a file had recorded them where it did."""
    turn = board.turns[at]
    if _is_recorded(board, at + 1):
        return turn.score + board.turns[at + 1].score, board.turns[at + 1].total
    return turn.score, turn.total


def _swaps(turn: TurnRow, board: Scoreboard, *, faithful: bool) -> bool:
    """Whether points that a challenger loses are to be written as the other's gain."""
    lost = turn.kind == "challenge" and turn.score < 0
    return lost and not faithful and len(board.rows) == 2


def _swapped(
    board: Scoreboard,
    at: int,
    nicks: Sequence[str],
    tiles: TileSet,
    swapped: list[int],
    losses: list[str],
) -> list[GcgItem]:
    turn = board.turns[at]
    other = 1 - turn.seat
    swapped[turn.seat] -= turn.score
    swapped[other] -= turn.score
    total = next((t.total for t in board.turns[at::-1] if t.seat == other), 0)
    losses.append(
        f"The format has no line for the {-turn.score} points that {turn.player} lost by a "
        "challenge; they are written as gained by the other player, so both totals are higher "
        "and the difference is right."
    )
    bonus = GcgChallenge(
        nicks[other], _rack(board, at, tiles, other), -turn.score, total + swapped[other]
    )
    return [bonus, GcgNote(f"{nicks[turn.seat]} lost {-turn.score} points by this challenge")]


def _shifted(item: GcgItem, points: int) -> GcgItem:
    if not points or isinstance(item, GcgPlayer | GcgPragma | GcgNote | GcgUnknown):
        return item
    return replace(item, total=(item.total or 0) + points)


def _play(board: Scoreboard, at: int, nick: str, tiles: TileSet, losses: list[str]) -> GcgPlay:
    turn = board.turns[at]
    score, total = _figures(board, at)
    main = turn.words[0]
    word = _spelled(
        [t.text if new else "." for t, new in zip(main.tiles, main.new, strict=True)], tiles
    )
    if "?" in word:
        losses.append(f"The letter of a blank in turn {turn.number} is not known; it is a ?.")
    rack = written(_laid(turn.placements), tiles)
    return GcgPlay(nick, rack, turn.coordinate, word, score, total)


def _exchange(turn: TurnRow, nick: str, rack: str, tiles: TileSet) -> list[GcgItem]:
    if turn.tiles:
        given = written(turn.tiles, tiles)
        return [GcgExchange(nick, given, given, None, 0, turn.total)]
    return [GcgExchange(nick, rack, "", turn.count, 0, turn.total)]


def _end_items(
    board: Scoreboard, nicks: Sequence[str], tiles: TileSet, swapped: Sequence[int]
) -> list[GcgItem]:
    """The reckoning: who went out gains the others' tiles, the others lose their own."""
    items: list[GcgItem] = []
    totals = [0] * len(nicks)
    for turn in board.turns:
        totals[turn.seat] = turn.total
    out_first = sorted(range(len(nicks)), key=lambda seat: bool(board.racks[seat]))
    for seat in out_first:
        rack, gain = board.racks[seat], board.rows[seat].total - totals[seat]
        own, after = written(rack, tiles), totals[seat] + gain + swapped[seat]
        others = (tile for other in board.racks for tile in other)
        if not rack and any(board.racks):
            held = written(others, tiles)
            items.append(GcgEndRack(nicks[seat], "", held, gain, after))
        elif gain:
            items.append(GcgEndRack(nicks[seat], own, own, gain, after))
    return items


def _laid(placements: Iterable[Placement]) -> tuple[Tile, ...]:
    return tuple(p.tile for p in placements)


def _rack(board: Scoreboard, at: int, tiles: TileSet, seat: int | None = None) -> str:
    """A rack for a turn that shows none: what the player lays next, else one unseen tile.

    Readers want a rack on every line.
    """
    seat = board.turns[at].seat if seat is None else seat
    for later in board.turns[at:]:
        if later.seat == seat and later.placements:
            return written(_laid(later.placements), tiles)
    if board.racks and board.racks[seat]:
        return written(board.racks[seat], tiles)
    for token, count in board.unseen:
        if count:
            return "?" if token == "?" else _token(token)
    return written((BLANK,), tiles)
