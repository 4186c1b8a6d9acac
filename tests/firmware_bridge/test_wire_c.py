"""The C half of the codec reads and writes what the Python half does."""

from __future__ import annotations

import ctypes
import re
import subprocess
from binascii import crc32
from dataclasses import astuple
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from firmware_bridge.frames import FLAG, Decoder, Found, encode
from firmware_bridge.messages import MESSAGES, Garbled, Message, Unknown
from firmware_bridge.spec import load_spec
from tests.firmware_bridge.strategies import MESSAGE
from tests.firmware_bridge.tools import FIRMWARE, need, run_compiler

pytestmark = pytest.mark.firmware

SPEC = load_spec()
MOST = 2 + 2 * SPEC.longest_bytes
MAX_FIELDS = max(len(m.fields) for m in SPEC.messages)


class CMessage(ctypes.Structure):
    _fields_ = (
        ("tag", ctypes.c_char),
        ("value", ctypes.c_uint32 * MAX_FIELDS),
        ("text", ctypes.c_char * 17),
    )


class CReceiver(ctypes.Structure):
    _fields_ = (
        ("state", ctypes.c_uint8),
        ("length", ctypes.c_uint8),
        ("body", ctypes.c_uint8 * SPEC.longest_bytes),
    )


class CWire:
    """The C functions with the face of a codec."""

    def __init__(self, library: ctypes.CDLL) -> None:
        self.library = library

    def encode(self, message: Message) -> bytes:
        spec = SPEC.by_name()[type(message).__name__]
        built = CMessage(tag=spec.tag.encode())
        for i, (field, value) in enumerate(zip(spec.fields, astuple(message), strict=True)):
            if field.type == "text16":
                built.text = value.encode()
            else:
                built.value[i] = int(value, 16) if field.type == "hex32" else value & 0xFFFFFFFF
        frame = ctypes.create_string_buffer(MOST)
        length = self.library.wire_encode(ctypes.byref(built), frame)
        return frame.raw[:length]

    def feed(self, data: bytes) -> list[Message | str]:
        receiver, read, found = CReceiver(), CMessage(), list[Message | str]()
        self.library.wire_start(ctypes.byref(receiver))
        for byte in data:
            match self.library.wire_receive(ctypes.byref(receiver), byte, ctypes.byref(read)):
                case 1:
                    found.append(self._message(read))
                case 2:
                    found.append("unknown")
                case 3:
                    found.append("garbled")
        return found

    @staticmethod
    def _message(read: CMessage) -> Message:
        spec = SPEC.by_tag()[read.tag.decode()]
        values: list[Any] = []
        for i, field in enumerate(spec.fields):
            number = read.value[i]
            match field.type:
                case "text16":
                    values.append(read.text.decode())
                case "hex32":
                    values.append(f"{number:08x}")
                case "i16":
                    values.append(number - 2**32 if number >= 2**31 else number)
                case _:
                    values.append(number)
        return next(k for k in MESSAGES if k.__name__ == spec.name)(*values)


def plain(found: Found) -> Found | str:
    match found:
        case Garbled():
            return "garbled"
        case Unknown():
            return "unknown"
        case _:
            return found


@pytest.fixture(scope="module")
def wire(tmp_path_factory: pytest.TempPathFactory) -> CWire:
    need("gcc")
    target = tmp_path_factory.mktemp("wire") / "wire.so"
    source = FIRMWARE / "lib" / "wire" / "wire_frame.c"
    run_compiler(
        "gcc", "-std=c99", "-Wall", "-Wextra", "-O1", "-fsanitize=undefined",
        "-fsanitize-undefined-trap-on-error", "-shared", "-fPIC", source, "-o", target,
    )  # fmt: skip
    library = ctypes.CDLL(str(target))
    library.wire_crc.restype = ctypes.c_uint32
    library.wire_receive.restype = library.wire_encode.restype = ctypes.c_uint8
    return CWire(library)


