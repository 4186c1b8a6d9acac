"""What a calibrated lens is worth: boards read through a wide angle, with and without it.

`python benchmarks/lens_reading.py [BOARDS]`: rendered boards, seen from 16 and from 38 degrees,
are bent with k1 = -0.25 and read three ways: before bending, bent as they are, and by a reader
that knows the lens. Prints squares right and tiles right of each.
"""

from __future__ import annotations

import sys

import cv2
import numpy as np

from calibration.models import Calibration, Image, LensModel
from companion import tilesets
from companion.board.reading import Unreadable
from companion.synth.positions import random_cells
from companion.synth.scene import render_board
from companion.vision.known import Known
from companion.vision.reading.read import Reader

K1 = -0.25
FOCAL_SHARE = 0.6
"""Of the picture's width: a wide angle, whose edges bend far."""
SIZE = (1280, 960)
TILTS_DEG = (16.0, 38.0)


def bent(image: Image, lens: LensModel) -> Image:
    """A picture as the lens would have taken it."""
    x, y = np.meshgrid(np.arange(SIZE[0], dtype=float), np.arange(SIZE[1], dtype=float))
    at = lens.straightened(np.stack([x.ravel(), y.ravel()], axis=1)).astype(np.float32)
    at = at.reshape(SIZE[1], SIZE[0], 2)
    found = cv2.remap(
        image, at[..., 0], at[..., 1], cv2.INTER_CUBIC, borderMode=cv2.BORDER_REFLECT
    )
    return np.asarray(found, dtype=np.uint8)


def score(reader: Reader, image: Image, cells: list[list[str]]) -> tuple[int, int]:
    """Squares and tiles that were read right."""
    reading = reader.read(image)
    if isinstance(reading, Unreadable):
        return 0, 0
    squares = tiles = 0
    for cell in reading.cells:
        best = cell.letters[0][0] if cell.letters and cell.occupied > 0.5 else ""
        right = best == cells[cell.square.row][cell.square.col]
        squares += right
        tiles += right and bool(best)
    return squares, tiles


def main() -> None:
    """Read all boards and print the sums."""
    boards = int(sys.argv[1]) if len(sys.argv) > 1 else 12
    focal = FOCAL_SHARE * SIZE[0]
    lens = LensModel(*SIZE, focal, focal, (SIZE[0] - 1) / 2, (SIZE[1] - 1) / 2, K1)
    plain = Reader(tilesets.load("english"))
    knowing = plain.knowing(Known(Calibration("rendered", "2026-01-01", lens)))
    letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
    sums: dict[str, list[int]] = {"straight": [0, 0], "bent": [0, 0], "calibrated": [0, 0]}
    total = 0
    for seed in range(boards):
        rng = np.random.default_rng(seed)
        cells = random_cells(rng, list(letters), [1.0] * len(letters), tiles=40)
        total += sum(bool(token) for row in cells for token in row)
        scene = render_board(
            cells, values=dict.fromkeys(letters, 1), seed=seed, size=SIZE,
            tilt_deg=TILTS_DEG[seed % len(TILTS_DEG)],
        )  # fmt: skip
        through = bent(scene.image, lens)
        ways = {
            "straight": (plain, scene.image), "bent": (plain, through),
            "calibrated": (knowing, through),
        }  # fmt: skip
        for name, (reader, picture) in ways.items():
            for k, right in enumerate(score(reader, picture, cells)):
                sums[name][k] += right
    for name, (squares, tiles) in sums.items():
        print(f"{name:10} squares {squares / (225 * boards):7.2%}  tiles {tiles / total:7.2%}")


if __name__ == "__main__":
    main()
