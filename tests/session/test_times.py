"""Clocks as clubs ask for them, corrected by the host, and how long each turn took."""

from __future__ import annotations

import pytest

from companion.errors import ConfigError, RuleViolation
from companion.export.api import GameFile
from companion.export.jsonl import read_jsonl, write_jsonl
from companion.rules.crossword.turns import Passed
from companion.rules.engine import clock as chess
from companion.rules.engine.clock import ClockRules, Run
from companion.rules.engine.messages import (
    AmendTurn,
    DeleteTurn,
    EndGame,
    InsertTurn,
    MoveTurn,
    Pass,
    Redo,
    Undo,
)
from companion.session.messages import KeepTime, PressClock, SetClocks
from tests.doubles.games import setup
from tests.doubles.timed import CAT, Timed

END = EndGame(((), ()))


def seconds(game: Timed) -> list[int | None]:
    return [row.seconds for row in game.session.snapshot.turns]


def lost_points(rules: ClockRules, used_s: float) -> int:
    clocks = chess.handle(chess.start(rules, 2), Run(0), 0)
    return chess.penalties(clocks, int(used_s * 1000))[0]


@pytest.mark.parametrize("minutes", [1, 3, 22, 25, 90])
def test_a_clock_has_any_minutes(minutes: int) -> None:
    game = Timed(ClockRules(start_s=60 * minutes))
    game.do(PressClock())
    game.time.step(30)
    assert game.left_s == (60 * minutes - 30, 60 * minutes)


def test_the_increment_is_earned_by_turns_and_not_by_taking_one_back() -> None:
    game = Timed(ClockRules(start_s=100, bonus_s=5))
    game.do(PressClock())
    game.do(Pass(), after_s=20)
    assert game.left_s == (85, 100)
    game.do(Pass(), after_s=3)
    assert game.left_s == (85, 102)
    game.do(Undo(), after_s=1)
    assert game.left_s == (84, 102)
    game.do(END, after_s=4)
    assert game.left_s == (84, 98)


def test_with_a_delay_the_clock_waits_at_the_beginning_of_each_turn() -> None:
    game = Timed(ClockRules(start_s=100, delay_s=5))
    game.do(PressClock())
    game.time.step(4)
    assert game.left_s == (100, 100)
    game.do(KeepTime(), after_s=0.5)
    game.time.step(2.5)
    assert game.left_s == (98, 100)
    game.do(Pass())
    game.do(Pass(), after_s=3)
    game.time.step(6)
    assert game.left_s == (97, 100)
    assert seconds(game) == [7, 3]


def test_a_delay_goes_on_where_the_program_was_killed() -> None:
    game = Timed(ClockRules(start_s=100, delay_s=5))
    game.do(PressClock())
    game.do(KeepTime(), after_s=4)
    again = game.killed()
    again.do(PressClock())
    again.time.step(3)
    assert again.left_s == (98, 100)
    again.do(Pass())
    assert seconds(again) == [7]


@pytest.mark.parametrize(
    ("over_s", "begun", "full"),
    [(0, 0, 0), (0.001, 10, 0), (59, 10, 0), (60, 10, 10), (61, 20, 10), (120.5, 30, 20)],
)
def test_a_penalty_counts_the_minute_or_part_of_it_or_full_minutes(
    over_s: float, begun: int, full: int
) -> None:
    assert lost_points(ClockRules(start_s=60), 60 + over_s) == begun
    assert lost_points(ClockRules(start_s=60, whole=True), 60 + over_s) == full


def test_sudden_death_loses_the_game_as_soon_as_the_time_is_up() -> None:
    rules = chess.TABLE["sudden"]
    game = Timed(ClockRules(start_s=60, penalty_points=0, lost_after_s=rules.lost_after_s))
    game.do(PressClock())
    game.do(KeepTime(), after_s=59)
    assert not game.session.snapshot.notice
    game.do(KeepTime(), after_s=1)
    assert str(game.session.snapshot.notice) == "Lost by the clock: Ann."
    game.do(END)
    assert game.session.snapshot.scoreboard.winners == (1,)
    assert not [row for row in game.session.snapshot.turns if row.kind == "time"]


