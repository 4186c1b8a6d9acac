"""WordNet's files as Debian ships them, read where they lie: no index of our own, no unpacking.

An index line is `lemma pos senses ...` with the places of its senses in the data file, the
commonest first; both are sorted: a look-up is some twenty comparisons in a mapped file. Words
in other forms are traced to their lemma by the `*.exc` files (GEESE) and by endings (QUIZZES).
Format: the manual pages wndb(5) and morphy(7) of WordNet.
"""

from __future__ import annotations

import mmap
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple

from companion.errors import DependencyMissing

FOLDER = Path("/usr/share/wordnet")
"""Where Debian's package `wordnet-base` puts the files."""

PARTS: Mapping[str, str] = MappingProxyType(
    {"noun": "noun", "verb": "verb", "adj": "adjective", "adv": "adverb"}
)
"""The ending of a file's name -> the part of speech, in the order of preference."""

_ENDINGS: Mapping[str, tuple[tuple[str, str], ...]] = MappingProxyType(
    {
        "noun": (
            *(("s", ""), ("ses", "s"), ("xes", "x"), ("zes", "z"), ("ches", "ch")),
            *(("shes", "sh"), ("zzes", "z"), ("men", "man"), ("ies", "y")),
        ),
        "verb": (
            *(("s", ""), ("ies", "y"), ("es", "e"), ("es", ""), ("ed", "e"), ("ed", "")),
            *(("ied", "y"), ("ing", "e"), ("ing", "")),
        ),
        "adj": (
            ("er", ""),
            ("est", ""),
            ("er", "e"),
            ("est", "e"),
            ("ier", "y"),
            ("iest", "y"),
        ),
        "adv": (),
    }
)
"""Endings of other forms and what stands in their place in the lemma."""

_DERIVED: tuple[tuple[str, str, str], ...] = (
    *(("ness", "", "adj"), ("iness", "y", "adj"), ("ly", "", "adj"), ("ily", "y", "adj")),
    *(("bly", "ble", "adj"), ("ically", "ic", "adj"), ("er", "", "verb"), ("er", "e", "verb")),
    *(("like", "", "noun"), ("less", "", "noun"), ("able", "", "verb"), ("able", "e", "verb")),
)
"""Endings that make another word, which is explained by the word it is made from."""

_PREFIXES = ("un", "re", "non", "over", "out", "mis", "pre", "sub", "under", "super", "inter")
"""Beginnings that do so."""

_DOUBLED = re.compile(r"(?:ed|ing|er|est|able)$")
_EXAMPLE = re.compile(r';\s*"')
_MARKER = re.compile(r"\((?:a|p|ip)\)$")


_MUCH = 10
"""So many times must a lemma be commoner than the very word, to be what the word is read as:
SAW is rather the past of SEE than the tool."""

_NUMBERS: Mapping[bytes, str] = MappingProxyType(
    {b"1": "noun", b"2": "verb", b"3": "adj", b"4": "adv", b"5": "adj"}
)
"""The parts of speech as sense keys number them."""


class Sense(NamedTuple):
    """What WordNet says of a lemma."""

    lemma: str
    part: str
    gloss: str


@dataclass(frozen=True, slots=True)
class _File:
    index: mmap.mmap
    data: mmap.mmap
    exceptions: Mapping[str, tuple[str, ...]]


