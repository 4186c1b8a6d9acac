"""The sketch for other boards, compiled for this computer with a small Arduino around it."""

from __future__ import annotations

import ctypes
from pathlib import Path

import pytest

from firmware_bridge.frames import Decoder, encode
from firmware_bridge.messages import Ack, Button, Done, Hello, Lights, Pressed, Pulse
from firmware_bridge.simulator import HELLO_TIMES
from tests.firmware_bridge.tools import FIRMWARE, need, run_compiler

pytestmark = pytest.mark.firmware

DOUBLE = Path(__file__).parent / "arduino_double"


@pytest.fixture
def sketch(tmp_path: Path) -> ctypes.CDLL:
    need("gcc", "g++")
    folders = [f"-I{FIRMWARE / 'lib' / name}" for name in ("wire", "box", "display")]
    folder = FIRMWARE / "arduino" / "button_box"
    objects = []
    for source in sorted(FIRMWARE.glob("lib/*/*.c")):
        objects.append(tmp_path / f"{source.stem}.o")
        run_compiler(
            "gcc", "-std=gnu99", "-Wall", "-Wextra", "-fPIC", *folders,
            "-c", source, "-o", objects[-1],
        )  # fmt: skip
    target = tmp_path / "sketch.so"
    run_compiler(
        "g++", "-std=c++11", "-Wall", "-Wextra", "-fPIC", "-shared", *folders, f"-I{DOUBLE}",
        f"-I{folder}", "-x", "c++", folder / "button_box.ino", folder / "hal_arduino.cpp",
        DOUBLE / "double.cpp", "-x", "none", *objects, "-o", target,
    )  # fmt: skip
    return ctypes.CDLL(str(target))


def said(sketch: ctypes.CDLL) -> list[object]:
    buffer = ctypes.create_string_buffer(4096)
    length = sketch.double_read(buffer)
    return list(Decoder().feed(buffer.raw[:length]))


def test_the_sketch_does_what_the_box_does(sketch: ctypes.CDLL) -> None:
    sketch.double_start()
    sketch.double_run(50)
    hello, *more = (m for m in said(sketch) if not isinstance(m, Pulse))
    assert isinstance(hello, Hello)
    assert more == [hello] * (HELLO_TIMES - 1)
    assert hello.boot == 1

    sketch.double_button(2 + Button.CHALLENGE, 1)
    sketch.double_run(30)
    event = said(sketch)[0]
    assert isinstance(event, Pressed)
    assert (event.boot, event.event, event.what) == (1, 1, Button.CHALLENGE)
    assert 10 <= event.age_ms <= 12  # since the contact closed
    ack = encode(Ack(1, 1)) + encode(Lights(7, 0b100010, 0))
    sketch.double_write(ack, len(ack))
    sketch.double_run(500)
    assert [m for m in said(sketch) if not isinstance(m, Pressed | Pulse)] == [Done(7)]
    assert [sketch.double_level(pin) for pin in (10, 11, 12, 13, 14, 15)] == [0, 1, 0, 0, 0, 1]


def test_no_file_is_called_like_one_of_arduinos_where_case_does_not_count() -> None:
    theirs = {"arduino.h", "wire.h", "eeprom.h", "spi.h", "serial.h", "string.h", "print.h"}
    ours = {path.name.lower() for path in FIRMWARE.rglob("*.[ch]*")}
    assert len(ours) > 20
    assert ours & theirs == set()
