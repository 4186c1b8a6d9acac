"""Every press gets into the journal once: bouncing contacts, noise, resets, pulled cables.

The box is the real firmware in an emulator; nothing waits for the clock of this machine. A
usual run takes some dozens of presses each, `make test-long` a thousand.
"""

from __future__ import annotations

import random
import statistics

import pytest

from firmware_bridge.host import HELLO_MS
from firmware_bridge.messages import Button, Lights, Scores
from tests.firmware_bridge.rig import KINDS, Rig
from tests.firmware_bridge.simavr_board import Board

pytestmark = [pytest.mark.firmware, pytest.mark.timeout(3600)]

PRESSES = (30, pytest.param(1000, marks=pytest.mark.long))
LINES = (
    # kind of noise, probability for each byte, 95 % within so many milliseconds
    pytest.param(KINDS, 0, 30, id="still"),
    pytest.param(KINDS, 0.01, 60, id="1%", marks=pytest.mark.long),
    pytest.param(KINDS, 0.03, 100, id="3%"),
    pytest.param(KINDS, 0.1, 300, id="10%"),
    pytest.param(("lost", "doubled"), 0.03, 100, id="3% lost or doubled"),
)
ACCIDENTS = (1, 2, *(pytest.param(seed, marks=pytest.mark.long) for seed in range(3, 40)))


def press_many(
    rig: Rig, count: int, gap_ms: tuple[float, float]
) -> tuple[list[int], list[float]]:
    """Press chosen buttons; return them, and when each contact first closed."""
    buttons = [rig.chance.randrange(8) for _ in range(count)]
    began = []
    for i, button in enumerate(buttons):
        began.append(rig.press(button, held_ms=rig.chance.uniform(25, 60)))
        rig.host.show(Scores(0, i % 4, i, -i, 0, 0))
        rig.host.show(Lights(0, 1 << i % 4, 0))
        rig.run(rig.chance.uniform(*gap_ms))
    rig.settle()
    return buttons, began


def check_all_arrive(
    board: Board, kinds: tuple[str, ...], noise: float, count: int, most_ms: float
) -> str:
    rig = Rig(board, noise_per_byte=noise, kinds=kinds, seed=7)
    rig.run(1500)
    buttons, began = press_many(rig, count, (60, 200))
    assert [p.button for p in rig.journal] == buttons
    assert [k.event for k in rig.keys] == list(range(1, count + 1))
    assert rig.dropped == 0
    came = list(zip(rig.journalled_at_s, rig.journal, began, strict=True))
    waits = sorted((at_s - began_s) * 1000 for at_s, _, began_s in came)
    errors = [abs(at_s - press.age_s - began_s) * 1000 for at_s, press, began_s in came]
    within = waits[int(len(waits) * 0.95)]
    assert within < most_ms
    assert max(errors) < 50
    counters = rig.host.counters
    return (
        f"noise {noise:.0%} ({', '.join(kinds)}): {count} of {count} presses, in order, none "
        f"twice; median {statistics.median(waits):.0f} ms, 95 % within {within:.0f} ms, "
        f"longest {waits[-1]:.0f} ms; moment wrong by at most {max(errors):.0f} ms; "
        f"{counters.garbled} frames garbled, {counters.duplicates} duplicates passed over"
    )


@pytest.mark.parametrize(("kinds", "noise", "most_ms"), LINES)
@pytest.mark.parametrize("presses", PRESSES)
def test_bouncing_presses_all_arrive_in_order_once_and_soon(
    board: Board,
    kinds: tuple[str, ...],
    noise: float,
    most_ms: float,
    presses: int,
    figures: list[str],
) -> None:
    figures.append(check_all_arrive(board, kinds, noise, presses, most_ms))


def test_a_box_is_greeted_soon_on_a_line_with_much_noise(
    board: Board, figures: list[str]
) -> None:
    rig = Rig(board, noise_per_byte=0.1, seed=5)
    rig.run(500)
    waits = []
    for _ in range(40):
        rig.run(rig.chance.uniform(0, 40))
        rig.restart_computer()
        began_ms = rig.now_ms
        while not rig.host.is_met:
            rig.run(1)
        waits.append(rig.now_ms - began_ms)
    waits.sort()
    figures.append(
        f"noise 10%: greeted after {statistics.median(waits):.0f} ms in the median, 95 % "
        f"within {waits[38]} ms, longest {waits[-1]} ms"
    )
    assert waits[38] < 300
    assert waits[-1] < HELLO_MS


