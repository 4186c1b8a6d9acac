"""Names, colours, seats, clocks, deleting and the return match over HTTP, in every game."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.app.hall import Hall, open_hall
from companion.rules.cards.messages import CorrectBalance, LayDown, NextHand
from companion.rules.engine.messages import EndGame, Pass
from companion.rules.monopoly.messages import CallEnd
from companion.rules.registry import GAMES
from companion.rules.together.messages import (
    CompleteGoal,
    ExchangeTiles,
    ExtraTile,
    GiveUp,
    MakeBlank,
    RefreshGoals,
    TradeTiles,
)
from companion.web import Access
from tests.app.test_past import do, games, post
from tests.doubles.cards import hand
from tests.doubles.page_client import PageClient

PLAYERS, COLOURS = ["Ann", "Ben", "Cleo"], ["blue", "red", "green"]
EDITIONS = tuple(key for game in GAMES.values() for key in game.editions)
HANDS = tuple(map(hand, ("OOOYRLGDMU", "YYRLGDMUPT", "RLGMTTTPtt")))


def begins(hall: Hall) -> tuple[object, ...]:
    """The first turn of each game."""
    match hall.playing.port.snapshot.scoreboard.game:
        case "together":
            return (ExtraTile(), Pass())
        case "monopoly-cards":
            return (LayDown(HANDS),)
        case _:
            return (Pass(),)


def ends(hall: Hall) -> tuple[object, ...]:
    """What ends each game in the shortest way."""
    board = hall.playing.port.snapshot.scoreboard
    match board.game:
        case "together":
            key = next(p.rows[-1][0] for p in board.panels if p.kind == "goals")
            return (
                MakeBlank(), Pass(), TradeTiles(1), Pass(), ExchangeTiles(1), Pass(),
                CompleteGoal(str(key)), Pass(), RefreshGoals(), Pass(), GiveUp(),
            )  # fmt: skip
        case "monopoly-scrabble":
            return (CallEnd((0, 1, 2)),)
        case "monopoly-cards":
            return (CorrectBalance(0, 10_000), NextHand(), LayDown(HANDS))
        case _:
            return (EndGame(((), (), ())),)


@pytest.mark.parametrize("edition", EDITIONS)
def test_labels_seats_clocks_deleting_and_rematch_in_every_game(
    edition: str, tmp_path: Path
) -> None:
    with open_hall(tmp_path) as hall:
        app = hall.dashboard(Access())
        app.test_client_class = PageClient
        client = app.test_client()
        choice = {
            "players": PLAYERS, "colours": COLOURS, "edition": edition, "clock": "german",
            "deal": "table",
        }  # fmt: skip
        assert post(client, "/api/setup", **choice)["ok"]

        # Seats change before the first turn, and their colours with them; not afterwards.
        now = ["Ben", "Ann", "Cleo"]
        seats = {"players": now, "before": PLAYERS, "order": [1, 0, 2]}
        seats["colours"] = ["red", "blue", "green"]
        state = post(client, "/api/labels", **seats)["state"]
        assert [player["name"] for player in state["players"]] == now
        assert state["colours"] == ["red", "blue", "green"]
        do(hall, *begins(hall))
        refused = post(client, "/api/labels", players=PLAYERS, before=now, order=[1, 0, 2])
        assert refused["error"]["sentence"].endswith(".")

        # Names, colours and clocks change during the game ...
        then = ["Uli", "Zoe", "Kim"]
        new = {"players": then, "colours": ["red", "blue", "yellow"], "before": now}
        state = post(client, "/api/labels", **new)["state"]
        assert [player["name"] for player in state["players"]] == then
        assert state["colours"] == new["colours"]
        assert {turn["player"] for turn in state["turns"]} <= set(then)
        state = post(client, "/api/clock/left", left_s=[90, None, 80])["state"]
        assert (state["clock"]["left_s"][0], state["clock"]["left_s"][2]) == (90, 80)

        # ... and after it, on the table and among past games.
        do(hall, *ends(hall))
        late = ["Uli", "Zoe", "Kim B."]
        assert post(client, "/api/labels", players=late, before=then)["ok"]
        assert post(client, "/api/games/1/labels", name="Final") == {"ok": True}
        kept = games(client)[1]
        assert (kept["players"], kept["name"], kept["ended"]) == (late, "Final", True)
        page = client.get("/games/1/game.html").get_data(as_text=True)
        assert "Kim B." in page
        assert "Cleo" not in page

        # Deleted, and brought back as it was; then the next begins the return match.
        assert post(client, "/api/games/1/labels", deleted=True) == {"ok": True}
        assert games(client)[1]["deleted"]
        assert post(client, "/api/games/1/labels", deleted=False) == {"ok": True}
        assert games(client)[1] == kept
        assert post(client, "/api/setup/again", number=1) == {"ok": True, "table": 2}
        assert hall.playing.port.snapshot.players == ("Zoe", "Kim B.", "Uli")
        assert hall.playing.port.snapshot.turns == ()
        assert hall.playing.colours == ("blue", "yellow", "red")