def test_c_writes_and_reads_every_golden_message(wire: CWire, vectors: dict[str, Any]) -> None:
    kinds = {kind.__name__: kind for kind in MESSAGES}
    for row in vectors["messages"]:
        message = kinds[row["message"]](**row["fields"])
        frame = bytes.fromhex(row["frame"])
        assert wire.encode(message) == frame
        assert wire.feed(frame) == [message]


def test_c_judges_every_golden_oddity(wire: CWire, vectors: dict[str, Any]) -> None:
    for row in vectors["others"]:
        found = wire.feed(bytes.fromhex(row["bytes"]))
        assert [f if isinstance(f, str) else type(f).__name__ for f in found] == row["found"], (
            row
        )


def test_c_refuses_what_cannot_be_written(wire: CWire) -> None:
    frame = ctypes.create_string_buffer(MOST)

    def length(tag: bytes, values: list[int], text: bytes = b"") -> int:
        built = CMessage(tag=tag, text=text)
        for i, value in enumerate(values):
            built.value[i] = value & 0xFFFFFFFF
        written: int = wire.library.wire_encode(ctypes.byref(built), frame)
        return written

    assert length(b"Z", []) == 0
    assert length(b"K", [256]) == 0
    assert length(b"A", [1, 65536]) == 0
    assert length(b"S", [1, 1, -32769, 0, 0, 0]) == 0
    assert length(b"T", [1], b"a\tb") == 0
    assert length(b"T", [1], b"ab") > 0


@settings(deadline=None)
@given(st.binary(max_size=100))
def test_the_checksums_are_equal(wire: CWire, data: bytes) -> None:
    assert wire.library.wire_crc(data, len(data)) == crc32(data)


def sound(body: bytes) -> bytes:
    """Odd contents with a sound checksum, which reach the code behind it."""
    checked = body + crc32(body).to_bytes(4, "little")
    return FLAG + checked.replace(b"\x7d", b"\x7d\x5d").replace(b"\x7e", b"\x7d\x5e") + FLAG


PIECES = st.one_of(
    MESSAGE.map(encode),
    st.binary(max_size=70),
    st.sampled_from([FLAG, b"\x7d", b"\x7d\x5d", b"K\x01"]),
    st.builds(
        lambda tag, rest: sound(tag + rest),
        st.sampled_from([b"K", b"T", b"S", b"A", b"E", b"P", b"Z", b""]),
        st.binary(max_size=24),
    ),
)


@settings(max_examples=300, deadline=None)
@given(st.lists(PIECES, max_size=8))
def test_both_halves_find_the_same_in_any_noise(wire: CWire, pieces: list[bytes]) -> None:
    data = b"".join(pieces)
    assert wire.feed(data) == [plain(found) for found in Decoder().feed(data)]


@settings(deadline=None)
@given(MESSAGE)
def test_both_halves_write_the_same(wire: CWire, message: Message) -> None:
    assert wire.encode(message) == encode(message)


@pytest.mark.parametrize(
    ("seed", "rounds"),
    [(1, 200_000), *(pytest.param(n, 20_000_000, marks=pytest.mark.long) for n in (2, 3))],
)
def test_c_throws_nonsense_at_itself_under_the_sanitizers(
    tmp_path: Path, seed: int, rounds: int
) -> None:
    need("gcc")
    run_compiler(
        "gcc", "-std=gnu99", "-Wall", "-Wextra", "-O1", "-fsanitize=address,undefined",
        "-fno-sanitize-recover=all", f"-I{FIRMWARE / 'lib' / 'wire'}",
        Path(__file__).parent / "wire_fuzz.c", FIRMWARE / "lib" / "wire" / "wire_frame.c",
        "-o", tmp_path / "fuzz",
    )  # fmt: skip
    command = [tmp_path / "fuzz", str(seed), str(rounds)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    whole, read, garbled, strange = (int(n) for n in re.findall(r"\d+", done.stdout))
    assert min(whole, garbled, strange) > rounds // 5
    assert read >= whole
