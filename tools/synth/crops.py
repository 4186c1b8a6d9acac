"""Small pictures of one tile among its neighbours, as a board or a rack shows it."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.synth.face_style import Colour, FaceStyle
from companion.synth.faces import FaceImage, render_face
from companion.synth.fonts import Font
from companion.synth.materials import MATERIALS, texture
from tools.synth.ornaments import KINDS, draw_symbol
from tools.synth.random_styles import random_style

CROP_PX = 64
"""Side of a crop."""
TILE_PX = 40
"""Side of the tile in the middle of a crop."""
FACE_PX = 46
"""Side at which faces are drawn before the crop is taken."""

_PREMIUM_WORDS = ("DOUBLE", "TRIPLE", "WORD", "LETTER", "SCORE", "2W", "3L", "TW", "DL", "X2")
Picture = NDArray[np.float32]
DrawStyle = Callable[[np.random.Generator, Sequence[Font] | None], FaceStyle]


class TileSurroundings:
    """One random set of tiles on one random board or rack, and crops of it.

    Args:
        rng: Decides everything.
        fonts: Fonts of the set, by weight; the bundled ones if None.
        neighbours: Tokens that neighbouring tiles show.
        draw_style: Draws the look of the set.
    """

    def __init__(
        self,
        rng: np.random.Generator,
        fonts: Sequence[Font] | None = None,
        *,
        neighbours: Sequence[str] = tuple("AEINORSTLDKWM"),
        draw_style: DrawStyle = random_style,
    ) -> None:
        self._rng = rng
        self.style: FaceStyle = draw_style(rng, fonts)
        angle, rake = rng.uniform(0, 2 * math.pi), rng.uniform(0.3, 1.0)
        self._light = (rake * math.cos(angle), rake * math.sin(angle))
        self._rack = bool(rng.random() < 0.25)
        self._pitch_px = round(FACE_PX * (1.0 + abs(rng.normal(0.0, 0.05))))
        if rng.random() < 0.2:
            self._pitch_px = round(FACE_PX * rng.uniform(1.05, 1.25))
        self._crowd = float(rng.choice([0.0, 0.25, 0.6, 0.95]))
        lean, reach = rng.uniform(0, 2 * math.pi), max(0.0, rng.normal(0.04, 0.07)) * FACE_PX
        self._side = (reach * math.cos(lean), reach * math.sin(lean))
        self._side_colour = np.clip(np.array(self.style.face) * rng.uniform(0.35, 1.05), 0, 255)
        self._shadow = float(rng.uniform(0.0, 0.6))
        self._squares = _palette(rng)
        self._line: Colour | None = _any(rng) if rng.random() < 0.7 else None
        self._line_px = int(rng.integers(1, 5))
        self._ground = MATERIALS[int(rng.integers(len(MATERIALS)))]
        self._perspective = float(abs(rng.normal(0, 0.05)))
        pool = rng.choice(len(neighbours), size=5)
        self._pool = [self.face(neighbours[int(i)], int(rng.integers(1, 11))) for i in pool]

    def face(self, token: str, value: int | None) -> FaceImage:
        """A face of the set under this board's light, before it is laid anywhere."""
        return render_face(self.style, token, value, FACE_PX, self._rng, light_dir=self._light)

    def tile(self, token: str, value: int | None) -> NDArray[np.uint8]:
        """A tile in the middle: uint8 (CROP_PX, CROP_PX, 3), the face TILE_PX wide."""
        face = self.face(token, value)
        if self._rng.random() < 0.5:
            face = _turned(face, self._rng.normal(0, 3.0))
        return self._crop(face)

    def empty(self) -> NDArray[np.uint8]:
        """No tile in the middle: a bare or printed square, or just the table."""
        return self._crop(None)

    def _crop(self, middle: FaceImage | None) -> NDArray[np.uint8]:
        scene = self._rack_scene() if self._rack else self._board_scene()
        laid: list[tuple[FaceImage, int, int]] = []
        rows = (0,) if self._rack else (-1, 0, 1)
        centre = scene.shape[0] // 2
        for row in rows:
            for col in (-1, 0, 1):
                face = middle if row == 0 == col else self._neighbour(row, col)
                if face is None:
                    continue
                slip = self._rng.normal(0, 1.0, 2) if row or col else np.zeros(2)
                x = centre + col * self._pitch_px + slip[0] - FACE_PX / 2
                y = centre + row * self._pitch_px + slip[1] - FACE_PX / 2
                laid.append((face, round(x), round(y)))
        self._lay(scene, laid)
        return self._take(scene)

    def _neighbour(self, row: int, col: int) -> FaceImage | None:
        chance = self._crowd if not (row and col) else 0.5 * self._crowd
        if self._rack:
            chance = max(chance, 0.6)
        if self._rng.random() > chance:
            return None
        return self._pool[int(self._rng.integers(len(self._pool)))]

    def _lay(self, scene: Picture, laid: list[tuple[FaceImage, int, int]]) -> None:
        """Shadows first, then the tiles' sides, then their faces."""
        cover = np.zeros(scene.shape[:2], dtype=np.float32)
        for face, x, y in laid:
            _paste(cover[..., None], np.ones((1, 1, 1), np.float32), face.alpha, x, y)
        reach = FACE_PX * 0.06
        dx, dy = -self._light[0] * reach, -self._light[1] * reach
        move = np.array([[1, 0, dx - self._side[0]], [0, 1, dy - self._side[1]]])
        size = (scene.shape[1], scene.shape[0])
        dark = cv2.blur(cv2.warpAffine(cover, move, size), (5, 5))
        scene *= 1 - self._shadow * dark[..., None]
        side = self._side_colour.astype(np.float32)[None, None, :]
        for face, x, y in laid:
            if abs(self._side[0]) + abs(self._side[1]) > 1:
                for part in (1.0, 0.5):
                    at = (x - round(part * self._side[0]), y - round(part * self._side[1]))
                    _paste(scene, side, face.alpha, *at)
        for face, x, y in laid:
            _paste(scene, face.bgr.astype(np.float32), face.alpha, x, y)

    def _board_scene(self) -> Picture:
        side = 3 * self._pitch_px
        scene = np.zeros((side, side, 3), dtype=np.float32)
        for row in range(3):
            for col in range(3):
                self._draw_square(scene, row * self._pitch_px, col * self._pitch_px)
        scene *= texture(self._ground, side, 0.2, self._rng)[..., None]
        return scene

    def _draw_square(self, scene: Picture, top: int, left: int) -> None:
        rng, side = self._rng, self._pitch_px
        colour = self._squares[0]
        printed = rng.random() < 0.4
        if printed:
            colour = self._squares[int(rng.integers(len(self._squares)))]
        area = scene[top : top + side, left : left + side]
        area[:] = colour
        if printed and rng.random() < 0.6:
            kind = "words" if rng.random() < 0.7 else str(rng.choice(KINDS))
            words = tuple(str(w) for w in rng.choice(_PREMIUM_WORDS, int(rng.integers(1, 4))))
            mask = draw_symbol(
                kind,
                side,
                font=self.style.digit_font,
                words=words,
                scale=float(rng.uniform(0.4, 0.8)),
            )
            ink = np.array(_any(rng), dtype=np.float32)
            area += mask[..., None] * (ink - area)
        if self._line is not None:
            corner, far = (left, top), (left + side - 1, top + side - 1)
            cv2.rectangle(scene, corner, far, self._line, self._line_px)

    def _rack_scene(self) -> Picture:
        """A bar below (and perhaps behind) the tiles, and whatever is behind the rack."""
        rng, side = self._rng, 3 * self._pitch_px
        scene = np.full((side, side, 3), self._squares[0], dtype=np.float32)
        scene *= texture(self._ground, side, 0.4, rng)[..., None]
        foot = side // 2 + round(FACE_PX * rng.uniform(0.3, 0.6))
        if rng.random() < 0.5:
            head = side // 2 - round(FACE_PX * rng.uniform(0.0, 0.6))
            scene[head:foot] = np.array(self._squares[1])
        bar = texture("wood", side, 0.4, rng)[foot:, :, None]
        scene[foot:] = np.array(self._squares[2], dtype=np.float32) * bar
        return scene

    def _take(self, scene: Picture) -> NDArray[np.uint8]:
        """The scene through a slightly tilted camera, its middle tile TILE_PX wide."""
        rng = self._rng
        half = CROP_PX / 2
        reach = half * FACE_PX / TILE_PX
        angle = math.radians(float(np.clip(rng.normal(0, 4.0), -12, 12)))
        zoom = float(np.clip(rng.normal(1.0, 0.05), 0.85, 1.15))
        aspect = float(np.clip(rng.normal(1.0, 0.05), 0.85, 1.18))
        lean = float(rng.normal(0, 0.03)) if rng.random() < 0.85 else float(rng.normal(0, 0.16))
        turn = np.array(
            [[math.cos(angle), -math.sin(angle)], [math.sin(angle), math.cos(angle)]]
        )
        shape = turn @ np.array([[zoom * aspect, lean], [0.0, zoom / aspect]])
        corners = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]], dtype=np.float64)
        centre = scene.shape[0] / 2
        source = corners @ shape.T * reach + centre - 0.5
        source = source + rng.normal(0, self._perspective, (4, 2)) * reach * 0.5
        target = (corners + 1) * half - 0.5
        view = cv2.getPerspectiveTransform(source.astype(np.float32), target.astype(np.float32))
        crop = cv2.warpPerspective(
            scene,
            view,
            (CROP_PX, CROP_PX),
            flags=cv2.INTER_LINEAR,
            borderMode=cv2.BORDER_REFLECT,
        )
        return np.clip(crop, 0, 255).astype(np.uint8)


