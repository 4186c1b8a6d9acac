"""All pages in a language that nobody speaks: each text in brackets and a third longer.

What is outside the brackets never went through the catalogue, and what does not fit there will
not fit in some language that people do speak.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from companion import gamedata
from companion.app.hall import Hall, open_hall
from companion.errors import InputError
from companion.household.card_lists import titles_text
from companion.lexicon import load as load_lexicon
from companion.rules.engine.messages import Pass
from companion.rules.registry import GAMES
from companion.session.order import ordered
from companion.vision.known import Known
from companion.web import Access, OneGame, Playing, create_app
from tests.doubles.charuco_views import HeldBoard, views
from tests.doubles.devices import health
from tests.doubles.true_eyes import TrueEyes
from tests.e2e.pseudo import LETTERS, faults, unsaid
from tests.e2e.test_accessibility import DIALOGS, busy_game
from tests.e2e.test_calibrate import CAMERA, SET
from tests.e2e.test_games import app_of
from tests.e2e.touch import choose, expect, step, unfold

pytestmark = pytest.mark.browser

PRINTED = frozenset(LETTERS.findall(titles_text(GAMES["monopoly-cards"])))
"""What cards have printed, as the household has typed it in."""

PSEUDO = "?lang=en-XA"
SIZE = {"width": 810, "height": 1080}


@pytest.fixture
def hall(tmp_path: Path) -> Iterator[Hall]:
    held = HeldBoard(views(most=1))
    with open_hall(tmp_path, eyes=TrueEyes, newest=held, known=Known(None, SET)) as opened:
        yield opened


class Walk:
    """Collects what is wrong in each state of a page."""

    def __init__(self, page: Any) -> None:
        self._page = page
        self.wrong: list[str] = []

    def look(self, state: object, *, wide: bool = False) -> None:
        self.wrong += [f"{state}: {fault}" for fault in faults(self._page, PRINTED, wide=wide)]


def table(loop: Any, **more: Any) -> Playing:
    return Playing(
        loop, loop.setup.tiles, number=1, colours=("red", "blue"), lexicon=load_lexicon(),
        devices=lambda: health(is_ready=False), **more,
    )  # fmt: skip


def test_the_table_and_all_that_opens_on_it(
    served: Callable[..., str], page_at: Callable[..., Any]
) -> None:
    loop = busy_game()
    app = create_app(OneGame(table(loop)), access=Access(host_pin="4711"))
    page = page_at(served(app) + PSEUDO, **SIZE)
    walk = Walk(page)
    expect(page.locator("#proposal .points")).to_be_visible()
    walk.look("first", wide=True)
    page.locator("#host-open").tap()
    walk.look("pin")
    page.locator("#dialog input").first.fill("4711")
    with page.expect_navigation():
        page.locator("#dialog button.primary").tap()
    expect(page.locator("#proposal .points")).to_be_visible()
    for name, tap in DIALOGS.items():
        if name != "halves":
            tap(page)
            walk.look(name)
            page.keyboard.press("Escape")
    page.locator("#share-open").tap()
    walk.look("share")
    page.keyboard.press("Escape")
    of_menu(page, walk)
    page.locator("#tab-turns").tap()
    loop.fault = InputError("The request cannot be understood.")
    page.locator("#done").tap()
    expect(page.locator("#fault")).to_contain_text("[The request")
    walk.look("fault")
    assert "\n".join(walk.wrong) == ""


def of_menu(page: Any, walk: Walk) -> None:
    """Open each thing of the menu that opens something."""
    page.locator("#menu-open").tap()
    labels = page.locator("#dialog .menu button").all_inner_texts()
    page.keyboard.press("Escape")
    assert len(labels) > 3
    for label in labels:
        page.locator("#menu-open").tap()
        page.locator("#dialog").get_by_role("button", name=label, exact=True).tap()
        page.wait_for_timeout(150)
        walk.look(label)
        page.keyboard.press("Escape")


@pytest.mark.parametrize("name", GAMES)
def test_a_table_of_every_game(
    served: Callable[..., str], page_at: Callable[..., Any], name: str
) -> None:
    page = page_at(served(app_of(name)) + PSEUDO, **SIZE)
    walk = Walk(page)
    expect(page.locator("body[data-drawn]")).to_have_count(1)
    for folded in page.locator(".panel summary").all():
        folded.tap()
    walk.look("first", wide=True)
    for label in page.locator("#offers button").all_inner_texts():
        page.wait_for_timeout(100)
        offered = page.locator("#offers").get_by_role("button", name=label, exact=True)
        if not offered.is_visible():
            continue  # one that needs nothing more has been done, and the game has gone on
        offered.tap()
        if page.locator("#dialog").is_visible():
            walk.look(label)
            page.keyboard.press("Escape")
    assert "\n".join(walk.wrong) == ""


def test_set_up_and_editors(
    hall: Hall, served: Callable[..., str], page_at: Callable[..., Any]
) -> None:
    address = served(hall.dashboard(Access()))
    page = page_at(f"{address}setup{PSEUDO}", **SIZE)
    walk = Walk(page)
    walk.look("players")
    step(page, "game")
    unfold(page)
    editions = page.locator("#editions label")
    for at in range(editions.count()):
        editions.nth(at).tap()
        walk.look(at)
    step(page, "camera")
    walk.look("no camera is needed")
    choose(page, "classic")
    step(page, "camera")
    page.locator(CAMERA).tap()
    page.locator("details.sure summary").tap()
    walk.look("camera")
    page.goto(f"{address}camera{PSEUDO}")
    walk.look("camera of a game", wide=True)
    for game in gamedata.games():
        page.goto(f"{address}setup/files/{game}")
        for part in page.locator("details.part > summary").all():
            part.tap()
        for first in page.locator("details.part li:first-child details.entry > summary").all():
            first.tap()
        walk.look(game, wide=True)
    assert "\n".join(walk.wrong) == ""


def test_past_games_tables_overlays_and_calibration(
    hall: Hall, served: Callable[..., str], page_at: Callable[..., Any]
) -> None:
    address = served(hall.dashboard(Access()))
    page = page_at(f"{address}air/score{PSEUDO}", **SIZE)
    walk = Walk(page)
    walk.look("nothing on air")
    hall.start({"players": ["Ann", "Ben"], "clock": "family", "colours": ["red", "blue"]})
    hall.rooms["1"].playing.port.submit(ordered(Pass(0), "test")).result()
    for path in ("games", "t/", "air/help", "air", "calibrate"):
        page.goto(f"{address}{path}{PSEUDO}")
        page.wait_for_load_state("load")
        page.wait_for_timeout(200)
        walk.look(path, wide=True)
    page.locator(CAMERA).tap()
    page.locator("#take").tap()
    expect(page.locator("#count")).to_contain_text("1")
    walk.look("view")
    page.goto(f"{address}games{PSEUDO}")
    page.locator("#games li button").first.tap()
    walk.look("deleted")
    page.goto(f"{address}games/1{PSEUDO}")
    walk.look("one game", wide=True)
    assert "\n".join(walk.wrong) == ""


def test_refusals_and_plain_pages(
    hall: Hall, served: Callable[..., str], page_at: Callable[..., Any]
) -> None:
    address = served(hall.dashboard(Access()))
    page = page_at(f"{address}setup{PSEUDO}", **SIZE)
    for path in ("nowhere", "games/99/game.gcg", "api/setup/camera.jpg?camera=x", "air/fields"):
        answer = page.request.get(address + path).json()
        assert list(unsaid(answer["error"]["sentence"])) == []


def test_the_look_finds_what_is_wrong(page_at: Callable[..., Any]) -> None:
    page = page_at("about:blank", **SIZE)
    page.set_content(
        "<p>[All is said~~~] 12 QUIET</p><button style='width:2em;white-space:nowrap'>"
        "[Much too long~~~]</button><p style='width:3em;overflow:hidden;white-space:nowrap'>"
        "[This one too~~~]</p><p>This escaped</p>"
    )
    found = faults(page, wide=True)
    assert "not in the catalogue: This escaped (This escaped)" in found
    assert "390: spills: [Much too long~~~]" in found
    assert "1280: clipped: [This one too~~~]" in found
    assert len([one for one in found if one.startswith("not")]) == 1
