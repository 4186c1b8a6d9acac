"""Frames from files and devices, upright and as numpy arrays."""

from __future__ import annotations

from companion.camera.files import decode_image, list_frames, load_image
from companion.camera.latest import Lack, LatestFrame
from companion.camera.sources import Opener, Source, open_source

__all__ = [
    "Lack",
    "LatestFrame",
    "Opener",
    "Source",
    "decode_image",
    "list_frames",
    "load_image",
    "open_source",
]
