"""Which letters a blank may stand for, the likely ones first."""

from __future__ import annotations

from companion.board.position import Position
from companion.board.square import Square
from companion.board.tiles import Tile, TileSet
from companion.lexicon import Lexicon
from companion.session.snapshot import Snapshot

MOST = 6
"""Likely letters shown; all others are one tap further."""

STEPS = ((0, 1), (1, 0))


def with_proposal(snapshot: Snapshot) -> Position:
    """Return the board with the tiles that lie there uncounted."""
    if snapshot.proposal is None:
        return snapshot.position
    best = snapshot.proposal.best
    kept = best.before(snapshot.position)
    return kept.with_tiles({p.square: p.tile for p in best.placements})


def likely_letters(
    position: Position, square: Square, lexicon: Lexicon, tiles: TileSet
) -> tuple[str, ...]:
    """Return letters with which every word through a square is in a list, commonest first.

    Args:
        position: The board, an unnamed blank on the square.
        square: Where.
        lexicon: The list.
        tiles: The tile set; its counts tell how common a letter is.
    """
    runs = [run for run in (_run(position, square, step) for step in STEPS) if len(run) > 1]
    if any(not t.letter for run in runs for s, t in run if s != square):
        return ()  # a second blank in the same word: too many words fit to help
    fits = [
        letter
        for letter in tiles.letters
        if runs and all(_spelled(run, square, letter) in lexicon for run in runs)
    ]
    fits.sort(key=lambda letter: -tiles.count(Tile(letter)))
    return tuple(fits[:MOST])


def _run(
    position: Position, square: Square, step: tuple[int, int]
) -> list[tuple[Square, Tile]]:
    """Return the tiles of the word through a square in one direction, in order."""
    found: list[tuple[Square, Tile]] = []
    at: Square | None = square
    while at is not None and (tile := position.get(at)) is not None:
        found.insert(0, (at, tile))
        at = _moved(at, -step[0], -step[1])
    at = _moved(square, *step)
    while at is not None and (tile := position.get(at)) is not None:
        found.append((at, tile))
        at = _moved(at, *step)
    return found


def _moved(square: Square, rows: int, cols: int) -> Square | None:
    row, col = square.row + rows, square.col + cols
    return Square(row, col) if row >= 0 and col >= 0 else None


def _spelled(run: list[tuple[Square, Tile]], square: Square, letter: str) -> str:
    return "".join(letter if at == square else tile.letter for at, tile in run)
