"""The description of the wire, `protocol.toml`, as frozen values."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources
from types import MappingProxyType
from typing import Any, Literal

Side = Literal["box", "computer"]

WIDEST = MappingProxyType(
    {"u8": 1, "u16": 3, "u32": 5, "raw16": 2, "i16": 2, "hex32": 4, "text16": 16}
)
"""Type of a field -> most bytes it takes."""

CRC_BYTES = 4

RANGES = MappingProxyType(
    {
        "u8": (0, 0xFF),
        "u16": (0, 0xFFFF),
        "u32": (0, 0xFFFF_FFFF),
        "raw16": (0, 0xFFFF),
        "i16": (-0x8000, 0x7FFF),
    }
)
"""Type of a whole number -> (least, most)."""


@dataclass(frozen=True, slots=True)
class Field:
    """One value in a message."""

    name: str
    type: str
    doc: str


@dataclass(frozen=True, slots=True)
class MessageSpec:
    """One kind of message."""

    name: str
    tag: str
    sender: Side
    doc: str
    fields: tuple[Field, ...]

    @property
    def longest_bytes(self) -> int:
        """Most bytes of its letter, its fields and the checksum."""
        return 1 + sum(WIDEST[field.type] for field in self.fields) + CRC_BYTES


@dataclass(frozen=True, slots=True)
class Constant:
    """A number with a name."""

    name: str
    value: int
    doc: str


@dataclass(frozen=True, slots=True)
class Choice:
    """Names for the values of a field."""

    name: str
    doc: str
    values: tuple[tuple[str, int], ...]


@dataclass(frozen=True, slots=True)
class Spec:
    """The whole description."""

    name: str
    version: int
    baud: int
    crc: str
    flag: int
    escape: int
    flip: int
    times: tuple[Constant, ...]
    numbers: tuple[Constant, ...]
    choices: tuple[Choice, ...]
    messages: tuple[MessageSpec, ...]

    def constant(self, name: str) -> int:
        """Return a time or a number by its name."""
        return next(c.value for c in (*self.times, *self.numbers) if c.name == name)

    @property
    def longest_bytes(self) -> int:
        """Most bytes of a message between two flags, before any is escaped."""
        return max(message.longest_bytes for message in self.messages)

    def by_tag(self) -> Mapping[str, MessageSpec]:
        """Messages by their letter."""
        return {message.tag: message for message in self.messages}

    def by_name(self) -> Mapping[str, MessageSpec]:
        """Messages by their name."""
        return {message.name: message for message in self.messages}


@cache
def load_spec() -> Spec:
    """Read the description that belongs to this program."""
    text = (resources.files("firmware_bridge") / "protocol.toml").read_text(encoding="utf-8")
    return parse_spec(text)


def parse_spec(text: str) -> Spec:
    """Read a description.

    Raises:
        ValueError: It contradicts itself; the sentence says where.
    """
    raw = tomllib.loads(text)
    spec = Spec(
        name=raw["name"],
        version=raw["version"],
        baud=raw["baud"],
        crc=raw["crc"],
        flag=raw["flag"],
        escape=raw["escape"],
        flip=raw["flip"],
        times=_constants(raw["times"]),
        numbers=_constants(raw["numbers"]),
        choices=tuple(
            Choice(name, body["doc"], tuple((k, v) for k, v in body.items() if k != "doc"))
            for name, body in raw["enums"].items()
        ),
        messages=tuple(_message(each) for each in raw["messages"]),
    )
    tags = [message.tag for message in spec.messages]
    if len(set(tags)) != len(tags):
        raise ValueError(f"two messages share a letter: {''.join(sorted(tags))}")
    for message in spec.messages:
        for field in message.fields[:-1]:
            if field.type == "text16":
                raise ValueError(f"{message.name}.{field.name}: text must come last")
    return spec


def _message(raw: Mapping[str, Any]) -> MessageSpec:
    fields = tuple(Field(f["name"], f["type"], f["doc"]) for f in raw["fields"])
    for field in fields:
        if field.type not in WIDEST:
            raise ValueError(f"{raw['name']}.{field.name} has the unknown type {field.type!r}")
    return MessageSpec(raw["name"], raw["tag"], raw["from"], raw["doc"], fields)


def _constants(raw: Mapping[str, Mapping[str, Any]]) -> tuple[Constant, ...]:
    return tuple(Constant(name, body["value"], body["doc"]) for name, body in raw.items())
