"""The computer's half against the virtual box, in stepped time."""

from __future__ import annotations

import random
from binascii import crc32
from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from firmware_bridge.frames import FLAG, Decoder, encode
from firmware_bridge.happenings import (
    Dropped,
    Happening,
    Line,
    Met,
    Quiet,
    Silent,
    Stuck,
    WrongVersion,
)
from firmware_bridge.host import Host
from firmware_bridge.messages import (
    LATER_WHAT,
    NOBODY,
    Ack,
    Button,
    Clocks,
    Done,
    Hello,
    Lights,
    Message,
    Pressed,
    Pulse,
    Query,
    Scores,
    Text,
)
from firmware_bridge.presses import Press, PressKey
from firmware_bridge.simulator import OFFLINE_MS, VirtualBox
from tests.firmware_bridge.rig import Noise

HELLO = Hello(2, 0, 200, "0badcafe", 1, 0, 2, 255, 7)


def said(host: Host) -> list[object]:
    return list(Decoder().feed(host.take_output()))


def hears(host: Host, *messages: Message, at_ms: int = 0) -> list[Happening]:
    return host.receive(b"".join(encode(m) for m in messages), at_ms)


def met() -> Host:
    host = Host()
    host.start(0)
    hears(host, HELLO)
    host.take_output()
    return host


def test_it_asks_until_the_box_says_hello() -> None:
    host = Host()
    host.start(0)
    for now_ms in range(0, 2500, 5):
        assert host.tick(now_ms) == []
    assert [type(m) for m in said(host)] == [Query] * 167
    assert hears(host, HELLO, at_ms=2500) == [Met(HELLO)]
    assert host.is_met


@pytest.mark.parametrize("noise", [b"", b"echo: start\n"])
def test_without_a_hello_it_says_whether_it_heard_anything(noise: bytes) -> None:
    host = Host()
    host.start(0)
    host.receive(noise, 10)
    assert host.tick(2999) == []
    assert host.tick(3000) == [Silent(bool(noise))]


@pytest.mark.parametrize(
    ("words", "version"),
    [
        (b"$H,0,1,110,479dd2cd,12,2,255,1,32*159D\n", 1),
        (b"$P,3725,2,0,3,0*1F81\n", 1),
        (FLAG + b"H\x09" + crc32(b"H\x09").to_bytes(4, "little") + FLAG, 9),
    ],
)
def test_another_version_is_told_once_and_left_alone(words: bytes, version: int) -> None:
    host = Host()
    host.start(0)
    told = [h for byte in words + words for h in host.receive(bytes([byte]), 0)]
    assert told == [WrongVersion(version)]
    host.show(Lights(0, 1, 0))
    host.take_output()
    assert host.tick(5000) == []
    assert said(host) == []


def test_a_press_before_the_hello_waits_for_it() -> None:
    host = Host()
    host.start(0)
    assert hears(host, Pressed(1, 1, 0, 0, 0)) == []
    assert [type(h) for h in hears(host, HELLO, Pressed(1, 1, 1, 0, 0))] == [Met, Press]


def test_a_press_is_acknowledged_only_when_it_is_safe() -> None:
    host = met()
    key = PressKey("0badcafe", 1, 1)
    assert hears(host, Pressed(1, 1, 0, 0, 5)) == [Press(key, Button.PASS)]
    assert hears(host, Pressed(1, 1, 1, 0, 5)) == []  # the repeat
    assert said(host) == []
    host.acknowledge(key)
    assert said(host) == [Ack(1, 1)]
    assert hears(host, Pressed(1, 1, 2, 0, 5)) == []  # the acknowledgement was lost
    assert said(host) == [Ack(1, 1)]


def test_a_press_that_could_not_be_kept_comes_again() -> None:
    host = met()
    (first,) = hears(host, Pressed(1, 1, 0, 0, 5))
    host.forget(first.key)  # type: ignore[union-attr]
    assert hears(host, Pressed(1, 1, 12, 12, 5), at_ms=12) == []  # not a hundred times a second
    assert len(hears(host, Pressed(1, 1, 108, 108, 5), at_ms=108)) == 1


