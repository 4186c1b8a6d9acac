"""What every letter recogniser offers: probabilities, never a letter."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from companion.board.tiles import Tile, TileSet

BLANK_TOKEN = "?"
"""Class of a tile face without a letter."""
NOT_A_TILE = ""
"""Class of a patch that shows no tile: an empty square, a table."""

CLASSES: tuple[str, ...] = (
    *"ABCDEFGHIJKLMNOPQRSTUVWXYZ",
    *"ÄÖÜÅÆØÑÇĄĆĘŁŃÓŚŹŻ",
    "CH",
    "LL",
    "RR",
    "NY",
    "QU",
    "L·L",
    BLANK_TOKEN,
    NOT_A_TILE,
)
"""Tokens of all Latin tile sets, the blank face, and no tile at all."""

Patches = NDArray[np.uint8]


@dataclass(frozen=True, slots=True, eq=False)
class LetterPosteriors:
    """Probabilities of what tile faces show.

    Attributes:
        probabilities: float64 (N, K), rows sum to 1; read-only.
        classes: K tokens, in the order of the columns.
    """

    probabilities: NDArray[np.float64]
    classes: tuple[str, ...]

    def __post_init__(self) -> None:
        own = np.array(self.probabilities, dtype=np.float64)
        if own.ndim != 2 or own.shape[1] != len(self.classes):
            raise ValueError(f"{own.shape} probabilities for {len(self.classes)} classes")
        own.setflags(write=False)
        object.__setattr__(self, "probabilities", own)

    def __len__(self) -> int:
        return len(self.probabilities)

    def masked(self, tiles: TileSet, *, keep_not_a_tile: bool = False) -> LetterPosteriors:
        """The same for one tile set: other tokens dropped, rows scaled back to 1.

        Args:
            tiles: Whose letters are possible; the blank face always is.
            keep_not_a_tile: Whether "no tile" stays possible.

        A row that gave all tokens of the set next to nothing becomes uniform.
        """
        kept = [
            k
            for k, token in enumerate(self.classes)
            if token in tiles
            or token == BLANK_TOKEN
            or (keep_not_a_tile and token == NOT_A_TILE)
        ]
        part = self.probabilities[:, kept]
        total = part.sum(axis=1, keepdims=True)
        faint = total < 1e-12
        scaled = np.where(faint, 1.0 / len(kept), part / np.where(faint, 1.0, total))
        return LetterPosteriors(scaled, tuple(self.classes[k] for k in kept))

    def weighed(self, tiles: TileSet, *, trust: float = 1.0) -> LetterPosteriors:
        """The same after weighing each letter with how many of its tiles the bag holds.

        A recogniser that favours no letter says how well each one explains the picture; where
        that leaves doubt between two letters, the one with more tiles is the likelier. The
        blank face and "no tile" keep their odds against all letters together.

        Args:
            tiles: The tile set in play. Letters that only a blank can be count as half a tile.
            trust: 1 the counts in full, 0 not at all.
        """
        letters = np.array([token in tiles for token in self.classes])
        counts = np.array([
            max(tiles.count(Tile(token)), 0.5) if token in tiles else 1.0
            for token in self.classes
        ])  # fmt: skip
        odds = self.probabilities * counts**trust
        before = self.probabilities[:, letters].sum(axis=1, keepdims=True)
        after = odds[:, letters].sum(axis=1, keepdims=True)
        factor = np.divide(before, after, out=np.ones_like(after), where=after > 0)
        return LetterPosteriors(np.where(letters, odds * factor, odds), self.classes)

    def best(self) -> tuple[tuple[str, float], ...]:
        """The likeliest token of each row with its probability."""
        columns = self.probabilities.argmax(axis=1)
        return tuple(
            (self.classes[int(k)], float(self.probabilities[row, k]))
            for row, k in enumerate(columns)
        )


class Recogniser(Protocol):
    """Reads upright tile faces."""

    @property
    def name(self) -> str:
        """Name in the registry."""
        ...

    @property
    def version(self) -> str:
        """Changes whenever the same patches may be read differently."""
        ...

    def read(self, patches: Patches) -> LetterPosteriors:
        """Probabilities of each token for each patch.

        Args:
            patches: uint8 (N, S, S, 3) BGR, upright, the face filling most of each.

        Raises:
            ValueError: The patches are not of that shape.
        """
        ...
