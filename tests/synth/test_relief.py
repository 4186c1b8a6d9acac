"""Letters without ink of their own are seen by the light on their flanks."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.synth.face_style import FaceStyle
from companion.synth.faces import render_face
from companion.synth.fonts import bundled_fonts
from tools.synth.crops import CROP_PX, TileSurroundings
from tools.synth.hard_faces import hard_style
from tools.synth.relief import Relief
from tools.synth.wear import blurred

FROM_LEFT = (-0.8, 0.0)


def bar(side: int = 48) -> np.ndarray:
    """An upright stroke in the middle of a face."""
    strokes = np.zeros((side, side), np.float32)
    strokes[10:-10, 20:28] = 1
    return strokes


def flanks(light: np.ndarray) -> tuple[float, float]:
    return float(light[20:28, 18:21].mean()), float(light[20:28, 27:30].mean())


def test_the_flank_towards_the_lamp_is_bright_and_the_other_dark() -> None:
    left, right = flanks(Relief().light(bar(), FROM_LEFT, raised=True))
    assert left > 1.05 > 0.95 > right


def test_sunk_strokes_are_lit_the_other_way_round() -> None:
    left, right = flanks(Relief().light(bar(), FROM_LEFT, raised=False))
    assert left < 0.95 < 1.0 < right


def test_a_face_away_from_strokes_keeps_its_brightness() -> None:
    light = Relief(depth=0.08).light(bar(), FROM_LEFT, raised=True)
    assert np.allclose(light[:, :6], 1, atol=0.01)
    assert np.allclose(Relief().light(np.zeros((40, 40), np.float32), FROM_LEFT,
                                    raised=True), 1, atol=1e-5)  # fmt: skip


def test_higher_strokes_throw_longer_shadows() -> None:
    def dark(depth: float) -> int:
        shape = Relief(depth=depth, flank=0.01, crease=0.0, gloss=0.0)
        return int((shape.light(bar(), FROM_LEFT, raised=True) < 0.8).sum())

    assert 0 < dark(0.02) < dark(0.05) < dark(0.1)


def test_a_lamp_straight_above_leaves_only_the_creases() -> None:
    light = Relief(gloss=0.0).light(bar(), (0.0, 0.0), raised=True)
    left, right = flanks(light)
    assert left == pytest.approx(right, abs=0.03)
    assert left < 0.97


@pytest.mark.parametrize("raised", ["raised", "engraved"])
def test_a_letter_in_the_colour_of_its_tile_can_be_seen(raised) -> None:
    font = bundled_fonts()[0].path
    grey = (120.0, 120.0, 120.0)
    style = FaceStyle(
        font, font, face=grey, ink=grey, relief=raised, shaped=Relief(), texture=0.0, wear=0.0
    )
    chance = np.random.default_rng(4)
    bare = render_face(style, "?", None, 48, chance, light_dir=(-0.5, -0.6)).bgr
    letter = render_face(style, "I", None, 48, chance, light_dir=(-0.5, -0.6)).bgr
    middle = (slice(14, 34), slice(14, 34))
    assert bare[middle].std() < 3
    assert letter[middle].std() > 8


@settings(max_examples=25, deadline=None)
@given(seed=st.integers(0, 10**6))
def test_hard_sets_and_their_blur_are_seeded(seed: int) -> None:
    def draw() -> list[np.ndarray]:
        chance = np.random.default_rng(seed)
        around = TileSurroundings(chance, draw_style=hard_style)
        return [blurred(around.tile("I", 1), chance), around.tile("?", None)]

    first, again = draw(), draw()
    assert all(np.array_equal(a, b) for a, b in zip(first, again, strict=True))
    assert all(c.shape == (CROP_PX, CROP_PX, 3) and c.dtype == np.uint8 for c in first)


def test_blur_keeps_the_light_and_takes_the_edges() -> None:
    sharp = np.zeros((64, 64, 3), np.uint8)
    sharp[20:44, 20:44] = 200

    def edges(picture: np.ndarray) -> float:
        values = picture.astype(float)
        return float(sum(np.square(np.diff(values, axis=k)).sum() for k in (0, 1)))

    soft = [blurred(sharp, np.random.default_rng(seed)) for seed in range(40)]
    left = np.array([edges(picture) / edges(sharp) for picture in soft])
    assert (left < 0.85).all()
    assert np.median(left) < 0.3
    assert np.allclose([picture.mean() for picture in soft], sharp.mean(), atol=2)


def test_most_hard_sets_are_of_the_kinds_that_were_hard() -> None:
    styles = [hard_style(np.random.default_rng(k)) for k in range(120)]
    relief = [s for s in styles if s.shaped is not None]
    assert 35 <= len(relief) <= 75
    assert {s.relief for s in relief} == {"raised", "engraved"}
    assert any(s.studs and s.stud_size > 0.03 for s in styles)
