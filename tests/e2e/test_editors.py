"""The family's board and cards by touch: changed, compared, built by asking, played with."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.e2e.touch import SIZES, choose, expect, set_off

pytestmark = pytest.mark.browser

SERVE = ("companion", "serve", "--port", "0")


def part(page: Any, name: str) -> Any:
    """Unfold a part of the editor."""
    found = page.locator("details.part", has=page.get_by_role("heading", name=name, exact=True))
    if found.get_attribute("open") is None:
        found.locator("> summary").tap()
    return found


def saved(page: Any) -> None:
    page.locator("#save").tap()
    expect(page.locator("#saved")).to_contain_text("Saved")
    expect(page.locator("#fault")).to_be_empty()


@SIZES
def test_a_board_is_typed_in_by_touch_and_played_with(
    start: Callable[..., str], page_at: Callable[..., Any], width: int, height: int
) -> None:
    address = start(*SERVE)
    page = page_at(f"{address}setup", width=width, height=height)
    choose(page, "monopoly-scrabble")
    page.locator("#printed").tap()
    expect(page.locator("#editor-title")).to_contain_text("Monopoly Scrabble")

    # A number is changed by steps; a part that was compared says so.
    money = part(page, "Money")
    expect(money.locator(".state")).to_have_text("placeholder")
    money.get_by_role("button", name="Money at the start +100").tap()
    money.get_by_label("Compared: this is what our printed game says").check()
    expect(part(page, "Money").locator("> summary .state")).to_have_text("compared")

    # A property gets a square of the word board by a tap.
    properties = part(page, "Properties and their squares")
    properties.locator("details.entry > summary").first.tap()
    properties.get_by_role("button", name="Squares: 7F 9J").tap()
    page.locator("#dialog .minigrid").get_by_role("button", name="8H", exact=True).tap()
    page.locator("#dialog button.primary").tap()
    expect(properties.get_by_role("button", name="Squares: 7F 9J 8H")).to_be_visible()

    # The track is built by asking, space by space.
    track = part(page, "Track")
    track.get_by_role("button", name="Build by asking").tap()
    dialog = page.locator("#dialog")
    dialog.get_by_role("button", name="Begin after GO").tap()
    dialog.get_by_role("button", name="Property", exact=True).tap()
    dialog.get_by_role("button", name="Red", exact=True).tap()
    dialog.get_by_role("button", name="Amount +100").tap()
    dialog.locator("button.primary").tap()
    for kind in ("Chance", "Community Chest", "Jail / Just Visiting", "Go To Jail"):
        expect(dialog.locator("h2")).to_contain_text("Space")
        dialog.get_by_role("button", name=kind, exact=True).tap()
    dialog.get_by_role("button", name="Free Parking", exact=True).tap()
    dialog.get_by_role("button", name="That was the last").tap()
    expect(track.locator(".spaces li")).to_have_count(7)
    expect(track.locator(".spaces li").nth(1)).to_contain_text("$200")
    assert page.evaluate("document.documentElement.scrollWidth") <= width

    saved(page)

    # The next game begins with it.
    page.goto(f"{address}setup")
    choose(page, "monopoly-scrabble")
    set_off(page)
    expect(page.locator(".kind-balances tbody tr").first).to_contain_text("$1100")
    expect(page.locator(".track .space")).to_have_count(7)


@SIZES
def test_a_goal_is_put_together_by_touch(
    start: Callable[..., str], page_at: Callable[..., Any], width: int, height: int
) -> None:
    address = start(*SERVE)
    page = page_at(f"{address}setup/files/together", width=width, height=height)
    goals = part(page, "Goal cards")
    goals.get_by_role("button", name="One more card").tap()
    card = goals.locator("details.entry").last
    card.get_by_label("What the card asks, in your words").fill("A word of nine or more.")
    card.get_by_label("What is checked").select_option("length")
    card.get_by_label("How", exact=True).select_option(">=")
    card.get_by_label("Number", exact=True).fill("9")
    card.get_by_label("Number", exact=True).blur()
    card.get_by_label("As on our card").check()
    saved(page)
    page.reload()
    goals = part(page, "Goal cards")
    last = goals.locator("details.entry").last
    expect(last.locator("summary")).to_have_text("A word of nine or more.")
    last.locator("summary").tap()
    expect(last.get_by_label("Number", exact=True)).to_have_value("9")
    assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_values_of_the_deck(start: Callable[..., str], page_at: Callable[..., Any]) -> None:
    address = start(*SERVE)
    page = page_at(f"{address}setup/files/monopoly-cards", width=390, height=844)
    groups = part(page, "Groups and what they are worth")
    red = groups.locator("details.entry", has_text="Red")
    red.locator("summary").tap()
    red.get_by_role("button", name="The whole set +50").tap()
    counts = part(page, "How many cards of each kind")
    counts.get_by_role("button", name="Tokens +1").tap()
    titles = part(page, "What your cards have printed")
    printed = titles.locator("details.entry", has_text="Kentucky Avenue")
    printed.locator("summary").tap()
    printed.get_by_label("Titles, with commas between them").fill("Opernplatz, Museumstraße")
    for name in (
        "Groups and what they are worth",
        "Other values",
        "How many cards of each kind",
        "What your cards have printed",
    ):
        part(page, name).get_by_label("Compared: this is what our printed game says").check()
    saved(page)
    expect(page.locator(".state.good")).to_have_count(4)
    page.goto(f"{address}setup")
    choose(page, "monopoly-cards")
    set_off(page)
    expect(page.locator(".kind-balances")).to_be_visible()
    expect(page.locator("#panels")).not_to_contain_text("Placeholder")
