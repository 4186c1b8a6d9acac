"""Eyes that read perfectly, and a camera whose pictures only they can read.

A picture holds the cells as numbers, so that everything around the networks can be tested
without them and in no time. Run as a module, it is the command line with such eyes.
"""

from __future__ import annotations

import sys
from typing import Any

import numpy as np

from companion.board.reading import BoardReading, CellReading, Reason, Unreadable
from companion.board.square import Square
from companion.board.tiles import TileSet
from companion.watching.pipeline import Picture

HAND, BLANK = 255, 254


def encoded(cells: list[list[str]], tiles: TileSet, *, hand: bool = False) -> Picture:
    """A picture of cells, 15 x 15 px."""
    image = np.zeros((15, 15, 3), np.uint8)
    for row, texts in enumerate(cells):
        for col, text in enumerate(texts):
            if text:
                blank = text == "?" or text != text.upper()
                image[row, col] = BLANK if blank else 1 + tiles.letters.index(text)
    if hand:
        image[0, 0] = HAND
    return image


class TrueEyes:
    """Reads what `encoded` wrote; `misread` maps a square's name to candidates."""

    def __init__(self, tiles: TileSet, **_: object) -> None:
        self.tiles = tiles
        self.misread: dict[str, tuple[tuple[str, float], ...]] = {}
        self.blind: Reason | None = None

    def read(self, image: Picture, *, seq: int = 0, **_: Any) -> BoardReading | Unreadable:
        if self.blind is not None:
            return Unreadable(self.blind, "told to be blind", seq=seq)
        cells = []
        for row in range(15):
            for col in range(15):
                square = Square(row, col)
                code = int(image[row, col, 0])
                if code == HAND:
                    cells.append(CellReading(square, 0.5, hidden=True))
                elif not code:
                    cells.append(CellReading(square, 0.001))
                else:
                    token = "?" if code == BLANK else self.tiles.letters[code - 1]
                    letters = self.misread.get(square.name, ((token, 0.999),))
                    cells.append(CellReading(square, 0.999, letters))
        return BoardReading(tuple(cells), ((0.0, 0.0),) * 4, seq=seq)


def main() -> int:
    """The command line, with these eyes and this camera."""
    from companion import cli
    from companion.app import demo_game, watched

    def rendered(tiles: TileSet, *, seed: int) -> demo_game.Render:
        return lambda cells, *, frame, hand, scenery: encoded(cells, tiles, hand=hand)

    watched.eyes_for = TrueEyes  # type: ignore[assignment]
    demo_game.rendered = rendered
    return cli.main(sys.argv[1:])


if __name__ == "__main__":
    sys.exit(main())
