"""The codec: golden frames, any portions, any noise."""

from __future__ import annotations

from binascii import crc32
from dataclasses import asdict
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from firmware_bridge.frames import FLAG, Decoder, Found, encode, speaks_v1
from firmware_bridge.messages import MESSAGES, Foreign, Garbled, Hello, Message, Unknown
from firmware_bridge.spec import load_spec
from tests.firmware_bridge.strategies import MESSAGE

HELLO = Hello(2, 0, 200, "0badcafe", 1, 0, 2, 255, 7)


def cut(data: bytes, places: list[int]) -> list[bytes]:
    edges = [0, *sorted({place % (len(data) + 1) for place in places}), len(data)]
    return [data[a:b] for a, b in pairwise(edges)]


def test_every_golden_message_is_written_and_read(vectors: dict[str, Any]) -> None:
    names = set()
    kinds = {kind.__name__: kind for kind in MESSAGES}
    for row in vectors["messages"]:
        message = kinds[row["message"]](**row["fields"])
        frame = bytes.fromhex(row["frame"])
        assert encode(message) == frame
        assert list(Decoder().feed(frame)) == [message]
        assert asdict(message) == row["fields"]
        names.add(row["message"])
    assert names == set(kinds)


def test_every_golden_oddity_is_judged(vectors: dict[str, Any]) -> None:
    def name(found: Found) -> str:
        return {Garbled: "garbled", Unknown: "unknown"}.get(type(found), type(found).__name__)

    for row in vectors["others"]:
        found = Decoder().feed(bytes.fromhex(row["bytes"]))
        assert [name(each) for each in found] == row["found"], row["about"]


@settings(deadline=None)
@given(st.lists(MESSAGE, max_size=8), st.lists(st.integers(0, 600), max_size=12))
def test_any_portions_give_the_same_messages(
    messages: list[Message], places: list[int]
) -> None:
    data = b"".join(encode(message) for message in messages)
    longest = 2 + 2 * load_spec().longest_bytes
    assert all(len(encode(message)) <= longest for message in messages)
    decoder = Decoder()
    found = [each for portion in cut(data, places) for each in decoder.feed(portion)]
    assert found == messages


@settings(deadline=None)
@given(st.binary(max_size=200), st.lists(MESSAGE, min_size=1, max_size=4))
def test_after_noise_the_next_frame_is_read(noise: bytes, messages: list[Message]) -> None:
    data = noise + FLAG + b"".join(encode(message) for message in messages)
    found = [m for m in Decoder().feed(data) if not isinstance(m, Foreign | Garbled | Unknown)]
    assert found[-len(messages) :] == messages


@settings(deadline=None)
@given(MESSAGE, st.integers(0, 100), st.integers(1, 255))
def test_one_changed_byte_never_makes_another_message(
    message: Message, place: int, change: int
) -> None:
    frame = bytearray(encode(message))
    frame[place % len(frame)] ^= change
    found = list(Decoder().feed(bytes(frame)))
    wrong = [
        m for m in found if not isinstance(m, Foreign | Garbled | Unknown) and m != message
    ]
    assert wrong == []


@settings(deadline=None)
@given(st.binary(max_size=400))
def test_noise_alone_never_breaks_the_decoder(noise: bytes) -> None:
    for found in Decoder().feed(noise):
        if not isinstance(found, Foreign | Garbled | Unknown):
            assert encode(found) in FLAG + noise


@settings(deadline=None)
@given(MESSAGE, st.lists(st.tuples(st.integers(0, 60), st.integers(0, 2)), max_size=4))
def test_lost_doubled_and_turned_bytes_never_make_another_message(
    message: Message, accidents: list[tuple[int, int]]
) -> None:
    frame = bytearray(encode(message))
    for place, kind in accidents:
        at = place % (len(frame) or 1)
        frame[at : at + 1] = [b"", frame[at : at + 1] * 2, b"\x7d"][kind]
    found = Decoder().feed(bytes(frame))
    assert [m for m in found if not isinstance(m, Garbled) and m != message] == []


def test_another_version_is_known_by_its_hello() -> None:
    body = b"H\x03 and what else there may be"
    frame = FLAG + body + crc32(body).to_bytes(4, "little") + FLAG
    assert list(Decoder().feed(frame)) == [Foreign(3)]
    assert list(Decoder().feed(encode(HELLO))) == [HELLO]


@pytest.mark.parametrize(
    ("line", "is_v1"),
    [
        (b"$H,0,1,110,479dd2cd,12,2,255,1,32*159D\n", True),
        (b"\x00\xff$P,3725,2,0,3,0*1F81\r\n", True),
        (b"$P,3725,2,0,3,0*1F", False),
        (b"echo: start\n$GPGGA,123519,4807.038,N*47\n", False),
        (encode(HELLO), False),
    ],
)
def test_lines_of_version_1_are_known_by_their_form(line: bytes, is_v1: bool) -> None:
    assert speaks_v1(line) is is_v1


@pytest.mark.parametrize("kind", MESSAGES, ids=lambda kind: kind.__name__)
def test_a_field_out_of_range_is_not_sent(kind: type[Message]) -> None:
    for field in load_spec().by_name()[kind.__name__].fields:
        good = {
            f.name: {"hex32": "00000000", "text16": ""}.get(f.type, 0)
            for f in load_spec().by_name()[kind.__name__].fields
        }
        bad = {"hex32": "XYZ", "text16": "a\n"}.get(field.type, 2**32)
        encode(kind(**good))  # type: ignore[arg-type]
        with pytest.raises(ValueError, match=field.name):
            encode(kind(**{**good, field.name: bad}))  # type: ignore[arg-type]
