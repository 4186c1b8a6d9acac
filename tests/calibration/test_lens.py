from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from calibration.capture import Guide, is_new, lean_deg, measured_lens, missing
from calibration.lens import LensFit, View, draw_coverage, fit_lens, observe
from calibration.markers import CharucoSpec
from calibration.models import LensModel
from calibration.outcome import CalibrationError, Failed
from calibration.plausible import doubts, is_fisheye
from tests.doubles.charuco_views import views as views_of


def test_the_lens_is_found_as_it_was_rendered(views: list[View], truth: LensModel) -> None:
    fit = fit_lens(views)
    assert isinstance(fit, LensFit)
    lens = fit.lens
    assert lens.fx_px == pytest.approx(truth.fx_px, rel=0.005)
    assert lens.fy_px == pytest.approx(truth.fy_px, rel=0.005)
    assert (lens.cx_px, lens.cy_px) == pytest.approx((truth.cx_px, truth.cy_px), abs=2.0)
    assert lens.k1 == pytest.approx(truth.k1, abs=0.01)
    assert lens.error_px < 0.3
    assert fit.dropped == ()
    assert fit.coverage > 0.8


def test_a_view_that_does_not_fit_is_left_out(views: list[View], truth: LensModel) -> None:
    bad = views[4]
    shaken = np.random.default_rng(5).normal(0, 4.0, bad.image_px.shape)
    spoilt = View("shaken", bad.size_px, bad.object_mm.copy(), bad.image_px + shaken)
    fit = fit_lens([*views, spoilt])
    assert isinstance(fit, LensFit)
    assert fit.dropped == ("shaken",)
    assert fit.lens.fx_px == pytest.approx(truth.fx_px, rel=0.005)


def test_too_few_views_say_so(views: list[View]) -> None:
    fit = fit_lens(views[:3])
    assert isinstance(fit, Failed)
    assert fit.reason == "too-few-views"
    assert "take more" in fit.detail


def test_views_of_two_sizes_are_refused(views: list[View]) -> None:
    first = views[0]
    other = View("x", (640, 360), first.object_mm.copy(), first.image_px / 2)
    fit = fit_lens([*views, other])
    assert isinstance(fit, Failed)
    assert fit.reason == "sizes-differ"


def test_a_picture_without_a_board_is_no_view(spec: CharucoSpec) -> None:
    found = observe(np.full((480, 640, 3), 128, np.uint8), spec)
    assert isinstance(found, Failed)
    assert found.reason == "board-not-seen"


def test_the_guide_asks_for_what_is_missing_and_then_no_more(views: list[View]) -> None:
    names = [wanted.name for wanted in missing(views[:1])]
    assert names[:2] == ["tilt-left", "tilt-right"]
    assert {"corner-top-left", "corner-bottom-right"} <= set(names)
    left = {wanted.name for wanted in missing(views)}
    assert not left & {"tilt-left", "tilt-right", "tilt-up", "tilt-down", "near", "flat"}
    assert not any(name.startswith("corner") for name in left)


def test_the_lean_of_a_view_has_a_side(views: list[View]) -> None:
    # The second and third were tilted about x: one upper edge away, one lower.
    leans = [lean_deg(view) for view in views[1:3]]
    steep = [max(lean, key=abs) for lean in leans]
    assert abs(steep[0]) > 20
    assert steep[0] * steep[1] < 0


def test_the_same_view_twice_is_not_new(views: list[View]) -> None:
    assert not is_new(views[0], views[:1])
    assert is_new(views[6], views[:1])


