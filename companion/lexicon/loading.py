"""Opens a word list: one of package or system by its name, or a user's file by its path."""

from __future__ import annotations

import gzip
import zlib
from collections.abc import Iterator, Mapping
from importlib import resources
from itertools import chain
from pathlib import Path
from types import MappingProxyType

from companion.errors import DependencyMissing, InputError
from companion.lexicon.system import SYSTEM, installed, system_words
from companion.lexicon.wordlist import WordList
from companion.text import listed

BUNDLED: Mapping[str, str] = MappingProxyType({"enable": "ENABLE"})
"""Name of each list in the package -> its title. The licence lies beside each file."""

MAX_BYTES = 100_000_000
"""Largest text that is read, after unpacking: the longest real list has some 60 MB."""

MAX_LETTERS = 45
"""Longest word that is believed; a longer run of letters is no word of a game."""

_GZIP = b"\x1f\x8b"


def choosable() -> dict[str, str]:
    """Return the lists that can be opened by name here, and their titles."""
    return {**BUNDLED, **{n: known.title for n, known in SYSTEM.items() if installed(n)}}


def load(name_or_path: str | Path = "enable") -> WordList:
    """Return the list of that name, or of the words in that file.

    A file has one word a line, with a definition after the first blank or not, in UTF-8 or
    Latin-1, plain or gzipped. Lines beginning with `#` are remarks; lines that do not begin
    with a word of letters are passed over, but one word at least must be there.

    Raises:
        InputError: No such name or file, or its package is not installed; too big; not a text;
            not one word in it.
        DependencyMissing: The package lacks its own list.
    """
    name = str(name_or_path)
    if name.lower() in BUNDLED:
        return _load_bundled(name.lower())
    if name.lower() in SYSTEM:
        return _load_system(name.lower())
    path = Path(name_or_path)
    if not path.is_file():
        raise InputError(
            'there is no word list "{name}": give the path of a file, or one of the '
            "names {names}.",
            name=name,
            names=listed((*BUNDLED, *SYSTEM), "comma"),
        )
    words = WordList.from_words(_entries(_decode(_read(path), path)), title=_title(path))
    if not len(words):
        raise InputError("{file} has no words: it should have one word a line.", file=str(path))
    return words


def _load_bundled(name: str) -> WordList:
    file = resources.files("companion.lexicon") / "data" / f"{name}.txt.gz"
    try:
        lines = gzip.decompress(file.read_bytes())
    except (OSError, EOFError, zlib.error) as error:
        raise DependencyMissing(
            "the word list {bundled} of the package is missing or damaged: install "
            "tabletop-companion again.",
            bundled=BUNDLED[name],
        ) from error
    return WordList(lines, lexicon_id=name, title=BUNDLED[name])


def _load_system(name: str) -> WordList:
    known = SYSTEM[name]
    words: Iterator[str] = system_words(name)
    if known.shortest > 2:
        own = _load_bundled("enable")
        words = chain((w for w in own if known.with_enable or len(w) < known.shortest), words)
    return WordList.from_words(words, title=known.title)


def _read(path: Path) -> bytes:
    try:
        with path.open("rb") as file:
            zipped = file.read(2) == _GZIP
        with gzip.open(path, "rb") if zipped else path.open("rb") as file:
            data = file.read(MAX_BYTES + 1)
    except (OSError, EOFError, zlib.error) as error:
        raise InputError(
            "{file} cannot be read: {why}.", file=str(path), why=str(error)
        ) from error
    if len(data) > MAX_BYTES:
        raise InputError(
            "{file} has more than {max_bytes:,} bytes, too many for a word list.",
            file=str(path),
            max_bytes=MAX_BYTES,
        )
    return data


def _decode(data: bytes, path: Path) -> str:
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        return data.decode("utf-16", errors="replace")
    if b"\0" in data:
        raise InputError(
            "{file} is not a text: it should have one word a line.", file=str(path)
        )
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("latin-1")


def _entries(text: str) -> Iterator[tuple[str, str]]:
    """Yield (word, definition) of every line that begins with a word of letters."""
    for line in text.splitlines():
        word, _, gloss = line.replace("\t", " ").strip().partition(" ")
        if word.replace("·", "").isalpha() and len(word) <= MAX_LETTERS:
            yield word, gloss


def _title(path: Path) -> str:
    return path.name.removesuffix(".gz").removesuffix(".txt")
