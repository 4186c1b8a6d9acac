"""Rounds of the other games by touch, drawn from what the rules say, and the overlays."""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from companion import gamedata
from companion.app.wiring import card_table_of, cards_of
from companion.board.square import parse_square
from companion.board.tiles import Tile
from companion.rules.api import Setup
from companion.rules.engine.codec import from_json
from companion.rules.monopoly.messages import CorrectBalance
from companion.rules.registry import GAMES
from companion.session.order import ordered
from companion.tilesets import load
from companion.web import OneGame, Playing, create_app
from tests.doubles.card_photo import photo_of_hand
from tests.doubles.fake_loop import FakeLoop
from tests.doubles.monopoly import JAIL, PARKING, RED, TO_JAIL, board, track
from tests.doubles.together import EASY, goals
from tests.e2e.touch import SIZES, count, expect, lay, offer, ok, square

pytestmark = pytest.mark.browser


def table_of(name: str, **options: int | str) -> FakeLoop:
    given = options.items() if options else gamedata.options(name)
    setup = Setup(("Ann", "Ben"), load("english"), options=tuple(given))
    return FakeLoop(setup.players, ruleset=GAMES[name], setup=setup)


def app_of(name: str, loop: FakeLoop | None = None) -> Any:
    loop = loop or table_of(name)
    playing = Playing(
        loop,
        loop.setup.tiles,
        commands=GAMES[name].commands,
        number=1,
        cards=cards_of(GAMES[name], loop.setup),
        card_table=card_table_of(GAMES[name], loop.setup),
    )
    return create_app(OneGame(playing))


def narrow(page: Any, width: int) -> None:
    """Nothing is wider than the screen."""
    assert page.evaluate("document.documentElement.scrollWidth") <= width


@SIZES
def test_a_purchase_and_a_claim_in_monopoly(
    served: Callable[..., str], page_at: Callable[..., Any], width: int, height: int
) -> None:
    page = page_at(served(app_of("monopoly-scrabble")), width=width, height=height)
    offer(page, "Buy bank tiles")
    page.locator("#dialog .letters").get_by_role("button", name="E", exact=True).tap()
    ok(page)
    expect(page.locator("#play")).to_contain_text("Bought and to be laid this turn: E")
    count(page, "8F", "QUIET")
    offer(page, "Nobody challenges")
    page.locator(".kind-estates summary", has_text="Property cards").tap()
    expect(page.locator(".kind-estates").first).to_contain_text("Ann")
    page.locator("[data-action=undo]").tap()
    expect(page.locator("#play")).to_contain_text("Nobody challenges")


@SIZES
def test_a_round_of_monopoly(
    served: Callable[..., str], page_at: Callable[..., Any], width: int, height: int
) -> None:
    spaces = track(_3=RED, _10=PARKING, _12=JAIL, _14=TO_JAIL)
    loop = table_of("monopoly-scrabble", board=board(spaces=spaces))
    page = page_at(served(app_of("monopoly-scrabble", loop)), width=width, height=height)
    rows = page.locator(".kind-balances tbody tr")
    told = page.locator("#turns .what .small").first

    # Red is claimed by covering its square; ten points lead to Free Parking and its pot.
    count(page, "8F", "HuT")
    offer(page, "Nobody challenges")
    expect(told).to_contain_text("Red from the bank")
    expect(rows.first).to_contain_text("$1500$600$2100Free Parking")

    # Blue is claimed; three points lead to Red street, and rent is paid to its holder.
    count(page, "8H", "TEN", down=True)
    offer(page, "Nobody challenges")
    expect(told).to_contain_text("$300 from Ben to Ann")
    expect(rows.nth(1)).to_contain_text("$700$1000$1700Red street")

    # Four points lead to jail.
    count(page, "9H", "EAT")
    offer(page, "Nobody challenges")
    expect(told).to_contain_text("jail")
    expect(rows.first).to_contain_text("in jail")

    # The blank on the board is replaced by its letter.
    offer(page, "Replace a blank")
    page.locator("#dialog").get_by_role("button", name="8G, U").tap()
    ok(page)
    expect(page.locator("#fault")).to_be_empty()
    expect(square(page, "8G")).to_have_attribute("aria-label", re.compile("^8G, U"))
    assert loop.snapshot.position.get(parse_square("8G")) == Tile("U")

    # The track shows who stands where and who holds what; a tap tells of a space.
    ring = page.locator(".track")
    expect(ring.locator(".token")).to_have_count(2)
    expect(ring.locator(".held")).to_have_count(1)
    ring.locator(".space").nth(3).dispatch_event("click")
    expect(page.locator(".middle")).to_contain_text("Red street")
    expect(page.locator(".middle")).to_contain_text("Held by Ann")
    expect(square(page, "8F")).to_have_attribute("aria-label", re.compile("marked Red"))
    narrow(page, width)


