"""Rounds of the other games by touch, drawn from what the rules say, and the overlays."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest

from companion import gamedata
from companion.rules.api import Setup
from companion.rules.games.registry import GAMES
from companion.tilesets import load
from companion.web import OneGame, Playing, create_app
from tests.doubles.fake_loop import FakeLoop
from tests.e2e.touch import count, expect, lay, offer, ok

pytestmark = pytest.mark.browser


def app_of(name: str, players: tuple[str, ...] = ("Ann", "Ben")) -> Any:
    setup = Setup(players, load("english"), options=gamedata.options(name))
    loop = FakeLoop(players, ruleset=GAMES[name], setup=setup)
    return create_app(
        OneGame(Playing(loop, setup.tiles, commands=GAMES[name].commands, number=1))
    )


def test_a_round_of_monopoly(served: Callable[..., str], page_at: Callable[..., Any]) -> None:
    page = page_at(served(app_of("monopoly-scrabble")), width=1280, height=800)
    money = page.locator(".kind-balances tbody tr")
    expect(money.first).to_contain_text("$1000")

    # A letter is bought from the bank, laid, and the square of a colour claimed with it.
    offer(page, "Buy bank tiles")
    page.locator("#dialog .letters").get_by_role("button", name="E", exact=True).tap()
    ok(page)
    expect(page.locator("#panels")).to_contain_text("Bought and to be laid this turn: E")
    count(page, "8F", "QUIET")
    expect(page.locator("#panels")).to_contain_text(re.compile("stands or is challenged"))
    offer(page, "Nobody challenges")
    expect(page.locator("#turns .word").first).to_have_text("QUIET")
    page.locator(".kind-table summary", has_text="Property cards").tap()
    expect(page.locator(".kind-table").first).to_contain_text("Pink")
    page.locator("[data-action=undo]").tap()
    expect(page.locator("#offers")).to_contain_text("Nobody challenges")


def test_a_round_of_together(served: Callable[..., str], page_at: Callable[..., Any]) -> None:
    page = page_at(served(app_of("together")), width=810, height=1080)
    expect(page.locator(".kind-goals .cards li")).to_have_count(3)
    lay(page, "8F", "QUIET")
    expect(page.locator("#proposal .would")).to_contain_text("This gives: Form a word worth")
    page.locator("#done").tap()
    expect(page.locator(".kind-goals")).to_contain_text("1 of 20 goals completed")
    offer(page, "Refresh the goals")
    expect(page.locator(".kind-table").first).to_contain_text("used")


def test_a_hand_of_the_card_game(
    served: Callable[..., str], page_at: Callable[..., Any]
) -> None:
    page = page_at(served(app_of("monopoly-cards")), width=390, height=844)
    expect(page.locator(".field")).to_be_hidden()
    offer(page, "Draw")
    hand = page.locator(".kind-hand").first
    expect(hand.locator("tbody")).to_be_hidden()
    hand.locator("summary").tap()
    expect(hand.locator("tbody tr").first).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


def test_overlays_follow_the_game(
    served: Callable[..., str], page_at: Callable[..., Any]
) -> None:
    loop = FakeLoop()
    address = served(create_app(OneGame(Playing(loop, loop.setup.tiles, number=1))))
    page = page_at(f"{address}air/score?bg=0b6b5e&size=80", width=600, height=200)
    expect(page.locator("#field")).to_have_text("0 – 0")
    loop.play("8D", "QUIET")
    expect(page.locator("#field")).to_have_text("48 – 0")
    style = page.locator("#field").evaluate("(f) => getComputedStyle(f).backgroundColor")
    assert style == "rgb(11, 107, 94)"
    page.goto(f"{address}air")
    expect(page.locator("#field .player")).to_have_count(2)
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == (
        "rgba(0, 0, 0, 0)"
    )
