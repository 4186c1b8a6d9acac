"""The words a play forms and what they score.

Source: rulebook "Scrabble" (facts S4), Scoring: letter premiums before word premiums, word
premiums multiply, a premium counts only for the tile that first covers it, every word formed
scores.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from companion.board.layout import Layout
from companion.board.placement import Placement, Play, WordFormed
from companion.board.position import Position
from companion.board.square import Direction, Square
from companion.board.tiles import Tile, TileSet
from companion.rules.crossword.legality import check_placements


def score_play(
    position: Position,
    placements: Sequence[Placement],
    layout: Layout,
    tiles: TileSet,
    *,
    rack_size: int = 7,
    bonus: int = 50,
) -> Play:
    """Return the legal, scored play these placements make.

    Args:
        position: The board before the play.
        placements: The tiles newly laid, in any order. Blanks score 0, named or not.
        layout: The board.
        tiles: Values of the letters.
        rack_size: Tiles of a full rack; laying them all earns the bonus.
        bonus: Points for that.

    Returns:
        The play, its main word first. Of a single tile the main word is the longer one, and the
        one across when both are equally long.

    Raises:
        IllegalPlacement: The rules do not allow the placement.
    """
    check_placements(position, placements, layout, tiles, rack_size=rack_size)
    laid = {p.square: p.tile for p in placements}
    words = _words(position, laid, layout, tiles)
    return Play(
        placements=tuple(sorted(placements, key=lambda p: p.square)),
        main=words[0],
        cross=words[1:],
        bonus=bonus if len(laid) == rack_size else 0,
    )


def _words(
    position: Position, laid: Mapping[Square, Tile], layout: Layout, tiles: TileSet
) -> tuple[WordFormed, ...]:
    squares = sorted(laid)
    if len(squares) > 1:
        same_row = squares[0].row == squares[-1].row
        direction = Direction.ACROSS if same_row else Direction.DOWN
    else:
        across = _run(position, laid, squares[0], Direction.ACROSS)
        down = _run(position, laid, squares[0], Direction.DOWN)
        direction = Direction.ACROSS if len(across) >= len(down) else Direction.DOWN
    main = _run(position, laid, squares[0], direction)
    runs = [(main, direction)]
    for square in squares:
        cross = _run(position, laid, square, direction.other)
        if len(cross) > 1:
            runs.append((cross, direction.other))
    return tuple(_formed(position, laid, run, way, layout, tiles) for run, way in runs)


def _run(
    position: Position, laid: Mapping[Square, Tile], square: Square, direction: Direction
) -> list[Square]:
    """All squares of the word through a square, in order."""

    def covered(s: Square) -> bool:
        return s in laid or s in position

    start = square
    while covered(before := start.moved(direction, -1)):
        start = before
    run = [start]
    while covered(after := run[-1].moved(direction)):
        run.append(after)
    return run


def _formed(
    position: Position,
    laid: Mapping[Square, Tile],
    run: Sequence[Square],
    direction: Direction,
    layout: Layout,
    tiles: TileSet,
) -> WordFormed:
    total, factor = 0, 1
    word: list[Tile] = []
    for square in run:
        new = laid.get(square)
        tile = new or position.get(square)
        if tile is None:
            raise AssertionError("a run holds covered squares only")
        value = tiles.value(tile)
        if new is not None:
            premium = layout.premium(square)
            value *= premium.letter_factor
            factor *= premium.word_factor
        total += value
        word.append(tile)
    return WordFormed(
        start=run[0],
        direction=direction,
        tiles=tuple(word),
        new=tuple(s in laid for s in run),
        points=total * factor,
    )
