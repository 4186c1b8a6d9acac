"""The real firmware: buttons, lights, displays, memory."""

from __future__ import annotations

import re
import subprocess
from binascii import crc32
from collections.abc import Iterator
from pathlib import Path

import pytest

from firmware_bridge.frames import FLAG, Decoder, encode
from firmware_bridge.messages import (
    NO_CLOCK_S,
    NOBODY,
    Ack,
    Button,
    Clocks,
    Feature,
    Kind,
    Light,
    Lights,
    Pressed,
    Reason,
    Refused,
    Scores,
    Text,
)
from tests.firmware_bridge.rig import Rig
from tests.firmware_bridge.simavr_board import Board
from tests.firmware_bridge.tools import FIRMWARE, need

pytestmark = pytest.mark.firmware

FLASH_BYTES = 32 * 1024 - 2 * 1024  # less the largest usual bootloader
RAM_BYTES = 2048


def symbol(firmware: Path, name: str) -> int:
    listing = subprocess.run(
        ["avr-nm", firmware], capture_output=True, text=True, check=True
    ).stdout
    found = re.search(rf"^([0-9a-f]+) \w {name}$", listing, re.MULTILINE)
    assert found
    return int(found[1], 16) & 0xFFFF


def test_it_fits_the_chip(firmware: Path, rig: Rig, figures: list[str]) -> None:
    need("avr-size", "avr-nm")
    report = subprocess.run(["avr-size", firmware], capture_output=True, text=True, check=True)
    code, data, _, _ = (int(word) for word in report.stdout.splitlines()[1].split()[:4])
    end = symbol(firmware, "_end")
    static = end - 0x100
    # The stack grows down from the top; what it has reached is told by a painted pattern.
    rig.board.paint_stack(end)
    rig.host.show(Text(0, "QUIXOTRY 365"))
    rig.host.show(Clocks(0, 1, 1499, -61, 59, NO_CLOCK_S))
    for button in Button:
        rig.press(button)
    rig.settle()
    untouched = rig.board.stack_untouched(end)
    figures.append(
        f"flash {code + data} of {FLASH_BYTES} bytes; RAM {static} of {RAM_BYTES}, "
        f"stack {RAM_BYTES - static - untouched}, never used {untouched}"
    )
    assert len(rig.journal) == len(Button)
    assert code + data < FLASH_BYTES // 2
    assert static < RAM_BYTES * 3 // 4
    assert untouched > 256


def test_it_says_who_it_is(rig: Rig) -> None:
    hello = rig.host.hello
    assert hello is not None
    assert hello.players == 4
    assert hello.buttons == 0xFF
    assert hello.features >> Feature.CHARACTER_DISPLAY & 1
    assert rig.starts == [(1, 0)]
    rig.run(2000)
    assert rig.host.pulse is not None
    assert rig.host.pulse.uptime_s in (1, 2)


@pytest.mark.parametrize("button", Button)
def test_every_button_is_one_press_however_it_bounces(rig: Rig, button: Button) -> None:
    rig.press(button, bounces=9)
    rig.run(200)
    assert [(p.button, p.kind, p.stale) for p in rig.journal] == [(button, Kind.PRESS, False)]


def test_a_button_held_down_says_so_once(rig: Rig) -> None:
    rig.press(Button.PAUSE, held_ms=2500)
    rig.run(300)
    assert [p.kind for p in rig.journal] == [Kind.PRESS, Kind.HOLD]


@pytest.mark.parametrize("button", Button)
def test_lights_that_change_meanwhile_do_not_disturb_a_button(rig: Rig, button: Button) -> None:
    rig.bounce(button, True, 3)
    for i in range(12):
        rig.host.show(Lights(0, on=i % 2 * 0x3F, blink=0))
        rig.run(20)
    rig.bounce(button, False, 3)
    rig.run(100)
    assert [p.button for p in rig.journal] == [button]


def test_a_spark_of_a_few_milliseconds_is_no_press(rig: Rig) -> None:
    for _ in range(20):
        rig.press(Button.PASS, held_ms=2, bounces=2)
        rig.run(30)
    assert rig.journal == []


def test_two_buttons_at_once_are_two_presses(rig: Rig) -> None:
    for closed in (True, False):
        rig.board.button(Button.PLAYER_1, closed)
        rig.board.button(Button.CHALLENGE, closed)
        rig.run(50)
    assert sorted(p.button for p in rig.journal) == [Button.PLAYER_1, Button.CHALLENGE]


def test_a_button_pressed_at_the_start_is_no_press_until_it_is_released(
    simavr: Path, firmware: Path
) -> None:
    board = Board(simavr, firmware)
    board.button(Button.UNDO, True)
    rig = Rig(board)
    rig.run(3000)
    assert rig.journal == []
    board.button(Button.UNDO, False)
    rig.run(50)
    rig.press(Button.UNDO)
    rig.run(100)
    assert [p.button for p in rig.journal] == [Button.UNDO]
    board.close()


