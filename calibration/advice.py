"""Where camera and lamp should be for a printed set."""

from __future__ import annotations

import math
from dataclasses import dataclass

from calibration.models import LensModel
from stl_meta.printed_set import PrintedSet

_FILLS = 0.8
"""Share of the picture's shorter side that the board should take."""

_FACE_AWAY = 0.3
"""How far a face may appear from its square, in squares."""

_FLOOR_HIDDEN = 0.25
"""Share of a square's floor that its walls may hide."""

_STEEPEST_DEG = 35.0

_SHADOWS = 0.04, 0.10
"""How long the shadow of a relief letter should be, in sides of a tile."""

_LAMPS_DEG = 15.0, 50.0


@dataclass(frozen=True, slots=True)
class Advice:
    """Where to put things.

    Attributes:
        distance_mm: From the camera to the board's middle.
        square_px: Width of a square in the picture from there.
        tilt_deg: Farthest that the camera may lean from straight above.
        relief: Whether the letters have the colour of the tiles and are read by shading.
        lamp_deg: Lowest and highest that a single lamp should stand over the table, at the side
            of the board's upper left; None where any light will do.
    """

    distance_mm: float
    square_px: float
    tilt_deg: float
    relief: bool
    lamp_deg: tuple[float, float] | None


def advise(printed: PrintedSet, lens: LensModel) -> Advice:
    """Return where camera and lamp should be for a set.

    Args:
        printed: The set, as measured.
        lens: Of the camera; where it was not measured, `LensModel.plain` is a fair guess.
    """
    board, tile = printed.board, printed.tile
    side = board.pitch_mm * max(board.columns, board.rows) + 2 * board.rim_mm
    shorter = min(lens.width_px, lens.height_px)
    distance = lens.fx_px * side / (_FILLS * shorter)
    tangents = [math.tan(math.radians(_STEEPEST_DEG))]
    height = printed.tile_height_cells
    if height is not None and height > 0:
        tangents.append(_FACE_AWAY / height)
    if board.sunk and board.depth_mm:
        tangents.append(_FLOOR_HIDDEN * board.recess_mm / board.depth_mm)
    relief = tile is not None and tile.relief != "flush" and tile.ink in (None, tile.colour)
    lamp = None
    if tile is not None and relief and tile.relief_mm:
        least, most = (
            math.degrees(math.atan(abs(tile.relief_mm) / (share * tile.side_mm)))
            for share in reversed(_SHADOWS)
        )
        low, high = _LAMPS_DEG
        lamp = min(max(least, low), high - 10), min(max(most, low + 10), high)
    return Advice(
        distance, lens.fx_px * board.pitch_mm / distance,
        math.degrees(math.atan(min(tangents))), relief, lamp,
    )  # fmt: skip
