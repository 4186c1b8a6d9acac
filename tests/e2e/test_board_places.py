"""A square of the board answers where it is drawn: places are tapped, not elements."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest

from companion.board.layout import STANDARD, SUPER, Layout
from companion.board.square import Square
from companion.rules.api import Setup
from companion.tilesets import load
from companion.web import OneGame, Playing, create_app
from tests.doubles.fake_loop import FakeLoop
from tests.e2e.touch import expect, square

pytestmark = pytest.mark.browser

SIZES = pytest.mark.parametrize(
    ("width", "height"), [(1280, 800), (810, 1080), (390, 844), (844, 390)]
)
LAYOUTS = pytest.mark.parametrize("layout", [STANDARD, SUPER], ids=["15", "21"])

ANSWERS = """() => {
  const answer = (x, y) => document.elementFromPoint(x, y);
  const wrong = [];
  let asked = 0;
  document.querySelectorAll("#board .squares .sq").forEach((drawn, at) => {
    const size = Number(document.getElementById("board").dataset.size);
    const name = `${Math.floor(at / size) + 1}${String.fromCharCode(65 + (at % size))}`;
    drawn.scrollIntoView({ block: "center", behavior: "instant" });
    let box = drawn.getBoundingClientRect();
    if (!answer(box.x + box.width / 2, box.y + box.height / 2)?.closest("#board")) {
      scrollBy({ top: box.top - 8, behavior: "instant" }); // from under what is docked below
      box = drawn.getBoundingClientRect();
    }
    const [l, r, t, b] = [box.left + 1, box.right - 1, box.top + 1, box.bottom - 1];
    for (const [x, y] of [[(l + r) / 2, (t + b) / 2], [l, t], [r, t], [l, b], [r, b]]) {
      asked += 1;
      const found = answer(x, y)?.closest("#grid button")?.getAttribute("aria-label");
      if (found?.split(",")[0] !== name) wrong.push(`${name}: ${found}`);
    }
  });
  return { wrong, asked };
}"""
"""Ask at the middle and within the corners of each square as the picture has it."""


def page_of(
    layout: Layout, served: Callable[..., str], page_at: Callable[..., Any], **view: Any
) -> Any:
    setup = Setup(("Ann", "Ben"), load("english"), layout)
    playing = Playing(FakeLoop(setup=setup), setup.tiles, layout=layout, number=1)
    page = page_at(served(create_app(OneGame(playing))), **view)
    expect(page.locator("#scores .score")).to_have_count(2)
    expect(square(page, "1A")).to_have_attribute("aria-label", re.compile("^1A, empty"))
    return page


def middle(page: Any, where: Square, size: int) -> tuple[float, float]:
    """Where the picture has the middle of a square."""
    drawn = page.locator("#board .squares .sq").nth(where.row * size + where.col)
    drawn.evaluate("e => { e.scrollIntoView({ block: 'start' }); scrollBy(0, -8); }")
    box = drawn.bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


@SIZES
@LAYOUTS
def test_every_square_answers_where_it_is_drawn(
    served: Callable[..., str],
    page_at: Callable[..., Any],
    layout: Layout,
    width: int,
    height: int,
) -> None:
    page = page_of(layout, served, page_at, width=width, height=height)
    answers = page.evaluate(ANSWERS)
    assert answers["asked"] == 5 * layout.size**2
    assert answers["wrong"] == []
    last = layout.size - 1
    for where in (Square(0, 0), Square(0, last), Square(7, 3), Square(last, last)):
        page.touchscreen.tap(*middle(page, where, layout.size))
        expect(page.locator("#dialog-title")).to_contain_text(where.name)
        page.keyboard.press("Escape")
        expect(page.locator("#dialog")).to_be_hidden()


def test_the_two_halves_move_no_square(
    served: Callable[..., str], page_at: Callable[..., Any]
) -> None:
    page = page_of(STANDARD, served, page_at, width=810, height=1080)
    page.evaluate("document.body.classList.add('facing')")
    assert page.evaluate(ANSWERS)["wrong"] == []


def test_keys_and_readers_find_a_grid_of_named_squares(
    served: Callable[..., str], page_at: Callable[..., Any]
) -> None:
    page = page_of(STANDARD, served, page_at, width=810, height=1080)
    grid = page.get_by_role("grid", name="Board")
    expect(grid.get_by_role("row")).to_have_count(16)
    expect(grid.get_by_role("columnheader")).to_have_count(15)
    expect(grid.get_by_role("rowheader")).to_have_count(15)
    expect(grid.get_by_role("gridcell").get_by_role("button")).to_have_count(225)
    square(page, "8H").focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowDown")
    expect(square(page, "9I")).to_be_focused()
    drawn = page.locator("#board .squares .sq").nth(8 * 15 + 8).bounding_box()
    cursor = page.locator("#cursor").bounding_box()
    assert cursor["x"] <= drawn["x"]
    assert cursor["x"] + cursor["width"] >= drawn["x"] + drawn["width"]
    page.keyboard.press("Enter")
    expect(page.locator("#dialog-title")).to_contain_text("9I")