def test_lights_follow_and_blink(rig: Rig) -> None:
    rig.host.show(Lights(0, on=1 << Light.TURN_2, blink=1 << Light.CHALLENGE))
    seen = set()
    for _ in range(100):
        rig.run(10)
        seen.add(rig.board.lights)
    on = 1 << Light.TURN_2
    assert {on, on | 1 << Light.CHALLENGE} <= seen
    assert rig.board.lights in (on, on | 1 << Light.CHALLENGE)


def test_alone_a_light_goes_round_until_the_computer_is_back(rig: Rig) -> None:
    rig.host.show(Lights(0, on=1 << Light.DOUBT, blink=0))
    rig.run(500)
    assert rig.board.lights == 1 << Light.DOUBT
    rig.plugged = False
    rig.run(3500)
    seen = []
    for _ in range(40):
        rig.run(100)
        if not seen or seen[-1] != rig.board.lights:
            seen.append(rig.board.lights)
    assert set(seen) == {1, 2, 4, 8}
    rig.plug_in()
    rig.run(1500)
    assert rig.board.lights == 1 << Light.DOUBT


def test_both_displays_show_scores_clocks_and_text(rig: Rig) -> None:
    rig.host.show(Scores(0, 1, 123, -45, 7, 1045))
    rig.run(300)
    assert rig.board.characters == (" 123>-45   71045", " " * 16)
    assert rig.board.digits == "- 45"
    rig.host.show(Clocks(0, 0, 1499, -61, 59, NO_CLOCK_S))
    rig.run(300)
    assert rig.board.characters[1] == " 24m -1m0:59    "
    assert rig.board.digits == "24:59"
    rig.host.show(Clocks(0, 1, 1499, -61, 59, NO_CLOCK_S))
    rig.host.show(Text(0, "QUIXOTRY 365"))
    rig.run(400)
    assert rig.board.characters[1] == "QUIXOTRY 365    "
    assert rig.board.digits == "-1:01"
    rig.host.show(Text(0, ""))
    rig.host.show(Scores(0, NOBODY, 0, 0, 0, -32768))
    rig.run(400)
    assert rig.board.characters == ("   0   0   0####", " 24m -1m0:59    ")


def test_a_display_plugged_in_late_is_found_and_filled(rig: Rig) -> None:
    rig.host.show(Scores(0, 0, 11, 22, 33, 44))
    rig.board.plug_display(False)
    rig.run(200)
    rig.host.show(Scores(0, 1, 55, 66, 77, 88))
    rig.run(500)
    rig.board.plug_display(True)
    rig.run(3500)
    assert rig.board.characters[0] == "  55> 66  77  88"


@pytest.fixture
def oled_rig(simavr: Path, firmware: Path) -> Iterator[Rig]:
    board = Board(simavr, firmware, display="oled")
    rig = Rig(board)
    rig.run(1500)
    yield rig
    board.close()


def letters() -> dict[tuple[str, ...], str]:
    """Each picture of the firmware's own table, 7 rows of 5 dots, and its character."""
    source = (FIRMWARE / "lib" / "display" / "glyphs.c").read_text("utf-8")
    rows = re.findall(r"^    \{(0x.*?)\}", source, re.MULTILINE)
    pictures = {}
    for code, row in enumerate(rows, ord(" ")):
        columns = [int(byte, 16) for byte in row.split(",")]
        dots = ("".join("#" if c >> y & 1 else " " for c in columns) for y in range(7))
        pictures.setdefault(tuple(dots), chr(code))
    return pictures


def read_oled(dots: list[str]) -> tuple[str, str]:
    """Read what stands on an OLED, dot by dot."""
    known = letters()
    lines = []
    for top in (8, 40):
        text = ""
        for left in range(0, 128, 8):
            tall = [row[left : left + 8] for row in dots[top : top + 16]]
            assert tall[0::2] == tall[1::2]
            assert all(row[7] == " " and row[1] == row[2] and row[4] == row[5] for row in tall)
            small = tuple(row[0:2] + row[3:5] + row[6] for row in tall[0:14:2])
            assert tall[14] == " " * 8
            text += known[small]
        lines.append(text)
    rest = [*dots[:8], *dots[24:40], *dots[56:]]
    assert set(rest) == {" " * 128}
    return lines[0], lines[1]


def test_an_oled_is_found_cleared_and_written(oled_rig: Rig) -> None:
    rig = oled_rig
    assert rig.host.hello is not None
    assert rig.host.hello.features >> Feature.CHARACTER_DISPLAY & 1
    rig.host.show(Scores(0, 1, 123, -45, 7, 1045))
    rig.host.show(Clocks(0, 0, 1499, -61, 59, NO_CLOCK_S))
    rig.run(1000)
    assert read_oled(rig.board.oled) == (" 123>-45   71045", " 24M -1M0:59    ")
    rig.host.show(Text(0, "Quixotry +365"))
    rig.run(500)
    assert read_oled(rig.board.oled)[1] == "QUIXOTRY +365   "
    shape = [row[8:16] for row in rig.board.oled[8:24:2]]  # the 1 of 123
    assert shape == [
        "   #    ",
        " ###    ",
        "   #    ",
        "   #    ",
        "   #    ",
        "   #    ",
        " #####  ",
        "        ",
    ]


