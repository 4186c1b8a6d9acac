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

from companion.vision.cards.complete import straight_pieces
from companion.vision.cards.match import edit_cost, plain
from companion.vision.cards.titles import scattered_words, written_dark
from companion.vision.cards.types import CardReading, KnownCard

Image = NDArray[np.uint8]
Quad = NDArray[np.float64]

_CARD_WIDTH_PX = 300
"""Width of a card in the turned picture: letters of titles are some 20 px high there."""

_LONGEST_PX = 3000
_LEAST_LETTERS = 3
_MOST_STRAYS = 6
_WHOLE_PX = (1600, 2500, 1050)
"""Longer sides at which titles are sought where nothing is known of the cards' size."""

_LEAST_TITLES = 3
_FORMAT = 1.4
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
    across = np.mean([q[1] - q[0] + q[2] - q[3] for q in quads], axis=0) / 2
    down = np.mean([q[3] - q[0] + q[2] - q[1] for q in quads], axis=0) / 2
    wide, tall = float(np.hypot(*across)), float(np.hypot(*down))
    if min(wide, tall) < 1.0:
        return
    turned = _turned(image, math.atan2(across[1], across[0]), _CARD_WIDTH_PX / wide)
    if turned is None:
        return
    picture, to_turned = turned
    for card in cards:
        corners = _moved(np.array(card.corners_px), to_turned)
        cv2.fillConvexPoly(picture, np.round(corners).astype(np.int32), (128, 128, 128))
    size = (float(_CARD_WIDTH_PX), tall * _CARD_WIDTH_PX / wide)
    middles = _titles(picture, known, _CARD_WIDTH_PX)[:_MOST_STRAYS]
    back = np.asarray(np.linalg.inv(to_turned), np.float64)
    yield from _places(middles, size, back)


def places_by_titles(image: Image, known: Sequence[KnownCard]) -> Iterator[tuple[Quad, ...]]:
    """Yield where cards may lie in a photo whose outlines were not found at all.

    The rims tell how the cards are turned but for quarter turns, the titles which of the four
    it is, and how far the titles lie apart how wide a card is.
    """
    angle = _main_angle(image)
    for whole_px in _WHOLE_PX:
        scale = min(1.6, whole_px / max(image.shape[:2]))
        best: list[tuple[float, float]] = []
        back = np.eye(3)
        for quarter in range(4):
            turned = _turned(image, angle + quarter * math.pi / 2, scale)
            if turned is None:
                break
            middles = _titles(turned[0], known, _CARD_WIDTH_PX)
            if len(middles) > len(best):
                best, back = middles, np.asarray(np.linalg.inv(turned[1]), np.float64)
        width = _width_of(best)
        if len(best) >= _LEAST_TITLES and width > 0:
            yield from _places(best, (width, _FORMAT * width), back)
            return


def _places(
    middles: Sequence[tuple[float, float]],
    size: tuple[float, float],
    back: NDArray[np.float64],
) -> Iterator[tuple[Quad, ...]]:
    width, height = size
    for x, y in middles:
        left, right = x - width / 2, x + width / 2
        tops = [y - down * height for down in TITLE_DOWN]
        yield tuple(
            _moved(
                np.array([[left, t], [right, t], [right, t + height], [left, t + height]]), back
            )
            for t in tops
        )


def _main_angle(image: Image) -> float:
    """How most straight edges run, in radians, but for quarter turns."""
    ratio = min(1.0, 900 / max(image.shape[:2]))
    small = cv2.resize(image, None, fx=ratio, fy=ratio, interpolation=cv2.INTER_AREA)
    pieces = straight_pieces(np.asarray(small, np.uint8), 20.0)
    if not len(pieces):
        return 0.0
    run = pieces[:, 2:] - pieces[:, :2]
    length = np.hypot(run[:, 0], run[:, 1])
    # Four times the angle: quarter turns fall together.
    turns = 4 * np.arctan2(run[:, 1], run[:, 0])
    bins = np.histogram(np.mod(turns, 2 * math.pi), 180, (0, 2 * math.pi), weights=length)[0]
    smooth = np.convolve(np.concatenate([bins[-3:], bins, bins[:3]]), np.ones(7), "valid")
    return float((int(np.argmax(smooth)) + 0.5) / 180 * 2 * math.pi / 4)


def _width_of(middles: Sequence[tuple[float, float]]) -> float:
    """How far titles of one row lie apart; 0 if no two are in a row."""
    gaps = []
    for k, (x, y) in enumerate(middles):
        beside = [
            abs(other_x - x)
            for j, (other_x, other_y) in enumerate(middles)
            if j != k and abs(other_y - y) < 0.4 * abs(other_x - x)
        ]
        if beside:
            gaps.append(min(beside))
    return float(np.median(gaps)) if gaps else 0.0


def _turned(
    image: Image, angle: float, scale: float
) -> tuple[Image, NDArray[np.float64]] | None:
    """The photo turned back and scaled, and the map to it (3, 3); None if too large."""
    c, s = math.cos(-angle) * scale, math.sin(-angle) * scale
    turn = np.array([[c, -s, 0.0], [s, c, 0.0], [0.0, 0.0, 1.0]])
    h, w = image.shape[:2]
    seen = _moved(np.array([[0, 0], [w, 0], [w, h], [0, h]], np.float64), turn)
    low, high = seen.min(axis=0), seen.max(axis=0)
    size = np.ceil(high - low).astype(int)
    if size.max() > _LONGEST_PX:
        return None
    turn[:2, 2] = -low
    shape = (int(size[0]), int(size[1]))
    picture = cv2.warpAffine(image, turn[:2], shape, borderValue=(128,) * 3)
    return np.asarray(picture, np.uint8), turn


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
