"""The dialog that shows how it stands with the buttons at the table."""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from companion.app.hall import open_hall
from companion.device import Buttons
from companion.household.folders import STORE_FILE
from companion.household.table_setup import TableSetup
from companion.session.log import Entry
from companion.store import EventStore
from companion.web import Access, OneGame, Playing, create_app
from firmware_bridge import Button
from firmware_bridge.simulator import virtual_box
from tests.doubles.devices import health
from tests.doubles.fake_loop import FakeLoop
from tests.doubles.true_eyes import TrueEyes
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


@pytest.mark.browser
def test_the_clock_is_paused_from_the_box_and_from_the_page_alike(
    served: Callable[..., str], page_at: Callable[..., Any], tmp_path: Path
) -> None:
    order = TableSetup(("Ann", "Bob"), clock="german")
    with open_hall(tmp_path, eyes=TrueEyes, buttons=Buttons("virtual://paused")) as hall:
        hall.seat(order)
        page = page_at(served(hall.dashboard(Access())), width=810, height=1080)
        clock, box = page.locator("#clock"), virtual_box("paused")
        expect(clock).to_have_text("Start the clocks")
        until(lambda: box.clocks is not None)
        box.press(Button.PAUSE)
        expect(clock).to_have_text("Pause")
        until(lambda: box.clocks is not None and box.clocks.running == 0)
        clock.tap()
        expect(clock).to_have_text("Go on")
        until(lambda: box.text == "Paused")
        box.press(Button.PAUSE)
        expect(clock).to_have_text("Pause")
        until(lambda: box.text == "")
        box.press(Button.PASS)
        expect(page.locator("#scores [aria-current=true]")).to_contain_text("Bob")
        until(lambda: box.clocks is not None and box.clocks.running == 1)
    kinds = [entry.kind for entry in log_of(tmp_path)]
    assert kinds[:5] == ["clocks-set", "clocks-set", "clocks-set", "turn-passed", "clocks-set"]
    actors = [entry.actor.split()[0] for entry in log_of(tmp_path)][:5]
    assert actors == ["button", "page", "button", "button", "button"]


def log_of(folder: Path) -> tuple[Entry, ...]:
    with EventStore.open(folder / STORE_FILE) as store:
        return store.load(1)


def until(is_true: Callable[[], bool]) -> None:
    for _ in range(3000):
        if is_true():
            return
        threading.Event().wait(0.01)
    raise AssertionError("it does not come true")
