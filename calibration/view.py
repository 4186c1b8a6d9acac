"""All that a reader of pictures needs of a calibration, in the units it works in: squares."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from calibration.models import Array, Calibration, Image, LensModel
from calibration.planes import in_cells


@dataclass(frozen=True, slots=True, eq=False)
class BoardView:
    """A calibrated camera over a board.

    Attributes:
        lens: For pictures of the size that was asked for.
        homography: float64 (3, 3), (column, row) in squares, on their plane, to px of a
            straightened picture; None where the board was not posed.
        camera_cells: float64 (3,), where the camera stands: column, row, and height over the
            board, in squares; None likewise.
        tile_height_cells: Height of a tile's face over that plane, in squares; None where it is
            not known.
    """

    lens: LensModel
    homography: Array | None = None
    camera_cells: Array | None = None
    tile_height_cells: float | None = None

    def straighten(self, image: Image) -> Image:
        """Return the picture as a lens without distortion would have taken it."""
        return self.lens.straighten(image)

    def as_seen(self, points_px: Array) -> Array:
        """Return where points (N, 2) of the straightened picture lie in the one as taken."""
        return self.lens.bent(points_px)


def view_of(
    calibration: Calibration, width_px: int, height_px: int, *,
    tile_height_cells: float | None = None,
) -> BoardView:  # fmt: skip
    """Return a calibration for pictures of a size.

    Args:
        calibration: The profile.
        width_px: Of the pictures.
        height_px: Of the pictures.
        tile_height_cells: From a set's file; otherwise the profile's own height is taken, which
            needs a pose to be told in squares.

    Raises:
        CalibrationError: The pictures have another shape, or the pose is edge-on.
    """
    lens = calibration.lens.for_size(width_px, height_px)
    pose = calibration.pose
    if pose is None:
        return BoardView(lens, tile_height_cells=tile_height_cells)
    if tile_height_cells is None and calibration.tile_height_mm is not None:
        tile_height_cells = calibration.tile_height_mm / pose.pitch_mm
    camera = pose.camera_mm / pose.pitch_mm * np.array([1.0, 1.0, -1.0])
    return BoardView(lens, in_cells(lens, pose), camera, tile_height_cells)
