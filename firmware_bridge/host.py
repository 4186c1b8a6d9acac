"""The computer's half of the protocol, without a port and without a clock.

Bytes and the time go in; bytes to send and happenings come out. Whoever owns the port calls
`receive` with what has arrived and `tick` every few dozen milliseconds, and sends what
`take_output` returns.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from firmware_bridge.line_v1 import LINE_V1
from firmware_bridge.messages import (
    PROTOCOL,
    Ack,
    Button,
    Done,
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

_SPEC = load_spec()
ANSWER_MS = _SPEC.constant("answer_ms")
ASK_MS = _SPEC.constant("ask_ms")
HELLO_MS = _SPEC.constant("hello_ms")
LOST_MS = _SPEC.constant("lost_ms")
QUIET_MS = _SPEC.constant("quiet_ms")
REFRESH_MS = _SPEC.constant("refresh_ms")
STALE_MS = _SPEC.constant("stale_ms")
TRIES = _SPEC.constant("tries")


@dataclass(frozen=True, slots=True)
class Met:
    """The box has said who it is; it comes again when the box was reset."""

    hello: Hello


@dataclass(frozen=True, slots=True)
class WrongVersion:
    """The box speaks another protocol and is left alone."""

    hello: Hello


@dataclass(frozen=True, slots=True)
class Silent:
    """No hello came in time; `heard_something` tells a strange device from a dumb one."""

    heard_something: bool


@dataclass(frozen=True, slots=True)
class Quiet:
    """A box that was met says nothing any more."""


@dataclass(frozen=True, slots=True)
class Dropped:
    """The box lost presses because its queue was full."""

    count: int


@dataclass(frozen=True, slots=True)
class BadLine:
    """A command was not answered however often it was sent."""


Happening = Met | WrongVersion | Silent | Quiet | Dropped | BadLine | Press


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
        self._pending: dict[PressKey, None] = {}
        self._wanted: dict[type, State] = {}
        self._output = bytearray()
        self._seq = 0
        self._dropped = 0
        self.counters = Counters()
        self.pulse: Pulse | None = None
        self.start(0)

    def start(self, now_ms: int) -> None:
        """The port has just been opened: forget the conversation, not the presses."""
        self._decoder = LINE_V1.decoder()
        self._output.clear()
        self.hello: Hello | None = None
        self._confirmed: dict[type, State] = {}
        self._waiting: _Waiting | None = None
        self._heard_something = False
        self._gave_up = False
        self._started_ms = self._heard_ms = now_ms
        self._asked_ms = now_ms - ASK_MS  # ask at once
        self._sent_ms = now_ms

    @property
    def is_met(self) -> bool:
        """Whether a box of ours has said hello."""
        return self.hello is not None and self.hello.protocol == PROTOCOL

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
        self._pending.pop(key, None)

    def receive(self, data: bytes, now_ms: int) -> list[Happening]:
        """Take what has arrived and return what it means."""
        self._heard_something |= bool(data)
        self.counters.received_bytes += len(data)
        happened: list[Happening] = []
        for found in self._decoder.feed(data):
            if isinstance(found, Garbled):
                self.counters.garbled += 1
            elif isinstance(found, Unknown):
                self.counters.unknown += 1
            else:
                self._heard_ms = now_ms
                happened += self._understand(found)
        return happened

    def _understand(self, message: Message) -> Iterator[Happening]:
        match message:
            case Hello():
                yield from self._greet(message)
            case _ if not self.is_met:
                pass  # whose words these are is known only after the hello
            case Pressed():
                yield from self._pressed(message)
            case Pulse():
                self.pulse = message
                if message.dropped > self._dropped:
                    yield Dropped(message.dropped - self._dropped)
                self._dropped = message.dropped
            case Done(seq=seq) | Refused(seq=seq):
                self._answered(seq, done=isinstance(message, Done))
            case _:
                self.counters.unknown += 1  # our own words, come back

    def _greet(self, hello: Hello) -> Iterator[Happening]:
        before, self.hello = self.hello, hello
        if not self.is_met:
            if before is None or before.protocol != hello.protocol:
                yield WrongVersion(hello)
            return
        if before is None or (before.uid, before.boot) != (hello.uid, hello.boot):
            self._confirmed.clear()
            self._waiting = None
            yield Met(hello)
        elif before.features != hello.features:
            self._confirmed.clear()  # a display was plugged in

    def _pressed(self, message: Pressed) -> Iterator[Happening]:
        assert self.hello is not None  # noqa: S101 - `_understand` has made sure
        key = PressKey(self.hello.uid, message.boot, message.event)
        if key in self._known:
            self.counters.duplicates += 1
            self._send(Ack(key.boot, key.event))
        elif key in self._pending:
            self.counters.duplicates += 1
        else:
            self._pending[key] = None
            try:
                button, kind = Button(message.button), Kind(message.kind)
            except ValueError:  # a newer box with more buttons: nothing we could act on
                self.counters.unknown += 1
                self.acknowledge(key)
                return
            self.counters.presses += 1
            yield Press(
                key=key,
                button=button,
                kind=kind,
                age_s=message.age_ds / 10,
                stale=message.age_ds * 100 >= STALE_MS,
            )

    def _answered(self, seq: int, *, done: bool) -> None:
        waiting = self._waiting
        if not done:
            self.counters.refused += 1
        if waiting is None or waiting.state.seq != seq:
            return  # late: it was sent again in the meantime
        # A refused state is not sent again and again; only a refresh or a change does that.
        self._confirmed[type(waiting.state)] = replace(waiting.state, seq=0)
        self._waiting = None

    def tick(self, now_ms: int) -> list[Happening]:
        """Do what is due."""
        if self.hello is None:
            return self._seek(now_ms)
        if not self.is_met:
            return []
        happened: list[Happening] = []
        quiet_ms = now_ms - self._heard_ms
        if quiet_ms >= LOST_MS and not self._gave_up:
            self._gave_up = True
            return [Quiet()]
        if quiet_ms >= QUIET_MS:
            self._ask(now_ms)
        if self._waiting and now_ms - self._waiting.sent_ms >= ANSWER_MS:
            happened += self._repeat(now_ms)
        elif not self._waiting:
            self._send_next(now_ms)
        return happened

    def _seek(self, now_ms: int) -> list[Happening]:
        if now_ms - self._started_ms >= HELLO_MS and not self._gave_up:
            self._gave_up = True
            return [Silent(self._heard_something)]
        self._ask(now_ms)
        return []

    def _ask(self, now_ms: int) -> None:
        if now_ms - self._asked_ms >= ASK_MS:
            self._asked_ms = self._sent_ms = now_ms
            self._send(Query(self._next_seq()))

    def _repeat(self, now_ms: int) -> Iterator[Happening]:
        waiting = self._waiting
        assert waiting is not None  # noqa: S101 - `tick` has made sure
        self.counters.repeated_commands += 1
        self._command(self._wanted[type(waiting.state)], now_ms, waiting.tries + 1)
        if waiting.tries + 1 == TRIES:
            yield BadLine()

    def _send_next(self, now_ms: int) -> None:
        for kind, state in self._wanted.items():
            if self._confirmed.get(kind) != state:
                self._command(state, now_ms, 1)
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
        self._command(state, now_ms, 1)

    def _command(self, state: State, now_ms: int, tries: int) -> None:
        numbered = replace(state, seq=self._next_seq())
        self._waiting = _Waiting(numbered, now_ms, tries)
        self._sent_ms = now_ms
        self._send(numbered)

    def _next_seq(self) -> int:
        self._seq = self._seq % 255 + 1
        return self._seq

    def _send(self, message: Message) -> None:
        self._output += LINE_V1.encode(message)
