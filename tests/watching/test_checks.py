"""Board in sight, light, sharp and still: told of rendered pictures spoilt on purpose."""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np
import pytest

from companion.board.reading import Reason
from companion.synth.scene import render_board
from companion.tilesets import load
from companion.vision.types import Frame
from companion.watching.checks import Checks

TILES = load("english")
SCENE = render_board(
    [[""] * 15 for _ in range(15)],
    values={token: TILES.value_of(token) for token in TILES.letters}, seed=3, frame=0,
)  # fmt: skip
HEIGHT, WIDTH = SCENE.image.shape[:2]
CORNERS = [[float(x) / WIDTH, float(y) / HEIGHT] for x, y in SCENE.corners_px]


def checked(
    image: np.ndarray = SCENE.image, status: str = "ok", corners: Any = CORNERS, *,
    checks: Checks | None = None, at_s: float = 1.0,
) -> dict[str, str]:  # fmt: skip
    found = {"status": status} if corners is None else {"status": status, "corners": corners}
    frame = Frame(image.copy(), t_s=at_s, seq=0, source="test")
    return {c["name"]: c["state"] for c in (checks or Checks()).of("test", frame, found)}


def test_a_good_picture_is_good_in_all_three() -> None:
    assert checked() == {"board": "good", "light": "good", "sharp": "good"}


def test_a_dim_board_wants_a_lamp() -> None:
    dim = (SCENE.image * 0.25).astype(np.uint8)
    assert checked(dim)["light"] == "look"


def test_a_lamp_on_the_board_is_told_with_its_rows() -> None:
    burnt = SCENE.image.copy()
    middle = tuple(int(n) for n in np.mean(SCENE.corners_px, axis=0))
    cv2.circle(burnt, middle, 60, (255, 255, 255), -1)
    frame = Frame(burnt, t_s=1.0, seq=0, source="test")
    light = Checks().of("test", frame, {"status": "ok", "corners": CORNERS})[1]
    assert light["state"] == "look"
    # The middle of the board is row 8.
    rows = dict(light["says"].args)
    assert rows["first"] <= 8 <= rows["last"]


def test_a_soft_picture_is_told() -> None:
    soft = cv2.GaussianBlur(SCENE.image, (0, 0), 7)
    assert checked(np.asarray(soft, np.uint8))["sharp"] == "look"


@pytest.mark.parametrize(
    ("status", "expected"),
    [
        (Reason.BOARD_NOT_FOUND, ("bad", "good", "unknown")),
        (Reason.BOARD_CUT_OFF, ("bad", "good", "unknown")),
        (Reason.TOO_DARK, ("unknown", "bad", "unknown")),
        (Reason.OVEREXPOSED, ("unknown", "bad", "unknown")),
        (Reason.OUT_OF_FOCUS, ("unknown", "good", "bad")),
    ],
)
def test_what_the_eyes_cannot_read_is_told_at_its_question(
    status: Reason, expected: tuple[str, ...]
) -> None:
    assert tuple(checked(status=status.value, corners=None).values()) == expected


def test_a_board_that_wanders_from_look_to_look_is_a_camera_that_shakes() -> None:
    checks = Checks()
    moved = [[x + 0.02, y] for x, y in CORNERS]
    assert checked(checks=checks, at_s=1.0)["sharp"] == "good"
    assert checked(checks=checks, at_s=3.0, corners=moved)["sharp"] == "look"
    assert checked(checks=checks, at_s=5.0, corners=moved)["sharp"] == "good"
    # Long after, the board has been laid elsewhere.
    assert checked(checks=checks, at_s=60.0)["sharp"] == "good"
