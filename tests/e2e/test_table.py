"""Set-up, challenges, corrections of the past, exports, past games: by touch.

The real command line, without a camera, so that plays are laid by hand; `test_dashboard.py` has
the camera.
"""

from __future__ import annotations

import json
import re
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from companion.app.watched import eyes_for
from companion.errors import DependencyMissing
from companion.tilesets import load
from tests.e2e.touch import SIZES, count, expect, lay, menu, ok, set_off, step, unfold

pytestmark = pytest.mark.browser

SERVE = ("companion", "serve", "--port", "0")


@SIZES
def test_set_up_with_a_rendered_camera(
    start: Callable[..., str],
    page_at: Callable[..., Any],
    tmp_path: Path,
    width: int,
    height: int,
) -> None:
    try:
        eyes_for(load("english"))
    except DependencyMissing as missing:
        pytest.skip(str(missing))
    begun = time.monotonic()
    address = start(*SERVE)
    page = page_at(address, width=width, height=height)
    assert page.url.endswith("/setup")
    step(page, "camera")
    page.locator("#cameras [data-value^=synthetic]").tap()
    expect(page.locator("#checks [data-state=good]")).to_have_count(3, timeout=60_000)
    expect(page.locator("#sight-says")).to_have_text(re.compile("is found"))
    before = page.locator("#found").get_attribute("points")

    # A corner that is not right is dragged; what is read there is shown straightened.
    corner = page.locator("[data-corner=tl]").bounding_box()
    x, y = corner["x"] + corner["width"] / 2, corner["y"] + corner["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 4, y + 4)
    page.mouse.up()
    assert page.locator("#found").get_attribute("points") != before
    page.locator("#read").tap()
    expect(page.locator("#sight-says")).to_have_text(
        re.compile("tiles are read"), timeout=60_000
    )
    expect(page.locator("#straight-picture")).to_be_visible()
    page.locator("#find").tap()
    expect(page.locator("#sight-says")).to_have_text(re.compile("is found"), timeout=60_000)

    # Markers are the sure way, one tap further.
    page.locator(".sure summary").tap()
    with page.expect_download() as waiting:
        page.get_by_role("link", name="Markers, A4").tap()
    assert Path(waiting.value.path()).read_bytes().startswith(b"%PDF")

    # A list of the household's own is told with what it holds, and chosen.
    unfold(page)
    words = tmp_path / "ours.txt"
    words.write_text("QI\nZA\nORCHARD\n", encoding="utf-8")
    page.locator("#list-file").set_input_files(words)
    expect(page.locator("#list-says")).to_contain_text("ours: 3 words, 2 of them of two")
    expect(page.locator("#lists [aria-pressed=true]")).to_have_text("ours")

    page.locator("#clocks [data-value=family]").tap()
    expect(page.locator("#rest-line")).to_contain_text("ours · 25 minutes, no penalty · ")
    step(page, "players")
    page.locator("#players input").first.fill("Ann")
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert time.monotonic() - begun < 120  # issue: set up in under two minutes
    set_off(page)
    expect(page.locator("#scores .name b").first).to_have_text("Ann", timeout=20_000)
    expect(page.locator("#scores .time").first).to_have_text("25:00")
    expect(page.locator("#proposal .points")).to_be_visible(timeout=30_000)
    page.locator("#done").tap()
    expect(page.locator("#turns .n.seen").first).to_be_visible()
    page.locator("#turns .n").first.tap()
    picture = page.locator("#dialog img.picture")
    expect(picture).to_be_visible()
    assert picture.evaluate("async (p) => (await p.decode(), p.naturalWidth)") > 300

    # All of it is offered again next time.
    page.goto(f"{address}setup")
    expect(page.locator("#again")).to_contain_text("Rendered camera")
    expect(page.locator("#cameras label:has(:checked)")).to_contain_text("Rendered camera")
    expect(page.locator("#players input").first).to_have_value("Ann")
    expect(page.locator("#clocks [data-value=family]")).to_have_attribute(
        "aria-pressed", "true"
    )


@SIZES
def test_challenges_won_and_lost_a_correction_three_turns_back_and_exports(
    start: Callable[..., str],
    page_at: Callable[..., Any],
    tmp_path: Path,
    width: int,
    height: int,
) -> None:
    page = page_at(start(*SERVE, "--players", "Ann,Ben"), width=width, height=height)
    totals = page.locator("#scores .total")
    lay(page, "8D", "QUIET")
    expect(page.locator("#proposal .points")).to_have_text("+48")
    page.locator("#done").tap()

    # A challenge of a good word costs the challenger the next turn.
    page.locator("#turns .word").first.tap()
    expect(page.locator("#challenge-cost")).to_contain_text("Ben loses the next turn")
    page.locator("#done").tap()
    expect(page.locator("#play .verdict")).to_have_text("QUIET is in the ENABLE list.")
    expect(page.locator("#play .follows")).to_contain_text("the play stands")
    page.locator("#done").tap()
    expect(page.locator("#scores .score.turn .name b")).to_have_text("Ann")

    # A phony is challenged off, and the board asks for its tiles.
    count(page, "8F", "IVXRY", down=True)
    page.locator("#turns .word").first.tap()
    page.locator("#done").tap()
    expect(page.locator("#play .verdict.not")).to_contain_text("not in the ENABLE list")
    expect(page.locator("#play .follows").last).to_contain_text("9F 10F 11F 12F")
    page.locator("#done").tap()
    expect(page.locator("#lift")).to_contain_text("Lift the tiles")
    expect(totals.first).to_contain_text("48")

    # A word of the house counts from now on, in one tap.
    count(page, "8F", "IVORY", down=True)
    page.locator("#turns .word", has_text="QUIET").tap()
    page.get_by_role("button", name="QUIET does not count in our house").tap()
    expect(page.locator("#play .verdict.not")).to_be_visible()
    page.locator("#done").tap()

    expect(page.locator("#turns li").first).to_contain_text(re.compile(r"\d:\d\d"))

    # Three turns back a blank was taken for a letter: what changes is shown, then done.
    page.locator("#turns .n").last.tap()
    page.get_by_role("button", name="Mend this turn").tap()
    page.locator("#edit-word").fill("qUIET")
    page.get_by_role("button", name="What will change?").tap()
    expect(page.locator("#preview-totals li").first).to_contain_text("Ann: 48 → 8")
    ok(page)
    expect(totals.first).to_contain_text("8")

    with page.expect_download() as waiting:
        menu(page, "Save game")
        page.locator("#export-jsonl").tap()
    saved = tmp_path / "game.jsonl"
    waiting.value.save_as(saved)
    assert json.loads(saved.read_text("utf-8").splitlines()[0])["ruleset"] == "classic"
    expect(page.locator("#export-lost")).to_have_text("")
    with page.expect_download():
        page.locator("#export-csv").tap()
    expect(page.locator("#export-lost")).to_contain_text("Not kept in this format: The set-up")
    page.locator("#dialog button.primary").tap()

    # The end: who holds what is tapped, or left.
    menu(page, "End game")
    page.locator("#dialog button.primary").tap()
    expect(page.locator("#play")).to_contain_text("The game is over")
    page.goto(page.url.split("?")[0] + "games")
    expect(page.locator("#games li[data-number]")).to_have_count(1)
    expect(page.locator("#statistics tbody th")).to_have_text(["Ann", "Ben"])
    assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_a_new_game_reaches_every_screen_and_an_old_one_is_taken_up(
    start: Callable[..., str], page_at: Callable[..., Any]
) -> None:
    address = start(*SERVE, "--players", "Ann,Ben")
    viewer = page_at(address, width=390, height=844)
    host = page_at(address, width=1280, height=800)
    count(host, "8D", "QUIET")
    host.locator("#menu-open").tap()
    host.get_by_role("link", name="New game").tap()
    host.locator("#players input").first.fill("Cleo")
    set_off(host)
    expect(host.locator("#scores .name b").first).to_have_text("Cleo", timeout=20_000)
    expect(viewer.locator("#scores .name b").first).to_have_text("Cleo")
    host.goto(f"{address}setup")
    host.locator("#resume button").tap()
    expect(host.locator("#turns .word").first).to_have_text("QUIET")


def test_a_tablet_that_slept_has_the_whole_state_at_once(
    start: Callable[..., str], page_at: Callable[..., Any]
) -> None:
    address = start(*SERVE, "--players", "Ann,Ben")
    host = page_at(address, width=1280, height=800)
    page_at(address, width=810, height=1080)
    sleeper = page_at(address, width=810, height=1080)
    sleeper.context.set_offline(True)
    count(host, "8D", "QUIET")
    count(host, "8F", "IVORY", down=True)
    sleeper.context.set_offline(False)
    sleeper.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    expect(sleeper.locator("#turns .word").first).to_have_text("IVORY", timeout=3000)
