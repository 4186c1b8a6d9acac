"""Damages real files the way lines, disks, other programs and spiteful people do."""

from __future__ import annotations

import io
import random
import re
import zipfile
from collections.abc import Callable

TOKENS = (
    b"NaN", b"Infinity", b"-1", b"0", b"1e999", b"-0.0", b"9" * 40, b"0x7fffffff", b"null",
    b"true", b"[]", b"{}", b'""', b"'", b"=", b"%s{}", b"1979-05-27", b"(exch 99)",
    b"\x00", b"\r", b"\\ud800", b"\\u0000", b"\xed\xa0\x80", b"\xff\xfe", b"\xef\xbb\xbf",
    b"[" * 3000, b'{"a":' * 3000, b"A" * 5000, b'"' * 3, b"../../etc/passwd", b"<!DOCTYPE x>",
    b"#character-encoding nul",
)  # fmt: skip
_NUMBER = re.compile(rb"-?\d+(?:\.\d+)?")
_WORD = re.compile(rb"[A-Za-z_]{2,}")


def damaged(seed: bytes, other: bytes, chance: random.Random) -> bytes:
    """Return a file with one to six damages; the parts of a ZIP are damaged within it."""
    if seed.startswith(b"PK\x03\x04") and chance.random() < 0.7:
        return _within(seed, other, chance)
    data = seed
    for _ in range(chance.choice((1, 1, 1, 2, 3, 6))):
        data = chance.choice(_DAMAGES)(data, other, chance)
    return data


def _within(seed: bytes, other: bytes, chance: random.Random) -> bytes:
    with zipfile.ZipFile(io.BytesIO(seed)) as archive:
        parts = [(info.filename, archive.read(info)) for info in archive.infolist()]
    struck = chance.randrange(len(parts))
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for number, (name, data) in enumerate(parts):
            if number != struck:
                archive.writestr(name, data)
            elif chance.random() < 0.1:
                archive.writestr(chance.choice(("../x", " ", "a/b", name.upper(), "é")), data)
            elif chance.random() < 0.95:
                archive.writestr(name, damaged(data, other[:5000], chance))
    return out.getvalue()


def _flip(data: bytes, _: bytes, chance: random.Random) -> bytes:
    made = bytearray(data)
    for _n in range(chance.choice((1, 1, 4, 16)) if made else 0):
        made[chance.randrange(len(made))] ^= 1 << chance.randrange(8)
    return bytes(made)


def _cut(data: bytes, _: bytes, chance: random.Random) -> bytes:
    first, last = sorted(chance.choices(range(len(data) + 1), k=2))
    return data[:first] if chance.random() < 0.5 else data[:first] + data[last:]


def _insert(data: bytes, _: bytes, chance: random.Random) -> bytes:
    at = chance.randrange(len(data) + 1)
    return data[:at] + chance.choice(TOKENS) + data[at:]


def _splice(data: bytes, other: bytes, chance: random.Random) -> bytes:
    at, begin = chance.randrange(len(data) + 1), chance.randrange(len(other) + 1)
    return data[:at] + other[begin : begin + 4000] + data[at : at + 200_000]


def _token(data: bytes, _: bytes, chance: random.Random) -> bytes:
    found = list(chance.choice((_NUMBER, _WORD)).finditer(data[:100_000]))
    if not found:
        return data
    begin, end = chance.choice(found).span()
    return data[:begin] + chance.choice(TOKENS) + data[end:]


def _lines(data: bytes, _: bytes, chance: random.Random) -> bytes:
    lines = data.splitlines(keepends=True)
    if len(lines) < 2:
        return data
    a, b = chance.randrange(len(lines)), chance.randrange(len(lines))
    how = chance.randrange(3)
    if how == 0:
        lines[a], lines[b] = lines[b], lines[a]
    elif how == 1:
        lines.insert(a, lines[b])
    else:
        del lines[a]
    return b"".join(lines)


_DAMAGES: tuple[Callable[[bytes, bytes, random.Random], bytes], ...] = (
    _flip, _cut, _insert, _splice, _token, _token, _token, _lines, _lines,
)  # fmt: skip
