"""The drawn wiring, the table of pins and the program agree."""

from __future__ import annotations

import re
from pathlib import Path

from tests.firmware_bridge.tools import FIRMWARE

DOCS = Path(__file__).resolve().parents[2] / "docs"


def drawn() -> dict[str, str]:
    svg = (DOCS / "images" / "device-wiring.svg").read_text(encoding="utf-8")
    return dict(re.findall(r"<title>([AD]\d+): ([^<]+)</title>", svg))


def told() -> dict[str, str]:
    page = (DOCS / "device.md").read_text(encoding="utf-8")
    wiring = page[page.index("## Wiring") : page.index("## Getting the program")]
    pins: dict[str, str] = {}
    for row in re.findall(r"^\| ([AD]\d.*) \|$", wiring, re.MULTILINE):
        cells = [cell.strip() for cell in row.split("|")]
        for names, what in zip(cells[::2], cells[1::2], strict=True):
            device, *parts = re.split(r"[ ,]+", what) if "," in what else ("", what)
            for name, part in zip(names.split(", "), parts, strict=True):
                pins[name] = f"{device} {part}".strip().replace('"', "")
    return pins


def test_the_drawing_shows_the_pins_of_the_table() -> None:
    assert len(drawn()) == 18
    assert drawn() == told()


def test_the_sketch_uses_the_pins_of_the_drawing() -> None:
    sketch = (FIRMWARE / "arduino" / "button_box" / "hal_arduino.cpp").read_text("utf-8")

    def pins(name: str) -> list[str]:
        found = re.search(rf"{name}\[\w+\] = \{{([^}}]+)\}}", sketch)
        assert found
        return [pin if pin[0] == "A" else f"D{pin}" for pin in found[1].split(", ")]

    buttons = [pin for pin, what in drawn().items() if what.startswith("button")]
    lights = [pin for pin, what in drawn().items() if what.startswith("light")]
    assert pins("BUTTON_PINS") == buttons
    assert pins("LIGHT_PINS") == lights
    assert "TM1637_CLOCK = A2, TM1637_DATA = A3" in sketch
