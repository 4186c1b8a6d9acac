"""Who has won is told the same everywhere, for every game and every way in which it can end.

Each game is taken in from a file and looked at as a person would: on the page, on the score
sheet for printing, in overlays, in the list of past games and what they say together, in the
files for spreadsheets and programs. Who has won follows from the rulebooks.
"""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient

from companion.app.hall import Hall, open_hall
from companion.board.tiles import Tile
from companion.export.api import GameFile
from companion.export.registry import write_game
from companion.export.sheet import pdf as sheet_pdf
from companion.rules.api import Option, Setup
from companion.rules.cards.messages import CorrectBalance, LayDown
from companion.rules.crossword.game import GAME as CLASSIC
from companion.rules.engine.messages import EndGame, Pass, PlayTiles
from companion.rules.monopoly.messages import CallEnd, CorrectOwner
from companion.rules.monopoly.messages import CorrectBalance as CorrectCash
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
from companion.text import Argument
from companion.web import Access
from tests.doubles.at_table import AtTable
from tests.doubles.cards import cards, hand
from tests.doubles.crossword import ENGLISH, put
from tests.doubles.files import entries_of
from tests.doubles.monopoly import board, monopoly
from tests.doubles.page_client import PageClient
from tests.doubles.together import together


@dataclass(frozen=True)
class End:
    """A game at its end, and what the rulebook says of it."""

    table: Callable[[], AtTable]
    winners: tuple[int, ...]
    result: str
    names: tuple[str, ...] = field(default=("Ann", "Bob"))


def crossword(
    *commands: object, players: tuple[str, ...] = ("Ann", "Bob"), **options: Option
) -> Callable[[], AtTable]:
    setup = Setup(players, ENGLISH, options=tuple(options.items()))
    return lambda: AtTable(CLASSIC, setup).do(*commands)


def racks(*held: str) -> EndGame:
    return EndGame(tuple(tuple(map(Tile, rack)) for rack in held))


def lost() -> AtTable:
    """No goal can be met, and all helpers are used."""
    table = together(*["length 15"] * 9)
    table.do(ExtraTile(), Pass(), MakeBlank(), Pass(), RefreshGoals(), Pass(), TradeTiles(1))
    table.do(Pass(), ExchangeTiles(1), Pass())
    key = table.now.goal(table.now.open[0]).key
    return table.do(CompleteGoal(key), Pass(), GiveUp())


def hands(balances: tuple[int, int], first: str, second: str) -> Callable[[], AtTable]:
    """Balances put right, then a hand that nobody goes out with."""

    def dealt() -> AtTable:
        table = cards(2, deal="table")
        for seat, amount in enumerate(balances):
            table.do(CorrectBalance(seat, amount))
        return table.do(LayDown((hand(first), hand(second))))

    return dealt


FOUR = ("Ann", "Bob", "Cyd", "Dan")
HOUSE = PlayTiles(put("8D", "HOUSE"))  # 24
ENDS = {
    # "Scrabble": who has laid all tiles gains the others'; they lose their own.
    "classic, out": End(
        crossword(racks("", "DG"), held="0,2", totals="50,52"), (0,), "Ann wins with 54."
    ),
    # "Scrabble Bookcase Edition": 119 - 1 = 120 - 2 = 118, and B wins, who had more before.
    "classic, a tie that the total before decides": End(
        crossword(racks("E", "D"), held="1,1", totals="119,120"), (1,), "Bob wins with 118."
    ),
    "classic, a tie that stands": End(
        crossword(racks("E", "D"), held="1,1", totals="119,120", tie="stands"),
        (0, 1), "Ann and Bob share the win.",
    ),
    "classic, nobody is out": End(
        crossword(HOUSE, *[Pass()] * 4, racks("AEINRST", "ADEGIJL")), (0,),
        "Ann wins with 17.",  # 24 - 7; Bob loses 16
    ),
    "classic, a rack that nobody knows": End(
        crossword(HOUSE, racks("", "")), (), "The reckoning is open."
    ),
    "classic, partners": End(
        crossword(
            racks("E", "E", "E", "E"), players=FOUR, teams="1,2,1,2", held="1,1,1,1",
            totals="10,31,30,10",
        ),
        (1, 3), "Bob and Dan win together with 39.", FOUR,  # 30 + 9 against 9 + 29
    ),
    "short game": End(
        crossword(racks("QZ", ""), held="2,2", totals="151,120", target=150, end_bonus="none"),
        (0,), "Ann wins with 151.",
    ),
    # "Monopoly Scrabble": most money and property; a tie by the facts' ruling 18.
    "monopoly, money and property": End(
        lambda: monopoly(board()).do(CorrectOwner("blue", 1), CallEnd((0, 3))),
        (1,), "Bob wins with 1700.",  # 1000 - 300 + 1000, Ann 1300
    ),
    "monopoly, a tie goes to more property": End(
        lambda: monopoly(board()).do(CorrectOwner("red", 1), CallEnd((0, 3))),
        (1,), "Bob wins with 1300.",
    ),
    "monopoly, a tie that is shared": End(
        lambda: monopoly(board(rules='tie_break = "shared"')).do(
            CorrectOwner("red", 1), CallEnd((0, 3))
        ),
        (0, 1), "Ann and Bob share the win.",
    ),
    "monopoly, all alike": End(
        lambda: monopoly(board()).do(CorrectCash(0, 1000), CallEnd((2, 2))),
        (0, 1), "Ann and Bob share the win.",
    ),
    # "Scrabble Together": you win together, you lose together.
    "together, all goals": End(
        lambda: together("length 15").do(CompleteGoal("g0")), (0, 1), "The team has won."
    ),
    "together, no helper left": End(lost, (), "The team has lost."),
    # "Monopoly: The Card Game": the first to 10,000; of two in one hand the higher total. Three
    # orange cards are worth 200.
    "cards, one over the line": End(
        hands((9900, 0), "OOOYRLGDMU", "YYRLGDMUPT"), (0,), "Ann wins with 10100."
    ),
    "cards, two over the line": End(
        hands((9900, 12000), "OOOYRLGDMU", "YYRLGDMUPT"), (1,), "Bob wins with 12000."
    ),
}  # fmt: skip
OUTCOMES = {
    "classic, a tie that stands": "drawn",
    "classic, a rack that nobody knows": "open",
    "monopoly, a tie that is shared": "drawn",
    "monopoly, all alike": "drawn",
    "together, all goals": "team-won",
    "together, no helper left": "team-lost",
}
"""What programs are told; in all other ends one side has won."""


