"""What a finger does on the pages, for the tests of the browser."""

from __future__ import annotations

from typing import Any


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


def offer(page: Any, label: str) -> None:
    """Press one of the game's own buttons."""
    page.locator("#play").get_by_role("button", name=label, exact=True).tap()


def menu(page: Any, label: str) -> None:
    """Choose something of the menu."""
    page.locator("#menu-open").tap()
    page.locator("#dialog").get_by_role("button", name=label, exact=True).tap()


def ok(page: Any) -> None:
    """Send a form."""
    page.locator("#dialog button.primary").tap()
    expect(page.locator("#dialog")).to_be_hidden()
