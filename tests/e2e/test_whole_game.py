"""A whole classic game by touch before a camera, at three sizes of screen.

With a doubt, a blank, a challenge lost and one won, a square left out, a correction three turns
back, an export, and the end.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.app.wiring import Table, seated
from companion.household.table_setup import TableSetup
from companion.store import EventStore
from companion.web import Access
from tests.e2e.camera import TableCamera
from tests.e2e.touch import expect, menu, ok, square

pytestmark = pytest.mark.browser

SIZES = [(1280, 800), (810, 1080), (390, 844)]


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    challenge = ("challenge", "double")
    order = TableSetup(("Ann", "Ben"), colours=("red", "blue"), options=(challenge,))
    with (
        EventStore.open(tmp_path / "games.sqlite") as store,
        seated(store, order, folder=tmp_path) as opened,
    ):
        yield opened


@pytest.fixture
def camera(table: Table) -> TableCamera:
    return TableCamera(table)


def done(page: Any, word: str) -> None:
    """Wait for a word to be proposed, count it, and wait until it is listed."""
    expect(page.locator("#proposal .main")).to_have_text(word)
    page.locator("#done").tap()
    expect(page.locator("#turns .word").first).to_have_text(word)


def challenge(page: Any, word: str) -> None:
    page.locator("#turns .word").first.tap()
    expect(page.locator("#challenge-cost")).to_be_visible()
    page.locator("#done").tap()
    expect(page.locator("#play .verdict")).to_contain_text(word)


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_a_whole_classic_game(
    served: Callable[..., str],
    page_at: Callable[..., Any],
    table: Table,
    camera: TableCamera,
    tmp_path: Path,
    width: int,
    height: int,
) -> None:
    page = page_at(served(table.dashboard(Access())), width=width, height=height)
    totals = page.locator("#scores .total")

    # 1. A doubt: the camera wavers between T and I; a tap on a candidate settles it.
    camera.eyes.misread["8H"] = (("I", 0.55), ("T", 0.43))
    camera.lay("8D", "QUIET")
    expect(page.locator("#play-title")).to_have_text("Which letter is on 8H?")
    expect(page.locator('[data-square="8H"] .doubtful')).to_have_count(1)
    expect(page.locator("#doubt-list")).to_contain_text("QUIEI, not in the list")
    page.get_by_role("button", name="T QUIET, 48").tap()
    expect(page.locator("#proposal .points")).to_have_text("+48")
    done(page, "QUIET")
    expect(totals.first).to_contain_text("48")

    # 2. A challenge that is lost: the word is good, and Ben loses his turn.
    challenge(page, "QUIET")
    expect(page.locator("#play .verdict")).to_have_text("QUIET is in the ENABLE list.")
    expect(page.locator("#play .follows").first).to_contain_text("the play stands")
    page.locator("#done").tap()
    expect(page.locator("#scores .score.turn .name b")).to_have_text("Ann")

    # 3. A blank is asked for its letter; those that make words come first.
    camera.lay("F8", "IVOR?")
    expect(page.locator("#proposal .main")).to_have_text("IVOR?")
    page.locator("#doubt-list .candidate.fit", has_text="Y").tap()
    done(page, "IVORY")
    expect(square(page, "12F")).to_have_attribute("aria-label", re.compile("blank as Y|blank"))

    # 4. A challenge that is won: the play comes off, and its tiles are to be lifted.
    camera.lay("H8", "TXA")
    done(page, "TXA")
    challenge(page, "TXA")
    expect(page.locator("#play .verdict.not")).to_contain_text("not in the ENABLE list")
    expect(page.locator("#play .follows").last).to_contain_text("9H 10H")
    page.locator("#done").tap()
    expect(page.locator("#lift")).to_be_visible()
    camera.lift("9H 10H")
    expect(page.locator("#lift")).to_be_hidden()

    # 5. A stray tile fits no play: it is left out, and the game goes on.
    camera.lay("1A", "Z")
    camera.lay("H8", "TEA")
    expect(page.locator("#ignored button")).to_have_text("1A")
    expect(square(page, "1A")).to_have_attribute("aria-label", re.compile("left out"))
    done(page, "TEA")
    camera.lift("1A")
    expect(page.locator("#ignored")).to_be_hidden()

    # 6. Three turns back a letter was a blank: what changes is shown, then done.
    page.locator("#turns .n").last.tap()
    page.get_by_role("button", name="Mend this turn").tap()
    page.locator("#edit-word").fill("QUIeT")
    page.get_by_role("button", name="What will change?").tap()
    before = page.locator("#preview-totals li").first
    expect(before).to_contain_text("→")
    ok(page)
    expect(square(page, "8G")).to_have_attribute("aria-label", re.compile("blank"))

    # 7. The game as a file.
    with page.expect_download() as waiting:
        menu(page, "Save game")
        page.locator("#export-gcg").tap()
    saved = tmp_path / "game.gcg"
    waiting.value.save_as(saved)
    plays = [x for x in saved.read_text("utf-8").splitlines() if x.startswith(">")]
    assert any("QUIeT" in line for line in plays)
    assert any("IVORy" in line or "VORy" in line for line in plays)
    assert any(" -- " in line for line in plays)
    page.locator("#dialog button.primary").tap()

    # 8. The end.
    menu(page, "End game")
    page.locator("#dialog button.primary").tap()
    expect(page.locator("#play")).to_contain_text("The game is over")
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert table.loop.snapshot.scoreboard.ended


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_two_players_face_each_other(
    served: Callable[..., str],
    page_at: Callable[..., Any],
    table: Table,
    camera: TableCamera,
    width: int,
    height: int,
) -> None:
    page = page_at(served(table.dashboard(Access())), width=width, height=height)
    page.locator("#menu-open").tap()
    page.get_by_role("button", name="Two halves").tap()
    near, far = page.locator("#near"), page.locator("#far")
    expect(near).to_contain_text("Your turn")
    expect(far).to_contain_text("Ann to play")
    camera.lay("8D", "QUIET")
    expect(far).to_contain_text("+48")
    expect(far.get_by_role("button", name="Done")).to_have_count(0)
    near.get_by_role("button", name="Done").tap()
    expect(near.locator(".half-score b")).to_have_text("48")
    far.get_by_role("button", name="Challenge QUIET").tap()
    expect(page.locator("#challenge-cost")).to_contain_text("Ben loses the next turn")
    page.locator("#play").get_by_role("button", name="Cancel").tap()
    turned = far.evaluate("(half) => new DOMMatrix(getComputedStyle(half).transform).a")
    assert turned == -1
    page.reload()
    expect(page.locator("#near")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= width
