"""A square answers where it is drawn: fingers and a mouse at places, in three browsers.

The page's own record of what was tapped is compared with where the squares are drawn; which
elements lie there is the page's business.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence

import pytest

from companion.board.layout import STANDARD, SUPER, Layout
from companion.rules.api import Setup
from companion.tilesets import load
from companion.web import OneGame, Playing, create_app
from tests.doubles.fake_loop import FakeLoop
from tests.e2e.engines import Chromium, Engine, Firefox, Point, WebKit, until

ENGINES = (
    pytest.param(Chromium, marks=pytest.mark.browser),
    pytest.param(Firefox, marks=pytest.mark.firefox),
    pytest.param(WebKit, marks=pytest.mark.webkit),
)
SIZES = {
    "tablet": (1280, 800, 1),
    "portrait": (810, 1080, 1),
    "phone": (390, 844, 1),
    "small phone": (360, 640, 1),
    "phone held flat": (844, 390, 1),
    "television": (1920, 1080, 1),
    "zoomed": (1280, 800, 2),
}
ENOUGH = {"chromium": 225, "firefox": 225, "webkit": 45}
"""Taps of one quick case; WebKit draws a picture for each before it takes the next."""

DRAWN = """
const size = Number(document.getElementById("board").dataset.size);
const named = (row, col) => `${row + 1}${String.fromCharCode(65 + col)}`;
const boxes = [...document.querySelectorAll("#board .sq")].map((square, at) => {
  const drawn = square.querySelector(".premise rect");
  const { left, top, width, height } = drawn.getBoundingClientRect();
  return [named(Math.floor(at / size), at % size), left, top, width, height];
});
"""
"""Where the squares are drawn: name, left, top, width, height."""

RECORD = """
window.tapped = [];
// Where the page was tapped there the keys go on.
new MutationObserver((changes) => {
  const at = changes.map((change) => change.target).find((square) => square.tabIndex === 0);
  if (at) tapped.push(`${+at.dataset.row + 1}${String.fromCharCode(65 + +at.dataset.col)}`);
}).observe(document.getElementById("board"), { subtree: true, attributeFilter: ["tabindex"] });
"""
"""Keeps what the page holds for tapped."""

UNDER = (
    DRAWN
    + """
const wrong = [];
for (const [name, left, top, width, height] of boxes) {
  const [l, r, t, b] = [left + 1, left + width - 1, top + 1, top + height - 1];
  for (const [x, y] of [[(l + r) / 2, (t + b) / 2], [l, t], [r, t], [l, b], [r, b]]) {
    if (y < 0 || y >= innerHeight) continue;
    const found = document.elementFromPoint(x, y)?.closest("#board .sq")?.dataset;
    const answer = found && `${+found.row + 1}${String.fromCharCode(65 + +found.col)}`;
    if (answer !== name) wrong.push(`${name} at ${x},${y}: ${answer}`);
  }
}
return wrong;
"""
)
"""Asks at each place in sight what lies there; much quicker than tapping."""


@pytest.fixture(scope="module", params=ENGINES)
def engine(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Engine]:
    started = request.param(tmp_path_factory.mktemp("browser"))
    yield started
    started.close()


def address_of(layout: Layout, served: Callable[..., str]) -> str:
    setup = Setup(("Ann", "Ben"), load("english"), layout)
    playing = Playing(FakeLoop(setup=setup), setup.tiles, layout=layout, number=1)
    return served(create_app(OneGame(playing)))


def places(box: tuple[float, float, float, float], *, whole: bool) -> list[Point]:
    """The middle of a box, and 1 px inside each of its corners."""
    left, top, width, height = box
    inward = (math.ceil, math.floor) if whole else (float, float)
    left, right = inward[0](left + 1), inward[1](left + width - 1)
    top, bottom = inward[0](top + 1), inward[1](top + height - 1)
    middle = ((left + right) / 2, (top + bottom) / 2)
    return [middle, (left, top), (right, top), (left, bottom), (right, bottom)]


def tap_all(engine: Engine, layout: Layout, which: Callable[[int], Sequence[int]]) -> int:
    """Tap squares and hold that each answered for itself; return how many taps there were.

    Args:
        engine: Shows the page.
        layout: Of the board.
        which: The places of the square with a number that are tapped: 0 the middle, 1 to 4
            the corners.
    """
    squares = layout.size**2
    done: set[str] = set()
    taps = 0
    until_drawn(engine, squares)
    engine.ask(RECORD)
    for _ in range(12):
        boxes, high = engine.ask(f"{DRAWN} return [boxes, innerHeight]")
        wanted: list[str] = []
        points: list[Point] = []
        for number, (name, left, top, width, height) in enumerate(boxes):
            if name in done or top < 0 or top + height > high:
                continue
            done.add(name)
            at = places((left, top, width, height), whole=engine.whole)
            points += [at[each] for each in which(number)]
            wanted += [name] * len(which(number))
        assert engine.ask(UNDER) == []
        engine.tap(points)
        assert engine.ask("return tapped.splice(0)") == wanted
        taps += len(wanted)
        if len(done) == squares:
            return taps
        first = next(at for at, (name, *_) in enumerate(boxes) if name not in done)
        engine.ask(f"document.querySelectorAll('#board .sq')[{first}].scrollIntoView(true)")
    raise AssertionError(f"only {len(done)} squares came into sight")


def until_drawn(engine: Engine, squares: int) -> None:
    until(lambda: engine.ask("return document.body.dataset.drawn") == "" or None)
    assert engine.ask(f"{DRAWN} return boxes.length") == squares


def in_turn(size: int, enough: int) -> Callable[[int], Sequence[int]]:
    """One place of each square, another one for its neighbours; about so many in all."""
    every = math.ceil(size**2 / enough)

    def which(number: int) -> Sequence[int]:
        row, col = divmod(number, size)
        return [] if number % every else [(2 * row + col // every) % 5]

    return which


@pytest.mark.parametrize(
    ("size", "layout"), [("tablet", STANDARD), ("phone", SUPER)], ids=["15", "21"]
)
def test_a_square_answers_where_it_is_drawn(
    engine: Engine, served: Callable[..., str], size: str, layout: Layout
) -> None:
    width, height, zoom = SIZES[size]
    engine.open(address_of(layout, served), width, height, zoom=zoom)
    enough = ENOUGH[engine.name]
    assert tap_all(engine, layout, in_turn(layout.size, enough)) > 0.8 * enough


@pytest.mark.long
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("layout", [STANDARD, SUPER], ids=["15", "21"])
def test_every_square_answers_at_its_middle_and_corners(
    engine: Engine, served: Callable[..., str], size: str, layout: Layout
) -> None:
    width, height, zoom = SIZES[size]
    engine.open(address_of(layout, served), width, height, zoom=zoom)
    assert tap_all(engine, layout, lambda _: range(5)) == 5 * layout.size**2
