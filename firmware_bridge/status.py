"""How it stands with a box: in a word, in a sentence, and in figures."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum
from typing import Any

from firmware_bridge.host import Host
from firmware_bridge.messages import Hello
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
        dropped: Presses the box has lost because its queue was full.
        garbled: Frames that arrived damaged, both ways.
        bad_line: Commands have to be repeated too often.
    """

    phase: Phase = Phase.SEARCHING
    port: str = ""
    trouble: BridgeError | None = field(default=None, compare=False)
    hello: Hello | None = None
    queued: int = 0
    dropped: int = 0
    garbled: int = 0
    bad_line: bool = False

    @property
    def told(self) -> Sentence | BridgeError:
        """The status for people."""
        if self.trouble is not None:
            return self.trouble
        match self.phase:
            case Phase.READY:
                lost = Sentence("; {count} presses were lost", count=self.dropped)
                line = Sentence("; the line is bad, try another cable")
                return Sentence(
                    "The button box is connected ({port}){lost}{line}.",
                    port=self.port,
                    lost=lost if self.dropped else "",
                    line=line if self.bad_line else "",
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
        "firmware": hello.firmware / 100 if hello else None,
        "protocol": hello.protocol if hello else None,
        "heard_s": round((now_ms - host.heard_ms) / 1000, 1) if is_ready else None,
        "uptime_s": pulse.uptime_s if pulse and is_ready else None,
        "queued": pulse.queued if pulse and is_ready else None,
        "dropped": status.dropped,
        "garbled": counters.garbled,
        "garbled_in_box": pulse.bad_frames if pulse else 0,
        "overruns": pulse.overruns if pulse else 0,
        "repeated": counters.repeated_commands,
        "duplicates": counters.duplicates,
        "presses": counters.presses,
        "bad_line": status.bad_line,
    }
