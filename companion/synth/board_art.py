"""Paints a `BoardDesign` as a flat texture, seen from straight above."""

from __future__ import annotations

import math
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.synth.board_design import BoardDesign, Colour
from companion.synth.lettering import text_mask


@dataclass(frozen=True, slots=True, eq=False)
class BoardTexture:
    """A painted board.

    Attributes:
        image: float32 (H, W, 3) BGR 0..255.
        mask: float32 (H, W) 0..1, where there is board (round bases leave corners free).
        to_board: float64 (3, 3), texture pixels to board units (u, v).
    """

    image: NDArray[np.float32]
    mask: NDArray[np.float32]
    to_board: NDArray[np.float64]


class _Canvas:
    """Drawing in board units on a pixel canvas."""

    def __init__(self, design: BoardDesign, px_per_cell: int) -> None:
        left, top, right, bottom = design.margins
        self.px = px_per_cell
        self.left, self.top = left, top
        width = math.ceil((15 + left + right) * px_per_cell)
        height = math.ceil((15 + top + bottom) * px_per_cell)
        self.image: NDArray[np.uint8] = np.full((height, width, 3), design.frame, np.uint8)

    def at(self, u: float, v: float) -> tuple[int, int]:
        return round((u + self.left) * self.px), round((v + self.top) * self.px)

    def rect(self, u0: float, v0: float, u1: float, v1: float, colour: Colour) -> None:
        x0, y0 = self.at(u0, v0)
        x1, y1 = self.at(u1, v1)
        self.image[max(y0, 0) : max(y1, 0), max(x0, 0) : max(x1, 0)] = colour

    def text(
        self, u: float, v: float, text: str, height: float, ink: Colour, *, turns: int = 0,
        font: int = 0, width: float | None = None,
    ) -> None:  # fmt: skip
        """Write text centred on (u, v), `turns` quarter turns to the left."""
        mask = text_mask(text, max(3, round(height * self.px)), font)
        if width is not None and mask.shape[1] > width * self.px:
            ratio = width * self.px / mask.shape[1]
            smaller = cv2.resize(mask, None, fx=ratio, fy=ratio, interpolation=cv2.INTER_AREA)
            mask = np.asarray(smaller, np.uint8)
        mask = np.rot90(mask, turns)
        x, y = self.at(u, v)
        h, w = mask.shape
        x0, y0 = x - w // 2, y - h // 2
        cut = self.image[max(y0, 0) : y0 + h, max(x0, 0) : x0 + w]
        if not cut.size:
            return
        part = mask[max(-y0, 0) :, max(-x0, 0) :][: cut.shape[0], : cut.shape[1], None]
        weight = part.astype(np.float32) / 255
        cut[:] = (cut * (1 - weight) + np.asarray(ink, np.float32) * weight).astype(np.uint8)


def paint_board(
    design: BoardDesign, px_per_cell: int, rng: np.random.Generator, *,
    light: tuple[float, float] = (-0.7, -0.7),
) -> BoardTexture:  # fmt: skip
    """Return the board's texture.

    Args:
        design: What to paint.
        px_per_cell: Resolution.
        rng: For grain, lettering and small irregularities.
        light: Direction (u, v) the light comes from, for ridges.
    """
    canvas = _Canvas(design, px_per_cell)
    font = int(rng.integers(1000))
    _paint_margins(canvas, design, rng, font)
    canvas.rect(0, 0, 15, 15, design.base)
    half = design.line_width / 2
    for row in range(15):
        for col in range(15):
            _paint_square(canvas, design, row, col, font, light)
    if design.line_width > 0:
        for k in range(16):
            canvas.rect(k - half, -half, k + half, 15 + half, design.line)
            canvas.rect(-half, k - half, 15 + half, k + half, design.line)
    for row in range(15):
        for col in range(15):
            if design.spikes:
                _paint_spikes(canvas, design, row, col)
    image = canvas.image.astype(np.float32)
    if design.walls > 0:
        _ridges(canvas, image, design, light, rng)
    if (design.walls > 0 or design.recess > 0) and rng.random() < 0.6:
        _hatch(canvas, image, rng)
    for axis, at in design.seams:
        _seam(canvas, image, axis, at, rng)
    if design.grain > 0:
        image *= _grain(image.shape[:2], rng, design.grain * rng.uniform(0.5, 1))[..., None]
    mask = _outline(image.shape[:2], canvas, design, rng)
    to_board = np.array(
        [
            [1 / px_per_cell, 0, 0.5 / px_per_cell - design.margins[0]],
            [0, 1 / px_per_cell, 0.5 / px_per_cell - design.margins[1]],
            [0, 0, 1.0],
        ]
    )
    return BoardTexture(image, mask, to_board)