def chaos(board: Board, count: int, seed: int) -> None:
    """Resets, pulled cables and killed computers at random moments, on a noisy line."""
    rig = Rig(board, noise_per_byte=0.002, seed=seed)
    chance = random.Random(seed)
    rig.run(1000)
    buttons = []
    for _ in range(count):
        buttons.append(chance.randrange(8))
        rig.bounce(buttons[-1], True, 4)
        rig.run(25)  # long enough to be a press
        match chance.randrange(6):
            case 0:
                rig.board.reset()
                rig.host.start(rig.now_ms)
                rig.run(chance.uniform(0, 60))
            case 1:
                rig.plugged = False
            case 2:
                rig.plug_in()
            case 3:
                rig.restart_computer()
            case 4:
                rig.journalling = not rig.journalling
            case _:
                pass
        rig.run(chance.uniform(0, 30))
        rig.bounce(buttons[-1], False, 4)
        rig.run(chance.uniform(30, 100))
        if not rig.journalling and chance.random() < 0.5:
            rig.journalling = True
            rig.restart_computer()
    rig.journalling = True
    rig.restart_computer()
    rig.plug_in()
    rig.settle()
    assert rig.dropped == 0
    assert [int(p.button) for p in rig.journal] == buttons
    assert len(set(rig.keys)) == len(buttons)


@pytest.mark.parametrize("seed", ACCIDENTS)
def test_resets_pulled_cables_and_killed_computers_lose_and_double_nothing(
    board: Board, seed: int
) -> None:
    chaos(board, 30, seed)


@pytest.mark.parametrize(
    ("pulls", "kills", "resets"),
    [(4, 2, 4), pytest.param(20, 10, 20, marks=pytest.mark.long)],
)
def test_pulled_cables_kills_and_resets_in_mid_press(
    board: Board, pulls: int, kills: int, resets: int, figures: list[str]
) -> None:
    rig = Rig(board, noise_per_byte=0.01, seed=11)
    rig.run(500)
    accidents = ["pull"] * pulls + ["kill"] * kills + ["reset"] * resets
    rig.chance.shuffle(accidents)
    buttons = []
    for accident in accidents:
        button = rig.chance.randrange(8)
        buttons.append(button)
        rig.bounce(button, True, 4)
        rig.run(rig.chance.uniform(20, 40))  # long enough to be a press
        match accident:
            case "pull":
                rig.plugged = False
            case "kill":
                rig.restart_computer()
            case _:
                rig.board.reset()
        rig.run(rig.chance.uniform(0, 200))
        rig.bounce(button, False, 4)
        rig.run(rig.chance.uniform(30, 100))
        buttons.append(rig.chance.randrange(8))
        rig.press(buttons[-1])
        if accident == "pull":
            rig.plug_in()
        rig.run(rig.chance.uniform(30, 300))
    rig.settle()
    assert rig.dropped == 0
    assert [int(p.button) for p in rig.journal] == buttons
    assert len(set(rig.keys)) == len(buttons)
    assert max(boot for boot, _ in rig.starts) == 1  # of which nothing was written to EEPROM
    figures.append(
        f"{pulls} cables pulled, {kills} kills, {resets} resets in mid-press: {len(buttons)} "
        f"of {len(buttons)} presses, in order, none twice"
    )


def test_an_acknowledgement_lost_with_the_computer_is_given_again(rig: Rig) -> None:
    rig.press(Button.PLAYER_1)
    assert len(rig.journal) == 1
    # Killed between the journal and the acknowledgement: the press comes again, as itself.
    rig.journalling = False
    rig.press(Button.PLAYER_2)
    rig.run(50)
    press = next(e for e in reversed(rig.happened) if getattr(e, "button", None) == 1)
    rig.journal.append(press)  # type: ignore[arg-type]
    rig.restart_computer()
    rig.journalling = True
    rig.settle()
    assert [p.button for p in rig.journal] == [Button.PLAYER_1, Button.PLAYER_2]
    assert rig.host.counters.duplicates >= 1
