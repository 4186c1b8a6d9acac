from __future__ import annotations

import doctest

import pytest
from hypothesis import given
from hypothesis import strategies as st

import companion.board.square
from companion.board.layout import STANDARD, Layout, Premium
from companion.board.position import Position
from companion.board.square import (
    Direction,
    Square,
    coordinate,
    parse_coordinate,
    parse_square,
)
from companion.board.tiles import BLANK, Tile, TileKind, TileSet
from companion.errors import InvalidNotation


def test_the_examples_in_the_docstrings_hold() -> None:
    failed, tried = doctest.testmod(companion.board.square)
    assert (failed, tried > 0) == (0, True)


@given(st.integers(0, 20), st.integers(0, 20), st.sampled_from(Direction))
def test_coordinates_come_back(row: int, col: int, direction: Direction) -> None:
    square = Square(row, col)
    assert parse_coordinate(coordinate(square, direction)) == (square, direction)
    assert parse_coordinate(coordinate(square, direction).lower()) == (square, direction)
    assert parse_square(square.name) == square


def test_digit_first_is_across() -> None:
    assert parse_coordinate("8D") == (Square(7, 3), Direction.ACROSS)
    assert parse_coordinate("D8") == (Square(7, 3), Direction.DOWN)


@pytest.mark.parametrize("text", ["", "8", "H", "8HH", "HH8", "0A", "A0", "100A", "8-H", "8 H"])
def test_what_is_no_coordinate(text: str) -> None:
    with pytest.raises(InvalidNotation) as refused:
        parse_coordinate(text)
    assert str(refused.value).endswith(".")


def test_the_standard_layout_has_the_known_premiums() -> None:
    marks = [STANDARD.premium(Square(r, c)) for r in range(15) for c in range(15)]
    assert [marks.count(p) for p in Premium] == [164, 24, 12, 17, 8, 0, 0]
    assert STANDARD.start == Square(7, 7)
    flipped = tuple("".join(col) for col in zip(*STANDARD.rows, strict=True))
    assert flipped == STANDARD.rows == STANDARD.rows[::-1]


@pytest.mark.parametrize(
    ("rows", "says"),
    [
        (("..", "."), "not square"),
        (("..", ".."), "exactly one start"),
        (("*.", ".+"), "exactly one start"),
        (("*x", ".."), "unknown marks"),
    ],
)
def test_a_bad_layout(rows: tuple[str, ...], says: str) -> None:
    with pytest.raises(ValueError, match=says):
        Layout("bad", rows)


def test_a_start_square_need_not_double() -> None:
    assert Layout("plain", ("+.", "..")).premium(Square(0, 0)) is Premium.NONE


def test_a_tile_is_a_token_with_a_flag() -> None:
    assert [t.text for t in (Tile("CH"), Tile("CH", blank=True), BLANK)] == ["CH", "ch", "?"]
    assert Tile("A") != Tile("A", blank=True)
    with pytest.raises(ValueError, match="must be a blank"):
        Tile("")


def test_a_tile_set_counts_and_values() -> None:
    kinds = (TileKind("A", 2, 1), TileKind("Q", 0, 10), TileKind("?", 1, 0))
    tiles = TileSet("tiny", kinds)
    assert (tiles.total, tiles.blanks, tiles.letters) == (3, 1, ("A", "Q"))
    assert (tiles.count(Tile("A")), tiles.count(Tile("A", blank=True))) == (2, 1)
    assert (tiles.value(Tile("A")), tiles.value(BLANK)) == (1, 0)
    assert "Q" in tiles
    assert tiles == TileSet("tiny", kinds)
    assert tiles != TileSet("other", kinds)
    with pytest.raises(KeyError):
        tiles.value(Tile("Z"))


def test_a_position_never_changes() -> None:
    empty = Position()
    one = empty.with_tiles({Square(0, 0): Tile("A")})
    assert (len(empty), len(one), len(one.without([Square(0, 0)]))) == (0, 1, 0)
    assert one.get(Square(0, 0)) == Tile("A")
    assert one.get(Square(0, 1)) is None
