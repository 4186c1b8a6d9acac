"""From start to export by touch, against the real command line.

The eyes are told what lies there (tests/doubles/true_eyes.py), so that these tests are about
the page and everything behind it; `test_demo.py` plays the same game with the real ones.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.e2e.touch import SIZES, choose, count, expect, menu, set_off, square, step, unfold

pytestmark = pytest.mark.browser

DEMO = ("tests.doubles.true_eyes", "demo", "--by-hand", "--speed", "20", "--port", "0")


def count_play(page: Any, word: str) -> None:
    """Wait until a word is proposed, and press Done."""
    expect(page.locator("#proposal .main")).to_have_text(word)
    page.locator("#done").tap()


@SIZES
def test_game_by_touch_from_start_to_export(
    start: Callable[..., str],
    page_at: Callable[..., Any],
    tmp_path: Path,
    width: int,
    height: int,
) -> None:
    page = page_at(start(*DEMO), width=width, height=height)
    totals = page.locator("#scores .total")

    # The play appears with its score, and counts when Done is pressed.
    expect(page.locator("#proposal .main")).to_have_text("ORCHARD")
    expect(page.locator("#proposal .points")).to_have_text("+82")
    expect(totals.first).to_have_text("0")
    expect(square(page, "8B")).to_have_attribute("aria-label", re.compile("O.*proposed"))
    page.locator("#done").tap()
    expect(totals.first).to_contain_text("82")
    expect(square(page, "8B")).to_have_attribute("aria-label", re.compile("O.*last play"))

    # A letter is corrected by tapping its square; the score follows.
    square(page, "8B").tap()
    page.get_by_label("This tile is a blank").check()
    page.locator("#dialog .letters button[aria-label=O]").tap()
    expect(totals.first).to_contain_text("80")
    expect(page.locator("#turns .word")).to_have_text(["ORCHARD"])

    # A word is looked up by tapping it.
    page.locator("#turns .word").first.tap()
    page.get_by_role("button", name="Only look it up").tap()
    expect(page.locator("#play .verdict")).to_have_text("ORCHARD is in the ENABLE list.")
    page.locator("#done").tap()

    # Undo takes the correction back, redo brings it again.
    page.locator("[data-action=undo]").tap()
    expect(totals.first).to_contain_text("82")
    page.locator("[data-action=redo]").tap()
    expect(totals.first).to_contain_text("80")

    count_play(page, "QUAY")
    expect(page.locator("#turns .word").first).to_have_text("QUAY")

    # A blank is asked for its letter before it counts; what makes words comes first.
    expect(page.locator("#proposal .main")).to_have_text("SUN?Y")
    page.locator("#doubt-list .candidate", has_text="N").tap()
    count_play(page, "SUNNY")
    expect(page.locator("#turns .word").first).to_have_text("SUNNY")

    with page.expect_download() as waiting:
        menu(page, "Save game")
        page.locator("#export-gcg").tap()
    saved = tmp_path / "game.gcg"
    waiting.value.save_as(saved)
    assert waiting.value.suggested_filename == "game.gcg"
    lines = saved.read_text(encoding="utf-8").splitlines()
    assert lines[0] == "#character-encoding UTF-8"
    plays = [line for line in lines if line.startswith(">")]
    assert [line.split()[2] for line in plays] == ["8B", "F6", "10F"]
    assert plays[0].endswith("oRCHARD +80 80")


@pytest.fixture(scope="module")
def guarded(start_once: Callable[..., str]) -> str:
    names = "Ann,Bartholomew the III,Ümit"
    return start_once("companion", "serve", "--port", "0", "--players", names, "--pin", "1234")


@pytest.mark.parametrize("width", [320, 390, 810, 1280, 1920])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_no_page_is_wider_than_its_screen(
    guarded: str, page_at: Callable[..., Any], width: int, scheme: str
) -> None:
    page = page_at(guarded, width=width, height=900, color_scheme=scheme, locale="de-DE")
    expect(page.locator("#scores .score")).to_have_count(3)
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    small = page.evaluate(
        """() => [...document.querySelectorAll('button, a.button, a.quiet')]
            .filter((b) => b.offsetParent !== null)
            .filter((b) => b.getBoundingClientRect().height < 44)
            .map((b) => b.textContent.trim())"""
    )
    assert small == []


def test_clocks_stay_in_the_score_cards(
    start: Callable[..., str], page_at: Callable[..., Any]
) -> None:
    page = page_at(
        f"{start('companion', 'serve', '--port', '0')}?lang=en", width=1280, height=800
    )
    page.get_by_role("button", name="Somebody new").tap()
    choose(page, "monopoly-scrabble")
    unfold(page)
    page.get_by_role("button", name="25 minutes, no end").tap()
    set_off(page)
    page.wait_for_selector("body[data-drawn] #board")
    count(page, "8F", "HOUSE")
    expect(page.locator("#turns .plus").first).to_have_text("+16")
    for width in (1280, 390):
        page.set_viewport_size({"width": width, "height": 800})
        sticking_out = page.evaluate(
            "[...document.querySelectorAll('#scores .time')].filter((time) =>"
            " time.getBoundingClientRect().right >"
            " time.closest('li').getBoundingClientRect().right).length"
        )
        assert sticking_out == 0
        assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_a_camera_of_last_time_is_looked_through_again(
    start: Callable[..., str], page_at: Callable[..., Any]
) -> None:
    address = start("companion", "serve", "--port", "0")
    page = page_at(address, width=1280, height=800)
    step(page, "camera")
    page.get_by_text("Rendered camera").last.tap()
    page.locator("#go").tap()
    page.wait_for_selector("body[data-drawn] #board")
    page.goto(f"{address}setup#camera")
    found = re.compile(r"^[\d., ]+$")
    expect(page.locator("#found")).to_have_attribute("points", found, timeout=60_000)


def test_two_tablets_see_the_same_and_a_lost_link_recovers(
    start: Callable[..., str], page_at: Callable[..., Any]
) -> None:
    address = start("companion", "serve", "--port", "0", "--players", "Ann,Ben")
    one = page_at(address, width=1280, height=800)
    two = page_at(f"{address}?lang=de", width=390, height=844)
    one.locator("[data-action=pass]").tap()
    one.locator("#dialog button.primary").tap()
    expect(two.locator("#turns .what")).to_contain_text("passt")
    expect(two.locator("#scores .score.turn .name b")).to_have_text("Ben")

    two.context.set_offline(True)
    expect(two.locator("#link")).to_be_visible()
    one.locator("[data-action=undo]").tap()
    two.context.set_offline(False)
    expect(two.locator("#turns .what")).to_have_count(0)
    expect(two.locator("#link")).to_be_hidden()


def test_board_by_keyboard(start: Callable[..., str], page_at: Callable[..., Any]) -> None:
    page = page_at(start(*DEMO), width=1280, height=800)
    count_play(page, "ORCHARD")
    expect(page.locator("#turns .word").first).to_have_text("ORCHARD")
    square(page, "8H").focus()
    page.keyboard.press("ArrowLeft")
    assert page.evaluate("document.activeElement.getAttribute('aria-label')").startswith(
        "8G, R"
    )
    page.keyboard.press("Enter")
    expect(page.locator("#dialog h2")).to_have_text("Square 8G")
    page.keyboard.press("Escape")
    expect(page.locator("#dialog")).to_be_hidden()


def test_guest_watches_and_the_pin_makes_a_host(
    start: Callable[..., str], page_at: Callable[..., Any]
) -> None:
    address = start("companion", "serve", "--port", "0", "--players", "A,B", "--pin", "4711")
    page = page_at(address, width=390, height=844)
    expect(page.locator("[data-action=pass]")).to_be_hidden()
    menu(page, "Save game")
    expect(page.locator("#export-pdf")).to_be_visible()
    expect(page.locator("#export-jsonl")).to_have_count(0)
    page.get_by_role("button", name="Close").tap()
    page.locator("#host-open").tap()
    page.locator("#dialog .pin").fill("0000")
    page.locator("#dialog .primary").tap()
    expect(page.locator("#fault")).not_to_be_empty()
    page.locator("#host-open").tap()
    page.locator("#dialog .pin").fill("4711")
    page.locator("#dialog .primary").tap()
    expect(page.locator("[data-action=pass]")).to_be_visible()
