"""Things on tables that are not word-game boards, though they have squares or letters."""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.vision.finding.fit import CELLS
from tools.training.locate_flat import CELL_PX, MARGIN_CELLS, FlatScene, laid, paint

Sheet = NDArray[np.uint8]

SIDE_PX = CELLS * CELL_PX


def other_scene(rng: np.random.Generator, *, size: tuple[int, int] = (640, 480)) -> FlatScene:
    """A picture of size (width, height) with some other thing where a board would lie.

    The homography says where the thing lies, as if it were a board.
    """
    edge = MARGIN_CELLS * CELL_PX
    side = SIDE_PX + 2 * edge
    sheet = np.zeros((side, side, 3), np.uint8)
    sheet[:] = paint(rng)
    cover = np.zeros((side, side), np.uint8)
    rim = int(rng.choice([0, 0.3, 1, 2]) * CELL_PX)
    cover[edge - rim : side - edge + rim, edge - rim : side - edge + rim] = 255
    draw = THINGS[int(rng.integers(len(THINGS)))]
    thing = np.zeros((SIDE_PX, SIDE_PX, 3), np.uint8)
    draw(rng, thing)
    sheet[edge : side - edge, edge : side - edge] = thing
    return laid(rng, sheet, cover, size, has_board=False)


def _ink(rng: np.random.Generator) -> tuple[float, ...]:
    return tuple(float(c) for c in paint(rng))


def _squares(rng: np.random.Generator) -> int:
    """Squares along a side: not about fifteen."""
    return int(rng.choice([4, 5, 6, 7, 8, 8, 8, 9, 9, 10, 11, 12, 18, 19, 20, 24, 30]))


def _chess(rng: np.random.Generator, thing: Sheet) -> None:
    count = _squares(rng)
    edges = np.linspace(0, SIDE_PX, count + 1).astype(int)
    light, dark = paint(rng), paint(rng)
    man, other = _ink(rng), _ink(rng)
    for row in range(count):
        for col in range(count):
            cell = (slice(edges[row], edges[row + 1]), slice(edges[col], edges[col + 1]))
            thing[cell] = dark if (row + col) % 2 else light
            if rng.random() < 0.15:
                middle = (int(edges[col] + edges[1] // 2), int(edges[row] + edges[1] // 2))
                fill = man if row < count / 2 else other
                cv2.circle(thing, middle, int(edges[1] * 0.38), fill, -1, cv2.LINE_AA)


def _mosaic(rng: np.random.Generator, thing: Sheet) -> None:
    """Squares of few colours without order: tiles of a wall, a quilt, another game."""
    count = _squares(rng)
    colours = np.array([paint(rng) for _ in range(int(rng.integers(2, 6)))])
    share = rng.dirichlet(np.full(len(colours), 0.7))
    pick = rng.choice(len(colours), (count, count), p=share)
    if rng.random() < 0.5:
        pick = np.maximum(pick, pick[::-1])
        pick = np.maximum(pick, pick[:, ::-1])
    small = colours[pick].astype(np.uint8)
    thing[:] = cv2.resize(small, (SIDE_PX, SIDE_PX), interpolation=cv2.INTER_NEAREST)
    _rule(rng, thing, count)


def _rule(rng: np.random.Generator, thing: Sheet, count: int) -> None:
    ink, width = _ink(rng), int(rng.integers(1, 4))
    for at in np.linspace(0, SIDE_PX - 1, count + 1).astype(int):
        cv2.line(thing, (int(at), 0), (int(at), SIDE_PX), ink, width)
        cv2.line(thing, (0, int(at)), (SIDE_PX, int(at)), ink, width)


def _lines(rng: np.random.Generator, thing: Sheet) -> None:
    """Ruled paper, a table of numbers, a puzzle, a board for stones."""
    thing[:] = paint(rng)
    count = _squares(rng)
    _rule(rng, thing, count)
    step, ink = SIDE_PX / count, _ink(rng)
    share = rng.uniform(0, 0.8)
    for row in range(count):
        for col in range(count):
            if rng.random() < share:
                at = (int((col + 0.25) * step), int((row + 0.75) * step))
                mark = str(int(rng.integers(1, 31 if step > 30 else 10)))
                cv2.putText(thing, mark, at, 0, step / 48, ink, 1, cv2.LINE_AA)


def _text(rng: np.random.Generator, thing: Sheet) -> None:
    thing[:] = paint(rng) if rng.random() < 0.4 else rng.integers(200, 256)
    ink = _ink(rng) if rng.random() < 0.4 else (30.0, 30.0, 30.0)
    step = int(rng.integers(12, 40))
    for y in range(step, SIDE_PX, step):
        letters = rng.integers(97, 123, 60).astype(np.uint8)
        letters[rng.random(60) < 0.17] = 32
        line = letters.tobytes().decode("ascii")
        if rng.random() < 0.3:
            line = line.upper()
        end = int(rng.integers(10, 60))
        size = step / 45
        cv2.putText(thing, line[:end], (8, y), 0, size, ink, int(rng.integers(1, 3)))


def _keys(rng: np.random.Generator, thing: Sheet) -> None:
    """Rows of keys or of loose tiles with letters."""
    thing[:] = paint(rng)
    step = int(rng.integers(20, 60))
    key, ink = _ink(rng), _ink(rng)
    for row, y in enumerate(range(4, SIDE_PX - step, step)):
        if rng.random() < 0.25:
            continue
        for x in range(4 + (row * step // 3) % step, SIDE_PX - step, step):
            if rng.random() < 0.2:
                continue
            cv2.rectangle(thing, (x, y), (x + step - 4, y + step - 4), key, -1)
            mark = chr(65 + int(rng.integers(26)))
            at = (x + step // 5, y + 3 * step // 4)
            cv2.putText(thing, mark, at, 0, step / 40, ink, 2, cv2.LINE_AA)


def _stripes(rng: np.random.Generator, thing: Sheet) -> None:
    """A cloth of stripes that cross, or a shelf."""
    period = rng.uniform(12, 70)
    y, x = np.mgrid[0:SIDE_PX, 0:SIDE_PX]
    across = (x % period < period * rng.uniform(0.2, 0.8)).astype(np.float64)
    down = (y % period < period * rng.uniform(0.2, 0.8)).astype(np.float64)
    if rng.random() < 0.3:
        down[:] = 0
    share = ((across + down) / 2)[:, :, None]
    thing[:] = (paint(rng) * share + paint(rng) * (1 - share)).astype(np.uint8)


def _ring(rng: np.random.Generator, thing: Sheet) -> None:
    """A money game: fields all round and nothing in the middle."""
    thing[:] = paint(rng)
    depth = int(rng.integers(30, 70))
    inside, line = paint(rng), _ink(rng)
    for at in np.linspace(depth, SIDE_PX - depth, int(rng.integers(8, 13))).astype(int):
        for y in (0, SIDE_PX - depth):
            thing[y : y + depth // 3, at : at + depth // 2] = paint(rng)
            cv2.line(thing, (int(at), y), (int(at), y + depth), line, 1)
            cv2.line(thing, (y, int(at)), (y + depth, int(at)), line, 1)
    thing[depth:-depth, depth:-depth] = inside
    cv2.putText(thing, "MONEY", (depth + 40, SIDE_PX // 2), 0, 2.0, line, 3, cv2.LINE_AA)


THINGS: tuple[Callable[[np.random.Generator, Sheet], None], ...] = (
    _chess,
    _mosaic,
    _mosaic,
    _lines,
    _lines,
    _text,
    _keys,
    _stripes,
    _ring,
)
