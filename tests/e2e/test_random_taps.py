"""Two tablets and a phone at one game, tapped at random: what counts, counts once."""

from __future__ import annotations

import itertools
import json
import random
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from companion.app.hall import open_hall
from companion.web import Access
from tests.doubles.true_eyes import TrueEyes

pytestmark = [pytest.mark.browser, pytest.mark.long, pytest.mark.timeout(900)]

SECONDS = 300
SCREENS = ((1280, 800), (810, 1080), (390, 844))
TURNS = ("tiles-played", "turn-passed", "tiles-exchanged")
"""Steps of the log that are a turn of somebody's."""

INVITING = "#done, #play button, #dialog button, .keys button, [data-key], #actions button"
"""Buttons of the game; tapped more often than their share of the screen."""


class Finger:
    """Taps one page at random, and keeps what the page then asked for."""

    def __init__(self, page: Any, address: str, seed: int) -> None:
        self.page, self.address = page, address
        self.rng = random.Random(seed)
        self.asked: dict[str, dict[str, Any]] = {}
        self.answers: dict[str, int] = {}
        page.on("request", self._note)
        page.on("response", self._answered)

    def tap(self) -> None:
        if self.page.url != self.address:
            self.page.goto(self.address)
        size = self.page.viewport_size
        x, y = self.rng.uniform(1, size["width"] - 1), self.rng.uniform(1, size["height"] - 1)
        if self.rng.random() < 0.5:
            boxes = self.page.evaluate(
                """(what) => [...document.querySelectorAll(what)]
                  .map((button) => button.getBoundingClientRect())
                  .filter((b) => b.width && b.top >= 0 && b.bottom <= innerHeight)
                  .map((b) => [b.x + b.width / 2, b.y + b.height / 2])""",
                INVITING,
            )
            if boxes:
                x, y = self.rng.choice(boxes)
        self.page.touchscreen.tap(x, y)

    def _note(self, request: Any) -> None:
        if request.method == "POST" and "/api/" in request.url:
            body = json.loads(request.post_data or "{}")
            if body.get("id") and body.get("seen"):
                self.asked[body["id"]] = body

    def _answered(self, response: Any) -> None:
        if response.request.method == "POST" and "/api/" in response.url:
            body = json.loads(response.request.post_data or "{}")
            if body.get("id") in self.asked:
                self.answers[body["id"]] = response.status


def test_no_order_counts_twice_or_for_another_player(
    served: Callable[..., str], page_at: Callable[..., Any], tmp_path: Path
) -> None:
    with open_hall(tmp_path, eyes=TrueEyes) as hall:
        hall.start({"players": ["Ann", "Ben", "Cyd"]})
        address = served(hall.dashboard(Access()))
        fingers = [
            Finger(page_at(address, width=w, height=h), address, seed)
            for seed, (w, h) in enumerate(SCREENS)
        ]
        ends_s = time.monotonic() + SECONDS
        taps = 0
        while time.monotonic() < ends_s:
            for finger in fingers:
                finger.tap()
                taps += 1
        for finger in fingers:
            finger.page.wait_for_timeout(1000)
        log = hall._store.load(hall.rooms["1"].playing.number)
    asked = {name: body for finger in fingers for name, body in finger.asked.items()}
    orders = [name for name, _ in itertools.groupby(entry.order for entry in log)]
    counted = [name for name in orders if name in asked]
    assert len(counted) > 20, f"{taps} taps, {len(asked)} orders, {len(counted)} counted"
    assert len(orders) == len(set(orders)), "an order counted twice"
    for entry in log:
        if entry.order in asked and "player" in entry.body and entry.kind in TURNS:
            seen = asked[entry.order]["seen"]
            assert seen["seat"] == entry.body["player"], entry
            assert seen["seq"] == entry.seq - 1, entry
    answered = {name: status for f in fingers for name, status in f.answers.items()}
    refused = [name for name, status in answered.items() if status >= 400]
    assert not set(counted) & set(refused), "what was refused counted all the same"
