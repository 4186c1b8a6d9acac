"""What a camera is told to keep, and whether it does."""

from __future__ import annotations

import logging
from dataclasses import dataclass
from typing import Protocol
from urllib.parse import parse_qsl

import cv2

from companion.camera.seldom import Seldom
from companion.errors import InputError

log = logging.getLogger(__name__)
_may_log = Seldom()

MANUAL_EXPOSURE = 1.0
"""Of Video4Linux: 1 is manual, 3 automatic."""

_NEAR = 0.02
"""Share by which a camera may round a value that it was given."""


class Settable(Protocol):
    """The part of OpenCV's capture that is needed here."""

    def set(self, prop: int, value: float, /) -> bool:
        """Ask for a setting."""

    def get(self, prop: int, /) -> float:
        """Return a setting."""


@dataclass(frozen=True, slots=True)
class Fixed:
    """What a camera keeps; None leaves it to the camera.

    Attributes:
        focus: In the camera's own units; automatic focus is off in any case.
        exposure: The same. Left to the camera it follows the light, which suits most tables.
    """

    focus: float | None = None
    exposure: float | None = None


AUTOMATIC = Fixed()


def fixed_by(options: str) -> Fixed:
    """Return what the part after the question mark of a camera's name asks for.

    Args:
        options: Such as `focus=30&exposure=200`.

    Raises:
        InputError: An option or a number that is none.
    """
    found: dict[str, float] = {}
    for name, value in parse_qsl(options, keep_blank_values=True):
        if name not in ("focus", "exposure"):
            raise InputError(
                "{name!r} is nothing a camera keeps; `focus` and `exposure` are.", name=name
            )
        try:
            found[name] = float(value)
        except ValueError:
            raise InputError(
                "{value!r} is no number for {name}.", value=value, name=name
            ) from None
    return Fixed(**found)


def hold_still(capture: Settable, fixed: Fixed = AUTOMATIC) -> dict[str, bool]:
    """Ask a camera for small buffers and a fixed focus and exposure; read back what it took.

    Cameras forget their settings whenever they lose power, so this is done at every opening.

    Returns:
        For each setting whether the camera has it now.
    """
    capture.set(cv2.CAP_PROP_BUFFERSIZE, 1)
    # Before the size: uncompressed, most cameras send this size a few times a second only.
    capture.set(cv2.CAP_PROP_FOURCC, float(cv2.VideoWriter.fourcc(*"MJPG")))
    wished = {
        "width": (cv2.CAP_PROP_FRAME_WIDTH, 1280.0),
        "height": (cv2.CAP_PROP_FRAME_HEIGHT, 720.0),
        "frames a second": (cv2.CAP_PROP_FPS, 30.0),
        "autofocus": (cv2.CAP_PROP_AUTOFOCUS, 0.0),
    }
    asked: dict[str, tuple[int, float]] = {}
    if fixed.focus is not None:
        asked["focus"] = (cv2.CAP_PROP_FOCUS, fixed.focus)
    if fixed.exposure is not None:
        asked["manual exposure"] = (cv2.CAP_PROP_AUTO_EXPOSURE, MANUAL_EXPOSURE)
        asked["exposure"] = (cv2.CAP_PROP_EXPOSURE, fixed.exposure)
    taken = {}
    for name, (prop, value) in {**wished, **asked}.items():
        capture.set(prop, value)
        now = capture.get(prop)
        taken[name] = abs(now - value) <= _NEAR * abs(value)
        if not taken[name]:
            level = logging.WARNING if name in asked else logging.INFO
            if _may_log(name):  # a camera that is lost and found is set anew each time
                log.log(level, "the camera has %s = %g instead of %g", name, now, value)
    return taken
