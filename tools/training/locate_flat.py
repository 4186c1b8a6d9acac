"""Quick flat scenes: a board of random colours as a card on a random ground.

They lack tile height, light and lens, and have what careful scenes have little of: every
colouring. A share of them keeps the board finder from trusting any design.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.vision.finding.fit import CELLS, corners_from_homography, is_board_shaped

PATTERN = (
    "T..d...T...d..T",
    ".D...t...t...D.",
    "..D...d.d...D..",
    "d..D...d...D..d",
    "....D.....D....",
    ".t...t...t...t.",
    "..d...d.d...d..",
    "T..d...*...d..T",
)
"""Upper half with the middle row; the lower half is its mirror image."""

CELL_PX = 24
MARGIN_CELLS = 6


@dataclass(frozen=True, slots=True, eq=False)
class FlatScene:
    """A picture (H, W, 3) BGR and where its grid lies, if it has one."""

    image: NDArray[np.uint8]
    homography: NDArray[np.float64]
    corners_px: NDArray[np.float64]
    has_board: bool


def flat_scene(rng: np.random.Generator, *, size: tuple[int, int] = (640, 480)) -> FlatScene:
    """A random flat scene of `size` (width, height)."""
    if rng.random() < 0.06:
        ground = _ground(rng, *size)
        return FlatScene(ground, np.eye(3), np.zeros((4, 2)), has_board=False)
    sheet, cover = _sheet(rng)
    return laid(rng, sheet, cover, size, has_board=True)


def laid(
    rng: np.random.Generator,
    sheet: NDArray[np.uint8],
    cover: NDArray[np.uint8],
    size: tuple[int, int],
    *,
    has_board: bool,
) -> FlatScene:
    """A sheet on a random table seen by a random camera.

    Args:
        rng: Where chance comes from.
        sheet: (S, S, 3), the board with `MARGIN_CELLS` around it at `CELL_PX` a cell.
        cover: (S, S), 255 where the sheet hides the table.
        size: (width, height) of the picture.
        has_board: What the scene says of itself.
    """
    width, height = size
    ground = _ground(rng, width, height)
    while True:
        homography = _pose(rng, width, height)
        corners = corners_from_homography(homography)
        if is_board_shaped(corners, least_side_px=80):
            break
    shift = MARGIN_CELLS * CELL_PX - 0.5
    to_sheet = np.array([[CELL_PX, 0, shift], [0, CELL_PX, shift], [0, 0, 1]])
    matrix = homography @ np.linalg.inv(to_sheet)
    shrink = np.sqrt(abs(np.linalg.det(matrix[:2, :2])))
    if shrink < 0.7:
        sheet = cv2.GaussianBlur(sheet, (0, 0), 0.4 / max(shrink, 0.2)).astype(np.uint8)
    seen = cv2.warpPerspective(sheet, matrix, size, flags=cv2.INTER_LINEAR)
    alpha = cv2.warpPerspective(cover, matrix, size, flags=cv2.INTER_LINEAR)
    shade = cv2.GaussianBlur(np.roll(alpha, rng.integers(-6, 7, 2), (0, 1)), (0, 0), 5)
    dark = ground * (1 - 0.5 * rng.random() * shade[:, :, None] / 255.0)
    share = alpha[:, :, None] / 255.0
    image = np.clip(dark * (1 - share) + seen * share, 0, 255).astype(np.uint8)
    return FlatScene(image, homography, corners, has_board=has_board)


def _pose(rng: np.random.Generator, width: int, height: int) -> NDArray[np.float64]:
    """A camera somewhere above: cells to pixels."""
    turn = rng.uniform(0, 2 * np.pi) if rng.random() < 0.5 else rng.normal(0, 0.15)
    tilt = abs(rng.normal(0, 0.5))
    about = rng.uniform(0, 2 * np.pi)
    distance = rng.uniform(1.6, 4.0) * CELLS
    focal = rng.uniform(0.3, 0.95) * min(width, height) * distance / CELLS

    def spin(angle: float) -> NDArray[np.float64]:
        c, s = np.cos(angle), np.sin(angle)
        return np.array([[c, -s, 0], [s, c, 0], [0, 0, 1]])

    c, s = np.cos(tilt), np.sin(tilt)
    lean = np.array([[1, 0, 0], [0, c, -s], [0, s, c]])
    rotation = spin(about) @ lean @ spin(turn - about)
    centre = np.array([[1, 0, -CELLS / 2], [0, 1, -CELLS / 2], [0, 0, 1]])
    pose = np.stack([rotation[:, 0], rotation[:, 1], np.array([0, 0, distance])], axis=1)
    camera = np.array([[focal, 0, width / 2], [0, focal, height / 2], [0, 0, 1]])
    shift = np.eye(3)
    shift[:2, 2] = rng.normal(0, 0.06, 2) * (width, height)
    return np.asarray(shift @ camera @ pose @ centre, dtype=np.float64)


def paint(rng: np.random.Generator) -> NDArray[np.float64]:
    """Any colour, BGR 0..255."""
    hue, saturation = rng.integers(0, 180), int(255 * rng.beta(1.3, 1.6))
    value = int(255 * rng.beta(2.2, 1.3))
    shade = np.array([[[hue, saturation, value]]], dtype=np.uint8)
    pixel = np.asarray(cv2.cvtColor(shade, cv2.COLOR_HSV2BGR), dtype=np.float64)
    return pixel.reshape(3)


def _ground(rng: np.random.Generator, width: int, height: int) -> NDArray[np.uint8]:
    """A table: plain, grained, checked or cluttered."""
    image = np.zeros((height, width, 3), np.float32) + paint(rng)
    kind = rng.integers(4)
    if kind in (1, 3):
        fine = rng.normal(0, rng.uniform(4, 30), (height // 2, max(width // 40, 2), 1))
        grain = cv2.resize(fine.astype(np.float32), (width, height), interpolation=2)
        image += grain[:, :, None] if rng.random() < 0.7 else grain[::-1, :, None]
    if kind == 2:
        step = int(rng.integers(8, 60))
        y, x = np.mgrid[0:height, 0:width] // step
        pick = (y + x) % 2 if rng.random() < 0.4 else (y % 2) | (x % 2)
        image[pick == 1] = paint(rng)
    for _ in range(int(rng.integers(0, 10))):
        box = (
            (float(rng.uniform(0, width)), float(rng.uniform(0, height))),
            (float(rng.uniform(8, 200)), float(rng.uniform(8, 160))),
            float(rng.uniform(0, 180)),
        )
        colour = tuple(float(c) for c in paint(rng))
        if rng.random() < 0.6:
            cv2.fillPoly(image, [cv2.boxPoints(box).astype(np.int32)], colour)
        else:
            cv2.ellipse(image, box, colour, -1)
    return np.clip(image, 0, 255).astype(np.uint8)


def _sheet(rng: np.random.Generator) -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
    """The board seen from above, and what of it covers the table (255)."""
    side = (CELLS + 2 * MARGIN_CELLS) * CELL_PX
    edge = MARGIN_CELLS * CELL_PX
    sheet = np.zeros((side, side, 3), np.uint8)
    sheet[:] = paint(rng)
    cover = np.zeros((side, side), np.uint8)
    rims = rng.choice([0.0, 0.15, 0.5, 1.0, 2.0, 3.0], 4)
    if rng.random() < 0.6:
        rims[:] = rims[0]
    low = [int(edge - r * CELL_PX) for r in rims[:2]]
    high = [int(side - edge + r * CELL_PX) for r in rims[2:]]
    cover[low[1] : high[1], low[0] : high[0]] = 255
    reach = float(rims.min())
    if reach > 0.4:
        for outer in np.sort(rng.uniform(0, reach, int(rng.integers(0, 3))))[::-1]:
            o = round(outer * CELL_PX)
            sheet[edge - o : side - edge + o, edge - o : side - edge + o] = paint(rng)
    if reach >= 1.0 and rng.random() < 0.5:
        _track(rng, sheet, edge, reach)
    _letters_on_rim(rng, sheet, edge)
    _grid(rng, sheet[edge : side - edge, edge : side - edge])
    return sheet, cover


def _track(rng: np.random.Generator, sheet: NDArray[np.uint8], edge: int, reach: float) -> None:
    """Fields all round the grid, as money games have."""
    side = sheet.shape[0]
    depth = int(reach * CELL_PX)
    count = int(rng.integers(8, 16))
    steps = np.linspace(edge - depth, side - edge + depth, count + 1).astype(int)
    line = paint(rng)
    for band in range(4):
        turned = np.rot90(sheet, band)
        turned[edge - depth : edge, edge - depth : side - edge + depth] = paint(rng)
        for a, b in pairwise(steps):
            if rng.random() < 0.5:
                turned[edge - depth // 3 : edge, a:b] = paint(rng)
            turned[edge - depth : edge, a : a + 2] = line


def _letters_on_rim(rng: np.random.Generator, sheet: NDArray[np.uint8], edge: int) -> None:
    for band in range(4):
        if rng.random() < 0.4:
            turned = np.ascontiguousarray(np.rot90(sheet, band))
            at = (int(edge + rng.integers(0, 200)), edge - int(rng.integers(4, 30)))
            colour = tuple(float(c) for c in paint(rng))
            size = float(rng.uniform(0.5, 1.4))
            cv2.putText(turned, "LETTERS AND WORDS", at, 0, size, colour, 2, cv2.LINE_AA)
            sheet[:] = np.rot90(turned, -band)


def _grid(rng: np.random.Generator, grid: NDArray[np.uint8]) -> None:
    """Squares, seams, premium colours, captions and tiles, drawn in place."""
    ground, seam = paint(rng), paint(rng)
    kinds = {mark: paint(rng) for mark in "TDtd*"}
    kinds["*"] = kinds["D"]
    grid[:] = seam
    gap = int(rng.integers(0, 4))
    round_premium = rng.random() < 0.15
    rows = [*PATTERN, *PATTERN[6::-1]]
    tile, ink = paint(rng), paint(rng)
    share = rng.uniform(0, 0.45) if rng.random() < 0.8 else 0.0
    for row in range(CELLS):
        for col in range(CELLS):
            y, x = row * CELL_PX, col * CELL_PX
            cell = grid[y : y + CELL_PX, x : x + CELL_PX]
            mark = rows[row][col]
            colour = kinds.get(mark, ground)
            cell[gap // 2 : CELL_PX - (gap + 1) // 2, gap // 2 : CELL_PX - (gap + 1) // 2] = (
                ground if round_premium else colour
            )
            if round_premium and mark != ".":
                fill = tuple(float(c) for c in colour)
                dot = np.ascontiguousarray(cell)
                cv2.circle(dot, (CELL_PX // 2, CELL_PX // 2), CELL_PX // 2 - 1, fill, -1)
                cell[:] = dot
            if rng.random() < share * _crowding(row, col):
                _tile(rng, cell, tile, ink)
    grain = rng.normal(0, rng.uniform(0, 6), (*grid.shape[:2], 1))
    grid[:] = np.clip(grid + grain, 0, 255)


def _crowding(row: int, col: int) -> float:
    return 1.2 if (row // 3 + col // 2) % 2 else 0.4


def _tile(
    rng: np.random.Generator,
    cell: NDArray[np.uint8],
    tile: NDArray[np.float64],
    ink: NDArray[np.float64],
) -> None:
    a, b = rng.integers(0, 3, 2)
    cell[a : CELL_PX - b, b : CELL_PX - a] = np.minimum(tile * rng.uniform(0.93, 1.05), 255)
    cell[CELL_PX - b - 1, b : CELL_PX - a] = 0.6 * tile
    letter = chr(65 + int(rng.integers(26)))
    fill = tuple(float(c) for c in ink)
    face = np.ascontiguousarray(cell)
    cv2.putText(face, letter, (5, 18), 0, 0.6, fill, 2, cv2.LINE_AA)
    cell[:] = face
