"""One photo a turn on the page: the button in the play card, and what comes of it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from companion.app.hall import Hall, open_hall
from companion.synth.scene import render_board
from companion.web import Access
from tests.e2e.touch import CLIPPED, Finger, expect

pytestmark = pytest.mark.browser


@pytest.fixture
def hall(tmp_path: Path) -> Iterator[Hall]:
    with open_hall(tmp_path) as opened:
        yield opened


def photo(folder: Path, *, quarters: int) -> Path:
    """A rendered photo of HUT in the middle, turned."""
    cells = [[""] * 15 for _ in range(15)]
    cells[7][6:9] = list("HUT")
    scene = render_board(cells, values={"H": 4, "U": 1, "T": 1}, seed=5, size=(1600, 1200))
    path = folder / "photo.jpg"
    cv2.imwrite(str(path), np.ascontiguousarray(np.rot90(scene.image, quarters)))
    return path


@pytest.mark.parametrize(("width", "height"), [(1280, 800), (390, 844)])
def test_a_photo_of_the_board_is_shown_as_a_play_and_counts_by_done(
    hall: Hall, served: Callable[..., str], page_at: Callable[..., Any], tmp_path: Path,
    width: int, height: int,
) -> None:  # fmt: skip
    hall.start({"players": ["Ann", "Ben"]})
    page = page_at(served(hall.dashboard(Access())), width=width, height=height)
    expect(page.locator("#photo")).to_be_visible()
    box = page.locator("#photo").bounding_box()
    assert box["height"] >= 44

    # The button opens the camera of a phone or tablet: the rear one.
    with page.expect_file_chooser() as asked:
        Finger(page).tap("#photo")
    assert page.locator("#photo input").get_attribute("capture") == "environment"
    nothing = tmp_path / "nothing.jpg"
    nothing.write_bytes(b"no picture")
    asked.value.set_files(nothing)
    expect(page.locator("#fault")).to_contain_text("not a picture", timeout=20_000)

    with page.expect_file_chooser() as asked:
        Finger(page).tap("#photo")
    asked.value.set_files(photo(tmp_path, quarters=1 if width < height else 0))
    expect(page.locator("#play")).to_contain_text("HUT", timeout=60_000)
    expect(page.locator("#fault")).to_have_text("")
    assert page.evaluate(CLIPPED) == []
    Finger(page).tap("#done")
    expect(page.locator("#turns")).to_contain_text("HUT", timeout=20_000)
    assert [turn.score for turn in hall.playing.port.snapshot.turns] == [12]
