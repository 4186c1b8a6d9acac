"""The classic game, as tables: given commands, when one more, then events or a refusal."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.board.square import parse_square
from companion.board.tiles import BLANK, Tile
from companion.errors import ConfigError, RuleViolation
from companion.rules.api import Scoreboard, Setup
from companion.rules.crossword.game import GAME as CLASSIC
from companion.rules.crossword.turns import Laid, Passed, Withdrawn
from companion.rules.engine.history import Did, KeptTurn, SameTurns, TurnsRewritten
from companion.rules.engine.messages import (
    AmendTurn,
    Command,
    CorrectTile,
    DeleteTurn,
    EndGame,
    Exchange,
    GameEnded,
    InsertTurn,
    Pass,
    PlayTiles,
    PlayWithdrawn,
    Redo,
    StepRedone,
    StepUndone,
    TilesExchanged,
    TilesPlayed,
    TurnImpossible,
    TurnPassed,
    Undo,
    Withdraw,
)
from companion.rules.engine.violations import Gap
from tests.doubles.crossword import ENGLISH, last_tiles, play_all, put, rack, tile

GAME = CLASSIC
TWO = Setup(("Ann", "Bob"), ENGLISH)
HOUSE = PlayTiles(put("8D", "HOUSE"))
TOY = PlayTiles(put("E7", "T.Y"))
OUT = EndGame((rack("AAEEIIO"), rack("QRRNNT?")))


def after(*commands: Command, setup: Setup = TWO) -> Scoreboard:
    return GAME.scoreboard(play_all(GAME, GAME.start(setup), commands))


def totals(*commands: Command, setup: Setup = TWO) -> list[int]:
    return [row.total for row in after(*commands, setup=setup).rows]


def turn(event: object, seat: int = 0, *, corrected: bool = False) -> KeptTurn:
    return KeptTurn((Did(event, (event,)),), seat, corrected=corrected)


def impossible(event: TilesPlayed, why: RuleViolation) -> KeptTurn:
    facts = (TurnImpossible(event, why.said),)
    return KeptTurn((Did(event, facts),), event.player, problem=why.said)


@pytest.mark.parametrize(
    ("given", "when", "then"),
    [
        pytest.param([], HOUSE, TilesPlayed(0, put("8D", "HOUSE")), id="a play"),
        pytest.param([HOUSE], TOY, TilesPlayed(1, put("E7", "T.Y")), id="the next player's"),
        pytest.param([HOUSE], Pass(1), TurnPassed(1), id="a pass by its player"),
        pytest.param([], Exchange(3), TilesExchanged(0, 3, ()), id="an exchange by count"),
        pytest.param(
            [],
            Exchange(2, (Tile("V"), BLANK)),
            TilesExchanged(0, 2, (Tile("V"), BLANK)),
            id="an exchange by tiles",
        ),
        pytest.param([HOUSE], Withdraw(), PlayWithdrawn(1, 0), id="the last play comes off"),
        pytest.param(
            [HOUSE, Pass()],
            Withdraw(1),
            (SameTurns(0, 1), turn(PlayWithdrawn(1, 0)), SameTurns(2, 2)),
            id="an earlier play comes off",
        ),
        pytest.param(
            [HOUSE, TOY],
            CorrectTile(parse_square("8F"), tile("u")),
            (
                SameTurns(0, 0),
                turn(TilesPlayed(0, put("8D", "HOuSE")), corrected=True),
                SameTurns(2, 2),
            ),
            id="a tile of an earlier turn",
        ),
        pytest.param(
            [HOUSE, TOY],
            AmendTurn(2, Passed(1)),
            (SameTurns(0, 1), turn(TurnPassed(1), 1, corrected=True)),
            id="amended",
        ),
        pytest.param(
            [HOUSE, TOY],
            InsertTurn(2, Passed(1)),
            (SameTurns(0, 1), turn(TurnPassed(1), 1, corrected=True), SameTurns(2, 2)),
            id="inserted",
        ),
        pytest.param(
            [HOUSE],
            InsertTurn(2, Passed(1)),
            (SameTurns(0, 1), turn(TurnPassed(1), 1, corrected=True)),
            id="inserted last",
        ),
        pytest.param(
            [HOUSE, TOY],
            DeleteTurn(1),
            (
                SameTurns(0, 0),
                impossible(TilesPlayed(1, put("E7", "T.Y")), Gap(parse_square("8E"))),
            ),
            id="deleted",
        ),
        pytest.param(
            [HOUSE, TOY, Pass()],
            DeleteTurn(2),
            (SameTurns(0, 1), SameTurns(3, 3)),
            id="deleted without harm",
        ),
        pytest.param([HOUSE], Undo(), StepUndone(), id="undone"),
        pytest.param([HOUSE, Undo()], Redo(), StepRedone(), id="redone"),
        pytest.param([HOUSE], OUT, GameEnded(OUT.racks), id="ended"),
    ],
)
def test_what_follows(given: list[Command], when: Command, then: object) -> None:
    state = play_all(GAME, GAME.start(TWO), given)
    event = TurnsRewritten(when, then) if isinstance(then, tuple) else then
    assert GAME.decide(state, when) == (event,)


@pytest.mark.parametrize(
    ("given", "when", "sentence"),
    [
        pytest.param([], PlayTiles(put("1A", "HAT")), "start square 8H", id="illegal play"),
        pytest.param([HOUSE], Pass(0), "It is Bob's turn, not Ann's", id="out of turn"),
        pytest.param([], Pass(7), "There is no player 8; the game has 2", id="no such player"),
        pytest.param(
            [PlayTiles(put("8F", "QUO"))],
            PlayTiles(put("9G", "NQ")),
            "holds 1 of the tile Q, but 2",
            id="a second Q",
        ),
        pytest.param([], Exchange(-1), "1 to 7 tiles, not -1", id="exchange of less than none"),
        pytest.param([], Exchange(8), "1 to 7 tiles, not 8", id="exchange of eight"),
        pytest.param([], Exchange(2, (Tile("A"),)), "not 2", id="count and tiles differ"),
        pytest.param([], Exchange(1, (Tile("Ä"),)), "no 'Ä'", id="exchange of no tile"),
        pytest.param([], Withdraw(), "not a play that could be taken off", id="nothing yet"),
        pytest.param([HOUSE, Pass()], Withdraw(), "not a play", id="a pass is last"),
        pytest.param(
            [HOUSE, Withdraw()], Withdraw(), "turn 1 has already been taken off", id="twice"
        ),
        pytest.param([HOUSE, Withdraw()], Withdraw(1), "turn 1 has already", id="twice, named"),
        pytest.param([HOUSE, Pass()], Withdraw(2), "Turn 2 is not a play", id="a pass, named"),
        pytest.param([HOUSE], Withdraw(5), "no turn 5; turns 1 to 1", id="no such turn"),
        pytest.param([], DeleteTurn(1), "no turn 1; no turn has been taken yet", id="none yet"),
        pytest.param([HOUSE], AmendTurn(0, Passed(0)), "no turn 0", id="turn 0"),
        pytest.param([HOUSE], InsertTurn(3, Passed(0)), "no turn 3", id="beyond the end"),
        pytest.param(
            [HOUSE, TOY],
            AmendTurn(2, Laid(1, put("8D", "T"))),
            "8D already holds H",
            id="amended to the impossible",
        ),
        pytest.param(
            [HOUSE], InsertTurn(1, Withdrawn(0)), "not a play", id="a withdrawal of nothing"
        ),
        pytest.param(
            [HOUSE],
            CorrectTile(parse_square("1A"), tile("E")),
            "No tile lies on 1A",
            id="empty",
        ),
        pytest.param(
            [HOUSE], CorrectTile(parse_square("8D"), tile("Ä")), "no 'Ä'", id="no such letter"
        ),
        pytest.param(
            [HOUSE, Withdraw()],
            CorrectTile(parse_square("8D"), tile("M")),
            "No tile lies on 8D",
            id="a withdrawn tile",
        ),
        pytest.param([], Undo(), "nothing to undo", id="undo at the start"),
        pytest.param([HOUSE], Redo(), "nothing to redo", id="redo without undo"),
        pytest.param(
            [HOUSE, Undo(), Pass()], Redo(), "nothing to redo", id="redo after a turn"
        ),
        pytest.param([HOUSE, OUT], TOY, "The game has ended", id="a play after the end"),
        pytest.param([HOUSE, OUT], OUT, "The game has ended", id="ended twice"),
        pytest.param([], EndGame(((),)), "2 players and 1 racks", id="too few racks"),
        pytest.param([], EndGame(((), (Tile("E"),) * 8)), "at most 7 tiles", id="a full rack"),
        pytest.param(
            [PlayTiles(put("8G", "QI"))],
            EndGame(((), rack("QAEIOUN"))),
            "holds 1 of the tile Q, but 2",
            id="a rack the bag cannot hold",
        ),
        pytest.param(
            [HOUSE],
            EndGame(((), rack("QA"))),
            "Bob must hold 7 tiles and 2 are told",
            id="part of a rack",
        ),
        pytest.param([], EndGame(((), (Tile("Ä"),))), "no 'Ä'", id="a rack of no tiles"),
    ],
)
def test_what_is_refused(given: list[Command], when: Command, sentence: str) -> None:
    state = play_all(GAME, GAME.start(TWO), given)
    with pytest.raises(RuleViolation) as refused:
        GAME.decide(state, when)
    assert sentence in str(refused.value)
    assert str(refused.value).endswith(".")


def test_an_exchange_needs_seven_tiles_in_the_bag() -> None:
    small = Setup(("Ann", "Bob"), ENGLISH, options=(("exchange_min_bag", 90),))
    state = GAME.start(small)
    with pytest.raises(RuleViolation, match="at least 90; it holds 86"):
        GAME.decide(state, Exchange(1))
    assert "exchange" not in {a.command for a in GAME.scoreboard(state).actions}


@pytest.mark.parametrize("players", [(), ("Ann",), ("A", "B", "C", "D", "E"), ("Ann", "Ann")])
def test_an_impossible_setup(players: tuple[str, ...]) -> None:
    with pytest.raises(ConfigError):
        GAME.start(Setup(players, ENGLISH))


def test_turns_go_round() -> None:
    four = Setup(("A", "B", "C", "D"), ENGLISH)
    seats = [after(*[Pass()] * n, setup=four).on_turn for n in range(6)]
    assert seats == [0, 1, 2, 3, 0, 1]


def test_the_scoreboard_tells_the_game() -> None:
    board = after(HOUSE, PlayTiles(put("E7", "t.Y")), Exchange(2), Pass())
    assert [(r.player, r.total, r.on_turn) for r in board.rows] == [
        ("Ann", 24, True),
        ("Bob", 5, False),
    ]
    assert [
        (t.kind, t.coordinate, t.word, t.notation, t.score, t.total) for t in board.turns
    ] == [
        ("play", "8D", "HOUSE", "HOUSE", 24, 24),
        ("play", "E7", "TOY", "t(O)Y", 5, 5),
        ("exchange", "", "", "", 0, 24),
        ("pass", "", "", "", 0, 5),
    ]
    assert (board.unseen_count, board.bag_count) == (93, 79)
    assert len(board.position) == 7


def test_a_phony_goes_off_and_its_score_back() -> None:
    board = after(HOUSE, TOY, Withdraw())
    assert [r.total for r in board.rows] == [24, 0]
    assert [(t.kind, t.score, t.total, t.marks) for t in board.turns[1:]] == [
        ("play", 6, 6, ("withdrawn",)),
        ("withdrawn", -6, 0, ()),
    ]
    assert board.on_turn == 0
    assert len(board.position) == 5


def test_a_bingo_is_marked() -> None:
    assert after(PlayTiles(put("8D", "PENSION"))).turns[0].marks == ("bingo",)


def test_all_later_scores_follow_a_corrected_tile() -> None:
    # The O of 8E was a blank: HOUSE loses 2 x 1, and so does TOY, which runs through it.
    board = after(HOUSE, TOY, CorrectTile(parse_square("8E"), tile("o")))
    assert [t.score for t in board.turns] == [22, 5]
    assert [t.marks for t in board.turns] == [("corrected",), ()]


def test_a_correction_beyond_the_bag_is_marked_not_refused() -> None:
    board = after(
        PlayTiles(put("8G", "QI")), Pass(), CorrectTile(parse_square("8H"), Tile("Q"))
    )
    assert board.turns[0].marks == ("corrected", "over-bag")
    assert "holds 1 of the tile Q" in str(board.turns[0].detail)


def test_the_check_of_the_bag_may_be_off() -> None:
    lax = Setup(("Ann", "Bob"), ENGLISH, options=(("bag_check", 0),))
    board = after(PlayTiles(put("8G", "QI")), PlayTiles(put("H9", "Q")), setup=lax)
    assert [t.marks for t in board.turns] == [(), ("over-bag",)]


def test_turns_made_impossible_are_marked_and_none_is_lost() -> None:
    deleted = (HOUSE, TOY, PlayTiles(put("9E", ".ES")), DeleteTurn(1))
    board = after(*deleted)
    assert [t.marks for t in board.turns] == [("impossible",), ("impossible",)]
    assert str(board.turns[0].detail) == "The play leaves 8E empty between its tiles."
    assert [r.total for r in board.rows] == [0, 0]
    mended = after(*deleted, InsertTurn(1, Laid(0, put("8D", "HOUSE"))))
    assert [t.score for t in mended.turns] == [24, 6, 12]
    assert [t.marks for t in mended.turns] == [("corrected",), (), ()]


def test_amending_replays_what_follows() -> None:
    board = after(HOUSE, TOY, AmendTurn(1, Laid(0, put("8D", "HORSE"))))
    assert [t.word for t in board.turns] == ["HORSE", "TOY"]
    assert board.rows[1].total == 6


def test_undo_and_redo_walk_through_all_steps() -> None:
    steps: list[Command] = [HOUSE, TOY, CorrectTile(parse_square("8E"), tile("o")), OUT]
    seen = [totals(*steps[:n]) for n in range(5)]
    assert [totals(*steps, *[Undo()] * n) for n in range(5)] == seen[::-1]
    back = [*steps, *[Undo()] * 4]
    assert [totals(*back, *[Redo()] * n) for n in range(5)] == seen


@pytest.mark.parametrize(
    ("racks", "bonus", "expect"),
    [
        pytest.param(((), ("Q", "?")), "sum", [34, -4], id="out gains, the other loses"),
        pytest.param((("E",), ("Q", "?")), "sum", [23, -4], id="nobody is out"),
        pytest.param(((), ("Q", "?")), "double", [44, 6], id="twice, nothing deducted"),
        pytest.param((("E",), ("Q",)), "double", [23, -4], id="double, nobody out"),
        pytest.param(((), ()), "sum", [24, 6], id="nothing left at all"),
    ],
)
def test_the_reckoning(
    racks: tuple[tuple[str, ...], ...], bonus: str, expect: list[int]
) -> None:
    left = last_tiles("HOUSETY" + "".join((*racks[0], *racks[1])))
    before = f"{5 + len(racks[0])},{2 + len(racks[1])}"
    setup = Setup(("Ann", "Bob"), left, options=(("end_bonus", bonus), ("held", before)))
    held = tuple(tuple(tile(t) for t in rack) for rack in racks)
    board = after(HOUSE, TOY, EndGame(held), setup=setup)
    assert [r.total for r in board.rows] == expect
    assert (board.ended, board.on_turn, board.racks) == (True, None, held)
    assert [p.kind for p in board.panels] == ["result"]


def test_three_others_with_five_points_each_give_fifteen() -> None:
    # Bookcase rules, Scoring 4.
    four = Setup(("A", "B", "C", "D"), ENGLISH, options=(("held", "0,1,1,2"),))
    racks = ((), (Tile("K"),), (Tile("K"),), (Tile("F"), Tile("E")))
    state = GAME.start(four)
    with pytest.raises(RuleViolation, match="tile K"):
        GAME.decide(state, EndGame(racks))
    four = replace(four, options=(("held", "0,1,2,2"),))
    fives = ((), (Tile("K"),), (Tile("B"), Tile("D")), (Tile("F"), Tile("E")))
    assert totals(EndGame(fives), setup=four) == [15, -5, -5, -5]


def test_two_scoreless_rounds_may_end_the_game() -> None:
    assert after(HOUSE, *[Pass()] * 3).panels == ()
    told = after(HOUSE, *[Pass()] * 4).panels
    assert [p.kind for p in told] == ["text"]
    assert after(HOUSE, *[Pass()] * 2, TOY, Withdraw(), Pass()).panels[0].kind == "text"


def test_other_house_rules() -> None:
    house = Setup(("Ann", "Bob"), ENGLISH, options=(("rack_size", 5), ("bingo", 30)))
    assert totals(HOUSE, setup=house) == [54, 0]
    with pytest.raises(ConfigError, match="whole number"):
        after(HOUSE, setup=Setup(("A", "B"), ENGLISH, options=(("bingo", "many"),)))
