"""Those who watch: viewers who change nothing, a tablet that slept, two that see the same."""

from __future__ import annotations

import statistics
from collections.abc import Callable
from typing import Any

import pytest

from companion.app.server.serving import served as shipped
from companion.app.wiring import open_table
from companion.errors import DependencyMissing
from companion.lexicon import load as load_lexicon
from companion.web import Access, OneGame, Playing, create_app
from tests.doubles.fake_loop import FakeLoop
from tests.e2e.touch import SIZES, expect, square

DOORS = ("/api/host", "/api/phone/claim")
"""Whoever knows the PIN, or the code of a phone, comes in there; nobody else does."""

pytestmark = pytest.mark.browser

SCRIPT = "<img src=x onerror=alert(1)>"

FORGE = """async (paths) => {
    const answers = [];
    for (const path of paths) {
        const answer = await fetch(path, {
            method: "POST", headers: {"Content-Type": "application/json"}, body: "{}",
        });
        answers.push([path, answer.status]);
    }
    return answers;
}"""


@SIZES
def test_a_viewer_may_not_change_anything(
    served: Callable[..., str], page_at: Callable[..., Any], width: int, height: int
) -> None:
    loop = FakeLoop(("Ann", SCRIPT))
    loop.play("8D", "QUIET")
    loop.propose("F8", "IVORY", left_out=("1A",))
    playing = Playing(loop, loop.setup.tiles, lexicon=load_lexicon(), number=1)
    app = create_app(OneGame(playing), access=Access(host_pin="4711"))
    address = served(app)
    page = page_at(address, width=width, height=height)
    before = loop.snapshot

    # The page shows everything and offers nothing.
    expect(page.locator("#scores .name b").nth(1)).to_have_text(SCRIPT)
    expect(page.locator("#proposal .main")).to_have_text("IVORY")
    for button in ("#done", "#answers", "[data-action=pass]", "[data-action=undo]"):
        expect(page.locator(button)).to_be_hidden()
    square(page, "8D").tap()
    square(page, "1A").tap()
    expect(page.locator("#dialog")).to_be_hidden()
    page.locator("#turns .word").first.tap()
    expect(page.locator("#play .verdict")).to_contain_text("QUIET")
    expect(page.locator("#play .house")).to_have_count(0)
    page.locator("#done").tap()
    page.locator("#turns .n").first.tap()
    expect(page.locator("#dialog .menu")).to_have_count(0)
    page.keyboard.press("Escape")

    # Nor does any address take a change from its script.
    paths = sorted(
        rule.rule.replace("<game>", "together")
        for rule in app.url_map.iter_rules()
        if "POST" in (rule.methods or ()) and rule.rule not in DOORS
    )
    assert len(paths) > 15
    answers = page.evaluate(FORGE, paths)
    assert {path: status for path, status in answers if status not in {403, 415, 429}} == {}
    for path in ("setup", "games", "api/turns/1/picture.jpg", "api/setup/board?camera=0"):
        assert page.request.get(address + path).status == 403
    assert loop.snapshot is before
    assert len(loop.submitted) == 2  # what this test itself did


NOTE_THE_BANNER = """addEventListener("DOMContentLoaded", () => {
    const banner = document.getElementById("link");
    new MutationObserver(() => { window.shown ||= !banner.hidden; })
        .observe(banner, { attributes: true });
})"""


def test_a_page_that_gets_no_stream_asks_instead(
    served: Callable[..., str], page_at: Callable[..., Any]
) -> None:
    loop = FakeLoop(("Ann", "Ben"))
    address = served(create_app(OneGame(Playing(loop, loop.setup.tiles, number=1))))
    page = page_at(address, width=810, height=1080)
    page.route("**/api/stream", lambda route: route.fulfill(status=503, body="{}"))
    page.add_init_script(NOTE_THE_BANNER)
    page.clock.install()
    page.reload()
    expect(page.locator("#scores .score")).to_have_count(2)
    for at, word in (("8D", "QUIET"), ("F8", "IVORY")):
        loop.play(at, word)
        expect(page.locator("#turns .word").first).to_have_text(word, timeout=9000)
    assert not page.evaluate("window.shown")
    with page.expect_request("**/api/stream"):
        page.clock.fast_forward("00:46")


DEAF = """
    class Deaf extends EventSource {
        addEventListener(type, listener) {
            super.addEventListener(type, (event) => window.asleep || listener(event));
        }
    }
    window.EventSource = Deaf;
"""
"""A stream as a tablet has it that slept: it says that it is open, and brings nothing."""


