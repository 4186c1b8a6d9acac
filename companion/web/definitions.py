"""What a word means: as its list says, or else the book of meanings that is installed."""

from __future__ import annotations

from companion.lexicon import Verdict, definition, definitions_missing
from companion.text import NOTHING, Said
from companion.web.port import Playing

LANGUAGES = {"english": "en", "english-super": "en"}
"""Tile sets whose words the book explains."""


def meaning_of(verdict: Verdict, playing: Playing) -> tuple[str, str]:
    """Return a word's meaning and whose words these are; both empty where nobody knows.

    Args:
        verdict: What the list says of the word.
        playing: The game, whose tiles tell the language.
    """
    if verdict.definition:
        return verdict.definition, verdict.lexicon_title
    found = definition(verdict.word, LANGUAGES.get(playing.tiles.name, ""))
    return (found.sentence, found.source) if found is not None else ("", "")


def why_none(playing: Playing) -> Said:
    """Return why most words have no meaning here, one sentence; empty where they have."""
    if playing.tiles.name not in LANGUAGES:
        return NOTHING
    return definitions_missing()
