"""What follows from each turn of a game, worked out once a turn and not once an order.

Turns are values that are never changed: as long as a list of them begins with the very same
ones, what was made of these holds.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Hashable, Sequence
from typing import Any, Generic, TypeVar

V = TypeVar("V")

MOST = 64
"""Games whose lists are remembered; screens foresee, and several tables are in play."""


class Remembered(Generic[V]):
    """Makes a value of each place of some columns of equal length.

    Threads that meet here may make a value twice, and never get a wrong one.

    Args:
        make: Makes it of the place, from 0, what stands there in each column, and the rest.
    """

    def __init__(self, make: Callable[..., V]) -> None:
        self._make = make
        self._known: dict[Hashable, tuple[Any, tuple[V, ...]]] = {}

    def __call__(
        self, *columns: Sequence[Any], rest: tuple[Hashable, ...] = ()
    ) -> tuple[V, ...]:
        """Return the values; those of places that were there before are the same objects.

        Args:
            columns: What they are made of, one each for every place.
            rest: What all of them depend on besides.
        """
        if not columns[0]:
            return ()
        key = (id(columns[0][0]), rest)  # the things are kept, so that the id stays theirs
        made: tuple[V, ...]
        before, made = self._known.pop(key, (columns, ()))
        same = min(len(made), len(columns[0]))
        for old, new in zip(before, columns, strict=True):
            if not all(map(operator.is_, old[:same], new)):
                same = next(at for at in range(same) if old[at] is not new[at])
        if same < len(columns[0]) or same < len(made):
            fresh = (
                self._make(at, *(column[at] for column in columns), *rest)
                for at in range(same, len(columns[0]))
            )
            made = (*made[:same], *fresh)
        self._known[key] = (tuple(map(tuple, columns)), made)
        for oldest in list(self._known)[:-MOST]:
            self._known.pop(oldest, None)
        return made