@SIZES
def test_a_tablet_that_slept_ten_minutes(
    served: Callable[..., str], page_at: Callable[..., Any], width: int, height: int
) -> None:
    loop = FakeLoop(("Ann", "Ben"))
    address = served(create_app(OneGame(Playing(loop, loop.setup.tiles, number=1))))
    page = page_at(address, width=width, height=height)
    page.add_init_script(DEAF)
    page.clock.install()
    page.reload()
    expect(page.locator("body[data-drawn]")).to_have_count(1)
    page.evaluate("window.asleep = true")
    page.context.set_offline(True)
    loop.play("8D", "QUIET")
    loop.play("F8", "IVORY")
    loop.propose("11E", "FRAME")
    page.clock.fast_forward("10:00")
    expect(page.locator("#link")).to_be_visible()
    expect(page.locator("#turns .word")).to_have_count(0)
    page.context.set_offline(False)
    page.evaluate("window.asleep = false")
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    expect(page.locator("#turns .word").first).to_have_text("IVORY", timeout=3000)
    expect(page.locator("#proposal .main")).to_have_text("FRAME")
    page.clock.run_for(3000)
    expect(page.locator("#link")).to_be_hidden()
    loop.play("11E", "FRAME")
    expect(page.locator("#turns .word").first).to_have_text("FRAME", timeout=3000)


WATCH = """() => {
    window.seen = new Promise((resolve) => {
        const count = document.querySelectorAll('#turns .n').length;
        new MutationObserver((_, self) => {
            if (document.querySelectorAll('#turns .n').length === count) return;
            self.disconnect();
            resolve(Date.now());
        }).observe(document.getElementById('turns'), {childList: true, subtree: true});
    });
}"""


def test_two_tablets_see_the_same_within_a_second_on_the_shipped_server(
    page_at: Callable[..., Any],
) -> None:
    late: list[float] = []
    with (
        open_table(folder=None, players=("Ann", "Ben")) as table,
        shipped(table, port=0, lan=False, pin=None) as server,
    ):
        one = page_at(server.local, width=1280, height=800)
        two = page_at(server.local, width=390, height=844)
        for turn in range(5):
            two.evaluate(WATCH)
            one.locator("[data-action=pass]").tap()
            tapped = one.evaluate("() => Date.now()")
            one.locator("#dialog button.primary").tap()
            late.append(two.evaluate("() => window.seen") - tapped)
            expect(one.locator("#turns .n")).to_have_count(turn + 1)
        texts = [page.locator("#turns").inner_text() for page in (one, two)]
        assert texts[0] == texts[1]
    assert statistics.median(late) < 1000


class Voice:
    """The host's computer, as it is heard."""

    def __init__(self, sentence: str = "") -> None:
        self.said: list[tuple[str, str]] = []
        self.refusal = sentence

    def say(self, sentence: str, language: str) -> None:
        if self.refusal:
            raise DependencyMissing(self.refusal)
        self.said.append((sentence, language))


@pytest.mark.parametrize("lang", ["en", "de"])
def test_plays_are_said_aloud_by_the_computer(
    served: Callable[..., str], page_at: Callable[..., Any], lang: str
) -> None:
    loop, voice = FakeLoop(("Ann", "Ben")), Voice()
    app = create_app(OneGame(Playing(loop, loop.setup.tiles, number=1)), voice=voice)
    page = page_at(f"{served(app)}?lang={lang}", width=810, height=1080)
    page.locator("#menu-open").tap()
    name = {"en": "Say plays aloud on the computer", "de": "Züge am Computer ansagen"}[lang]
    page.get_by_role("button", name=name).tap()
    with page.expect_response(
        lambda r: r.url.endswith("/api/speech") and "QUIET" in (r.request.post_data or "")
    ):
        loop.play("8D", "QUIET")
    assert any("QUIET" in said and spoken == lang for said, spoken in voice.said)


def test_a_computer_without_a_voice_says_so_once(
    served: Callable[..., str], page_at: Callable[..., Any]
) -> None:
    loop = FakeLoop(("Ann", "Ben"))
    mute = Voice("This computer has no voice: install espeak-ng, or let the tablet speak.")
    app = create_app(OneGame(Playing(loop, loop.setup.tiles, number=1)), voice=mute)
    page = page_at(served(app), width=810, height=1080)
    page.locator("#menu-open").tap()
    page.get_by_role("button", name="Say plays aloud on the computer").tap()
    expect(page.locator("#fault")).to_contain_text("install espeak-ng")
    page.locator("#menu-open").tap()
    expect(
        page.get_by_role("button", name="Say plays aloud on the computer")
    ).to_be_visible()  # it is off again
