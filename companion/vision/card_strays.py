"""Cards whose outline was not found, sought by their titles.

Where cards overlap, an outline may be lost between two others while its title is plain to read.
The photo is turned as the cards that were read lie, these are painted over, and what is left is
read once as scattered text. A title found so shows where a card must lie.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.vision.card_match import edit_cost, plain
from companion.vision.card_text import scattered_words, written_dark
from companion.vision.card_types import CardReading, KnownCard

Image = NDArray[np.uint8]
Quad = NDArray[np.float64]

_CARD_WIDTH_PX = 300
"""Width of a card in the turned picture: letters of titles are some 20 px high there."""

_LONGEST_PX = 3000
_LEAST_LETTERS = 3
_MOST_STRAYS = 6
TITLE_DOWN = (0.13, 0.22, 0.33)
"""Shares of a card's height at which its title's middle may lie."""


def stray_places(
    image: Image, cards: Sequence[CardReading], known: Sequence[KnownCard]
) -> Iterator[tuple[Quad, ...]]:
    """Yield for each title outside of the cards where its card may lie, corners in px.

    Args:
        image: The photo.
        cards: Those read in it; two at least, so that their size and turn are known.
        known: All that may lie there.
    """
    quads = [np.array(card.corners_px, np.float64) for card in cards if not card.doubtful]
    if len(quads) < 2:
        return
    turned, to_turned, shape = _turned(image, quads)
    if turned is None:
        return
    for card in cards:
        corners = _moved(np.array(card.corners_px), to_turned)
        cv2.fillConvexPoly(turned, np.round(corners).astype(np.int32), (128, 128, 128))
    back = np.linalg.inv(to_turned)
    width, height = shape
    for x, y in _titles(turned, known, width)[:_MOST_STRAYS]:
        places = []
        for down in TITLE_DOWN:
            left, top = x - width / 2, y - down * height
            box = np.array(
                [
                    [left, top],
                    [left + width, top],
                    [left + width, top + height],
                    [left, top + height],
                ],
                np.float64,
            )
            places.append(_moved(box, back))
        yield tuple(places)


def _turned(
    image: Image, quads: Sequence[Quad]
) -> tuple[Image | None, NDArray[np.float64], tuple[float, float]]:
    """The photo with upright cards, the map to it (3, 3), and a card's width and height."""
    across = np.mean([q[1] - q[0] + q[2] - q[3] for q in quads], axis=0) / 2
    down = np.mean([q[3] - q[0] + q[2] - q[1] for q in quads], axis=0) / 2
    wide, tall = float(np.hypot(*across)), float(np.hypot(*down))
    if min(wide, tall) < 1.0:
        return None, np.eye(3), (0.0, 0.0)
    scale = _CARD_WIDTH_PX / wide
    angle = math.atan2(across[1], across[0])
    c, s = math.cos(-angle) * scale, math.sin(-angle) * scale
    turn = np.array([[c, -s, 0.0], [s, c, 0.0], [0.0, 0.0, 1.0]])
    h, w = image.shape[:2]
    seen = _moved(np.array([[0, 0], [w, 0], [w, h], [0, h]], np.float64), turn)
    low, high = seen.min(axis=0), seen.max(axis=0)
    size = np.ceil(high - low).astype(int)
    if size.max() > _LONGEST_PX:
        return None, np.eye(3), (0.0, 0.0)
    turn[:2, 2] = -low
    picture = cv2.warpAffine(
        image, turn[:2], (int(size[0]), int(size[1])), borderValue=(128,) * 3
    )
    return np.asarray(picture, np.uint8), turn, (_CARD_WIDTH_PX, tall * scale)


def _moved(
    points: NDArray[np.floating], homography: NDArray[np.float64]
) -> NDArray[np.float64]:
    lifted = np.column_stack([points, np.ones(len(points))]) @ homography.T
    return np.asarray(lifted[:, :2] / lifted[:, 2:])


def _titles(
    picture: Image, known: Sequence[KnownCard], width: float
) -> list[tuple[float, float]]:
    """Middles of words that belong to a title, one for words close together."""
    wanted = {
        word for card in known for title in card.titles for word in plain(title).split()
        if len(word) >= _LEAST_LETTERS
    }  # fmt: skip
    boxes = []
    for text, x, y, wide, tall in scattered_words(written_dark(picture)):
        read = plain(text)
        if len(read) < _LEAST_LETTERS:
            continue
        if any(edit_cost(read, word) <= len(word) // 4 for word in wanted):
            boxes.append((x, y, x + wide, y + tall))
    groups: list[list[tuple[float, float, float, float]]] = []
    for box in sorted(boxes, key=lambda b: (b[1], b[0])):
        for group in groups:
            if any(
                abs(box[1] - other[1]) < 0.25 * width
                and max(box[0], other[0]) - min(box[2], other[2]) < 0.12 * width
                and max(box[2], other[2]) - min(box[0], other[0]) < width
                for other in group
            ):
                group.append(box)
                break
        else:
            groups.append([box])
    middles = []
    for group in groups:
        low, high = np.min(group, axis=0), np.max(group, axis=0)
        middles.append((float(low[0] + high[2]) / 2, float(low[1] + high[3]) / 2))
    return middles
