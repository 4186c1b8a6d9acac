"""The dialog that shows how it stands with the buttons at the table."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from companion.web import OneGame, Playing, create_app
from tests.doubles.devices import health
from tests.doubles.fake_loop import FakeLoop
from tests.e2e.test_accessibility import axe, problems
from tests.e2e.touch import expect

__all__ = ["axe"]


@pytest.mark.browser
@pytest.mark.axe
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("lang", ["en", "de"])
def test_the_box_is_shown_as_it_comes_and_goes(
    axe: str,
    served: Callable[..., str],
    page_at: Callable[..., Any],
    scheme: str,
    lang: str,
) -> None:
    loop = FakeLoop()
    is_ready = [True]
    playing = Playing(loop, loop.setup.tiles, devices=lambda: health(is_ready=is_ready[0]))
    page = page_at(
        served(create_app(OneGame(playing))) + f"?lang={lang}",
        width=390, height=844, color_scheme=scheme, bypass_csp=True, reduced_motion="reduce",
    )  # fmt: skip
    page.locator("#menu-open").tap()
    page.get_by_text({"en": "Buttons at the table", "de": "Tasten am Tisch"}[lang]).tap()
    box = page.locator(".device").first
    expect(box.locator("h3")).to_contain_text("479dd2cd")
    expect(box.locator(".state")).to_have_text({"en": "connected", "de": "verbunden"}[lang])
    expect(box.locator("dl")).to_contain_text({"en": "12 s ago", "de": "vor 12 s"}[lang])
    assert problems(page, axe) == []
    is_ready[0] = False
    expect(box.locator(".state")).to_have_text({"en": "not there", "de": "nicht da"}[lang])
    gone = {"en": "is the box plugged in", "de": "steckt der Kasten"}[lang]
    expect(box.locator("p")).to_contain_text(gone)
    assert problems(page, axe) == []
    width = page.evaluate("document.querySelector('dialog').scrollWidth")
    assert width <= 390
