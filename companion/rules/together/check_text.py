"""Checks as people write them: typed as a text, or in a TOML file; and back as a text.

A text is a name and what it needs: `edge`, `premium red`, `premium red x2`, `length 5`,
`length >= 6`, `letter_value 3 x2`, `without IOU in all`, `vowels distinct >= 3`,
`all(corner, letter_value 3)`, `not(direction horizontal)`, `on_column H`, `manual`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType
from typing import cast

from companion.errors import ConfigError
from companion.rules.crossword.tables import Table
from companion.rules.together.checks import KNOWN, OF_WORDS, Bounds, Check, Scope
from companion.text import Said, listed, said

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
        raise ConfigError(
            said(
                "There is no check {name}; known are {known}.",
                name=repr(name),
                known=listed(sorted(KNOWN), "comma"),
            )
        )
    bounds = bounds or Bounds()
    if (name in NUMBERED) != (bounds != Bounds()):
        raise ConfigError(
            said("The check {name} takes {needed}.", name=repr(name), needed=_needed(name))
        )
    word = _word(name, word)
    if at_least != 1 and (name not in COUNTED or at_least < 1):
        raise ConfigError(
            said(
                "The check {name} does not take the count {at_least}.",
                name=repr(name),
                at_least=at_least,
            )
        )
    if scope not in ("main", "any", "all") or (scope != "any" and name not in OF_WORDS):
        raise ConfigError(
            said(
                "The check {name} cannot be looked for in {scope}.",
                name=repr(name),
                scope=repr(scope),
            )
        )
    if (name in COMBINED) != bool(parts) or (name == "not" and len(parts) != 1):
        raise ConfigError(
            said("The check {name} takes {needed}.", name=repr(name), needed=_needed(name))
        )
    return Check(name, word, bounds, at_least, cast("Scope", scope), parts)


def _needed(name: str) -> Said:
    if name in COMBINED:
        return said("one check") if name == "not" else said("checks")
    return said("a number") if name in NUMBERED else said("no number and no further checks")


def _word(name: str, word: str) -> str:
    if name not in WORDS:
        if word:
            raise ConfigError(
                said(
                    "The check {name} does not take the word {word}.",
                    name=repr(name),
                    word=repr(word),
                )
            )
        return ""
    word = word or _DEFAULT_WORD.get(name, "")
    allowed = WORDS[name]
    if not word or (allowed is not None and word.lower() not in allowed):
        words = listed(allowed or (), "comma")
        choice = said("one of {choices}", choices=words) if allowed else said("a word")
        raise ConfigError(
            said(
                "The check {name} takes {choice}, not {word}.",
                name=repr(name),
                choice=choice,
                word=repr(word),
            )
        )
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
        raise ConfigError(
            said("A check is written in at most {most} characters.", most=_LONGEST)
        )
    tokens = _TOKEN.findall(text)
    if "".join(tokens) != re.sub(r"\s", "", text) or not tokens:
        raise ConfigError(
            said("{text} is not a check, such as 'length >= 6'.", text=repr(text))
        )
    check, rest = _parse(tokens, 0)
    if rest:
        raise ConfigError(
            said(
                "{text} goes on after a whole check at {rest}.",
                text=repr(text),
                rest=repr(rest[0]),
            )
        )
    return check


def _parse(tokens: list[str], depth: int) -> tuple[Check, list[str]]:
    if depth > _DEEPEST or not tokens:
        raise ConfigError(said("A check is missing, or checks are nested too deeply."))
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
            raise ConfigError(
                said("The list of checks of {name} lacks its closing bracket.", name=repr(name))
            )


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
            raise ConfigError(
                said(
                    "The check {name} takes one word, not {word} and {item}.",
                    name=repr(name),
                    word=repr(word),
                    item=repr(item),
                )
            )
        else:
            word = item
    return build(name, word, Bounds(**bounds), at_least, scope)


def _number(name: str, text: str) -> int:
    if text.isdecimal() and len(text) < 5:
        return int(text)
    if name == "on_column" and re.fullmatch("[A-Za-z]", text):
        return ord(text.upper()) - ord("A") + 1
    raise ConfigError(
        said("The check {name} needs a number, not {text}.", name=repr(name), text=repr(text))
    )


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


def check_from_toml(value: object, where: Said, depth: int = 0) -> Check:
    """Return the check that a TOML value means: a text, or a table with one check as its key.

    Raises:
        ConfigError: It means none; says where.
    """
    if depth > _DEEPEST:
        raise ConfigError(said("{where}: checks are nested too deeply.", where=where))
    if isinstance(value, str):
        return _placed(where, lambda: parse_check(value))
    if not isinstance(value, dict) or len(value) != 1:
        raise ConfigError(
            said("{where}: a check is a text or a table of one check.", where=where)
        )
    ((name, given),) = value.items()
    if name in COMBINED:
        rows = given if isinstance(given, list) else [given]
        parts = tuple(check_from_toml(part, where, depth + 1) for part in rows)
        return _placed(where, lambda: build(name, parts=parts))
    return _from_table(name, given, where)


def _placed(where: Said, make: Callable[[], Check]) -> Check:
    """Return what is made, or say where it cannot be."""
    try:
        return make()
    except ConfigError as error:
        raise ConfigError(said("{where}: {error}", where=where, error=error.said)) from error


def _from_table(name: str, given: object, where: Said) -> Check:
    if given is True:
        return _placed(where, lambda: build(name))
    if isinstance(given, str):
        return _placed(where, lambda: build(name, given))
    if isinstance(given, int):
        return _placed(where, lambda: build(name, bounds=Bounds(eq=given)))
    if not isinstance(given, dict):
        raise ConfigError(
            said(
                "{where}: the check {name} cannot be {given}.",
                where=where,
                name=repr(name),
                given=repr(given),
            )
        )
    table = Table(said("{where}, {name}", where=where, name=name), given)
    bounds = {key: table.whole(key) for key in ("eq", "ge", "le") if key in table}
    word, at_least = table.text(_KEY.get(name, "word"), ""), table.whole("at_least", 1)
    scope = table.text("scope", "any")
    check = _placed(where, lambda: build(name, word, Bounds(**bounds), at_least, scope))
    table.close()
    return check
