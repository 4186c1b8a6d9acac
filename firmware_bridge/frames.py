"""Messages as short frames of bytes: flag, letter, fields, checksum, flag.

Whatever noise does, a frame whose own bytes arrive is read: it begins and ends with a flag,
which occurs nowhere else. Every message has exactly one form, and nothing else is accepted.
"""

from __future__ import annotations

import re
from binascii import crc32
from collections.abc import Iterator
from dataclasses import astuple

from firmware_bridge.messages import (
    MESSAGES,
    PROTOCOL,
    Foreign,
    Garbled,
    Hello,
    Message,
    Unknown,
)
from firmware_bridge.spec import CRC_BYTES, RANGES, Field, load_spec

_SPEC = load_spec()
_BY_TAG = _SPEC.by_tag()
_BY_NAME = _SPEC.by_name()
_TYPES: dict[str, type[Message]] = {kind.__name__: kind for kind in MESSAGES}
_SIZES = {"u8": 1, "raw16": 2, "i16": 2, "hex32": 4}

FLAG = bytes([_SPEC.flag])
_ESCAPE = bytes([_SPEC.escape])
_ESCAPED = {byte: _ESCAPE + bytes([byte[0] ^ _SPEC.flip]) for byte in (_ESCAPE, FLAG)}
_PLAIN = {escaped: byte for byte, escaped in _ESCAPED.items()}
_PAIR = re.compile(re.escape(_ESCAPE) + rb".?", re.DOTALL)
_MOST = 2 * _SPEC.longest_bytes
_MOST_OF_ANY = 256
_HEX = re.compile(r"[0-9a-f]{8}")
_TEXT = re.compile(rb"[ -~]{0,16}")
_LINE_V1 = re.compile(rb"\$[HEPKN][0-9a-f,]+\*[0-9A-F]{4}[\r\n]")

Found = Message | Foreign | Unknown | Garbled


def speaks_v1(data: bytes) -> bool:
    """Whether these bytes hold a message of a box with version 1: a line of text."""
    return _LINE_V1.search(data) is not None


class Decoder:
    """Takes bytes in any portions."""

    def __init__(self) -> None:
        self._rest = b""
        self._is_lost = False

    def feed(self, data: bytes) -> Iterator[Found]:
        """Return what has become complete, in order; all of it is read at once."""
        *frames, rest = (self._rest + data).split(FLAG)
        found: list[Found] = []
        for frame in frames:
            if self._is_lost:
                self._is_lost = False
                found.append(Garbled("a frame is too long"))
            elif frame:
                found.append(_read(frame))
        self._is_lost |= len(rest) > _MOST_OF_ANY
        self._rest = b"" if self._is_lost else rest
        return iter(found)


def encode(message: Message) -> bytes:
    """Return the frame of a message.

    Raises:
        ValueError: A field is out of its range.
    """
    spec = _BY_NAME[type(message).__name__]
    body = spec.tag.encode("ascii") + b"".join(
        _write(field, value) for field, value in zip(spec.fields, astuple(message), strict=True)
    )
    body += crc32(body).to_bytes(CRC_BYTES, "little")
    for byte, escaped in _ESCAPED.items():  # the escape itself comes first
        body = body.replace(byte, escaped)
    return FLAG + body + FLAG


def _read(frame: bytes) -> Found:
    if not _PLAIN.keys() >= set(_PAIR.findall(frame)):
        return Garbled("an escape is wrong")
    body = _PAIR.sub(lambda pair: _PLAIN[pair[0]], frame)
    if len(body) <= CRC_BYTES:
        return Garbled("a frame is too short")
    body, checksum = body[:-CRC_BYTES], body[-CRC_BYTES:]
    if int.from_bytes(checksum, "little") != crc32(body):
        return Garbled("a checksum is wrong")
    spec = _BY_TAG.get(chr(body[0]))
    if spec is _BY_NAME[Hello.__name__] and body[1:2] not in (b"", bytes([PROTOCOL])):
        return Foreign(body[1])
    if len(frame) > _MOST or len(body) > _SPEC.longest_bytes - CRC_BYTES:
        return Garbled("a frame is too long")
    if spec is None:
        return Unknown(chr(body[0]))
    values: list[int | str] = []
    rest = body[1:]
    for field in spec.fields:
        taken = _take(field, rest)
        if taken is None:
            return Garbled(f"{spec.name} has no sound {field.name}")
        value, rest = taken
        values.append(value)
    if rest:
        return Garbled(f"{spec.name} is too long")
    return _TYPES[spec.name](*values)  # type: ignore[arg-type]  # types follow the description


def _take(field: Field, data: bytes) -> tuple[int | str, bytes] | None:
    """Return the value of a field and what follows it; None if it cannot be read."""
    if field.type == "text16":
        return (data.decode("ascii"), b"") if _TEXT.fullmatch(data) else None
    size = _SIZES.get(field.type)
    if size is None:
        return _take_number(data, RANGES[field.type][1])
    if len(data) < size:
        return None
    value = int.from_bytes(data[:size], "little", signed=field.type == "i16")
    return (f"{value:08x}" if field.type == "hex32" else value), data[size:]


def _take_number(data: bytes, most: int) -> tuple[int, bytes] | None:
    value = 0
    for at, byte in enumerate(data):
        value |= (byte & 0x7F) << 7 * at
        if value > most or (at and not byte):
            return None
        if byte < 0x80:
            return value, data[at + 1 :]
    return None


def _write(field: Field, value: object) -> bytes:
    if field.type == "hex32" and isinstance(value, str) and _HEX.fullmatch(value):
        return int(value, 16).to_bytes(4, "little")
    if field.type == "text16" and isinstance(value, str) and value.isascii():
        text = value.encode("ascii")
        if _TEXT.fullmatch(text):
            return text
    if field.type in RANGES and isinstance(value, int):
        least, most = RANGES[field.type]
        if least <= value <= most:
            return _write_number(field.type, int(value))
    raise ValueError(f"{field.name} cannot be {value!r} ({field.type})")


def _write_number(type_: str, value: int) -> bytes:
    if type_ in _SIZES:
        return value.to_bytes(_SIZES[type_], "little", signed=type_ == "i16")
    written = bytearray()
    while value > 0x7F:
        written.append(value & 0x7F | 0x80)
        value >>= 7
    return bytes([*written, value])
