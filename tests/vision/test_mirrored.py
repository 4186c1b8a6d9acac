"""Pictures as front cameras show them: read right, and said to be mirrored."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from companion.app.demo_game import boards
from companion.board.reading import BoardReading, Reason, Unreadable
from companion.camera import open_source
from companion.vision.finding.fit import in_mirror
from companion.watching.following.eyes import LiveEyes
from tests.doubles.rendered_table import noisy, reader, scene_of

BOARD = tuple(boards())[5]


def test_a_mirrored_picture_is_read_right_and_said_to_be_mirrored() -> None:
    scene = scene_of(BOARD)
    picture = np.ascontiguousarray(scene.image[:, ::-1])
    plain, seen = reader().read(scene.image), reader().read(picture)
    assert isinstance(plain, BoardReading)
    assert isinstance(seen, BoardReading)
    assert (plain.mirrored, seen.mirrored) == (False, True)
    assert seen.position() == plain.position()
    corners = in_mirror(scene.corners_px, picture.shape[1])
    assert np.array(seen.corners_px) == pytest.approx(corners, abs=8)
    again = reader().read(picture, corners_px=np.array(seen.corners_px))
    assert isinstance(again, BoardReading)
    assert again.mirrored
    assert again.position() == seen.position()


def test_mirrored_live_pictures_are_found_out_once_and_stay_so() -> None:
    scene, eyes = scene_of(BOARD), LiveEyes(reader())
    picture = np.ascontiguousarray(scene.image[:, ::-1])
    plain = reader().read(scene.image)
    assert isinstance(plain, BoardReading)
    told = [eyes.read(noisy(picture, k), t_s=float(k)) for k in range(4)]
    assert isinstance(told[0], Unreadable)
    assert told[0].reason is Reason.CALIBRATION_STALE
    for seen in told[1:]:
        assert isinstance(seen, BoardReading)
        assert seen.mirrored
        assert seen.position() == plain.position()
        corners = in_mirror(scene.corners_px, picture.shape[1])
        assert np.array(seen.corners_px) == pytest.approx(corners, abs=8)


def test_who_knows_says_mirror(tmp_path: Path) -> None:
    pixels = np.arange(48, dtype=np.uint8).reshape(4, 4, 3)
    Image.fromarray(pixels).save(tmp_path / "a.png")
    frames = [open_source(f"{tmp_path / 'a.png'}{end}").read() for end in ("", "?mirror=1")]
    plain, turned = (frame.image for frame in frames if frame is not None)
    assert np.array_equal(plain[:, ::-1], turned)
