from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.board.spelling import written
from companion.board.square import parse_square
from companion.board.tiles import BLANK, Tile
from companion.export.gcg.game import export_gcg, unique_nicks
from companion.export.gcg.read import parse_gcg
from companion.export.gcg.replay import replay_gcg
from companion.rules.api import Scoreboard, Setup
from companion.rules.crossword.game import GAME as CLASSIC
from companion.rules.engine.messages import (
    Command,
    DeleteTurn,
    EndGame,
    Exchange,
    Pass,
    PlayTiles,
    Withdraw,
)
from companion.tilesets import load
from tests.doubles.crossword import ENGLISH, legal_placements, play_all, put, rack

GAME = CLASSIC


def board(*commands: Command, players: tuple[str, ...] = ("Ann Ode", "Bob")) -> Scoreboard:
    setup = Setup(players, ENGLISH)
    return GAME.scoreboard(play_all(GAME, GAME.start(setup), commands))


def test_a_whole_game() -> None:
    ended = board(
        PlayTiles(put("8D", "HOUSE")),
        PlayTiles(put("E7", "t.Y")),
        PlayTiles(put("9E", ".ES")),
        Withdraw(),
        Exchange(2, (Tile("V"), BLANK)),
        Pass(),
        Exchange(3),
        EndGame((rack("AAEEIIQ"), rack("NNRRSTT"))),
    )
    text, losses = export_gcg(ended, ENGLISH, title="An evening", lexicon="ENABLE")
    assert text.splitlines() == [
        "#character-encoding UTF-8",
        "#player1 Ann_Ode Ann Ode",
        "#player2 Bob Bob",
        "#title An evening",
        "#lexicon ENABLE",
        "#tile-distribution english",
        ">Ann_Ode: EHOSU 8D HOUSE +24 24",
        ">Bob: ?Y E7 t.Y +5 5",
        ">Ann_Ode: ES 9E .ES +12 36",
        ">Ann_Ode: ES -- -12 24",
        ">Bob: ?V -?V +0 5",
        ">Ann_Ode: AAEEIIQ - +0 24",
        ">Bob: ~ -3 +0 5",
        ">Ann_Ode: AAEEIIQ (AAEEIIQ) -16 8",
        ">Bob: NNRRSTT (NNRRSTT) -7 -2",
    ]
    assert [str(loss) for loss in losses] == [
        (
            "Nothing is known of the racks in turns 7; ~ stands for them, which some programs "
            "refuse."
        )
    ]


def test_a_game_in_progress_is_incomplete_and_an_unnamed_blank_a_loss() -> None:
    text, losses = export_gcg(board(PlayTiles(put("8H", "?IT"))), ENGLISH)
    assert ">Ann_Ode: ?IT 8H ?IT +4 4" in text
    assert text.endswith("#incomplete\n")
    assert tuple(map(str, losses)) == (
        "The letter of a blank in turn 1 is not known; it is a ?.",
    )
    assert replay_gcg(parse_gcg(text.encode())).mismatches == 0


def test_impossible_turns_become_passes_with_a_note() -> None:
    torn = board(PlayTiles(put("8H", "HAT")), PlayTiles(put("8K", "S")), DeleteTurn(1))
    text, losses = export_gcg(torn, ENGLISH)
    assert ">Bob: S - +0 0" in text
    assert "#note turn 1 cannot be played here: The first play must cover" in text
    assert tuple(map(str, losses)) == ("Turn 1 is impossible and is written as a pass.",)


def test_more_than_two_players_are_a_loss() -> None:
    text, losses = export_gcg(board(Pass(), Pass(), players=("A", "B", "C")), ENGLISH)
    assert "#player3 C C" in text
    assert tuple(map(str, losses)) == (
        "The format is for two players; few programs read this file of 3.",
        (
            "Nothing is known of the racks in turns 1, 2; ~ stands for them, which some "
            "programs refuse."
        ),
    )


@pytest.mark.parametrize(
    ("players", "nicks"),
    [
        (["Ann", "Bob"], ["Ann", "Bob"]),
        (["Ann Ode", "Ann:Ode"], ["Ann_Ode", "Ann_Ode_2"]),
        (["Ann", "Ann", "Ann"], ["Ann", "Ann_2", "Ann_3"]),
        ([" ", ":"], ["Player1", "Player2"]),
    ],
)
def test_nicks(players: list[str], nicks: list[str]) -> None:
    assert unique_nicks(players) == nicks


def test_racks_are_in_order_with_blanks_first() -> None:
    spanish = load("spanish")
    rack = (Tile("Z"), BLANK, Tile("CH"), Tile("A"), Tile("Ñ"))
    assert written(rack, spanish) == "?A[CH]ÑZ"


@settings(max_examples=60)
@given(st.data())
def test_any_game_comes_back_with_its_scores(data: st.DataObject) -> None:
    setup = Setup(("Ann", "Bob"), ENGLISH)
    state = GAME.start(setup)
    for _ in range(data.draw(st.integers(1, 8))):
        command: Command = data.draw(
            st.one_of(
                st.builds(PlayTiles, legal_placements(GAME.scoreboard(state).position)),
                st.just(Pass()),
                st.just(Exchange(2)),
            )
        )
        state = play_all(GAME, state, [command])
        if isinstance(command, PlayTiles) and data.draw(st.integers(0, 4)) == 0:
            state = play_all(GAME, state, [Withdraw()])
    shown = GAME.scoreboard(state)
    text, _ = export_gcg(shown, ENGLISH)
    game = parse_gcg(text.encode())
    found = replay_gcg(game)
    assert game.problems == ()
    assert (found.refusal, found.mismatches) == (None, 0)
    assert [r.total for r in shown.rows] == list(found.totals.values())
    assert found.position == shown.position


def test_square_names_and_gcg_coordinates_agree() -> None:
    shown = board(PlayTiles(put("8H", "HAT")), PlayTiles(put("J7", "A.")))
    assert shown.turns[1].coordinate == "J7"
    assert shown.turns[1].placements[0].square == parse_square("7J")
