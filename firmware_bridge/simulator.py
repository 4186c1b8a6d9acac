"""A button box as a state machine: what the firmware does, without any hardware.

Bytes and the time go in, bytes come out, as with `firmware_bridge.host`. Boxes are kept by
name, so that `virtual://NAME` always opens the same one and a test or a screen can press its
buttons.
"""

from __future__ import annotations

import random
import secrets
import threading
from collections import deque
from dataclasses import dataclass

from firmware_bridge.frames import Decoder, encode
from firmware_bridge.messages import (
    HELD_WHAT,
    LATER_WHAT,
    NOBODY,
    PROTOCOL,
    Ack,
    Button,
    Clocks,
    Done,
    Feature,
    Foreign,
    Garbled,
    Hello,
    Kind,
    Lights,
    Message,
    Pressed,
    Pulse,
    Query,
    Reason,
    Refused,
    Scores,
    Text,
    Unknown,
)
from firmware_bridge.spec import load_spec

_SPEC = load_spec()
RESEND_MS = _SPEC.constant("resend_ms")
ALONE_MS = _SPEC.constant("alone_ms")
PULSE_MS = _SPEC.constant("pulse_ms")
OFFLINE_MS = _SPEC.constant("offline_ms")
SLOTS = _SPEC.constant("queue_slots")
WINDOW = _SPEC.constant("window")
HELLO_TIMES = _SPEC.constant("hello_times")

FIRMWARE = 200
"""Version of the firmware that this box pretends to have, times 100."""


@dataclass(frozen=True, slots=True)
class _Event:
    event: int
    at_ms: int
    what: int


