"""Overlays and walls in a browser: transparent, without scroll bars, read from the sofa."""

from __future__ import annotations

import io
import re
from collections.abc import Callable
from typing import Any

import pytest
from PIL import Image

from companion.rules.api import Setup
from companion.rules.cards.messages import LayDown
from companion.rules.registry import GAMES
from companion.session.order import ordered
from companion.tilesets import load
from companion.web import OneGame, Playing, create_app
from tests.doubles.cards import TEXT, hand
from tests.doubles.fake_loop import FakeLoop
from tests.e2e.touch import expect

pytestmark = pytest.mark.browser

LONG = "Wolfeschlegelsteinhausenbergerdorff-Abcd"
NAMES = ("Mira", LONG, "דוד בן־גוריון", "🎲 Émile 🧩", "محمد", "Hedy")
SCENES = ("lower", "side", "full")

HIGH_MM = 398
"""Of a television of 32 inches, the smallest that hangs in a room."""

READ_MM = 26
"""What is read at a glance from 4 m: 22 minutes of arc (ISO 9241-303)."""

OUTSIDE = """() => {
  const wide = innerWidth, high = innerHeight;
  const parts = "#scene :is(.seat, .strip, .board, .hands, .hands section)";
  const out = [...document.querySelectorAll(parts)]
    .concat([...document.querySelectorAll(":is(.seat, .strip) :not(bdi)")])
    .filter((node) => {
      const box = node.getBoundingClientRect();
      return box.right > wide + 1 || box.bottom > high + 1 || box.left < -1 || box.top < -1;
    });
  const root = document.documentElement;
  const scrolls = [root.scrollWidth - wide, root.scrollHeight - high];
  const cut = [...document.querySelectorAll(".digits, .clock, .cash, .hands b")]
    .filter((node) => node.scrollWidth > node.clientWidth + 1 && node.clientWidth)
    .concat([...document.querySelectorAll(".seat")].filter((seat) => {
      const inner = seat.querySelector(".digits").getBoundingClientRect();
      const outer = seat.getBoundingClientRect();
      return inner.right > outer.right + 1 || inner.bottom > outer.bottom + 1;
    }));
  return [out.map((node) => node.className), scrolls, cut.map((node) => node.textContent)];
}"""

DIGITS_PX = """() => [...document.querySelectorAll(".digits")].map((node) => {
  const style = getComputedStyle(node);
  const pen = document.createElement("canvas").getContext("2d");
  pen.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
  return pen.measureText("7").actualBoundingBoxAscent;
})"""
"""How high the digits are drawn, not the box around them."""


def playing(players: tuple[str, ...]) -> FakeLoop:
    if len(players) > 4:
        options = (("deck", TEXT), ("deal", "table"))
        setup = Setup(players, load("english"), options=options)
        loop = FakeLoop(players, ruleset=GAMES["monopoly-cards"], setup=setup)
        hands = tuple(hand(text) for text in ("RRR12tgg", "OOO", "", "YYY", "TTTT", "UU"))
        loop.submit(ordered(LayDown(hands[: len(players)]), "test")).result()
        return loop
    loop = FakeLoop(players)
    for at, word in (("8D", "QUIET"), ("G7", "VIXEN"), ("9C", "ZEN")):
        loop.play(at, word)
    return loop


@pytest.fixture
def show(served: Callable[..., str], page_at: Callable[..., Any]) -> Callable[..., Any]:
    """Open a page of a game with so many players."""

    def opened(path: str, players: int = 2, **view: Any) -> Any:
        loop = playing(NAMES[:players])
        commands = loop.ruleset.commands
        app = create_app(OneGame(Playing(loop, loop.setup.tiles, commands=commands, number=1)))
        page = page_at(served(app) + path, width=1920, height=1080, **view)
        page.locator("body[data-drawn]").wait_for(state="attached")
        return page

    return opened


@pytest.mark.parametrize("players", [2, 4, 6])
def test_nothing_leaves_a_scene_or_its_box_and_nothing_scrolls(
    show: Callable[..., Any], players: int
) -> None:
    page = show("air/scene/lower", players)
    for path in (*(f"/air/scene/{name}" for name in SCENES), "/wall", "/score"):
        page.goto(re.sub(r"^(https?://[^/]+)/.*", rf"\1{path}", page.url))
        expect(page.locator("body[data-drawn]")).to_have_count(1)
        assert page.locator(".seat").count() == players, path
        assert page.evaluate(OUTSIDE) == [[], [0, 0], []], path


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_scene_is_transparent_where_it_draws_nothing(
    show: Callable[..., Any], scheme: str
) -> None:
    page = show("air/scene/lower", color_scheme=scheme)
    picture = Image.open(io.BytesIO(page.screenshot(omit_background=True)))
    assert picture.getpixel((960, 300))[3] == 0
    assert picture.getpixel((300, 950))[3] > 200


@pytest.mark.parametrize("path", ["wall", "score"])
@pytest.mark.parametrize("players", [2, 4, 6])
def test_digits_on_the_wall_are_read_from_four_metres(
    show: Callable[..., Any], path: str, players: int
) -> None:
    heights_px = show(path, players).evaluate(DIGITS_PX)
    assert len(heights_px) == players
    assert min(heights_px) / 1080 * HIGH_MM >= READ_MM


def test_a_scene_wears_the_colours_of_its_address_and_takes_its_side(
    show: Callable[..., Any],
) -> None:
    page = show("air/scene/side?bg=112233&color=ffeedd&accent=000080&p2=ff00ff&side=left")
    pane = page.locator(".pane")
    assert pane.evaluate("e => getComputedStyle(e).backgroundColor") == "rgb(17, 34, 51)"
    assert pane.evaluate("e => getComputedStyle(e).color") == "rgb(255, 238, 221)"
    strip = page.locator(".strip").evaluate("e => getComputedStyle(e)['color']")
    assert strip == "rgb(255, 255, 255)"  # on a dark accent
    second = page.locator(".seat").nth(1)
    bar = second.evaluate("e => getComputedStyle(e, '::before').backgroundColor")
    assert bar == "rgb(255, 0, 255)"
    assert pane.bounding_box()["x"] < 100


def test_the_help_page_shows_the_scenes_and_gives_their_addresses(
    show: Callable[..., Any],
) -> None:
    page = show("air/help")
    for name in SCENES:
        preview = page.locator(f".stage [data-scene={name}]")
        expect(preview.locator(".digits")).to_have_count(2)
        box, stage = preview.bounding_box(), page.locator(".stage").first.bounding_box()
        assert box["width"] == pytest.approx(stage["width"], abs=1)
        assert box["height"] == pytest.approx(stage["width"] * 1080 / 1920, abs=1)
    page.locator("#air-delay").select_option("60")
    page.locator("#air-side").select_option("left")
    address = page.locator("input[data-path='/air/scene/side']")
    expect(address).to_have_value(re.compile(r"^http://.*/air/scene/side\?delay=60&side=left$"))
    expect(page.locator(".stage .leftward")).to_have_count(3)
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    address.locator("xpath=../button").tap()
    expect(page.locator("#air-said")).to_have_text("Copied.")
    assert page.evaluate("navigator.clipboard.readText()") == address.input_value()
