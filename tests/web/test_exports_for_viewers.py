"""Who watches gets no file that tells what a player holds, or how the packs lie."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Callable
from dataclasses import replace

import pytest
from flask.testing import FlaskClient

from companion.board.tiles import Tile
from companion.export.api import GameFile
from companion.export.registry import FORMS
from companion.household.saves import exports_of
from companion.rules.engine.messages import EndGame, Exchange
from companion.rules.registry import GAMES
from companion.web import Access
from tests.doubles.fake_loop import FakeLoop
from tests.doubles.files import entries_of, game_of
from tests.doubles.random_games import random_game

SEED = 918_273_645
MakeClient = Callable[..., FlaskClient]


def file_of(name: str) -> GameFile:
    """A game in progress, begun from a seed that one can search for."""
    game = random_game(name, 3, 12)
    setup = replace(game.setup, options=(*game.setup.options, ("seed", SEED)))
    return GameFile(name, setup, game.board, entries_of(game.events), "A game")


def held(game: GameFile) -> set[str]:
    """The cards in the hand that the host's page shows."""
    panels = (p for p in game.board.panels if p.kind == "held")
    return {row[0] for panel in panels for row in panel.rows}


def opened(data: bytes) -> bytes:
    if not data.startswith(b"PK"):
        return data
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        return b"".join(map(archive.read, archive.namelist()))


def asked(make: MakeClient, game: GameFile, **options: object) -> dict[str, tuple[int, bytes]]:
    client = make(exports=exports_of(lambda: game), **options)
    answers = {form: client.get(f"/export/game.{form}") for form in FORMS}
    return {form: (a.status_code, opened(a.get_data())) for form, a in answers.items()}


@pytest.mark.parametrize("name", GAMES)
def test_no_export_tells_a_viewer_a_seed_or_the_log(make: MakeClient, name: str) -> None:
    game = file_of(name)
    host, viewer = asked(make, game), asked(make, game, access=Access(host_pin="4711"))
    assert all(str(SEED).encode() in host[form][1] for form in ("jsonl", "zip"))
    assert {form for form, (status, _) in viewer.items() if status == 403} >= {"jsonl", "zip"}
    for form, (status, data) in viewer.items():
        assert str(SEED).encode() not in data, form
        assert status in {403, host[form][0]}, form


def test_no_export_tells_a_viewer_a_held_card(make: MakeClient) -> None:
    game = file_of("monopoly-cards")
    cards = held(game)
    assert cards
    host, viewer = asked(make, game), asked(make, game, access=Access(host_pin="4711"))
    assert all(card.encode() in host["html"][1] for card in cards)
    assert {viewer[form][0] for form in set(FORMS) - {"gcg", "cgp"}} == {403}
    assert viewer["gcg"][0] == 400  # no crossword game


@pytest.mark.parametrize("name", sorted(set(GAMES) - {"monopoly-cards"}))
def test_what_the_board_shows_to_all_may_be_saved_by_all(make: MakeClient, name: str) -> None:
    viewer = asked(make, file_of(name), access=Access(host_pin="4711"))
    assert [viewer[form][0] for form in ("html", "pdf", "csv")] == [200] * 3


def test_what_a_file_does_not_hold_is_told_to_whoever_may_have_it(make: MakeClient) -> None:
    game = file_of("together")
    client = make(exports=exports_of(lambda: game))
    assert client.get("/api/export/csv").get_json() == {
        "ok": True,
        "losses": ["The set-up and corrections that were made are not in the table."],
    }
    german = client.get("/api/export/csv?lang=de").get_json()["losses"]
    assert german[0].startswith("Die ")
    assert client.get("/api/export/jsonl").get_json()["losses"] == []
    assert client.get("/api/export/exe").status_code == 400
    viewer = make(exports=exports_of(lambda: game), access=Access(host_pin="4711"))
    assert viewer.get("/api/export/csv").status_code == 200
    assert viewer.get("/api/export/jsonl").status_code == 403


def test_exchanged_tiles_are_for_the_host_until_the_game_is_over(make: MakeClient) -> None:
    guarded = Access(host_pin="4711")
    game = game_of(Exchange(2, (Tile("Q"), Tile("V"))))
    assert b"-QV" in asked(make, game)["gcg"][1]
    assert {status for status, _ in asked(make, game, access=guarded).values()} == {403}
    over = game_of(Exchange(2, (Tile("Q"), Tile("V"))), EndGame(((), ())))
    assert b"-QV" in asked(make, over, access=guarded)["gcg"][1]


def test_the_page_offers_a_viewer_no_file_of_a_game_with_hidden_hands(
    make: MakeClient,
) -> None:
    game = file_of("monopoly-cards")
    loop = FakeLoop(ruleset=GAMES["monopoly-cards"], setup=game.setup)
    exports = exports_of(lambda: game)
    host, viewer = (
        make(port=loop, exports=exports, access=Access(host_pin=pin)).get("/").get_data()
        for pin in (None, "4711")
    )
    assert b'"gcg"' in host
    assert b'"gcg"' not in viewer
