"""A text before it is in any language: an English template and what goes into its gaps.

The English template is the key to its translations, as with gettext. Arguments are named, so
that a translation may put them in another order; an argument that is itself `Said` is
translated, a plain string is a name, a word or a square and never is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

Argument: TypeAlias = "Said | str | int | float"
"""What a gap may hold. A plain string is never translated."""

Kind = Literal["template", "sentences", "and", "or", "comma", "verbatim"]

COUNT = "n"
"""Name of the argument that a plural goes by."""


@dataclass(frozen=True, slots=True)
class Said:
    """One text; empty ones are false. Made by the functions of this module.

    Attributes:
        template: The English text with gaps such as `{player}`; of a plural, the text for one.
        args: Name and value of each gap; of a list, its items.
        plural: The English text for other numbers; empty where no number decides.
        context: Tells apart what is one word in English and two elsewhere; never shown.
        kind: Whether this is a template, several texts one after the other, or verbatim.
    """

    template: str
    args: tuple[tuple[str, Argument], ...] = ()
    plural: str = ""
    context: str = ""
    kind: Kind = "template"

    def __bool__(self) -> bool:
        return bool(self.template or self.args)

    def __str__(self) -> str:
        """In English, for logs and for who reads the program's own language."""
        return written(self, _english, joined)

    def __format__(self, spec: str) -> str:
        raise TypeError("A text is no part of an f-string: make it an argument of `said`.")

    @property
    def values(self) -> Mapping[str, Argument]:
        """What goes into the gaps, by name."""
        return dict(self.args)


FROM_FILE = "game file"
"""The context of texts that a game's file holds."""

NOTHING = Said("")
"""Nothing to say."""


def said(template: str, /, **args: Argument) -> Said:
    """Return a text, such as `said("{player} wins with {points}.", player=..., points=...)`."""
    return Said(template, tuple(args.items()))


def said_n(one: str, many: str, n: int, /, **args: Argument) -> Said:
    """Return a text that depends on a number, which is its argument `n`.

    Each language picks among as many forms as it has (CLDR).
    """
    return Said(one, ((COUNT, n), *args.items()), plural=many)


def said_in(context: str, template: str, /, **args: Argument) -> Said:
    """Return a text whose English is one with another's, told apart by a context."""
    return Said(template, tuple(args.items()), context=context)


def listed(items: Iterable[Argument], kind: Literal["and", "or", "comma"] = "and") -> Said:
    """Return a list: "A, B and C", "A, B or C" or "A, B, C"."""
    return _row(items, kind)


def sentences(*parts: Argument) -> Said:
    """Return texts one after the other, without empty ones; one alone stays itself."""
    kept = [part for part in parts if part or part == 0]
    if len(kept) == 1 and isinstance(kept[0], Said):
        return kept[0]
    return _row(kept, "sentences")


def verbatim(text: str) -> Said:
    """Return a text that somebody typed; it is the same in every language."""
    return Said(text, kind="verbatim")


def from_file(text: str) -> Said:
    """Return a text of a game's file; those of the bundled files are in the catalogues.

    What a family has typed is hardly one of those, and then stays as it is.
    """
    return Said(text, context=FROM_FILE)


def _row(items: Iterable[Argument], kind: Kind) -> Said:
    return Said("", tuple((str(at), item) for at, item in enumerate(items)), kind=kind)


def written(
    text: Said,
    template_of: Callable[[Said], str],
    join: Callable[[list[str], Kind], str],
) -> str:
    """Return a text written out.

    Args:
        text: What to write.
        template_of: Gives the template to fill, in some language and for the text's number.
        join: Writes items as a list of some kind.
    """
    if text.kind == "verbatim":
        return text.template

    def value(arg: Argument) -> Any:
        return written(arg, template_of, join) if isinstance(arg, Said) else arg

    if text.kind != "template":
        return join([str(value(arg)) for _, arg in text.args], text.kind)
    template = template_of(text) if text.template else ""
    if not text.args:
        return template
    return template.format_map({name: value(arg) for name, arg in text.args})


def joined(items: list[str], kind: Kind) -> str:
    """Return items as English lists them."""
    if kind == "sentences":
        return " ".join(items)
    if kind == "comma" or len(items) < 2:
        return ", ".join(items)
    return f"{', '.join(items[:-1])} {kind} {items[-1]}"


def plain(value: Any, write: Callable[[Argument], str]) -> Any:
    """Return JSON values with all texts among them written out."""
    match value:
        case Said():
            return write(value)
        case Mapping():
            return {key: plain(one, write) for key, one in value.items()}
        case list() | tuple():
            return [plain(one, write) for one in value]
        case _:
            return value


def _english(text: Said) -> str:
    return text.plural if text.plural and text.values.get(COUNT) != 1 else text.template
