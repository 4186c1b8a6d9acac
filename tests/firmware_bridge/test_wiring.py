"""The drawn wiring, the table of pins and the program agree."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.firmware_bridge.tools import FIRMWARE

DOCS = Path(__file__).resolve().parents[2] / "docs"


def drawn() -> dict[str, str]:
    svg = (DOCS / "images" / "device-wiring.svg").read_text(encoding="utf-8")
    return dict(re.findall(r"<title>([AD]\d+): ([^<]+)</title>", svg))


def told(board: str = "Uno, Nano") -> dict[str, str]:
    """What the documentation says of the pins of a board."""
    page = (DOCS / "device.md").read_text(encoding="utf-8")
    rows = page[page.index("| to | Uno, Nano |") :].partition("\n\n")[0].splitlines()
    table = [[cell.strip() for cell in row.strip("|").split("|")] for row in rows]
    column = table[0].index(board)
    pins: dict[str, str] = {}
    for row in table[2:]:
        device, *parts = re.split(r"[ ,]+", row[0]) if "," in row[0] else ("", row[0])
        for name, part in zip(row[column].split(", "), parts, strict=True):
            pins[name] = f"{device} {part}".strip().replace('"', "")
    return pins


def test_the_drawing_shows_the_pins_of_the_table() -> None:
    assert len(drawn()) == 18
    assert drawn() == told()


SKETCH = (FIRMWARE / "arduino" / "button_box" / "hal_arduino.cpp").read_text("utf-8")


@pytest.mark.parametrize(
    ("board", "nth", "bus"),
    [
        ("Leonardo, Micro", 0, ["D2", "D3"]),
        ("Uno, Nano", 1, ["A4", "A5"]),
        ("Mega 2560", 1, ["D20", "D21"]),
    ],
)
def test_the_sketch_uses_the_pins_of_the_table(board: str, nth: int, bus: list[str]) -> None:
    def pins(name: str, nth: int = 0) -> list[str]:
        found = re.findall(rf"{name}\[\w+\] = \{{([^}}]+)\}}", SKETCH)[nth]
        return [pin if pin[0] == "A" else f"D{pin}" for pin in found.split(", ")]

    table = told(board)
    assert len(table) == 18
    assert pins("BUTTON_PINS", nth) == [p for p, what in table.items() if "button" in what]
    assert pins("LIGHT_PINS") == [pin for pin, what in table.items() if "light" in what]
    assert [pin for pin, what in table.items() if what.startswith("TM1637")] == ["A2", "A3"]
    assert "TM1637_CLOCK = A2, TM1637_DATA = A3" in SKETCH
    assert [pin for pin, what in table.items() if what.startswith("display")] == bus


def test_the_bus_of_each_board_is_where_arduino_has_it() -> None:
    variants = Path("/usr/share/arduino/hardware/arduino/avr/variants")
    if not variants.is_dir():
        pytest.skip("arduino-core-avr is not installed")
    for variant, board in (("leonardo", "Leonardo, Micro"), ("mega", "Mega 2560")):
        text = (variants / variant / "pins_arduino.h").read_text("utf-8")
        sda, scl = (re.search(rf"PIN_WIRE_{n}\s+\((\d+)\)", text) for n in ("SDA", "SCL"))
        assert sda
        assert scl
        bus = [pin for pin, what in told(board).items() if what.startswith("display")]
        assert bus == [f"D{sda[1]}", f"D{scl[1]}"]
