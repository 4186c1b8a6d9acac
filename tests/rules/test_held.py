"""What players hold is counted: racks at the end, plays, exchanges, in every crossword game."""

from __future__ import annotations

import pytest

from companion.board.square import parse_square
from companion.board.tiles import Tile, TileSet
from companion.errors import RuleViolation
from companion.rules.api import Option, Scoreboard, Setup
from companion.rules.crossword.game import GAME
from companion.rules.crossword.state import CrosswordState
from companion.rules.crossword.turns import Passed
from companion.rules.engine.messages import (
    AmendTurn,
    Command,
    CorrectTile,
    EndGame,
    Exchange,
    GameEnded,
    Pass,
    PlayTiles,
    Undo,
    Withdraw,
)
from tests.doubles.crossword import ENGLISH, last_tiles, play_all, put, rack, tile

HOUSE = PlayTiles(put("8D", "HOUSE"))
TOY = PlayTiles(put("E7", "T.Y"))
LAST = last_tiles("HOUSETYQFIN")


def state_of(
    *commands: Command, tiles: TileSet = LAST, held: str = "5,6", **options: Option
) -> CrosswordState:
    given = (("held", held), *options.items())
    return play_all(GAME, GAME.start(Setup(("Ann", "Bob"), tiles, options=given)), commands)


def after(*commands: Command, tiles: TileSet = LAST, held: str = "5,6") -> Scoreboard:
    return GAME.scoreboard(state_of(*commands, tiles=tiles, held=held))


def refused(command: Command, *given: Command, held: str = "5,6", tiles: TileSet = LAST) -> str:
    with pytest.raises(RuleViolation) as violation:
        GAME.decide(state_of(*given, held=held, tiles=tiles), command)
    return str(violation.value)


def totals(board: Scoreboard) -> list[int]:
    return [row.total for row in board.rows]


def lines(board: Scoreboard) -> list[str]:
    return [str(line) for panel in board.panels for line in panel.lines]


def test_five_tiles_cannot_be_laid_from_three() -> None:
    sentence = "Ann holds 3 tiles and cannot lay 5."
    assert refused(HOUSE, held="3,7", tiles=ENGLISH) == sentence


def test_seven_cannot_be_exchanged_with_three_held() -> None:
    sentence = "Ann holds 3 tiles and cannot exchange 7."
    assert refused(Exchange(7), held="3,7", tiles=ENGLISH) == sentence
    assert GAME.decide(state_of(held="3,7", tiles=ENGLISH), Exchange(3))


def test_who_laid_the_last_tile_lays_no_other() -> None:
    sentence = "Ann holds 0 tiles and cannot lay 2."
    assert refused(PlayTiles(put("9F", "IN")), HOUSE, Pass()) == sentence


def test_who_holds_nothing_is_offered_no_exchange() -> None:
    bookcase = {"exchange_min_bag": 0, "exchange_return_first": True}
    bob = GAME.scoreboard(state_of(HOUSE, **bookcase))
    ann = GAME.scoreboard(state_of(HOUSE, Pass(), **bookcase))
    assert "exchange" in {action.command for action in bob.actions}
    assert "exchange" not in {action.command for action in ann.actions}


def test_tiles_come_back_to_the_rack_with_a_play_taken_off() -> None:
    assert GAME.decide(state_of(HOUSE, Withdraw(), Pass()), HOUSE)


def test_an_amended_turn_leaves_later_ones_what_there_is_to_lay() -> None:
    """Bob's tiles were Ann's: with a pass in turn 2 she has none left for turn 3."""
    more = last_tiles("HOUSETYQFINS")
    given = [HOUSE, TOY, PlayTiles(put("8I", "S"))]
    board = after(*given, AmendTurn(1, Passed(0)), tiles=more, held="6,6")
    assert [("impossible" in turn.marks) for turn in board.turns] == [False, True, True]


def test_an_untyped_rack_gets_nothing_and_the_end_stays_open() -> None:
    board = after(EndGame((rack("AEIOUNR"), ())), tiles=ENGLISH, held="7,7")
    assert totals(board) == [0, 0]
    assert (board.ended, board.on_turn, board.winners, board.racks) == (True, None, (), ())
    assert lines(board) == ["The reckoning is open: the tiles of Bob are not known."]


