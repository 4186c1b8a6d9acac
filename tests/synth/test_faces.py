from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.synth.face_style import FaceStyle
from companion.synth.faces import render_face
from companion.synth.fonts import bundled_fonts
from companion.synth.materials import MATERIALS, texture
from tools.synth.crops import CROP_PX, TileSurroundings
from tools.synth.ornaments import KINDS, draw_symbol
from tools.synth.printable_fonts import prints_every_token, unprintable
from tools.synth.random_styles import random_style
from tools.synth.wear import wear

PALE = FaceStyle(
    font=bundled_fonts()[0].path,
    digit_font=bundled_fonts()[0].path,
    face=(180.0, 210.0, 230.0),
    ink=(20.0, 20.0, 20.0),
    texture=0.0,
    wear=0.0,
)


def rng(seed: int = 3) -> np.random.Generator:
    return np.random.default_rng(seed)


def test_every_bundled_font_prints_every_token() -> None:
    assert len(bundled_fonts()) >= 4
    for font in bundled_fonts():
        assert prints_every_token(font.path), font.path


def test_a_file_that_is_no_font_prints_nothing(tmp_path) -> None:
    path = tmp_path / "not.ttf"
    path.write_text("no font")
    assert "A" in unprintable(str(path))


def test_each_bundled_font_comes_with_its_licence() -> None:
    for font in bundled_fonts():
        licence = Path(font.path).with_suffix(".licence.txt").read_text("utf8")
        assert "OFL" in licence or "public domain" in licence


@settings(max_examples=40, deadline=None)
@given(seed=st.integers(0, 10**6), token=st.sampled_from(["A", "Ł", "CH", "L·L", "?", "Ä"]))
def test_a_face_is_a_square_picture_with_an_outline(seed: int, token: str) -> None:
    style = random_style(rng(seed))
    face = render_face(style, token, 3, 40, rng(seed))
    assert face.bgr.shape == (40, 40, 3)
    assert face.bgr.dtype == np.uint8
    assert face.alpha.shape == face.height.shape == (40, 40)
    assert face.alpha[20, 20] == 255


def test_the_same_seed_draws_the_same_face() -> None:
    style = random_style(rng(8))
    first = render_face(style, "R", 1, 56, rng(9))
    again = render_face(random_style(rng(8)), "R", 1, 56, rng(9))
    assert np.array_equal(first.bgr, again.bgr)


def test_letters_differ_and_a_bare_blank_shows_no_ink() -> None:
    faces = {t: render_face(PALE, t, None, 64, rng()).bgr.astype(int) for t in ("A", "B", "?")}
    assert np.abs(faces["A"] - faces["B"]).mean() > 4
    middle = faces["?"][16:48, 16:48]
    assert middle.min() > 120, "a bare blank has no dark ink"
    assert faces["A"].min() < 60


@pytest.mark.parametrize(
    ("corner", "rows", "cols"),
    [
        ("bottom-right", slice(44, 64), slice(44, 64)),
        ("top-left", slice(0, 20), slice(0, 20)),
        ("top-right", slice(0, 20), slice(44, 64)),
    ],
)
def test_the_value_stands_in_its_corner(corner, rows, cols) -> None:
    style = replace(PALE, digit_corner=corner)
    with_value = render_face(style, "I", 8, 64, rng()).bgr.astype(int)
    without = render_face(style, "I", None, 64, rng()).bgr.astype(int)
    change = np.abs(with_value - without).sum(axis=2)
    assert change[rows, cols].sum() > 0.9 * change.sum() > 0


def test_relief_in_the_face_s_own_colour_is_seen_by_its_shade() -> None:
    style = replace(PALE, ink=PALE.face, relief="raised", relief_depth=1.0)
    raking = render_face(style, "H", None, 64, rng(), light_dir=(-1.0, 0.0)).bgr.astype(float)
    overhead = render_face(style, "H", None, 64, rng(), light_dir=(0.0, 0.0)).bgr.astype(float)
    assert raking[20:44, 16:48].std() > 2 * overhead[20:44, 16:48].std()


def test_raised_and_engraved_letters_lean_to_opposite_lights() -> None:
    raised = replace(PALE, ink=PALE.face, relief="raised", relief_depth=1.0)
    light = (-0.9, -0.3)
    out = render_face(raised, "T", None, 64, rng(), light_dir=light)
    cut = render_face(replace(raised, relief="engraved"), "T", None, 64, rng(), light_dir=light)
    assert out.height.max() == pytest.approx(-cut.height.min())


def test_a_face_too_small_to_read_is_refused() -> None:
    with pytest.raises(ValueError, match="8 px"):
        render_face(PALE, "A", 1, 4, rng())


@pytest.mark.parametrize("kind", KINDS)
def test_each_ornament_has_ink(kind: str) -> None:
    mask = draw_symbol(kind, 48, font=PALE.font, words=("CUP",), scale=0.6)
    assert mask.shape == (48, 48)
    assert 0.01 < mask.mean() < 0.6


def test_an_unknown_ornament_is_refused() -> None:
    with pytest.raises(ValueError, match="dragon"):
        draw_symbol("dragon", 48, font=PALE.font, words=(), scale=0.5)


@pytest.mark.parametrize("kind", MATERIALS)
def test_materials_are_about_as_bright_as_their_colour(kind) -> None:
    pieces = [texture(kind, 40, 0.5, rng(seed)).mean() for seed in range(30)]
    assert np.mean(pieces) == pytest.approx(1.0, abs=0.12)


@settings(max_examples=20, deadline=None)
@given(seed=st.integers(0, 10**6))
def test_crops_and_their_wear_are_seeded(seed: int) -> None:
    def draw() -> list[np.ndarray]:
        chance = rng(seed)
        around = TileSurroundings(chance)
        return [wear(around.tile("G", 2), chance), wear(around.empty(), chance)]

    first, again = draw(), draw()
    assert all(np.array_equal(a, b) for a, b in zip(first, again, strict=True))
    assert all(c.shape == (CROP_PX, CROP_PX, 3) and c.dtype == np.uint8 for c in first)
