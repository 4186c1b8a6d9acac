"""A phone's page with a real browser's camera, fed from a file: its pictures become a play."""

from __future__ import annotations

import shutil
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import cv2
import pytest

from companion.app.hall import open_hall
from companion.app.server.serving import served
from companion.synth.scene import render_board
from tests.e2e.touch import Finger, expect

pytestmark = pytest.mark.browser


@pytest.fixture
def film(tmp_path: Path) -> Path:
    """What the phone's camera sees: HUT in the middle of a board."""
    cells = [[""] * 15 for _ in range(15)]
    cells[7][6:9] = list("HUT")
    scene = render_board(cells, values={"H": 4, "U": 1, "T": 1}, seed=5, size=(1280, 720))
    good, data = cv2.imencode(".jpg", scene.image, [cv2.IMWRITE_JPEG_QUALITY, 92])
    assert good
    path = tmp_path / "film.mjpeg"
    path.write_bytes(data.tobytes() * 10)
    return path


@pytest.fixture
def phone(chromium: Any, film: Path) -> Iterator[Any]:
    """A browser whose camera is the film."""
    browser = chromium.browser_type.launch(
        executable_path=shutil.which("chromium"),
        args=[
            "--no-sandbox", "--use-fake-device-for-media-stream",
            "--use-fake-ui-for-media-stream", f"--use-file-for-fake-video-capture={film}",
        ],
    )  # fmt: skip
    context = browser.new_context(
        viewport={"width": 390, "height": 844}, has_touch=True, ignore_https_errors=True,
        locale="en-GB", permissions=["camera"],
    )  # fmt: skip
    yield context
    browser.close()


def test_a_phone_is_claimed_with_one_tap_and_what_it_sees_is_proposed(
    phone: Any, tmp_path: Path
) -> None:
    with (
        open_hall(tmp_path) as hall,
        served(hall, port=0, lan=False, pin=None, tls=tmp_path) as shown,
    ):
        page = phone.new_page()
        page.goto(f"{shown.local}phone#{hall.phone.word()}")
        expect(page.locator("body[data-drawn]")).to_be_attached()
        Finger(page).tap("#start")
        expect(page.locator("#says")).to_have_text("Sending pictures.", timeout=20_000)
        assert "#" not in page.url
        hall.start({"players": ["Ann", "Ben"], "camera": "phone"})
        end = time.monotonic() + 60
        while (now := hall.playing.port.snapshot).proposal is None:
            assert time.monotonic() < end, now.message
            time.sleep(0.1)
        assert [p.main.text for p in now.proposal.best.plays] == ["HUT"]

        # Another phone takes its place; this one says so, and can be claimed anew.
        hall.phone.claim(hall.phone.word())
        expect(page.locator("#fault")).to_contain_text("another one is now", timeout=20_000)
        expect(page.locator("#start")).to_be_visible()
