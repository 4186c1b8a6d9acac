"""Needs 2 A 19 to 21: cameras that come back, keep their settings, and fail."""

from __future__ import annotations

import logging
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.camera import LatestFrame, Opener
from companion.camera.controls import Fixed, fixed_by, hold_still
from companion.errors import CameraError, InputError
from companion.vision.types import Frame


class Camera:
    """Settings of a camera; `stubborn` ones do not change."""

    def __init__(self, *stubborn: int) -> None:
        self.stubborn = stubborn
        self.values: dict[int, float] = {}

    def set(self, prop: int, value: float, /) -> bool:
        if prop not in self.stubborn:
            self.values[prop] = value
        return True

    def get(self, prop: int, /) -> float:
        return self.values.get(prop, -1.0)


class Pictures:
    """A source that gives some frames and then fails."""

    name = "double"
    live = True

    def __init__(self, *seqs: int, fault: Exception | None = None) -> None:
        self.seqs = list(seqs)
        self.fault = fault

    def read(self) -> Frame | None:
        if self.seqs:
            seq = self.seqs.pop(0)
            return Frame(np.full((2, 2, 3), seq, np.uint8), float(seq), seq, self.name)
        if self.fault is not None:
            raise self.fault
        return None

    def close(self) -> None:
        pass


def test_case_20_focus_and_exposure_are_applied_and_read_back() -> None:
    camera = Camera()
    taken = hold_still(camera, Fixed(focus=30.0, exposure=200.0))
    assert all(taken.values())
    assert camera.values[cv2.CAP_PROP_FOCUS] == 30.0
    assert camera.values[cv2.CAP_PROP_EXPOSURE] == 200.0
    assert camera.values[cv2.CAP_PROP_AUTO_EXPOSURE] == 1.0
    assert camera.values[cv2.CAP_PROP_AUTOFOCUS] == 0.0


def test_case_20_a_camera_that_does_not_keep_them_is_warned_of(
    caplog: pytest.LogCaptureFixture,
) -> None:
    with caplog.at_level(logging.WARNING):
        taken = hold_still(Camera(cv2.CAP_PROP_FOCUS), Fixed(focus=30.0))
    assert taken["focus"] is False
    assert "focus = -1 instead of 30" in caplog.text


def test_case_20_what_was_not_asked_for_is_left_to_the_camera() -> None:
    camera = Camera()
    hold_still(camera)
    assert cv2.CAP_PROP_EXPOSURE not in camera.values
    assert cv2.CAP_PROP_AUTO_EXPOSURE not in camera.values


def test_options_of_a_camera_are_read_or_refused() -> None:
    assert fixed_by("focus=30&exposure=200") == Fixed(30.0, 200.0)
    assert fixed_by("") == Fixed()
    with pytest.raises(InputError, match="'zoom' is nothing a camera keeps"):
        fixed_by("zoom=3")
    with pytest.raises(InputError, match="no number for focus"):
        fixed_by("focus=near")


@pytest.mark.parametrize("options", ["", "?focus=30"])
def test_case_19_a_camera_back_under_another_number_is_opened_by_its_lasting_name(
    tmp_path: Path, options: str
) -> None:
    folder = tmp_path / "by-id"
    folder.mkdir()
    link = folder / "usb-Maker_Camera_1234-video-index0"
    link.symlink_to(tmp_path / "video0")
    (tmp_path / "video0").touch()
    opened: list[str] = []

    def open_(text: str) -> Pictures:
        opened.append(text)
        path = Path(text.partition("?")[0])
        if not path.exists():
            raise CameraError("gone")
        return Pictures()

    opener = Opener(f"{tmp_path / 'video0'}{options}", folder=folder, open_=open_)
    opener()
    (tmp_path / "video0").unlink()
    with pytest.raises(CameraError):
        opener()
    (tmp_path / "video1").touch()
    link.unlink()
    link.symlink_to(tmp_path / "video1")
    opener()
    assert opened[-1] == f"{link}{options}"
    assert Path(opened[-1].partition("?")[0]).resolve() == tmp_path / "video1"


def test_case_19_the_loss_is_one_line_in_the_log(caplog: pytest.LogCaptureFixture) -> None:
    out = CameraError("the cable is out")
    steps: list[Exception | Pictures] = [Pictures(1, fault=out), out, out, Pictures(2)]

    def reopen() -> Pictures:
        step = steps.pop(0)
        if isinstance(step, Exception):
            raise step
        return step

    with caplog.at_level(logging.INFO, logger="companion"):
        latest = LatestFrame(reopen, wait=lambda _: None)
        seen = [frame.seq for frame in iter(lambda: latest.take(5), None)]
        latest.close()
    assert seen[-1] == 2
    lines = [r.getMessage() for r in caplog.records if r.name.startswith("companion.camera")]
    assert lines == ["the cable is out", "the camera is back"]


def test_case_21_a_worker_whose_driver_fails_starts_again() -> None:
    faults = [Pictures(1, fault=cv2.error("select() timeout")), Pictures(2, fault=OSError(19))]
    sources = iter([*faults, Pictures(3)])
    latest = LatestFrame(lambda: next(sources), wait=lambda _: None)
    seen = [frame.seq for frame in iter(lambda: latest.take(5), None)]
    latest.close()
    assert seen[-1] == 3
    assert latest.ended