def _paste(
    scene: Picture, colour: NDArray[np.float32], alpha: NDArray[np.uint8], x: int, y: int
) -> None:
    """Lay a picture (or one colour) on the scene, cut at the scene's border."""
    height, width = alpha.shape
    left, top = max(0, -x), max(0, -y)
    right, bottom = min(width, scene.shape[1] - x), min(height, scene.shape[0] - y)
    if right <= left or bottom <= top:
        return
    area = scene[y + top : y + bottom, x + left : x + right]
    part = alpha[top:bottom, left:right, None].astype(np.float32) / np.float32(255)
    if colour.shape[0] == height:
        colour = colour[top:bottom, left:right]
    area += part * (colour - area)


def _turned(face: FaceImage, angle_deg: float) -> FaceImage:
    """A face turned about its middle; corners that leave the square are cut."""
    size = face.alpha.shape[0]
    turn = cv2.getRotationMatrix2D(((size - 1) / 2, (size - 1) / 2), angle_deg, 1.0)
    bgr = cv2.warpAffine(face.bgr, turn, (size, size), borderMode=cv2.BORDER_REPLICATE)
    alpha = cv2.warpAffine(face.alpha, turn, (size, size))
    return FaceImage(
        np.asarray(bgr, dtype=np.uint8), np.asarray(alpha, dtype=np.uint8), face.height
    )


def _any(rng: np.random.Generator) -> Colour:
    grey = rng.uniform(0, 255)
    blue, green, red = np.clip(grey + rng.normal(0, 35, 3), 0, 255)
    return (float(blue), float(green), float(red))


def _palette(rng: np.random.Generator) -> list[Colour]:
    """Ground colour of the board and a handful for its printed squares."""
    return [_any(rng) for _ in range(5)]
