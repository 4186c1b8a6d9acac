"""What can happen while the computer talks with a box, as frozen values."""

from __future__ import annotations

from dataclasses import dataclass

from firmware_bridge.messages import Button, Hello
from firmware_bridge.presses import Press


@dataclass(frozen=True, slots=True)
class Met:
    """The box has said who it is; it comes again when the box was reset."""

    hello: Hello


@dataclass(frozen=True, slots=True)
class WrongVersion:
    """The box speaks another version of the protocol and is left alone."""

    protocol: int


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
class Line:
    """A command was not answered however often it was sent; or that is over."""

    is_bad: bool


@dataclass(frozen=True, slots=True)
class Stuck:
    """These buttons are down and do not come up; none when that is over."""

    buttons: tuple[Button, ...]


Happening = Met | WrongVersion | Silent | Quiet | Dropped | Line | Stuck | Press