@pytest.fixture
def hall(tmp_path: Path) -> Iterator[Hall]:
    with open_hall(tmp_path) as opened:
        yield opened


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """All texts of the score sheet for printing."""
    texts: list[str] = []

    class Seen(sheet_pdf._Page):
        def text(self, text: Argument) -> str:
            written = super().text(text)
            if written not in texts:  # some are measured before they are drawn
                texts.append(written)
            return written

    monkeypatch.setattr(sheet_pdf, "_Page", Seen)
    return texts


def taken_in(hall: Hall, table: AtTable) -> FlaskClient:
    app = hall.dashboard(Access())
    app.test_client_class = PageClient
    client = app.test_client()
    entries = entries_of(table.events)
    game = GameFile(table.ruleset.key, table.setup, table.board, entries, "Evening")
    data = write_game("jsonl", game).data
    made = client.post(
        "/api/games", data=data, content_type="application/octet-stream"
    ).get_json()
    assert made["ok"], made
    assert client.post("/api/setup/resume", json={"number": made["number"]}).get_json()["ok"]
    return client


@pytest.mark.parametrize("end", ENDS)
def test_who_has_won_is_told_the_same_everywhere(
    end: str, hall: Hall, drawn: list[str]
) -> None:
    told = ENDS[end]
    table = told.table()
    assert table.board.ended
    client = taken_in(hall, table)
    won = [told.names[seat] for seat in told.winners]

    state = client.get("/api/snapshot").get_json()["state"]
    assert (state["over"], state["winners"], state["result"]) == (
        True, list(told.winners), told.result,
    )  # fmt: skip
    air = client.get("/api/air").get_json()["fields"]
    assert (air["result"], air["on_turn"], air["ended"]) == (told.result, told.result, "1")
    assert client.get("/air/result.txt").get_data(as_text=True) == f"{told.result}\n"

    made = client.get("/export/game.json").get_json()
    assert made["result"] == told.result
    assert [player["name"] for player in made["players"] if player["winner"]] == won
    rows = client.get("/export/game.csv").get_data().decode("utf-8-sig")
    ends = [row for row in csv.DictReader(io.StringIO(rows)) if row["kind"] == "end"]
    assert [row["player"] for row in ends] == [*told.names]
    outcome = OUTCOMES.get(end, "won")
    assert (made["outcome"], made["winners"]) == (outcome, won)
    (result,) = [r for r in csv.DictReader(io.StringIO(rows)) if r["kind"] == "result"]
    assert (result["outcome"], result["detail"]) == (outcome, told.result)
    winner = "tied" if outcome == "drawn" else "won"
    loser = "open" if outcome == "open" else "lost"
    for players in (made["players"], [r | {"name": r["player"]} for r in ends]):
        assert {p["name"]: p["outcome"] for p in players} == {
            name: winner if name in won else loser for name in told.names
        }

    client.get("/export/game.pdf")
    assert [text for text in drawn if text.endswith(" (winner)")] == [
        f"{name} (winner)" for name in won
    ]
    assert any(text.endswith(told.result) for text in drawn)
    page = client.get("/export/game.html").get_data(as_text=True)
    assert re.findall(r"(\w+) \(winner\)", page) == won

    more = past_games(client)
    assert [game["result"] for game in more["games"]] == [told.result]
    wins = {
        row["name"]: row["wins"]
        for kind in more["statistics"]["kinds"]
        for row in kind["players"]
    }
    if GAMES[table.ruleset.key].points:
        assert wins == {name: int(name in won) for name in told.names}


def past_games(client: FlaskClient) -> dict[str, Any]:
    page = client.get("/games").get_data(as_text=True)
    found = re.search(r'id="companion"[^>]*>(.*?)</script>', page, re.DOTALL)
    assert found
    more: dict[str, Any] = json.loads(found.group(1))["more"]
    return more


def test_before_the_end_nobody_has_won_anywhere(hall: Hall, drawn: list[str]) -> None:
    client = taken_in(hall, crossword(HOUSE, Pass())())
    assert client.get("/api/snapshot").get_json()["state"]["result"] == ""
    assert client.get("/export/game.json").get_json()["result"] == ""
    client.get("/export/game.pdf")
    assert not [text for text in drawn if "wins" in text or "(winner)" in text]
    assert [game["result"] for game in past_games(client)["games"]] == [""]


def test_every_game_has_an_end_here() -> None:
    assert {end.table().ruleset.key for end in ENDS.values()} == set(GAMES)
