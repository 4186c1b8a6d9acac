"""Challenges: the table of rules, who, when, and what becomes of the play."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.board.square import parse_square
from companion.board.tiles import TileKind, TileSet
from companion.errors import RuleViolation
from companion.rules.api import Option, Scoreboard, Setup
from companion.rules.crossword.challenges.rules import TABLE, Judged
from companion.rules.crossword.game import GAME as CLASSIC
from companion.rules.crossword.state import CrosswordState
from companion.rules.engine.messages import (
    AdjustScore,
    Challenge,
    Command,
    CorrectTile,
    DeleteTurn,
    EndGame,
    Exchange,
    Pass,
    PlayTiles,
    Redo,
    Undo,
)
from tests.doubles.crossword import ENGLISH, last_tiles, play_all, put, tile

GAME = CLASSIC
HOUSE = PlayTiles(put("8D", "HOUSE"))
TOYS = PlayTiles(put("E7", "T.YS"))


def good(*words: str) -> tuple[Judged, ...]:
    return tuple(Judged(word, known=True, lexicon="ENABLE") for word in words)


def bad(*words: str) -> tuple[Judged, ...]:
    return tuple(Judged(word, known=False, lexicon="ENABLE") for word in words)


def state_of(*commands: Command, players: int = 2, **options: Option) -> CrosswordState:
    names = ("Ann", "Bob", "Cy", "Di")[:players]
    setup = Setup(names, ENGLISH, options=tuple(options.items()))
    return play_all(GAME, GAME.start(setup), commands)


def after(*commands: Command, players: int = 2, **options: Option) -> Scoreboard:
    return GAME.scoreboard(state_of(*commands, players=players, **options))


def totals(board: Scoreboard) -> list[int]:
    return [row.total for row in board.rows]


def refused(command: Command, *given: Command, players: int = 2, **options: Option) -> str:
    with pytest.raises(RuleViolation) as violation:
        GAME.decide(state_of(*given, players=players, **options), command)
    assert str(violation.value).endswith(".")
    return str(violation.value)


@pytest.mark.parametrize("rule", [name for name, rule in TABLE.items() if rule.allowed])
def test_a_bad_play_comes_off_and_its_turn_is_lost(rule: str) -> None:
    board = after(HOUSE, Challenge(bad("HOUSE")), challenge=rule)
    assert totals(board) == [0, 0]
    assert board.on_turn == 1
    assert len(board.position) == 0
    assert [(t.kind, t.seat, t.score, t.marks) for t in board.turns] == [
        ("play", 0, 24, ("withdrawn",)),
        ("withdrawn", 0, -24, ()),
    ]
    assert str(board.turns[1].detail) == "Bob challenged: HOUSE is not in the ENABLE list."


@pytest.mark.parametrize(
    ("options", "expect", "on_turn", "kinds"),
    [
        ({"challenge": "single"}, [24, 0], 1, ["play", "challenge"]),
        ({"challenge": "double"}, [24, 0], 0, ["play", "challenge", "lost"]),
        ({"challenge": "points"}, [29, 0], 1, ["play", "challenge"]),
        ({"challenge": "points", "challenge_points": 10}, [34, 0], 1, ["play", "challenge"]),
        (
            {"challenge": "points", "challenge_points": 10, "challenge_books": "challenger"},
            [24, -10],
            1,
            ["play", "challenge"],
        ),
    ],
)
def test_a_good_play_stands_and_the_challenge_costs_what_the_rule_says(
    options: dict[str, Option], expect: list[int], on_turn: int, kinds: list[str]
) -> None:
    board = after(HOUSE, Challenge(good("HOUSE")), **options)
    assert totals(board) == expect
    assert board.on_turn == on_turn
    assert [t.kind for t in board.turns] == kinds
    assert len(board.position) == 5


def test_void_refuses_unknown_words_as_they_are_laid_and_every_challenge() -> None:
    void: dict[str, Option] = {"challenge": "void"}
    laid = PlayTiles(HOUSE.placements, words=bad("HOUSE"))
    assert refused(laid, **void) == (
        "HOUSE is not in the ENABLE list; with this rule it may not be laid."
    )
    assert totals(after(PlayTiles(HOUSE.placements, words=good("HOUSE")), **void)) == [24, 0]
    assert "nothing to challenge" in refused(Challenge(good("HOUSE")), HOUSE, **void)
    assert "challenge" not in {a.command for a in after(HOUSE, **void).actions}
    assert totals(after(laid)) == [24, 0]  # under any other rule verdicts wait for a challenge


def test_five_points_a_word_for_three_words_are_fifteen() -> None:
    # needs 36: liwords 1413
    play = PlayTiles(put("9D", "OP"))
    board = after(HOUSE, play, Challenge(good("OP", "HO", "OP")), challenge="points")
    assert board.rows[1].total == board.turns[1].score + 15
    per_play = after(
        HOUSE, play, Challenge(good("OP", "HO")), challenge="points", challenge_per="play"
    )
    assert per_play.rows[1].total == per_play.turns[1].score + 5


def test_only_the_good_word_of_a_phony_play_was_challenged_so_it_stands() -> None:
    # needs 36
    play = PlayTiles(put("9D", "OZ"))
    board = after(HOUSE, play, Challenge(good("HO")), challenge="single")
    assert len(board.position) == 7
    assert str(board.turns[2].detail) == "Ann challenged: HO is in the ENABLE list."
    again = after(HOUSE, play, Challenge(good("HO")), Challenge(bad("OZ")), challenge="single")
    assert len(again.position) == 5


def test_one_bad_word_takes_the_whole_play_off() -> None:
    play = PlayTiles(put("9D", "OZ"))
    board = after(HOUSE, play, Challenge((*good("HO"), *bad("OZ"))), challenge="points")
    assert totals(board) == [24, 0]
    assert str(board.turns[2].detail) == "Ann challenged: OZ is not in the ENABLE list."


def test_penalty_of_ten_to_the_challenger() -> None:
    # needs 35: Quackle 20
    board = after(
        HOUSE,
        Challenge(good("HOUSE")),
        challenge="points",
        challenge_points=10,
        challenge_books="challenger",
    )
    row = board.turns[1]
    assert (row.kind, row.player, row.score, row.total) == ("challenge", "Bob", -10, -10)


def test_after_a_successful_challenge_racks_bag_and_turn_are_right() -> None:
    # needs 38: macondo 264, 75, liwords 1858
    state = state_of(HOUSE, Challenge(bad("HOUSE")))
    assert state.now.sheet.held == (7, 7)
    assert state.now.sheet.bag == 86
    assert GAME.scoreboard(state).on_turn == 1
    assert GAME.scoreboard(state).unseen_count == 100


def test_withdrawn_tiles_are_to_be_lifted_until_the_next_play() -> None:
    # needs 39: Xanado 12
    board = after(HOUSE, TOYS, Challenge(bad("TOYS")))
    squares = tuple(parse_square(name) for name in ("7E", "9E", "10E"))
    assert board.to_lift == squares
    assert tuple(map(str, board.panels[0].lines)) == ("Lift the tiles from 7E, 9E, 10E.",)
    assert after(HOUSE, TOYS, Challenge(bad("TOYS")), Pass()).to_lift == squares
    assert after(HOUSE, TOYS, Challenge(bad("TOYS")), TOYS).to_lift == ()
    assert after(HOUSE, TOYS, Challenge(bad("TOYS")), Undo()).to_lift == ()
    assert after(HOUSE, TOYS, Challenge(good("TOYS"))).to_lift == ()


def test_with_two_players_the_lost_turn_passes_straight_back() -> None:
    board = after(HOUSE, Challenge(good("HOUSE")))
    assert board.on_turn == 0
    assert [(t.kind, t.player, t.score) for t in board.turns[1:]] == [
        ("challenge", "Ann", 0),
        ("lost", "Bob", 0),
    ]


def test_the_fourth_players_lost_turn_is_stored_and_used_up_later() -> None:
    # needs 41: Xanado 22
    given = [HOUSE, Challenge(good("HOUSE"), by=3)]
    board = after(*given, players=4)
    assert board.on_turn == 1
    assert tuple(map(str, board.panels[0].lines)) == ("Di loses the next turn.",)
    assert after(*given, Pass(), players=4).on_turn == 2
    there = after(*given, Pass(), Pass(), players=4)
    assert there.on_turn == 0
    assert [(t.kind, t.player) for t in there.turns[-2:]] == [("pass", "Cy"), ("lost", "Di")]
    assert after(*given, *[Pass()] * 5, players=4).on_turn == 3


def test_a_lost_turn_is_undone_with_its_challenge_and_done_again() -> None:
    given = [HOUSE, Challenge(good("HOUSE"), by=2)]
    assert after(*given, Pass(), players=3).on_turn == 0
    undone = after(*given, Undo(), Pass(), players=3)
    assert undone.on_turn == 2
    assert [t.kind for t in undone.turns] == ["play", "pass"]
    assert after(*given, Undo(), Redo(), Pass(), players=3).on_turn == 0


def test_a_deleted_challenge_gives_the_turn_back_and_a_lost_turn_is_no_turn_to_delete() -> None:
    given = [HOUSE, Challenge(good("HOUSE"))]
    assert [t.kind for t in after(*given, DeleteTurn(2)).turns] == ["play"]
    assert after(*given, DeleteTurn(2)).on_turn == 1
    assert "Turn 3 was lost by a challenge" in refused(DeleteTurn(3), *given)


def test_a_player_loses_one_turn_however_many_challenges_fail() -> None:
    play = PlayTiles(put("9D", "OP"))
    board = after(
        Pass(),
        HOUSE,
        Challenge(good("HOUSE"), by=3),
        Pass(),
        players=4,
    )
    assert board.on_turn == 0
    twice = state_of(
        HOUSE, play, Challenge(good("OP"), by=0), Challenge(good("HO"), by=0), players=4
    )
    assert twice.now.sheet.skips == (True, False, False, False)
    passed = play_all(GAME, twice, [Pass(), Pass()])
    assert GAME.scoreboard(passed).on_turn == 1
    assert [t.kind for t in GAME.scoreboard(passed).turns].count("lost") == 1


def test_next_player_only_or_anyone() -> None:
    by_cy = Challenge(good("HOUSE"), by=2)
    assert str(after(HOUSE, by_cy, players=3).turns[1].detail).startswith("Cy challenged")
    assert refused(by_cy, HOUSE, players=3, challenge_who="next") == (
        "Only the next player, Bob, may challenge; not Cy."
    )
    assert "laid these words" in refused(Challenge(good("HOUSE"), by=0), HOUSE, players=3)
    assert "no player 4" in refused(Challenge(good("HOUSE"), by=3), HOUSE, players=3)


def test_the_window_is_open_until_the_next_turn_is_taken() -> None:
    late = Challenge(good("HOUSE"), turn=1)
    for turn in (TOYS, Pass(), Exchange(2)):
        assert refused(late, HOUSE, turn) == (
            "The play can no longer be challenged: the next turn has been taken."
        )
    assert "not a play" in refused(Challenge(good("HOUSE")), HOUSE, Pass())


def test_a_window_of_twenty_seconds_hard_or_soft() -> None:
    # needs 42: SS2
    timed: dict[str, Option] = {"challenge_seconds": 20, "challenge": "single"}
    in_time = Challenge(good("HOUSE"), seconds=20)
    late = Challenge(good("HOUSE"), seconds=21)
    assert str(after(HOUSE, in_time, **timed).turns[1].detail).endswith("list.")
    assert refused(late, HOUSE, **timed) == (
        "The play can no longer be challenged: 21 seconds have passed, and 20 are allowed."
    )
    soft = after(HOUSE, late, challenge_window="soft", **timed)
    assert "Late: 21 seconds have passed, and 20 are allowed." in str(soft.turns[1].detail)


def test_a_late_soft_challenge_takes_a_play_out_of_the_middle() -> None:
    late = Challenge(bad("TOYS"), by=0, turn=2)
    board = after(HOUSE, TOYS, PlayTiles(put("8I", "S")), late, challenge_window="soft")
    assert [t.kind for t in board.turns] == ["play", "play", "withdrawn", "play"]
    assert totals(board) == [24 + 9, 0]


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ((), "A challenge names words of the play, which forms HOUSE."),
        (good("MOUSE"), "The play does not form 'MOUSE'; it forms HOUSE."),
    ],
)
def test_the_words_are_those_of_the_play(words: tuple[Judged, ...], sentence: str) -> None:
    assert refused(Challenge(words), HOUSE) == sentence


def test_a_word_is_challenged_once() -> None:
    free: dict[str, Option] = {"challenge": "single"}
    judged = [HOUSE, Challenge(good("HOUSE"))]
    assert "HOUSE has already been challenged" in refused(
        Challenge(good("HOUSE")), *judged, **free
    )
    assert "challenge" not in {a.command for a in after(*judged, **free).actions}
    assert "taken off" in refused(Challenge(bad("HOUSE")), HOUSE, Challenge(bad("HOUSE")))


def test_a_challenge_of_a_word_that_never_lay_there_is_marked_and_costs_nothing() -> None:
    judged = [HOUSE, Challenge(good("HOUSE"))]
    assert after(*judged).on_turn == 0
    board = after(*judged, CorrectTile(parse_square("8D"), tile("M")))
    assert (board.on_turn, len(board.turns)) == (1, 2)
    assert board.turns[1].marks == ("impossible",)
    assert str(board.turns[1].detail) == ("The play does not form 'HOUSE'; it forms MOUSE.")
    gone = after(*judged, PlayTiles(put("8I", "S")), DeleteTurn(1))
    assert [turn.marks for turn in gone.turns] == [("impossible",), ("impossible",)]
    points = after(*judged, DeleteTurn(1), challenge="10-point")
    assert totals(points) == [0, 0]


def test_a_lost_turn_keeps_its_place_when_the_turn_behind_it_is_deleted() -> None:
    judged = [HOUSE, Challenge(good("HOUSE")), TOYS, PlayTiles(put("8I", "S"))]
    assert [turn.kind for turn in after(*judged).turns] == [
        "play", "challenge", "lost", "play", "play",
    ]  # fmt: skip
    board = after(*judged, DeleteTurn(4))
    assert [(turn.player, turn.kind) for turn in board.turns] == [
        ("Ann", "play"), ("Ann", "challenge"), ("Bob", "lost"), ("Bob", "play"),
    ]  # fmt: skip
    assert board.on_turn == 0


def test_a_challenge_of_the_last_play_is_settled_before_the_racks() -> None:
    # needs 40: Xanado 66, 24
    ended = [HOUSE, TOYS, EndGame(((tile("Q"),), ()))]
    setup = Setup(("Ann", "Bob"), last_tiles("HOUSETYSQ"), options=(("held", "6,3"),))

    def after(*commands: Command, challenge: str = "double") -> Scoreboard:
        options = (*setup.options, ("challenge", challenge))
        state = GAME.start(replace(setup, options=options))
        return GAME.scoreboard(play_all(GAME, state, commands))

    off = after(*ended, Challenge(bad("TOYS"), by=0))
    assert (off.ended, off.on_turn, totals(off)) == (False, 0, [24, 0])
    stands = after(*ended, Challenge(good("TOYS"), by=0), challenge="points")
    assert stands.ended
    plain = after(*ended)
    assert totals(stands) == [totals(plain)[0], totals(plain)[1] + 5]
    assert [t.kind for t in stands.turns] == ["play", "play", "challenge"]
    assert after(*ended, Challenge(bad("TOYS"), by=0), Undo()).ended


def test_before_the_end_the_challenge_is_asked_for() -> None:
    kinds = [TileKind(letter, 1, 1) for letter in "HOUSETYINK"]
    setup = Setup(("Ann", "Bob"), TileSet("ten", tuple(kinds)), options=(("rack_size", 5),))
    board = GAME.scoreboard(play_all(GAME, GAME.start(setup), [HOUSE]))
    assert tuple(map(str, board.panels[0].lines)) == (
        "Ann has laid the last tile; the game ends with the others' racks.",
        "A challenge of the last play comes first.",
        "Bob holds T Y I N K.",
    )


def test_six_zeroes_count_a_turn_lost_by_a_challenge() -> None:
    # needs 43: macondo challenge.go
    given = [Pass()] * 3 + [HOUSE, Challenge(bad("HOUSE"))]
    assert not after(*given, Pass(), end_on="six-zero").end_offer
    six = after(*given, Pass(), Pass(), end_on="six-zero")
    assert str(six.end_offer) == "No one has scored in 6 turns: the game may end now."
    zero = PlayTiles(put("8H", "at"))
    five = [Pass()] * 4 + [zero]
    assert not after(*five, end_on="six-zero").end_offer
    assert after(*five, Challenge(good("AT")), end_on="six-zero").end_offer


def test_a_challenge_does_not_break_a_run_of_zeroes() -> None:
    given = [*[Pass()] * 3, PlayTiles(put("8H", "at")), Challenge(good("AT"))]
    board = after(*given, challenge="points")
    assert str(board.end_offer) == "No one has scored in 4 turns: the game may end now."


def test_points_may_be_booked_beside_the_turns() -> None:
    # needs 47: a time penalty is a line of its own
    board = after(HOUSE, AdjustScore(0, -10, "time"))
    assert totals(board) == [14, 0]
    assert board.on_turn == 1
    assert (board.turns[1].kind, str(board.turns[1].detail)) == ("time", "Points for time.")
    assert "1 to 10000 points" in refused(AdjustScore(0, 0))
    assert "no player 8" in refused(AdjustScore(7, 5))
    taken = after(HOUSE, AdjustScore(0, -10, "time"), Challenge(bad("HOUSE")))
    assert totals(taken) == [-10, 0]


def test_a_refused_challenge_leaves_the_state_alone() -> None:
    state = state_of(HOUSE)
    for command in (Challenge(bad("X")), Challenge(good("HOUSE"), turn=9)):
        with pytest.raises(RuleViolation):
            GAME.decide(state, command)
    assert state == state_of(HOUSE)


def test_a_lost_turn_counts_as_a_pass_where_passes_end_the_game() -> None:
    setup = Setup(("Ann", "Bob"), ENGLISH, options=(("challenge", "double"),))
    bookcase = GAME.under("bookcase")
    lost = (HOUSE, Challenge(good("HOUSE")))  # Bob's turn is lost at once
    for passes, offer in ((2, ""), (3, "All have passed twice in a row: the game may end.")):
        state = play_all(bookcase, bookcase.start(setup), (*lost, *[Pass()] * passes))
        assert str(bookcase.scoreboard(state).end_offer) == offer


def test_points_booked_beside_the_turns_break_no_row_of_passes() -> None:
    bookcase = GAME.under("bookcase")
    booked = (Pass(), Pass(), AdjustScore(0, 5, "a gift"), Pass(), Pass())
    state = play_all(bookcase, bookcase.start(Setup(("Ann", "Bob"), ENGLISH)), booked)
    assert str(bookcase.scoreboard(state).end_offer).startswith("All have passed twice")


def test_a_word_with_an_unnamed_blank_asks_for_the_letter_first() -> None:
    hidden = PlayTiles(put("8D", "H?USE"))
    sentence = "Which letter is the blank in H?USE? It is named before the word is looked up."
    state = state_of(hidden)
    with pytest.raises(RuleViolation) as violation:
        GAME.decide(state, Challenge(bad("H?USE")))
    assert str(violation.value) == sentence
    named = CorrectTile(parse_square("8E"), tile("o"))
    board = after(hidden, named, Challenge(good("HoUSE".upper())), challenge="single")
    assert [turn.kind for turn in board.turns] == ["play", "challenge"]


def test_where_words_are_checked_as_they_are_laid_the_blank_is_named_first() -> None:
    void = PlayTiles(put("8D", "H?USE"), words=bad("H?USE"))
    assert "Which letter is the blank in H?USE?" in refused(void, challenge="void")