class WordNet:
    """The four dictionaries of WordNet; a look-up reads a few pages of them."""

    __slots__ = ("_counts", "_files")

    def __init__(self, folder: Path = FOLDER) -> None:
        """Open the files of a folder.

        Raises:
            DependencyMissing: They are not all there.
        """
        try:
            self._files = {part: _open(folder, part) for part in PARTS}
            self._counts = _map(folder / "cntlist.rev")
        except (OSError, ValueError) as error:
            raise DependencyMissing(
                "Definitions need the files of WordNet, which are not in {folder}: sudo "
                "apt-get install wordnet-base.",
                folder=str(folder),
            ) from error

    def define(self, word: str) -> Sense | None:
        """Return the commonest sense of a word, or of the word that it is a form of.

        Names (of places, persons) are passed over: no game of words knows them.
        """
        sought = word.strip().lower()
        if not sought.isascii() or not sought.isalpha():
            return None
        count, sense = self._best((sought, part) for part in PARTS)
        of_lemma, lemma_sense = self._inflected(sought)
        if sense is None or of_lemma > _MUCH * (count + 1):
            sense = lemma_sense or sense
        return sense or self._derived(sought)

    def _inflected(self, word: str) -> tuple[int, Sense | None]:
        """The sense of the lemma whose plural, past or comparison the word is."""
        irregular = self._best(
            (lemma, part)
            for part, file in self._files.items()
            for lemma in file.exceptions.get(word, ())
        )
        return irregular if irregular[1] else self._best(lemmas(word))

    def _derived(self, word: str) -> Sense | None:
        """The sense of the word that this one is made from; by ending, then by beginning."""
        for form in (word, *(lemma for lemma, part in lemmas(word) if part == "noun")):
            made = (
                (stem, part)
                for ending, put, part in _DERIVED
                for stem in _stems(form, ending, put)
            )
            if found := self._best(made)[1]:
                return found
        for prefix in _PREFIXES:
            rest = word.removeprefix(prefix)
            if rest != word and len(rest) > 2:
                whole = self._best((rest, part) for part in PARTS)[1]
                if found := whole or self._inflected(rest)[1]:
                    return found
        return None

    def _best(self, candidates: Iterable[tuple[str, str]]) -> tuple[int, Sense | None]:
        """Of candidates, the one that texts use most, and how often; the first of equals."""
        best: tuple[int, Sense | None] = (0, None)
        for lemma, part in dict.fromkeys(candidates):
            found = self._sense(lemma, part)
            if found is not None:
                count = self._count(lemma, part)
                if best[1] is None or count > best[0]:
                    best = count, found
        return best

    def _sense(self, lemma: str, part: str) -> Sense | None:
        """Return the first sense of a lemma that is no name."""
        file = self._files[part]
        fields = _line_of(file.index, lemma.encode() + b" ").split()
        if not fields:
            return None
        for place in fields[-int(fields[2]) :]:
            written, gloss = _read(file.data, int(place))
            names = [name for name in written if name.lower() == lemma]
            if gloss and any(name.islower() for name in names):
                return Sense(lemma, PARTS[part], gloss)
        return None

    def _count(self, lemma: str, part: str) -> int:
        """How often the texts that WordNet was made with use a lemma."""
        start = lemma.encode() + b"%"
        place = _first_not_before(self._counts, start)
        total = 0
        while (end := self._counts.find(b"\n", place)) >= 0:
            line = self._counts[place:end]
            if not line.startswith(start):
                break
            if _NUMBERS.get(line[len(start) : len(start) + 1]) == part:
                total += int(line.rsplit(b" ", 1)[1])
            place = end + 1
        return total


def _open(folder: Path, part: str) -> _File:
    exceptions: dict[str, tuple[str, ...]] = {}
    for line in (folder / f"{part}.exc").read_text(encoding="utf-8").splitlines():
        form, *lemmas = line.split()
        exceptions[form] = tuple(lemmas)
    return _File(_map(folder / f"index.{part}"), _map(folder / f"data.{part}"), exceptions)


def _map(path: Path) -> mmap.mmap:
    with path.open("rb") as file:
        return mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)


def _line_of(file: mmap.mmap, start: bytes) -> bytes:
    """Return the first line that begins so; empty where there is none."""
    place = _first_not_before(file, start)
    end = file.find(b"\n", place)
    line = file[place : end if end >= 0 else len(file)]
    return line if line.startswith(start) else b""


def _first_not_before(file: mmap.mmap, sought: bytes) -> int:
    """Return the place of the first line that does not sort before the bytes."""
    low, high = 0, len(file)  # both always stand at the beginning of a line, or at the end
    while low < high:
        middle = file.rfind(b"\n", low, (low + high) // 2) + 1 or low
        end = file.find(b"\n", middle)
        end = len(file) if end < 0 else end
        if file[middle:end] < sought:
            low = min(end + 1, len(file))
        else:
            high = middle
    return low


def _read(data: mmap.mmap, place: int) -> tuple[list[str], str]:
    """Return the words of a sense as they are written, and its gloss without examples."""
    end = data.find(b"\n", place)
    facts, _, gloss = data[place : end if end >= 0 else len(data)].decode().partition(" | ")
    fields = facts.split()
    count = int(fields[3], 16)
    words = [_MARKER.sub("", word) for word in fields[4 : 4 + 2 * count : 2]]
    return words, _EXAMPLE.split(gloss.strip(), maxsplit=1)[0].strip(" ;")


def lemmas(word: str) -> Iterator[tuple[str, str]]:
    """Yield (lemma, part) that a word may be a regular form of, surest first."""
    for part, endings in _ENDINGS.items():
        for ending, put in endings:
            for stem in _stems(word, ending, put):
                yield stem, part


def _stems(word: str, ending: str, put: str) -> Iterator[str]:
    """Yield what a word comes from by an ending; a doubled letter before it also single."""
    stem = word.removesuffix(ending)
    if stem == word or len(stem) < 2:
        return
    yield stem + put
    if not put and _DOUBLED.search(ending) and len(stem) > 3 and stem[-1] == stem[-2]:
        yield stem[:-1]
