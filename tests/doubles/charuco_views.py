"""A camera before which somebody holds a calibration board, as the page asks for it."""

from __future__ import annotations

from functools import cache

import cv2
import numpy as np

from calibration.markers import CharucoSpec
from calibration.models import Image, LensModel
from companion.vision.types import Frame
from tests.calibration import rendering

WIDE = LensModel(1280, 720, 1010.0, 1014.0, 655.0, 350.0, k1=-0.25, k2=0.06)
"""A lens that bends strongly."""

_HELD = (
    (0, 0, 0, 0), (30, 0, 0, 0), (-30, 0, 0, 0), (0, 30, 0, 0), (0, -30, 0, 0),
    (20, 20, 60, 30),
    (0, 0, -130, -60), (0, 0, 130, -60), (0, 0, -130, 60), (0, 0, 130, 60), (10, 25, 80, 0),
    (-12, 20, -70, 20), (14, -22, 10, -40),
)  # fmt: skip
"""How it is tilted and turned, in degrees, and where it is held, in mm."""


@cache
def views(lens: LensModel = WIDE, most: int = len(_HELD)) -> tuple[Image, ...]:
    """Pictures of the board for A4 that cover the field, uint8 (H, W, 3)."""
    sheet = rendering.with_margin(CharucoSpec().picture(6), 60)
    found = []
    for number, (tilt, turn, right, down) in enumerate(_HELD[:most]):
        near = 250 if number == 0 else 330
        pose = rendering.posed(
            distance_mm=near * lens.fx_px / 1010, about_mm=(97.5, 135), shift_mm=(right, down),
            turn_deg=(tilt, turn, 80 + 2 * number),
        )  # fmt: skip
        grey = rendering.rendered(sheet, 6, lens, pose, seed=number)
        found.append(np.asarray(cv2.cvtColor(grey, cv2.COLOR_GRAY2BGR), dtype=np.uint8))
    return tuple(found)


class HeldBoard:
    """Gives the picture that `at` says; stands in for a camera."""

    def __init__(self, pictures: tuple[Image, ...]) -> None:
        self.pictures = pictures
        self.at = 0

    def __call__(self, camera: str) -> Frame:
        return Frame(self.pictures[self.at].copy(), float(self.at), self.at, camera)
