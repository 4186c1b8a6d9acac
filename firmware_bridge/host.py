"""The computer's half of the protocol, without a port and without a clock.

Bytes and the time go in; bytes to send and happenings come out. Whoever owns the port calls
`receive` with what has arrived and `tick` every few dozen milliseconds, and sends what
`take_output` returns.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from firmware_bridge.frames import Decoder, Found, encode, speaks_v1
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
from firmware_bridge.messages import (
    Ack,
    Button,
    Done,
    Foreign,
    Garbled,
    Hello,
    Kind,
    Message,
    Pressed,
    Pulse,
    Query,
    Refused,
    State,
    Unknown,
)
from firmware_bridge.presses import Press, PressKey
from firmware_bridge.spec import load_spec
from firmware_bridge.transit import Transit

_SPEC = load_spec()
ANSWER_MS = _SPEC.constant("answer_ms")
ASK_MS = _SPEC.constant("ask_ms")
HELLO_MS = _SPEC.constant("hello_ms")
LOST_MS = _SPEC.constant("lost_ms")
QUIET_MS = _SPEC.constant("quiet_ms")
REFRESH_MS = _SPEC.constant("refresh_ms")
STALE_MS = _SPEC.constant("stale_ms")
TRIES = _SPEC.constant("tries")

AGAIN_MS = 100
"""A press that could not be put into the journal is handed over again after this."""

CALM_MS = 10_000
"""A line is good again when for so long no command had to be sent too often."""

STUCK_MS = 10_000
"""Nobody presses a button for so long."""


@dataclass(slots=True)
class Counters:
    """What the line is like; only ever grow."""

    received_bytes: int = 0
    presses: int = 0
    duplicates: int = 0
    garbled: int = 0
    unknown: int = 0
    repeated_commands: int = 0
    refused: int = 0
    dropped: int = 0


@dataclass(slots=True)
class _Waiting:
    """The one command that has no answer yet."""

    state: State
    sent_ms: int
    tries: int


class Host:
    """One conversation after another with the box on a port. Not for more than one thread."""

    def __init__(self, *, known: Iterable[PressKey] = ()) -> None:
        """Begin.

        Args:
            known: Presses that are in the journal already; they are only acknowledged.
        """
        self._known = set(known)
        self._pending: dict[PressKey, int | None] = {}
        self._wanted: dict[type, State] = {}
        self._output = bytearray()
        self._seq = 0
        self._dropped = 0
        self.counters = Counters()
        self.pulse: Pulse | None = None
        self.start(0)

    def start(self, now_ms: int) -> None:
        """The port has just been opened: forget the conversation, not the presses."""
        self._decoder = Decoder()
        self._transit = Transit()
        self._output.clear()
        self.hello: Hello | None = None
        self._confirmed: dict[type, State] = {}
        self._waiting: _Waiting | None = None
        self._first_bytes = b""
        self._gave_up = False
        self._now_ms = self._started_ms = self._heard_ms = now_ms
        self._asked_ms = now_ms - ASK_MS  # ask at once
        self._sent_ms = now_ms
        self._bad_until_ms: int | None = None
        self._down_since_ms: dict[int, int] = {}
        self._stuck: tuple[Button, ...] = ()

    @property
    def is_met(self) -> bool:
        """Whether a box of ours has said hello."""
        return self.hello is not None

    @property
    def heard_ms(self) -> int:
        """When anything valid was heard last."""
        return self._heard_ms

    def take_output(self) -> bytes:
        """Return the bytes to send, once."""
        output = bytes(self._output)
        self._output.clear()
        return output

    def show(self, state: State) -> None:
        """Set lights, scores, clocks or text; `seq` does not matter."""
        self._wanted[type(state)] = replace(state, seq=0)

    def acknowledge(self, key: PressKey) -> None:
        """The press is in the journal."""
        if self.pulse is not None and key not in self._known:
            # Until the next pulse tells: the box forgets this one when it hears of it.
            self.pulse = replace(self.pulse, queued=max(0, self.pulse.queued - 1))
        self._known.add(key)
        self._pending.pop(key, None)
        self._send(Ack(key.boot, key.event))

    def forget(self, key: PressKey) -> None:
        """The press could not be put into the journal: let the box's repeat bring it anew."""
        self._pending[key] = self._now_ms + AGAIN_MS

    def receive(self, data: bytes, now_ms: int) -> list[Happening]:
        """Take what has arrived and return what it means."""
        self._now_ms = now_ms
        self.counters.received_bytes += len(data)
        happened: list[Happening] = []
        if not self.is_met and not self._gave_up:
            self._first_bytes = (self._first_bytes + data)[-256:]
            if speaks_v1(self._first_bytes):
                return self._refuse(1)
        for found in self._decoder.feed(data):
            if isinstance(found, Garbled):
                self.counters.garbled += 1
            elif isinstance(found, Unknown):
                self.counters.unknown += 1
            elif isinstance(found, Foreign):
                happened += self._refuse(found.protocol)
            else:
                self._heard_ms = now_ms
                happened += self._understand(found)
        return happened

    def _refuse(self, protocol: int) -> list[Happening]:
        if self._gave_up:
            return []
        self._gave_up = True
        return [WrongVersion(protocol)]

    def _understand(self, message: Found) -> Iterator[Happening]:
        match message:
            case Hello():
                yield from self._greet(message)
            case _ if not self.is_met:
                pass  # whose words these are is known only after the hello
            case Pressed():
                yield from self._pressed(message)
            case Pulse():
                yield from self._felt(message)
            case Done(seq=seq) | Refused(seq=seq):
                self._answered(seq, done=isinstance(message, Done))
            case _:
                self.counters.unknown += 1  # our own words, come back

    def _greet(self, hello: Hello) -> Iterator[Happening]:
        before, self.hello = self.hello, hello
        if before is None or _start_of(before) != _start_of(hello):
            self._started_anew()
            yield Met(hello)
        elif before.features != hello.features:
            self._confirmed.clear()  # a display was plugged in

    def _started_anew(self) -> None:
        self._confirmed.clear()
        self._waiting = None
        self._transit = Transit()
        if self.pulse is not None:
            self.pulse = replace(self.pulse, uptime_s=0)

    def _felt(self, pulse: Pulse) -> Iterator[Happening]:
        before, self.pulse = self.pulse, pulse
        if before is not None and pulse.uptime_s < before.uptime_s:
            # It was off and has not been pressed since, so it counts the same start again.
            assert self.hello is not None  # noqa: S101 - `_understand` has made sure
            self._started_anew()
            self.pulse = pulse
            yield Met(self.hello)
        self._transit.late_ms(pulse.sent_ms, self._now_ms)
        if pulse.dropped > self._dropped:
            self.counters.dropped += pulse.dropped - self._dropped
            yield Dropped(pulse.dropped - self._dropped)
        self._dropped = pulse.dropped
        self._down_since_ms = {
            button: self._down_since_ms.get(button, self._now_ms)
            for button in Button
            if pulse.down >> button & 1
        }
        stuck = tuple(
            Button(button)
            for button, since_ms in self._down_since_ms.items()
            if self._now_ms - since_ms >= STUCK_MS
        )
        if stuck != self._stuck:
            self._stuck = stuck
            yield Stuck(stuck)

    def _pressed(self, message: Pressed) -> Iterator[Happening]:
        assert self.hello is not None  # noqa: S101 - `_understand` has made sure
        key = PressKey(self.hello.uid, message.boot, message.event)
        late_ms = self._transit.late_ms(message.sent_ms, self._now_ms)
        if key in self._known:
            self.counters.duplicates += 1
            self._send(Ack(key.boot, key.event))
            return
        if not (message.is_oldest or replace(key, event=key.event - 1) in self._known):
            return  # the one before it has still to come
        if key in self._pending:
            again_ms = self._pending[key]
            if again_ms is None or self._now_ms < again_ms:
                self.counters.duplicates += 1
                return
        self._pending[key] = None
        try:
            button, kind = Button(message.button), Kind(message.kind)
        except ValueError:  # a newer box with more buttons: nothing we could act on
            self.counters.unknown += 1
            self.acknowledge(key)
            return
        self.counters.presses += 1
        age_ms = message.age_ms + late_ms
        yield Press(key, button, kind, age_ms / 1000, age_ms >= STALE_MS)

    def _answered(self, seq: int, *, done: bool) -> None:
        waiting = self._waiting
        if not done:
            self.counters.refused += 1
        if waiting is None or waiting.state.seq != seq:
            return  # late: another state was sent in the meantime
        # A refused state is not sent again and again; only a refresh or a change does that.
        self._confirmed[type(waiting.state)] = replace(waiting.state, seq=0)
        self._waiting = None

    def tick(self, now_ms: int) -> list[Happening]:
        """Do what is due."""
        self._now_ms = now_ms
        if self.hello is None:
            return self._seek(now_ms)
        happened: list[Happening] = []
        quiet_ms = now_ms - self._heard_ms
        if quiet_ms >= LOST_MS and not self._gave_up:
            self._gave_up = True
            return [Quiet()]
        if quiet_ms >= QUIET_MS:
            self._ask(now_ms)
        if self._waiting and now_ms - self._waiting.sent_ms >= ANSWER_MS:
            happened += self._repeat(self._waiting, now_ms)
        elif not self._waiting:
            self._send_next(now_ms)
        if self._bad_until_ms is not None and now_ms >= self._bad_until_ms:
            self._bad_until_ms = None
            happened.append(Line(is_bad=False))
        return happened

    def _seek(self, now_ms: int) -> list[Happening]:
        if self._gave_up:
            return []
        if now_ms - self._started_ms >= HELLO_MS:
            self._gave_up = True
            return [Silent(bool(self._first_bytes))]
        self._ask(now_ms)
        return []

    def _ask(self, now_ms: int) -> None:
        if now_ms - self._asked_ms >= ASK_MS:
            self._asked_ms = self._sent_ms = now_ms
            self._send(Query(self._next_seq()))

    def _repeat(self, waiting: _Waiting, now_ms: int) -> Iterator[Happening]:
        self.counters.repeated_commands += 1
        self._command(self._wanted[type(waiting.state)], now_ms, waiting)
        if waiting.tries + 1 >= TRIES:
            if self._bad_until_ms is None:
                yield Line(is_bad=True)
            self._bad_until_ms = now_ms + CALM_MS

    def _send_next(self, now_ms: int) -> None:
        for kind, state in self._wanted.items():
            if self._confirmed.get(kind) != state:
                self._command(state, now_ms)
                return
        if now_ms - self._sent_ms < REFRESH_MS:
            return
        if not self._wanted:
            self._ask(now_ms)
            return
        # The one that has waited longest, so that a box that missed something comes right and
        # knows that we are here.
        kind, state = next(iter(self._wanted.items()))
        self._wanted[kind] = self._wanted.pop(kind)
        self._command(state, now_ms)

    def _command(self, state: State, now_ms: int, before: _Waiting | None = None) -> None:
        """Send a state; one that is sent again keeps its number, so that late answers count."""
        seq = before.state.seq if before else 0
        if before is None or replace(before.state, seq=0) != state:
            seq = self._next_seq()
        numbered = replace(state, seq=seq)
        self._waiting = _Waiting(numbered, now_ms, before.tries + 1 if before else 1)
        self._sent_ms = now_ms
        self._send(numbered)

    def _next_seq(self) -> int:
        self._seq = self._seq % 255 + 1
        return self._seq

    def _send(self, message: Message) -> None:
        self._output += encode(message)


def _start_of(hello: Hello) -> tuple[str, int, int]:
    return hello.uid, hello.boot, hello.start
