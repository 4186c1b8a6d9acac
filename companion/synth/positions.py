"""Random crossword-like positions: not words, but tiles that lie as words lie."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

SIZE = 15
Cells = list[list[str]]
_Line = list[tuple[int, int]]


def random_cells(
    rng: np.random.Generator, tokens: Sequence[str], weights: Sequence[float], *, tiles: int
) -> Cells:
    """Return 15 lists of 15 tokens ("" empty) with about so many tiles in crossing lines.

    Args:
        rng: Decides everything.
        tokens: What may lie there; "?" for a blank.
        weights: How often each is drawn; need not sum to one.
        tiles: How many tiles to lay, at most.
    """
    cells: Cells = [["" for _ in range(SIZE)] for _ in range(SIZE)]
    p = np.asarray(weights, dtype=np.float64)
    pool = [tokens[i] for i in rng.choice(len(tokens), size=max(tiles, 1), p=p / p.sum())]
    left = tiles
    for _ in range(200):
        if left <= 0:
            break
        for row, col in _next_line(rng, cells)[:left]:
            left -= 1
            cells[row][col] = pool[left]
    return cells


def growing_cells(
    rng: np.random.Generator, tokens: Sequence[str], *, turns: int
) -> list[Cells]:
    """Return the positions of a game from the empty board on, one more line of tiles each.

    Args:
        rng: Decides everything.
        tokens: What may lie there, as often as it stands in the list.
        turns: How many times tiles are laid.
    """
    cells: Cells = [["" for _ in range(SIZE)] for _ in range(SIZE)]
    positions = [[row[:] for row in cells]]
    for _ in range(turns * 40):
        if len(positions) > turns:
            break
        line = _next_line(rng, cells)
        if not line:
            continue
        for row, col in line:
            cells[row][col] = tokens[int(rng.integers(len(tokens)))]
        positions.append([row[:] for row in cells])
    return positions


def _next_line(rng: np.random.Generator, cells: Cells) -> _Line:
    """Free squares of one more line of at most seven tiles; none when the try failed."""
    laid = [(r, c) for r in range(SIZE) for c in range(SIZE) if cells[r][c]]
    row, col = laid[int(rng.integers(len(laid)))] if laid else (SIZE // 2, SIZE // 2)
    down = bool(rng.random() < 0.5)
    length = int(rng.integers(2, 8))
    back = int(rng.integers(0, length))
    line = [(row - back + k, col) if down else (row, col - back + k) for k in range(length)]
    if not all(0 <= r < SIZE and 0 <= c < SIZE for r, c in line):
        return []
    new = [(r, c) for r, c in line if not cells[r][c]]
    # Mostly keep lines apart, as real words do; sometimes let them touch.
    crowd = sum(_beside(cells, r, c, down=down) for r, c in new)
    return [] if crowd > 1 and rng.random() < 0.85 else new


def _beside(cells: Cells, row: int, col: int, *, down: bool) -> int:
    sides = ((row, col + 1), (row, col - 1)) if down else ((row + 1, col), (row - 1, col))
    return sum(bool(0 <= r < SIZE and 0 <= c < SIZE and cells[r][c]) for r, c in sides)
