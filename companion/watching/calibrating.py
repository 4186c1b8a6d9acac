"""Measures a camera for the dashboard: its lens view by view, then where the board lies."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path
from typing import Any, Protocol

import cv2
import numpy as np

from calibration.advice import advise
from calibration.capture import Guide, is_new, measured_lens, missing
from calibration.colour import reference
from calibration.lens import LensFit, View, covered, observe
from calibration.markers import CLIP_MARKER_MM, CLIP_MARKERS, CharucoSpec, find_markers
from calibration.models import BoardPose, Calibration, LensModel
from calibration.outcome import Failed
from calibration.planes import in_cells
from calibration.pose import ClipPlacement, pose_from_crossings, pose_from_markers
from calibration.profile import find, path_for, save
from calibration.sheet import PAPERS_MM, spec_for
from companion.board.reading import Unreadable
from companion.errors import InputError
from companion.text import listed
from companion.vision.finding.fit import transform
from companion.vision.finding.locate import Locator
from companion.vision.reading.cells import rectify
from companion.vision.types import Frame, Image
from companion.watching.knowledge import LENSES
from companion.watching.views import as_jpeg, small
from stl_meta.printed_set import PrintedSet

COMMON_PITCH_MM = 20.0
"""Distance of squares where no set says it; what is read of a board does not depend on it."""

COLOUR_PX_PER_CELL = 16
SQUARES = 15


class Dates(Protocol):
    """Tells what day it is."""

    def now(self) -> datetime:
        """Return the time, with a time zone."""


@dataclass(frozen=True, slots=True)
class _Course:
    """How far the measuring of one camera has come."""

    camera: str
    spec: CharucoSpec
    views: tuple[View, ...] = ()
    said: str = "begin"
    fit: LensFit | None = None
    posed: str = ""


class Calibrating:
    """One course of measuring at a time. Thread-safe.

    Args:
        newest: Gives the newest picture of a camera; raises CameraError.
        folder: The data folder; None keeps nothing, so nothing can be measured.
        clock: Gives the date of a profile.
        printed: The set on the table, if one is known.
        told: Called with a camera of which something was measured and kept.
    """

    def __init__(
        self, newest: Callable[[str], Frame], folder: Path | None, clock: Dates,
        printed: PrintedSet | None = None, told: Callable[[str], None] = lambda _: None,
    ) -> None:  # fmt: skip
        self._newest = newest
        self._folder = folder
        self._clock = clock
        self._printed = printed
        self._told_of = told
        self._locator: Locator | None = None
        self._lock = threading.Lock()
        self._course = _Course("", spec_for("a4"))

    # --- what the page asks for ---------------------------------------------------------------

    def begin(self, camera: str, paper: str) -> dict[str, Any]:
        """Begin anew with a camera and a calibration board printed on some paper."""
        if paper not in PAPERS_MM:
            raise InputError(
                "`paper` is one of {papers_mm}.", papers_mm=listed(PAPERS_MM, "comma")
            )
        self._newest(camera)
        with self._lock:
            self._course = _Course(camera, spec_for(paper))
            return self._state(camera)

    def state(self, camera: str) -> dict[str, Any]:
        """Return how far it has come, and what is kept of the camera."""
        with self._lock:
            return self._state(camera)

    def picture(self, camera: str) -> bytes:
        """Return what the camera sees, JPEG: what was covered is bright, corners are marked."""
        image = small(self._newest(camera).image)
        with self._lock:
            course = self._of(camera)
        if course.fit is not None:
            return as_jpeg(image)
        return as_jpeg(Guide(course.spec, course.views).drawn(image))

    def sheet(self, paper: str) -> bytes:
        """Return the calibration board as PNG, to be shown on a tablet instead of printed."""
        if paper not in PAPERS_MM:
            raise InputError(
                "`paper` is one of {papers_mm}.", papers_mm=listed(PAPERS_MM, "comma")
            )
        _, encoded = cv2.imencode(".png", spec_for(paper).picture(6.0))
        return encoded.tobytes()

    def offer(self, camera: str) -> dict[str, Any]:
        """Take the picture that the camera sees now, if it is of use."""
        image = self._newest(camera).image
        with self._lock:
            course = self._of(camera)
            number = len(course.views) + 1
            view = observe(image, course.spec, f"view {number}")
            if isinstance(view, Failed):
                course = replace(course, said=view.reason)
            elif course.views and view.size_px != course.views[0].size_px:
                course = replace(course, said="size-changed")
            elif not is_new(view, course.views):
                course = replace(course, said="known-view")
            else:
                course = replace(course, views=(*course.views, view), said="taken")
            self._course = course
            return self._state(camera)

    def finish(self, camera: str) -> dict[str, Any]:
        """Fit the lens to what was taken, and keep it."""
        with self._lock:
            course = self._of(camera)
            fit = measured_lens(course.views)
            if isinstance(fit, Failed):
                self._course = replace(course, said=fit.reason)
                return self._state(camera)
            before = self._kept(camera, fit.lens)
            height = None if before is None else before.tile_height_mm
            self._keep(Calibration(camera, self._today(), fit.lens, tile_height_mm=height))
            self._course = replace(course, fit=fit, said="lens-kept")
        self._told_of(camera)
        return self.state(camera)

    def pose(self, camera: str) -> dict[str, Any]:
        """Measure where the empty board lies and how it is lit, and keep both."""
        image = self._newest(camera).image
        with self._lock:
            course = self._of(camera)
            height, width = image.shape[:2]
            kept = self._kept(camera, LensModel.plain(width, height))
            if kept is None:
                # With a guess at the lens no pose would fit, and all heights would be wrong.
                self._course = replace(course, said="lens-first")
                return self._state(camera)
            lens = kept.lens.for_size(width, height)
            pose, how = self._posed(lens, image)
            if isinstance(pose, Failed):
                self._course = replace(course, said=pose.reason)
                return self._state(camera)
            straight = rectify(
                lens.straighten(image), in_cells(lens, pose), px_per_cell=COLOUR_PX_PER_CELL
            )
            light = reference(straight)
            colour = None if isinstance(light, Failed) else light
            self._keep(
                replace(kept, lens=lens, made_on=self._today(), pose=pose, colour=colour)
            )
            said = light.reason if isinstance(light, Failed) else "board-kept"
            self._course = replace(course, said=said, posed=how)
        self._told_of(camera)
        return self.state(camera)

    # --- how it is done -----------------------------------------------------------------------

    def _of(self, camera: str) -> _Course:
        return (
            self._course if self._course.camera == camera else _Course(camera, spec_for("a4"))
        )

    def _posed(self, lens: LensModel, image: Image) -> tuple[BoardPose | Failed, str]:
        printed = self._printed
        pitch = COMMON_PITCH_MM if printed is None else printed.board.pitch_mm
        if printed is not None:
            seen = {n: at for n, at in find_markers(image).items() if n in CLIP_MARKERS}
            if len(seen) >= 2:
                placed = ClipPlacement.of(CLIP_MARKER_MM, rim_mm=printed.board.rim_mm)
                squares = printed.board.columns
                pose = pose_from_markers(lens, seen, placed, pitch_mm=pitch, squares=squares)
                return pose, "markers"
        self._locator = self._locator or Locator()
        found = self._locator.locate(lens.straighten(image))
        if isinstance(found, Unreadable):
            return Failed(found.reason.value, str(found.detail)), ""
        steps = np.arange(SQUARES + 1, dtype=np.float64)
        crossings = np.stack(np.meshgrid(steps, steps), axis=-1).reshape(-1, 2)
        seen_px = lens.bent(transform(found.homography, crossings))
        return pose_from_crossings(lens, crossings, seen_px, pitch_mm=pitch), "grid"

    def _kept(self, camera: str, lens: LensModel) -> Calibration | None:
        if self._folder is None:
            return None
        return find(self._folder / LENSES, camera, lens.width_px, lens.height_px)

    def _keep(self, calibration: Calibration) -> None:
        if self._folder is None:
            raise InputError(
                "Nothing is kept here; start `companion serve` with a data folder."
            )
        lens = calibration.lens
        place = path_for(
            self._folder / LENSES, calibration.camera, lens.width_px, lens.height_px
        )
        save(calibration, place)

    def _today(self) -> str:
        return self._clock.now().date().isoformat()

    def _state(self, camera: str) -> dict[str, Any]:
        course = self._of(camera)
        wanted = [each.name for each in missing(course.views)]
        fields = covered(course.views)
        answer: dict[str, Any] = {
            "views": len(course.views), "wanted": wanted, "said": course.said,
            "fields": (fields > 0).astype(int).tolist(), "posed": course.posed,
            "lens": None, "kept": None,
        }  # fmt: skip
        if course.fit is not None:
            lens = course.fit.lens
            answer["lens"] = {
                "focal_px": round(lens.fx_px, 1), "k1": round(lens.k1, 4),
                "error_px": round(lens.error_px, 3),
                "coverage": round(course.fit.coverage, 3), "dropped": len(course.fit.dropped),
            }  # fmt: skip
        answer["kept"], lens = self._told(camera)
        if self._printed is not None:
            advice = advise(self._printed, lens)
            answer["advice"] = {
                "distance_mm": round(advice.distance_mm, -1),
                "square_px": round(advice.square_px),
                "tilt_deg": round(advice.tilt_deg),
                "relief": advice.relief,
                "lamp_deg": advice.lamp_deg and [round(each) for each in advice.lamp_deg],
            }  # fmt: skip
        return answer

    def _told(self, camera: str) -> tuple[dict[str, Any] | None, LensModel]:
        """What is kept of the camera, and its lens or a guess at it."""
        image = self._newest(camera).image
        plain = LensModel.plain(image.shape[1], image.shape[0])
        kept = self._kept(camera, plain)
        if kept is None:
            return None, plain
        facts = {
            "made_on": kept.made_on, "error_px": round(kept.lens.error_px, 3),
            "posed": kept.pose is not None, "light": kept.colour is not None,
        }  # fmt: skip
        return facts, kept.lens