def test_the_guide_takes_new_views_only_and_shows_what_is_missing(
    pictures: list[np.ndarray], spec: CharucoSpec
) -> None:
    guide = Guide(spec)
    nothing = guide.offered(np.full((720, 1280), 90, np.uint8))
    assert nothing.views == ()
    assert "corners" in nothing.said
    once = guide.offered(pictures[0])
    assert len(once.views) == 1
    twice = once.offered(pictures[0])
    assert len(twice.views) == 1
    assert twice.said.startswith("This view is there already. Turn the left edge")
    for picture in pictures[1:]:
        once = once.offered(picture)
    assert len(once.views) == len(pictures)
    assert once.offered(pictures[0][::2, ::2].copy()).said.startswith("The picture's size")
    assert guide.offered(pictures[0]).done is False
    dim, bright = guide.drawn(pictures[1]), once.drawn(pictures[1])
    assert bright.shape == (720, 1280, 3)
    assert bright.mean() > dim.mean() + 5


def test_coverage_can_be_drawn(views: list[View], pictures: list[np.ndarray]) -> None:
    fit = fit_lens(views)
    assert isinstance(fit, LensFit)
    drawn = draw_coverage(fit, pictures[0])
    assert drawn.shape == (720, 1280, 3)
    assert (drawn != pictures[0][:, :, None]).any()


@given(
    st.floats(-0.3, 0.15), st.floats(-0.05, 0.08),
    st.lists(st.tuples(st.floats(0, 1279), st.floats(0, 719)), min_size=1, max_size=8),
)  # fmt: skip
def test_bending_and_straightening_are_inverse(
    k1: float, k2: float, points: list[tuple[float, float]]
) -> None:
    lens = LensModel(1280, 720, 1100.0, 1100.0, 640.0, 360.0, k1=k1, k2=k2)
    there = np.array(points)
    back = lens.bent(lens.straightened(there))
    assert np.abs(back - there).max() < 1e-5


def test_a_lens_fits_other_sizes_of_the_same_shape_only(truth: LensModel) -> None:
    half = truth.for_size(640, 360)
    assert half.fx_px == truth.fx_px / 2
    assert half.cx_px == pytest.approx((truth.cx_px + 0.5) / 2 - 0.5)
    with pytest.raises(CalibrationError, match="another shape"):
        truth.for_size(640, 480)


def test_a_straightened_picture_has_straight_edges(
    pictures: list[np.ndarray], truth: LensModel, spec: CharucoSpec
) -> None:
    straight = truth.straighten(pictures[0])
    view = observe(straight, spec)
    assert isinstance(view, View)
    # The longest row of corners must now lie on a line.
    rows = np.round(view.object_mm[:, 1], 3)
    best = max(set(rows.tolist()), key=lambda row: (rows == row).sum())
    points = view.image_px[rows == best]
    middle = points - points.mean(axis=0)
    assert np.linalg.svd(middle, compute_uv=False)[1] < 1.0


LENSES = (
    LensModel(1280, 960, 760.0, 760.0, 632.0, 488.0, k1=-0.3, k2=0.08),
    LensModel(1280, 720, 1240.0, 1236.0, 640.0, 371.0, k1=-0.08),
    LensModel(1280, 720, 1400.0, 1400.0, 628.0, 355.0, k1=0.06),
)


@pytest.mark.slow
@pytest.mark.parametrize(
    "truth",
    [LENSES[0], *(pytest.param(lens, marks=pytest.mark.long) for lens in LENSES[1:])],
    ids=lambda lens: f"k1={lens.k1:+.2f}",
)
def test_lenses_of_all_kinds_are_found_as_they_were_rendered(truth: LensModel) -> None:
    spec = CharucoSpec()
    found = [observe(picture, spec, str(k)) for k, picture in enumerate(views_of(truth))]
    fit = fit_lens([view for view in found if isinstance(view, View)])
    assert isinstance(fit, LensFit)
    lens = fit.lens
    assert lens.fx_px == pytest.approx(truth.fx_px, rel=0.005)
    assert lens.fy_px == pytest.approx(truth.fy_px, rel=0.005)
    middle = np.hypot(lens.cx_px - truth.cx_px, lens.cy_px - truth.cy_px)
    assert middle < 2.0
    assert lens.k1 == pytest.approx(truth.k1, abs=0.01)


