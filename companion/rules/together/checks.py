"""What a goal asks of a play, as a small declarative language, and whether a play meets it.

A check is a value; `meets` works it out. "Manual" checks are for the players to judge: their
answer is None, and it spreads through `all`, `any` and `not` as an unknown does.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Literal

from companion.board.placement import Placement, Play, WordFormed
from companion.board.position import Position
from companion.board.square import Direction, Square
from companion.board.tiles import TileSet

Scope = Literal["main", "any", "all"]


@dataclass(frozen=True, slots=True)
class Bounds:
    """A number is exactly, at least or at most; all that are given must hold."""

    eq: int | None = None
    ge: int | None = None
    le: int | None = None

    def hold(self, number: int) -> bool:
        """Whether a number keeps them."""
        return (
            (self.eq is None or number == self.eq)
            and (self.ge is None or number >= self.ge)
            and (self.le is None or number <= self.le)
        )


@dataclass(frozen=True, slots=True)
class Check:
    """One check, or several combined.

    Attributes:
        name: One of `KNOWN`.
        word: What it is about: letters, a colour, a direction, an end, a quadrant.
        bounds: Of its number.
        at_least: How many tiles or squares must be so.
        scope: Which of the words formed it looks at.
        parts: Of "all", "any" and "not".
    """

    name: str
    word: str = ""
    bounds: Bounds = Bounds()
    at_least: int = 1
    scope: Scope = "any"
    parts: tuple[Check, ...] = ()


@dataclass(frozen=True, slots=True)
class PlayView:
    """A play and what a check needs to know about it.

    Attributes:
        play: The words it forms; their points are of no interest.
        before: The board before it.
        tiles: Printed values.
        size: Squares along a side.
        colors: Colours of the premium squares, as read from the empty board.
        vowels: Letters that count as vowels.
        blank_is_zero: Whether a blank is worth nothing for goals about values.
        blank_letter_counts: Whether a blank is its letter for goals about letters.
    """

    play: Play
    before: Position
    tiles: TileSet
    size: int
    colors: Mapping[Square, str]
    vowels: str = "AEIOU"
    blank_is_zero: bool = True
    blank_letter_counts: bool = True

    @property
    def laid(self) -> tuple[Placement, ...]:
        """The tiles laid."""
        return self.play.placements

    def value(self, word: WordFormed, index: int) -> int:
        """The value of a word's tile."""
        tile = word.tiles[index]
        if tile.blank and not self.blank_is_zero and tile.letter:
            return self.tiles.value_of(tile.letter)
        return self.tiles.value(tile)

    def letters(self, word: WordFormed) -> tuple[str, ...]:
        """The letters of a word; `?` for a blank that does not count as one."""
        return tuple(
            "?" if t.blank and not (self.blank_letter_counts and t.letter) else t.letter
            for t in word.tiles
        )

    def is_vowel(self, letter: str) -> bool:
        """Whether a letter is a vowel."""
        return letter != "?" and letter in self.vowels


Judge = Callable[[Check, PlayView], "bool | None"]
WordJudge = Callable[[Check, PlayView, WordFormed], bool]


def meets(check: Check, view: PlayView) -> bool | None:
    """Return whether a play meets a check; None if the players must say."""
    if check.name in _OF_WORDS:
        return _words(check, view)
    return _OF_PLAYS[check.name](check, view)


def _words(check: Check, view: PlayView) -> bool:
    judge = _OF_WORDS[check.name]
    words = (view.play.main,) if check.scope == "main" else view.play.words
    found = [judge(check, view, word) for word in words]
    return all(found) if check.scope == "all" else any(found)


# --- of a word -------------------------------------------------------------------------------


def _letter_value(check: Check, view: PlayView, word: WordFormed) -> bool:
    values = [view.value(word, i) for i in range(len(word.tiles))]
    return sum(check.bounds.hold(value) for value in values) >= check.at_least


def _word_value(check: Check, view: PlayView, word: WordFormed) -> bool:
    return check.bounds.hold(sum(view.value(word, i) for i in range(len(word.tiles))))


def _vowels(check: Check, view: PlayView, word: WordFormed) -> bool:
    found = [letter for letter in view.letters(word) if view.is_vowel(letter)]
    return check.bounds.hold(len(set(found)) if check.word == "distinct" else len(found))


def _only_vowel(check: Check, view: PlayView, word: WordFormed) -> bool:
    return {x for x in view.letters(word) if view.is_vowel(x)} == {check.word}


def _alternates(_: Check, view: PlayView, word: WordFormed) -> bool:
    kinds = [view.is_vowel(letter) for letter in view.letters(word)]
    return all(a != b for a, b in itertools.pairwise(kinds))


def _double(_: Check, view: PlayView, word: WordFormed) -> bool:
    letters = view.letters(word)
    return any(a == b != "?" for a, b in itertools.pairwise(letters))


def _direction(check: Check, view: PlayView, word: WordFormed) -> bool:
    del view
    wanted = Direction.ACROSS if check.word == "horizontal" else Direction.DOWN
    return word.direction is wanted


