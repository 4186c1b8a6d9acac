"""A hand of cards laid on a table and photographed, with the truth of where each lies."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.synth.light import expose, light_field
from companion.synth.surroundings import paint_table
from companion.synth.viewpoint import Viewpoint, look_at
from tools.synth.card_art import (
    HEIGHT_MM,
    PX_PER_MM,
    WIDTH_MM,
    CardDesign,
    CardFace,
    CardPicture,
    paint_card,
    random_design,
)

Image = NDArray[np.uint8]
Array = NDArray[np.float64]

_MM = 1 / 20
"""Millimetres in units of the table (cells of 20 mm)."""
_MIDDLE = 7.5
_TRIES = 40


@dataclass(frozen=True, slots=True, eq=False)
class LaidCard:
    """Where a card lies in the photo.

    Attributes:
        face: What it shows.
        corners_px: (4, 2): top left, top right, bottom right, bottom left as the card is read.
    """

    face: CardFace
    corners_px: Array


@dataclass(frozen=True, slots=True, eq=False)
class HandPhoto:
    """A rendered photo.

    Attributes:
        image: uint8 (H, W, 3) BGR.
        cards: In the order they were laid.
    """

    image: Image
    cards: tuple[LaidCard, ...]


def lay_hand(
    faces: Sequence[CardFace],
    *,
    seed: int,
    size: tuple[int, int] = (2000, 1500),
    turn_deg: float | None = None,
    overlap: bool = True,
    hard: float = 0.5,
) -> HandPhoto:
    """Return a photo of the cards in one or two rows.

    Args:
        faces: One for each card, at most 12.
        seed: Chooses design, table, places, camera, light.
        size: Width, height in px.
        turn_deg: How the camera is turned; chosen when None (any turn).
        overlap: Whether neighbours may lie on the edge of a card; never on its title.
        hard: 0..1.5, how bad light and camera may be.

    Raises:
        ValueError: No cards, or more than 12.
    """
    if not 1 <= len(faces) <= 12:
        raise ValueError(f"1 to 12 cards can be laid, not {len(faces)}")
    rng = np.random.default_rng(seed)
    design = random_design(rng)
    pictures = [paint_card(face, design) for face in faces]
    places = _places(pictures, rng, overlap=overlap)
    view = _camera(places, size, rng, turn_deg)
    image = paint_table(size, view, rng)
    cards = []
    for layer, (face, picture, place) in enumerate(zip(faces, pictures, places, strict=True)):
        height = 0.015 * (1 + layer)
        to_px = view.plane(height) @ place
        _shadow(image, to_px)
        _print(image, picture, to_px)
        cards.append(LaidCard(face, _moved(_outline(), to_px)))
    image *= np.clip(light_field(size, rng), 0.35, 1.4)[..., None]
    return HandPhoto(expose(image, rng, hard=hard), tuple(cards))


def _outline() -> Array:
    return np.array([[0, 0], [WIDTH_MM, 0], [WIDTH_MM, HEIGHT_MM], [0, HEIGHT_MM]], np.float64)


def _moved(points: Array, homography: Array) -> Array:
    lifted = np.column_stack([points, np.ones(len(points))]) @ homography.T
    return np.asarray(lifted[:, :2] / lifted[:, 2:])


def _places(
    pictures: Sequence[CardPicture], rng: np.random.Generator, *, overlap: bool
) -> list[Array]:
    """Similarities (3, 3) from card mm to the table; no card covers a title beneath it."""
    count = len(pictures)
    rows = 1 if count <= 4 else 2
    columns = math.ceil(count / rows)
    close = rng.uniform(0.93, 1.12) if overlap else rng.uniform(1.12, 1.25)
    tilt = rng.uniform(0, 6)
    places: list[Array] = []
    titles: list[Array] = []
    for k in range(count):
        row, column = divmod(k, columns)
        for attempt in range(_TRIES):
            free = 1 + attempt * 0.01  # gives way until nothing is covered
            x = _MIDDLE + (column - (columns - 1) / 2) * WIDTH_MM * _MM * close * free
            y = _MIDDLE + (row - (rows - 1) / 2) * HEIGHT_MM * _MM * max(close, 1.04) * free
            jitter = rng.normal(0, 0.03 if overlap else 0.02, 2)
            angle = math.radians(rng.uniform(-tilt, tilt) / free)
            place = _similarity(x + jitter[0], y + jitter[1], angle)
            outline = _moved(_outline(), place).astype(np.float32)
            if not any(_meet(outline, title) for title in titles) and (
                overlap or not any(_meet(outline, _moved(_outline(), p)) for p in places)
            ):
                break
        places.append(place)
        left, top, right, bottom = pictures[k].title_mm
        box = np.array([[left, top], [right, top], [right, bottom], [left, bottom]])
        titles.append(_moved(box, place))
    return places


def _similarity(x: float, y: float, angle: float) -> Array:
    """The card's middle at (x, y), turned."""
    c, s = math.cos(angle) * _MM, math.sin(angle) * _MM
    half_w, half_h = WIDTH_MM / 2, HEIGHT_MM / 2
    return np.array(
        [[c, -s, x - c * half_w + s * half_h], [s, c, y - s * half_w - c * half_h], [0, 0, 1]]
    )


