"""Shared by the tests of the button box."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.firmware_bridge.rig import Rig
from tests.firmware_bridge.simavr_board import Board
from tests.firmware_bridge.tools import FIRMWARE, need, run_compiler

FIGURES: list[str] = []


@pytest.fixture
def figures() -> list[str]:
    """Lines for the summary at the end of the run: what was measured."""
    return FIGURES


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    if FIGURES:
        terminalreporter.section("button box, measured")
        for line in FIGURES:
            terminalreporter.write_line(line)


@pytest.fixture(scope="session")
def vectors() -> dict[str, Any]:
    text = Path(__file__).with_name("vectors.json").read_text(encoding="utf-8")
    loaded: dict[str, Any] = json.loads(text)
    return loaded


@pytest.fixture(scope="session")
def firmware(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The box's program for an ATmega328P."""
    need("make", "avr-gcc")
    build = tmp_path_factory.mktemp("firmware")
    run_compiler("make", "-C", FIRMWARE, f"BUILD={build}", f"{build}/button_box.elf")
    return build / "button_box.elf"


@pytest.fixture(scope="session")
def simavr(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The emulator with buttons and displays around it, as a library."""
    need("gcc", "simavr")
    headers = Path("/usr/include/simavr")
    if not (headers / "parts" / "hd44780.h").is_file():
        pytest.skip("libsimavr-dev is not installed; the firmware is NOT tested here")
    library = tmp_path_factory.mktemp("simavr") / "board.so"
    source = Path(__file__).parent / "simavr" / "board.c"
    run_compiler(
        "gcc", "-O2", "-Wall", "-Wextra", "-shared", "-fPIC", "-isystem", headers,
        source, "-o", library, "-lsimavr", "-lsimavrparts",
    )  # fmt: skip
    return library


@pytest.fixture
def board(simavr: Path, firmware: Path) -> Iterator[Board]:
    board = Board(simavr, firmware)
    yield board
    board.close()


@pytest.fixture
def rig(board: Board) -> Rig:
    """A box that has been met, without noise."""
    rig = Rig(board)
    rig.run(300)
    return rig
