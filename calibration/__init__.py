"""Lens, pose, parallax and colour of a camera over a board.

The package states its name, its version and its fault; its measurements are not written yet.
"""

from __future__ import annotations

__version__ = "0.1.0"


class CalibrationError(Exception):
    """A camera cannot be calibrated from what was handed in."""


__all__ = ["CalibrationError", "__version__"]
