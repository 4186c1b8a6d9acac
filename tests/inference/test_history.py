from __future__ import annotations

import random

from companion.board.position import Position
from companion.board.reading import BoardReading, CellReading
from companion.board.square import Square, parse_square
from companion.board.tiles import Tile
from companion.inference.history import History, Told
from companion.inference.votes import Votes, named
from companion.tilesets import load
from tests.doubles.readings import cell, laid, reading_of
from tests.inference.test_propose import random_play

ENGLISH = load("english")
HUT = laid("8G", "HUT")
OX = laid("9G", "OX")
ARTE = laid("6I", "AR", "down") | laid("9I", "E")


def tell(*readings: BoardReading | None) -> tuple[Told, ...]:
    history = History(ENGLISH)
    for reading in readings:
        history = history.after(reading)
    return history.told()


def laid_by(move: Told) -> list[str]:
    return ["".join(p.tile.text for p in play) for play in move.plays]


def board(*parts: dict[Square, Tile]) -> Position:
    return Position({s: t for part in parts for s, t in part.items()})


def test_a_letter_read_wrong_at_first_is_told_right() -> None:
    wrong = cell("8H", 0.99, ("O", 0.9), ("U", 0.1))
    told = tell(
        reading_of(board(HUT), wrong),
        reading_of(board(HUT, OX)),
        reading_of(board(HUT, OX)),
    )
    assert laid_by(told[0]) == ["HUT"]
    assert told[0].doubts == ()


def test_a_letter_read_wrong_later_is_told_right() -> None:
    wrong = cell("8H", 0.99, ("O", 0.9), ("U", 0.1))
    told = tell(
        reading_of(board(HUT)), reading_of(board(HUT, OX)), reading_of(board(HUT, OX), wrong)
    )
    assert laid_by(told[0]) == ["HUT"]


def test_a_tile_missed_at_the_end_of_a_word_belongs_to_its_turn() -> None:
    """The T of HUT shows only from the second picture on, where another play was laid."""
    told = tell(
        reading_of(board(HUT), cell("8I", 0.03)),
        reading_of(board(HUT, laid("9G", "O"), laid("10G", "PE", "down"))),
        reading_of(board(HUT, laid("9G", "O"), laid("10G", "PE", "down"))),
    )
    assert [laid_by(m) for m in told] == [["HUT"], ["OPE"], []]


def test_a_picture_that_fails_gives_its_turn_to_the_next() -> None:
    unto, arte = laid("9H", "NTO", "down"), laid("10F", "AR.E")
    told = tell(reading_of(board(HUT)), None, reading_of(board(HUT, unto, arte)))
    assert [m.frame for m in told] == [0, 2]
    assert told[1].missed == 1
    assert laid_by(told[1]) == ["NTO", "ARE"]


def test_a_withdrawn_play_keeps_its_letters() -> None:
    told = tell(
        reading_of(board(HUT)),
        reading_of(board(HUT, OX)),
        reading_of(board(HUT)),
        reading_of(board(HUT, laid("9G", "AX"))),
    )
    assert [laid_by(m) for m in told] == [["HUT"], ["OX"], [], ["AX"]]
    assert set(told[2].withdrawn) == set(OX)


def test_a_false_tile_of_one_picture_is_never_told() -> None:
    false = cell("9G", 0.9, ("I", 0.8))
    told = tell(
        reading_of(board(HUT)),
        reading_of(board(HUT), false),
        reading_of(board(HUT)),
        reading_of(board(HUT, laid("9H", "NTO", "down"))),
        reading_of(board(HUT, laid("9H", "NTO", "down"))),
    )
    assert [laid_by(m) for m in told] == [["HUT"], [], [], ["NTO"], []]
    assert told[1].quarantined == (parse_square("9G"),)


