"""The boards that the documentation names are compiled with what Debian has."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest

from firmware_bridge.messages import Lights, Scores
from tests.firmware_bridge.rig import Rig
from tests.firmware_bridge.simavr_board import Board
from tests.firmware_bridge.tools import FIRMWARE, need, run_compiler

pytestmark = pytest.mark.firmware

ARDUINO = Path("/usr/share/arduino/hardware/arduino/avr")

BOARDS = {
    # flash less the bootloader, RAM
    "uno": (32_256, 2048),
    "nano": (30_720, 2048),
    "leonardo": (28_672, 2560),
    "mega": (253_952, 8192),
}


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    need("make", "avr-gcc", "avr-size")
    if not ARDUINO.is_dir():
        pytest.skip("arduino-core-avr is not installed; Leonardo and Mega are NOT tested here")
    programs = {}
    for board in ("uno", "leonardo", "mega"):
        build = tmp_path_factory.mktemp(board)
        run_compiler("make", "-C", FIRMWARE, f"BOARD={board}", f"BUILD={build}", "-j2")
        programs[board] = build / "button_box.elf"
    return {**programs, "nano": programs["uno"]}  # the same chip at the same speed


@pytest.mark.parametrize("board", BOARDS)
def test_a_board_is_compiled_and_the_program_fits(
    built: dict[str, Path], board: str, figures: list[str]
) -> None:
    told = subprocess.run(
        ["avr-size", built[board]], capture_output=True, text=True, check=True
    ).stdout
    text, data, bss = (int(word) for word in told.splitlines()[1].split()[:3])
    flash, ram = BOARDS[board]
    figures.append(
        f"{board}: flash {text + data} of {flash} bytes, RAM {data + bss} of {ram} bytes"
    )
    assert built[board].with_suffix(".hex").stat().st_size > 0
    assert text + data < flash * 3 // 4
    assert data + bss < ram * 4 // 5


def test_the_program_of_a_mega_is_a_box(built: dict[str, Path], simavr: Path) -> None:
    rig = Rig(Board(simavr, built["mega"], display="none", chip="atmega2560"))
    rig.run(1500)
    assert rig.host.hello is not None
    assert rig.host.hello.players == 4
    rig.host.show(Lights(0, 1, 0))
    rig.host.show(Scores(0, 1, 7, 8, 0, 0))
    rig.run(500)
    assert rig.host.counters.repeated_commands == 0
    assert rig.journal == []
    rig.board.close()


def test_another_number_of_players_compiles_anew_and_the_same_does_not(tmp_path: Path) -> None:
    need("make", "avr-gcc")

    def made(players: int) -> str:
        words = ["make", "-C", FIRMWARE, f"PLAYERS={players}", f"BUILD={tmp_path}"]
        done = subprocess.run(words, capture_output=True, text=True, check=True)
        return done.stdout

    assert "box.c" in made(4)
    assert "box.c" not in made(4)
    assert "-DBOX_PLAYERS=2" in made(2)


def test_a_board_that_nobody_knows_is_named(tmp_path: Path) -> None:
    need("make")
    words = ["make", "-C", FIRMWARE, "BOARD=teapot", f"BUILD={tmp_path}"]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    assert done.returncode
    assert re.search("no BOARD teapot; there are uno, nano, leonardo and mega", done.stderr)
