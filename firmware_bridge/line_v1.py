"""Messages as lines of text: `$E,7,12,0,1,0*1A2B` and the end of the line.

The checksum covers what stands between `$` and `*`. A `$` always starts anew and what lies
outside of a frame is passed over, so one damaged frame costs one frame. Every message has
exactly one form (no leading zeros or blanks), and nothing else is accepted.
"""

from __future__ import annotations

import re
from binascii import crc_hqx
from collections.abc import Iterator
from dataclasses import astuple

from firmware_bridge.messages import MESSAGES, Garbled, Message, Unknown
from firmware_bridge.spec import RANGES, Field, load_spec

_SPEC = load_spec()
_BY_TAG = _SPEC.by_tag()
_BY_NAME = _SPEC.by_name()
_TYPES: dict[str, type[Message]] = {kind.__name__: kind for kind in MESSAGES}

_START = ord("$")
_ENDS = b"\r\n"
_NUMBER = re.compile(r"0|-?[1-9][0-9]{0,9}")
_HEX = re.compile(r"[0-9a-f]{8}")
_TEXT = re.compile(r"[ -~]{0,16}")
_CHECKSUM = re.compile(rb"[0-9A-F]{4}")

_REVERSED = bytes(int(f"{byte:08b}"[::-1], 2) for byte in range(256))


def crc16(data: bytes) -> int:
    """Return the CRC-16/MCRF4XX of some bytes; 0x6F91 for `123456789`.

    It is the reflected form of the CRC that `binascii` knows, so both ends are turned round.
    """
    turned = crc_hqx(data.translate(_REVERSED), 0xFFFF)
    return _REVERSED[turned & 0xFF] << 8 | _REVERSED[turned >> 8]


class LineDecoder:
    """Takes bytes in any portions."""

    def __init__(self) -> None:
        self._frame: bytearray | None = None

    def feed(self, data: bytes) -> Iterator[Message | Unknown | Garbled]:
        """Return what has become complete, in order; all of it is read at once."""
        return iter([found for byte in data if (found := self._take(byte)) is not None])

    def _take(self, byte: int) -> Message | Unknown | Garbled | None:
        frame = self._frame
        if byte == _START:
            self._frame = bytearray()
            return Garbled("a frame broke off") if frame else None
        if frame is None:
            return None
        if byte in _ENDS:
            self._frame = None
            return _read(bytes(frame)) if frame else None
        if len(frame) >= _SPEC.max_frame_bytes - 2:
            self._frame = None
            return Garbled("a frame is too long")
        frame.append(byte)
        return None


class LineV1:
    """The form of lines, version 1."""

    name = "line-v1"

    def encode(self, message: Message) -> bytes:
        """Return the frame of a message.

        Raises:
            ValueError: A field is out of its range.
        """
        spec = _BY_NAME[type(message).__name__]
        values = [
            _write(field, value)
            for field, value in zip(spec.fields, astuple(message), strict=True)
        ]
        body = ",".join([spec.tag, *values]).encode("ascii")
        return b"$%b*%04X\n" % (body, crc16(body))

    def decoder(self) -> LineDecoder:
        """Return a decoder that has seen nothing."""
        return LineDecoder()


LINE_V1 = LineV1()


def _read(frame: bytes) -> Message | Unknown | Garbled:
    body, star, checksum = frame.partition(b"*")
    if not star or not _CHECKSUM.fullmatch(checksum):
        return Garbled("a frame has no checksum")
    if int(checksum, 16) != crc16(body):
        return Garbled("a checksum is wrong")
    tag, *values = body.decode("latin-1").split(",")
    spec = _BY_TAG.get(tag)
    if spec is None:
        return Unknown(tag)
    if len(values) != len(spec.fields):
        return Garbled(f"{spec.name} has {len(values)} fields")
    read = [_parse(field, text) for field, text in zip(spec.fields, values, strict=True)]
    if None in read:
        return Garbled(f"{spec.name} has a field that is out of range")
    return _TYPES[spec.name](*read)  # type: ignore[arg-type]  # types follow the description


def _parse(field: Field, text: str) -> int | str | None:
    match field.type:
        case "hex32":
            return text if _HEX.fullmatch(text) else None
        case "text16":
            return text if _TEXT.fullmatch(text) else None
        case _:
            least, most = RANGES[field.type]
            if not _NUMBER.fullmatch(text) or not least <= int(text) <= most:
                return None
            return int(text)


def _write(field: Field, value: object) -> str:
    text = str(value) if isinstance(value, str) else str(int(value))  # type: ignore[call-overload]  # a number
    fits = not set(text) & set("$*,") and _parse(field, text) is not None
    if not fits or isinstance(value, str) != (field.type in ("hex32", "text16")):
        raise ValueError(f"{field.name} cannot be {value!r} ({field.type})")
    return text
