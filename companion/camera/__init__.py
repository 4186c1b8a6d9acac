"""Frames from files and devices, upright and as numpy arrays."""

from __future__ import annotations

from companion.camera.files import list_frames, load_image

__all__ = ["list_frames", "load_image"]