def test_a_blank_that_looks_like_an_empty_square_for_a_while() -> None:
    told = tell(
        reading_of(board(laid("8G", "H?T")), cell("8H", 0.2)),
        reading_of(board(laid("8G", "H?T"), OX)),
    )
    assert [laid_by(m) for m in told] == [["H?T"], ["OX"]]


def test_the_bag_settles_letters_over_the_whole_board() -> None:
    q = cell("9G", 0.99, ("Q", 0.7), ("O", 0.3))
    surer = cell("8G", 0.99, ("Q", 0.95), ("O", 0.05))
    told = tell(
        reading_of(board(laid("8G", "QUT")), surer),
        reading_of(board(laid("8G", "QUT"), OX), q, surer),
    )
    assert [laid_by(m) for m in told] == [["QUT"], ["OX"]]


def test_named_gives_the_scarce_tile_to_whom_it_suits_best() -> None:
    squares = [Square(0, 0), Square(0, 1)]
    cells = {
        squares[0]: CellReading(squares[0], 0.99, (("Q", 0.6), ("O", 0.4))),
        squares[1]: CellReading(squares[1], 0.99, (("Q", 0.9), ("G", 0.1))),
    }
    reading = reading_of(Position(), *cells.values())
    votes = Votes().with_reading(reading, squares, ENGLISH)
    assert named(squares, votes, ENGLISH) == Position(
        {squares[0]: Tile("O"), squares[1]: Tile("Q")}
    )


def test_noisy_games_are_told_turn_by_turn() -> None:
    """Random games of eight turns; each picture misreads five letters in a hundred."""
    for seed in range(6):
        rng = random.Random(seed)
        position, plays, history = Position(), [], History(ENGLISH)
        for _ in range(8):
            play = random_play(rng, position)
            position = position.with_tiles({p.square: p.tile for p in play})
            plays.append([play] if play else [])
            misread = [
                cell(s, 0.98, (rng.choice("AEIOU"), 0.8), (t.letter or "?", 0.2))
                for s, t in position.items()
                if rng.random() < 0.05
            ]
            history = history.after(reading_of(position, *misread))
        history = history.after(reading_of(position)).after(reading_of(position))
        assert [list(m.plays) for m in history.told()][:8] == [
            [tuple(sorted(p)) for p in turn] for turn in plays
        ]


def test_a_game_joined_half_way_is_taken_as_it_lies() -> None:
    far = board(
        HUT,
        laid("9H", "NTO", "down"),
        laid("10D", "STAR.E"),
        laid("11D", "AND", "down"),
        laid("13E", "ARKER"),
        laid("12J", "E.OW", "down"),
    )
    told = tell(reading_of(far), reading_of(far.with_tiles(laid("8J", "S"))))
    assert {p.square: p.tile for p in told[0].adopted} == dict(far.items())
    assert laid_by(told[1]) == ["S"]


def test_a_picture_of_another_board_is_passed_over() -> None:
    parts = [
        HUT,
        laid("9H", "NTO", "down"),
        laid("10D", "STAR.E"),
        laid("11D", "AND", "down"),
        laid("13E", "ARKER"),
        laid("12J", "E.OW", "down"),
    ]
    game = board(*parts)
    shifted = Position({Square(s.row - 1, s.col): t for s, t in game.items()})
    told = tell(
        *(reading_of(board(*parts[: n + 1])) for n in range(6)),
        reading_of(shifted),
        reading_of(game.with_tiles(laid("8J", "S"))),
    )
    assert [m.frame for m in told] == [0, 1, 2, 3, 4, 5, 7]
    assert laid_by(told[-1]) == ["S"]
    assert told[-1].missed == 1


def test_a_board_that_no_turns_explain_is_taken_as_it_lies() -> None:
    lost = laid("2B", "WORD")
    told = tell(
        reading_of(board(HUT)),
        reading_of(board(HUT, lost)),
        reading_of(board(HUT, lost, laid("2F", "S"))),
    )
    assert len(told[1].adopted) == 4
    assert laid_by(told[2]) == ["S"]
