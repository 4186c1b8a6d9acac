"""A word list as one sorted block of bytes: opens in milliseconds, answers by bisection."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Protocol

from companion.text import Said, said

_END = b"\n"
_GAP = (
    b"\t"  # between word and definition; sorts before every letter, so word order is line order
)


@dataclass(frozen=True, slots=True)
class Verdict:
    """What a list says about a word; goes into the log as it is, so replay asks no list."""

    word: str
    """In upper case, as it was looked up."""

    known: bool
    """Whether the list has it."""

    lexicon_id: str
    """Name of the list and, for lists that can change, a piece of its hash."""

    lexicon_title: str
    """The list's name as people say it."""

    sentence: Said
    """The verdict for a screen; says "not in the list", never "invalid"."""

    definition: str = ""
    """The list's own gloss; empty when it has none."""


class Lexicon(Protocol):
    """Anything that can be asked for words: a list, or a list with a household's changes."""

    @property
    def lexicon_id(self) -> str:
        """Name that is stored in logs."""

    @property
    def title(self) -> str:
        """Name that is shown."""

    def __contains__(self, word: object) -> bool:
        """Whether the word is known; case does not matter."""

    def has_prefix(self, prefix: str) -> bool:
        """Whether any known word begins so; a whole word begins with itself."""

    def judge(self, word: str) -> Verdict:
        """What to show, and to store, about a word."""


class WordList:
    """An immutable set of words, with a definition for each that has one.

    Lines are UTF-8, upper case and in byte order, which for UTF-8 is the order of code points.
    Nothing is unpacked: 170,000 words take 1.7 MB, and a lookup is some twenty comparisons.
    """

    __slots__ = ("__weakref__", "_lines", "lexicon_id", "title")

    def __init__(self, lines: bytes, *, lexicon_id: str, title: str) -> None:
        """Take lines that are sorted and end in a newline; `from_words` makes such lines."""
        self._lines = lines
        self.lexicon_id = lexicon_id
        self.title = title

    @classmethod
    def from_words(
        cls,
        entries: Iterable[str | tuple[str, str]],
        *,
        title: str,
        lexicon_id: str | None = None,
    ) -> WordList:
        """Return a list of words, or of (word, definition); of doubles the last one stays.

        Args:
            entries: In any order and case.
            title: The name people use.
            lexicon_id: `None` makes it of the title and a piece of the content's hash.
        """
        glosses: dict[str, str] = {}
        for entry in entries:
            word, gloss = (entry, "") if isinstance(entry, str) else entry
            glosses[normalise(word)] = " ".join(gloss.split())
        lines = "".join(
            f"{word}\t{gloss}\n" if gloss else f"{word}\n"
            for word, gloss in sorted(glosses.items())
        ).encode()
        if lexicon_id is None:
            lexicon_id = f"{title}@{hashlib.sha256(lines).hexdigest()[:12]}"
        return cls(lines, lexicon_id=lexicon_id, title=title)

    def __len__(self) -> int:
        """How many words."""
        return self._lines.count(_END)

    def __iter__(self) -> Iterator[str]:
        """All words, in order."""
        return self.words_with_prefix("")

    def __contains__(self, word: object) -> bool:
        return isinstance(word, str) and self._find(normalise(word)) is not None

    def __repr__(self) -> str:
        return f"<WordList {self.lexicon_id}: {len(self)} words>"

    def has_prefix(self, prefix: str) -> bool:
        """Whether any word begins so; the empty prefix begins every word."""
        return next(self.words_with_prefix(prefix), None) is not None

    def words_with_prefix(self, prefix: str) -> Iterator[str]:
        """The words that begin so, in order; found without looking at the others."""
        sought = normalise(prefix).encode()
        start = self._first_at_or_after(sought)
        while start < len(self._lines) and self._lines.startswith(sought, start):
            end = self._lines.index(_END, start)
            yield self._lines[start:end].partition(_GAP)[0].decode()
            start = end + 1

    def definition(self, word: str) -> str:
        """The gloss of a word; empty when the list has none, or not the word."""
        return self._find(normalise(word)) or ""

    def judge(self, word: str) -> Verdict:
        """Return what to show, and to store, about a word."""
        sought = normalise(word)
        gloss = self._find(sought)
        known = gloss is not None
        return Verdict(
            word=sought,
            known=known,
            lexicon_id=self.lexicon_id,
            lexicon_title=self.title,
            sentence=said('"{word}" is in the {list} list', word=sought, list=self.title)
            if known
            else said('"{word}" is not in the {list} list', word=sought, list=self.title),
            definition=gloss or "",
        )

    def count_of_length(self, letters: int) -> int:
        """How many words have so many letters."""
        return len(re.findall(rf"(?m)^[^\t\n]{{{letters}}}(?=[\t\n])", self._lines.decode()))

    def sha256(self) -> str:
        """Hash of the words and definitions: two lists with the same content agree in it."""
        return hashlib.sha256(self._lines).hexdigest()

    def _find(self, word: str) -> str | None:
        """Return the definition of a normalised word, perhaps empty; `None` if not there."""
        sought = word.encode()
        if not sought or _END in sought or _GAP in sought:
            return None
        start = self._first_at_or_after(sought)
        end = self._lines.find(_END, start)
        found, _, gloss = (
            self._lines[start:end].partition(_GAP) if end >= 0 else (b"", b"", b"")
        )
        return gloss.decode() if found == sought else None

    def _first_at_or_after(self, sought: bytes) -> int:
        """Return the offset of the first line that does not sort before the bytes."""
        lines = self._lines
        low, high = 0, len(lines)  # both always stand at the beginning of a line, or at the end
        while low < high:
            middle = lines.rfind(_END, low, (low + high) // 2) + 1 or low
            end = lines.index(_END, middle)
            if lines[middle:end] < sought:
                low = end + 1
            else:
                high = middle
        return low


def normalise(word: str) -> str:
    """Return a word as lists hold it: upper case, without blanks around it.

    >>> normalise(" quiz "), normalise("straße")
    ('QUIZ', 'STRASSE')
    """
    return word.strip().upper()