def test_a_known_press_is_only_acknowledged() -> None:
    host = Host(known=[PressKey("0badcafe", 1, 1)])
    host.start(0)
    assert [type(h) for h in hears(host, HELLO, Pressed(1, 1, 0, 0, 5))] == [Met]
    assert said(host) == [Ack(1, 1)]


def test_an_old_press_is_stale() -> None:
    host = met()
    ages = [
        hears(host, Pressed(1, i, age, 0, 0))[0] for i, age in enumerate((9_999, 10_000), 1)
    ]
    assert [p.stale for p in ages if isinstance(p, Press)] == [False, True]


def test_a_button_from_the_future_is_acknowledged_and_left_alone() -> None:
    host = met()
    assert hears(host, Pressed(1, 1, 0, 0, 15)) == []
    assert said(host) == [Ack(1, 1)]


def test_lost_presses_are_told_once() -> None:
    host = met()
    assert hears(host, Pulse(0, 1, 0, 2, 0, 0, 0), Pulse(0, 2, 0, 2, 0, 0, 0)) == [Dropped(2)]
    assert hears(host, Pulse(0, 3, 0, 3, 0, 0, 0)) == [Dropped(1)]
    again = hears(host, Pulse(0, 0, 0, 0, 0, 0, 0), Pulse(0, 1, 0, 1, 0, 0, 0))
    assert again == [Met(HELLO), Dropped(1)]


def test_one_command_waits_for_its_answer_and_only_the_newest_state_is_sent() -> None:
    host = met()
    host.show(Lights(0, 1, 0))
    host.show(Scores(0, 0, 1, 2, 3, 4))
    host.tick(10)
    (lights,) = said(host)
    assert isinstance(lights, Lights)
    host.show(Lights(0, 2, 0))
    host.tick(69)
    assert said(host) == []
    host.tick(70)  # no answer: again, but what is wanted now
    (again,) = said(host)
    assert isinstance(again, Lights)
    assert again.on == 2
    assert again.seq != lights.seq
    hears(host, Done(lights.seq), at_ms=80)  # late; means nothing any more
    host.tick(90)
    assert said(host) == []
    hears(host, Done(again.seq), at_ms=100)
    host.tick(110)
    assert [type(m) for m in said(host)] == [Scores]