def test_a_clock_of_impossible_times_is_refused() -> None:
    for field in ("start_s", "period_s", "delay_s", "lost_after_s", "bonus_s"):
        with pytest.raises(ConfigError):
            ClockRules(**{field: -1})


def test_the_host_corrects_the_clocks_and_the_log_says_who() -> None:
    game = Timed(ClockRules(start_s=600))
    game.do(PressClock())
    game.do(SetClocks((500, None)), after_s=20)
    assert game.left_s == (500, 600)
    assert game.running == (0, False)
    assert (game.memory.entries[-1].kind, game.memory.entries[-1].actor) == (
        "clocks-set", "test",
    )  # fmt: skip
    assert game.killed().left_s == (500, 600)
    game.do(Pass(), after_s=10)
    assert (game.left_s, seconds(game)) == ((490, 600), [30])
    with pytest.raises(RuleViolation):
        game.do(SetClocks((1,)))
    game.do(END)
    with pytest.raises(RuleViolation):
        game.do(SetClocks((500, None)))


def test_each_turn_knows_how_long_it_took() -> None:
    game = Timed(ClockRules(start_s=600))
    game.do(PressClock())
    game.do(CAT, after_s=42)
    game.do(PressClock(), after_s=5)
    game.do(PressClock(), after_s=1000)
    game.do(Pass(), after_s=7)
    assert seconds(game) == [42, 12]
    assert seconds(game.killed()) == [42, 12]


def test_without_clocks_the_log_tells_how_long_turns_took() -> None:
    game = Timed(None)
    game.do(Pass(), after_s=30)
    game.do(CAT, after_s=75)
    game.do(Pass(), after_s=3 * 3600)
    game.do(Pass(), after_s=20)
    assert seconds(game) == [None, 75, None, 20]
    assert seconds(game.killed()) == [None, 75, None, 20]


def test_the_time_of_a_turn_goes_with_it_through_corrections() -> None:
    game = Timed(None)
    game.do(Pass(), after_s=30)
    game.do(CAT, after_s=75)
    game.do(Pass(), after_s=20)
    game.do(Pass(), after_s=9)
    assert seconds(game) == [None, 75, 20, 9]
    game.do(InsertTurn(1, Passed(1)), after_s=100)
    assert seconds(game)[2:] == [75, 20, 9]
    game.do(DeleteTurn(1))
    assert seconds(game) == [None, 75, 20, 9]
    game.do(AmendTurn(2, Passed(1)))
    assert seconds(game) == [None, 75, 20, 9]
    game.do(Undo())
    game.do(MoveTurn(2, later=True))
    assert sorted(map(str, seconds(game))) == sorted(map(str, [None, 75, 20, 9]))
    game.do(Undo())
    game.do(Undo())
    game.do(Undo())
    game.do(Undo(), Undo(), Undo())
    game.do(Redo())
    assert seconds(game)[-1] in (75, 20)
    assert seconds(game.killed()) == seconds(game)


def test_who_plays_again_after_an_undo_has_thought_all_the_time() -> None:
    game = Timed(None)
    game.do(Pass(), after_s=30)
    game.do(CAT, after_s=60)
    game.do(Undo(), after_s=5)
    game.do(Pass(), after_s=10)
    assert seconds(game) == [None, 75]


def test_the_times_of_turns_survive_a_file() -> None:
    game = Timed(ClockRules(start_s=600))
    game.do(Pass(), after_s=30)
    game.do(CAT, after_s=75)
    file = GameFile(
        ruleset="classic",
        setup=setup(),
        board=game.session.snapshot.scoreboard,
        entries=tuple(game.memory.entries),
        name="Test",
    )
    imported = read_jsonl(write_jsonl(file).data)
    game.memory.entries = list(imported.entries)
    assert seconds(game.killed()) == [None, 75]
