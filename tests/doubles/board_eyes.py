"""Eyes that see an empty board in the middle of whatever they are shown."""

from __future__ import annotations

from typing import Any

from companion.board.reading import BoardReading, CellReading
from companion.board.square import Square
from companion.board.tiles import TileSet
from companion.watching.pipeline import Picture

SHARES = ((0.2, 0.2), (0.8, 0.2), (0.8, 0.8), (0.2, 0.8))


class BoardEyes:
    """For pages whose pictures come from the rendered camera, without its networks."""

    def __init__(self, _: TileSet) -> None: ...

    def read(self, image: Picture, *, seq: int = 0, **_: Any) -> BoardReading:
        height, width = image.shape[:2]
        cells = (CellReading(Square(n // 15, n % 15), 0.001) for n in range(225))
        corners = tuple((width * x, height * y) for x, y in SHARES)
        return BoardReading(tuple(cells), corners, seq=seq)
