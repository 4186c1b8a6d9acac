"""How it stands with a box: in a word, in a sentence, and in figures."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field
from enum import Enum
from typing import Any

from firmware_bridge.host import Host
from firmware_bridge.messages import Button, Hello
from firmware_bridge.ports import BridgeError, Sentence


class Phase(Enum):
    """Where a link is."""

    SEARCHING = "searching"
    GREETING = "greeting"
    READY = "ready"
    STOPPED = "stopped"


@dataclass(frozen=True, slots=True)
class LinkStatus:
    """How it stands with the box.

    Attributes:
        phase: Where the link is.
        port: The port in use or last tried; empty before the first.
        trouble: What is wrong, or None.
        hello: Who the box is, while the link is ready.
        queued: Presses waiting in the box, by its last pulse.
        dropped: Presses the box has lost lately because its queue was full.
        garbled: Frames that arrived damaged, both ways.
        bad_line: Commands have to be repeated too often.
        stuck: Buttons that are down and do not come up.
        restarts: The box starts again and again.
    """

    phase: Phase = Phase.SEARCHING
    port: str = ""
    trouble: BridgeError | None = field(default=None, compare=False)
    hello: Hello | None = None
    queued: int = 0
    dropped: int = 0
    garbled: int = 0
    bad_line: bool = False
    stuck: tuple[Button, ...] = ()
    restarts: bool = False

    @property
    def told(self) -> Sentence | BridgeError:
        """The status for people."""
        if self.trouble is not None:
            return self.trouble
        match self.phase:
            case Phase.READY:
                lost = Sentence("; {count} presses were lost", count=self.dropped)
                line = Sentence("; the line is bad, try another cable")
                down = Sentence("; a button is stuck: {button}", button=_named(self.stuck))
                weak = Sentence(
                    "; it starts again and again, so give it another cable or USB port"
                )
                return Sentence(
                    "The button box is connected ({port}){lost}{line}{stuck}{restarts}.",
                    port=self.port,
                    lost=lost if self.dropped else "",
                    line=line if self.bad_line else "",
                    stuck=down if self.stuck else "",
                    restarts=weak if self.restarts else "",
                )
            case Phase.GREETING:
                return Sentence("Waiting for the box at {port}.", port=self.port)
            case Phase.STOPPED:
                return Sentence("The button box is not in use.")
            case _:
                return Sentence("Looking for the button box.")

    @property
    def sentence(self) -> str:
        """The same in English."""
        return str(self.told)


def _named(buttons: tuple[Button, ...]) -> Sentence:
    names = [BUTTON_NAMES[button] for button in buttons] or [Sentence("none")]
    all_ = names[0]
    for name in names[1:]:
        all_ = Sentence("{one}, {other}", one=all_, other=name)
    return all_


BUTTON_NAMES = {
    **{Button(seat): Sentence("player {player}", player=seat + 1) for seat in range(4)},
    Button.CHALLENGE: Sentence("challenge"),
    Button.PASS: Sentence("pass"),
    Button.UNDO: Sentence("undo"),
    Button.PAUSE: Sentence("pause"),
}

TOLD_S = 60.0
"""For so long lost presses and many starts are told, after the last."""

MANY_STARTS = 5


class Episodes:
    """What is told for a while and then is over."""

    def __init__(self) -> None:
        self._starts_s: deque[float] = deque(maxlen=MANY_STARTS)
        self._lost = 0
        self._lost_s = -TOLD_S

    def met(self, now_s: float) -> bool:
        """Take a start of the box; True if there are too many."""
        self._starts_s.append(now_s)
        return self._restarts(now_s)

    def lost(self, now_s: float, count: int) -> int:
        """Take presses that were lost and return how many there are lately."""
        self._lost, self._lost_s = self._lost + count, now_s
        return self._lost

    def over(self, now_s: float, queued: int) -> dict[str, object]:
        """Return what of a status has changed by the time alone."""
        if not queued and now_s - self._lost_s >= TOLD_S:
            self._lost = 0
        return {"dropped": self._lost, "restarts": self._restarts(now_s)}

    def _restarts(self, now_s: float) -> bool:
        starts = self._starts_s
        return len(starts) == MANY_STARTS and now_s - starts[0] < TOLD_S


def vitals(status: LinkStatus, host: Host, now_ms: int) -> dict[str, Any]:
    """Return a box's state and the counters of its line, as JSON values.

    Attributes of a box that is not there now are None; counters are of this run.
    """
    hello, pulse, counters = status.hello, host.pulse, host.counters
    is_ready = status.phase is Phase.READY
    return {
        "phase": status.phase.value,
        "sentence": status.sentence,
        "trouble": type(status.trouble).__name__ if status.trouble else None,
        "port": status.port,
        "uid": hello.uid if hello else None,
        "start": hello.boot if hello else None,
        "resets": hello.start if hello else None,
        "firmware": hello.firmware / 100 if hello else None,
        "protocol": hello.protocol if hello else None,
        "heard_s": round((now_ms - host.heard_ms) / 1000, 1) if is_ready else None,
        "uptime_s": pulse.uptime_s if pulse and is_ready else None,
        "queued": pulse.queued if pulse and is_ready else None,
        "dropped": counters.dropped,
        "garbled": counters.garbled,
        "garbled_in_box": pulse.bad_frames if pulse else 0,
        "overruns": pulse.overruns if pulse else 0,
        "repeated": counters.repeated_commands,
        "duplicates": counters.duplicates,
        "presses": counters.presses,
        "bad_line": status.bad_line,
        "stuck": [button.name.lower() for button in status.stuck],
        "restarts": status.restarts,
    }
