"""What a word means, offline: the project's own glosses first, then WordNet's.

Not a verdict: a word without a definition may be in every list, and the other way round.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources

from companion.errors import DependencyMissing
from companion.lexicon.wordlist import normalise
from companion.lexicon.wordnet import Sense, WordNet, lemmas
from companion.text import NOTHING, Said

LANGUAGE = "en"
"""The language that definitions are in, and of the words that have one."""

OWN = "Tabletop Companion"
"""Source of the glosses that the package carries."""


@dataclass(frozen=True, slots=True)
class Definition:
    """What a word means."""

    word: str
    """The word that was asked for, in upper case."""

    lemma: str
    """The word that is explained, in upper case: QUIZ where QUIZZES was asked for."""

    part: str
    """Part of speech of the lemma: noun, verb, adjective, adverb, interjection, ..."""

    gloss: str
    """The explanation, without examples."""

    source: str
    """Whose words these are: `WordNet` or `Tabletop Companion`."""

    @property
    def sentence(self) -> str:
        """All of it on one line, as a screen shows it.

        >>> Definition("QUIZZES", "QUIZ", "noun", "a short test", "WordNet").sentence
        'QUIZZES, from QUIZ (noun): a short test'
        """
        origin = "" if self.lemma == self.word else f", from {self.lemma}"
        return f"{self.word}{origin} ({self.part}): {self.gloss}"


def definition(word: str, language: str = LANGUAGE) -> Definition | None:
    """Return what a word means; `None` where that is not known.

    Args:
        word: In any case; forms such as plurals are traced to their word.
        language: Of the game's tile set; only English words are explained.
    """
    if language != LANGUAGE:
        return None
    sought = normalise(word)
    own = _own()
    if sought in own:
        return _made(sought, own[sought], OWN)
    wordnet = _wordnet()
    found = wordnet.define(sought) if isinstance(wordnet, WordNet) else None
    if found is not None:
        return _made(sought, found, "WordNet")
    for stem, part in lemmas(sought.lower()):
        base = own.get(stem.upper())
        if base is not None and base.part == part:
            return _made(sought, base, OWN)
    return None


def definitions_missing() -> Said:
    """Return one sentence on why most words have no definition; empty when they have."""
    wordnet = _wordnet()
    return NOTHING if isinstance(wordnet, WordNet) else wordnet


def _made(word: str, sense: Sense, source: str) -> Definition:
    return Definition(word, sense.lemma.upper(), sense.part, sense.gloss, source)


@cache
def _own() -> Mapping[str, Sense]:
    """The glosses of the package, by word in upper case."""
    file = resources.files("companion.lexicon") / "data" / "glosses.tsv"
    glosses: dict[str, Sense] = {}
    for line in file.read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            word, part, gloss = line.split("\t")
            glosses[word.upper()] = Sense(word, part, gloss)
    return glosses


@cache
def _wordnet() -> WordNet | Said:
    """WordNet, opened once; or the sentence on what is missing."""
    try:
        return WordNet()
    except DependencyMissing as fault:
        return fault.said
