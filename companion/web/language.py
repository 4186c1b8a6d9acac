"""The page's texts: one JSON catalogue a language, picked for each request."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from types import MappingProxyType

from flask import Request

from companion.text.languages import PSEUDO, Language, best_of, language

FALLBACK = "en"
LANGUAGES = ("en", "de")
"""Languages with a catalogue, the fallback first."""

COOKIE = "companion_lang"


@cache
def catalogue(language: str) -> Mapping[str, str]:
    """Return all texts of one language; texts it lacks come from the fallback.

    Raises:
        KeyError: There is no such language.
    """
    if language not in LANGUAGES:
        raise KeyError(language)
    return MappingProxyType({**_read(FALLBACK), **_read(language)})


def _read(language: str) -> dict[str, str]:
    source = files("companion.web") / "texts" / f"{language}.json"
    texts = json.loads(source.read_text(encoding="utf-8"))
    return {str(key): str(text) for key, text in texts.items()}


def chosen(request: Request) -> str:
    """Return the language of a request: ?lang=, then the cookie, then Accept-Language."""
    for wish in (request.args.get("lang"), request.cookies.get(COOKIE)):
        if wish in LANGUAGES:
            return str(wish)
    return request.accept_languages.best_match(LANGUAGES) or FALLBACK


def speaking(request: Request) -> Language:
    """Return what writes texts for a request."""
    if request.args.get("lang") == PSEUDO:
        return language(PSEUDO)
    return best_of([chosen(request)])


@cache
def rule_texts(language: str) -> Mapping[str, str]:
    """Return the sentences of the rules in a language, by the English ones; `{0}` is a gap.

    The fallback language needs none: the rules speak it.
    """
    source = files("companion.web") / "texts" / f"rules_{language}.json"
    if language == FALLBACK or not source.is_file():
        return MappingProxyType({})
    texts = json.loads(source.read_text(encoding="utf-8"))
    return MappingProxyType({str(key): str(text) for key, text in texts.items()})
