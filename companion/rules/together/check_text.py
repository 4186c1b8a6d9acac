"""Checks as people write them: typed as a text, or in a TOML file; and back as a text.

A text is a name and what it needs: `edge`, `premium red`, `premium red x2`, `length 5`,
`length >= 6`, `letter_value 3 x2`, `without IOU in all`, `vowels distinct >= 3`,
`all(corner, letter_value 3)`, `not(direction horizontal)`, `on_column H`, `manual`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import cast

from companion.errors import ConfigError
from companion.rules.tables import Table
from companion.rules.together.checks import KNOWN, OF_WORDS, Bounds, Check, Scope

_DEEPEST = 6
_LONGEST = 400

NUMBERED = frozenset(
    {
        "length", "letter_value", "word_value", "vowels", "tiles_laid", "words_formed",
        "cross_words", "on_row", "on_column",
    }
)  # fmt: skip
"""Checks of a number."""

COUNTED = frozenset({"premium", "letter_value"})
"""Checks that know `at_least`."""

COMBINED = frozenset({"all", "any", "not"})

_LETTERS = None
WORDS: Mapping[str, tuple[str, ...] | None] = MappingProxyType(
    {
        "premium": _LETTERS,
        "direction": ("horizontal", "vertical"),
        "without": _LETTERS,
        "contains": _LETTERS,
        "starts": _LETTERS,
        "ends": _LETTERS,
        "only_vowel": _LETTERS,
        "vowels": ("total", "distinct"),
        "extends": ("any", "front", "back", "both"),
        "quadrant": ("top-left", "top-right", "bottom-left", "bottom-right"),
    }
)
"""Checks that take a word, and which; None for any."""

_DEFAULT_WORD: Mapping[str, str] = MappingProxyType({"vowels": "total", "extends": "any"})
_KEY = MappingProxyType(
    {
        "premium": "colour", "without": "letters", "contains": "letters", "starts": "letters",
        "ends": "letters", "only_vowel": "letter", "direction": "is", "vowels": "count",
        "extends": "end", "quadrant": "is",
    }
)  # fmt: skip
"""The word's name in a TOML table."""

_TOKEN = re.compile(r"\s*(>=|<=|[=(),]|[^\s=(),<>]+)")


def build(
    name: str,
    word: str = "",
    bounds: Bounds | None = None,
    at_least: int = 1,
    scope: str = "any",
    parts: tuple[Check, ...] = (),
) -> Check:
    """Return a check that makes sense.

    Raises:
        ConfigError: It does not; says why.
    """
    if name not in KNOWN:
        raise ConfigError(f"There is no check {name!r}; known are {', '.join(sorted(KNOWN))}.")
    bounds = bounds or Bounds()
    if (name in NUMBERED) != (bounds != Bounds()):
        raise ConfigError(f"The check {name!r} takes {_needed(name)}.")
    word = _word(name, word)
    if at_least != 1 and (name not in COUNTED or at_least < 1):
        raise ConfigError(f"The check {name!r} does not take the count {at_least}.")
    if scope not in ("main", "any", "all") or (scope != "any" and name not in OF_WORDS):
        raise ConfigError(f"The check {name!r} cannot be looked for in {scope!r}.")
    if (name in COMBINED) != bool(parts) or (name == "not" and len(parts) != 1):
        raise ConfigError(f"The check {name!r} takes {_needed(name)}.")
    return Check(name, word, bounds, at_least, cast("Scope", scope), parts)


def _needed(name: str) -> str:
    if name in COMBINED:
        return "one check" if name == "not" else "checks"
    return "a number" if name in NUMBERED else "no number and no further checks"


def _word(name: str, word: str) -> str:
    if name not in WORDS:
        if word:
            raise ConfigError(f"The check {name!r} does not take the word {word!r}.")
        return ""
    word = word or _DEFAULT_WORD.get(name, "")
    allowed = WORDS[name]
    if not word or (allowed is not None and word.lower() not in allowed):
        choice = "a word" if allowed is None else "one of " + ", ".join(allowed)
        raise ConfigError(f"The check {name!r} takes {choice}, not {word!r}.")
    if name == "premium" or allowed is not None:
        return word.lower()
    return word.upper()


# --- typed text ------------------------------------------------------------------------------


def parse_check(text: str) -> Check:
    """Return the check a typed text means.

    Raises:
        ConfigError: It means none; says why.
    """
    if len(text) > _LONGEST:
        raise ConfigError(f"A check is written in at most {_LONGEST} characters.")
    tokens = _TOKEN.findall(text)
    if "".join(tokens) != re.sub(r"\s", "", text) or not tokens:
        raise ConfigError(f"{text!r} is not a check, such as 'length >= 6'.")
    check, rest = _parse(tokens, 0)
    if rest:
        raise ConfigError(f"{text!r} goes on after a whole check at {rest[0]!r}.")
    return check


