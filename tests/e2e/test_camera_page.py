"""The camera page: what a game's camera sees; another one, or corners, used from then on."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.app.hall import Hall, open_hall
from companion.watching.cameras import RENDERED
from companion.web import Access
from tests.doubles.board_eyes import BoardEyes
from tests.e2e.test_accessibility import AXE, problems
from tests.e2e.touch import CLIPPED, Finger, expect

pytestmark = pytest.mark.browser


@pytest.fixture
def hall(tmp_path: Path) -> Iterator[Hall]:
    with open_hall(tmp_path, eyes=BoardEyes) as opened:
        yield opened


@pytest.fixture
def address(hall: Hall, served: Callable[..., str]) -> str:
    return served(hall.dashboard(Access()))


@pytest.mark.parametrize(("width", "height"), [(1280, 800), (390, 844)])
def test_a_game_by_hand_gets_a_camera_and_corners_without_a_new_game(
    hall: Hall, address: str, page_at: Callable[..., Any], width: int, height: int
) -> None:
    hall.start({"players": ["Ann", "Ben"]})
    number = hall.playing.number
    page = page_at(address, width=width, height=height)
    Finger(page).tap("#menu-open")
    page.locator("#dialog").get_by_role("link", name="Camera").tap()
    expect(page.locator("#trouble")).to_have_text(
        "No camera looks at this game. It is played by hand."
    )
    expect(page.locator("#use")).to_be_disabled()
    page.locator(f'#cameras [data-value="{RENDERED}"]').tap()
    expect(page.locator("#checks [data-check]")).to_have_count(3, timeout=20_000)
    Finger(page).tap("#use")
    expect(page.locator("#sight-says")).to_contain_text("the game goes on", timeout=20_000)
    expect(page.locator("#trouble")).to_have_text("It sees the board.", timeout=20_000)
    expect(page.locator("[data-check=age]")).to_contain_text("Last picture")
    assert hall.first.camera == RENDERED

    # Back at the board its chip tells what it sees, and leads here again.
    page.get_by_role("link", name="Back to the board").tap()
    expect(page.locator("#cam")).to_be_visible()
    Finger(page).tap("#cam")
    page.get_by_role("link", name="Another camera, or its corners").tap()
    expect(page.locator("#trouble")).to_have_text("It sees the board.", timeout=20_000)

    # A corner that is not right is dragged where it should be, and used.
    corner = page.locator("[data-corner=tl]")
    corner.scroll_into_view_if_needed()
    box = corner.bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x - 20, y - 12, steps=3)
    page.mouse.up()
    Finger(page).tap("#use")
    expect(page.locator("#use")).to_have_text("This is used", timeout=20_000)
    assert len(hall.first.corners) == 8
    assert hall.first.corners[0] < 0.2
    assert hall.playing.number == number

    page.locator('#cameras [data-value=""]').tap()
    expect(page.locator("#use")).to_have_text("Go on by hand")
    Finger(page).tap("#use")
    expect(page.locator("#trouble")).to_contain_text("played by hand", timeout=20_000)
    assert hall.first.camera == ""


@pytest.mark.axe
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_camera_page_is_clean_and_nothing_is_cut_off(
    hall: Hall, address: str, page_at: Callable[..., Any], scheme: str
) -> None:
    if not AXE.is_file():
        pytest.skip("axe-core is not here (scripts/npm.sh fetches it through npm)")
    hall.start({"players": ["Ann", "Ben"], "camera": RENDERED})
    page = page_at(f"{address}camera?lang=de", width=360, height=640, color_scheme=scheme,
                   bypass_csp=True)  # fmt: skip
    expect(page.locator("#checks [data-check]")).to_have_count(3, timeout=20_000)
    assert problems(page, AXE.read_text(encoding="utf-8")) == []
    assert page.evaluate(CLIPPED) == []
