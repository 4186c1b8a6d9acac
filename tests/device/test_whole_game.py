"""A whole game by the virtual box alone: its buttons end every turn, its displays follow."""

from __future__ import annotations

import threading
import time

from companion.app.loop import Loop
from companion.board.placement import Placement
from companion.device import ButtonBox, known_presses
from companion.inference.propose import rank
from companion.rules.engine.messages import PlayTiles
from companion.session.messages import ShowProposal
from companion.session.order import ordered
from companion.session.snapshot import Snapshot
from companion.tilesets import load
from firmware_bridge import Button
from firmware_bridge.messages import Light
from firmware_bridge.simulator import VirtualBox, forget_virtual_boxes, virtual_box
from tests.doubles.games import Memory, session
from tests.doubles.readings import laid, reading_of

PLAYS = (("8G", "HUT", "across"), ("H7", "R.N", "down"), ("9H", ".OTE", "across"))
LONGEST_WAIT_S = 30


def switched_on(name: str) -> VirtualBox:
    box = virtual_box(name, seed=3)
    box.start(int(time.monotonic() * 1000))
    return box


def test_a_game_is_played_by_buttons_alone() -> None:
    forget_virtual_boxes()
    memory = Memory()
    changed = threading.Condition()

    def notice(_: Snapshot) -> None:
        with changed:
            changed.notify_all()

    box = switched_on("game")
    with Loop(session(memory)) as loop, ButtonBox("virtual://game", loop) as table:
        loop.subscribe(notice)

        def wait_for_turns(count: int) -> None:
            with changed:
                assert changed.wait_for(
                    lambda: len(loop.snapshot.turns) == count, LONGEST_WAIT_S
                ), table.health()

        for turn, (start, text, direction) in enumerate(PLAYS):
            box.press(Button(turn % 2))  # the button may come before the camera's reading
            before = loop.snapshot
            after = before.position.with_tiles(laid(start, text, direction))
            proposal = rank(
                before.position,
                reading_of(after),
                tiles=load("english"),
                last_play=tuple(p.square for p in before.last_play.placements)
                if before.last_play
                else (),
            )
            loop.submit(ordered(ShowProposal(proposal), "camera")).result()
            wait_for_turns(turn + 1)
        box.press(Button.PASS)
        wait_for_turns(4)
        box.press(Button.UNDO)
        wait_for_turns(3)
        final = loop.snapshot

    assert [t.kind for t in final.turns] == ["play"] * 3
    # A slow machine may make the link open the port anew, which starts the box's count again.
    assert len(set(known_presses(memory.entries))) == 5
    assert final.scoreboard.on_turn == 1
    forget_virtual_boxes()


def test_the_displays_of_the_box_follow_the_game() -> None:
    forget_virtual_boxes()
    memory = Memory()
    box = switched_on("shown")
    with Loop(session(memory)) as loop, ButtonBox("virtual://shown", loop):
        seen = threading.Event()
        original = box.receive

        def receive(data: bytes, now_ms: int) -> None:
            original(data, now_ms)
            if (box.scores.turn, box.lights.on & 3) == (1, 1 << Light.TURN_2):
                seen.set()

        box.receive = receive  # type: ignore[method-assign]
        box.press(Button.PASS)
        assert seen.wait(LONGEST_WAIT_S)
    forget_virtual_boxes()


def test_two_presses_before_the_camera_has_seen_either_turn_count_both() -> None:
    """Case 17 over the line: the box tells of its second press only when the first is taken."""
    forget_virtual_boxes()
    memory = Memory()
    told = threading.Event()
    box = switched_on("gap")
    with Loop(session(memory)) as loop, ButtonBox("virtual://gap", loop) as table:
        loop.submit(ordered(PlayTiles(tuple(placed("8G", "HUT"))), "tablet")).result()
        loop.subscribe(lambda now: told.set() if now.ended == 2 else None)
        box.press(Button.PLAYER_2)
        box.press(Button.PLAYER_1)
        assert told.wait(LONGEST_WAIT_S), table.health()
        before = loop.snapshot.position
        after = before.with_tiles(laid("9H", "NTO", "down") | laid("10F", "AR.E"))
        found = rank(before, reading_of(after), tiles=load("english"), missed=1)
        loop.submit(ordered(ShowProposal(found), "camera")).result()
        for _ in range(LONGEST_WAIT_S * 100):
            if not box.queued:
                break
            threading.Event().wait(0.01)
        turns = loop.snapshot.turns
        said = loop.snapshot.notice
    assert [(turn.player, turn.word) for turn in turns] == [
        ("Ann", "HUT"),
        ("Bob", "UNTO"),
        ("Ann", "ARTE"),
    ]
    assert "turn" not in str(said)
    forget_virtual_boxes()


def placed(start: str, text: str) -> list[Placement]:
    return [Placement(square, tile) for square, tile in laid(start, text).items()]