def _parse(tokens: list[str], depth: int) -> tuple[Check, list[str]]:
    if depth > _DEEPEST or not tokens:
        raise ConfigError("A check is missing, or checks are nested too deeply.")
    name, rest = tokens[0].lower(), tokens[1:]
    if rest[:1] == ["("]:
        return _parse_parts(name, rest[1:], depth)
    end = next((i for i, t in enumerate(rest) if t in (",", ")")), len(rest))
    return _parse_simple(name, rest[:end]), rest[end:]


def _parse_parts(name: str, rest: list[str], depth: int) -> tuple[Check, list[str]]:
    parts = []
    while True:
        part, rest = _parse(rest, depth + 1)
        parts.append(part)
        if rest[:1] == [","]:
            rest = rest[1:]
        elif rest[:1] == [")"]:
            return build(name, parts=tuple(parts)), rest[1:]
        else:
            raise ConfigError(f"The list of checks of {name!r} lacks its closing bracket.")


def _parse_simple(name: str, args: list[str]) -> Check:
    word, scope, at_least = "", "any", 1
    bounds: dict[str, int] = {}
    items = iter(args)
    for item in items:
        if item in ("=", ">=", "<="):
            bounds[{"=": "eq", ">=": "ge", "<=": "le"}[item]] = _number(name, next(items, ""))
        elif item == "in":
            scope = next(items, "")
        elif re.fullmatch(r"x\d{1,2}", item):
            at_least = int(item[1:])
        elif item.isdecimal() or (name == "on_column" and not bounds):
            bounds["eq"] = _number(name, item)
        elif word:
            raise ConfigError(f"The check {name!r} takes one word, not {word!r} and {item!r}.")
        else:
            word = item
    return build(name, word, Bounds(**bounds), at_least, scope)


def _number(name: str, text: str) -> int:
    if text.isdecimal() and len(text) < 5:
        return int(text)
    if name == "on_column" and re.fullmatch("[A-Za-z]", text):
        return ord(text.upper()) - ord("A") + 1
    raise ConfigError(f"The check {name!r} needs a number, not {text!r}.")


def write_check(check: Check) -> str:
    """Return a check as `parse_check` reads it."""
    if check.parts:
        return f"{check.name}({', '.join(map(write_check, check.parts))})"
    return " ".join((check.name, *_arguments(check)))


def _arguments(check: Check) -> Iterator[str]:
    if check.word and check.word != _DEFAULT_WORD.get(check.name):
        yield check.word
    for sign, number in (
        ("", check.bounds.eq), (">= ", check.bounds.ge), ("<= ", check.bounds.le)
    ):  # fmt: skip
        if number is not None:
            yield f"{sign}{number}"
    if check.at_least != 1:
        yield f"x{check.at_least}"
    if check.scope != "any":
        yield f"in {check.scope}"


# --- TOML ------------------------------------------------------------------------------------


def check_from_toml(value: object, where: str, depth: int = 0) -> Check:
    """Return the check that a TOML value means: a text, or a table with one check as its key.

    Raises:
        ConfigError: It means none; says where.
    """
    if depth > _DEEPEST:
        raise ConfigError(f"{where}: checks are nested too deeply.")
    if isinstance(value, str):
        try:
            return parse_check(value)
        except ConfigError as error:
            raise ConfigError(f"{where}: {error}") from error
    if not isinstance(value, dict) or len(value) != 1:
        raise ConfigError(f"{where}: a check is a text or a table of one check.")
    ((name, given),) = value.items()
    if name in COMBINED:
        listed = given if isinstance(given, list) else [given]
        return build(
            name, parts=tuple(check_from_toml(part, where, depth + 1) for part in listed)
        )
    try:
        return _from_table(name, given, where)
    except ConfigError as error:
        text = str(error)
        raise ConfigError(text if text.startswith(where) else f"{where}: {text}") from error


def _from_table(name: str, given: object, where: str) -> Check:
    if given is True:
        return build(name)
    if isinstance(given, str):
        return build(name, given)
    if isinstance(given, int):
        return build(name, bounds=Bounds(eq=given))
    if not isinstance(given, dict):
        raise ConfigError(f"{where}: the check {name!r} cannot be {given!r}.")
    table = Table(f"{where}, {name}", given)
    bounds = {key: table.whole(key) for key in ("eq", "ge", "le") if key in table}
    check = build(
        name,
        table.text(_KEY.get(name, "word"), ""),
        Bounds(**bounds),
        table.whole("at_least", 1),
        table.text("scope", "any"),
    )
    table.close()
    return check
