"""What computer and button box say to each other, as frozen values.

Names, order and ranges of the fields are those of `protocol.toml`; a test compares them.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum

from firmware_bridge.spec import load_spec

_SPEC = load_spec()

PROTOCOL = _SPEC.version
"""Version of the protocol that this program speaks."""

NOBODY = _SPEC.constant("nobody")
NO_CLOCK_S = _SPEC.constant("no_clock")
HELD_WHAT = _SPEC.constant("held_what")
LATER_WHAT = _SPEC.constant("later_what")


class Button(IntEnum):
    """Which button."""

    PLAYER_1 = 0
    PLAYER_2 = 1
    PLAYER_3 = 2
    PLAYER_4 = 3
    CHALLENGE = 4
    PASS = 5
    UNDO = 6
    PAUSE = 7


class Kind(IntEnum):
    """What a button did."""

    PRESS = 0
    HOLD = 1


class Light(IntEnum):
    """The bit of a light."""

    TURN_1 = 0
    TURN_2 = 1
    TURN_3 = 2
    TURN_4 = 3
    DOUBT = 4
    CHALLENGE = 5


class Feature(IntEnum):
    """The bit of something a box may have."""

    LIGHTS = 0
    CHARACTER_DISPLAY = 1
    DIGIT_DISPLAY = 2


class Reason(IntEnum):
    """Why a command was refused."""

    UNKNOWN = 1
    BAD_VALUE = 2
    VERSION = 3


# --- from the box ----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Hello:
    """Who the box is: after its start, and as the answer to a query."""

    protocol: int
    seq: int
    firmware: int
    uid: str
    boot: int
    start: int
    players: int
    buttons: int
    features: int


@dataclass(frozen=True, slots=True)
class Pressed:
    """An event not yet acknowledged; repeated until it is."""

    boot: int
    event: int
    age_ms: int
    sent_ms: int
    what: int

    @property
    def button(self) -> int:
        """Number of the button."""
        return self.what % HELD_WHAT

    @property
    def kind(self) -> int:
        """Number of what it did."""
        return self.what % LATER_WHAT // HELD_WHAT

    @property
    def is_oldest(self) -> bool:
        """Whether no older event waits in the box."""
        return self.what < LATER_WHAT


@dataclass(frozen=True, slots=True)
class Pulse:
    """A sign of life."""

    sent_ms: int
    uptime_s: int
    queued: int
    dropped: int
    bad_frames: int
    overruns: int
    down: int


@dataclass(frozen=True, slots=True)
class Done:
    """A command was carried out."""

    seq: int


@dataclass(frozen=True, slots=True)
class Refused:
    """A command was not carried out."""

    seq: int
    reason: int


# --- from the computer -----------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Query:
    """Asks for a hello."""

    seq: int
    protocol: int = PROTOCOL


@dataclass(frozen=True, slots=True)
class Ack:
    """This event and all before it are in the game's journal and need not be kept."""

    boot: int
    event: int


@dataclass(frozen=True, slots=True)
class Lights:
    """All lights."""

    seq: int
    on: int
    blink: int


@dataclass(frozen=True, slots=True)
class Scores:
    """All scores."""

    seq: int
    turn: int
    score_1: int
    score_2: int
    score_3: int
    score_4: int


@dataclass(frozen=True, slots=True)
class Clocks:
    """All clocks, in seconds left."""

    seq: int
    running: int
    left_1_s: int
    left_2_s: int
    left_3_s: int
    left_4_s: int


@dataclass(frozen=True, slots=True)
class Text:
    """One line of text in place of the clocks; empty for the clocks."""

    seq: int
    text: str


FromBox = Hello | Pressed | Pulse | Done | Refused
State = Lights | Scores | Clocks | Text
"""Commands that carry a whole state: the last one wins, and any may be sent again."""

FromComputer = Query | Ack | State
Message = FromBox | FromComputer

MESSAGES: tuple[type[Message], ...] = (
    Hello,
    Pressed,
    Pulse,
    Done,
    Refused,
    Query,
    Ack,
    Lights,
    Scores,
    Clocks,
    Text,
)


@dataclass(frozen=True, slots=True)
class Unknown:
    """A sound frame of a kind that this program does not know."""

    tag: str


@dataclass(frozen=True, slots=True)
class Foreign:
    """A hello in another version of the protocol."""

    protocol: int


@dataclass(frozen=True, slots=True)
class Garbled:
    """A frame that arrived damaged."""

    reason: str
