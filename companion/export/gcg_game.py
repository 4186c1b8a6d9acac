"""A game of ours as a GCG file, and what the format could not say."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from companion.board.placement import Placement
from companion.board.tiles import BLANK, Tile, TileSet
from companion.export.gcg_types import (
    GcgEndRack,
    GcgExchange,
    GcgGame,
    GcgItem,
    GcgNote,
    GcgPass,
    GcgPlay,
    GcgPlayer,
    GcgPragma,
    GcgWithdrawal,
)
from companion.export.gcg_write import write_gcg
from companion.rules.api import Scoreboard, TurnRow


def export_gcg(
    board: Scoreboard, tiles: TileSet, *, title: str = "", lexicon: str = ""
) -> tuple[str, tuple[str, ...]]:
    """Return a game as a GCG file's text (to be encoded as UTF-8), and what it could not say.

    Args:
        board: The game's scoreboard, in progress or ended.
        tiles: Its tile set.
        title: For the title line; empty for none.
        lexicon: Name of the word list in use; empty for none.
    """
    game, losses = gcg_of(board, tiles, title=title, lexicon=lexicon)
    return write_gcg(game), losses


def gcg_of(
    board: Scoreboard, tiles: TileSet, *, title: str = "", lexicon: str = ""
) -> tuple[GcgGame, tuple[str, ...]]:
    """Return a game as GCG items, and sentences on what they could not say."""
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
    for name, text in (
        ("title", title),
        ("lexicon", lexicon),
        ("tile-distribution", tiles.name),
    ):
        if text:
            items.append(GcgPragma(name, _line(text)))
    for at, turn in enumerate(board.turns):
        items += _turn_items(board, at, nicks[turn.seat % len(nicks)], tiles, losses)
    if board.ended:
        items += _end_items(board, nicks, tiles)
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
    return "".join("?" if tile.blank else _token(tile.letter) for tile in ordered)


def _token(text: str) -> str:
    return f"[{text}]" if len(text) > 1 else text


def _line(text: str) -> str:
    return " ".join(text.split())


def _turn_items(
    board: Scoreboard, at: int, nick: str, tiles: TileSet, losses: list[str]
) -> list[GcgItem]:
    turn = board.turns[at]
    if "impossible" in turn.marks:
        losses.append(f"Turn {turn.number} is impossible and is written as a pass.")
        note = GcgNote(f"turn {turn.number} cannot be played here: {turn.detail}")
        return [GcgPass(nick, _rack(board, at, tiles), 0, turn.total), note]
    if turn.kind == "play":
        return [_play(turn, nick, tiles, losses)]
    if turn.kind == "withdrawn":
        rack = written(_laid(board.turns[at - 1].placements), tiles)
        return [GcgWithdrawal(nick, rack, turn.score, turn.total)]
    if turn.kind == "exchange":
        return _exchange(turn, nick, _rack(board, at, tiles), tiles)
    return [GcgPass(nick, _rack(board, at, tiles), 0, turn.total)]


def _play(turn: TurnRow, nick: str, tiles: TileSet, losses: list[str]) -> GcgPlay:
    main = turn.words[0]
    word = "".join(
        _token(tile.text) if new else "."
        for tile, new in zip(main.tiles, main.new, strict=True)
    )
    if "?" in word:
        losses.append(f"The letter of a blank in turn {turn.number} is not known; it is a ?.")
    rack = written(_laid(turn.placements), tiles)
    return GcgPlay(nick, rack, turn.coordinate, word, turn.score, turn.total)


def _exchange(turn: TurnRow, nick: str, rack: str, tiles: TileSet) -> list[GcgItem]:
    if turn.tiles:
        given = written(turn.tiles, tiles)
        return [GcgExchange(nick, given, given, None, 0, turn.total)]
    return [GcgExchange(nick, rack, "", turn.count, 0, turn.total)]


def _end_items(board: Scoreboard, nicks: Sequence[str], tiles: TileSet) -> list[GcgItem]:
    """The reckoning: who went out gains the others' tiles, the others lose their own."""
    items: list[GcgItem] = []
    totals = [0] * len(nicks)
    for turn in board.turns:
        totals[turn.seat] = turn.total
    out_first = sorted(range(len(nicks)), key=lambda seat: bool(board.racks[seat]))
    for seat in out_first:
        rack, gain = board.racks[seat], board.rows[seat].total - totals[seat]
        own = written(rack, tiles)
        others = (tile for other in board.racks for tile in other)
        if not rack and any(board.racks):
            held = written(others, tiles)
            items.append(GcgEndRack(nicks[seat], "", held, gain, totals[seat] + gain))
        elif gain:
            items.append(GcgEndRack(nicks[seat], own, own, gain, totals[seat] + gain))
    return items


def _laid(placements: Iterable[Placement]) -> tuple[Tile, ...]:
    return tuple(p.tile for p in placements)


def _rack(board: Scoreboard, at: int, tiles: TileSet) -> str:
    """A rack for a turn that shows none: what the player lays next, else one unseen tile.

    Readers want a rack on every line.
    """
    seat = board.turns[at].seat
    for later in board.turns[at:]:
        if later.seat == seat and later.placements:
            return written(_laid(later.placements), tiles)
    if board.racks and board.racks[seat]:
        return written(board.racks[seat], tiles)
    for token, count in board.unseen:
        if count:
            return "?" if token == "?" else _token(token)
    return written((BLANK,), tiles)
