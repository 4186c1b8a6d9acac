"""Reads GCG files as programs and people write them.

Tolerant: any mix of line ends, white space and letter case, several encodings, missing racks,
colons and totals, unknown pragmas. What cannot be understood is kept verbatim with its line
number and the reason. Only a file that cannot be a GCG file at all is refused.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from pathlib import Path

from companion.errors import GcgError
from companion.export.gcg.encoding import decoded
from companion.export.gcg.lines import event_of
from companion.export.gcg.types import (
    GcgEvent,
    GcgGame,
    GcgItem,
    GcgNote,
    GcgPlayer,
    GcgPragma,
    GcgProblem,
    GcgUnknown,
    GcgWithdrawal,
)
from companion.text import Said, said

LIMIT_BYTES = 2_000_000
LIMIT_LINES = 5_000
LIMIT_LINE_CHARACTERS = 4_000

_PLAYER = re.compile(r"player([1-9])\Z", re.IGNORECASE)
_PRAGMA = re.compile(r"#\s*(\S+)\s*(.*)\Z")
_UNSEEN = dict.fromkeys(map(ord, "\u200b\u200c\u200d\u2060\ufeff"))
"""Characters that nobody sees and no program means."""


def read_gcg(path: Path, *, encoding: str = "") -> GcgGame:
    """Return the game in a file.

    Args:
        path: The file.
        encoding: As somebody says it is in; empty to find out.

    Raises:
        GcgError: The file cannot be read, is too large, or is no GCG file; says which.
    """
    try:
        with path.open("rb") as stream:
            data = stream.read(LIMIT_BYTES + 1)
    except OSError as error:
        raise GcgError(
            "{file} cannot be read: {why}.", file=str(path), why=str(error.strerror or error)
        ) from error
    return parse_gcg(data, encoding=encoding)


def parse_gcg(data: bytes, *, encoding: str = "") -> GcgGame:
    """Return the game in a file's bytes. Raises GcgError as `read_gcg` does."""
    if len(data) > LIMIT_BYTES:
        raise GcgError(
            "The file is larger than {limit_bytes:,} bytes, far more than a game.",
            limit_bytes=LIMIT_BYTES,
        )
    found = decoded(data, lambda text: _read(text)[0], encoding)
    if "\0" in found.text:
        raise GcgError("The file holds binary data; it is no GCG file.")
    game, long = _read(found.text)
    if long:
        raise GcgError(
            "longer than {limit_line_characters:,} characters; no GCG line is.",
            limit_line_characters=LIMIT_LINE_CHARACTERS,
            line=long,
        )
    if not (game.players or game.events):
        raise GcgError("The file holds no player line and no play; it is no GCG file.")
    doubts = (GcgProblem(1, found.doubt),) if found.doubt else ()
    return replace(game, encoding=found.encoding, problems=(*doubts, *game.problems))


def _read(text: str) -> tuple[GcgGame, int]:
    """The game in a text, and the first line that is too long, if one is. Raises GcgError."""
    lines = re.split(r"\r\n|\n|\r", text)
    if len(lines) > LIMIT_LINES:
        raise GcgError(
            "The file has more than {limit_lines:,} lines, far more than a game.",
            limit_lines=LIMIT_LINES,
        )
    reader = _Reader()
    for number, line in enumerate(lines, 1):
        if len(line) > LIMIT_LINE_CHARACTERS:
            return GcgGame(()), number
        reader.take(number, line)
    return GcgGame(tuple(reader.items), problems=tuple(reader.problems)), 0


