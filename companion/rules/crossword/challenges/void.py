"""The void rule: the words of a play are looked up as it is laid, whoever lays it.

The rules ask no word list. Where there is one, what it says goes into the command before the
game decides; it is not kept, since a play that is refused leaves nothing behind.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from companion.board.position import Position
from companion.errors import RuleViolation
from companion.rules.api import Setup
from companion.rules.crossword.challenges.rules import Judged
from companion.rules.crossword.scoring import score_play
from companion.rules.engine.messages import PlayTiles

Judge = Callable[[str], Judged]
"""Looks a word up."""


def is_void(setup: Setup) -> bool:
    """Whether the words of plays are looked up as they are laid."""
    return setup.text_option("challenge", "") == "void"


def by_anagram(setup: Setup) -> bool:
    """Whether words count that are anagrams of the list's words."""
    return setup.text_option("words", "") == "anagrams"


def looked_up(command: object, setup: Setup, position: Position, judge: Judge) -> object:
    """Return a play with what the list says of its words; anything else as it is."""
    if not isinstance(command, PlayTiles) or command.words:
        return command
    try:
        play = score_play(
            position,
            command.placements,
            setup.layout,
            setup.tiles,
            rack_size=max(1, len(command.placements)),
        )
    except RuleViolation:
        return command  # the game itself refuses it, with a better sentence
    return replace(command, words=tuple(judge(word.text) for word in play.words))
