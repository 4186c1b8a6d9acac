"""What a finger does on the pages, for the tests of the browser."""

from __future__ import annotations

from typing import Any

import pytest

SIZES = pytest.mark.parametrize(
    ("width", "height"),
    [
        (390, 844),
        *(pytest.param(*size, marks=pytest.mark.long) for size in ((1280, 800), (810, 1080))),
    ],
)
"""A phone, and in the long run a screen and a tablet."""


def expect(locator: Any) -> Any:
    from playwright.sync_api import expect as playwright_expect

    return playwright_expect(locator)


def square(page: Any, name: str) -> Any:
    row, column = int(name[:-1]) - 1, ord(name[-1]) - ord("A")
    return page.locator(f'#board [data-row="{row}"][data-col="{column}"]')


def lay(page: Any, at: str, word: str, *, down: bool = False) -> None:
    """Type a word on the board, small letters for blanks, and see its score."""
    square(page, at).tap()
    if "empty" not in (square(page, at).get_attribute("aria-label") or ""):
        page.get_by_role("button", name="A new word begins here").tap()
    if down:
        page.locator("#type-turn").tap()
    for letter in word:
        page.keyboard.press(f"Shift+{letter.upper()}" if letter.islower() else letter.lower())
    expect(page.locator("#done")).to_be_enabled()


def count(page: Any, at: str, word: str, *, down: bool = False) -> None:
    """Type a word and press Done."""
    lay(page, at, word, down=down)
    page.locator("#done").tap()
    expect(page.locator("#turns .word").first).to_have_text(word.upper(), timeout=20_000)


def step(page: Any, name: str) -> None:
    """Go to a step of the set-up: "players", "game" or "camera"."""
    page.locator(f"#to-{name}").tap()
    expect(page.locator(f"#step-{name}")).to_be_visible()


def choose(page: Any, edition: str) -> None:
    """Choose a game at the set-up."""
    step(page, "game")
    page.locator(f"#editions [data-value={edition}]").tap()


def unfold(page: Any) -> None:
    """Unfold what is seldom changed at the set-up."""
    page.locator("#rest > summary").tap()


def set_off(page: Any) -> None:
    """Play what is chosen at the set-up."""
    step(page, "camera")
    page.locator("#go").tap()


def offer(page: Any, label: str) -> None:
    """Press one of the game's own buttons."""
    page.locator("#play").get_by_role("button", name=label, exact=True).tap()


def menu(page: Any, label: str) -> None:
    """Choose something of the menu."""
    page.locator("#menu-open").tap()
    page.locator("#dialog").get_by_role("button", name=label).tap()


def ok(page: Any) -> None:
    """Send a form."""
    page.locator("#dialog button.primary").tap()
    expect(page.locator("#dialog")).to_be_hidden()


class Finger:
    """Taps where something is drawn, and counts; it never reaches for an element."""

    def __init__(self, page: Any) -> None:
        self.page = page
        self.taps = 0

    def tap(self, selector: str) -> None:
        """Tap the middle of what is in sight there."""
        box = self.page.locator(selector).bounding_box()
        x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        size = self.page.viewport_size
        assert 0 <= x < size["width"]
        assert 0 <= y < size["height"], f"{selector} is out of sight"
        self.page.touchscreen.tap(x, y)
        self.taps += 1


CLIPPED = """() => [...document.querySelectorAll('main *, footer *')].filter((node) => {
    const style = getComputedStyle(node);
    if (!node.checkVisibility() || node.closest('svg, .sr, .unseen')) return false;
    if (node.matches('input, img') || style.textOverflow === 'ellipsis') return false;
    const box = node.getBoundingClientRect();
    const cut = node.scrollWidth > node.clientWidth + 1
        || node.scrollHeight > node.clientHeight + 1;
    return cut && ['hidden', 'clip'].includes(style.overflowX)
        || box.right > innerWidth + 1 || box.left < -1;
}).map((node) => node.outerHTML.slice(0, 120))"""
"""What sticks out of the screen or is cut off; names may end in dots."""
