"""Guides somebody through taking the views a lens needs: says what is still missing."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np

from calibration.lens import LEAST_VIEWS, LensFit, View, covered, fit_lens, observe
from calibration.markers import CharucoSpec
from calibration.models import Array, Image, LensModel
from calibration.outcome import Failed
from calibration.plausible import doubts, is_fisheye

ENOUGH_VIEWS = 12
_STEEP_DEG = 18.0
_FLAT_DEG = 12.0
_LARGE = 0.35
_COVERED = 0.85
_LEAST_COVERED = 0.6
"""Share of the picture's fields below which the lens at its edge is a guess."""

_NEW_PX = 0.025
"""Of the picture's width: a view whose corners moved less is the same again."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """A view that is missing.

    Attributes:
        name: Short name, such as `tilt-left` or `corner-top-right`.
        text: What to do, one sentence.
    """

    name: str
    text: str


_TILTS = {
    "tilt-left": "Turn the left edge of the calibration board away from the camera.",
    "tilt-right": "Turn the right edge of the calibration board away from the camera.",
    "tilt-up": "Tip the upper edge of the calibration board away from the camera.",
    "tilt-down": "Tip the lower edge of the calibration board away from the camera.",
}
_PLACES = {
    "top-left": (0, 0), "top-right": (0, -1), "bottom-left": (-1, 0), "bottom-right": (-1, -1),
}  # fmt: skip


def missing(views: Sequence[View]) -> tuple[Wanted, ...]:
    """Return what is still to be taken, most needed first; nothing when the views will do."""
    wanted: list[Wanted] = []
    leans = [lean_deg(view) for view in views]
    if not any(abs(x) < _FLAT_DEG and abs(y) < _FLAT_DEG for x, y in leans):
        wanted.append(Wanted("flat", "Hold the calibration board straight before the camera."))
    seen = {
        "tilt-left": any(x > _STEEP_DEG for x, _ in leans),
        "tilt-right": any(x < -_STEEP_DEG for x, _ in leans),
        "tilt-up": any(y > _STEEP_DEG for _, y in leans),
        "tilt-down": any(y < -_STEEP_DEG for _, y in leans),
    }
    wanted += [Wanted(name, text) for name, text in _TILTS.items() if not seen[name]]
    fields = covered(views)
    for name, (row, col) in _PLACES.items():
        rows = slice(0, 2) if row == 0 else slice(-2, None)
        cols = slice(0, 2) if col == 0 else slice(-2, None)
        if (fields[rows, cols] > 0).sum() < 3:
            text = f"Bring the calibration board into the {name.replace('-', ' ')} corner."
            wanted.append(Wanted(f"corner-{name}", text))
    if not any(share(view) > _LARGE for view in views):
        wanted.append(
            Wanted("near", "Bring the calibration board nearer, until it fills the picture.")
        )
    if not wanted and (fields > 0).mean() < _COVERED:
        row, col = (int(v) for v in np.argwhere(fields == 0)[0])
        height = ("upper", "middle", "lower")[min(row // 2, 2)]
        side = ("left", "middle", "right")[min(col * 3 // fields.shape[1], 2)]
        wanted.append(
            Wanted("field", f"Show it once more at the {height} {side} of the picture.")
        )
    if not wanted and len(views) < ENOUGH_VIEWS:
        text = f"{ENOUGH_VIEWS - len(views)} more views from other directions make it surer."
        wanted.append(Wanted("more", text))
    return tuple(wanted)


def measured_lens(views: Sequence[View]) -> LensFit | Failed:
    """Fit a lens to views that are enough for it; says which are missing where they are not.

    Views that are nearly the same count once: they say nothing of how far away anything is, and
    a fit to them is far off and looks perfect.
    """
    different: list[View] = []
    for view in views:
        if is_new(view, different):
            different.append(view)
    wanted = missing(different)
    next_ = f" {wanted[0].text}" if wanted else ""
    if len(different) < LEAST_VIEWS:
        detail = f"{len(different)} different views of {LEAST_VIEWS} are there.{next_}"
        return Failed("too-few-views", detail)
    share_ = float((covered(different) > 0).mean())
    if share_ < _LEAST_COVERED:
        detail = f"Only {share_:.0%} of the picture was covered.{next_}"
        return Failed("half-covered", detail)
    tilts = sum(1 for each in wanted if each.name in _TILTS)
    if tilts > 2:
        return Failed("too-flat", f"The views are too much alike.{next_}")
    fit = fit_lens(different)
    if isinstance(fit, Failed):
        return replace(fit, detail=f"{fit.detail}{next_}")
    if is_fisheye(fit.lens):
        detail = (
            "The lens bends like a fisheye; only lenses up to about 120 degrees are measured."
        )
        return Failed("fisheye", detail)
    odd = doubts(fit.lens)
    return Failed("implausible", f"{odd[0]}{next_}") if odd else fit


@dataclass(frozen=True, slots=True)
class Guide:
    """A series of views that is being taken; `offered` returns the next state.

    Attributes:
        spec: The calibration board.
        views: What was taken.
        said: What to tell the person, one sentence.
    """

    spec: CharucoSpec
    views: tuple[View, ...] = ()
    said: str = "Hold the calibration board straight before the camera."

    @property
    def done(self) -> bool:
        """Whether a lens can be fitted well."""
        return not missing(self.views)

    def offered(self, image: Image, name: str = "") -> Guide:
        """Return the state after a picture was offered; a useless one changes only `said`."""
        view = observe(image, self.spec, name or f"view {len(self.views) + 1}")
        if isinstance(view, Failed):
            return replace(self, said=view.detail)
        if self.views and view.size_px != self.views[0].size_px:
            return replace(self, said="The picture's size has changed; begin anew.")
        if not is_new(view, self.views):
            wanted = missing(self.views)
            more = f" {wanted[0].text}" if wanted else ""
            return replace(self, said=f"This view is there already.{more}")
        views = (*self.views, view)
        wanted = missing(views)
        return Guide(self.spec, views, wanted[0].text if wanted else "That is enough.")

    def drawn(self, image: Image) -> Image:
        """Return a copy of a picture: fields that still lack corners dimmed, corners marked."""
        picture = image if image.ndim == 3 else cv2.cvtColor(image, cv2.COLOR_GRAY2BGR)
        fields = covered(self.views)
        mask = cv2.resize(
            (fields > 0).astype(np.float32), (image.shape[1], image.shape[0]),
            interpolation=cv2.INTER_NEAREST,
        )  # fmt: skip
        bright = np.asarray(picture * (0.55 + 0.45 * np.asarray(mask)[..., None]))
        overlay = np.asarray(bright, dtype=np.uint8)
        view = observe(image, self.spec)
        if isinstance(view, View):
            for x, y in view.image_px.tolist():
                cv2.circle(overlay, (round(x), round(y)), 5, (60, 220, 90), 2, cv2.LINE_AA)
        return overlay


def is_new(view: View, views: Sequence[View]) -> bool:
    """Whether a view differs enough from those that were taken."""
    for other in views:
        both, mine, theirs = np.intersect1d(
            _keys(view), _keys(other), assume_unique=True, return_indices=True
        )
        if len(both) >= 8:
            moved = np.linalg.norm(view.image_px[mine] - other.image_px[theirs], axis=1)
            # Near the middle a tilt moves little; the outer corners tell.
            if np.percentile(moved, 85) < _NEW_PX * view.size_px[0]:
                return False
    return True


def _keys(view: View) -> Array:
    return np.asarray(
        np.round(view.object_mm[:, 0] * 1e4) * 1e6 + np.round(view.object_mm[:, 1] * 10)
    )


def lean_deg(view: View) -> tuple[float, float]:
    """How far the board is turned away: its left edge, its upper edge, as seen; in degrees."""
    lens = LensModel.plain(*view.size_px)
    found, rotation, _ = cv2.solvePnP(
        view.object_mm, view.image_px, lens.matrix, np.zeros(5), flags=cv2.SOLVEPNP_IPPE
    )
    if not found:
        return 0.0, 0.0
    matrix, _ = cv2.Rodrigues(rotation)
    normal = np.asarray(matrix, dtype=np.float64)[:, 2]
    normal = normal if normal[2] > 0 else -normal
    # Pointing away from the camera, the normal leans to the side whose edge is nearer.
    return (
        float(np.degrees(np.arctan2(normal[0], normal[2]))),
        float(np.degrees(np.arctan2(normal[1], normal[2]))),
    )


def share(view: View) -> float:
    """Share of the picture that the seen corners' hull takes."""
    hull = cv2.convexHull(np.asarray(view.image_px, dtype=np.float32).reshape(-1, 1, 2))
    return float(cv2.contourArea(hull) / (view.size_px[0] * view.size_px[1]))
