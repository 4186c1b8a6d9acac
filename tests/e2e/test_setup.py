"""Set-up in three steps, by coordinates: how many taps, what is told, what fits."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.app.hall import Hall, open_hall
from companion.rules.engine.messages import Pass
from companion.rules.registry import registered
from companion.session.order import ordered
from companion.watching.cameras import RENDERED
from companion.web import Access
from tests.doubles.board_eyes import BoardEyes
from tests.e2e.test_accessibility import AXE, problems
from tests.e2e.touch import CLIPPED, Finger, choose, expect, set_off, step, unfold
from tests.tile_race.game import GAME

pytestmark = pytest.mark.browser

SIZES = pytest.mark.parametrize(
    ("width", "height"),
    [
        (1280, 800), (360, 640), (844, 390),
        *(pytest.param(*size, marks=pytest.mark.long)
          for size in ((810, 1080), (390, 844), (1920, 1080))),
    ],
)  # fmt: skip
NAMES = (
    "Maximiliane-Elisabeth von Hohenstaufenxx",
    "שלמה המלך",
    "👩‍👩‍👧 Kim",
    "Ann",
    "Ben",
    "Zoë",
)
"""Forty letters, right to left, one sign of several, and three more."""


@pytest.fixture
def hall(tmp_path: Path) -> Iterator[Hall]:
    with open_hall(tmp_path, eyes=BoardEyes) as opened:
        yield opened


@pytest.fixture
def address(hall: Hall, served: Callable[..., str]) -> str:
    return served(hall.dashboard(Access()))


@SIZES
def test_three_taps_to_the_running_game_and_one_the_next_time(
    hall: Hall, address: str, page_at: Callable[..., Any], width: int, height: int
) -> None:
    page = page_at(f"{address}setup", width=width, height=height)
    finger = Finger(page)
    finger.tap("#to-camera")
    finger.tap(f'#cameras [data-value="{RENDERED}"]')
    finger.tap("#go")
    page.wait_for_url(address)
    assert finger.taps == 3
    first = hall.playing.number
    assert hall.first.camera == RENDERED

    page.goto(f"{address}setup")
    again = Finger(page)
    again.tap("#again")
    page.wait_for_url(address)
    assert again.taps == 1
    assert hall.playing.number > first
    assert hall.first.camera == RENDERED


def test_a_camera_that_is_given_is_there_from_the_beginning(
    served: Callable[..., str], page_at: Callable[..., Any], tmp_path: Path
) -> None:
    with open_hall(tmp_path, eyes=BoardEyes, camera=RENDERED) as hall:
        address = served(hall.dashboard(Access()))
        page = page_at(address, width=1280, height=800)
        finger = Finger(page)
        for answer in ("#next", "#next", "#go"):
            finger.tap(answer)
        page.wait_for_url(address)
        assert hall.first.camera == RENDERED


def test_same_as_last_time_is_players_game_tiles_list_clock_and_camera(
    hall: Hall, address: str, page_at: Callable[..., Any]
) -> None:
    chosen = {
        "players": ["Mira", "Jonas", "Oma"], "edition": "bookcase", "language": "german",
        "clock": "family", "clock_minutes": 10, "camera": RENDERED, "challenge": "10-point",
        "colours": ["green", "red", "blue"],
    }  # fmt: skip
    hall.start(chosen)
    before = hall.table
    page = page_at(f"{address}setup", width=390, height=844)
    expect(page.locator("#again-line")).to_have_text(
        "Mira, Jonas, Oma · Crossword game, Bookcase Edition · Rendered camera, to try it out"
    )
    Finger(page).tap("#again")
    page.wait_for_url(address)
    now = hall.table
    assert now.number != before.number
    assert now.setup == before.setup
    assert now.colours == before.colours == ("green", "red", "blue")
    assert hall.first.camera == RENDERED
    assert now.loop.snapshot.clocks == before.loop.snapshot.clocks


def test_who_is_known_sits_down_by_one_tap(
    hall: Hall, address: str, page_at: Callable[..., Any]
) -> None:
    for players in (["Oma", "Lea"], ["Mira", "Jonas"]):
        hall.start({"players": players})
        seen = hall.table.loop.snapshot.seen
        hall.table.loop.submit(ordered(Pass(), "test", seen)).result()
    page = page_at(f"{address}setup", width=810, height=1080)
    names = page.locator("#players input")
    expect(page.locator("#known button")).to_have_text(["Oma", "Lea"])
    page.locator("#known button", has_text="Oma").tap()
    assert [field.input_value() for field in names.all()] == ["Mira", "Jonas", "Oma"]
    expect(page.locator("#known button")).to_have_text(["Lea"])
    page.get_by_role("button", name="Jonas does not play").tap()
    page.get_by_role("button", name="Oma sits before Mira").tap()
    page.get_by_role("button", name="Colour of Mira").tap()
    page.get_by_role("button", name="purple").tap()
    set_off(page)
    page.wait_for_url(address)
    assert hall.table.setup.players == ("Oma", "Mira")
    assert hall.table.colours[1] == "purple"


def test_the_first_look_tells_all_three_checks_in_words(
    address: str, page_at: Callable[..., Any]
) -> None:
    page = page_at(f"{address}setup#camera", width=1280, height=800)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    with page.expect_response("**/api/setup/board?*"):
        page.locator(f'#cameras [data-value="{RENDERED}"]').tap()
    expect(page.locator("#checks [data-check]")).to_have_count(3, timeout=900)
    assert sum("/api/setup/board" in url for url in asked) == 1
    told = page.locator("#checks li").all_inner_texts()
    assert all(len(text.split()) > 3 for text in told)


def test_a_wrong_challenge_costs_nothing_unless_that_is_chosen(
    hall: Hall, address: str, page_at: Callable[..., Any]
) -> None:
    page = page_at(f"{address}setup", width=810, height=1080)
    set_off(page)
    page.wait_for_url(address)
    assert hall.playing.doubt.good == "nothing"
    page.goto(f"{address}setup")
    step(page, "game")
    expect(page.locator("#rest-line")).to_contain_text("A wrong challenge: costs nothing")
    unfold(page)
    page.get_by_role("button", name="costs the next turn").tap()
    expect(page.locator("#rest-line")).to_contain_text("A wrong challenge: costs the next turn")
    set_off(page)
    page.wait_for_url(address)
    assert hall.playing.doubt.good == "turn"


def test_a_game_that_is_none_of_ours_is_drawn_and_asked_about_from_its_object(
    served: Callable[..., str], page_at: Callable[..., Any], tmp_path: Path
) -> None:
    with registered(GAME), open_hall(tmp_path, eyes=BoardEyes) as hall:
        page = page_at(f"{served(hall.dashboard(Access()))}setup", width=1280, height=800)
        choose(page, "tile-race")
        card = page.locator("#editions [data-value=tile-race]")
        expect(card.locator("svg.miniboard rect")).to_have_count(226)
        expect(card).to_contain_text("Race of tiles")
        expect(page.locator("#rest-line")).to_contain_text("How fast: ")


def test_too_many_players_for_a_game_are_told_before_it_begins(
    hall: Hall, address: str, page_at: Callable[..., Any]
) -> None:
    page = page_at(f"{address}setup", width=390, height=844)
    for _ in range(4):
        page.get_by_role("button", name="Somebody new").tap()
    expect(page.get_by_role("button", name="Somebody new")).to_be_disabled()
    set_off(page)
    sentence = "Classic crossword game is for 2 to 4 players."
    expect(page.get_by_role("alert")).to_have_text(sentence)
    expect(page.locator("#step-game")).to_be_visible()
    choose(page, "monopoly-cards")
    expect(page.locator("#fault")).to_be_empty()
    step(page, "camera")
    expect(page.locator("#no-camera")).to_contain_text("no board for a camera")
    page.locator("#go").tap()
    page.wait_for_url(address)
    assert len(hall.table.setup.players) == 6


@SIZES
@pytest.mark.parametrize("lang", ["de", "en-XA"])
def test_nothing_is_cut_off_and_the_answer_is_in_sight(
    hall: Hall, address: str, page_at: Callable[..., Any], width: int, height: int, lang: str
) -> None:
    hall.start({"players": list(NAMES), "edition": "monopoly-cards"})
    page = page_at(f"{address}setup?lang={lang}", width=width, height=height)
    for name in ("players", "game", "camera"):
        step(page, name)
        if name == "game":
            choose(page, "classic")
            unfold(page)
        assert (name, page.evaluate(CLIPPED)) == (name, [])
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        answer = page.locator("#go" if name == "camera" else "#next").bounding_box()
        assert answer["y"] + answer["height"] <= height
    small = page.evaluate(
        "[...document.querySelectorAll('button, summary, .radio, .gamecard')]"
        ".filter((b) => b.checkVisibility() && b.getBoundingClientRect().height < 44)"
        ".map((b) => b.outerHTML.slice(0, 90))"
    )
    assert small == []


def test_a_game_is_set_up_by_keyboard_alone(
    hall: Hall, address: str, page_at: Callable[..., Any]
) -> None:
    page = page_at(f"{address}setup", width=1280, height=800)
    keys = page.keyboard

    def to(selector: str) -> None:
        for _ in range(60):
            if page.evaluate("(s) => document.activeElement?.matches(s)", selector):
                return
            keys.press("Tab")
        raise AssertionError(f"no Tab leads to {selector}")

    to("#players input")
    keys.type("Mira")
    to("#next")
    keys.press("Enter")
    expect(page.locator("#game-title")).to_be_focused()
    to("#editions input")
    keys.press("ArrowDown")  # to the game that comes next
    to("#next")
    keys.press("Enter")
    to("#cameras input")
    keys.press("ArrowUp")
    expect(page.locator("#cameras label:has(:checked)")).to_contain_text("Rendered camera")
    expect(page.locator(".handle").first).to_be_visible()
    to(".handle")
    before = page.locator("#found").get_attribute("points")
    keys.press("ArrowRight")
    assert page.locator("#found").get_attribute("points") != before
    to("#go")
    keys.press("Enter")
    page.wait_for_url(address)
    assert hall.table.setup.players[0] == "Mira"
    assert dict(hall.table.setup.options)["end_on"] == "passes"  # the Bookcase Edition
    assert len(hall.first.corners) == 8


@pytest.mark.axe
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_in_any_step(
    hall: Hall, address: str, page_at: Callable[..., Any], scheme: str
) -> None:
    if not AXE.is_file():
        pytest.skip("axe-core is not here (scripts/npm.sh fetches it through npm)")
    axe = AXE.read_text(encoding="utf-8")
    hall.start({"players": list(NAMES[:4]), "camera": RENDERED})
    page = page_at(f"{address}setup", width=390, height=844, color_scheme=scheme,
                   bypass_csp=True, reduced_motion="reduce")  # fmt: skip
    page.locator(".avatar").first.tap()
    assert problems(page, axe) == []
    step(page, "game")
    unfold(page)
    assert problems(page, axe) == []
    step(page, "camera")
    expect(page.locator("#checks [data-check]")).to_have_count(3)
    assert problems(page, axe) == []
