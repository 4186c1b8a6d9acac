"""A calibrated lens, as eyes that follow a board undo it."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration import CalibrationError, LensModel
from companion.errors import ConfigError, told
from companion.vision.types import Image

Array = NDArray[np.float64]


class CalibratedLens:
    """Undoes what a lens bends, for pictures of one size.

    Args:
        model: As it was measured.
    """

    def __init__(self, model: LensModel) -> None:
        self._model = model
        size = (model.width_px, model.height_px)
        self._maps = cv2.initUndistortRectifyMap(
            model.matrix, model.distortion, np.eye(3), model.matrix, size, cv2.CV_16SC2
        )

    def for_size(self, width_px: int, height_px: int) -> CalibratedLens:
        """Return the same lens for pictures of another size and equal shape.

        Raises:
            ConfigError: The shape differs, so that the camera crops in a way nobody knows.
        """
        if (width_px, height_px) == (self._model.width_px, self._model.height_px):
            return self
        try:
            return CalibratedLens(self._model.for_size(width_px, height_px))
        except CalibrationError as fault:
            raise ConfigError(told(fault)) from fault

    def straightened(self, picture: Image) -> Image:
        """Return the picture as a straight lens would have taken it."""
        flat = cv2.remap(picture, *self._maps, cv2.INTER_LINEAR)
        return np.asarray(flat, dtype=np.uint8)

    def distort(self, points_px: Array) -> Array:
        """Return where points (N, 2) of the straight picture are seen."""
        return self._model.bent(points_px)

    def undistort(self, points_px: Array) -> Array:
        """Return where seen points (N, 2) are in the straight picture."""
        return self._model.straightened(points_px)
