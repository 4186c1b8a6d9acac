"""A GCG file as values: every line one item, nothing lost.

Source: the GCG description (poslfit.com/scrabble/gcg, version 1.2) and the files that programs
write in practice. Racks and words are kept as texts: only a tile set can tell their tiles.
Line numbers count from 1 and do not take part in comparisons.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from companion.text import NOTHING, Argument, Said, said


@dataclass(frozen=True, slots=True)
class GcgPlayer:
    """`#player1 nick Full Name`."""

    seat: int
    """From 0."""

    nick: str
    name: str
    line: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class GcgPragma:
    """Any other `#name text` line, known or not."""

    name: str
    text: str
    line: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class GcgNote:
    """`#note text` about the event before; continuation lines follow after line breaks."""

    text: str
    line: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class GcgPlay:
    """`>nick: RACK 8D WoRD +24 24`."""

    nick: str
    rack: str
    coordinate: str
    """Upper case, `8D` across or `D8` down."""

    word: str
    """As written: `.` or `(AB)` or the letters themselves for tiles already there."""

    score: int | None
    total: int | None
    line: int = field(default=0, compare=False)
    trailing: str = ""
    """What stands behind the total."""


@dataclass(frozen=True, slots=True)
class GcgPass:
    """`>nick: RACK - +0 123`."""

    nick: str
    rack: str
    score: int | None
    total: int | None
    line: int = field(default=0, compare=False)
    trailing: str = ""


@dataclass(frozen=True, slots=True)
class GcgExchange:
    """`>nick: RACK -ABC +0 123`, or `-5` when only the count is known."""

    nick: str
    rack: str
    tiles: str
    """Empty when only the count is known."""

    count: int | None
    """None when the tiles are written: they say it."""

    score: int | None
    total: int | None
    line: int = field(default=0, compare=False)
    trailing: str = ""


@dataclass(frozen=True, slots=True)
class GcgWithdrawal:
    """`>nick: RACK -- -24 55`: the play just before comes off; some write `+0` here."""

    nick: str
    rack: str
    score: int | None
    total: int | None
    line: int = field(default=0, compare=False)
    trailing: str = ""


@dataclass(frozen=True, slots=True)
class GcgChallenge:
    """`>nick: RACK (challenge) +5 289`: points for or against after a challenge."""

    nick: str
    rack: str
    score: int | None
    total: int | None
    line: int = field(default=0, compare=False)
    trailing: str = ""


@dataclass(frozen=True, slots=True)
class GcgTime:
    """`>nick: RACK (time) -10 409`."""

    nick: str
    rack: str
    score: int | None
    total: int | None
    line: int = field(default=0, compare=False)
    trailing: str = ""


@dataclass(frozen=True, slots=True)
class GcgEndRack:
    """Another's tiles `>nick: (RACK) +14 345`, or one's own `>nick: RACK (RACK) -10 426`."""

    nick: str
    rack: str
    """The player's own rack, empty for who went out."""

    held: str
    """The tiles counted."""

    score: int | None
    total: int | None
    line: int = field(default=0, compare=False)
    trailing: str = ""

    @property
    def own(self) -> bool:
        """Whether the tiles counted are the player's own."""
        return bool(self.rack)


@dataclass(frozen=True, slots=True)
class GcgUnknown:
    """A line that fits nothing, kept as it is."""

    text: str
    reason: Said = field(default=NOTHING, compare=False)
    line: int = field(default=0, compare=False)


def at_line(line: int, what: Argument) -> Said:
    """Return what is said of a line, with its number."""
    return said("line {line}: {problem}", line=line, problem=what)


GcgEvent = GcgPlay | GcgPass | GcgExchange | GcgWithdrawal | GcgChallenge | GcgTime | GcgEndRack
GcgItem = GcgPlayer | GcgPragma | GcgNote | GcgEvent | GcgUnknown


@dataclass(frozen=True, slots=True)
class GcgProblem:
    """Something odd that did not stop the reader."""

    line: int
    reason: Said

    @property
    def said(self) -> Said:
        """It with its line."""
        return at_line(self.line, self.reason)


@dataclass(frozen=True, slots=True)
class GcgGame:
    """A whole file, in its own order."""

    items: tuple[GcgItem, ...]
    encoding: str = field(default="utf-8", compare=False)
    problems: tuple[GcgProblem, ...] = field(default=(), compare=False)

    @property
    def players(self) -> tuple[GcgPlayer, ...]:
        """By seat."""
        found = (item for item in self.items if isinstance(item, GcgPlayer))
        return tuple(sorted(found, key=lambda p: p.seat))

    @property
    def events(self) -> tuple[GcgEvent, ...]:
        """All `>` lines that were understood."""
        return tuple(item for item in self.items if isinstance(item, GcgEvent))

    @property
    def unknown(self) -> tuple[GcgUnknown, ...]:
        """All lines that were not."""
        return tuple(item for item in self.items if isinstance(item, GcgUnknown))

    def pragma(self, name: str) -> str | None:
        """The text of the first pragma of a name; None without one."""
        for item in self.items:
            if isinstance(item, GcgPragma) and item.name == name:
                return item.text
        return None
