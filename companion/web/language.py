"""The language of a page: picked for each request."""

from __future__ import annotations

from collections.abc import Callable
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


def for_script(speaks: Language) -> dict[str, Any]:
    """Return what a page's script says texts with."""
    return {"language": speaks.code, "texts": dict(speaks.page_texts())}