def test_racks_of_nothing_with_six_tiles_out_on_two_racks_stay_open() -> None:
    six = last_tiles("TYQFIN")
    board = after(EndGame(((), ())), tiles=six, held="3,3")
    assert lines(board) == ["The reckoning is open: the tiles of Ann and Bob are not known."]
    assert board.winners == ()


def test_an_open_end_is_closed_by_the_racks_told_later() -> None:
    six = last_tiles("TYQFIN")
    state = state_of(EndGame(((), ())), tiles=six, held="3,3")
    told = [a for a in GAME.scoreboard(state).actions if a.command == "end-game"]
    assert [str(action.label) for action in told] == ["Tell the racks"]
    closed = play_all(GAME, state, [EndGame((rack("TYI"), rack("QFN")))])
    board = GAME.scoreboard(closed)
    assert totals(board) == [-(1 + 4 + 1), -(10 + 4 + 1)]
    assert (board.winners, board.racks) == ((0,), (rack("TYI"), rack("QFN")))
    assert not [a for a in board.actions if a.command == "end-game"]
    again = GAME.scoreboard(play_all(GAME, closed, [Undo()]))
    assert (again.ended, again.winners) == (True, ())


def test_the_only_rack_that_is_not_told_follows_from_the_others() -> None:
    state = state_of(HOUSE, TOY)
    (event,) = GAME.decide(state, EndGame(((), ())))
    assert event == GameEnded(((), tuple(Tile(letter) for letter in "QFIN")))
    board = GAME.scoreboard(play_all(GAME, state, [EndGame(((), ()))]))
    assert totals(board) == [24 + 16, 6 - 16]
    assert board.winners == (0,)


def test_a_letter_corrected_after_the_end_makes_the_racks_others() -> None:
    ended = state_of(HOUSE, TOY, EndGame(((), rack("QFIN"))))
    mended = play_all(GAME, ended, [CorrectTile(parse_square("7E"), tile("F"))])
    board = GAME.scoreboard(mended)  # FOY is 9, and Bob cannot hold the only F, but T 1
    assert totals(board) == [24 + 13, 9 - 13]
    assert board.racks == ((), rack("TQIN"))


def test_racks_that_a_correction_makes_impossible_leave_the_end_open() -> None:
    ended = state_of(HOUSE, EndGame((rack("Q"), rack("TYFIN"))), held="6,5")
    assert totals(GAME.scoreboard(ended)) == [24 - 10, -11]
    mended = play_all(GAME, ended, [CorrectTile(parse_square("8D"), tile("Q"))])
    board = GAME.scoreboard(mended)
    assert lines(board) == ["The reckoning is open: the tiles of Ann and Bob are not known."]
    assert (board.winners, totals(board)) == ((), [2 * (2 * 10 + 1 + 1 + 1 + 1), 0])
    assert GAME.scoreboard(play_all(GAME, mended, [Undo()])).winners == (0,)


@pytest.mark.parametrize(
    ("racks", "sentence"),
    [
        ((rack("QF"), ()), "Ann must hold 0 tiles and 2 are told"),
        (((), rack("QF")), "Bob must hold 4 tiles and 2 are told"),
        (((), rack("QFINT")), "Bob must hold 4 tiles and 5 are told"),
        (((), rack("QFIO")), "The set holds 1 of the tile O, but 2"),
    ],
)
def test_racks_are_compared_with_what_is_held(
    racks: tuple[tuple[Tile, ...], ...], sentence: str
) -> None:
    assert sentence in refused(EndGame(racks), HOUSE, TOY)


def test_full_racks_while_the_bag_holds_tiles() -> None:
    assert "Bob must hold 7 tiles and 6 are told" in refused(
        EndGame((rack("AAEEIIO"), rack("NNRRST"))), held="7,7", tiles=ENGLISH
    )


def test_a_log_of_an_older_version_is_reckoned_as_it_was() -> None:
    """It did not say what was not told: an empty rack was a player who is out."""
    state = GAME.start(Setup(("Ann", "Bob"), ENGLISH))
    state = GAME.evolve(state, GameEnded(((), rack("Q"))))
    assert totals(GAME.scoreboard(state)) == [10, -10]
