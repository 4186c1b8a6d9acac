"""Sources of frames: found by one text, newest first, back after a loss."""

from __future__ import annotations

import threading
from pathlib import Path

import cv2
import numpy as np
import pytest
from PIL import Image

from companion.camera import LatestFrame, open_source
from companion.camera.sources import stable_device
from companion.errors import CameraError, InputError
from companion.vision.types import Frame


def _frame(seq: int) -> Frame:
    return Frame(np.full((2, 2, 3), seq, np.uint8), float(seq), seq, "double")


class Scripted:
    """Gives numbered frames; fails where the script says so."""

    name = "double"

    def __init__(self, script: list[object], *, live: bool = True) -> None:
        self.script = script
        self.live = live
        self.closed = False
        self.waiting = threading.Event()

    def read(self) -> Frame | None:
        if not self.script:
            return None
        step = self.script.pop(0)
        if isinstance(step, Exception):
            raise step
        if isinstance(step, threading.Event):
            self.waiting.set()
            assert step.wait(10)
            return self.read()
        assert isinstance(step, int)
        return _frame(step)

    def close(self) -> None:
        self.closed = True


def test_a_folder_gives_its_pictures_in_order_and_ends(tmp_path: Path) -> None:
    for k in range(3):
        Image.new("RGB", (8, 6), (k, k, k)).save(tmp_path / f"{k}.png")
    source = open_source(str(tmp_path))
    assert [int(frame.image[0, 0, 0]) for frame in iter(source.read, None)] == [0, 1, 2]
    assert not source.live


def test_a_video_file_gives_its_frames_with_their_times(tmp_path: Path) -> None:
    path = tmp_path / "game.avi"
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), 10, (64, 48))
    for k in range(5):
        writer.write(np.full((48, 64, 3), 40 * k, np.uint8))
    writer.release()
    source = open_source(str(path))
    frames = list(iter(source.read, None))
    source.close()
    assert len(frames) == 5
    assert frames[4].t_s > frames[1].t_s
    assert frames[4].image.mean() > frames[1].image.mean()


def test_the_synthetic_camera_repeats_itself_by_seed() -> None:
    first, second = open_source("synthetic:?seed=2"), open_source("synthetic:?seed=2")
    a, b = first.read(), second.read()
    assert a is not None
    assert b is not None
    assert np.array_equal(a.image, b.image)


@pytest.mark.parametrize("text", ["", "nowhere.txt", "synthetic:?seed=x", "/no/such/folder"])
def test_what_gives_no_pictures_is_refused_in_a_sentence(text: str) -> None:
    with pytest.raises(InputError, match=r"[.]"):
        open_source(text)


def test_a_camera_that_is_not_there_is_refused_in_a_sentence() -> None:
    with pytest.raises(CameraError, match="cannot be opened"):
        open_source("/dev/video97")


def test_frames_cannot_be_painted_on() -> None:
    with pytest.raises(ValueError, match="read-only"):
        _frame(1).image[0, 0, 0] = 9


def test_the_newest_frame_wins_and_the_others_are_counted() -> None:
    gate = threading.Event()
    source = Scripted([0, 1, 2, 3, gate, 4])
    latest = LatestFrame(lambda: source)
    assert source.waiting.wait(10)
    frame = latest.take(5)
    assert frame is not None
    assert frame.seq <= 3
    gate.set()
    seen = frame.seq
    while (more := latest.take(5)) is not None:
        assert more.seq > seen
        seen = more.seq
    assert seen == 4
    assert latest.dropped + 2 >= 4
    latest.close()
    assert source.closed


def test_pictures_of_a_folder_are_never_dropped() -> None:
    source = Scripted(list(range(6)), live=False)
    latest = LatestFrame(lambda: source)
    assert [frame.seq for frame in iter(lambda: latest.take(5), None)] == list(range(6))
    latest.close()


def test_a_camera_that_went_away_is_opened_again_ever_more_slowly() -> None:
    scripts: list[object] = [
        Scripted([0, CameraError("the cable is out")]),
        CameraError("still out"), CameraError("still out"), Scripted([7]),
    ]  # fmt: skip
    waits: list[float] = []

    def reopen() -> Scripted:
        step = scripts.pop(0)
        if isinstance(step, Exception):
            raise step
        assert isinstance(step, Scripted)
        return step

    latest = LatestFrame(reopen, wait=waits.append)
    seen = [frame.seq for frame in iter(lambda: latest.take(5), None)]
    latest.close()
    assert seen[-1] == 7
    assert waits == [0.5, 0.5, 1.0], "one that gave pictures is not hammered either"
    assert not latest.trouble


def test_a_device_is_remembered_by_its_lasting_name(tmp_path: Path) -> None:
    device = tmp_path / "video3"
    device.touch()
    folder = tmp_path / "by-id"
    folder.mkdir()
    link = folder / "usb-Maker_Camera_1234-video-index0"
    link.symlink_to(device)
    assert stable_device(str(device), folder) == str(link)
    assert stable_device(str(tmp_path / "other"), folder) == str(tmp_path / "other")