def test_enough_views_are_measured_and_believed(views: list[View], truth: LensModel) -> None:
    fit = measured_lens(views)
    assert isinstance(fit, LensFit)
    assert fit.lens.fx_px == pytest.approx(truth.fx_px, rel=0.005)
    assert doubts(fit.lens) == ()


def test_the_same_view_again_and_again_is_one_view(views: list[View]) -> None:
    rng = np.random.default_rng(2)
    again = [
        View(str(k), v.size_px, v.object_mm.copy(), v.image_px + rng.normal(0, 0.2, (1, 2)))
        for k, v in enumerate([views[0]] * 8)
    ]
    fit = measured_lens(again)
    assert isinstance(fit, Failed)
    assert (fit.reason, fit.detail[:18]) == ("too-few-views", "1 different views ")
    assert "Turn the left edge" in fit.detail


def test_views_of_one_half_of_the_picture_are_refused(views: list[View]) -> None:
    half = []
    for view in views:
        left = view.image_px[:, 0] < 0.45 * view.size_px[0]
        if left.sum() >= 12:
            half.append(View(view.name, view.size_px, view.object_mm[left].copy(),
                             view.image_px[left].copy()))  # fmt: skip
    assert len(half) >= 6
    fit = measured_lens(half)
    assert isinstance(fit, Failed)
    assert fit.reason == "half-covered"
    assert "% of the picture" in fit.detail


def test_a_fisheye_is_refused() -> None:
    """Seen through an equidistant lens: radius grows with the angle, not with its tangent."""
    rng = np.random.default_rng(4)
    size, focal = (1280, 720), 420.0
    board = CharucoSpec()
    grid = np.array([(25.0 * c, 25.0 * r, 0) for r in range(1, 10) for c in range(1, 7)])
    views = []
    for k in range(22):
        turn, _ = np.linalg.qr(rng.normal(size=(3, 3)))
        turn *= np.sign(np.linalg.det(turn))
        if turn[2, 2] < 0.75:
            turn = np.eye(3)
        at = rng.uniform([-190, -120, 90], [190, 120, 190])
        p = (grid - grid.mean(axis=0)) @ turn.T + at
        across = np.hypot(p[:, 0], p[:, 1])
        r = focal * np.arctan2(across, p[:, 2]) / np.maximum(across, 1e-9)
        px = np.stack([640 + r * p[:, 0], 360 + r * p[:, 1]], axis=1)
        inside = (px > 0).all(axis=1) & (px < size).all(axis=1)
        if inside.sum() > 20:
            views.append(View(str(k), size, grid[inside].copy(), px[inside].copy()))
    assert board.corners == 54
    fit = measured_lens(views)
    assert isinstance(fit, Failed)
    assert fit.reason in ("fisheye", "implausible")


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"fx_px": 5000.0 * 1.4, "fy_px": 5000.0 * 1.4}, "no usual camera"),
        ({"fx_px": 300.0, "fy_px": 300.0, "k1": 0.0, "k2": 0.0}, "no usual camera"),
        ({"cx_px": 900.0}, "beside the middle"),
        ({"fy_px": 700.0}, "longer than wide"),
        ({"error_px": 9.0}, "left 9.0 px"),
        ({"views": 3}, "3 views only"),
        ({"k1": -0.9, "k2": 0.0}, "fisheye"),
    ],
)
def test_a_lens_that_no_camera_has_is_doubted(change: dict[str, float], says: str) -> None:
    lens = LensModel(1280, 720, 1010.0, 1014.0, 655.0, 350.0, k1=-0.25, k2=0.06, views=12)
    assert doubts(lens) == ()
    odd = doubts(replace(lens, **change))  # type: ignore[arg-type]
    assert any(says in each for each in odd), odd


def test_lenses_of_common_cameras_are_none_of_a_fisheye() -> None:
    for k1, focal in ((-0.30, 760), (-0.25, 1010), (0.06, 1400), (-0.45, 1500), (0.0, 5000)):
        assert not is_fisheye(LensModel(1280, 720, focal, focal, 640, 360, k1=k1, k2=0.08))
