"""When readings of a board are believed."""

from __future__ import annotations

from companion.board.reading import BoardReading, CellReading
from companion.board.square import Square
from companion.runtime.settle import MOST_KEPT, Window


def reading(taken: dict[tuple[int, int], tuple[tuple[str, float], ...]]) -> BoardReading:
    cells = tuple(
        CellReading(
            Square(n // 15, n % 15),
            0.99 if (n // 15, n % 15) in taken else 0.01,
            taken.get((n // 15, n % 15), ()),
        )
        for n in range(225)
    )
    return BoardReading(cells, ())


O_LIKE = reading({(7, 7): (("O", 0.6), ("Q", 0.4))})
Q_LIKE = reading({(7, 7): (("Q", 0.6), ("O", 0.4))})
TWO = reading({(7, 7): (("O", 0.9),), (7, 8): (("N", 0.9),)})


def test_one_reading_is_not_enough() -> None:
    assert Window(2).step(O_LIKE).settled is None


def test_agreeing_readings_settle() -> None:
    settled = Window(2).step(O_LIKE).step(O_LIKE).settled
    assert settled is not None
    assert settled.position() == O_LIKE.position()


def test_a_tile_on_its_way_starts_the_wait_anew() -> None:
    assert Window(2).step(O_LIKE).step(TWO).settled is None
    assert Window(2).step(O_LIKE).step(TWO).step(TWO).settled is not None


def test_flickering_letters_are_averaged_and_do_not_block() -> None:
    window = Window(2)
    for _ in range(10):
        window = window.step(O_LIKE).step(Q_LIKE)
    settled = window.settled
    assert settled is not None
    letters = dict(settled.cell(Square(7, 7)).letters)
    assert abs(letters["O"] - 0.5) < 1e-9
    assert abs(letters["Q"] - 0.5) < 1e-9
    assert len(window.readings) == MOST_KEPT


def test_emptied_waits_again() -> None:
    assert Window(2).step(O_LIKE).step(O_LIKE).emptied().settled is None
