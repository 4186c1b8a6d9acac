"""A newcomer who only looks sees the demo cope with a hand, a bump and a lamp."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from companion.app.demo_game import HAPPENINGS, PLAYS

pytestmark = pytest.mark.browser

DEMO = ("tests.doubles.true_eyes", "demo", "--speed", "12", "--port", "0")

OBSERVE = """() => {
  window.told = [];
  const keep = () => {
    const [notice, title] = ["notice", "play-title"].map((id) => document.getElementById(id));
    const trouble = document.querySelector(".camtrouble") && title;
    const text = (notice ?? trouble)?.textContent.trim();
    if (text && window.told.at(-1) !== text) window.told.push(text);
  };
  new MutationObserver(keep).observe(document.getElementById("play"), {
    attributes: true, childList: true, characterData: true, subtree: true });
  keep();
}"""


def test_a_hand_a_bump_and_a_lamp_are_told_on_the_page_and_the_game_goes_on(
    start: Callable[..., str], page_at: Callable[..., Any]
) -> None:
    page = page_at(start(*DEMO), width=1280, height=800)
    page.evaluate(OBSERVE)
    page.wait_for_function(
        "turns => document.querySelectorAll('#turns li, #turns tr').length >= turns",
        arg=len(PLAYS), timeout=90_000,
    )  # fmt: skip
    told = page.evaluate("window.told")
    bump, lamp = (str(text) for text, _ in HAPPENINGS.values())
    assert "A hand is over the board." in told
    assert told.index(bump) < told.index(lamp)
    after_bump, after_lamp = told[told.index(bump) :], told[told.index(lamp) :]
    assert "A hand is over the board." in after_bump, "the game went on"
    assert "A hand is over the board." in after_lamp, "and on"