def _paint_square(
    canvas: _Canvas, design: BoardDesign, row: int, col: int, font: int,
    light: tuple[float, float],
) -> None:  # fmt: skip
    mark = design.rows[row][col]
    if mark in ".+":
        return
    kind = "D" if mark == "*" else mark
    gap, colour = design.inset, design.premium[kind]
    u0, v0, u1, v1 = col + gap, row + gap, col + 1 - gap, row + 1 - gap
    if design.corner > 0:
        radius = max(1, round(design.corner * canvas.px))
        x0, y0 = canvas.at(u0, v0)
        x1, y1 = canvas.at(u1, v1)
        for a, b in ((x0 + radius, y0), (x0, y0 + radius)):
            cv2.rectangle(canvas.image, (a, b), (x0 + x1 - a, y0 + y1 - b), colour, -1)
        for x in (x0 + radius, x1 - radius):
            for y in (y0 + radius, y1 - radius):
                cv2.circle(canvas.image, (x, y), radius, colour, -1, cv2.LINE_AA)
    else:
        canvas.rect(u0, v0, u1, v1, colour)
    ink = design.label_ink
    if mark == "*" and design.star != "none":
        _paint_star(canvas, design.star, row, col, ink)
        return
    lines = design.labels.get(kind, "").split("/")
    step = design.label_height * 1.35
    for i, line in enumerate(lines):
        if line:
            v = row + 0.5 + (i - (len(lines) - 1) / 2) * step
            if design.embossed:
                _emboss(canvas, col + 0.5, v, line, design, colour, light, font)
            else:
                canvas.text(col + 0.5, v, line, design.label_height, ink, font=font, width=0.9)


def _emboss(
    canvas: _Canvas, u: float, v: float, text: str, design: BoardDesign, colour: Colour,
    light: tuple[float, float], font: int,
) -> None:  # fmt: skip
    """Write in the square's own colour, told only by a bright and a dark flank."""
    towards = np.asarray(light) / max(float(np.hypot(*light)), 0.3)
    flank = 0.1 * design.label_height
    for gain, side in ((0.6, -1), (1.25, 1), (1.0, 0)):
        tone = np.minimum(np.asarray(colour) * gain, 255)
        canvas.text(
            u + side * flank * float(towards[0]), v + side * flank * float(towards[1]), text,
            design.label_height, (float(tone[0]), float(tone[1]), float(tone[2])), font=font,
            width=0.9,
        )  # fmt: skip


def _paint_star(canvas: _Canvas, kind: str, row: int, col: int, ink: Colour) -> None:
    u, v = col + 0.5, row + 0.5
    if kind == "disc":
        cv2.circle(canvas.image, canvas.at(u, v), round(0.3 * canvas.px), ink, -1, cv2.LINE_AA)
        return
    if kind == "arrow":
        pts = [(-0.3, -0.1), (0.05, -0.1), (0.05, -0.28), (0.34, 0), (0.05, 0.28), (0.05, 0.1),
               (-0.3, 0.1)]  # fmt: skip
    else:
        pts = [
            (r * math.sin(k * math.pi / 5), -r * math.cos(k * math.pi / 5))
            for k in range(10)
            for r in [0.38 if k % 2 == 0 else 0.16]
        ]
    polygon = np.array([canvas.at(u + a, v + b) for a, b in pts], np.int32)
    cv2.fillPoly(canvas.image, [polygon], ink, cv2.LINE_AA)


def _paint_spikes(canvas: _Canvas, design: BoardDesign, row: int, col: int) -> None:
    mark = design.rows[row][col]
    if mark in ".+*":
        return
    colour = design.premium[mark]
    count = 2 if mark in "Dd" else 3
    for k in range(count):
        at = (k + 1) / (count + 1)
        for du, dv in ((at, -0.05), (at, 1.05), (-0.05, at), (1.05, at)):
            u, v, s = col + du, row + dv, 0.05
            if 0 <= u <= 15 and 0 <= v <= 15:
                canvas.rect(u - s, v - s, u + s, v + s, colour)