@dataclass(slots=True)
class _Reader:
    items: list[GcgItem] = field(default_factory=list)
    problems: list[GcgProblem] = field(default_factory=list)
    nicks: list[str] = field(default_factory=list)
    twins: dict[str, list[str]] = field(default_factory=dict)
    """Nicks given to two players, and the nicks they were told apart by."""

    totals: dict[str, int] = field(default_factory=dict)
    last: str = ""
    """Nick of the event before."""

    def problem(self, number: int, reason: Said) -> None:
        self.problems.append(GcgProblem(number, reason))

    def take(self, number: int, line: str) -> None:
        text = line.translate(_UNSEEN).strip()
        if not text:
            return
        if text.startswith("#"):
            self._take_pragma(number, text)
        elif text.startswith(">"):
            self._take_event(number, text)
        elif self.items and isinstance(note := self.items[-1], GcgNote):
            self.items[-1] = replace(note, text=f"{note.text}\n{text}")
        else:
            self._keep(number, line, said("neither a # nor a > line"))

    def _keep(self, number: int, text: str, reason: Said) -> None:
        self.items.append(GcgUnknown(text, reason, number))
        shown = text.strip()[:60]
        self.problem(
            number, said("not understood ({reason}): {text}", reason=reason, text=shown)
        )

    def _take_pragma(self, number: int, text: str) -> None:
        match = _PRAGMA.match(text)
        if match is None:
            self._keep(number, text, said("a # alone"))
            return
        name, rest = match[1].lower(), match[2].strip()
        seat = _PLAYER.match(name)
        if name == "character-encoding":
            return
        if name == "note":
            self.items.append(GcgNote(rest, number))
        elif seat:
            self._take_player(number, int(seat[1]) - 1, text, rest)
        else:
            self.items.append(GcgPragma(name, rest, number))

    def _take_player(self, number: int, seat: int, text: str, rest: str) -> None:
        nick, name = [*rest.split(None, 1), "", ""][:2]
        if not nick:
            self._keep(number, text, said("a player without a nick"))
        elif any(isinstance(i, GcgPlayer) and i.seat == seat for i in self.items):
            self._keep(number, text, said("player {number} is named twice", number=seat + 1))
        else:
            own = self._own_nick(number, nick)
            self.nicks.append(own)
            self.items.append(GcgPlayer(seat, own, name.strip() or nick, number))

    def _own_nick(self, number: int, nick: str) -> str:
        if nick not in self.nicks:
            return nick
        own = next(n for i in range(2, 99) if (n := f"{nick}_{i}") not in self.nicks)
        self.twins.setdefault(nick, [nick]).append(own)
        self.problem(
            number,
            said("the nick {nick} is taken; the second is called {own}.", nick=nick, own=own),
        )
        return own

    def _take_event(self, number: int, text: str) -> None:
        written, event = event_of(number, text)
        if event is None:
            self._keep(number, text, said("no play, pass, exchange or adjustment"))
            return
        nick = self._nick(number, written)
        if nick is None:
            self._keep(number, text, said("no nick"))
            return
        event = replace(event, nick=nick)
        if written in self.twins:
            event = replace(event, nick=self._which(self.twins[written], event))
        if event.score is None or event.total is None:
            self.problem(number, said("the score or the total is missing."))
        self.items.append(event)
        self.last = event.nick
        if event.total is not None:
            self.totals[event.nick] = event.total

    def _which(self, twins: list[str], event: GcgEvent) -> str:
        """Tell players of one nick apart: by the running total, else by taking turns."""
        if isinstance(event, GcgWithdrawal) and self.last in twins:
            return self.last
        if event.score is not None and event.total is not None:
            before = event.total - event.score
            fits = [nick for nick in twins if self.totals.get(nick, 0) == before]
            if len(fits) == 1:
                return fits[0]
        at = twins.index(self.last) + 1 if self.last in twins else 0
        return twins[at % len(twins)]

    def _nick(self, number: int, written: str) -> str | None:
        if written in self.nicks:
            return written
        plain = _plain(written)
        close = [nick for nick in self.nicks if _plain(nick) == plain]
        if plain and len(close) == 1:
            self.problem(
                number,
                said(
                    "the nick {nick!r} was taken for {other!r}.", nick=written, other=close[0]
                ),
            )
            return close[0]
        if not plain:
            return None
        if any(isinstance(item, GcgPlayer) for item in self.items):
            self.problem(number, said("the nick {nick!r} is no player's.", nick=written))
        self.nicks.append(written)
        return written


def _plain(nick: str) -> str:
    return re.sub(r"[\W_]+", "", nick).casefold()
