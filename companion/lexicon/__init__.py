"""Word lists: which words are known, under which list's name. Lookups are pure.

A list never says that a word is invalid, only whether it is in the list: the free list knows
four of five words of an expert's game. What a word means is another question, and another book.
"""

from __future__ import annotations

from companion.lexicon.definitions import Definition, definition, definitions_missing
from companion.lexicon.house import HouseList
from companion.lexicon.loading import BUNDLED, choosable, load
from companion.lexicon.wordlist import Lexicon, Verdict, WordList, normalise

__all__ = [
    "BUNDLED",
    "Definition",
    "HouseList",
    "Lexicon",
    "Verdict",
    "WordList",
    "choosable",
    "definition",
    "definitions_missing",
    "load",
    "normalise",
]
