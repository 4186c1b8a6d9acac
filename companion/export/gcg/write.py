"""Writes GCG files that every reader of the format takes.

Strict: UTF-8 and its header first, LF, pragmas before events, upper-case coordinates, signed
scores, a total on every line.
"""

from __future__ import annotations

import re
from typing import assert_never

from companion.errors import GcgError
from companion.export.gcg.turns import HELD, line_of, lines_of
from companion.export.gcg.types import (
    GcgChallenge,
    GcgEndRack,
    GcgEvent,
    GcgExchange,
    GcgGame,
    GcgNote,
    GcgPass,
    GcgPlay,
    GcgPlayer,
    GcgPragma,
    GcgTime,
    GcgUnknown,
    GcgWithdrawal,
)

_COORDINATE = re.compile(r"(?:\d{1,2}[A-Z]|[A-Z]\d{1,2})\Z")


def write_gcg(game: GcgGame) -> str:
    """Return a game as the text of a GCG file, to be encoded as UTF-8.

    Lines that were not understood when reading are written back as they were.

    Raises:
        GcgError: The game has something that a reader would refuse; says what.
    """
    _check_players(game)
    lines = ["#character-encoding UTF-8"]
    lines += [f"#player{p.seat + 1} {p.nick} {p.name}" for p in game.players]
    pragmas = [item for item in game.items if isinstance(item, GcgPragma)]
    lines += [line_of(p) for p in pragmas if not HELD.match(p.name)]
    nicks = {player.nick for player in game.players}
    for item in game.items:
        match item:
            case GcgPlayer() | GcgPragma():
                continue
            case GcgNote() | GcgUnknown():
                lines += lines_of(item)
            case _:
                if item.nick not in nicks:
                    raise GcgError("{nick!r} is no player of this game.", nick=item.nick)
                lines.append(_event(item))
    lines += [line_of(p) for p in pragmas if HELD.match(p.name)]
    for line in lines:
        if "\n" in line or "\r" in line:
            raise GcgError("A line of a GCG file holds no line break: {text!r}.", text=line)
    return "\n".join(lines) + "\n"


def _check_players(game: GcgGame) -> None:
    nicks = [player.nick for player in game.players]
    if len(nicks) < 2:
        raise GcgError("A GCG file names at least two players, not {nicks}.", nicks=len(nicks))
    for nick in nicks:
        if not nick or re.search(r"\s", nick) or nicks.count(nick) > 1:
            raise GcgError(
                "The nick {nick!r} is empty, has a space, or is used twice.", nick=nick
            )


def _event(event: GcgEvent) -> str:
    if event.score is None or event.total is None:
        raise GcgError("An event of {nick} has no score or no total.", nick=event.nick)
    if re.search(r"\s", event.rack):
        raise GcgError("The rack {rack!r} has a space.", rack=event.rack)
    words = [f">{event.nick}:", event.rack, _what(event), f"{event.score:+d}", str(event.total)]
    words.append(event.trailing)
    return " ".join(word for word in words if word)


def _what(event: GcgEvent) -> str:
    match event:
        case GcgPlay(coordinate=coordinate, word=word):
            if not _COORDINATE.match(coordinate) or not word or re.search(r"\s", word):
                raise GcgError(
                    "{coordinate!r} {word!r} is no play.", coordinate=coordinate, word=word
                )
            return f"{coordinate} {word}"
        case GcgPass():
            return "-"
        case GcgExchange(tiles=tiles, count=count):
            return f"-{tiles or count}"
        case GcgWithdrawal():
            return "--"
        case GcgChallenge():
            return "(challenge)"
        case GcgTime():
            return "(time)"
        case GcgEndRack(held=held):
            return f"({held})"
        case _:
            assert_never(event)
