"""The language of a page: picked for each request."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from importlib import resources
from typing import Any

from flask import Request
from flask import request as this_request
from flask.json.provider import DefaultJSONProvider

from companion.text import Argument, Said
from companion.text.languages import LANGUAGES, PSEUDO, Language, best_of, language

COOKIE = "companion_lang"


def speaking(request: Request) -> Language:
    """Return what writes texts for a request: ?lang=, then the cookie, then Accept-Language."""
    for wish in (request.args.get("lang"), request.cookies.get(COOKIE)):
        if wish in (*LANGUAGES, PSEUDO):
            return language(wish)
    return best_of([code for code, _ in request.accept_languages])


class InItsLanguage(DefaultJSONProvider):
    """Writes the texts in an answer in the language of its request."""

    def dumps(self, obj: Any, **kwargs: Any) -> str:
        """Return JSON whose letters stand as they are; escaped, they are six times as long.

        What is no letter (half of a pair, from an old log) is escaped all the same.
        """
        text = super().dumps(obj, **kwargs | {"ensure_ascii": False})
        try:
            text.encode("utf-8")
        except UnicodeEncodeError:
            return super().dumps(obj, **kwargs)
        return text

    @staticmethod
    def default(value: Any) -> Any:
        """Return JSON values for what is none."""
        if isinstance(value, Said):
            return speaking(this_request).write(value)
        return DefaultJSONProvider.default(value)


def names() -> list[list[str]]:
    """Return the languages that can be chosen: code and own name."""
    return [[code, language(code).name] for code in LANGUAGES]


def for_template(speaks: Language) -> dict[str, Callable[..., str]]:
    """Return what templates say texts with, as scripts do: `t`, and `tc` with a context."""

    def t(template: str, **args: Argument) -> str:
        return speaks.write(Said(template, tuple(args.items())))

    def tc(context: str, template: str, **args: Argument) -> str:
        return speaks.write(Said(template, tuple(args.items()), context=context))

    return {"t": t, "tc": tc}


def for_script(speaks: Language, template: str) -> dict[str, Any]:
    """Return what a page's scripts say texts with: no others than theirs.

    Args:
        speaks: The visitor's language.
        template: Name of the page's template.
    """
    return {"language": speaks.code, "texts": dict(speaks.page_texts(scripts_of(template)))}


@cache
def scripts_of(template: str) -> frozenset[str]:
    """Return the files of the scripts that a page loads, with all that those import."""
    here = resources.files("companion.web")
    found: set[str] = set()
    text = here.joinpath("templates", template).read_text(encoding="utf-8")
    more = set(_LOADED.findall(text))
    while more:
        found |= more
        texts = [here.joinpath("static", "js", n).read_text(encoding="utf-8") for n in more]
        more = {name for text in texts for name in _IMPORTED.findall(text)} - found
    return frozenset(found)


_LOADED = re.compile(r"filename='js/(\w+\.js)'")
_IMPORTED = re.compile(r"""(?:from|import) ?"\./(\w+\.js)\"""")
