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

MORE = [(810, 1080), (360, 640), (844, 390), (1920, 1080), (640, 400)]
"""The last is a tablet at 200 %."""

SIZES = pytest.mark.parametrize(
    ("width", "height"),
    [(1280, 800), (390, 844), *(pytest.param(*size, marks=pytest.mark.long) for size in MORE)],
)
LAYOUTS = pytest.mark.parametrize("layout", [STANDARD, SUPER], ids=["15", "21"])

ANSWERS = """() => {
  const wrong = [];
  let asked = 0;
  for (const square of document.querySelectorAll("#board .sq")) {
    const name = square.dataset.square;
    const drawn = square.querySelector(".hit");
    let box = drawn.getBoundingClientRect();
    if (box.top < 0 || box.bottom > innerHeight) {
      drawn.scrollIntoView({ block: "center", behavior: "instant" });
      box = drawn.getBoundingClientRect();
    }
    const [l, r, t, b] = [box.left + 1, box.right - 1, box.top + 1, box.bottom - 1];
    for (const [x, y] of [[(l + r) / 2, (t + b) / 2], [l, t], [r, t], [l, b], [r, b]]) {
      asked += 1;
      const found = document.elementFromPoint(x, y)?.closest("#board .sq")?.dataset.square;
      if (found !== name) wrong.push(`${name}: ${found}`);
    }
  }
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


def place(page: Any, where: Square, size: int, corner: tuple[int, int]) -> tuple[float, float]:
    """A place in a square: its middle, or one pixel inside a corner."""
    drawn = page.locator("#board .sq .hit").nth(where.row * size + where.col)
    drawn.scroll_into_view_if_needed()
    box = drawn.bounding_box()
    right, down = corner
    x = box["x"] + box["width"] / 2 + right * (box["width"] / 2 - 1)
    return x, box["y"] + box["height"] / 2 + down * (box["height"] / 2 - 1)


CORNERS = ((0, 0), (-1, -1), (1, -1), (-1, 1), (1, 1))


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
        for corner in CORNERS:
            page.touchscreen.tap(*place(page, where, layout.size, corner))
            expect(page.locator("#play .at")).to_have_text(f"{where.name} across")
            page.keyboard.press("Escape")
            expect(page.locator("#board .caret")).to_have_count(0)


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
    expect(grid.get_by_role("row")).to_have_count(15)
    expect(grid.get_by_role("gridcell")).to_have_count(225)
    expect(page.locator('#board .sq[tabindex="0"]')).to_have_count(1)
    square(page, "8H").focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowDown")
    expect(square(page, "9I")).to_be_focused()
    expect(page.get_by_role("gridcell", name="9I, empty")).to_be_focused()
    ring = square(page, "9I").locator(".ring")
    assert ring.evaluate("(node) => getComputedStyle(node).stroke") != "none"
    page.keyboard.press("Enter")
    expect(page.locator("#play .at")).to_have_text("9I across")
