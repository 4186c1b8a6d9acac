"""Several clients order at once, over HTTP, on one game in its store: nothing counts twice."""

from __future__ import annotations

import random
import threading
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from companion.app import wiring
from companion.session.log import Entry
from companion.web import Access, Dashboard
from tests.doubles.page_client import PageClient

CLIENTS = 3


class Tablet:
    """A page in somebody's hand: it shows a state, and orders by that."""

    def __init__(self, app: Dashboard, name: str) -> None:
        self.name = name
        self.client = PageClient(app, app.response_class)
        self.seen: dict[str, Any] = {}
        self.orders = 0
        self.look()

    def look(self) -> None:
        self.seen = self.client.get("/api/snapshot").get_json()["state"]["seen"]

    def order(
        self, path: str, body: dict[str, Any], *, times: int = 1
    ) -> tuple[str, list[int]]:
        """Send an order so many times; its name, and how each was answered."""
        self.orders += 1
        signed = {
            **body, "id": f"{self.name}-order-{self.orders}", "client": self.name,
            "seen": self.seen,
        }  # fmt: skip
        visitor = {"REMOTE_ADDR": f"192.0.2.{self.orders % 200}"}
        statuses = []
        for _ in range(times):
            answer = self.client.post(path, json=signed, environ_overrides=visitor)
            statuses.append(answer.status_code)
            told = answer.get_json()
            if "state" in told:
                self.seen = told["state"]["seen"]
        return signed["id"], statuses


@pytest.fixture
def table(tmp_path: Path) -> Iterator[wiring.Table]:
    with wiring.open_table(folder=tmp_path, players=("Ann", "Bob", "Cyd")) as table:
        yield table


def app_of(table: wiring.Table) -> Dashboard:
    return table.dashboard(Access())


def logged(table: wiring.Table) -> tuple[Entry, ...]:
    return table.store.load(table.number)


def at_once(*calls: Any) -> list[Any]:
    """Begin all in the same moment."""
    barrier = threading.Barrier(len(calls))

    def begin(call: Any) -> Any:
        barrier.wait()
        return call()

    with ThreadPoolExecutor(len(calls)) as pool:
        return [done.result() for done in [pool.submit(begin, call) for call in calls]]


def test_pass_pressed_on_two_tablets_passes_once(table: wiring.Table) -> None:
    app = app_of(table)
    for turn in range(1, 6):
        one, other = Tablet(app, f"one{turn}"), Tablet(app, f"other{turn}")
        answers = at_once(
            lambda one=one: one.order("/api/turns", {"kind": "pass"}),
            lambda other=other: other.order("/api/turns", {"kind": "pass"}),
        )
        assert sorted(statuses[0] for _, statuses in answers) == [200, 409]
        assert len(table.loop.snapshot.turns) == turn


def test_the_same_order_five_times_at_once_counts_once(table: wiring.Table) -> None:
    app = app_of(table)
    tablets = [Tablet(app, "same") for _ in range(5)]
    answers = at_once(
        *[lambda t=t: t.order("/api/turns", {"kind": "exchange", "count": 2}) for t in tablets]
    )
    assert [statuses for _, statuses in answers] == [[200]] * 5
    assert [entry.order for entry in logged(table)] == ["same-order-1"]


def test_an_order_whose_answer_was_lost_counts_once_after_a_restart(tmp_path: Path) -> None:
    with wiring.open_table(folder=tmp_path, players=("Ann", "Bob")) as table:
        tablet = Tablet(app_of(table), "lost")
        before = tablet.seen
        assert tablet.order("/api/turns", {"kind": "pass"})[1] == [200]
    with wiring.open_table(folder=tmp_path, players=(), resume=1) as table:
        tablet = Tablet(app_of(table), "lost")
        tablet.seen = before
        assert tablet.order("/api/turns", {"kind": "pass"})[1] == [200]
        assert [turn.player for turn in table.loop.snapshot.turns] == ["Ann"]


def tap(tablet: Tablet, rng: random.Random, until_s: float) -> list[tuple[str, int, int, bool]]:
    """Tap what a hand taps; (order, seat on turn then, step seen, whether it counts)."""
    done = []
    while time.monotonic() < until_s:
        if rng.random() < 0.5:
            tablet.look()  # else its state is an old one now and then
        meant = tablet.seen
        path, body = rng.choice(
            [
                ("/api/turns", {"kind": "pass"}),
                ("/api/turns", {"kind": "exchange", "count": 1}),
                ("/api/undo", {}),
                ("/api/redo", {}),
                ("/api/history", {"op": "delete", "number": 1}),
            ]
        )
        name, statuses = tablet.order(path, body, times=rng.choice((1, 1, 2, 3)))
        assert set(statuses) <= {200, 409}
        assert 409 not in statuses[1:] or 200 not in statuses, "a repeat is answered alike"
        done.append((name, meant["seat"], meant["seq"], statuses[0] == 200))
    return done


def tapped_for(table: wiring.Table, seconds: float) -> None:
    app = app_of(table)
    until_s = time.monotonic() + seconds
    taps = at_once(
        *[
            lambda n=n: tap(Tablet(app, f"tablet{n}"), random.Random(n), until_s)
            for n in range(CLIENTS)
        ]
    )
    told = {name: (seat, seq) for done in taps for name, seat, seq, counts in done if counts}
    entries = logged(table)
    assert Counter(entry.order for entry in entries) == Counter(told.keys())
    for entry in entries:
        seat, seq = told[entry.order]
        assert entry.seq == seq + 1, "it was given for the very state that it changed"
        if entry.kind in ("turn-passed", "tiles-exchanged"):
            assert entry.body["player"] == seat
    assert len(entries) > CLIENTS


def test_random_taps_of_three_clients_count_once_and_for_whom_they_meant(
    table: wiring.Table,
) -> None:
    tapped_for(table, 2.0)


@pytest.mark.long
def test_random_taps_for_long(table: wiring.Table) -> None:
    tapped_for(table, 120.0)