def test_an_oled_holds_no_press_up(oled_rig: Rig) -> None:
    rig = oled_rig
    for i, button in enumerate(Button):
        rig.host.show(Text(0, "ABCDEFGHIJKLMNOP"[i:]))
        began_s = rig.press(button)
        rig.run(60)
        assert rig.journalled_at_s[-1] - began_s < 0.05
    assert [p.button for p in rig.journal] == list(Button)
    assert rig.host.pulse is not None
    assert rig.host.pulse.overruns == 0


def test_without_a_display_it_works_all_the_same(simavr: Path, firmware: Path) -> None:
    board = Board(simavr, firmware, display="none")
    rig = Rig(board)
    rig.run(300)
    assert rig.host.hello is not None
    assert not rig.host.hello.features >> Feature.CHARACTER_DISPLAY & 1
    rig.press(Button.PLAYER_1)
    rig.run(100)
    assert len(rig.journal) == 1
    board.close()


def test_nonsense_is_refused_and_strange_messages_too(board: Board) -> None:
    board.run(200)
    board.read()
    board.write(encode(Scores(9, 5, 0, 0, 0, 0)))
    board.run(100)
    assert list(Decoder().feed(board.read())) == [Refused(9, Reason.BAD_VALUE)]
    board.write(FLAG + b"Z\x01" + crc32(b"Z\x01").to_bytes(4, "little") + FLAG)
    board.run(100)
    assert list(Decoder().feed(board.read())) == [Refused(0, Reason.UNKNOWN)]


def test_only_the_right_acknowledgement_ends_the_repeats(board: Board) -> None:
    board.run(200)
    board.button(Button.PASS, True)
    board.run(50)
    board.read()
    for wrong in (Ack(1, 2), Ack(2, 1), Ack(0, 0)):
        board.write(encode(wrong))
    board.run(600)
    repeats = [m for m in Decoder().feed(board.read()) if isinstance(m, Pressed)]
    assert len(repeats) >= 2
    assert {(m.boot, m.event, m.button) for m in repeats} == {(1, 1, Button.PASS)}
    ages = {m.age_ms - m.sent_ms for m in repeats}
    assert len(ages) == 1  # each says how old it is when it is sent
    board.write(encode(Ack(1, 1)))
    board.run(20)
    board.read()
    board.run(600)
    assert not [m for m in Decoder().feed(board.read()) if isinstance(m, Pressed)]


def test_a_full_queue_keeps_the_oldest_and_counts_the_rest(rig: Rig) -> None:
    rig.plugged = False
    for i in range(40):
        rig.press(i % 4, bounces=0)
        rig.run(30)
    rig.plug_in()
    rig.settle()
    assert [p.button for p in rig.journal] == [i % 4 for i in range(32)]
    assert rig.dropped == 8


def test_an_old_press_arrives_marked_as_stale(rig: Rig) -> None:
    rig.plugged = False
    rig.press(Button.CHALLENGE)
    rig.run(11_000)
    rig.press(Button.PLAYER_1)
    rig.plug_in()
    rig.run(1500)
    assert [(p.button, p.stale) for p in rig.journal] == [
        (Button.CHALLENGE, True),
        (Button.PLAYER_1, False),
    ]
    assert rig.journal[0].age_s == pytest.approx(11.1, abs=0.3)


def test_a_reset_loses_no_press_and_counts_the_start(rig: Rig) -> None:
    uid = rig.host.hello.uid if rig.host.hello else ""
    rig.journalling = False
    for button in (Button.PLAYER_1, Button.PLAYER_2, Button.PLAYER_3):
        rig.press(button)
        rig.run(50)
    rig.board.reset()
    rig.journalling = True
    rig.restart_computer()
    rig.run(100)
    rig.press(Button.PLAYER_4)
    rig.settle()
    assert [p.button for p in rig.journal] == [0, 1, 2, 3]
    assert [(p.key.boot, p.key.event) for p in rig.journal] == [(1, 1), (1, 2), (1, 3), (1, 4)]
    assert {p.key.uid for p in rig.journal} == {uid}
    assert rig.starts == [(1, 0), (1, 1)]


def test_a_reset_while_a_button_is_down_makes_no_press_of_it(rig: Rig) -> None:
    rig.journalling = False
    rig.bounce(Button.PASS, True, 5)
    rig.run(20)  # accepted by the box, not yet journalled
    rig.board.reset()
    rig.journalling = True
    rig.restart_computer()
    rig.run(2000)
    rig.bounce(Button.PASS, False, 5)
    rig.settle()
    assert [p.button for p in rig.journal] == [Button.PASS]


def test_the_box_is_quiet_when_its_own_words_come_back(rig: Rig) -> None:
    before = rig.host.counters.refused
    rig.press(Button.UNDO)
    for _ in range(200):
        rig.board.run(5)
        rig.board.write(rig.board.read())
    rig.board.run(100)
    heard = len(rig.board.read())
    assert heard < 200
    assert rig.host.counters.refused == before
