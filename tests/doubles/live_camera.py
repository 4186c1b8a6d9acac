"""A live camera over an encoded board, that may be lost, fall silent or hang."""

from __future__ import annotations

import time
from collections.abc import Callable

from companion.errors import CameraError
from companion.tilesets import load
from companion.vision.types import Frame
from companion.watching.pipeline import Picture
from tests.doubles.true_eyes import encoded

ENGLISH = load("english")
EVERY_S = 0.01


def showing(word: str) -> Picture:
    cells = [[""] * 15 for _ in range(15)]
    cells[7][6 : 6 + len(word)] = list(word)
    return encoded(cells, ENGLISH)


class Camera:
    """A live camera whose time begins anew whenever it is opened.

    `pictures` gives the picture of a count over all openings, or what happens instead.
    """

    name = "double"
    live = True

    def __init__(self, pictures: Callable[[int], Picture | Exception | int]) -> None:
        self.pictures = pictures
        self.count = self.seq = self.opened = self.away = self.silent = 0

    def __call__(self) -> Camera:
        if self.away:
            self.away -= 1
            raise CameraError("still out")
        self.seq = 0
        self.opened += 1
        return self

    def read(self) -> Frame | None:
        time.sleep(EVERY_S)
        picture = self.pictures(self.count)
        self.count += 1
        if isinstance(picture, Exception):
            raise picture
        if isinstance(picture, int):
            for _ in range(picture):
                time.sleep(EVERY_S)
                self.silent += 1
            return self.read()
        self.seq += 1
        return Frame(picture, self.seq * EVERY_S, self.seq, self.name)

    def close(self) -> None:
        pass

    def clock(self) -> float:
        """Twenty pictures a second, however busy the machine is."""
        return (self.count + self.silent) / 20
