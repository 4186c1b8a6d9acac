"""Challenges: one table of rules, and who may challenge which play when.

All words that are named are judged together; one that is not known takes the whole play off.
The verdicts come with the command and are kept in the event, so that a log says the same when
the word list has changed. Source: rulebooks "Scrabble" and "Scrabble Bookcase Edition" (the
double rule), needs 4 for the rest.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Literal

from companion.board.placement import WordFormed
from companion.rules.crossword.challenges.refusals import (
    ChallengeTooLate,
    LetterFirst,
    NobodyToChallenge,
    NotYourChallenge,
    OwnPlay,
    WordNotFormed,
    WordsUnknown,
)
from companion.rules.crossword.options import HouseRules
from companion.text import NOTHING, Said, said

UNNAMED = "?"
"""What stands in a word for a blank without a letter."""


@dataclass(frozen=True, slots=True)
class ChallengeRule:
    """What a challenge costs."""

    name: str
    allowed: bool
    """Whether plays are challenged at all; else unknown words are refused when laid."""

    good: Literal["nothing", "turn", "points"]
    """What follows if the play is good; a bad one always comes off and its turn is lost."""

    points: int = 0
    """How many, where the rule's name says it; else the option `challenge_points`."""


TABLE = MappingProxyType(
    {
        rule.name: rule
        for rule in (
            ChallengeRule("void", allowed=False, good="nothing"),
            ChallengeRule("single", allowed=True, good="nothing"),
            ChallengeRule("double", allowed=True, good="turn"),
            ChallengeRule("points", allowed=True, good="points"),
            ChallengeRule("5-point", allowed=True, good="points", points=5),
            ChallengeRule("10-point", allowed=True, good="points", points=10),
        )
    }
)
"""The rules by the name of the option `challenge`."""


@dataclass(frozen=True, slots=True)
class Judged:
    """A word and what a list says of it."""

    word: str
    known: bool
    lexicon: str = ""
    """Of which list, for people."""


def all_known(words: Sequence[Judged]) -> bool:
    """Whether the play stands."""
    return all(word.known for word in words)


def penalty(rules: HouseRules, words: Sequence[Judged]) -> int:
    """Return the points that a challenge of good words costs: positive, 0 if none."""
    if TABLE[rules.challenge].good != "points" or not all_known(words):
        return 0
    return points_of(rules) * (len(words) if rules.challenge_per == "word" else 1)


def points_of(rules: HouseRules) -> int:
    """Return the points of a failed challenge, a word or a play."""
    return TABLE[rules.challenge].points or rules.challenge_points


def loses_turn(rules: HouseRules, words: Sequence[Judged]) -> bool:
    """Whether the challenger loses the next turn."""
    return TABLE[rules.challenge].good == "turn" and all_known(words)


def check_words(words: Sequence[Judged], formed: Sequence[WordFormed]) -> None:
    """Refuse verdicts on words that the play does not form, or on none.

    Raises:
        WordNotFormed: Names the words that are formed.
    """
    texts = [word.text for word in formed]
    if not words:
        raise WordNotFormed("", texts)
    for word in words:
        if word.word not in texts:
            raise WordNotFormed(word.word, texts)


def check_named(words: Sequence[Judged]) -> None:
    """Refuse a verdict on a word with a blank that has no letter: it says nothing.

    Raises:
        LetterFirst: Names them.
    """
    unnamed = [word.word for word in words if UNNAMED in word.word]
    if unnamed:
        raise LetterFirst(unnamed)


def check_void(rules: HouseRules, words: Sequence[Judged]) -> None:
    """Refuse a play with unknown words where words are checked as they are laid.

    Raises:
        WordsUnknown: Names them.
        LetterFirst: A blank in them has no letter.
    """
    if TABLE[rules.challenge].allowed:
        return
    check_named(words)
    unknown = [word for word in words if not word.known]
    if unknown:
        raise WordsUnknown([word.word for word in unknown], unknown[0].lexicon)


def check_challenger(
    rules: HouseRules, names: Sequence[str], *, by: int, owner: int, next_seat: int
) -> None:
    """Refuse a challenger who may not.

    Raises:
        NobodyToChallenge: Words are checked as they are laid.
        OwnPlay: It is the player's own play.
        NotYourChallenge: Only the next player may.
    """
    if not TABLE[rules.challenge].allowed:
        raise NobodyToChallenge
    if by == owner:
        raise OwnPlay(names[owner])
    if rules.challenge_who == "next" and by != next_seat:
        raise NotYourChallenge(names[by], names[next_seat])


def check_window(rules: HouseRules, *, later_turns: bool, seconds: int | None) -> Said:
    """Return a warning for a late challenge, empty if it is in time.

    Args:
        rules: The house rules.
        later_turns: Whether somebody has taken a turn since the play.
        seconds: Since the play; None if nobody counts them.

    Raises:
        ChallengeTooLate: It is late and the window is hard.
    """
    limit = rules.challenge_seconds
    reason = NOTHING
    if later_turns:
        reason = said("the next turn has been taken")
    elif limit and seconds is not None and seconds > limit:
        reason = said(
            "{seconds} seconds have passed, and {limit} are allowed",
            seconds=seconds,
            limit=limit,
        )
    if reason and rules.challenge_window == "hard":
        raise ChallengeTooLate(reason)
    return said("Late: {reason}.", reason=reason) if reason else NOTHING
