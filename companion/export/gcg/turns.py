"""A GCG file turn by turn: each event with the lines that belong to it, in order of play."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from companion.export.gcg.types import (
    GcgChallenge,
    GcgEndRack,
    GcgEvent,
    GcgGame,
    GcgNote,
    GcgPlay,
    GcgPlayer,
    GcgPragma,
    GcgTime,
    GcgUnknown,
    GcgWithdrawal,
    at_line,
)
from companion.text import Said, said

HELD = re.compile(r"(rack\d|incomplete)\Z")
"""Pragmas that tell what is held at the end of an unfinished game."""


@dataclass(frozen=True, slots=True)
class GcgTurn:
    """An event and the lines behind it."""

    event: GcgEvent
    lines: tuple[str, ...] = ()


@dataclass(slots=True)
class GcgTurns:
    """A file, taken apart."""

    head: list[str] = field(default_factory=list)
    """Lines about the game as a whole."""

    turns: list[GcgTurn] = field(default_factory=list)
    held: list[GcgPragma] = field(default_factory=list)
    """What the players hold at the end of an unfinished game."""

    remarks: list[Said] = field(default_factory=list)
    at: int = -1
    """The turn that was read last."""

    @property
    def events(self) -> list[GcgEvent]:
        """Without the lines behind them."""
        return [turn.event for turn in self.turns]


def turns_of(game: GcgGame) -> GcgTurns:
    """Return a file's turns; a withdrawal stands behind the play that it takes off."""
    out = GcgTurns()
    for item in game.items:
        match item:
            case GcgPlayer() | GcgPragma(name="title"):
                continue
            case GcgPragma(name=name) if HELD.match(name):
                out.held.append(item)
            case GcgPragma():
                out.head.append(line_of(item))
            case GcgNote() | GcgUnknown():
                _behind(out, *lines_of(item))
            case GcgWithdrawal():
                _withdraw(out, item)
            case _:
                _append(out, item)
    return out


def item_of(line: str) -> GcgPragma | GcgUnknown:
    """Return a line about the game as an item; a note stays the line it is."""
    name, text = [*line[1:].split(None, 1), "", ""][:2]
    if line[:1] != "#" or not name or name == "note":
        return GcgUnknown(line)
    return GcgPragma(name, text)


def line_of(pragma: GcgPragma) -> str:
    """Return a pragma as its line."""
    return f"#{pragma.name} {pragma.text}".rstrip()


def lines_of(item: GcgNote | GcgUnknown) -> list[str]:
    """Return a note, or what was not understood, as lines."""
    if isinstance(item, GcgUnknown):
        return [item.text]
    return [f"#note {part}".rstrip() for part in item.text.split("\n")]


def _behind(out: GcgTurns, *lines: str) -> None:
    if not out.turns:
        out.head += lines
        return
    last = out.turns[out.at]
    out.turns[out.at] = GcgTurn(last.event, (*last.lines, *lines))


def _withdraw(out: GcgTurns, event: GcgWithdrawal) -> None:
    """Put a withdrawal behind its player's last play, which may be some lines before."""
    at = len(out.turns) - 1
    while at >= 0 and not (
        isinstance(last := out.turns[at].event, GcgPlay | GcgWithdrawal)
        and last.nick == event.nick
    ):
        at -= 1
    between = out.turns[at + 1 :]
    if at < 0 or isinstance(out.turns[at].event, GcgWithdrawal) or all(map(_aside, between)):
        _append(out, event)
        return
    out.at = at + 1
    out.turns.insert(out.at, GcgTurn(event))
    what = said(
        "the play of line {play} is taken off here, after other turns; it counts as taken off "
        "at once.",
        play=out.turns[at].event.line,
    )
    out.remarks.append(at_line(event.line, what))


def _append(out: GcgTurns, event: GcgEvent) -> None:
    out.turns.append(GcgTurn(event))
    out.at = len(out.turns) - 1


def _aside(turn: GcgTurn) -> bool:
    return isinstance(turn.event, GcgChallenge | GcgTime | GcgEndRack)
