"""The codec: golden frames, any portions, any noise."""

from __future__ import annotations

from dataclasses import asdict
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from firmware_bridge.line_v1 import LINE_V1, crc16
from firmware_bridge.messages import MESSAGES, Garbled, Message, Unknown
from firmware_bridge.spec import load_spec
from tests.firmware_bridge.strategies import MESSAGE


def cut(data: bytes, places: list[int]) -> list[bytes]:
    edges = [0, *sorted({place % (len(data) + 1) for place in places}), len(data)]
    return [data[a:b] for a, b in pairwise(edges)]


def test_the_checksum_is_the_one_of_the_catalogue() -> None:
    assert crc16(b"123456789") == 0x6F91


def test_every_golden_message_is_written_and_read(vectors: dict[str, Any]) -> None:
    names = set()
    kinds = {kind.__name__: kind for kind in MESSAGES}
    for row in vectors["messages"]:
        message = kinds[row["message"]](**row["fields"])
        frame = row["frame"].encode("latin-1")
        assert LINE_V1.encode(message) == frame
        assert list(LINE_V1.decoder().feed(frame)) == [message]
        assert asdict(message) == row["fields"]
        names.add(row["message"])
    assert names == set(kinds)


def test_every_golden_oddity_is_judged(vectors: dict[str, Any]) -> None:
    def name(found: Message | Unknown | Garbled) -> str:
        return {Garbled: "garbled", Unknown: "unknown"}.get(type(found), type(found).__name__)

    for row in vectors["others"]:
        found = LINE_V1.decoder().feed(row["bytes"].encode("latin-1"))
        assert [name(each) for each in found] == row["found"], row["about"]


@settings(deadline=None)
@given(st.lists(MESSAGE, max_size=8), st.lists(st.integers(0, 600), max_size=12))
def test_any_portions_give_the_same_messages(
    messages: list[Message], places: list[int]
) -> None:
    data = b"".join(LINE_V1.encode(message) for message in messages)
    assert all(len(line) <= load_spec().max_frame_bytes for line in data.splitlines(True))
    decoder = LINE_V1.decoder()
    found = [each for portion in cut(data, places) for each in decoder.feed(portion)]
    assert found == messages


@settings(deadline=None)
@given(st.binary(max_size=200), st.lists(MESSAGE, min_size=1, max_size=4))
def test_after_noise_the_next_frame_is_read(noise: bytes, messages: list[Message]) -> None:
    data = noise + b"".join(LINE_V1.encode(message) for message in messages)
    found = [m for m in LINE_V1.decoder().feed(data) if not isinstance(m, Garbled | Unknown)]
    assert found[-len(messages) :] == messages


@settings(deadline=None)
@given(MESSAGE, st.integers(0, 100), st.integers(1, 255))
def test_one_changed_byte_never_makes_another_message(
    message: Message, place: int, change: int
) -> None:
    frame = bytearray(LINE_V1.encode(message))
    frame[place % len(frame)] ^= change
    found = list(LINE_V1.decoder().feed(bytes(frame)))
    wrong = [m for m in found if not isinstance(m, Garbled | Unknown) and m != message]
    assert wrong == []


@settings(deadline=None)
@given(st.binary(max_size=400))
def test_noise_alone_never_breaks_the_decoder(noise: bytes) -> None:
    for found in LINE_V1.decoder().feed(noise):
        if not isinstance(found, Garbled | Unknown):
            assert LINE_V1.encode(found) in noise.replace(b"\r", b"\n")


@pytest.mark.parametrize("kind", MESSAGES, ids=lambda kind: kind.__name__)
def test_a_field_out_of_range_is_not_sent(kind: type[Message]) -> None:
    for field in load_spec().by_name()[kind.__name__].fields:
        good = {
            f.name: {"hex32": "00000000", "text16": ""}.get(f.type, 0)
            for f in load_spec().by_name()[kind.__name__].fields
        }
        bad = {"hex32": "XYZ", "text16": "a,b"}.get(field.type, 2**32)
        LINE_V1.encode(kind(**good))  # type: ignore[arg-type]
        with pytest.raises(ValueError, match=field.name):
            LINE_V1.encode(kind(**{**good, field.name: bad}))  # type: ignore[arg-type]
