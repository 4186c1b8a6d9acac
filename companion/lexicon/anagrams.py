"""Words that are anagrams of a list's words: what counts in the game of Clabbers."""

from __future__ import annotations

from dataclasses import replace

from companion.lexicon.wordlist import Verdict, WordList
from companion.text import said


class Anagrams:
    """Which letters a list can make a word of; who asks first waits a second for it."""

    def __init__(self, base: WordList) -> None:
        """Take the list; nothing is read before somebody asks."""
        self._base = base
        self._words: dict[str, str] = {}

    def word_of(self, letters: str) -> str:
        """Return a word of the list made of just these letters; empty if there is none."""
        if not self._words:
            self._words = {_key(word): word for word in self._base}
        return self._words.get(_key(letters), "")

    def judged(self, verdict: Verdict) -> Verdict:
        """Return a verdict that also lets anagrams of the list's words stand."""
        word = "" if verdict.known else self.word_of(verdict.word)
        if not word:
            return verdict
        sentence = said('"{word}" is an anagram of "{known}"', word=verdict.word, known=word)
        return replace(verdict, known=True, sentence=sentence)


def _key(word: str) -> str:
    return "".join(sorted(word))
