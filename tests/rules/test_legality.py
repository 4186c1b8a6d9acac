from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.board.layout import STANDARD
from companion.board.placement import Placement
from companion.board.position import Position
from companion.board.square import Square
from companion.board.tiles import Tile
from companion.rules.crossword.legality import check_placements
from companion.rules.engine.violations import IllegalPlacement
from companion.tilesets import load
from tests.doubles.crossword import ENGLISH, board, legal_placements, positions, put

HAT = board(("8H", "HAT"))


@pytest.mark.parametrize(
    ("position", "placements", "sentence"),
    [
        pytest.param(Position(), (), "A play lays at least one tile", id="nothing"),
        pytest.param(
            Position(),
            put("8D", "ABCDEFGH"),
            "uses at most 7 tiles; this one lays 8",
            id="eight",
        ),
        pytest.param(
            HAT,
            (Placement(Square(7, 15), Tile("S")),),
            "Row 8, column 16 is off the board",
            id="off the board",
        ),
        pytest.param(HAT, put("8I", "O"), "Square 8I already holds A", id="taken"),
        pytest.param(
            HAT, (*put("8K", "S"), *put("8K", "E")), "two tiles on 8K", id="twice on one square"
        ),
        pytest.param(HAT, put("8K", "Ä"), "has no 'Ä'", id="unknown letter"),
        pytest.param(
            HAT, (*put("8K", "S"), *put("9H", "O")), "one row or one column", id="not in line"
        ),
        pytest.param(
            HAT,
            (*put("8K", "S"), *put("8M", "E"), *put("9L", "O")),
            "one row or one column",
            id="an L of three",
        ),
        pytest.param(
            HAT, (*put("8K", "S"), *put("8M", "S")), "leaves 8L empty", id="gap in the row"
        ),
        pytest.param(
            HAT, (*put("H9", "O"), *put("H11", "S")), "leaves 10H empty", id="gap in the column"
        ),
        pytest.param(
            Position(), put("1A", "HAT"), "must cover the start square 8H", id="off the star"
        ),
        pytest.param(Position(), put("8H", "A"), "at least two letters", id="one letter"),
        pytest.param(HAT, put("1A", "HAT"), "touches no tile", id="not connected"),
        pytest.param(HAT, put("9K", "ON"), "touches no tile", id="corner to corner"),
    ],
)
def test_refused_with_a_sentence(
    position: Position, placements: tuple[Placement, ...], sentence: str
) -> None:
    with pytest.raises(IllegalPlacement) as refused:
        check_placements(position, placements, STANDARD, ENGLISH)
    assert sentence in str(refused.value)
    assert str(refused.value).endswith(".")


def test_a_letter_without_a_tile_only_a_blank_may_be() -> None:
    norwegian = load("norwegian")
    blank = (*put("8H", "A"), Placement(Square(7, 8), Tile("Q", blank=True)))
    check_placements(Position(), blank, STANDARD, norwegian)
    with pytest.raises(IllegalPlacement, match="only a blank may stand for it"):
        check_placements(Position(), put("8H", "AQ"), STANDARD, norwegian)


@pytest.mark.parametrize(
    "placements",
    [
        pytest.param(put("8G", "C"), id="front hook"),
        pytest.param(put("8G", "C...E"), id="front and back at once"),
        pytest.param(put("I7", "C.B"), id="through a tile"),
        pytest.param(put("9H", "OAR"), id="parallel below"),
        pytest.param(put("8K", "?"), id="a blank without a letter"),
    ],
)
def test_allowed(placements: tuple[Placement, ...]) -> None:
    check_placements(HAT, placements, STANDARD, ENGLISH)


@given(st.data())
def test_plays_built_to_be_legal_are_legal_in_any_order(data: st.DataObject) -> None:
    position = data.draw(positions())
    placements = data.draw(legal_placements(position))
    shuffled = data.draw(st.permutations(placements))
    check_placements(position, shuffled, STANDARD, ENGLISH)


@given(
    positions(),
    st.lists(
        st.builds(
            Placement,
            st.builds(Square, st.integers(-2, 17), st.integers(-2, 17)),
            st.sampled_from([Tile("A"), Tile("Ä"), Tile("B", blank=True)]),
        ),
        max_size=9,
    ),
)
def test_anything_else_is_allowed_or_refused_with_a_sentence(
    position: Position, placements: list[Placement]
) -> None:
    refused = None
    try:
        check_placements(position, placements, STANDARD, ENGLISH)
    except IllegalPlacement as error:
        refused = str(error)
    assert refused is None or (refused[0].isupper() and refused.endswith("."))
