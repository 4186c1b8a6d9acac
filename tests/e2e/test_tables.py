"""Two tables of one program, in two browsers."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from companion.app.hall import open_hall
from companion.web import Access
from tests.doubles.true_eyes import TrueEyes
from tests.e2e.touch import expect, set_off

pytestmark = pytest.mark.browser


def test_another_table_is_opened_set_up_and_played_by_touch(
    served: Callable[..., str], page_at: Callable[..., Any], tmp_path: Path
) -> None:
    with open_hall(tmp_path, eyes=TrueEyes) as hall:
        hall.start({"players": ["Ann", "Ben"]})
        address = served(hall.dashboard(Access()))
        first = page_at(address, width=810, height=1080)
        page = page_at(f"{address}t/", width=810, height=1080)
        expect(page.locator("li b")).to_have_text(["Table 1"])
        page.locator("#more").tap()
        page.wait_for_url("**/t/2/setup")
        set_off(page)
        page.wait_for_url("**/t/2/")
        expect(page.locator("body[data-drawn]")).to_have_count(1)
        for turn in range(2):
            page.locator("[data-action=pass]").tap()
            page.locator("#dialog button.primary").tap()
            expect(page.locator("#turns .n")).to_have_count(turn + 1)
        expect(first.locator("#turns .n")).to_have_count(0)
        assert len(hall.rooms["2"].playing.port.snapshot.turns) == 2
        page.locator("#menu-open").tap()
        page.get_by_role("link", name="Past games").tap()
        page.wait_for_url("**/t/2/games")
        first.goto(f"{address}t/2/air/names")
        expect(first.locator("#field")).to_have_text("Ann – Ben")
