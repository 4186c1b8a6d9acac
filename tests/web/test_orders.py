"""Orders over HTTP, in every game: each counts once, and one that is late not at all."""

from __future__ import annotations

import random
from typing import Any

import pytest
from flask.testing import FlaskClient

from companion.errors import InputError
from companion.rules.api import Action
from companion.rules.engine.codec import kebab, to_json
from companion.rules.engine.messages import CorrectTile
from companion.rules.registry import GAMES
from companion.session.messages import AcceptProposal, PressClock, ShowProposal
from companion.session.order import GameWentOn, Meant, Order, Seen, ordered
from companion.web import OneGame, Playing, create_app
from companion.web.requests.schemas import parse_order
from tests.doubles.fake_loop import FakeLoop
from tests.doubles.page_client import PageClient
from tests.doubles.random_games import RandomGame
from tests.rules.test_any_command import value_for
from tests.web.conftest import WORDS

STEPS = 60
GONE_ON = "The game has gone on; look again."


class Table(RandomGame):
    """A random game whose commands go to a session, and the page of it."""

    def __init__(self, name: str, seed: int = 1) -> None:
        super().__init__(GAMES[name], seed)
        self.loop = FakeLoop(ruleset=self.ruleset, setup=self.setup)
        playing = Playing(
            self.loop, self.setup.tiles, lexicon=WORDS, commands=self.ruleset.commands
        )
        app = create_app(OneGame(playing))
        app.test_client_class = PageClient
        self.posts = 0
        self.client: FlaskClient = app.test_client()

    def do(self, command: object) -> None:
        self.loop.submit(ordered(command, "test")).result()
        self.sync()

    def sync(self) -> None:
        self.whole = self.loop._session._state

    @property
    def logged(self) -> int:
        return len(self.loop.entries)

    def state(self) -> dict[str, Any]:
        state: dict[str, Any] = self.client.get("/api/snapshot").get_json()["state"]
        return state

    def post(self, form: dict[str, Any]) -> tuple[int, dict[str, Any]]:
        self.posts += 1
        visitor = {"REMOTE_ADDR": f"192.0.2.{self.posts % 200}"}  # nobody is as fast as a test
        answer = self.client.post("/api/actions", json=form, environ_overrides=visitor)
        self.sync()
        return answer.status_code, answer.get_json()


def as_form(action: Action, command: object) -> dict[str, Any] | None:
    """What a page sends for a command; None for what it sends in another way."""
    data, given = to_json(command), {}
    for field in action.fields:
        value = data.get(field.name)
        if field.kind == "turn-taken":
            return None
        if value is not None:
            given[field.name] = _AS_PAGE.get(field.kind, lambda same: same)(value)
    return {"command": action.command, "fields": given}


def _text(tile: dict[str, Any]) -> str:
    letter = str(tile.get("letter") or "?")
    return letter.lower() if tile.get("blank") and letter != "?" else letter


_AS_PAGE: dict[str, Any] = {
    "tile": _text,
    "tiles": lambda tiles: [_text(tile) for tile in tiles],
    "racks": lambda racks: [[_text(tile) for tile in rack] for rack in racks],
    "placements": lambda laid: [[one["square"], _text(one["tile"])] for one in laid],
    "verdicts": lambda words: [word["word"] for word in words],
}


@pytest.mark.parametrize("name", GAMES)
def test_each_order_of_each_game_counts_once_and_never_late(name: str) -> None:
    table, done = Table(name), set()
    for _ in range(STEPS):
        state = table.state()
        if state["over"]:
            break
        action, command = offered(table)
        form = as_form(action, command)
        if form is None:
            table.do(command)
            continue
        signed = {**form, "id": f"first-order-{table.logged}", "seen": state["seen"]}
        status, first = table.post(signed)
        if status != 200:
            assert first["error"]["sentence"]
            table.do(command)  # a challenge of words that the page's list knows, and the like
            continue
        after = table.logged
        assert after > 0
        status, again = table.post(signed)
        assert (status, table.logged) == (200, after), "handed in twice, it counts once"
        assert again["state"]["seen"] == first["state"]["seen"]
        status, late = table.post({**signed, "id": f"late-order-{after}"})
        if action.command != kebab(CorrectTile):
            assert (status, late["error"]["sentence"]) == (409, GONE_ON)
            assert late["error"]["kind"] == "game-went-on"
            assert late["state"]["seen"] == first["state"]["seen"], "the page can draw what is"
            assert table.logged == after
        done.add(action.command)
    assert len(done) >= 3, done


def offered(table: Table) -> tuple[Action, object]:
    """One of the offered actions, and a command of it that should be accepted."""
    while True:
        action = table.rng.choice(table.board.actions)
        command = table.command(action.command)
        if command is not None and action.command != "end-game":
            return action, command


@pytest.mark.parametrize("name", GAMES)
def test_no_command_of_any_game_is_done_late_or_for_another_game(name: str) -> None:
    table, rng = Table(name), random.Random(7)
    table.play(6)
    now = table.loop.snapshot
    seq, seat = now.seen.seq, now.seen.seat
    for kind in (*table.ruleset.commands, AcceptProposal, ShowProposal):
        command = kind(None) if kind is ShowProposal else value_for(kind, rng)
        seens = [Seen(0, seq - 1, seat), Seen(0, seq + 1, seat), Seen(5, seq, seat)]
        for seen in [*seens, Seen(0, seq, 1 if seat == 0 else 0)]:
            order = Order(f"late {kind} {seen}", "x", seen, command)
            with pytest.raises(GameWentOn):
                table.loop.submit(order).result()
    assert table.loop.snapshot is now


