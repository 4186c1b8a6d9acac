"""A table whose board only the test sees: it lays tiles, and the real pipeline looks."""

from __future__ import annotations

from companion.app.wiring import Table
from companion.board.square import parse_coordinate
from companion.inference.settle import Window
from companion.vision.types import Frame
from companion.watching.pipeline import Pipeline
from tests.doubles.true_eyes import TrueEyes, encoded


class TableCamera:
    """Lays tiles on a board before a camera, and lets the game look at it."""

    def __init__(self, table: Table) -> None:
        self.tiles = table.tiles
        self.eyes = TrueEyes(table.tiles)
        self.cells = [[""] * 15 for _ in range(15)]
        self._pipeline = Pipeline(self.eyes, table.loop, table.tiles, Window(2))

    def lay(self, at: str, word: str) -> None:
        """Lay a word where it is not yet; a lower-case letter is a blank."""
        square, direction = parse_coordinate(at)
        for step, letter in enumerate(word):
            where = square.moved(direction, step)
            if not self.cells[where.row][where.col]:
                self.cells[where.row][where.col] = letter
        self.look()

    def lift(self, squares: str) -> None:
        """Take the tiles of some squares off."""
        for name in squares.split():
            self.cells[int(name[:-1]) - 1][ord(name[-1]) - ord("A")] = ""
        self.look()

    def look(self) -> None:
        """Let three pictures go by."""
        for seq in range(3):
            image = encoded(self.cells, self.tiles)
            self._pipeline.take(Frame(image, t_s=float(seq), seq=seq, source="test"))