def test_a_command_without_any_answer_is_a_bad_line() -> None:
    host = met()
    host.show(Text(0, "x"))
    happened = []
    for now_ms in range(0, 20_000, 100):
        hears(host, Pulse(now_ms, now_ms // 1000, 0, 0, 0, 0, 0), at_ms=now_ms)
        happened += [(now_ms, each) for each in host.tick(now_ms)]
        for sent in said(host):
            if now_ms > 5000 and isinstance(sent, Text):
                hears(host, Done(sent.seq), at_ms=now_ms)
    (began_ms, bad), (ended_ms, good) = happened
    assert (bad, good) == (Line(is_bad=True), Line(is_bad=False))
    assert began_ms < 1000
    assert 15_000 <= ended_ms < 15_500


def test_an_answer_to_a_repeat_counts_however_slow_the_line() -> None:
    host = met()
    host.show(Text(0, "x"))
    answers: list[tuple[int, Done]] = []
    for now_ms in range(0, 3000, 20):
        host.tick(now_ms)
        answers += [(now_ms + 200, Done(m.seq)) for m in said(host) if isinstance(m, Text)]
        for due_ms, answer in answers:
            if due_ms == now_ms:
                hears(host, answer, at_ms=now_ms)
    assert host.counters.repeated_commands < 12  # of the first, and of two refreshes


def test_events_are_taken_in_their_order_whatever_order_they_come_in() -> None:
    host = met()
    later = Pressed(1, 8, 0, 0, 1 + LATER_WHAT)
    assert hears(host, later) == []
    (first,) = hears(host, Pressed(1, 7, 0, 0, 0))
    assert hears(host, later) == []  # the first is not in the journal yet
    host.acknowledge(first.key)  # type: ignore[union-attr]
    (second,) = hears(host, later)
    assert isinstance(second, Press)
    assert (second.key.event, second.button) == (8, Button.PLAYER_2)


def test_a_stalled_line_makes_no_press_younger() -> None:
    host = met()
    for second in range(4):
        hears(host, Pulse(1000 * second, second, 0, 0, 0, 0, 0), at_ms=500 + 1000 * second)
    # Pressed at 4.2 s by the box's clock, and held up with all the rest until 9 s by ours.
    words = [Pulse(4000, 4, 0, 0, 0, 0, 0)]
    words += [Pressed(1, 1, sent - 4200, sent, 5) for sent in range(4200, 4300, 12)]
    press = next(h for h in hears(host, *words, at_ms=9000) if isinstance(h, Press))
    assert press.age_s == pytest.approx(9.0 - 0.5 - 4.2, abs=0.001)
    host.acknowledge(press.key)
    # And when all is well again a press is as old as it says.
    hears(host, Pulse(9000, 9, 0, 0, 0, 0, 0), at_ms=9520)
    (press,) = hears(host, Pressed(1, 2, 7, 9107, 5), at_ms=9620)
    assert isinstance(press, Press)
    assert press.age_s == 0.007


def test_a_button_that_does_not_come_up_is_told_and_when_it_has() -> None:
    host = met()
    happened = []
    for second in range(20):
        down = 1 << Button.PASS if 2 <= second < 15 else 0
        happened += hears(host, Pulse(0, second, 0, 0, 0, 0, down), at_ms=1000 * second)
    assert happened == [Stuck((Button.PASS,)), Stuck(())]


def test_a_box_that_was_off_and_counts_the_same_start_is_met_anew() -> None:
    host = met()
    assert hears(host, Pulse(0, 60, 0, 0, 0, 0, 0)) == []
    assert hears(host, Pulse(0, 1, 0, 0, 0, 0, 0)) == [Met(HELLO)]
    assert hears(host, Pulse(0, 2, 0, 0, 0, 0, 0), HELLO) == []


def test_after_a_reset_of_the_box_everything_is_shown_again() -> None:
    box, host = VirtualBox(), Host()
    box.start(0)
    host.start(0)
    wanted = [
        Lights(0, 5, 1),
        Scores(0, 1, 7, 8, 0, 0),
        Clocks(0, 0, 60, 61, 0, 0),
        Text(0, "hi"),
    ]
    for state in wanted:
        host.show(state)
    for reset_ms in (0, 2000):
        if reset_ms:
            box.start(reset_ms)
        for now_ms in range(reset_ms, reset_ms + 300, 10):
            step(box, host, now_ms)
        assert (box.lights.on, box.lights.blink, box.text) == (5, 1, "hi")
        assert box.scores.score_2 == 8
        assert box.clocks is not None
        assert box.clocks.left_2_s == 61


def test_with_nothing_to_say_it_still_keeps_the_box_from_feeling_alone() -> None:
    for states in ([], [Lights(0, 1, 0), Text(0, "x")]):
        box, host = VirtualBox(), Host()
        box.start(0)
        host.start(0)
        for state in states:
            host.show(state)
        for now_ms in range(0, 20_000, 20):
            step(box, host, now_ms)
            assert now_ms < 1100 or now_ms - box._heard_ms < OFFLINE_MS
        assert host.counters.repeated_commands == 0


def test_a_box_that_falls_silent_is_asked_and_then_given_up() -> None:
    host = met()
    happened = [(ms, h) for ms in range(0, 8000, 100) for h in host.tick(ms)]
    assert happened == [(6000, Quiet())]
    assert [type(m) for m in said(host) if isinstance(m, Query)]


def step(
    box: VirtualBox, host: Host, now_ms: int, noise: Noise | None = None
) -> list[Happening]:
    spoil = noise or (lambda data: data)
    box.tick(now_ms)
    happened = host.receive(spoil(box.take_output()), now_ms) + host.tick(now_ms)
    box.receive(spoil(host.take_output()), now_ms)
    return happened


class Story:
    """A box, a computer and a journal, and what may happen to them."""

    def __init__(self, seed: int, noise: float) -> None:
        self.chance = random.Random(seed)
        self.noise = Noise(noise, self.chance)
        self.box, self.host = VirtualBox(seed=seed), Host()
        self.box.start(0)
        self.host.start(0)
        self.pressed: list[int] = []
        self.journal: list[Press] = []
        self.plugged = self.has_room = True
        self.now_ms = 0

    def press(self) -> None:
        button = Button(self.chance.randrange(8))
        if self.box.press(button, self.now_ms):
            self.pressed.append(button)

    def reset(self) -> None:
        self.box.start(self.now_ms)

    def kill(self) -> None:
        self.host = Host(known=[press.key for press in self.journal])
        self.host.start(self.now_ms)

    def pull_out(self) -> None:
        self.plugged = False

    def fill_disk(self) -> None:
        self.has_room = False

    def mend(self) -> None:
        self.plugged = self.has_room = True
        self.host.start(self.now_ms)

    def go_on(self, ms: int) -> None:
        for _ in range(0, ms, 10):
            self.now_ms += 10
            if self.plugged:
                for happening in step(self.box, self.host, self.now_ms, self.noise):
                    if isinstance(happening, Press):
                        self.take(happening)
            else:
                self.box.tick(self.now_ms)
                self.box.take_output()

    def take(self, press: Press) -> None:
        if not self.has_room:
            self.host.forget(press.key)
            return
        self.journal.append(press)
        if self.chance.random() < 0.9:
            self.host.acknowledge(press.key)
        else:  # killed between the journal and the acknowledgement
            self.kill()


@settings(max_examples=60, deadline=None)
@given(
    seed=st.integers(0, 10_000),
    noise=st.sampled_from([0.0, 0.002, 0.03, 0.1]),
    accidents=st.lists(
        st.sampled_from(
            [
                *[Story.press] * 3,
                Story.reset,
                Story.kill,
                Story.pull_out,
                Story.fill_disk,
                Story.mend,
            ]
        ),
        max_size=40,
    ),
)
def test_whatever_happens_every_press_is_kept_once_and_in_order(
    seed: int, noise: float, accidents: list[Callable[[Story], None]]
) -> None:
    story = Story(seed, noise)
    for accident in accidents:
        accident(story)
        story.go_on(story.chance.randrange(10, 400))
    story.mend()
    for _ in range(100):
        if story.box.queued:
            story.go_on(1000)
    assert [press.button for press in story.journal] == story.pressed
    assert len({press.key for press in story.journal}) == len(story.journal)


def test_the_virtual_box_presses_for_the_player_on_turn() -> None:
    box, host = VirtualBox(seed=3, every_s=5), Host()
    box.start(0)
    host.start(0)
    pressed: list[Press] = []
    host.show(Scores(0, NOBODY, 0, 0, 0, 0))
    for now_ms in range(0, 60_000, 50):
        for happening in step(box, host, now_ms):
            if isinstance(happening, Press):
                host.acknowledge(happening.key)
                pressed.append(happening)
                host.show(Scores(0, len(pressed) % 2, 0, 0, 0, 0))
        if now_ms == 10_000:
            assert pressed == []
            host.show(Scores(0, 0, 0, 0, 0, 0))
    assert 6 <= len(pressed) <= 14
    assert [p.button for p in pressed] == [i % 2 for i in range(len(pressed))]


@pytest.mark.parametrize("text", ["", "a/b/c", "x/1", "x/1/2/3", "x/-1/2", "x y/1/2"])
def test_what_is_no_key_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="not the key"):
        PressKey.parse(text)


@settings(deadline=None)
@given(st.integers(0, 65535), st.integers(0, 65535))
def test_a_key_survives_the_journal(boot: int, event: int) -> None:
    key = PressKey("0badcafe", boot, event)
    assert PressKey.parse(str(key)) == key
