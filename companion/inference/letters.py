"""Which letters lie on some squares, given what was read and what the bag can still hold."""

from __future__ import annotations

import heapq
import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from companion.board.position import Position
from companion.board.reading import BLANK_FACE
from companion.board.tiles import BLANK, Tile, TileSet

UNREAD = 0.0005
"""Probability of a letter that the reader did not name among its best."""

_MOST_TRIED = 4000
"""Assignments looked at before the bag's limits are given up; keeps hostile input cheap."""

Candidates = tuple[tuple[str, float], ...]
"""(token, probability) of one square given a tile, best first."""


def token_of(tile: Tile) -> str:
    """The reader's token of a tile: its letter, or `?` for any blank."""
    return BLANK_FACE if tile.blank else tile.letter


def tile_of(token: str) -> Tile:
    """The tile a reader's token names."""
    return BLANK if token == BLANK_FACE else Tile(token)


def remaining(position: Position, tiles: TileSet) -> Mapping[str, int]:
    """How many of each token do not lie on the board; `?` is the blank; never below 0."""
    laid = Counter(token_of(tile) for _, tile in position.items())
    left = {t: max(0, tiles.count(Tile(t)) - laid[t]) for t in tiles.letters}
    left[BLANK_FACE] = max(0, tiles.blanks - laid[BLANK_FACE])
    return left


def widened(read: Iterable[tuple[str, float]], tiles: TileSet) -> Candidates:
    """Return the candidates of a square with every tile of the set among them.

    Tokens that the set does not know are left out; those not read get a small probability. A
    square of which no letter was read is most likely a blank: those look like empty squares.
    """
    tokens = (*(t for t in tiles.letters if tiles.count(Tile(t))), BLANK_FACE)
    known = {t: p for t, p in read if t in tokens and p > 0}
    if not known:
        known = {BLANK_FACE: 0.5}
    total = sum(known.values()) + UNREAD * (len(tokens) - len(known))
    rows = [(t, known.get(t, UNREAD) / total) for t in tokens]
    return tuple(sorted(rows, key=lambda row: -row[1]))


def assignments(
    squares: Sequence[Candidates], left: Mapping[str, int], *, most: int = 3
) -> tuple[tuple[tuple[str, ...], float], ...]:
    """Return the likeliest letters for all squares that the bag allows, best first.

    Args:
        squares: Candidates of each square, best first.
        left: How many of each token may be laid.
        most: How many answers are wanted.

    Returns:
        (tokens, log probability) pairs; where the bag allows none at all, the one answer is the
        likeliest of each square, so that a wrong tile set cannot stop a game.
    """
    if not squares or any(not s for s in squares):
        return ()
    logs = [[math.log(max(p, 1e-9)) for _, p in s] for s in squares]
    start = (0,) * len(squares)
    heap = [(-sum(row[0] for row in logs), start)]
    found: list[tuple[tuple[str, ...], float]] = []
    seen, tried = {start}, 0
    while heap and len(found) < most and tried < _MOST_TRIED:
        cost, pick = heapq.heappop(heap)
        tried += 1
        tokens = tuple(squares[i][k][0] for i, k in enumerate(pick))
        over = {t for t, n in Counter(tokens).items() if n > left.get(t, 0)}
        if not over:
            found.append((tokens, -cost))
        for i, k in enumerate(pick):
            # While the bag is exceeded only a change of an exceeding square can help.
            if (over and tokens[i] not in over) or k + 1 >= len(squares[i]):
                continue
            after = (*pick[:i], k + 1, *pick[i + 1 :])
            if after not in seen:
                seen.add(after)
                heapq.heappush(heap, (cost + logs[i][k] - logs[i][k + 1], after))
    if not found:
        return ((tuple(s[0][0] for s in squares), sum(row[0] for row in logs)),)
    return tuple(found)
