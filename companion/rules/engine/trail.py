"""An immutable stack that shares what lies below: undo over long logs costs nothing to keep."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Generic, TypeVar

T = TypeVar("T")


class Trail(Generic[T]):
    """States one above the other. `Trail()` is empty."""

    __slots__ = ("_below", "_size", "_top")

    def __init__(self, top: T | None = None, below: Trail[T] | None = None) -> None:
        self._top = top
        self._below = below
        self._size = 0 if below is None else len(below) + 1

    def over(self, item: T) -> Trail[T]:
        """Return the stack with one more on top."""
        return Trail(item, self)

    def split(self) -> tuple[T, Trail[T]]:
        """Return the top and what lies below it.

        Raises:
            IndexError: It is empty.
        """
        if self._below is None or self._top is None:
            raise IndexError("the trail is empty")
        return self._top, self._below

    def __iter__(self) -> Iterator[T]:
        """From the top down."""
        at: Trail[T] = self
        while at:
            item, at = at.split()
            yield item

    def __len__(self) -> int:
        return self._size

    def __eq__(self, other: object) -> bool:
        """Compare step by step: a recursion would be as deep as the log is long."""
        if not isinstance(other, Trail) or len(self) != len(other):
            return NotImplemented if not isinstance(other, Trail) else False
        one, two = self, other
        while one and one is not two:
            if one._top != two._top:
                return False
            one, two = one.split()[1], two.split()[1]
        return True

    def __hash__(self) -> int:
        return hash((self._size, self._top))

    def __repr__(self) -> str:
        return f"Trail({self._size} deep)"
