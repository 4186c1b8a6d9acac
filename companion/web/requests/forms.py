"""A form that the page drew from an action's fields, read back into a command."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from types import MappingProxyType
from typing import Any

from companion.errors import InputError, RuleViolation
from companion.lexicon import Lexicon
from companion.rules.api import Action
from companion.rules.crossword.challenges.rules import Judged
from companion.rules.engine.codec import from_json
from companion.text import said
from companion.web.port import Playing
from companion.web.requests.schemas import MAX_TILES, Body, placement_of, text_field, tile_of

MOST_WORDS = 10
"""A play forms at most one word and seven cross words; some sets have larger racks."""

MOST_TEXT = 200


def read_form(body: Body, actions: Iterable[Action], playing: Playing) -> Any:
    """Return the command of a filled-in form.

    Raises:
        RuleViolation: It is not on offer now.
        InputError: A field is missing, surplus or ill-formed.
    """
    command = text_field(body, "command", most=40)
    action = next((a for a in actions if a.command == command), None)
    if action is None:
        raise RuleViolation(said("This cannot be done now."))
    given = body.get("fields", {})
    if not isinstance(given, dict):
        raise InputError("`fields` must be an object.")
    surplus = set(given) - {field.name for field in action.fields}
    if surplus:
        raise InputError("There is no field {surplus!r} here.", surplus=min(surplus))
    data: dict[str, Any] = {"type": command}
    for field in action.fields:
        value = given.get(field.name)
        if value is not None:
            data[field.name] = _read(field.kind, value, field.name, playing)
        elif not field.optional:
            raise InputError("`{field}` is missing.", field=field.name)
    return from_json(data, playing.commands)


def judged(words: object, lexicon: Lexicon | None) -> tuple[Judged, ...]:
    """Return what the word list says of words that a page named.

    Raises:
        InputError: They are not words, or there is no list.
    """
    if lexicon is None:
        raise InputError("There is no word list; choose one with --lexicon.")
    if not isinstance(words, list) or not 1 <= len(words) <= MOST_WORDS:
        raise InputError(
            "`words` must be a list of 1 to {most_words} words.", most_words=MOST_WORDS
        )
    found = []
    for word in words:
        if not isinstance(word, str) or not 1 <= len(word) <= MOST_TEXT:
            raise InputError("A word is a text.")
        verdict = lexicon.judge(word)
        found.append(Judged(word, known=verdict.known, lexicon=verdict.lexicon_title))
    return tuple(found)


def _read(kind: str, value: object, name: str, playing: Playing) -> Any:
    if kind == "verdicts":
        return [
            {"word": w.word, "known": w.known, "lexicon": w.lexicon}
            for w in judged(value, playing.lexicon)
        ]
    read = _KINDS.get(kind)
    if read is None:
        raise InputError("`{name}` cannot be given here.", name=name)
    return read(value, name)


def _plain(value: object, name: str) -> Any:
    if isinstance(value, str) and len(value) > MOST_TEXT:
        raise InputError("`{name}` is too long.", name=name)
    if not isinstance(value, bool | int | str):
        raise InputError("`{name}` cannot be {kind}.", name=name, kind=type(value).__name__)
    return value


def _tile(value: object, _name: str) -> Any:
    tile = tile_of(value)
    return {"letter": tile.letter, "blank": tile.blank}


def _placement(value: object, _name: str) -> Any:
    laid = placement_of(value)
    return {"square": laid.square.name, "tile": _tile(laid.tile.text, "")}


def _many(one: Callable[[object, str], Any]) -> Callable[[object, str], Any]:
    def read(value: object, name: str) -> Any:
        if not isinstance(value, list) or len(value) > MAX_TILES:
            raise InputError("`{name}` must be a list.", name=name)
        return [one(item, name) for item in value]

    return read


_KINDS: Mapping[str, Callable[[object, str], Any]] = MappingProxyType(
    {
        "placements": _many(_placement),
        "tiles": _many(_tile),
        "racks": _many(_many(_tile)),
        "tile": _tile,
        "square": _plain,
        "blank": _plain,
        "turn": _plain,
        "number": _plain,
        "player": _plain,
        "text": _plain,
        "card": _plain,
        "flag": _plain,
        "numbers": _many(_plain),
        "texts": _many(_plain),
        "cards": _many(_plain),
        "hands": _many(_many(_plain)),
    }
)
