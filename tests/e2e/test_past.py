"""Names, clocks, deleting and playing again by touch, where a family looks for them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from companion.app.hall import open_hall
from companion.web import Access
from tests.doubles.true_eyes import TrueEyes
from tests.e2e.touch import expect

pytestmark = pytest.mark.browser


def menu(page: Any, label: str) -> None:
    page.locator("#menu-open").tap()
    page.get_by_role("button", name=label, exact=True).tap()


def test_players_are_renamed_and_the_clocks_set_from_the_menu_and_the_list(
    served: Callable[..., str], page_at: Callable[..., Any], tmp_path: Path
) -> None:
    with open_hall(tmp_path, eyes=TrueEyes) as hall:
        hall.start({"players": ["Ann", "Ben"], "clock": "family", "colours": ["red", "blue"]})
        address = served(hall.dashboard(Access()))
        page = page_at(address, width=810, height=1080)
        menu(page, "Names and colours")
        page.get_by_role("button", name="Sits before").tap()
        page.locator("#dialog input").nth(1).fill("Zoe")
        page.locator("#dialog button.primary").tap()
        expect(page.locator("#dialog")).to_be_hidden()
        expect(page.locator("#scores .name")).to_contain_text(["Ben", "Zoe"])
        expect(page.locator("#scores .score").first).to_have_attribute("data-colour", "blue")

        menu(page, "Set the clocks")
        page.locator("#dialog input").nth(1).fill("soon")
        page.locator("#dialog button.primary").tap()
        expect(page.locator("#dialog .fault")).to_have_text("A time is written like 24:30.")
        page.locator("#dialog input").nth(1).fill("9:30")
        page.locator("#dialog button.primary").tap()
        expect(page.locator("#scores .time")).to_have_text(["25:00", "9:30"])

        page.locator("[data-action=pass]").tap()
        page.locator("#dialog button.primary").tap()
        expect(page.locator("#turns .n")).to_have_count(1)
        menu(page, "Play again, the next begins")
        expect(page.locator("#turns .n")).to_have_count(0)
        expect(page.locator("#scores .name")).to_contain_text(["Zoe", "Ben"])

        page.goto(f"{address}games")
        expect(page.locator("#games .miniboard")).to_have_count(1)
        page.locator(".gamerow").tap()
        page.get_by_role("button", name="Name of the game").tap()
        page.locator("#dialog input").fill("Sunday")
        with page.expect_navigation():
            page.locator("#dialog button.primary").tap()
        expect(page.locator("#about")).to_contain_text("Sunday")

        # Its board goes back turn by turn; deleted by one tap, it comes back by one.
        expect(page.locator("#turn")).to_contain_text("Turn 1 of 1")
        page.get_by_role("button", name="One turn back").tap()
        expect(page.locator("#turn")).to_contain_text("Turn 0 of 1")
        expect(page.locator("#board svg")).to_have_attribute(
            "aria-label", "The board before the first turn"
        )
        page.get_by_role("button", name="Delete this game").tap()
        expect(page.locator("#gone")).to_contain_text("This game is deleted.")
        page.get_by_role("button", name="Bring back").tap()
        expect(page.locator("#gone")).to_be_hidden()

        page.goto(f"{address}games")
        page.locator("#search").fill("sund")
        expect(page.locator(".gamerow")).to_have_count(1)
        page.locator("#search").fill("monday")
        expect(page.locator("#games")).to_have_text("Nothing is found.")
        page.locator("#search").fill("")
        page.get_by_role("button", name="Delete the game of").tap()
        expect(page.locator(".gamerow")).to_have_count(0)
        page.locator("#games").get_by_role("button", name="Bring back").tap()
        expect(page.locator(".gamerow")).to_contain_text("Sunday")
        expect(page.locator("#deleted")).to_be_hidden()
