"""Plays written as texts, and random legal plays."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from hypothesis import strategies as st

from companion.board.layout import STANDARD
from companion.board.placement import Placement
from companion.board.position import Position
from companion.board.square import Direction, Square, parse_coordinate, parse_square
from companion.board.tiles import BLANK, Tile, TileKind, TileSet
from companion.rules.crossword.bag import unseen
from companion.rules.game import Game
from companion.tilesets import load

ENGLISH = load("english")


def tile(text: str) -> Tile:
    """`A` a tile, `a` a blank, `?` a blank without a letter."""
    return BLANK if text == "?" else Tile(text.upper(), blank=text.islower())


def rack(letters: str) -> tuple[Tile, ...]:
    """The tiles of a rack."""
    return tuple(tile(letter) for letter in letters)


def last_tiles(letters: str) -> TileSet:
    """A set of just these tiles, with English values: a game near its end."""
    kinds = (
        TileKind(token, count, ENGLISH.value(tile(token)))
        for token, count in Counter(letters).items()
    )
    return TileSet("last", tuple(kinds))


def put(where: str, word: str) -> tuple[Placement, ...]:
    """The placements of a word; `.` steps over a tile already there."""
    start, direction = parse_coordinate(where)
    return tuple(
        Placement(start.moved(direction, i), tile(letter))
        for i, letter in enumerate(word)
        if letter != "."
    )


def board(*words: tuple[str, str]) -> Position:
    """A position with these words on it, legal or not."""
    position = Position()
    for where, word in words:
        position = position.with_tiles({p.square: p.tile for p in put(where, word)})
    return position


def squares(*names: str) -> tuple[Square, ...]:
    return tuple(parse_square(name) for name in names)


def transposed(placements: Iterable[Placement]) -> tuple[Placement, ...]:
    return tuple(Placement(Square(p.square.col, p.square.row), p.tile) for p in placements)


def transposed_position(position: Position) -> Position:
    return Position({Square(s.col, s.row): t for s, t in position.items()})


def play_all(game: Game, state: object, commands: Iterable[object]) -> object:
    """The state after some commands."""
    for command in commands:
        for event in game.decide(state, command):
            state = game.evolve(state, event)
    return state


@st.composite
def legal_placements(draw: st.DrawFn, position: Position) -> tuple[Placement, ...]:
    """A legal play on a position, its letters at random out of what is unseen.

    Legal by construction: a run of squares through one that touches the tiles, without a gap.
    """
    bag = +Counter(unseen(position, ENGLISH))
    anchor = draw(st.sampled_from(_anchors(position)))
    direction = draw(st.sampled_from(list(Direction)))
    before = draw(st.integers(0, 3))
    after = draw(st.integers(0 if before or len(position) else 1, 3))
    empty = [anchor]
    for step, count in ((-1, before), (1, after)):
        square = anchor
        left = count
        while left and (square := square.moved(direction, step)) in STANDARD:
            if square not in position:
                empty.append(square)
                left -= 1
    if not len(position) and len(empty) < 2:
        empty.append(anchor.moved(direction, 1))
    laid = []
    for square in sorted(empty):
        token = draw(st.sampled_from(sorted(bag.keys())))
        bag = bag - Counter([token])
        if token == "?":
            letter = draw(st.sampled_from(["", *ENGLISH.letters]))
            laid.append(Placement(square, Tile(letter, blank=True)))
        else:
            laid.append(Placement(square, Tile(token)))
        if not bag:
            break
    return tuple(laid)


def _anchors(position: Position) -> list[Square]:
    if not len(position):
        return [STANDARD.start]
    near = {
        Square(s.row + r, s.col + c)
        for s, _ in position.items()
        for r, c in ((0, 1), (1, 0), (0, -1), (-1, 0))
    }
    return sorted(s for s in near if s in STANDARD and s not in position)


@st.composite
def positions(draw: st.DrawFn, most: int = 6) -> Position:
    """A position after some legal plays."""
    position = Position()
    for _ in range(draw(st.integers(0, most))):
        placements = draw(legal_placements(position))
        position = position.with_tiles({p.square: p.tile for p in placements})
    return position
