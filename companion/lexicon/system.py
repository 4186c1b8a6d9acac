"""Word lists that Debian has as packages: choosable once they are installed, never shipped.

They are made for spelling, not games: lines with capitals (names; not in German, where nouns
have one), hyphens or apostrophes are left out, and accents that no tile bears are dropped.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType

from companion.errors import InputError

FOLDER = Path("/usr/share/dict")

_LONGEST = 21
"""Letters of the largest board's side."""


@dataclass(frozen=True, slots=True)
class SystemList:
    """A list of a Debian package."""

    title: str
    language: str
    """Two letters, as in `en`."""

    package: str
    files: tuple[str, ...]
    """Below the folder; `*` stands for any name."""

    keeps: str = ""
    """Letters with marks that are letters of their own; of others the mark is dropped."""

    capitals: bool = False
    """Whether words with a capital count, as German nouns do."""

    with_enable: bool = False
    """Whether it adds to the package's own list."""

    @property
    def shortest(self) -> int:
        """Letters of its shortest words.

        English spelling lists have a hundred abbreviations among the words of two letters;
        those of the package's own list stand in for them.
        """
        return 3 if self.language == "en" else 2


SYSTEM: Mapping[str, SystemList] = MappingProxyType(
    {
        "american": SystemList(
            "American English", "en", "wamerican-large", ("american-english-large",)
        ),
        "british": SystemList(
            "British English", "en", "wbritish-large", ("british-english-large",)
        ),
        "family": SystemList(
            "ENABLE and SCOWL 80",
            "en",
            "scowl",
            tuple(
                f"scowl/{variety}-words.{level}"
                for variety in ("english", "american")
                for level in (10, 20, 35, 40, 50, 55, 60, 70, 80)
            ),
            with_enable=True,
        ),
        "german": SystemList(
            "German", "de", "wngerman", ("ngerman",), keeps="äöü", capitals=True
        ),
        "french": SystemList("French", "fr", "wfrench", ("french",)),
        "spanish": SystemList("Spanish", "es", "wspanish", ("spanish",), keeps="ñ"),
        "italian": SystemList("Italian", "it", "witalian", ("italian",)),
        "dutch": SystemList("Dutch", "nl", "wdutch", ("dutch",)),
        "norwegian": SystemList(
            "Norwegian (bokmål)", "no", "wnorwegian", ("bokmaal",), keeps="æøå"
        ),
        "nynorsk": SystemList(
            "Norwegian (nynorsk)", "no", "wnorwegian", ("nynorsk",), keeps="æøå"
        ),
        "swedish": SystemList("Swedish", "sv", "wswedish", ("swedish",), keeps="åäö"),
        "danish": SystemList("Danish", "da", "wdanish", ("danish",), keeps="æøå"),
        "portuguese": SystemList("Portuguese", "pt", "wportuguese", ("portuguese",), keeps="ç"),
        "catalan": SystemList("Catalan", "ca", "wcatalan", ("catalan",), keeps="ç"),
    }
)
"""Lists by the name they are chosen by. Not Polish: four million words are too much for a small
computer to open at a game's start."""


def installed(name: str) -> bool:
    """Whether the package of a list is on this machine."""
    return any((FOLDER / file).is_file() for file in SYSTEM[name].files)


def system_words(name: str) -> Iterator[str]:
    """Yield the words of a list that tiles can spell, in lower case.

    Raises:
        InputError: Its package is not installed, or cannot be read.
    """
    known = SYSTEM[name]
    if not installed(name):
        raise InputError(
            'the word list "{name}" is not on this machine: sudo apt-get install {package}',
            name=name,
            package=known.package,
        )
    spelled = _speller(known)
    for file in known.files:
        path = FOLDER / file
        if not path.is_file():
            continue
        try:
            data = path.read_bytes()
        except OSError as error:
            raise InputError(
                "{file} cannot be read: {why}.", file=str(path), why=str(error.strerror)
            ) from error
        for line in _decoded(data).split("\n"):
            if known.shortest <= len(line) <= _LONGEST:
                word = spelled(line)
                if word:
                    yield word


def _decoded(data: bytes) -> str:
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        return data.decode("latin-1")


def _speller(known: SystemList) -> Callable[[str], str]:
    """Return what turns a line into a word of letters; empty where it is none."""
    first = r"[^\W\d_]" if known.capitals else rf"[a-zß-ÿ·{known.keeps}œ]"
    form = re.compile(rf"{first}[a-zß-ÿœ·{known.keeps}]*")
    marked = re.compile(rf"[^a-z·{known.keeps}]")

    def spelled(line: str) -> str:
        line = unicodedata.normalize("NFC", line)
        if not form.fullmatch(line):
            return ""
        return marked.sub(_plain, line.lower())

    return spelled


_LIGATURES = {"ß": "ss", "œ": "oe", "æ": "ae", "ø": "o", "ð": "d", "þ": "th", "ł": "l"}


def _plain(match: re.Match[str]) -> str:
    letter = match.group()
    return _LIGATURES.get(letter) or unicodedata.normalize("NFD", letter)[0]
