"""Paints playing cards of our own: a colour band, a title, a value. No card of any maker.

A card is 63 x 88 mm, painted at `PX_PER_MM`, upright.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.synth.lettering import text_mask

Image = NDArray[np.uint8]
Colour = tuple[int, int, int]

WIDTH_MM, HEIGHT_MM = 63.0, 88.0
PX_PER_MM = 8
DESIGNS = ("band", "under", "frame", "plain")
_FONTS = 5
_SHORT = 16
"""Longer titles are sentences and are broken into lines."""


@dataclass(frozen=True, slots=True)
class CardFace:
    """What is printed on a card.

    Attributes:
        key: The card's kind, for the truth.
        title: What the title says.
        colour_bgr: Its colour band; None for a card without one.
        value: Small print in the lower half, such as "$250".
    """

    key: str
    title: str
    colour_bgr: Colour | None = None
    value: str = ""


@dataclass(frozen=True, slots=True)
class CardDesign:
    """How all cards of a deck look.

    Attributes:
        layout: One of `DESIGNS`.
        font: Which of the shipped fonts.
        paper_bgr: The card's ground.
        ink_bgr: Of title and value.
        capitals: Whether titles are printed in capitals.
        corner_mm: Radius of the corners.
    """

    layout: str
    font: int
    paper_bgr: Colour
    ink_bgr: Colour
    capitals: bool
    corner_mm: float


@dataclass(frozen=True, slots=True, eq=False)
class CardPicture:
    """A painted card.

    Attributes:
        image: uint8 (H, W, 3) BGR.
        mask: uint8 (H, W), 255 where there is card.
        title_mm: Left, top, right, bottom of the printed title.
    """

    image: Image
    mask: Image
    title_mm: tuple[float, float, float, float]


def random_design(rng: np.random.Generator) -> CardDesign:
    """Return a deck's look."""
    shade = int(rng.integers(225, 256))
    warm = int(rng.integers(0, 25))
    dark = int(rng.integers(10, 50))
    return CardDesign(
        layout=str(rng.choice(DESIGNS)),
        font=int(rng.integers(_FONTS)),
        paper_bgr=(shade - warm, shade - warm // 3, shade),
        ink_bgr=(dark, dark, dark),
        capitals=bool(rng.random() < 0.4),
        corner_mm=float(rng.uniform(2.0, 4.5)),
    )


def paint_card(face: CardFace, design: CardDesign) -> CardPicture:
    """Return the card as it comes from the printer."""
    width, height = round(WIDTH_MM * PX_PER_MM), round(HEIGHT_MM * PX_PER_MM)
    image: Image = np.full((height, width, 3), design.paper_bgr, np.uint8)
    panel, ink = _ground(image, face, design)
    title = face.title.upper() if design.capitals else face.title
    box = _write(image, _broken(title), panel, ink, design)
    _lower_half(image, face, design)
    return CardPicture(image, _rounded(width, height, design.corner_mm), box)


def _px(mm: float) -> int:
    return round(mm * PX_PER_MM)


def _ground(
    image: Image, face: CardFace, design: CardDesign
) -> tuple[tuple[float, ...], Colour]:
    """Paint band and frame; return the title's panel (mm) and its ink."""
    sentence = len(face.title) > _SHORT
    if design.layout == "band":
        bottom = 40.0 if sentence else 21.0
        if face.colour_bgr is not None:
            _fill(image, 4, 4, WIDTH_MM - 4, bottom, face.colour_bgr)
            return (8, 6, WIDTH_MM - 8, bottom - 2), _readable_on(face.colour_bgr, design)
        _outline(image, 4, 4, WIDTH_MM - 4, bottom, design.ink_bgr)
        return (8, 6, WIDTH_MM - 8, bottom - 2), design.ink_bgr
    if design.layout == "frame":
        _outline(image, 4, 4, WIDTH_MM - 4, HEIGHT_MM - 4, design.ink_bgr)
        if face.colour_bgr is not None:
            _fill(image, 6, 6, WIDTH_MM - 6, 16, face.colour_bgr)
            _outline(image, 6, 6, WIDTH_MM - 6, 16, design.ink_bgr)
        return (9, 18, WIDTH_MM - 9, 42 if sentence else 29), design.ink_bgr
    if design.layout == "under":
        if face.colour_bgr is not None:
            _fill(image, 0, 3, WIDTH_MM, 11, face.colour_bgr)
        return (8, 13, WIDTH_MM - 8, 40 if sentence else 24), design.ink_bgr
    if face.colour_bgr is not None:
        _fill(image, 8, 46, WIDTH_MM - 8, 58, face.colour_bgr)
        _fill(image, 8, 24 if not sentence else 41, WIDTH_MM - 8, 26 if not sentence else 43,
              face.colour_bgr)  # fmt: skip
    return (8, 6, WIDTH_MM - 8, 39 if sentence else 21), design.ink_bgr


def _lower_half(image: Image, face: CardFace, design: CardDesign) -> None:
    if face.value:
        _write(image, [face.value], (16, 62, WIDTH_MM - 16, 72), design.ink_bgr, design)
    # A small ornament that says nothing: rings, as no maker's card bears them.
    tint = tuple(
        int(0.6 * p + 0.4 * i) for p, i in zip(design.paper_bgr, design.ink_bgr, strict=True)
    )
    for k in range(3):
        cv2.circle(
            image, (_px(WIDTH_MM / 2 + (k - 1) * 9), _px(79)), _px(2.5), tint, 3, cv2.LINE_AA
        )


def _broken(title: str) -> list[str]:
    """The title in lines of about the same length, one to four."""
    if len(title) <= _SHORT:
        return [title]
    lines = [""]
    for word in title.split():
        if lines[-1] and len(lines[-1]) + 1 + len(word) > _SHORT + 2:
            lines.append("")
        lines[-1] = f"{lines[-1]} {word}".strip()
    return lines


def _write(
    image: Image, lines: list[str], panel_mm: tuple[float, ...], ink: Colour, design: CardDesign
) -> tuple[float, float, float, float]:  # fmt: skip
    """Write lines centred in a panel as large as fits, at most 6 mm; return their box in mm."""
    left, top, right, bottom = panel_mm
    pitch = min((bottom - top) / len(lines), 10.0)
    height_px = max(6, _px(min(pitch * 0.6, 6.0)))
    masks = [text_mask(line, height_px, design.font) for line in lines]
    ratio = min(1.0, _px(right - left) / max(mask.shape[1] for mask in masks))
    middle = (top + bottom) / 2
    widest = 0.0
    for row, mask in enumerate(masks):
        if ratio < 1:
            smaller = cv2.resize(mask, None, fx=ratio, fy=ratio, interpolation=cv2.INTER_AREA)
            mask = np.asarray(smaller, np.uint8)
        h, w = mask.shape[:2]
        y = _px(middle + (row - (len(masks) - 1) / 2) * pitch) - h // 2
        x = _px((left + right) / 2) - w // 2
        y, x = max(y, 0), max(x, 0)
        part = image[y : y + h, x : x + w]
        share = (mask[: part.shape[0], : part.shape[1], None] / 255).astype(np.float32)
        part[:] = (part * (1 - share) + np.array(ink, np.float32) * share).astype(np.uint8)
        widest = max(widest, w / PX_PER_MM)
    tall = pitch * len(masks) / 2
    centre = (left + right) / 2
    return centre - widest / 2, middle - tall, centre + widest / 2, middle + tall


def _readable_on(ground: Colour, design: CardDesign) -> Colour:
    light = 0.114 * ground[0] + 0.587 * ground[1] + 0.299 * ground[2]
    return design.ink_bgr if light > 130 else (245, 245, 245)


def _fill(image: Image, x0: float, y0: float, x1: float, y1: float, colour: Colour) -> None:
    image[_px(y0) : _px(y1), _px(x0) : _px(x1)] = colour


def _outline(image: Image, x0: float, y0: float, x1: float, y1: float, colour: Colour) -> None:
    cv2.rectangle(image, (_px(x0), _px(y0)), (_px(x1), _px(y1)), colour, 4, cv2.LINE_AA)


def _rounded(width: int, height: int, corner_mm: float) -> Image:
    mask = np.zeros((height, width), np.uint8)
    r = _px(corner_mm)
    cv2.rectangle(mask, (r, 0), (width - 1 - r, height - 1), 255, -1)
    cv2.rectangle(mask, (0, r), (width - 1, height - 1 - r), 255, -1)
    for x in (r, width - 1 - r):
        for y in (r, height - 1 - r):
            cv2.circle(mask, (x, y), r, 255, -1, cv2.LINE_AA)
    return mask
