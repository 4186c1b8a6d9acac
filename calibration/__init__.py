"""Lens, pose, parallax and colour of a camera over a board.

Each measurement is a function from observations to a model or to `Failed`, which says what to
do. `planes` is what a reader of pictures uses; `profile` keeps a calibration as TOML.
"""

from __future__ import annotations

from calibration.models import BoardPose, Calibration, ColourReference, LensModel
from calibration.outcome import CalibrationError, Failed
from calibration.profile import load, save

__version__ = "0.1.0"

__all__ = [
    "BoardPose",
    "Calibration",
    "CalibrationError",
    "ColourReference",
    "Failed",
    "LensModel",
    "__version__",
    "load",
    "save",
]