def test_a_command_of_another_game_is_refused_by_a_sentence() -> None:
    table = Table("classic")
    for name, game in GAMES.items():
        for kind in set(game.commands) - set(table.ruleset.commands):
            form = {"command": kebab(kind), "fields": {}}
            status, body = table.post(form)
            assert (status, table.logged) == (409, 0), name
            assert body["error"]["sentence"] == "This cannot be done now."
            assert body["state"]["seen"]["seq"] == 0


POSTS = [
    ("/api/turns", {"kind": "pass"}),
    ("/api/proposals", {"choice": 0, "tiles": []}),
    ("/api/drafts", {"coordinate": "8D", "word": "HOP"}),
    ("/api/corrections", {"square": "8D", "letter": "A"}),
    ("/api/actions", {"command": "undo", "fields": {}}),
    ("/api/withdrawals", {}),
    ("/api/undo", {}),
    ("/api/redo", {}),
    ("/api/end", {}),
    ("/api/history", {"op": "delete", "number": 1}),
    ("/api/challenges", {"words": ["HOP"], "turn": 1}),
    ("/api/clock", {}),
]


@pytest.mark.parametrize(("path", "body"), POSTS)
@pytest.mark.parametrize(
    "lacking", [{"id": None}, {"id": "x"}, {"seen": None}, {"seen": {}}, {"client": "a b"}]
)
def test_an_order_without_a_name_or_what_was_seen_is_refused(
    path: str, body: dict[str, Any], lacking: dict[str, Any]
) -> None:
    table = Table("classic")
    table.loop.play("8D", "QUIET")
    answer = table.client.post(path, json={**body, **lacking})
    assert answer.status_code == 400
    assert answer.get_json()["error"]["sentence"].endswith(".")
    assert table.logged == 1


@pytest.mark.parametrize(("path", "body"), POSTS)
def test_what_was_meant_a_turn_ago_acts_on_nobody(path: str, body: dict[str, Any]) -> None:
    table = Table("classic")
    table.loop.play("8D", "QUIET")
    seen = table.state()["seen"]
    table.loop.play("F8", "IVORY")
    table.loop.propose("12D", "MAYBE")
    before = table.loop.snapshot
    body = {**body, "seen": seen}
    if path == "/api/corrections":
        body["square"] = "9F"  # where no tile lay yet
    if path == "/api/clock":
        body["seen"] = {**seen, "stood": False}
    answer = table.client.post(path, json=body)
    assert answer.status_code == 409
    assert answer.get_json()["error"]["sentence"] == GONE_ON
    assert answer.get_json()["state"]["seen"]["seq"] == 2
    assert table.loop.snapshot is before


def test_what_the_camera_shows_and_the_clocks_count_makes_no_tap_too_late() -> None:
    table = Table("classic")
    seen = table.state()["seen"]
    table.loop.propose("8D", "QUIET")
    assert (
        table.client.post("/api/undo", json={"seen": seen}).status_code == 409
    )  # by the rules
    answer = table.client.post("/api/turns", json={"kind": "pass", "seen": seen})
    assert answer.status_code == 200


def test_a_letter_is_corrected_while_the_same_tile_lies_there() -> None:
    table = Table("classic")
    table.loop.play("8D", "QUIET")
    seen = table.state()["seen"]
    table.loop.play("F8", "IVORY")
    wish = {"square": "8D", "letter": "O", "seen": seen}
    assert table.client.post("/api/corrections", json=wish).status_code == 200
    late = table.client.post("/api/corrections", json={**wish, "letter": "A"})
    assert late.status_code == 409, "another tile lies there since"
    assert late.get_json()["error"]["sentence"] == GONE_ON
    assert table.loop.snapshot.cells[7][3] == "O"


def test_an_order_counts_once_across_a_restart() -> None:
    table = Table("classic")
    signed = {
        "kind": "pass",
        "id": "passing-1",
        "client": "cd34",
        "seen": table.state()["seen"],
    }
    assert table.client.post("/api/turns", json=signed).status_code == 200
    table.loop.restarted()
    assert table.client.post("/api/turns", json=signed).status_code == 200
    assert [(e.kind, e.order, e.actor) for e in table.loop.entries] == [
        ("turn-passed", "passing-1", "page cd34")
    ]


def test_an_order_that_was_refused_may_come_again() -> None:
    table = Table("classic")
    signed = {"id": "again-77", "seen": table.state()["seen"]}
    assert table.client.post("/api/undo", json=signed).status_code == 409
    assert table.client.post("/api/turns", json={**signed, "kind": "pass"}).status_code == 200


def test_a_draft_is_worked_out_when_its_turn_comes() -> None:
    table = Table("classic")
    stale = Order("draft-01", "x", table.loop.snapshot.seen, Meant(lambda _: 1 / 0))
    table.do(table.command("pass") or PressClock())
    with pytest.raises(ZeroDivisionError):
        table.loop.submit(stale).result()
    assert not table.loop._session._ledger.knows(stale)


@pytest.mark.parametrize(
    ("told", "age_s"), [({}, 0.0), ({"ago_ms": 2500}, 2.5), ({"ago_ms": 10**8}, 30.0)]
)
def test_a_tap_says_how_long_ago_it_was(told: dict[str, int], age_s: float) -> None:
    body = {"id": "0badcafe", "seen": {"game": 0, "seq": 0, "seat": 0}, **told}
    assert parse_order(body, PressClock(), "page").age_s == age_s


def test_a_tap_of_the_future_is_none() -> None:
    body = {"id": "0badcafe", "seen": {"game": 0, "seq": 0, "seat": 0}, "ago_ms": -1}
    with pytest.raises(InputError, match="ago_ms"):
        parse_order(body, PressClock(), "page")