def _paint_margins(
    canvas: _Canvas, design: BoardDesign, rng: np.random.Generator, font: int
) -> None:
    left, top, right, bottom = design.margins
    for offset, width, colour in sorted(design.bands, key=lambda band: -band[0]):
        outer = offset + width
        canvas.rect(-outer, -outer, 15 + outer, 15 + outer, colour)
        canvas.rect(-offset, -offset, 15 + offset, 15 + offset, design.frame)
    ink: Colour = (245.0, 245.0, 245.0) if sum(design.frame) < 380 else (30.0, 30.0, 30.0)
    if design.track:
        _paint_track(canvas, design, rng, font)
        return
    places = [(7.5, -top / 2, 0, top), (7.5, 15 + bottom / 2, 0, bottom),
              (-left / 2, 7.5, 1, left), (15 + right / 2, 7.5, 3, right)]  # fmt: skip
    order = rng.permutation(4)
    for text, k in zip(design.words, order, strict=False):
        u, v, turns, room = places[k]
        if room > 0.4:
            if turns == 0:
                u += rng.uniform(-4, 4)
            else:
                v += rng.uniform(-4, 4)
            canvas.text(
                u, v, str(text), room * rng.uniform(0.3, 0.6), ink, turns=turns, font=font
            )
    if design.coordinates and min(left, top) > 0.4:
        for k in range(15):
            canvas.text(k + 0.5, -0.3, chr(65 + k), 0.3, ink, font=font)
            canvas.text(-0.3, k + 0.5, str(k + 1), 0.3, ink, font=font)
    if min(design.margins) > 0.6 and rng.random() < 0.3:
        colour = design.premium["T"]
        for u in (-left / 2, 15 + right / 2):
            for v in (-top / 2, 15 + bottom / 2):
                radius = round(min(left, top, right, bottom) * 0.4 * canvas.px)
                cv2.circle(canvas.image, canvas.at(u, v), radius, colour, -1, cv2.LINE_AA)
    if max(left, bottom) > 1.2 and rng.random() < 0.5:
        # A list of letters or a legend of premium colours, as many boards print it.
        for k in range(4):
            u, v = 1 + 3.5 * k, 15 + bottom * 0.3
            canvas.rect(u, v, u + 2.5, v + bottom * 0.5, design.premium["TDtd"[k]])
        for k in range(12):
            canvas.text(
                -left * 0.55, 9 + k * 0.4, f"{chr(65 + k)}-{k % 9 + 1}", 0.2, ink, font=font
            )