@SIZES
def test_a_round_of_together(
    served: Callable[..., str], page_at: Callable[..., Any], width: int, height: int
) -> None:
    page = page_at(served(app_of("together")), width=width, height=height)
    expect(page.locator("#play .goal")).to_have_count(3)
    expect(page.locator("#scores .total")).to_contain_text("0 of 20")
    lay(page, "8F", "QUIET")
    expect(page.locator("#running")).to_contain_text("Form a word worth")
    expect(page.locator("#done")).to_have_text("Done, 1 goal")
    page.locator("#done").tap()
    expect(page.locator("#scores .total")).to_contain_text("1 of 20")
    expect(page.locator("#scores .pips .done")).to_have_count(1)
    offer(page, "Refresh the goals")
    expect(page.locator(".kind-table").first).to_contain_text("used")
    expect(page.get_by_role("button", name="End the turn")).to_have_count(1)
    expect(page.locator('[data-action="pass"]:visible')).to_have_count(0)


@SIZES
def test_together_is_won(
    served: Callable[..., str], page_at: Callable[..., Any], width: int, height: int
) -> None:
    loop = table_of("together", goals=goals(EASY), goal_count=1)
    page = page_at(served(app_of("together", loop)), width=width, height=height)
    count(page, "8F", "QUIET")
    expect(page.locator("#play")).to_contain_text("The game is over")
    expect(page.locator("#proposal .winner")).to_have_text("The team has won.")


@SIZES
def test_together_is_lost(
    served: Callable[..., str], page_at: Callable[..., Any], width: int, height: int
) -> None:
    hard = ["length 15"] * 4
    rules = "one_helper_per_turn = false"
    loop = table_of("together", goals=goals(*hard, rules=rules), goal_count=4)
    page = page_at(served(app_of("together", loop)), width=width, height=height)
    for label in ("An extra tile for everybody", "Refresh the goals"):
        offer(page, label)
        expect(page.locator("#play").get_by_role("button", name=label)).to_have_count(0)
    for label in ("Complete a goal", "Make a blank"):
        offer(page, label)
        page.locator("#dialog [aria-pressed=false]").first.tap()
        ok(page)
    for label in ("Exchange tiles", "Trade tiles"):
        offer(page, label)
        page.locator("#dialog input").fill("1")
        ok(page)
    offer(page, "End the turn")
    offer(page, "No goal can be completed")
    expect(page.locator("#proposal .winner")).to_have_text("The team has lost.")


@SIZES
def test_a_hand_of_the_card_game(
    served: Callable[..., str], page_at: Callable[..., Any], width: int, height: int
) -> None:
    page = page_at(served(app_of("monopoly-cards")), width=width, height=height)
    expect(page.locator(".field")).to_be_hidden()
    offer(page, "Draw")
    hand = page.locator(".kind-held").first
    expect(hand.locator("tbody")).to_be_hidden()
    hand.locator("summary").tap()
    expect(hand.locator(".laidcard").first).to_be_visible()
    expect(hand.locator(".reckoned tfoot")).to_contain_text("$")
    narrow(page, width)


