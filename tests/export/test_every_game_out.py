"""Every game of the registry can be written, and taken in again from JSON Lines."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from companion.errors import CompanionError
from companion.export.api import GameFile
from companion.export.jsonl import read_jsonl, write_jsonl
from companion.export.registry import FORMS, write_game
from companion.export.sheet.score_sheet import sheet_of
from companion.household.clock import SteppedClock
from companion.rules.engine.messages import Pass
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
from companion.session.order import ordered
from companion.session.session import Session
from companion.text import Said
from tests.doubles.files import entries_of, state_of
from tests.doubles.games import Memory
from tests.doubles.random_games import RandomGame, random_game
from tests.doubles.together import together

FEW = settings(max_examples=3, deadline=None, suppress_health_check=[HealthCheck.too_slow])
SEEDS = st.integers(min_value=0, max_value=2**31)


def file_of(game: RandomGame) -> GameFile:
    entries = entries_of(game.events)
    return GameFile(game.ruleset.key, game.setup, game.board, entries, "A game", "")


@pytest.mark.parametrize("name", GAMES)
@given(seed=SEEDS)
@FEW
def test_a_game_taken_in_from_json_lines_is_the_same(name: str, seed: int) -> None:
    game = random_game(name, seed, 40)
    assert state_of(read_jsonl(write_jsonl(file_of(game)).data)) == game.whole


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("name", GAMES)
def test_every_game_is_written_in_every_form_or_refused_in_a_sentence(
    name: str, form: str
) -> None:
    try:
        written = write_game(form, file_of(random_game(name, 3, 30)))
    except CompanionError as refusal:
        assert str(refusal).endswith(".")  # noqa: PT017
        return
    assert written.data


def test_a_game_without_a_board_has_no_position_to_write() -> None:
    with pytest.raises(CompanionError, match="The Card Game has no board"):
        write_game("cgp", file_of(random_game("monopoly-cards", 3, 30)))


@pytest.mark.parametrize("name", GAMES)
def test_a_session_takes_a_game_up_where_its_log_ends(name: str) -> None:
    game = random_game(name, 7, 30)
    memory, now = Memory(), SteppedClock().now
    memory.entries += entries_of(game.events)
    session = Session(
        game.ruleset, game.setup, game="A game", append=memory, now=now,
        entries=tuple(memory.entries),
    )  # fmt: skip
    assert session.snapshot.scoreboard == game.board
    for _ in range(20):
        offered = [action.command for action in session.snapshot.scoreboard.actions]
        commands = [game.command(offer) for offer in offered]
        command = next((c for c in commands if c is not None), None)
        if command is None:
            break
        game.do(command)
        assert session.handle(ordered(command, "tablet")).scoreboard == game.board
        assert isinstance(session.snapshot.message, Said)


def test_the_score_sheet_of_a_team_names_all_as_winners_or_nobody() -> None:
    won = together("length 15").do(CompleteGoal("g0"))
    lost = together(*["length 15"] * 9)
    lost.do(ExtraTile(), Pass(), MakeBlank(), Pass(), RefreshGoals(), Pass(), TradeTiles(1))
    lost.do(Pass(), ExchangeTiles(1), Pass())
    lost.do(CompleteGoal(lost.now.goal(lost.now.open[0]).key), Pass(), GiveUp())
    assert [row.total for row in lost.board.rows] == [0, 1]
    for table, names in ((won, 2), (lost, 0)):
        assert table.board.ended
        sheet = sheet_of(GameFile("together", table.setup, table.board))
        assert sum(winner for _, _, winner in sheet.totals) == names
