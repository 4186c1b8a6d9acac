"""The calibration page in a browser: views are asked for, taken, and the lens worked out."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.app.hall import Hall, open_hall
from companion.vision.known import Known
from companion.web import Access
from stl_meta.measuring.assemble import Assembled
from stl_meta.printed_set import PrintedSet, SetTile
from tests.doubles.charuco_views import HeldBoard, views
from tests.doubles.true_eyes import TrueEyes
from tests.e2e.test_accessibility import AXE, problems

pytestmark = pytest.mark.browser
api = pytest.importorskip("playwright.sync_api")
expect = api.expect

CAMERA = '#cameras [data-value="synthetic:?seed=3"]'
SET = PrintedSet(
    "set", Assembled(20.0, 15, 15, 18.4, 1.6, 1.6, 6.0, (), (), (), 0.0), 6.0,
    SetTile(17.5, 4.5, "raised", 0.6, "#9b9ea0", None, {}),
)  # fmt: skip


@pytest.fixture
def held() -> HeldBoard:
    return HeldBoard(views())


@pytest.fixture
def hall(tmp_path: Path, held: HeldBoard) -> Iterator[Hall]:
    with open_hall(tmp_path, eyes=TrueEyes, newest=held, known=Known(None, SET)) as opened:
        yield opened


def test_views_are_asked_for_and_the_lens_is_kept(
    hall: Hall, held: HeldBoard, served: Callable[..., str], page_at: Callable[..., Any]
) -> None:
    page = page_at(f"{served(hall.dashboard(Access()))}calibrate", width=810, height=1080)
    page.locator(CAMERA).tap()
    expect(page.locator("#says")).to_contain_text("Hold the calibration board straight")
    expect(page.locator("#advice-list li")).to_have_count(3)
    expect(page.locator("#advice-list")).to_contain_text("one lamp at the upper left")
    expect(page.locator("#finish")).to_be_disabled()
    page.locator("#take").tap()
    expect(page.locator("#says")).to_contain_text("Taken. Turn its left edge away")
    expect(page.locator('#wanted [data-view="flat"]')).to_have_class("there")
    expect(page.locator('#wanted [data-view="tilt-left"]')).to_have_class("next")
    assert page.locator("#fields rect.covered").count() > 4
    for at in range(1, len(held.pictures)):
        held.at = at
        page.locator("#take").tap()
        expect(page.locator("#count")).to_have_text(f"{at + 1} views taken.")
    expect(page.locator("#says")).to_contain_text("That is enough")
    page.locator("#finish").tap()
    expect(page.locator("#says")).to_contain_text("The lens is measured and kept.")
    expect(page.locator('[data-figure="error"]')).to_contain_text("px")
    expect(page.locator("#kept")).to_contain_text("Measured on")


def test_views_are_taken_by_themselves(
    hall: Hall, held: HeldBoard, served: Callable[..., str], page_at: Callable[..., Any]
) -> None:
    page = page_at(
        f"{served(hall.dashboard(Access()))}calibrate?lang=de", width=390, height=844
    )
    page.locator(CAMERA).tap()
    page.locator("#auto").tap()
    expect(page.locator("#count")).to_have_text("1 Ansicht aufgenommen.")
    held.at = 1
    expect(page.locator("#count")).to_have_text("2 Ansichten aufgenommen.", timeout=15000)
    expect(page.locator("#auto")).to_have_attribute("aria-pressed", "true")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.axe
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_on_the_page(
    hall: Hall, held: HeldBoard, served: Callable[..., str], page_at: Callable[..., Any],
    scheme: str,
) -> None:  # fmt: skip
    if not AXE.is_file():
        pytest.skip("axe-core is not here (scripts/npm.sh fetches it through npm)")
    address = f"{served(hall.dashboard(Access()))}calibrate"
    page = page_at(address, width=390, height=844, color_scheme=scheme, bypass_csp=True)
    page.locator(CAMERA).tap()
    page.locator("#take").tap()
    expect(page.locator("#count")).to_have_text("1 view taken.")
    expect(page.locator("#advice-list li")).to_have_count(3)
    assert problems(page, AXE.read_text(encoding="utf-8")) == []
