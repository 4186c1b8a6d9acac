"""A game that lives in the tests alone, by touch: no page knows of it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from companion.app.hall import open_hall
from companion.rules.registry import registered
from companion.web import Access
from tests.doubles.true_eyes import TrueEyes
from tests.e2e.touch import choose, count, expect, offer, ok, set_off, unfold
from tests.tile_race.game import GAME, KEY

pytestmark = pytest.mark.browser


def test_it_is_set_up_played_and_typed_in_by_touch(
    served: Callable[..., str], page_at: Callable[..., Any], tmp_path: Path
) -> None:
    with registered(GAME), open_hall(tmp_path, eyes=TrueEyes) as hall:
        address = served(hall.dashboard(Access()))
        page = page_at(f"{address}setup/files/{KEY}", width=810, height=1080)
        expect(page.locator("#editor-title")).to_contain_text("Race of tiles")
        part = page.locator("details.part", has_text="What tiles are worth")
        part.locator("summary").tap()
        part.get_by_role("button", name="tile +1").tap()
        page.locator("#save").tap()
        expect(page.locator("#saved")).to_contain_text("Saved")

        page.goto(f"{address}setup")
        choose(page, "tile-race")
        unfold(page)
        expect(page.locator("#pace-title")).to_have_text("How fast")
        page.locator("#pace-choices").get_by_role("button", name="Running").tap()
        expect(page.locator("#rest-line")).to_contain_text("How fast: Running")
        set_off(page)
        offer(page, "Boast")
        dialog = page.locator("#dialog")
        expect(dialog.locator("legend")).to_have_text("How many tiles")
        dialog.locator("input").fill("5")
        ok(page)
        count(page, "8D", "HOUSE")
        # Five tiles at (3 + 1) points, twice as much when running, and the boast.
        expect(page.locator("#scores .total").first).to_contain_text("45")
        expect(page.locator(".kind-table")).to_contain_text("15")