def _meet(one: NDArray[np.floating], other: NDArray[np.floating]) -> bool:
    area, _ = cv2.intersectConvexConvex(one.astype(np.float32), other.astype(np.float32))
    return area > 1e-4


def _camera(
    places: Sequence[Array],
    size: tuple[int, int],
    rng: np.random.Generator,
    turn_deg: float | None,
) -> Viewpoint:
    """A camera held over the cards so that all of them are in the picture."""
    turn = float(rng.uniform(0, 360)) if turn_deg is None else turn_deg
    tilt, azimuth = float(rng.uniform(0, 28)), float(rng.uniform(0, 360))
    corners = np.vstack([_moved(_outline(), place) for place in places])
    target = (corners.min(axis=0) + corners.max(axis=0)) / 2
    focal = size[0] * float(rng.uniform(0.85, 1.3))
    room = np.array(size) * rng.uniform(0.03, 0.08)
    distance = 8.0
    for _ in range(80):
        view = look_at(
            size=size, focal_px=focal, tilt_deg=tilt, azimuth_deg=azimuth,
            roll_deg=turn - azimuth, distance=distance, target=(target[0], target[1]),
        )  # fmt: skip
        seen = view.project(np.column_stack([corners, np.zeros(len(corners))]))
        if np.all(seen > room) and np.all(seen < np.array(size) - room):
            return view
        distance *= 1.04
    return view


def _shadow(image: NDArray[np.float32], to_px: Array) -> None:
    grown = (_outline() - [WIDTH_MM / 2, HEIGHT_MM / 2]) * 1.012 + [
        WIDTH_MM / 2 + 0.7, HEIGHT_MM / 2 + 0.9,
    ]  # fmt: skip
    points = _moved(grown, to_px)
    mask = np.zeros(image.shape[:2], np.float32)
    cv2.fillConvexPoly(mask, np.round(points * 8).astype(np.int32), 1.0, cv2.LINE_AA, 3)
    soft = cv2.GaussianBlur(mask, (0, 0), max(1.0, image.shape[1] / 700))
    image *= (1 - 0.45 * np.asarray(soft))[..., None]


def _print(image: NDArray[np.float32], picture: CardPicture, to_px: Array) -> None:
    height, width = image.shape[:2]
    warp = to_px @ np.diag([1 / PX_PER_MM, 1 / PX_PER_MM, 1.0])
    soft = cv2.GaussianBlur(picture.image, (0, 0), 0.8)
    colours = cv2.warpPerspective(soft, warp, (width, height), flags=cv2.INTER_LINEAR)
    mask = cv2.warpPerspective(picture.mask, warp, (width, height), flags=cv2.INTER_LINEAR)
    share = (mask.astype(np.float32) / 255)[..., None]
    image *= 1 - share
    image += colours.astype(np.float32) * share


__all__ = ["CardDesign", "CardFace", "HandPhoto", "LaidCard", "lay_hand"]
