"""A game of ours as a GCG file, and what the format could not say."""

from __future__ import annotations

import re
from collections.abc import Sequence

from companion.board.tiles import TileSet
from companion.errors import GcgError
from companion.export.api import GameFile
from companion.export.gcg.turns import HELD, item_of
from companion.export.gcg.types import GcgGame, GcgItem, GcgPlayer, GcgPragma, GcgUnknown
from companion.export.gcg.write import write_gcg
from companion.export.gcg.writing import Writing, one_line
from companion.rules.api import Scoreboard
from companion.rules.noted import FileNoted
from companion.rules.registry import game
from companion.text import Said, said


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
) -> tuple[str, tuple[Said, ...]]:
    """Return a game as a GCG file's text (to be encoded as UTF-8), and what it could not say.

    Args:
        board: The game's scoreboard, in progress or ended.
        tiles: Its tile set.
        title: For the title line; empty for none.
        lexicon: Name of the word list in use, unless a file said which; empty for none.
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
) -> tuple[GcgGame, tuple[Said, ...]]:
    """Return a game as GCG items, and sentences on what they could not say."""
    if not game(board.game).is_crossword:
        raise GcgError(
            "A GCG file holds crossword games only, not {game}; export it as JSON Lines.",
            game=board.game,
        )
    writing = Writing(board, tiles, _nicks(board), faithful=faithful)
    if len(writing.nicks) > 2:
        writing.losses.append(
            said(
                "The format is for two players; few programs read this file of {players}.",
                players=len(writing.nicks),
            )
        )
    items = _head(writing, title, lexicon)
    for at in range(len(board.turns)):
        items += writing.turn(at)
    if board.racks:
        items += writing.end()
    elif board.ended:
        writing.losses.append(
            said("Not all racks at the end are known, so that no reckoning is written.")
        )
    tail = board.filed.tail if board.filed else ()
    items += [GcgUnknown(line) for line in tail]
    items += writing.held()
    if not (board.racks or board.filed):
        items.append(GcgPragma("incomplete", ""))
    lost = board.filed.lost if board.filed else ()
    return GcgGame(tuple(items)), (*lost, *writing.losses)


def _nicks(board: Scoreboard) -> list[str]:
    """The nicks of a file for those who still have the file's names, else made of the name."""
    names = [row.player for row in board.rows]
    filed = board.filed.players if board.filed else ()
    if len(filed) != len(names):
        return unique_nicks(names)
    own = [
        nick if name in (nick, full) else ""
        for name, (nick, full) in zip(names, filed, strict=True)
    ]
    made = unique_nicks([kept or name for kept, name in zip(own, names, strict=True)])
    return [kept or nick for kept, nick in zip(own, made, strict=True)]


def _head(writing: Writing, title: str, lexicon: str) -> list[GcgItem]:
    board, names = writing.board, [row.player for row in writing.board.rows]
    filed = board.filed or FileNoted()
    full = [pair[1] for pair in filed.players] if len(filed.players) == len(names) else names
    items: list[GcgItem] = [
        # Two players of one name are called by their nicks here.
        GcgPlayer(seat, nick, (full[seat] if name == nick else one_line(name)) or nick)
        for seat, (nick, name) in enumerate(zip(writing.nicks, names, strict=True))
    ]
    large = "SuperCrosswordGame" if board.position.size == 21 else ""
    theirs = [item_of(line) for line in filed.lines]
    if board.turns:  # what was held before the first turn
        theirs = [i for i in theirs if not (isinstance(i, GcgPragma) and HELD.match(i.name))]
    known = {item.name for item in theirs if isinstance(item, GcgPragma)}
    for name, text in (
        ("title", title),
        ("lexicon", "" if board.filed else lexicon),
        ("board-layout", large),
        ("tile-distribution", writing.tiles.name),
    ):
        if text and name not in known:
            items.append(GcgPragma(name, one_line(text)))
    return [*items, *theirs]


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
