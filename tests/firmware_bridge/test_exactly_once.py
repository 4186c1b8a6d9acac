"""Every press gets into the journal once: bouncing contacts, noise, resets, pulled cables.

The box is the real firmware in an emulator; nothing waits for the clock of this machine. A
usual run takes a hundred presses each, `make test-long` a thousand.
"""

from __future__ import annotations

import random
import statistics

import pytest

from firmware_bridge.messages import Button, Lights, Scores
from tests.firmware_bridge.rig import Rig
from tests.firmware_bridge.simavr_board import Board

pytestmark = [pytest.mark.firmware, pytest.mark.timeout(3600)]

PRESSES = (100, pytest.param(1000, marks=pytest.mark.long))
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


def report(rig: Rig, began: list[float], noise: float) -> str:
    waits = sorted(
        (at - start) * 1000 for at, start in zip(rig.journalled_at_s, began, strict=True)
    )
    counters = rig.host.counters
    return (
        f"noise {noise:.1%}: {len(rig.journal)} of {len(began)} presses, in order, none twice; "
        f"median {statistics.median(waits):.0f} ms, 95 % within "
        f"{waits[int(len(waits) * 0.95)]:.0f} ms, longest {waits[-1]:.0f} ms; "
        f"{counters.garbled} frames garbled, {counters.duplicates} duplicates passed over"
    )


def check_all_arrive(board: Board, noise: float, count: int) -> str:
    rig = Rig(board, noise_per_byte=noise, seed=7)
    rig.run(1500)
    buttons, began = press_many(rig, count, (60, 200))
    assert [p.button for p in rig.journal] == buttons
    assert len(set(rig.keys)) == len(rig.keys)
    assert [k.event for k in rig.keys] == list(range(1, count + 1))
    assert rig.dropped == 0
    if not noise:
        waits = [at - start for at, start in zip(rig.journalled_at_s, began, strict=True)]
        assert statistics.median(waits) < 0.05
    return report(rig, began, noise)


def check_none_lost_silently(board: Board, count: int) -> str:
    """Noise beyond what the line can carry: lost presses are counted, and none comes twice."""
    rig = Rig(board, noise_per_byte=0.03, seed=8)
    rig.run(3000)
    buttons, _ = press_many(rig, count, (30, 120))
    got = [int(p.button) for p in rig.journal]
    assert len(set(rig.keys)) == len(got)
    assert len(got) + rig.dropped == count
    rest = iter(buttons)
    assert all(button in rest for button in got), "out of order"
    return f"noise 3.0%: {len(got)} of {count} presses in order, {rig.dropped} counted as lost"


@pytest.mark.parametrize("noise", [0, 0.002, 0.01])
@pytest.mark.parametrize("presses", PRESSES)
def test_bouncing_presses_all_arrive_in_order_and_once(
    board: Board, noise: float, presses: int, figures: list[str]
) -> None:
    figures.append(check_all_arrive(board, noise, presses))


@pytest.mark.parametrize("presses", PRESSES)
def test_with_too_much_noise_none_is_lost_silently(
    board: Board, presses: int, figures: list[str]
) -> None:
    figures.append(check_none_lost_silently(board, presses))


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
