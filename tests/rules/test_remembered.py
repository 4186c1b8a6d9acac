"""What follows from each turn is worked out once a turn."""

from __future__ import annotations

from companion.rules.engine.messages import AdjustScore, Undo
from companion.rules.engine.remembered import MOST, Remembered
from companion.session.order import ordered
from tests.doubles.fake_loop import FakeLoop


def test_only_what_is_new_is_made() -> None:
    made: list[str] = []

    def note(at: int, thing: list[str], last: str) -> str:
        made.append(thing[0])
        return f"{at}{thing[0]}{last}"

    remembered = Remembered(note)
    a, b, c = ["a"], ["b"], ["c"]
    assert remembered((a, b), rest=("!",)) == ("0a!", "1b!")
    assert remembered((a, b, c), rest=("!",)) == ("0a!", "1b!", "2c!")
    assert remembered((a, ["b"], c), rest=("!",)) == ("0a!", "1b!", "2c!")
    assert remembered((a,), rest=("!",)) == ("0a!",)
    assert made == ["a", "b", "c", "b", "c"]  # an equal one need not be the same one
    assert remembered((a,), rest=("?",)) == ("0a?",)
    assert remembered((), rest=("?",)) == ()


def test_a_change_in_any_column_counts() -> None:
    remembered = Remembered(lambda at, one, two: one[0] + two[0])
    a, b, c = ["a"], ["b"], ["c"]
    assert remembered((a, a), (b, b)) == ("ab", "ab")
    assert remembered((a, a), (b, c)) == ("ab", "ac")


def test_of_many_games_the_oldest_is_forgotten() -> None:
    remembered = Remembered(lambda at, thing: list(thing))
    games = [([str(n)],) for n in range(MOST + 1)]
    first = remembered(games[0])
    assert remembered(games[0])[0] is first[0]
    for game in games[1:]:
        remembered(game)
    again = remembered(games[0])
    assert again == first
    assert again[0] is not first[0]


def test_an_order_makes_the_rows_of_earlier_turns_no_more() -> None:
    loop = FakeLoop()
    for n in range(4):
        before = loop.snapshot.scoreboard.turns
        loop.submit(ordered(AdjustScore(n % 2, 1, "x"), "test")).result()
        after = loop.snapshot.scoreboard.turns
        assert len(after) == len(before) + 1
        assert [at for at, row in enumerate(before) if after[at] is not row] == []
    loop.submit(ordered(Undo(), "test")).result()
    assert loop.snapshot.scoreboard.turns == before
