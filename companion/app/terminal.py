"""What is told at a terminal, in the language of who sits there.

The language is one for the whole program: threads tell things too.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Mapping, Sequence
from typing import Any

from companion.errors import ConfigError
from companion.text import Argument, listed, said
from companion.text.languages import (
    ENGLISH,
    LANGUAGES,
    PSEUDO,
    Language,
    best_of,
    language,
)

FLAG = "--lang"
VARIABLE = "COMPANION_LANG"

ARGPARSE = (
    said("usage: "), said("positional arguments"), said("options"),
    said("show this help message and exit"), said("show program's version number and exit"),
    said("%(prog)s: error: %(message)s\n"), said("argument %(argument_name)s: %(message)s"),
    said("the following arguments are required: %s"), said("unrecognized arguments: %s"),
    said("invalid choice: %(value)r (choose from %(choices)s)"),
    said("invalid %(type)s value: %(value)r"), said("expected one argument"),
    said("expected at least one argument"),
    said("ambiguous option: %(option)s could match %(matches)s"),
)  # fmt: skip
"""What Python's own reader of command lines says; it asks gettext for each by its English."""

_spoken = {"language": language(ENGLISH)}


def use(speaks: Language) -> None:
    """Tell everything in a language from now on, Python's reader of command lines too."""
    _spoken["language"] = speaks
    known = {text.template for text in ARGPARSE}

    def translated(english: str) -> str:
        return write(said(english)) if english in known else english

    setattr(argparse, "_", translated)  # noqa: B010 - it has no other way to be told


def spoken() -> Language:
    """Return the language in use."""
    return _spoken["language"]


def asked(words: Sequence[str], environment: Mapping[str, str]) -> Language:
    """Return the language that is asked for: by the flag, our variable, or the locale.

    Args:
        words: Of the command line, which is not understood yet: its help has a language too.
        environment: Of the process.

    Raises:
        ConfigError: The flag names a language there is not.
    """
    for at, word in enumerate(words):
        flag, equals, code = word.partition("=")
        if flag == FLAG and (equals or words[at + 1 : at + 2]):
            return _named(code if equals else words[at + 1])
    names = ("LC_ALL", "LC_MESSAGES", "LANG")
    locale = next(filter(None, map(environment.get, names)), "C")
    wishes = [] if locale in ("C", "POSIX") else [*environment.get("LANGUAGE", "").split(":")]
    return best_of([environment.get(VARIABLE, ""), *wishes, locale])


def _named(code: str) -> Language:
    if code in (*LANGUAGES, PSEUDO):
        return language(code)
    found = best_of([code])
    if not code.lower().startswith(found.code):
        codes = listed(LANGUAGES, "or")
        raise ConfigError("--lang takes {codes}, not {code!r}.", codes=codes, code=code)
    return found


def write(text: Argument) -> str:
    """Return a text in the language in use."""
    return spoken().write(text)


def t(template: str, /, **args: Argument) -> str:
    """Return a text in the language in use, from its template."""
    return write(said(template, **args))


def tell(text: Argument) -> None:
    """Tell a person something; standard output stays free for programs."""
    sys.stderr.write(f"{write(text)}\n")
    sys.stderr.flush()


def json_line(answer: Mapping[str, Any]) -> str:
    """Return an answer as a line of JSON, its texts in the language in use."""
    return json.dumps(answer, ensure_ascii=False, default=write)
