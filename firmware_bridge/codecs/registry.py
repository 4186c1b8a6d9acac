"""The forms of the protocol that are known."""

from __future__ import annotations

from firmware_bridge.codecs.api import Codec
from firmware_bridge.codecs.line_v1 import LINE_V1

CODECS: tuple[Codec, ...] = (LINE_V1,)


def codec(name: str) -> Codec:
    """Return a form by its name.

    Raises:
        ValueError: There is none of that name.
    """
    for each in CODECS:
        if each.name == name:
            return each
    known = ", ".join(each.name for each in CODECS)
    raise ValueError(f"there is no codec {name!r}; known are {known}")