def _paint_track(
    canvas: _Canvas, design: BoardDesign, rng: np.random.Generator, font: int
) -> None:
    depth = design.margins[0]
    gap = 0.12
    step = 15 / design.track
    paper: Colour = (232.0, 238.0, 236.0)
    canvas.rect(-depth, -depth, 15 + depth, 15 + depth, (20, 20, 20))
    canvas.rect(-depth + 0.05, -depth + 0.05, 15 + depth - 0.05, 15 + depth - 0.05, paper)
    words = ("STREET", "ROAD", "SQUARE", "PARK", "LANE", "HARBOUR", "TAX", "CARD", "STATION")
    for side in range(4):
        for k in range(design.track):
            a, b = k * step, (k + 1) * step
            colour = design.track_colours[(side * 2 + k * 2 // design.track) % 8]
            bar = 0.25 * depth
            near, far = -gap, -depth
            box = [(a, far, b, near), (a, 15 - near, b, 15 - far), (far, a, near, b),
                   (15 - near, a, 15 - far, b)][side]  # fmt: skip
            canvas.rect(*box, (25, 25, 25))
            line = 0.03
            canvas.rect(box[0] + line, box[1] + line, box[2] - line, box[3] - line, paper)
            if rng.random() < 0.7:
                edge = near - bar
                strip = [(a, edge, b, near), (a, 15 - near, b, 15 - edge),
                         (edge, a, near, b), (15 - near, a, 15 - edge, b)][side]  # fmt: skip
                canvas.rect(*strip, colour)
            text = words[int(rng.integers(len(words)))]
            mid = ((box[0] + box[2]) / 2, (box[1] + box[3]) / 2)
            canvas.text(*mid, text, 0.17, (25, 25, 25), turns=(0, 2, 1, 3)[side], font=font)
    for k, (u, v) in enumerate(((-depth, -depth), (15, -depth), (15, 15), (-depth, 15))):
        canvas.rect(u + 0.05, v + 0.05, u + depth - 0.05, v + depth - 0.05,
                    design.track_colours[k])  # fmt: skip
    canvas.rect(-gap, -gap, 15 + gap, 15 + gap, (20, 20, 20))


def _ridges(
    canvas: _Canvas,
    image: NDArray[np.float32],
    design: BoardDesign,
    light: tuple[float, float],
    rng: np.random.Generator,
) -> None:
    """Lighten and darken the flanks of the walls between recessed squares, in place."""
    half = max(design.line_width / 2, 0.02)
    flank = max(1, round(design.walls * canvas.px * rng.uniform(0.5, 2.0)))
    strength = rng.uniform(0.1, 0.5)
    x0, y0 = canvas.at(0, 0)
    x1, y1 = canvas.at(15, 15)
    for k in range(16):
        for vertical in (True, False):
            side = float(np.clip(light[0] if vertical else light[1], -1.2, 1.2))
            for sign in (-1, 1):
                # The flank that faces the light is brighter, the other lies in shadow.
                gain = max(0.35, 1 - strength * sign * side)
                edge = k + sign * half
                x, y = canvas.at(edge, edge)
                a = max((x if vertical else y) - (flank if sign < 0 else 0), 0)
                if vertical:
                    image[y0:y1, a : a + flank] *= gain
                else:
                    image[a : a + flank, x0:x1] *= gain


def _hatch(canvas: _Canvas, image: NDArray[np.float32], rng: np.random.Generator) -> None:
    """Draw the fine lines that a printer's nozzle leaves, another way in each quarter."""
    h, w = image.shape[:2]
    ys, xs = np.mgrid[:h, :w].astype(np.float32)
    middle = canvas.at(7.5, 7.5)
    period = max(2.5, rng.uniform(0.06, 0.3) * canvas.px)
    strength = rng.uniform(0.02, 0.12)
    for right in (False, True):
        for low in (False, True):
            angle = rng.choice([0.25, 0.75, 0.0, 0.5]) * np.pi + rng.normal(0, 0.05)
            wave = np.sin((xs * np.cos(angle) + ys * np.sin(angle)) * 2 * np.pi / period)
            part = ((xs >= middle[0]) == right) & ((ys >= middle[1]) == low)
            image *= (1 + strength * wave * part)[..., None].astype(np.float32)


def _seam(
    canvas: _Canvas, image: NDArray[np.float32], axis: str, at: float, rng: np.random.Generator
) -> None:
    x, y = canvas.at(at, at)
    width = max(1, round(rng.uniform(0.01, 0.05) * canvas.px))
    step = rng.uniform(0.9, 1.1)
    if axis == "u":
        image[:, x:] *= step
        image[:, max(x, 0) : x + width] *= rng.uniform(0.3, 0.8)
    else:
        image[y:] *= step
        image[max(y, 0) : y + width] *= rng.uniform(0.3, 0.8)


def _grain(
    shape: tuple[int, int], rng: np.random.Generator, strength: float
) -> NDArray[np.float32]:
    h, w = shape
    long_axis = int(rng.integers(2))
    coarse = (
        (max(h // 4, 2), max(w // 60, 2)) if long_axis else (max(h // 60, 2), max(w // 4, 2))
    )
    streaks = rng.normal(0, 1, coarse).astype(np.float32)
    field = cv2.resize(streaks, (w, h), interpolation=cv2.INTER_LINEAR)
    return np.asarray(np.clip(1 + 0.09 * strength * field, 0.6, 1.4), dtype=np.float32)


def _outline(
    shape: tuple[int, int], canvas: _Canvas, design: BoardDesign, rng: np.random.Generator
) -> NDArray[np.float32]:
    h, w = shape
    mask = np.ones((h, w), np.float32)
    if design.round_base and min(design.margins) > 1.0:
        mask[:] = 0
        radius = round(min(h, w) / 2 * rng.uniform(1.0, 1.25))
        cv2.circle(mask, (w // 2, h // 2), radius, 1.0, -1, cv2.LINE_AA)
        x0, y0 = canvas.at(-0.1, -0.1)
        x1, y1 = canvas.at(15.1, 15.1)
        mask[max(y0, 0) : y1, max(x0, 0) : x1] = 1
    return mask
