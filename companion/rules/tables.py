"""Tables of a data file, read with care: what is missing, ill-formed or unknown is named."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field

import tomli_w

from companion.errors import ConfigError

LIMIT_CHARS = 200_000


def parse_toml(text: str, what: str) -> Table:
    """Return the top table of a TOML text.

    Args:
        text: At most `LIMIT_CHARS` characters.
        what: What it is, for messages: "the board file".

    Raises:
        ConfigError: It is too long or not TOML.
    """
    if len(text) > LIMIT_CHARS:
        raise ConfigError(f"{what} is longer than {LIMIT_CHARS} characters.")
    try:
        return Table(what, tomllib.loads(text))
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise ConfigError(f"{what} is not TOML: {error}.") from error


@dataclass(slots=True)
class Table:
    """One table; remembers which keys were asked for, so that `close` can name the others."""

    where: str
    data: Mapping[str, object]
    asked: set[str] = field(default_factory=set)

    def bad(self, name: str, needed: str) -> ConfigError:
        """Return the fault of a key."""
        have = repr(self.data[name]) if name in self.data else "nothing"
        return ConfigError(f"{self.where}: {name} must be {needed}, not {have[:80]}.")

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
            raise self.bad(name, "a whole number")
        return found

    def text(self, name: str, default: str | None = None) -> str:
        """A text."""
        found = self.value(name)
        if found is None and default is not None:
            return default
        if not isinstance(found, str):
            raise self.bad(name, "a text")
        return found

    def flag(self, name: str, *, default: bool) -> bool:
        """True or false."""
        found = self.value(name)
        if found is None:
            return default
        if not isinstance(found, bool):
            raise self.bad(name, "true or false")
        return found

    def choice(self, name: str, choices: tuple[str, ...], default: str | None = None) -> str:
        """One of some words."""
        found = self.text(name, default)
        if found not in choices:
            raise self.bad(name, "one of " + ", ".join(choices))
        return found

    def table(self, name: str) -> Table:
        """A table; empty if it is absent."""
        found = self.value(name)
        if found is None:
            found = {}
        if not isinstance(found, dict):
            raise self.bad(name, "a table")
        return Table(f"{self.where}, [{name}]", found)

    def rows(self, name: str) -> tuple[Table, ...]:
        """A list of tables."""
        found = self.value(name)
        if not isinstance(found, list) or not all(isinstance(row, dict) for row in found):
            raise self.bad(name, "a list of tables")
        return tuple(Table(f"{self.where}, {name} {n}", row) for n, row in enumerate(found, 1))

    def texts(self, name: str) -> tuple[str, ...]:
        """A list of texts."""
        found = self.value(name)
        if not isinstance(found, list) or not all(isinstance(t, str) for t in found):
            raise self.bad(name, "a list of texts")
        return tuple(found)

    def wholes(self, name: str) -> tuple[int, ...]:
        """A list of whole numbers."""
        found = self.value(name)
        if not isinstance(found, list) or not all(type(n) is int for n in found):
            raise self.bad(name, "a list of whole numbers")
        return tuple(found)

    def close(self) -> None:
        """Refuse keys that nobody asked for."""
        unknown = sorted(set(self.data) - self.asked)
        if unknown:
            known = ", ".join(sorted(self.asked))
            raise ConfigError(f"{self.where}: unknown key {unknown[0]!r}; known are {known}.")


def write_toml(values: Mapping[str, object]) -> str:
    """Return values as the text of a data file.

    Raises:
        ConfigError: One of them is nothing that such a file can hold.
    """
    try:
        return tomli_w.dumps(values)
    except TypeError as error:
        raise ConfigError(f"a data file cannot hold this: {error}.") from error
