"""What goes into a file and what comes out of one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from companion.errors import InputError
from companion.rules.api import Scoreboard, Setup
from companion.session.log import Entry
from companion.text import Argument, Said
from companion.text.languages import ENGLISH, Language, language


class GameFileError(InputError):
    """A file is no game that can be taken in; the sentence says why."""


@dataclass(frozen=True, slots=True)
class GameFile:
    """A game as exporters take it.

    Attributes:
        ruleset: Name of its rules.
        setup: What it started from.
        board: Its scoreboard.
        entries: Its log; only the lossless form needs it.
        name: What its players call it.
        lexicon: Title of the word list in use.
        pictures: JPEG or PNG files by the turn's number, where they were kept.
        speaks: The language that those forms are in which are made to be read.
    """

    ruleset: str
    setup: Setup
    board: Scoreboard
    entries: tuple[Entry, ...] = ()
    name: str = ""
    lexicon: str = ""
    pictures: Mapping[int, bytes] = field(default_factory=dict)
    speaks: Language = field(default_factory=lambda: language(ENGLISH))


@dataclass(frozen=True, slots=True)
class Written:
    """A game in the form of a file."""

    data: bytes
    losses: tuple[Argument, ...] = ()
    """What the form could not say."""


@dataclass(frozen=True, slots=True)
class Imported:
    """A game taken from a file: enough to start it anew."""

    ruleset: str
    setup: Setup
    events: tuple[Any, ...]
    """Of the ruleset, in order."""

    name: str = ""
    remarks: tuple[Argument, ...] = ()
    """What was odd."""

    entries: tuple[Entry, ...] = ()
    """The log itself, where the file holds one."""


@dataclass(frozen=True, slots=True)
class FileForm:
    """How a form is called."""

    name: str
    """As one asks for it, also the end of a file's name."""

    title: Said
    media_type: str
    open: bool = False
    """Whether it tells no more than the scoreboard: no pictures, no log, no set-up."""