@SIZES
def test_hands_dealt_at_the_table_are_tapped_or_photographed(
    served: Callable[..., str],
    page_at: Callable[..., Any],
    tmp_path: Path,
    width: int,
    height: int,
) -> None:
    given = (*gamedata.options("monopoly-cards"), ("deal", "table"))
    loop = table_of("monopoly-cards", **dict(given))
    page = page_at(served(app_of("monopoly-cards", loop)), width=width, height=height)
    offer(page, "Lay the hands down")
    first, second = page.locator(".handof").all()
    if shutil.which("tesseract"):
        photo = tmp_path / "hand.png"
        photo.write_bytes(photo_of_hand())
        first.locator("input[type=file]").set_input_files(photo)
        expect(first.locator("[role=status]")).to_contain_text("4 cards read", timeout=60_000)
    else:
        for name in ("Red", "Red", "Red", "GO"):
            first.locator(".pickfrom").get_by_role("button", name=name, exact=True).tap()
    expect(first.locator(".laidcard")).to_have_count(4)
    expect(first.locator(".reckoned tfoot")).to_contain_text("$450")
    second.locator("summary").tap()
    for name in ("Red", "House 1"):
        second.locator(".pickfrom").get_by_role("button", name=name, exact=True).tap()

    # A card that is wrong is tapped, and another put in its place.
    second.locator(".laidcard").first.tap()
    second.locator(".pickfrom").get_by_role("button", name="Green", exact=True).tap()
    expect(second.locator(".laidcard").first).to_have_text("Green")
    expect(second.locator(".reckoned tfoot")).to_contain_text("$0")
    ok(page)  # nobody went out: that takes ten cards
    expect(page.locator(".kind-balances")).to_contain_text("$450")
    expect(page.locator("#panels")).to_contain_text("Red: set of 3")
    narrow(page, width)


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
    page.goto(f"{address}air/last_play?speed=200&size=90")
    expect(page.locator("#field .run")).to_contain_text("QUIET")
    assert (
        page.locator("#field").evaluate("(f) => f.getAnimations({subtree: true}).length") == 1
    )
    page.goto(f"{address}air")
    expect(page.locator("#field .player")).to_have_count(2)
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == (
        "rgba(0, 0, 0, 0)"
    )


def test_a_hand_that_is_over_is_mended_with_what_changes_shown_first(
    served: Callable[..., str], page_at: Callable[..., Any]
) -> None:
    given = (*gamedata.options("monopoly-cards"), ("deal", "table"))
    loop = table_of("monopoly-cards", **dict(given))
    hands = {"hands": [["red"] * 3, ["go"]]}  # nobody went out
    loop.submit(
        ordered(from_json({"type": "lay-down", **hands}, loop.ruleset.commands), "t")
    ).result()
    page = page_at(served(app_of("monopoly-cards", loop)), width=810, height=1080)
    balances = page.locator(".kind-balances")
    expect(balances).to_contain_text("$250")
    page.locator("#menu-open").tap()
    page.get_by_role("button", name="Amend a hand").tap()
    page.get_by_role("button", name="Which hand +1").tap()
    for hand, cards in zip(page.locator(".handof").all(), (["Green"] * 3, ["GO"]), strict=True):
        if hand.get_attribute("open") is None:
            hand.locator("summary").tap()
        for card in cards:
            hand.locator(".pickfrom").get_by_role("button", name=card, exact=True).tap()
    page.locator("#dialog button.primary").tap()
    expect(page.locator("#preview-totals li").first).to_contain_text("Ann: 250 → 350")
    ok(page)
    expect(balances).to_contain_text("$350")


@pytest.mark.parametrize("seats", [3, 4])
@pytest.mark.parametrize(("width", "height"), [(1280, 800), (390, 844), (844, 390)])
def test_money_stays_within_the_players_cards(
    served: Callable[..., str], page_at: Callable[..., Any], seats: int, width: int, height: int
) -> None:
    players = ("Ann", "Ben", "Cyd", "Bartholomew the Third")[:seats]
    setup = Setup(players, load("english"), options=gamedata.options("monopoly-scrabble"))
    loop = FakeLoop(players, ruleset=GAMES["monopoly-scrabble"], setup=setup)
    for seat in range(seats):
        loop.submit(ordered(CorrectBalance(seat, 12300), "test")).result()
    page = page_at(served(app_of("monopoly-scrabble", loop)), width=width, height=height)
    expect(page.locator(".total").last).to_contain_text("$12300")
    assert (
        page.evaluate(
            """() => [...document.querySelectorAll(".score")].map((card) => {
          const range = document.createRange();
          range.selectNodeContents(card.querySelector(".total"));
          const [text, box] = [range.getBoundingClientRect(), card.getBoundingClientRect()];
          return text.left >= box.left && text.right <= box.right && text.bottom <= box.bottom;
        })"""
        )
        == [True] * seats
    )
