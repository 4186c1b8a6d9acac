"""Reads GCG files as programs and people write them.

Tolerant: any mix of line ends, white space and letter case, several encodings, missing racks,
colons and totals, unknown pragmas. What cannot be understood is kept verbatim with its line
number and the reason. Only a file that cannot be a GCG file at all is refused.
"""

from __future__ import annotations

import codecs
import re
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path

from companion.errors import GcgError
from companion.export.gcg_types import (
    GcgChallenge,
    GcgEndRack,
    GcgEvent,
    GcgExchange,
    GcgGame,
    GcgItem,
    GcgNote,
    GcgPass,
    GcgPlay,
    GcgPlayer,
    GcgPragma,
    GcgProblem,
    GcgTime,
    GcgUnknown,
    GcgWithdrawal,
)

LIMIT_BYTES = 2_000_000
LIMIT_LINES = 5_000
LIMIT_LINE_CHARACTERS = 4_000

_ENCODING = re.compile(rb"^[ \t]*#character-encoding[ \t]+(\S+)", re.IGNORECASE | re.MULTILINE)
_SAFE_ENCODING = re.compile(
    r"(utf-?(8|16|32)|ascii|us-ascii|iso|latin|cp|windows|koi8|mac)", re.IGNORECASE
)
_PLAYER = re.compile(r"player([1-9])\Z", re.IGNORECASE)
_COORDINATE = re.compile(r"(?:\d{1,2}[A-Za-z]|[A-Za-z]\d{1,2})\Z")
_NUMBER = re.compile(r"\+?-?\d{1,6}\Z")
_PRAGMA = re.compile(r"#[ \t]*(\S+)[ \t]*(.*)\Z")


def read_gcg(path: Path) -> GcgGame:
    """Return the game in a file.

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
    return parse_gcg(data)


def parse_gcg(data: bytes) -> GcgGame:
    """Return the game in a file's bytes. Raises GcgError as `read_gcg` does."""
    if len(data) > LIMIT_BYTES:
        raise GcgError(
            "The file is larger than {limit_bytes:,} bytes, far more than a game.",
            limit_bytes=LIMIT_BYTES,
        )
    text, encoding, doubt = _decode(data)
    if "\0" in text:
        raise GcgError("The file holds binary data; it is no GCG file.")
    lines = re.split(r"\r\n|\n|\r", text)
    if len(lines) > LIMIT_LINES:
        raise GcgError(
            "The file has more than {limit_lines:,} lines, far more than a game.",
            limit_lines=LIMIT_LINES,
        )
    reader = _Reader()
    if doubt:
        reader.problem(1, doubt)
    for number, line in enumerate(lines, 1):
        if len(line) > LIMIT_LINE_CHARACTERS:
            raise GcgError(
                "longer than {limit_line_characters:,} characters; no GCG line is.",
                limit_line_characters=LIMIT_LINE_CHARACTERS,
                line=number,
            )
        reader.take(number, line)
    if not any(isinstance(item, GcgPlayer | GcgEvent) for item in reader.items):
        raise GcgError("The file holds no player line and no play; it is no GCG file.")
    items = tuple(reader.items)
    return GcgGame(items, encoding=encoding, problems=tuple(reader.problems))


