from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from companion.board.position import Position
from companion.board.reading import BoardReading, CellReading, Reason, Unreadable
from companion.board.square import parse_square
from companion.inference.propose import Kind, rank
from companion.inference.settle import Window, combined
from companion.tilesets import load
from tests.doubles.readings import cell, laid, reading_of
from tests.inference.test_propose import any_readings

ENGLISH = load("english")
HUT = Position(laid("8G", "HUT"))
HAND = Unreadable(Reason.HAND_OVER_BOARD, "A hand is over the board.")


def run(*readings: BoardReading | Unreadable) -> list[BoardReading | None]:
    window, out = Window(), []
    for reading in readings:
        window = window.step(reading)
        out.append(window.settled)
    return out


def letter(settled: BoardReading | None, square: str) -> str:
    assert settled is not None
    return settled.cell(parse_square(square)).letters[0][0]


def test_nothing_is_concluded_until_the_board_holds_still() -> None:
    one = reading_of(HUT)
    assert [s is not None for s in run(one, one, one, one)] == [False, False, True, True]


def test_a_tile_that_slides_over_squares_counts_where_it_stops() -> None:
    moving = [reading_of(Position(laid(s, "H"))) for s in ("8F", "8G", "8H")]
    settled = run(*moving, moving[-1], moving[-1])
    assert [s is not None for s in settled] == [False] * 4 + [True]
    assert settled[-1] is not None
    assert settled[-1].position() == Position(laid("8H", "H"))


def test_a_hand_starts_the_wait_anew() -> None:
    one = reading_of(HUT)
    covered = reading_of(HUT, cell("8G", 0.5, hidden=True))
    assert run(one, one, HAND, one, one)[-1] is None
    assert run(one, one, covered, one, one)[-1] is None
    assert run(one, one, HAND, one, one, one)[-1] is not None


def test_a_letter_that_was_blurred_at_first_is_no_blank() -> None:
    blurred = reading_of(HUT, cell("8H", 0.97, ("?", 0.55), ("U", 0.3)))
    (*_, settled) = run(blurred, blurred, reading_of(HUT))
    assert settled is not None
    proposal = rank(Position(), settled, tiles=ENGLISH)
    assert proposal.kind is Kind.PLAY
    assert proposal.play is not None
    assert proposal.play.main.text == "HUT"


def test_two_letters_that_alternate_give_one_stable_value_and_a_doubt() -> None:
    o = reading_of(HUT, cell("8H", 0.99, ("O", 0.9), ("Q", 0.1)))
    q = reading_of(HUT, cell("8H", 0.99, ("Q", 0.9), ("O", 0.1)))
    told = [s for s in run(*[o, q] * 20) if s is not None]
    assert len({letter(s, "8H") for s in told}) == 1
    assert all(parse_square("8H") in s.doubtful for s in told)


def test_a_clearly_better_letter_replaces_the_one_shown() -> None:
    o = reading_of(HUT, cell("8H", 0.99, ("O", 0.6), ("Q", 0.4)))
    q = reading_of(HUT, cell("8H", 0.99, ("Q", 0.98), ("O", 0.02)))
    told = run(*[o] * 4, *[q] * 12)
    assert letter(told[3], "8H") == "O"
    assert letter(told[-1], "8H") == "Q"


def test_a_lamp_that_flickers_over_one_square_does_not_stop_the_vote() -> None:
    dim = reading_of(HUT, cell("8H", 0.6, ("U", 0.5)))
    settled = run(dim, reading_of(HUT), dim)[-1]
    assert settled is not None
    assert letter(settled, "8H") == "U"


@given(st.lists(any_readings() | st.just(HAND), max_size=6))
@settings(max_examples=30, deadline=None)
def test_no_readings_make_it_fail(readings: list[BoardReading | Unreadable]) -> None:
    for settled in run(*readings):
        if settled is not None:
            assert all(0 <= c.occupied <= 1 for c in settled.cells)
            rank(Position(), settled, tiles=ENGLISH)


def test_probabilities_stay_probabilities() -> None:
    one = CellReading(parse_square("8H"), 0.9, (("O", 0.6), ("Q", 0.4)))
    two = CellReading(parse_square("8H"), 0.7, (("Q", 0.7), ("O", 0.3)))
    both = combined((reading_of(HUT, one), reading_of(HUT, two)), {parse_square("8H"): "O"})
    seen = both.cell(parse_square("8H"))
    assert seen.occupied == 0.8
    assert sum(p for _, p in seen.letters) <= 1 + 1e-9
    assert seen.letters[0][0] == "O"


def test_the_window_tells_since_when_the_board_holds_still() -> None:
    window = Window()
    for t_s in (1.0, 2.0, 3.0):
        window = window.step(reading_of(HUT, t_s=t_s))
    assert window.emptied().settled is None
