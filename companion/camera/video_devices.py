"""Which cameras Linux knows, asked without starting any of them."""

from __future__ import annotations

import os
import re
import struct
import sys
from dataclasses import dataclass
from pathlib import Path

_QUERY_CAPABILITIES = 0x80685600
"""VIDIOC_QUERYCAP of the Video4Linux interface; answers at once and starts no stream."""

_CAPABILITIES = struct.Struct("=16s32s32sIII12x")
"""struct v4l2_capability: driver, card, bus, version, capabilities, of this node."""

_CAPTURES = 0x1
_SAYS_OF_THIS_NODE = 0x80000000


@dataclass(frozen=True, slots=True)
class VideoDevice:
    """A device file of a camera.

    Attributes:
        path: Such as `/dev/video0`.
        card: What the camera calls itself; empty when it could not be asked.
        captures: Whether frames come from this file; cameras have others for metadata.
        trouble: Why it could not be asked; empty when it could.
    """

    path: Path
    card: str
    captures: bool
    trouble: str = ""


def list_video_devices(folder: Path = Path("/dev")) -> tuple[VideoDevice, ...]:
    """Return the video devices in a folder, by number; none where there is no Linux."""
    found = [path for path in folder.glob("video*") if re.fullmatch(r"video\d+", path.name)]
    return tuple(_ask(path) for path in sorted(found, key=lambda path: int(path.name[5:])))


def _ask(path: Path) -> VideoDevice:
    if sys.platform != "linux":
        return VideoDevice(path, "", captures=False, trouble="only Linux can be asked")
    import fcntl  # not on every system

    answer = bytearray(_CAPABILITIES.size)
    try:
        # Without O_NONBLOCK a camera in use may keep us waiting.
        device = os.open(path, os.O_RDWR | os.O_NONBLOCK)
        try:
            fcntl.ioctl(device, _QUERY_CAPABILITIES, answer)
        finally:
            os.close(device)
    except OSError as error:
        reason = error.strerror or str(error)
        return VideoDevice(path, "", captures=False, trouble=reason)
    return _understand(path, bytes(answer))


def _understand(path: Path, answer: bytes) -> VideoDevice:
    _, card, _, _, device_wide, this_node = _CAPABILITIES.unpack(answer)
    flags = this_node if device_wide & _SAYS_OF_THIS_NODE else device_wide
    name = card.partition(b"\0")[0].decode("utf-8", errors="replace")
    return VideoDevice(path, name, captures=bool(flags & _CAPTURES))
