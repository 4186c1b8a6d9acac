"""The real firmware and the computer's half joined by a wire, all in simulated time."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, field

from firmware_bridge.happenings import Dropped, Happening, Met
from firmware_bridge.host import Host
from firmware_bridge.presses import Press, PressKey
from tests.firmware_bridge.simavr_board import Board

STEP_MS = 1
KINDS = ("lost", "doubled", "spoilt")


class Noise:
    """Loses, doubles and spoils bytes, each kind it has with the same probability."""

    def __init__(
        self, per_byte: float, chance: random.Random, kinds: tuple[str, ...] = KINDS
    ) -> None:
        self._per_byte = per_byte
        self._chance = chance
        self._kinds = kinds

    def __call__(self, data: bytes) -> bytes:
        if not self._per_byte:
            return data
        spoilt = bytearray()
        for byte in data:
            if self._chance.random() >= self._per_byte:
                spoilt.append(byte)
                continue
            match self._chance.choice(self._kinds):
                case "lost":
                    pass
                case "doubled":
                    spoilt += bytes((byte, byte))
                case _:
                    spoilt.append(byte ^ 1 << self._chance.randrange(8))
        return bytes(spoilt)


@dataclass
class Rig:
    """A box, a wire with noise, a computer with a journal."""

    board: Board
    noise_per_byte: float = 0.0
    kinds: tuple[str, ...] = KINDS
    seed: int = 1
    plugged: bool = True
    journalling: bool = True
    stalled: bool = False
    on_press: Callable[[Press], object] = lambda _: None
    journal: list[Press] = field(default_factory=list)
    journalled_at_s: list[float] = field(default_factory=list)
    happened: list[Happening] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.chance = random.Random(self.seed)
        self.noise = Noise(self.noise_per_byte, self.chance, self.kinds)
        self.host = Host()
        self._stuck = [b"", b""]

    @property
    def now_ms(self) -> int:
        return int(self.board.now_s * 1000)

    def run(self, ms: float) -> None:
        until = self.board.now_s + ms / 1000
        while self.board.now_s < until:
            self.board.run(STEP_MS)
            self._carry()

    def _carry(self) -> None:
        heard = self.board.read()
        if not self.plugged:
            return
        happened = self.host.receive(self._pass(0, self.noise(heard)), self.now_ms)
        happened += self.host.tick(self.now_ms)
        for each in happened:
            self.happened.append(each)
            if isinstance(each, Press) and self.journalling:
                self.journal.append(each)
                self.journalled_at_s.append(self.board.now_s)
                self.on_press(each)
                self.host.acknowledge(each.key)
        self.board.write(self.noise(self._pass(1, self.host.take_output())))

    def _pass(self, way: int, data: bytes) -> bytes:
        """What comes through of all that was said: in a stall nothing, after it all at once."""
        self._stuck[way] += data
        if self.stalled:
            return b""
        through, self._stuck[way] = self._stuck[way], b""
        return through

    def press(self, button: int, *, held_ms: float = 40, bounces: int = 5) -> float:
        """Press and release with bouncing contacts; return when the contact first closed."""
        began_s = self.board.now_s
        self.bounce(button, True, bounces)
        self.run(held_ms)
        self.bounce(button, False, bounces)
        return began_s

    def bounce(self, button: int, closed: bool, bounces: int) -> None:
        for _ in range(bounces):
            for state in (closed, not closed):
                self.board.button(button, state)
                self.board.run(self.chance.uniform(0.1, 0.7))
                self._carry()
        self.board.button(button, closed)

    def restart_computer(self) -> None:
        """As after `kill -9`: only the journal is left."""
        self.host = Host(known=self.keys)
        self.host.start(self.now_ms)

    def plug_in(self) -> None:
        self.plugged = True
        self.host.start(self.now_ms)

    @property
    def keys(self) -> list[PressKey]:
        return [press.key for press in self.journal]

    @property
    def starts(self) -> list[tuple[int, int]]:
        """Of each meeting: times switched on, and resets since then."""
        met = (each.hello for each in self.happened if isinstance(each, Met))
        return [(hello.boot, hello.start) for hello in met]

    @property
    def dropped(self) -> int:
        return sum(each.count for each in self.happened if isinstance(each, Dropped))

    def settle(self, most_ms: int = 20_000) -> None:
        """Let the queue of the box run empty."""
        for _ in range(most_ms // 100):
            self.run(100)
            pulse = self.host.pulse
            if pulse is not None and pulse.queued == 0:
                quiet = len(self.journal)
                self.run(1500)
                if len(self.journal) == quiet and self.host.pulse.queued == 0:
                    return
        raise AssertionError("the queue does not run empty")
