"""Two tablets at one game: a dialog of a turn ago acts on nobody, and keeps what was typed."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest

from companion.rules.engine.messages import Pass
from companion.session.order import ordered
from companion.web import OneGame, Playing, create_app
from tests.doubles.fake_loop import FakeLoop
from tests.e2e.touch import expect, lay, square

pytestmark = pytest.mark.browser

GONE_ON = "The game has gone on; look again."


@pytest.fixture
def loop() -> FakeLoop:
    return FakeLoop()


@pytest.fixture
def page(loop: FakeLoop, served: Callable[..., str], page_at: Callable[..., Any]) -> Any:
    app = create_app(OneGame(Playing(loop, loop.setup.tiles, commands=loop.ruleset.commands)))
    return page_at(served(app), width=810, height=1080)


def elsewhere(loop: FakeLoop) -> None:
    """Somebody passes on another tablet."""
    loop.submit(ordered(Pass(), "page other")).result()


def test_a_pass_that_was_asked_for_a_turn_ago_is_no_second_pass(
    loop: FakeLoop, page: Any
) -> None:
    page.locator("[data-action=pass]").tap()
    elsewhere(loop)
    expect(page.locator("#scores [aria-current=true]")).to_contain_text("Ben")
    page.locator("#dialog button.primary").tap()
    expect(page.locator("#fault")).to_have_text(GONE_ON)
    assert len(loop.snapshot.turns) == 1
    page.locator("[data-action=pass]").tap()
    page.locator("#dialog button.primary").tap()
    expect(page.locator("#scores [aria-current=true]")).to_contain_text("Ann")
    assert [turn.player for turn in loop.snapshot.turns] == ["Ann", "Ben"]


def test_a_typed_word_stays_when_the_game_has_gone_on(loop: FakeLoop, page: Any) -> None:
    lay(page, "8D", "QUIET")
    elsewhere(loop)
    expect(page.locator("#scores [aria-current=true]")).to_contain_text("Ben")
    page.locator("#done").tap()
    expect(page.locator("#fault")).to_have_text(GONE_ON)
    expect(square(page, "8H")).to_have_attribute("aria-label", re.compile("^8H, T.*proposed"))
    assert not [turn for turn in loop.snapshot.turns if turn.kind == "play"]
    page.locator("#done").tap()
    expect(page.locator("#turns .word")).to_have_text(["QUIET"])
    assert loop.snapshot.turns[-1].player == "Ben"
