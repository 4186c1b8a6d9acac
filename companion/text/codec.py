"""Texts as JSON values, so that a log of today can be read in a language of tomorrow.

A text without gaps is its English; all others are an object with the template under "said".
What older programs wrote as a finished sentence is read as a text without gaps.
"""

from __future__ import annotations

from typing import Any, get_args

from companion.text.said import Argument, Kind, Said


def to_json(text: Said) -> str | dict[str, Any]:
    """Return a text as JSON values."""
    if text == Said(text.template):
        return text.template
    return _whole(text)


def from_json(data: object) -> Said:
    """Return the text that JSON values stand for. Raises ValueError if they are none."""
    if isinstance(data, str):
        return Said(data)
    if not isinstance(data, dict) or set(data) - {"said", "args", "plural", "context", "kind"}:
        raise ValueError("no text")
    words = [data.get(key, "") for key in ("said", "plural", "context")]
    args, kind = data.get("args", {}), data.get("kind", "template")
    if not all(isinstance(word, str) for word in words) or not isinstance(args, dict):
        raise ValueError("no text")
    if kind not in get_args(Kind):
        raise ValueError("no text of a known kind")
    values = tuple((str(name), _argument(value)) for name, value in args.items())
    text = Said(words[0], values, words[1], words[2], kind)
    try:
        str(text)
    except (KeyError, IndexError, ValueError, TypeError) as error:
        raise ValueError("a text whose gaps do not fit") from error
    return text


def _whole(text: Said) -> dict[str, Any]:
    args = {k: _whole(v) if isinstance(v, Said) else v for k, v in text.args}
    more = {"args": args, "plural": text.plural, "context": text.context}
    kind = {} if text.kind == "template" else {"kind": text.kind}
    return {"said": text.template, **{k: v for k, v in more.items() if v}, **kind}


def _argument(value: object) -> Argument:
    if isinstance(value, dict):
        return from_json(value)
    if isinstance(value, str | int | float) and not isinstance(value, bool):
        return value
    raise ValueError("no argument of a text")
