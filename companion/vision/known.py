"""What is known of camera, board and set before a picture is taken, as the eyes use it."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from calibration.models import Calibration, LensModel
from calibration.outcome import CalibrationError
from calibration.view import BoardView, view_of
from companion.vision.finding.fit import corners_from_homography
from companion.vision.finding.planes import apparent, camera_centre
from companion.vision.reading.board_net import MEAN_HEIGHT, Occupancy
from stl_meta.printed_set import PrintedSet

Array = NDArray[np.float64]

SQUARES = 15

SURE = 0.8
"""Squares with at least this probability of a tile tell how high tiles are."""


@dataclass(frozen=True, slots=True, eq=False)
class Known:
    """What need not be worked out from a picture.

    Attributes:
        calibration: Of the camera: its lens, and where the board lies if that was measured.
        printed: The set, as its model files say.
    """

    calibration: Calibration | None = None
    printed: PrintedSet | None = None

    def view(self, width_px: int, height_px: int) -> BoardView | None:
        """Return the calibrated view for pictures of a size; None without a calibration.

        A board posed with another number of squares, or pictures of another shape than those
        of the calibration, leave nothing that could be used.
        """
        if self.calibration is None:
            return None
        try:
            view = view_of(
                self.calibration, width_px, height_px, tile_height_cells=self.height_cells
            )
        except CalibrationError:
            return None
        pose = self.calibration.pose
        if pose is not None and pose.squares != SQUARES:
            return replace(view, homography=None, camera_cells=None)
        return view

    def corners_px(self, width_px: int, height_px: int) -> Array | None:
        """Return where the grid was posed in straightened pictures of a size, (4, 2)."""
        view = self.view(width_px, height_px)
        if view is None or view.homography is None:
            return None
        return corners_from_homography(view.homography)

    @property
    def height_cells(self) -> float | None:
        """Height of a tile's face over the squares, in squares; None where it is not known."""
        if self.printed is not None and self.printed.board.sunk_mm is not None:
            return self.printed.tile_height_cells
        pose, height = None, None
        if self.calibration is not None:
            pose, height = self.calibration.pose, self.calibration.tile_height_mm
        return None if pose is None or height is None else height / pose.pitch_mm

    @property
    def most_height_cells(self) -> float | None:
        """The height that a tile would have if its square were not sunk."""
        if self.printed is None or self.printed.tile is None:
            return None
        return self.printed.tile.thickness_mm / self.printed.board.mean_mm

    @property
    def room_cells(self) -> float | None:
        """How far a tile can lie off the middle of its square, in squares."""
        if self.printed is None or self.printed.tile is None:
            return None
        board = self.printed.board
        return max(0.0, (board.recess_mm - self.printed.tile.side_mm) / 2 / board.mean_mm)

    def straight(self) -> Known:
        """Return what stays known to a reader whose pictures were straightened before."""
        if self.calibration is None:
            return self
        lens = replace(self.calibration.lens, k1=0.0, k2=0.0, p1=0.0, p2=0.0, k3=0.0)
        return replace(self, calibration=replace(self.calibration, lens=lens, pose=None))


def camera_of(homography: Array, size: tuple[int, int], lens: LensModel | None) -> Array:
    """Return where the camera stands, (u, v, w) in cells: by its lens, or by a guess at it.

    Args:
        homography: (3, 3), board units to px of the straightened picture.
        size: Picture (width, height).
        lens: For pictures of that size.
    """
    if lens is None:
        return camera_centre(homography, size)
    columns = np.linalg.inv(lens.matrix) @ homography
    columns /= np.sqrt(np.linalg.norm(columns[:, 0]) * np.linalg.norm(columns[:, 1]))
    a, b, t = columns.T
    u, _, vt = np.linalg.svd(np.column_stack([a, b, np.cross(a, b)]))
    centre = -(u @ vt).T @ t
    return np.array([centre[0], centre[1], abs(centre[2])])


def face_offsets(camera: Array, height: float, plane_height: float) -> Array:
    """Return where faces of a known height appear on the plane that was straightened.

    Args:
        camera: (u, v, w) in cells.
        height: Of the faces, in cells.
        plane_height: Of the straightened plane, in cells.

    Returns:
        float64 (15, 15, 2), right and down of each square's middle, in cells.
    """
    steps = np.arange(SQUARES) + 0.5
    middles = np.stack([*np.meshgrid(steps, steps), np.ones((SQUARES, SQUARES))], axis=-1)
    through = np.linalg.inv(apparent(camera, plane_height)) @ apparent(camera, height)
    seen = middles @ through.T
    return np.asarray(seen[..., :2] / seen[..., 2:] - middles[..., :2])


def expected_offsets(known: Known | None, camera: Array, occupancy: Occupancy) -> Array | None:
    """Return where the faces of tiles must appear, as `face_offsets`; None if nobody knows.

    A set that is known but for the depth of its squares leaves one number, the height, which
    is fitted to the tiles that are sure.

    Args:
        known: What is known of the set.
        camera: (u, v, w) in cells.
        occupancy: What the board network says.
    """
    if known is None:
        return None
    height, most = known.height_cells, known.most_height_cells
    sure = occupancy.tile > SURE
    if height is None and most is not None and sure.any():
        height = fit_height(camera, occupancy.offset, sure, MEAN_HEIGHT, most)
    return None if height is None else face_offsets(camera, height, MEAN_HEIGHT)


def fit_height(
    camera: Array, seen: Array, sure: NDArray[np.bool_], plane_height: float, most: float
) -> float:
    """Return the height at which the faces of the sure tiles appear where they are seen.

    Args:
        camera: (u, v, w) in cells.
        seen: float64 (15, 15, 2), where faces appear on the straightened plane.
        sure: bool (15, 15), squares that certainly hold a tile.
        plane_height: Of that plane, in cells.
        most: Thickness of a tile, in cells; its face is no higher.
    """
    heights = np.linspace(0.0, most, 41)
    misses = []
    for height in heights:
        apart = np.linalg.norm(
            (seen - face_offsets(camera, height, plane_height))[sure], axis=1
        )
        misses.append(float(np.minimum(apart, 0.15).sum()))
    return float(heights[int(np.argmin(misses))])
