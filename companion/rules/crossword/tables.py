"""Tables of a data file, read with care: what is missing, ill-formed or unknown is named."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field

import tomli_w

from companion.errors import ConfigError
from companion.text import Said, listed, said

LIMIT_CHARS = 200_000


def parse_toml(text: str, what: Said) -> Table:
    """Return the top table of a TOML text.

    Args:
        text: At most `LIMIT_CHARS` characters.
        what: What it is, for messages: "the board file".

    Raises:
        ConfigError: It is too long or not TOML.
    """
    if len(text) > LIMIT_CHARS:
        raise ConfigError(
            said(
                "{what} is longer than {most} characters.",
                what=what,
                most=LIMIT_CHARS,
            )
        )
    try:
        return Table(what, tomllib.loads(text))
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise ConfigError(
            said("{what} is not TOML: {error}.", what=what, error=str(error))
        ) from error


@dataclass(slots=True)
class Table:
    """One table; remembers which keys were asked for, so that `close` can name the others."""

    where: Said
    data: Mapping[str, object]
    asked: set[str] = field(default_factory=set)

    def bad(self, name: str, needed: Said) -> ConfigError:
        """Return the fault of a key."""
        have = repr(self.data[name])[:80] if name in self.data else said("nothing")
        return ConfigError(
            said(
                "{where}: {name} must be {needed}, not {have}.",
                where=self.where,
                name=name,
                needed=needed,
                have=have,
            )
        )

    def __contains__(self, name: object) -> bool:
        return name in self.data

    def value(self, name: str) -> object:
        """Whatever a key holds; None if it is absent."""
        self.asked.add(name)
        return self.data.get(name)

    def whole(self, name: str, default: int | None = None) -> int:
        """A whole number."""
        found = self.value(name)
        if found is None and default is not None:
            return default
        if not isinstance(found, int) or isinstance(found, bool) or abs(found) > 10**9:
            raise self.bad(name, said("a whole number"))
        return found

    def text(self, name: str, default: str | None = None) -> str:
        """A text."""
        found = self.value(name)
        if found is None and default is not None:
            return default
        if not isinstance(found, str):
            raise self.bad(name, said("a text"))
        return found

    def flag(self, name: str, *, default: bool) -> bool:
        """True or false."""
        found = self.value(name)
        if found is None:
            return default
        if not isinstance(found, bool):
            raise self.bad(name, said("true or false"))
        return found

    def choice(self, name: str, choices: tuple[str, ...], default: str | None = None) -> str:
        """One of some words."""
        found = self.text(name, default)
        if found not in choices:
            raise self.bad(name, said("one of {choices}", choices=listed(choices, "comma")))
        return found

    def table(self, name: str) -> Table:
        """A table; empty if it is absent."""
        found = self.value(name)
        if found is None:
            found = {}
        if not isinstance(found, dict):
            raise self.bad(name, said("a table"))
        return Table(said("{where}, [{name}]", where=self.where, name=name), found)

    def rows(self, name: str) -> tuple[Table, ...]:
        """A list of tables."""
        found = self.value(name)
        if not isinstance(found, list) or not all(isinstance(row, dict) for row in found):
            raise self.bad(name, said("a list of tables"))
        return tuple(
            Table(said("{where}, {name} {n}", where=self.where, name=name, n=n), row)
            for n, row in enumerate(found, 1)
        )

    def texts(self, name: str) -> tuple[str, ...]:
        """A list of texts."""
        found = self.value(name)
        if not isinstance(found, list) or not all(isinstance(t, str) for t in found):
            raise self.bad(name, said("a list of texts"))
        return tuple(found)

    def wholes(self, name: str) -> tuple[int, ...]:
        """A list of whole numbers."""
        found = self.value(name)
        if not isinstance(found, list) or not all(type(n) is int for n in found):
            raise self.bad(name, said("a list of whole numbers"))
        return tuple(found)

    def close(self) -> None:
        """Refuse keys that nobody asked for."""
        unknown = sorted(set(self.data) - self.asked)
        if unknown:
            known = listed(sorted(self.asked), "comma")
            raise ConfigError(
                said(
                    "{where}: unknown key {unknown}; known are {known}.",
                    where=self.where,
                    unknown=repr(unknown[0]),
                    known=known,
                )
            )


def write_toml(values: Mapping[str, object]) -> str:
    """Return values as the text of a data file.

    Raises:
        ConfigError: One of them is nothing that such a file can hold.
    """
    try:
        return tomli_w.dumps(values)
    except TypeError as error:
        raise ConfigError(
            said("A data file cannot hold this: {what}.", what=str(error))
        ) from error
