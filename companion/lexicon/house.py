"""A household's own additions to a list and removals from it, laid over the list."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, replace

from companion.lexicon.wordlist import Verdict, WordList, normalise
from companion.text import said


@dataclass(frozen=True, slots=True)
class HouseList:
    """A list as one household plays it. Immutable: a change gives another list."""

    base: WordList
    added: frozenset[str] = frozenset()
    removed: frozenset[str] = frozenset()

    def with_word(self, word: str) -> HouseList:
        """The list with this word in it."""
        token = normalise(word)
        added = self.added if token in self.base else self.added | {token}
        return replace(self, added=added, removed=self.removed - {token})

    def without_word(self, word: str) -> HouseList:
        """The list without this word."""
        token = normalise(word)
        removed = self.removed | {token} if token in self.base else self.removed
        return replace(self, added=self.added - {token}, removed=removed)

    @property
    def lexicon_id(self) -> str:
        """The base's name, with a piece of the hash of the changes when there are any."""
        if not (self.added or self.removed):
            return self.base.lexicon_id
        changes = [f"+{word}" for word in sorted(self.added)]
        changes += [f"-{word}" for word in sorted(self.removed)]
        digest = hashlib.sha256(" ".join(changes).encode()).hexdigest()
        return f"{self.base.lexicon_id}+house-{digest[:8]}"

    @property
    def title(self) -> str:
        """The base's title; the verdict's sentence tells of a change to a word."""
        return self.base.title

    def __contains__(self, word: object) -> bool:
        if not isinstance(word, str):
            return False
        token = normalise(word)
        return token in self.added or (token not in self.removed and token in self.base)

    def has_prefix(self, prefix: str) -> bool:
        """Whether any word that counts here begins so."""
        start = normalise(prefix)
        if any(word.startswith(start) for word in self.added):
            return True
        return any(word not in self.removed for word in self.base.words_with_prefix(start))

    def judge(self, word: str) -> Verdict:
        """Return what to show, and to store, about a word."""
        verdict = replace(self.base.judge(word), lexicon_id=self.lexicon_id)
        if verdict.word in self.added:
            sentence = said('"{word}" is in the house list', word=verdict.word)
            return replace(verdict, known=True, sentence=sentence)
        if verdict.word in self.removed:
            sentence = said('"{word}" was taken off the house list', word=verdict.word)
            return replace(verdict, known=False, sentence=sentence)
        return verdict
