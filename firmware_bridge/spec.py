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

WIDEST = MappingProxyType({"u8": 3, "u16": 5, "u32": 10, "i16": 6, "hex32": 8, "text16": 16})
"""Type of a field -> most characters it takes."""

RANGES = MappingProxyType(
    {"u8": (0, 0xFF), "u16": (0, 0xFFFF), "u32": (0, 0xFFFF_FFFF), "i16": (-0x8000, 0x7FFF)}
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
    def longest_frame_bytes(self) -> int:
        """Bytes of its longest frame: `$TAG,field...*CRC4` and the end of the line."""
        return len("$T*FFFF\n") + sum(1 + WIDEST[field.type] for field in self.fields)


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
    max_frame_bytes: int
    crc: str
    times: tuple[Constant, ...]
    numbers: tuple[Constant, ...]
    choices: tuple[Choice, ...]
    messages: tuple[MessageSpec, ...]

    def constant(self, name: str) -> int:
        """Return a time or a number by its name."""
        return next(c.value for c in (*self.times, *self.numbers) if c.name == name)

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
        max_frame_bytes=raw["max_frame_bytes"],
        crc=raw["crc"],
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
        if message.longest_frame_bytes > spec.max_frame_bytes:
            raise ValueError(
                f"{message.name} can take {message.longest_frame_bytes} bytes, "
                f"a frame only {spec.max_frame_bytes}"
            )
    return spec


def _message(raw: Mapping[str, Any]) -> MessageSpec:
    fields = tuple(Field(f["name"], f["type"], f["doc"]) for f in raw["fields"])
    for field in fields:
        if field.type not in WIDEST:
            raise ValueError(f"{raw['name']}.{field.name} has the unknown type {field.type!r}")
    return MessageSpec(raw["name"], raw["tag"], raw["from"], raw["doc"], fields)


def _constants(raw: Mapping[str, Mapping[str, Any]]) -> tuple[Constant, ...]:
    return tuple(Constant(name, body["value"], body["doc"]) for name, body in raw.items())
