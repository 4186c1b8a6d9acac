"""axe-core finds nothing serious on any page or dialog, light and dark."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from companion import gamedata
from companion.app.hall import Hall, open_hall
from companion.board.square import parse_square
from companion.inference.diff import Doubt
from companion.lexicon import load as load_lexicon
from companion.web import Access, OneGame, Playing, create_app
from tests.doubles.fake_loop import FakeLoop
from tests.doubles.true_eyes import TrueEyes
from tests.e2e.test_games import app_of
from tests.e2e.test_play_card import STATES
from tests.e2e.touch import expect, menu

pytestmark = pytest.mark.axe

AXE = Path(__file__).resolve().parents[2] / "node_modules/axe-core/axe.min.js"


@pytest.fixture(scope="module")
def axe() -> str:
    if not AXE.is_file():
        pytest.skip("axe-core is not here (scripts/npm.sh fetches it through npm)")
    return AXE.read_text(encoding="utf-8")


@pytest.fixture
def hall(tmp_path: Path) -> Iterator[Hall]:
    with open_hall(tmp_path, eyes=TrueEyes) as opened:
        yield opened


def problems(page: Any, axe: str) -> list[str]:
    """What axe finds to be serious or critical, with the elements."""
    found = page.evaluate(
        axe + "; axe.run(document, {resultTypes: ['violations']})"
        ".then((r) => r.violations.map((v) => [v.impact, v.id, v.nodes.map((n) => n.html)]))"
    )
    return [
        f"{rule}: {html[:3]}"
        for impact, rule, html in found
        if impact in ("serious", "critical")
    ]


def busy_game() -> FakeLoop:
    loop = FakeLoop(("Ann", "Ben"))
    loop.play("8D", "QUIeT")
    loop.play("F8", "IVORY")
    doubt = Doubt(parse_square("12D"), (("M", 0.6), ("N", 0.3)))
    loop.propose("12D", "MAYB?", odds=0.5, doubts=(doubt,), left_out=("1A",))
    return loop


DIALOGS = {
    "word": lambda page: page.locator("#turns .word").first.tap(),
    "turn": lambda page: page.locator("#turns .n").first.tap(),
    "menu": lambda page: page.locator("#menu-open").tap(),
    "letter": lambda page: page.locator('#board [data-row="7"][data-col="3"]').tap(),
    "draft": lambda page: page.locator('#board [data-row="1"][data-col="1"]').tap(),
    "end": lambda page: menu(page, "End game"),
    "scores": lambda page: page.locator("#tab-graph").tap(),
    "left": lambda page: page.locator("#tab-left").tap(),
    "halves": lambda page: (
        page.locator("#menu-open").tap(),
        page.get_by_role("button", name="Two halves").tap(),
    ),
}


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_table_and_its_dialogs(
    axe: str, served: Callable[..., str], page_at: Callable[..., Any], scheme: str
) -> None:
    loop = busy_game()
    playing = Playing(loop, loop.setup.tiles, number=1, colours=("red", "blue"))
    address = served(create_app(OneGame(playing)))
    page = page_at(address, width=810, height=1080, color_scheme=scheme, bypass_csp=True,
                   reduced_motion="reduce")  # fmt: skip
    assert problems(page, axe) == []
    for name, tap in DIALOGS.items():
        tap(page)
        assert (name, problems(page, axe)) == (name, [])
        page.keyboard.press("Escape")


@pytest.mark.long
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("state", STATES, ids=lambda state: state.__name__)
def test_every_state_of_the_play_card(
    axe: str, served: Callable[..., str], page_at: Callable[..., Any], state: Any, scheme: str
) -> None:
    loop = FakeLoop(("Ann", "Ben"))
    loop.play("8D", "QUIET")
    loop.play("F8", "IVORY")
    playing = Playing(
        loop, loop.setup.tiles, number=1, colours=("red", "blue"), lexicon=load_lexicon()
    )
    page = page_at(served(create_app(OneGame(playing))), width=390, height=844,
                   color_scheme=scheme, bypass_csp=True, reduced_motion="reduce")  # fmt: skip
    state(page, loop)
    assert problems(page, axe) == []


def test_the_check_itself_finds_what_is_wrong(
    axe: str, served: Callable[..., str], page_at: Callable[..., Any]
) -> None:
    loop = busy_game()
    address = served(create_app(OneGame(Playing(loop, loop.setup.tiles))))
    page = page_at(address, width=810, height=1080, bypass_csp=True)
    page.evaluate("document.body.append(document.createElement('img'))")
    assert any(problem.startswith("image-alt") for problem in problems(page, axe))


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_all_other_pages(
    axe: str,
    served: Callable[..., str],
    page_at: Callable[..., Any],
    hall: Hall,
    scheme: str,
) -> None:
    address = served(hall.dashboard(Access()))
    more = {"color_scheme": scheme, "bypass_csp": True, "reduced_motion": "reduce"}
    page = page_at(f"{address}setup", width=390, height=844, **more)
    assert problems(page, axe) == []
    for path in (
        "games",
        "t/",
        "air/help",
        "nowhere",
        *(f"setup/files/{game}" for game in gamedata.games()),
    ):
        page.goto(address + path)
        for part in page.locator("details.part > summary").all():
            part.tap()
        assert (path, problems(page, axe)) == (path, [])
    page.locator("details.entry > summary").first.tap()
    assert problems(page, axe) == []
    for path in ("air", "score", "wall", "calibrate"):
        page.goto(address + path)
        assert (path, problems(page, axe)) == (path, [])
    for name in ("monopoly-scrabble", "together", "monopoly-cards"):
        page.goto(served(app_of(name)))
        for folded in page.locator(".panel summary").all():
            folded.tap()
        assert (name, problems(page, axe)) == (name, [])
    page.locator("#menu-open").tap()
    page.get_by_role("button", name="Count a hand").tap()
    page.locator("#dialog .pickfrom button").first.tap()
    expect(page.locator("#dialog .reckoned tfoot")).to_be_visible()
    assert problems(page, axe) == []
