"""Clocks in the log: they follow the turns, survive a crash, book what is over once."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.board.tiles import Tile
from companion.errors import RuleViolation, StoreError
from companion.export.api import GameFile
from companion.export.jsonl import read_jsonl, write_jsonl
from companion.rules.api import Setup
from companion.rules.crossword.game import GAME as CLASSIC
from companion.rules.engine import clock as chess
from companion.rules.engine.clock import TABLE, ClockRules
from companion.rules.engine.messages import AdjustScore, EndGame, Pass, Redo, Undo
from companion.session.clocks import (
    RESTARTED,
    ClocksSet,
    judged,
    restored,
    written,
)
from companion.session.log import is_of_game
from companion.session.messages import KeepTime, PressClock
from companion.session.order import ordered
from tests.doubles.at_table import AtTable
from tests.doubles.crossword import ENGLISH
from tests.doubles.games import session, setup
from tests.doubles.timed import Timed

END = EndGame(((), ()))


def test_clocks_follow_the_turns_from_the_first_one_on() -> None:
    game = Timed(ClockRules(start_s=1500))
    game.time.step(60)
    assert (game.left_s, game.running) == ((1500, 1500), (None, False))
    game.do(Pass())
    game.do(Pass(), after_s=10)
    game.time.step(5)
    assert (game.left_s, game.running) == ((1495, 1490), (0, False))
    assert game.kinds == ["turn-passed", "clocks-set"] * 2


def test_a_press_starts_pauses_and_goes_on() -> None:
    game = Timed(ClockRules(start_s=1500))
    game.do(PressClock())
    game.do(PressClock(), after_s=3)
    assert str(game.session.snapshot.notice) == "The clocks are paused."
    game.time.step(100)
    assert (game.left_s, game.running) == ((1497, 1500), (0, True))
    game.do(PressClock())
    assert not game.session.snapshot.notice
    game.time.step(2)
    assert game.left_s == (1495, 1500)


def test_undo_gives_the_clock_back_to_the_player_but_not_the_time() -> None:
    game = Timed(ClockRules(start_s=100))
    game.do(PressClock())
    game.do(Pass(), after_s=10)
    game.do(Undo(), after_s=5)
    assert game.running == (0, False)
    game.time.step(1)
    assert game.left_s == (89, 95)


def test_a_killed_program_has_the_clocks_in_its_log_and_lets_them_stand() -> None:
    game = Timed(ClockRules(start_s=100))
    game.do(PressClock())
    game.do(Pass(), after_s=20)
    game.do(KeepTime(), after_s=10)
    game.time.step(9)  # not kept any more
    again = game.killed()
    assert again.session.snapshot.notice == RESTARTED
    assert (again.left_s, again.running) == ((80, 90), (1, True))
    again.do(PressClock(), after_s=3600)
    again.time.step(1)
    assert (again.left_s, again.running) == ((80, 89), (1, False))


def test_a_paused_game_is_taken_up_paused_and_keeps_its_own_rules() -> None:
    game = Timed(TABLE["german"])
    game.do(Pass(), PressClock())
    game.rules = TABLE["family"]  # what lies beside the log does not count
    again = game.killed()
    assert again.running == (1, True)
    clocks = again.session.snapshot.clocks
    assert clocks is not None
    assert clocks.rules == TABLE["german"]


def test_time_over_is_booked_with_the_end_and_once() -> None:
    game = Timed(ClockRules(start_s=60))
    game.do(PressClock())
    game.do(Pass(), after_s=60 + 61)
    game.do(END, after_s=60 + 1)
    assert game.session.snapshot.totals == (("Ann", -20), ("Bob", -10))
    assert game.kinds[-4:] == ["score-adjusted", "score-adjusted", "game-ended", "clocks-set"]
    game.do(Undo())
    assert not game.session.snapshot.scoreboard.ended
    assert game.session.snapshot.totals == (("Ann", -20), ("Bob", -10))
    game.do(END)
    assert game.session.snapshot.totals == (("Ann", -20), ("Bob", -10))
    game.do(Undo(), Redo())
    assert game.session.snapshot.totals == (("Ann", -20), ("Bob", -10))


def test_more_time_after_an_end_that_was_taken_back_costs_only_the_rest() -> None:
    game = Timed(ClockRules(start_s=60))
    game.do(Pass(), Pass())
    game.do(END, after_s=61)
    game.do(Undo())
    game.do(END, after_s=60)
    assert game.session.snapshot.totals == (("Ann", -20), ("Bob", 0))


def test_a_killed_program_books_no_penalty_twice() -> None:
    game = Timed(ClockRules(start_s=60))
    game.do(PressClock())
    game.do(END, after_s=61)
    again = game.killed()
    again.do(Undo(), END)
    assert again.session.snapshot.totals == (("Ann", -10), ("Bob", 0))
    assert again.kinds.count("score-adjusted") == 1


def test_an_end_that_cannot_be_saved_books_nothing() -> None:
    game = Timed(ClockRules(start_s=60))
    game.do(PressClock())
    entries, before = list(game.memory.entries), game.session.snapshot
    game.memory.full = True
    with pytest.raises(StoreError):
        game.do(END, after_s=100)
    after = game.session.snapshot
    assert game.memory.entries == entries
    assert (after.scoreboard, after.clocks) == (before.scoreboard, before.clocks)
    game.memory.full = False
    game.do(END)
    assert game.session.snapshot.totals == (("Ann", -10), ("Bob", 0))


def test_who_is_over_for_too_long_has_lost_whatever_the_points() -> None:
    game = Timed(TABLE["naspa"])
    game.do(AdjustScore(0, 500, "a ruling"), PressClock())
    game.do(KeepTime(), after_s=1500 + 599)
    assert not game.session.snapshot.notice
    game.do(KeepTime(), after_s=1)
    assert str(game.session.snapshot.notice) == "Lost by the clock: Ann."
    game.do(END)
    board = game.session.snapshot.scoreboard
    assert board.rows[0].total > board.rows[1].total
    assert board.winners == (1,)
    assert str(game.session.snapshot.message) == "Lost by the clock: Ann."
    assert game.killed().session.snapshot.scoreboard.winners == (1,)


def test_a_team_of_which_one_has_lost_by_the_clock_has_lost() -> None:
    clocks = replace(chess.start(TABLE["naspa"], 2), left_ms=(-600_000, 1000))
    board = replace(Timed(TABLE["naspa"]).session.snapshot.scoreboard, ended=True)
    assert judged(board, clocks, 0).winners == (1,)
    assert judged(replace(board, team=True, winners=(0, 1)), clocks, 0).winners == ()


FOUR = ("Ann", "Bob", "Cyd", "Dan")
OVER, LEFT = -600_000, 1000


@pytest.mark.parametrize(
    ("left_ms", "winners", "result"),
    [
        # 30 + 31 against 10 + 29, but for the clock.
        ((LEFT, LEFT, LEFT, LEFT), (0, 2), "Ann and Cyd win together with 61."),
        ((LEFT, LEFT, OVER, LEFT), (1, 3), "Bob and Dan win together with 39."),
        ((LEFT, OVER, LEFT, LEFT), (0, 2), "Ann and Cyd win together with 61."),
        (
            (OVER, OVER, LEFT, LEFT),
            (0, 2),
            "Ann and Cyd win together with 61.",
        ),  # no side is left
    ],
)
def test_partners_lose_by_the_clock_with_the_first_of_them(
    left_ms: tuple[int, ...], winners: tuple[int, ...], result: str
) -> None:
    options = (("teams", "1,2,1,2"), ("held", "1,1,1,1"), ("totals", "31,11,32,30"))
    table = AtTable(CLASSIC, Setup(FOUR, ENGLISH, options=options))
    table.do(EndGame(((Tile("E"),),) * 4))
    clocks = replace(chess.start(TABLE["naspa"], 4), left_ms=left_ms)
    board = judged(table.board, clocks, 0)
    assert (board.winners, str(board.result)) == (winners, result)


@pytest.mark.parametrize(
    ("left_ms", "winners"),
    [
        ((LEFT, LEFT, LEFT), (0,)),
        ((OVER, LEFT, LEFT), (2,)),  # 118 each, and Cyd had more before
        ((OVER, LEFT, OVER), (1,)),
        ((OVER, OVER, OVER), (0,)),
    ],
)
def test_of_those_who_have_time_left_the_best_by_the_game_s_own_rules_wins(
    left_ms: tuple[int, ...], winners: tuple[int, ...]
) -> None:
    options = (("held", "1,1,1"), ("totals", "301,119,120"))
    table = AtTable(CLASSIC, Setup(FOUR[:3], ENGLISH, options=options))
    table.do(EndGame(((Tile("E"),), (Tile("E"),), (Tile("D"),))))
    clocks = replace(chess.start(TABLE["naspa"], 3), left_ms=left_ms)
    board = judged(table.board, clocks, 0)
    assert board.winners == winners
    (told,) = (panel.lines[0] for panel in board.panels if panel.kind == "result")
    assert FOUR[winners[0]] in str(told), "the list at the end says the same"


def test_with_an_unknown_rack_only_who_is_left_alone_has_won() -> None:
    options = (("held", "1,1,1"), ("totals", "301,119,120"))
    table = AtTable(CLASSIC, Setup(FOUR[:3], ENGLISH, options=options)).do(
        EndGame(((), (), ()))
    )
    clocks = chess.start(TABLE["naspa"], 3)
    one = judged(table.board, replace(clocks, left_ms=(OVER, LEFT, LEFT)), 0)
    assert (one.winners, str(one.result)) == ((), "The reckoning is open.")
    assert judged(table.board, replace(clocks, left_ms=(OVER, LEFT, OVER)), 0).winners == (1,)


def test_a_family_pays_nothing_for_its_time() -> None:
    game = Timed(TABLE["family"])
    game.do(PressClock())
    game.do(END, after_s=5000)
    assert game.session.snapshot.totals == (("Ann", 0), ("Bob", 0))
    assert not any(row.kind == "time" for row in game.session.snapshot.scoreboard.turns)


def test_after_the_end_and_without_clocks_a_press_is_refused() -> None:
    game = Timed(ClockRules())
    game.do(END)
    with pytest.raises(RuleViolation, match="over"):
        game.do(PressClock())
    plain = session()
    with pytest.raises(RuleViolation, match="no clocks"):
        plain.handle(ordered(PressClock(), "test"))
    assert plain.handle(ordered(KeepTime(), "test")).clocks is None


def test_a_saved_game_keeps_its_clocks() -> None:
    game = Timed(ClockRules(start_s=60))
    game.do(Pass(), PressClock())
    file = GameFile(
        ruleset="classic",
        setup=setup(),
        board=game.session.snapshot.scoreboard,
        entries=tuple(game.memory.entries),
        name="x",
    )
    taken = read_jsonl(write_jsonl(file).data)
    assert [type(event).__name__ for event in taken.events] == ["TurnPassed"]
    assert taken.entries == tuple(game.memory.entries)


def test_keeping_the_time_is_no_news_for_screens_and_no_step_of_the_game() -> None:
    game = Timed(ClockRules())
    game.do(Pass())
    shown = game.session.snapshot
    foreseen = game.session.foresee(Pass())
    game.do(KeepTime(), after_s=10)
    assert game.session.snapshot is shown
    assert game.session.foresee(Pass()).seen == foreseen.seen == shown.seen
    assert shown.seq == 1
    assert len(game.memory.entries) == 3
    assert game.left_s == (1500, 1490)
    assert game.killed().session.snapshot.seq == 1


def test_clocks_of_other_players_are_refused() -> None:
    game = Timed(ClockRules())
    game.do(PressClock())
    (entry,) = game.memory.entries
    for spoilt in ({"left_ms": [1]}, {"running": 5}, {"left_ms": "x"}):
        with pytest.raises(StoreError, match="entry 1"):
            restored(replace(entry, body={**entry.body, **spoilt}), 2, 0)


STEPS = st.lists(
    st.tuples(
        st.sampled_from([Pass(), PressClock(), KeepTime(), Undo(), END, AdjustScore(1, 5, "")]),
        st.integers(0, 400),
        st.booleans(),
    ),
    max_size=25,
)


@settings(deadline=None)
@given(STEPS)
def test_whatever_happens_a_killed_game_loses_no_more_than_was_not_kept(
    steps: list[tuple[object, int, bool]],
) -> None:
    game = Timed(ClockRules(start_s=300, lost_after_s=600))
    for command, after_s, is_killed in steps:
        game.time.step(after_s)
        try:
            game.do(command)
        except RuleViolation:
            continue
        if is_killed:
            before = game.session.snapshot
            game.do(KeepTime())
            again = game.killed()
            assert again.left_s == game.left_s
            assert again.session.snapshot.totals == before.totals
            assert again.session.snapshot.scoreboard.winners == before.scoreboard.winners
            game = again
    board = game.session.snapshot.scoreboard
    over = [entry for entry in game.memory.entries if is_of_game(entry)]
    assert len(over) + game.kinds.count("clocks-set") == len(game.kinds)
    if board.ended:
        assert game.running == (None, False)


def test_what_is_written_is_whole() -> None:
    clocks = chess.start(ClockRules(start_s=9, lost_after_s=7, bonus_s=3), 3)
    assert written(clocks) == ClocksSet(clocks.rules, (9000,) * 3, None, paused=False)