_OF_WORDS: Mapping[str, WordJudge] = MappingProxyType(
    {
        "direction": _direction,
        "length": lambda c, _, w: c.bounds.hold(len(w.tiles)),
        "letter_value": _letter_value,
        "word_value": _word_value,
        "without": lambda c, v, w: not set(c.word) & set(v.letters(w)),
        "vowels": _vowels,
        "contains": lambda c, v, w: set(c.word) <= set(v.letters(w)),
        "starts": lambda c, v, w: "".join(v.letters(w)).startswith(c.word),
        "ends": lambda c, v, w: "".join(v.letters(w)).endswith(c.word),
        "only_vowel": _only_vowel,
        "no_vowels": lambda _, v, w: not any(map(v.is_vowel, v.letters(w))),
        "double_letter": _double,
        "vowel_consonant_alternate": _alternates,
    }
)

# --- of the play -----------------------------------------------------------------------------


def _edge(_: Check, view: PlayView) -> bool:
    ends = (0, view.size - 1)
    return any(p.square.row in ends or p.square.col in ends for p in view.laid)


def _corner(_: Check, view: PlayView) -> bool:
    ends = (0, view.size - 1)
    return any(p.square.row in ends and p.square.col in ends for p in view.laid)


def _premium(check: Check, view: PlayView) -> bool:
    return sum(view.colors.get(p.square) == check.word for p in view.laid) >= check.at_least


def _old_groups(word: WordFormed) -> list[tuple[int, int]]:
    """(first, last) index of each run of tiles that lay there before."""
    groups: list[tuple[int, int]] = []
    for i, new in enumerate(word.new):
        if new:
            continue
        if groups and groups[-1][1] == i - 1:
            groups[-1] = (groups[-1][0], i)
        else:
            groups.append((i, i))
    return groups


def _extends(check: Check, view: PlayView) -> bool:
    """An old word is a proper part of the main word: S + TRAINER + S."""
    main = view.play.main
    last = len(main.tiles) - 1
    for first, end in _old_groups(main):
        if end == first:
            continue
        front, back = first > 0, end < last
        if check.word == "front":
            fits = front
        elif check.word == "back":
            fits = back
        else:
            fits = (front and back) if check.word == "both" else (front or back)
        if fits:
            return True
    return False


def _right_angle(_: Check, view: PlayView) -> bool:
    """The main word uses exactly one old tile, and that is of a crossing word."""
    main = view.play.main
    groups = _old_groups(main)
    if len(groups) != 1 or groups[0][0] != groups[0][1]:
        return False
    square = main.start.moved(main.direction, groups[0][0])
    cross = main.direction.other
    return any(square.moved(cross, step) in view.before for step in (-1, 1))


def _hook(_: Check, view: PlayView) -> bool:
    """One tile laid also lengthens an old crossing word: the S of THROBS and STRAINER."""
    return any(
        len(word.tiles) > 2 and sum(word.new) == 1 and (word.new[0] or word.new[-1])
        for word in view.play.cross
    )


def _on_row(check: Check, view: PlayView) -> bool:
    return any(check.bounds.hold(p.square.row + 1) for p in view.laid)


def _on_column(check: Check, view: PlayView) -> bool:
    return any(check.bounds.hold(p.square.col + 1) for p in view.laid)


def _quadrant(check: Check, view: PlayView) -> bool:
    middle = (view.size - 1) / 2
    top, left = "top" in check.word, "left" in check.word
    return any(
        (p.square.row < middle if top else p.square.row > middle)
        and (p.square.col < middle if left else p.square.col > middle)
        for p in view.laid
    )


def _all(check: Check, view: PlayView) -> bool | None:
    found = [meets(part, view) for part in check.parts]
    return False if False in found else (None if None in found else True)


def _any(check: Check, view: PlayView) -> bool | None:
    found = [meets(part, view) for part in check.parts]
    return True if True in found else (None if None in found else False)


def _not(check: Check, view: PlayView) -> bool | None:
    found = meets(check.parts[0], view)
    return None if found is None else not found


_OF_PLAYS: Mapping[str, Judge] = MappingProxyType(
    {
        "edge": _edge,
        "corner": _corner,
        "premium": _premium,
        "tiles_laid": lambda c, v: c.bounds.hold(len(v.laid)),
        "words_formed": lambda c, v: c.bounds.hold(len(v.play.words)),
        "cross_words": lambda c, v: c.bounds.hold(len(v.play.cross)),
        "extends": _extends,
        "right_angle": _right_angle,
        "hook": _hook,
        "bridge": lambda _, v: len(_old_groups(v.play.main)) > 1,
        "uses_blank": lambda _, v: any(p.tile.blank for p in v.laid),
        "on_row": _on_row,
        "on_column": _on_column,
        "quadrant": _quadrant,
        "all": _all,
        "any": _any,
        "not": _not,
        "manual": lambda _, __: None,
    }
)

KNOWN: tuple[str, ...] = (*_OF_WORDS, *_OF_PLAYS)
"""All checks."""

OF_WORDS: frozenset[str] = frozenset(_OF_WORDS)
"""Those that look at words and know a scope."""