class VirtualBox:
    """One box. May be used by several threads."""

    def __init__(
        self,
        *,
        seed: int = 0,
        players: int = 2,
        every_s: float = 0.0,
        mute: bool = False,
        starts: int = 0,
    ) -> None:
        """Make a box that is off.

        Args:
            seed: Gives its number, and the chance in what it does of its own accord.
            players: Players it has buttons for, 2 to 4.
            every_s: Seconds after which it presses the button of the player on turn by
                itself, more or less; 0 for a box that only does what it is told.
            mute: Never says anything, as a board without our firmware.
            starts: How often it was switched on before.
        """
        self._chance = random.Random(seed)  # noqa: S311 - nothing secret
        self.uid = f"{self._chance.getrandbits(32):08x}"
        self.players = players
        self.every_s = every_s
        self.mute = mute
        self._lock = threading.RLock()
        self._boot = starts % 0xFFFF + 1
        self._resets = -1
        self._is_on = False
        self._last_event = 0
        self._now_ms = 0
        self._queue: deque[_Event] = deque()
        self._dropped = 0
        self._output = bytearray()
        self._next_own_ms: float | None = None
        self.lights = Lights(0, 0, 0)
        self.scores = Scores(0, NOBODY, 0, 0, 0, 0)
        self.clocks: Clocks | None = None
        self.text = ""

    def start(self, now_ms: int) -> None:
        """Switch it on, or reset it: all is forgotten but the queue and the counters."""
        with self._lock:
            self._resets = (self._resets + 1) % 0x100
            self._is_on = True
            self._now_ms = now_ms
            self._decoder = Decoder()
            self._output.clear()
            self._started_ms = now_ms
            self._pulsed_ms = now_ms
            self._heard_ms: int | None = None
            self._sent_ms = now_ms - ALONE_MS
            self._bad_frames = 0
            self.lights = Lights(0, 0, 0)
            self.scores = Scores(0, NOBODY, 0, 0, 0, 0)
            self.clocks = None
            self.text = ""
            self._say_hello(0)

    @property
    def is_on(self) -> bool:
        """Whether it has ever been started."""
        return self._is_on

    @property
    def queued(self) -> int:
        """Events not yet acknowledged."""
        return len(self._queue)

    def press(self, button: Button, now_ms: int | None = None, kind: Kind = Kind.PRESS) -> bool:
        """Press a button.

        Args:
            button: Which.
            now_ms: The time; None for when the box last did anything.
            kind: Pressed, or held down.

        Returns:
            False if the press is lost: the queue is full, or the box was never switched on.
        """
        with self._lock:
            now_ms = self._now_ms if now_ms is None else now_ms
            if not self.is_on:
                return False
            if len(self._queue) == SLOTS:
                self._dropped += 1
                return False
            self._last_event += 1
            what = int(button) + HELD_WHAT * int(kind)
            self._queue.append(_Event(self._last_event, now_ms, what))
            if len(self._queue) <= WINDOW:
                self._say_event(len(self._queue) - 1, now_ms)
            return True

    def receive(self, data: bytes, now_ms: int) -> None:
        """Take what the computer has sent."""
        with self._lock:
            for found in self._decoder.feed(data):
                if isinstance(found, Garbled):
                    self._bad_frames += 1
                elif isinstance(found, Unknown | Foreign):
                    self._say(Refused(0, Reason.UNKNOWN))
                else:
                    self._heard_ms = now_ms
                    self._obey(found, now_ms)

    def _obey(self, message: Message, now_ms: int) -> None:
        match message:
            case Query(seq=seq):
                for _ in range(HELLO_TIMES):
                    self._say_hello(seq)
                self._pulsed_ms = now_ms - PULSE_MS
            case Ack(boot=boot, event=event):
                self._let_go(boot, event, now_ms)
            case Scores(seq=seq, turn=player) | Clocks(seq=seq, running=player) if (
                player >= 4 and player != NOBODY
            ):
                self._say(Refused(seq, Reason.BAD_VALUE))
            case Lights():
                self.lights = message
                self._say(Done(message.seq))
            case Scores():
                self.scores = message
                self._say(Done(message.seq))
            case Clocks():
                self.clocks = message
                self._say(Done(message.seq))
            case Text():
                self.text = message.text
                self._say(Done(message.seq))
            case _:
                pass

    def _let_go(self, boot: int, event: int, now_ms: int) -> None:
        """Forget an event and all before it, and send what comes within reach by that."""
        if boot != self._boot or all(each.event != event for each in self._queue):
            return
        before = len(self._queue)
        while self._queue and self._queue[0].event <= event:
            self._queue.popleft()
        for place in range(WINDOW - (before - len(self._queue)), WINDOW):
            if 0 <= place < len(self._queue):
                self._say_event(place, now_ms)

    def tick(self, now_ms: int) -> None:
        """Do what is due."""
        with self._lock:
            self._now_ms = now_ms
            if now_ms - self._pulsed_ms >= PULSE_MS:
                self._pulsed_ms = now_ms
                uptime_s = (now_ms - self._started_ms) // 1000
                sent_ms = now_ms % 0x10000
                self._say(
                    Pulse(sent_ms, uptime_s, self.queued, self._dropped, self._bad_frames, 0, 0)
                )
            heard_ms = self._heard_ms
            is_alone = heard_ms is None or now_ms - heard_ms >= OFFLINE_MS
            if now_ms - self._sent_ms >= (ALONE_MS if is_alone else RESEND_MS):
                for place in range(min(WINDOW, len(self._queue))):
                    self._say_event(place, now_ms)
            if self.every_s:
                self._press_of_itself(now_ms)

    def take_output(self) -> bytes:
        """Return what it has said since the last call."""
        with self._lock:
            output = bytes(self._output)
            self._output.clear()
            return b"" if self.mute else output

    def _press_of_itself(self, now_ms: int) -> None:
        if self._next_own_ms is None or self.scores.turn == NOBODY:
            pass
        elif now_ms < self._next_own_ms:
            return
        else:
            self.press(Button(self.scores.turn), now_ms)
        self._next_own_ms = now_ms + self.every_s * self._chance.uniform(700, 1300)

    def _say_hello(self, seq: int) -> None:
        all_players = (1 << self.players) - 1
        others = sum(1 << b for b in Button if b >= Button.CHALLENGE)
        features = sum(1 << feature for feature in Feature)
        self._say(
            Hello(
                protocol=PROTOCOL,
                seq=seq,
                firmware=FIRMWARE,
                uid=self.uid,
                boot=self._boot,
                start=self._resets,
                players=self.players,
                buttons=all_players | others,
                features=features,
            )
        )

    def _say_event(self, place: int, now_ms: int) -> None:
        event = self._queue[place]
        age_ms, what = now_ms - event.at_ms, event.what + (LATER_WHAT if place else 0)
        self._sent_ms = now_ms
        self._say(Pressed(self._boot, event.event, age_ms, now_ms % 0x10000, what))

    def _say(self, message: Message) -> None:
        self._output += encode(message)


_BOXES: dict[str, VirtualBox] = {}
_BOXES_LOCK = threading.Lock()
_STARTS = secrets.randbelow(60_000)
"""A real box counts its starts for ever. Presses of a virtual one in an earlier run may be in a
log, and nothing remembers how often it was started, so some number is taken."""


def virtual_box(
    name: str = "", *, seed: int = 0, players: int = 2, every_s: float = 0.0, mute: bool = False
) -> VirtualBox:
    """Return the box of that name; it is made with these properties where there is none yet."""
    with _BOXES_LOCK:
        if name not in _BOXES:
            _BOXES[name] = VirtualBox(
                seed=seed, players=players, every_s=every_s, mute=mute, starts=_STARTS
            )
        return _BOXES[name]


def forget_virtual_boxes() -> None:
    """Throw all named boxes away."""
    with _BOXES_LOCK:
        _BOXES.clear()
