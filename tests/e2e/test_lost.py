"""Who is lost, or is not the host, gets a page that leads on."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from companion.app.hall import open_hall
from companion.web import Access
from tests.doubles.true_eyes import TrueEyes
from tests.e2e.test_accessibility import AXE, problems
from tests.e2e.touch import expect

pytestmark = pytest.mark.browser


def test_a_viewer_at_a_page_of_the_host_enters_the_pin_and_is_there(
    served: Callable[..., str], page_at: Callable[..., Any], tmp_path: Path
) -> None:
    with open_hall(tmp_path, eyes=TrueEyes) as hall:
        address = served(hall.dashboard(Access(host_pin="4711")))
        page = page_at(f"{address}games", width=390, height=844)
        expect(page.locator("h1")).to_have_text("This page is for the host")
        page.get_by_label("Host PIN").fill("1234")
        page.get_by_role("button", name="Enter").tap()
        expect(page.get_by_role("alert")).to_have_text("This PIN is not right.")
        page.get_by_label("Host PIN").fill("4711")
        page.keyboard.press("Enter")
        expect(page.locator("h1")).to_have_text("Past games")


@pytest.mark.axe
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_on_the_pages_of_the_lost(
    served: Callable[..., str], page_at: Callable[..., Any], tmp_path: Path, scheme: str
) -> None:
    if not AXE.is_file():
        pytest.skip("axe-core is not here (scripts/npm.sh fetches it through npm)")
    with open_hall(tmp_path, eyes=TrueEyes) as hall:
        address = served(hall.dashboard(Access(host_pin="4711")))
        page = page_at(address, width=360, height=640, color_scheme=scheme, bypass_csp=True)
        for path in ("nothing", "t/9/", "setup"):
            page.goto(f"{address}{path}?lang=de")
            assert (path, problems(page, AXE.read_text(encoding="utf-8"))) == (path, [])
            assert page.evaluate("document.documentElement.scrollWidth") <= 360
