"""The face of a tile: whether its letter stands up or is sunk, how far, and which it may be."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

from stl_meta.measuring.levels import Level, levels_up
from stl_meta.measuring.naming import letter_in
from stl_meta.measuring.section import Section, cut
from stl_meta.mesh import Mesh
from stl_meta.pose import Laid, placed

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÜÅÆØÑÇ"
_SHARES = (0.01, 0.40)
_DEEPEST_MM = 1.5
_DEEPEST_SHARE = 0.30
_RASTER = 72
_FIT_PX = 24
Mask = NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class LetterHint:
    """Which letter a tile may show.

    Attributes:
        letter: Upper case; empty for a blank.
        source: `name`, `shape` or `name and shape`.
        confidence: 0..1.
    """

    letter: str
    source: str
    confidence: float


@dataclass(frozen=True, slots=True)
class TileFace:
    """A tile's measures.

    Attributes:
        side_x_mm: Width.
        side_y_mm: Depth.
        thickness_mm: Without a raised letter.
        corner_mm: Radius of its corners, from the area they lack.
        relief: `raised`, `sunk` or `flush`.
        relief_mm: Height above the face, negative below it.
        relief_share: Of the footprint.
        letter: What it may show; None where nothing tells. A plain face may be a blank, or have
            its letter painted on.
    """

    side_x_mm: float
    side_y_mm: float
    thickness_mm: float
    corner_mm: float
    relief: str
    relief_mm: float
    relief_share: float
    letter: LetterHint | None


def tile_face(
    laid: Laid, names: tuple[str, ...], *, inlay: Mesh | None = None, lettered: bool = True
) -> TileFace:
    """Return the measures of a part that is shaped like a tile.

    Args:
        laid: The part, lying flat.
        names: Of the part and its file: they may tell the letter.
        inlay: The letter, where it is a volume of its own in another colour; in the frame of
            `laid`.
        lettered: Whether the part is of a kind that has letters.
    """
    box = laid.size
    best: tuple[Laid, float, float, Section] | None = None
    for way in (laid, _turned_over(laid)):
        found = _relief(way, levels_up(way))
        if found is not None:
            best = (way, *found)
            break
    thickness, height, share, hint = float(box[2]), 0.0, 0.0, None
    if best is not None:
        way, height, share, section = best
        thickness -= max(height, 0.0)
        hint = _shape_hint(way, section, raised=height > 0)
    elif inlay is not None and len(inlay):
        hint = _inlay_hint(laid, inlay)
    middle = cut(laid, float(box[2]) * 0.45)
    lacking = float(box[0] * box[1]) - float(middle.area[middle.area > 0].sum())
    corner = float(np.sqrt(max(lacking, 0.0) / (4 - np.pi)))
    relief = "flush" if best is None else ("raised" if height > 0 else "sunk")
    letter = _joined(hint, _name_hint(names)) if lettered else None
    return TileFace(
        float(box[0]), float(box[1]), thickness, corner, relief, height, share, letter
    )


def _turned_over(laid: Laid) -> Laid:
    over = np.diag([1.0, -1.0, -1.0])
    return placed(laid.mesh, over, laid.orthogonality, laid.normals, laid.areas)


def _relief(laid: Laid, levels: tuple[Level, ...]) -> tuple[float, float, Section] | None:
    """Height, share and section of the letter on the upper face, if it has one."""
    if len(levels) < 2:
        return None
    face = max(levels, key=lambda level: level.share)
    others = [
        level for level in levels if level is not face and _SHARES[0] < level.share < _SHARES[1]
    ]
    top = levels[-1].z_mm
    for level in sorted(others, key=lambda other: -other.share):
        height = level.z_mm - face.z_mm
        if abs(height) > max(_DEEPEST_MM, _DEEPEST_SHARE * top) or face.z_mm < 0.5 * top:
            continue
        section = cut(laid, (level.z_mm + face.z_mm) / 2)
        ink = section.area > 0 if height > 0 else section.area < 0
        if not ink.any() or _is_one_disc(section, ink) or (height < 0 and _is_filled(section)):
            continue
        return float(height), level.share, section
    return None


def _is_filled(section: Section) -> bool:
    """Whether another volume lies in the hollows, as an inlaid letter does."""
    hollow = float(-section.area[section.area < 0].sum())
    solid = section.area[section.area > 0]
    return float(solid.sum() - solid.max(initial=0.0)) > 0.8 * hollow


def _is_one_disc(section: Section, ink: Mask) -> bool:
    if ink.sum() != 1:
        return False
    roundness = 4 * np.pi * np.abs(section.area[ink]) / section.length[ink] ** 2
    return bool(roundness[0] > 0.97)


def _shape_hint(laid: Laid, section: Section, *, raised: bool) -> LetterHint | None:
    box = laid.size[:2]
    steps = (np.arange(_RASTER) + 0.5) / _RASTER
    x, y = np.meshgrid(steps * box[0], (1 - steps) * box[1])
    filled = section.contains(np.stack([x.ravel(), y.ravel()], axis=1)).reshape(x.shape)
    ink = filled if raised else ~filled
    if not raised:
        # Outside of the rounded corners there is no material either.
        border = 2
        ink[:border] = ink[-border:] = False
        ink[:, :border] = ink[:, -border:] = False
    best = (0.0, "")
    for turn in range(4):
        letter, has_value = _without_value(np.rot90(ink, turn))
        fitted = _fitted(letter)
        if fitted is None:
            return None
        mask, aspect, holes = fitted
        for name, (template, wanted, rings) in _templates().items():
            overlap = float((mask & template).sum() / max((mask | template).sum(), 1))
            # A value in the lower right corner tells which way is up.
            score = overlap - 0.25 * abs(np.log(aspect / wanted)) + (0.15 if has_value else 0.0)
            score -= 0.2 * abs(holes - rings)
            best = max(best, (score, name))
    score, name = best
    return LetterHint(name, "shape", round(float(np.clip(score - 0.15, 0.05, 0.9)), 2))


def _inlay_hint(laid: Laid, inlay: Mesh) -> LetterHint | None:
    """What a letter that lies flush in the face may be, by its own volume."""
    low, high = inlay.vertices[:, 2].min(), inlay.vertices[:, 2].max()
    way = laid
    if low + high < laid.size[2]:
        # The letter is in the face that lies below; seen from there it is not mirrored.
        way = _turned_over(laid)
        flipped = inlay.vertices * [1, -1, -1] + [0, laid.size[1], laid.size[2]]
        inlay = Mesh(flipped, inlay.faces)
        low, high = inlay.vertices[:, 2].min(), inlay.vertices[:, 2].max()
    return _shape_hint(way, cut(inlay, float(low + high) / 2), raised=True)


def _without_value(ink: Mask) -> tuple[Mask, bool]:
    """The letter without a small number at its lower right; and whether there was one."""
    count, labels, stats, _ = cv2.connectedComponentsWithStats(
        ink.astype(np.uint8), connectivity=8
    )
    if count < 2:
        return ink, False
    largest = 1 + int(np.argmax(stats[1:, cv2.CC_STAT_AREA]))
    left, top, width, height, _ = stats[largest]
    keep, value = labels == largest, False
    for k in range(1, count):
        if k == largest or stats[k, cv2.CC_STAT_AREA] < 4:
            continue
        middle_x = stats[k, 0] + stats[k, 2] / 2
        middle_y = stats[k, 1] + stats[k, 3] / 2
        if left <= middle_x <= left + width and middle_y < top + 0.2 * height:
            keep |= labels == k  # dots and rings above the letter
        elif middle_x > left + 0.7 * width and middle_y > top + 0.6 * height:
            value = True
    return keep, value


Shape = tuple[Mask, float, int]
"""A letter in a square of its own, its width to height, and how many holes it has."""


def _fitted(ink: Mask) -> Shape | None:
    rows, cols = np.flatnonzero(ink.any(axis=1)), np.flatnonzero(ink.any(axis=0))
    if not len(rows) or not len(cols):
        return None
    crop = ink[rows[0] : rows[-1] + 1, cols[0] : cols[-1] + 1].astype(np.uint8)
    small = cv2.resize(crop * 255, (_FIT_PX, _FIT_PX), interpolation=cv2.INTER_AREA)
    around = cv2.copyMakeBorder(1 - crop, 1, 1, 1, 1, cv2.BORDER_CONSTANT, value=1)
    _, _, stats, _ = cv2.connectedComponentsWithStats(around, connectivity=4)
    # The ink and what surrounds the letter are two; specks from sampling are none.
    least = max(3, crop.size // 400)
    holes = int((stats[:, cv2.CC_STAT_AREA] >= least).sum()) - 2
    return np.asarray(small) > 127, crop.shape[1] / crop.shape[0], holes


@cache
def _templates() -> dict[str, Shape]:
    font = ImageFont.load_default(96)
    found = {}
    for letter in LETTERS:
        picture = Image.new("L", (200, 200))
        ImageDraw.Draw(picture).text((40, 30), letter, 255, font=font, stroke_width=2)
        fitted = _fitted(np.asarray(picture) > 127)
        if fitted is not None:
            found[letter] = fitted
    return found


def _name_hint(names: tuple[str, ...]) -> LetterHint | None:
    told = next((letter for letter in map(letter_in, names) if letter is not None), None)
    return None if told is None else LetterHint(told, "name", 0.75)


def _joined(shape: LetterHint | None, name: LetterHint | None) -> LetterHint | None:
    if shape is None or name is None:
        return shape or name
    if shape.letter == name.letter:
        return LetterHint(name.letter, "name and shape", 0.95)
    # The shapes that are known are those of common letters; a name knows NY and Ń as well.
    return name
