"""Random crossword-like positions: not words, but tiles that lie as words lie."""

from __future__ import annotations

import numpy as np

SIZE = 15


def random_cells(
    rng: np.random.Generator, tokens: list[str], weights: list[float], *, tiles: int
) -> list[list[str]]:
    """Return 15 lists of 15 tokens ("" empty) with about so many tiles in crossing lines.

    Args:
        rng: Decides everything.
        tokens: What may lie there; "?" for a blank.
        weights: How often each is drawn; need not sum to one.
        tiles: How many tiles to lay, at most.
    """
    cells = [["" for _ in range(SIZE)] for _ in range(SIZE)]
    p = np.asarray(weights, dtype=np.float64)
    p /= p.sum()
    pool = [tokens[i] for i in rng.choice(len(tokens), size=max(tiles, 1) + 20, p=p)]
    laid: list[tuple[int, int]] = []

    def lay(row: int, col: int, down: bool, length: int) -> None:
        for k in range(length):
            r, c = (row + k, col) if down else (row, col + k)
            if not (0 <= r < SIZE and 0 <= c < SIZE) or len(laid) >= tiles:
                return
            if not cells[r][c]:
                cells[r][c] = pool[len(laid)]
                laid.append((r, c))

    if tiles <= 0:
        return cells
    length = int(rng.integers(2, 8))
    start = 7 - int(rng.integers(0, length))
    if rng.random() < 0.5:
        lay(7, start, False, length)
    else:
        lay(start, 7, True, length)
    for _ in range(200):
        if len(laid) >= tiles:
            break
        r, c = laid[int(rng.integers(len(laid)))]
        down = bool(rng.random() < 0.5)
        length = int(rng.integers(2, 8))
        back = int(rng.integers(0, length))
        row, col = (r - back, c) if down else (r, c - back)
        if min(row, col) < 0 or (row + length if down else col + length) > SIZE:
            continue
        line = [(row + k, col) if down else (row, col + k) for k in range(length)]
        new = [s for s in line if not cells[s[0]][s[1]]]
        # Mostly keep lines apart, as real words do; sometimes let them touch.
        crowd = sum(
            bool(0 <= a < SIZE and 0 <= b < SIZE and cells[a][b])
            for s in new
            for a, b in ((s[0] + (not down), s[1] + down), (s[0] - (not down), s[1] - down))
        )
        if crowd > 1 and rng.random() < 0.85:
            continue
        lay(row, col, down, length)
    return cells
