"""Languages: writes what is said, with catalogues in gettext's form (`locale/*.po`).

Catalogues are made and checked with Babel (`make texts`); plural forms and lists follow CLDR.
"""

from __future__ import annotations

import gettext
from collections.abc import Callable, Container, Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from types import MappingProxyType
from typing import Any

from babel import Locale, UnknownLocaleError
from babel.core import get_locale_identifier, negotiate_locale, parse_locale
from babel.lists import format_list
from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import read_po

from companion.text.said import COUNT, Argument, Kind, Said, joined, written

ENGLISH = "en"
PSEUDO = "en-XA"
"""Every text in brackets and a third longer: shows what is not in the catalogues, and what has
no room. Never offered, only asked for by name."""

LANGUAGES = (ENGLISH, "de")
"""What is offered, in menu order."""

LONGER = 0.3

Writer = Callable[[Argument], str]
"""Writes a text in some language."""


@dataclass(frozen=True, slots=True)
class Language:
    """One language that people may choose.

    Attributes:
        code: As browsers name it, such as `de`.
        locale: For numbers, dates and lists.
        catalogue: Translations; None for English itself.
    """

    code: str
    locale: Locale
    catalogue: Catalog | None = None
    plural_of: Callable[[int], int] = field(default=lambda n: int(n != 1))

    @property
    def name(self) -> str:
        """Its own name, such as "Deutsch"."""
        return str(self.locale.get_language_name(self.locale.language)).capitalize()

    def write(self, text: Argument) -> str:
        """Return a text in this language; what is not translated stays English.

        Names, words and numbers are written as they are.
        """
        if not isinstance(text, Said):
            return str(text)
        plain = written(text, self._template, self._joined)
        return _pseudo(plain) if self.code == PSEUDO and plain else plain

    def write_all(self, value: object) -> Any:
        """Return JSON values with every text among them written in this language."""
        match value:
            case Said():
                return self.write(value)
            case dict():
                return {key: self.write_all(each) for key, each in value.items()}
            case list() | tuple():
                return [self.write_all(each) for each in value]
            case _:
                return value

    def _template(self, text: Said) -> str:
        form = 0
        if text.plural:
            count = text.values.get(COUNT)
            form = self.plural_of(count) if isinstance(count, int) else 1
        return self.translated(text.template, text.plural, text.context, form)

    def translated(self, one: str, many: str = "", context: str = "", form: int = 0) -> str:
        """Return the template for a form of the plural, English where there is none."""
        found = None
        if self.catalogue is not None:
            found = self.catalogue.get(one, context or None)
        if found is not None and found.string and not found.fuzzy:
            forms = found.string if isinstance(found.string, tuple | list) else (found.string,)
            return str(forms[min(form, len(forms) - 1)]) or one
        return many if many and form else one

    def _joined(self, items: list[str], kind: Kind) -> str:
        if kind in ("and", "or"):
            return format_list(items, "or" if kind == "or" else "standard", self.locale)
        return joined(items, kind)

    def page_texts(self, scripts: Container[str]) -> Mapping[str, list[str]]:
        """Return the texts that scripts of a page say: forms by context and English.

        Args:
            scripts: Names of their files.
        """
        made_longer = self.code == PSEUDO
        catalogue = language(LANGUAGES[1]).catalogue if made_longer else self.catalogue
        return MappingProxyType(
            {
                _key(message): list(map(_pseudo, _ids(message)))
                if made_longer
                else _forms(message)
                for message in catalogue or ()
                if message.id
                and (made_longer or message.string)
                and any(path.rpartition("/")[2] in scripts for path, _ in message.locations)
            }
        )


def _ids(message: Message) -> tuple[str, ...]:
    return (message.id,) if isinstance(message.id, str) else tuple(message.id)


def _key(message: Message) -> str:
    one = _ids(message)[0]
    return f"{message.context}\u0004{one}" if message.context else one


def _forms(message: Message) -> list[str]:
    string = message.string or ()
    return [string] if isinstance(string, str) else list(string)


def _pseudo(text: str) -> str:
    more = "~" * round(len(text) * LONGER)
    words = (more[at : at + 6] for at in range(0, len(more), 6))  # lines break between them
    return f"[{text}{' '.join(words)}]"


@cache
def language(code: str) -> Language:
    """Return a language by its code.

    Raises:
        KeyError: There is no catalogue of it.
    """
    if code in (ENGLISH, PSEUDO):
        return Language(code, Locale.parse("en_GB"))  # lists without a comma before "and"
    if code not in LANGUAGES:
        raise KeyError(code)
    source = files("companion.text") / "locale" / f"{code}.po"
    with source.open("rb") as stream:
        catalogue = read_po(stream, locale=code.replace("-", "_"))
    plural_of = gettext.c2py(catalogue.plural_expr)
    return Language(code, Locale.parse(code, sep="-"), catalogue, plural_of)


def best_of(wishes: list[str]) -> Language:
    """Return the offered language that suits best.

    Args:
        wishes: Codes such as `de-AT` or `de_DE.UTF-8`, the dearest first.
    """
    codes = [code for wish in wishes if (code := _code(wish))]
    found = negotiate_locale(codes, list(LANGUAGES), sep="-")
    return language(found or ENGLISH)


def _code(wish: str) -> str:
    try:
        parts = parse_locale(wish.partition(".")[0].replace("-", "_"))
    except (ValueError, UnknownLocaleError):
        return ""
    return str(get_locale_identifier(parts[:2], sep="-"))