def _decode(data: bytes) -> tuple[str, str, str]:
    """Return the text, the encoding used, and a sentence if that was a guess."""
    for mark, name in (
        (codecs.BOM_UTF8, "utf-8"),
        (codecs.BOM_UTF16_LE, "utf-16-le"),
        (codecs.BOM_UTF16_BE, "utf-16-be"),
    ):
        if data.startswith(mark):
            return data[len(mark) :].decode(name, "replace"), name, ""
    declared = _ENCODING.search(data[:100_000])
    if declared:
        name = declared[1].decode("ascii", "replace")
        try:
            if _SAFE_ENCODING.match(name):
                return data.decode(name), codecs.lookup(name).name, ""
        except (LookupError, UnicodeError):
            pass
        doubt = f"the bytes are not {name} as declared; "
    else:
        doubt = ""
    if data.isascii():
        return data.decode("ascii"), "utf-8", doubt and doubt + "they are plain ASCII."
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        return data.decode("latin-1"), "iso8859-1", doubt and doubt + "read as ISO 8859-1."
    return text, "utf-8", (doubt or "no encoding is declared; ") + "read as UTF-8."


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

    def problem(self, number: int, reason: str) -> None:
        self.problems.append(GcgProblem(number, reason))

    def take(self, number: int, line: str) -> None:
        text = line.strip()
        if not text:
            return
        if text.startswith("#"):
            self._take_pragma(number, text)
        elif text.startswith(">"):
            self._take_event(number, text)
        elif self.items and isinstance(note := self.items[-1], GcgNote):
            self.items[-1] = replace(note, text=f"{note.text}\n{text}")
        else:
            self._keep(number, line, "neither a # nor a > line")

    def _keep(self, number: int, text: str, reason: str) -> None:
        self.items.append(GcgUnknown(text, reason, number))
        self.problem(number, f"not understood ({reason}): {text.strip()[:60]}")

    def _take_pragma(self, number: int, text: str) -> None:
        match = _PRAGMA.match(text)
        if match is None:
            self._keep(number, text, "a # alone")
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
        nick, _, name = rest.partition(" ")
        if not nick:
            self._keep(number, text, "a player without a nick")
        elif any(isinstance(i, GcgPlayer) and i.seat == seat for i in self.items):
            self._keep(number, text, f"player {seat + 1} is named twice")
        else:
            own = self._own_nick(number, nick)
            self.nicks.append(own)
            self.items.append(GcgPlayer(seat, own, name.strip() or nick, number))

    def _own_nick(self, number: int, nick: str) -> str:
        if nick not in self.nicks:
            return nick
        own = next(n for i in range(2, 99) if (n := f"{nick}_{i}") not in self.nicks)
        self.twins.setdefault(nick, [nick]).append(own)
        self.problem(number, f"the nick {nick} is taken; the second is called {own}.")
        return own

    def _take_event(self, number: int, text: str) -> None:
        written, tokens = _split_nick(text)
        for parse in _PARSERS:
            event = parse(number, written, tokens)
            if event is not None:
                break
        else:
            self._keep(number, text, "no play, pass, exchange or adjustment")
            return
        nick = self._nick(number, written)
        if nick is None:
            self._keep(number, text, "no nick")
            return
        event = replace(event, nick=nick)
        if written in self.twins:
            event = replace(event, nick=self._which(self.twins[written], event))
        if event.score is None or event.total is None:
            self.problem(number, "the score or the total is missing.")
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
            self.problem(number, f"the nick {written!r} was taken for {close[0]!r}.")
            return close[0]
        if not plain:
            return None
        if any(isinstance(item, GcgPlayer) for item in self.items):
            self.problem(number, f"the nick {written!r} is no player's.")
        self.nicks.append(written)
        return written


def _split_nick(text: str) -> tuple[str, list[str]]:
    """The nick and the tokens after it; the colon may be missing or stand apart."""
    body = text[1:].strip()
    match = re.match(r"(\S*?):(?:\s|\Z)(.*)\Z", body)
    if match:
        return match[1], match[2].split()
    head, _, rest = body.partition(" ")
    tokens = rest.split()
    if tokens and tokens[0] == ":":
        tokens = tokens[1:]
    return head.rstrip(":"), tokens


def _plain(nick: str) -> str:
    return re.sub(r"[\W_]+", "", nick).casefold()


def _numbers(tokens: list[str]) -> tuple[int | None, int | None, list[str]]:
    """The score, the total and what follows; a number missing is None."""
    found: list[int] = []
    rest = list(tokens)
    while rest and len(found) < 2 and _NUMBER.match(rest[0]):
        found.append(int(rest.pop(0).replace("+-", "-")))
    return (found[0] if found else None, found[1] if len(found) > 1 else None, rest)


def _at(tokens: list[str], fits: Callable[[str], bool]) -> int | None:
    """Where the deciding token stands: first, or second after the rack."""
    for i, token in enumerate(tokens[:2]):
        if fits(token):
            return i
    return None


def _bracketed(number: int, nick: str, tokens: list[str]) -> GcgEvent | None:
    i = _at(tokens, lambda t: len(t) > 1 and t[0] == "(" and t[-1] == ")")
    if i is None:
        return None
    rack, held = "".join(tokens[:i]), tokens[i][1:-1]
    score, total, _ = _numbers(tokens[i + 1 :])
    if held.lower() == "challenge":
        return GcgChallenge(nick, rack, score, total, number)
    if held.lower() == "time":
        return GcgTime(nick, rack, score, total, number)
    if score is None:
        return None
    return GcgEndRack(nick, rack, held, score, total, number)


def _dashed(number: int, nick: str, tokens: list[str]) -> GcgEvent | None:
    i = _at(tokens, lambda t: t.startswith("-"))
    if i is None:
        return None
    rack, what = "".join(tokens[:i]), tokens[i][1:]
    score, total, _ = _numbers(tokens[i + 1 :])
    if what == "-":
        return GcgWithdrawal(nick, rack, score, total, number)
    if what in ("", "0"):
        return GcgPass(nick, rack, score, total, number)
    if what.isascii() and what.isdigit():
        return GcgExchange(nick, rack, "", int(what[:6]), score, total, number)
    return GcgExchange(nick, rack, what, None, score, total, number)


def _play(number: int, nick: str, tokens: list[str]) -> GcgEvent | None:
    i = _at(tokens, lambda t: bool(_COORDINATE.match(t)))
    if i is None or len(tokens) < i + 2 or _NUMBER.match(tokens[i + 1]):
        return None
    score, total, rest = _numbers(tokens[i + 2 :])
    coordinate, word = tokens[i].upper(), tokens[i + 1]
    rack = "".join(tokens[:i])
    return GcgPlay(nick, rack, coordinate, word, score, total, " ".join(rest), number)


_PARSERS = (_bracketed, _play, _dashed)
