"""Two games that differ in what is held alone are one and the same to who watches.

Each address of the program is asked, as its own map of them tells: a new one is tried unasked,
and one with a new kind of name in it fails until this test can fill it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from flask.testing import FlaskClient
from werkzeug.routing import Rule

from companion.app.hall import Hall
from companion.board.tiles import Tile
from companion.export.registry import FORMS
from companion.household.clock import SteppedClock
from companion.household.games import start_game
from companion.household.table_setup import TableSetup
from companion.rules.engine.messages import Exchange, Pass
from companion.rules.registry import GAMES
from companion.session.order import ordered
from companion.store import EventStore
from companion.web import Access
from companion.web.port import FIRST_TABLE

Secret = tuple[int, tuple[Tile, Tile]]
SECRETS: tuple[Secret, Secret] = (
    (918_102_947, (Tile("Q"), Tile("V"))),
    (918_055_433, (Tile("X"), Tile("J"))),
)
"""Seeds that lay the same cards open, and others into the hands; tiles that are exchanged."""

WRITTEN_NOW = re.compile(rb"/(CreationDate|ID) .*")
"""What a PDF tells of the moment that it was made at."""

TOLD = ("stream.snapshot", "export.download")
"""Where a host is told of what is held."""

FILLED: dict[str, Sequence[str]] = {
    "number": ["1"], "turn": ["1"], "form": list(FORMS), "square": ["8D"], "paper": ["a4"],
    "game": list(GAMES), "field": ["full", "1.name", "money"], "name": ["full", "score"],
    "step": ["offer"], "filename": ["companion.css"],
}  # fmt: skip


def paths(rule: Rule) -> list[str]:
    made = [rule.rule]
    for name in rule.arguments:
        pattern = re.compile(rf"<(?:\w+:)?{name}>")
        made = [pattern.sub(value, path) for path in made for value in FILLED[name]]
    return made


def answers(folder: Path, edition: str, secret: Secret, *, host: bool) -> dict[str, bytes]:
    """Everything that one may ask of a game in progress, and what is answered."""
    clock = SteppedClock()
    ruleset, setup = TableSetup(("Ann", "Ben"), edition=edition).setup(folder)
    if not GAMES[ruleset].is_crossword:
        options = [(key, value) for key, value in setup.options if key != "seed"]
        setup = replace(setup, options=(*options, ("seed", secret[0])))
    with EventStore.open(":memory:") as store:
        number, session = start_game(store, setup, name="x", clock=clock, ruleset=ruleset)
        if GAMES[ruleset].is_crossword:
            session.handle(ordered(Exchange(2, secret[1]), "test"))
            session.handle(ordered(Pass(), "test"))
        hall = Hall(store, folder, clock=clock)
        try:
            hall.resume(number, FIRST_TABLE)
            app = hall.dashboard(Access(host_pin="4711"))
            client = app.test_client()
            if host:
                client.post("/api/host", json={"pin": "4711"})
            rules = app.url_map.iter_rules()
            wanted = [r for r in rules if r.endpoint in TOLD or not host]
            return asked(client, [r for r in wanted if r.endpoint != "static"])
        finally:
            hall.close()


def asked(client: FlaskClient, rules: Sequence[Rule]) -> dict[str, bytes]:
    found = {}
    for rule in rules:
        for path in paths(rule) if "GET" in (rule.methods or ()) else ():
            answer = client.get(path, headers={"Accept-Language": "en"})
            found[path] = WRITTEN_NOW.sub(b"", answer.get_data())
    return found


@pytest.mark.parametrize("edition", ["classic", "monopoly-scrabble", "monopoly-cards"])
def test_no_answer_to_who_watches_depends_on_what_is_held(tmp_path: Path, edition: str) -> None:
    one, other = (answers(tmp_path, edition, secret, host=False) for secret in SECRETS)
    assert len(one) > 50
    assert [path for path in one if one[path] != other[path]] == []
    # The same two games are not the same to the host, or nothing was shown by that.
    one, other = (answers(tmp_path, edition, secret, host=True) for secret in SECRETS)
    assert [path for path in one if one[path] != other[path]]


def test_who_watches_can_ask_for_nothing_to_be_done(tmp_path: Path) -> None:
    with EventStore.open(":memory:") as store:
        hall = Hall(store, tmp_path)
        app = hall.dashboard(Access(host_pin="4711"))
        client = app.test_client()
        rules = [rule for rule in app.url_map.iter_rules() if "POST" in (rule.methods or ())]
        taken = []
        for number, path in enumerate(path for rule in rules for path in paths(rule)):
            visitor = {"REMOTE_ADDR": f"192.0.2.{number}"}
            answer = client.post(path, json={}, environ_overrides=visitor)
            raw = client.post(path, data=b"x", headers=RAW, environ_overrides=visitor)
            if {answer.status_code, raw.status_code} - {403, 415}:
                taken.append(path)
        hall.close()
    assert len(rules) > 30
    assert taken == ["/api/host", "/api/phone/claim"]  # both ask for a secret of their own


RAW = {"Content-Type": "application/octet-stream"}
