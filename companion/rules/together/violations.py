"""What Scrabble Together refuses, each with a sentence of its own."""

from __future__ import annotations

from collections.abc import Iterable

from companion.errors import RuleViolation
from companion.text import Said, listed, said, sentences


class NoGoalMet(RuleViolation):
    """A word that completes no goal."""

    def __init__(self, word: str, goals: Iterable[Said]) -> None:
        lying = sentences(*goals)
        some = said("{word} completes none of the open goals: {goals}", word=word, goals=lying)
        none = said("{word} completes no goal, for none lies open.", word=word)
        super().__init__(some if lying else none)


class MustUseHelper(RuleViolation):
    """A turn without a word and without a helper."""

    text = said("Who cannot complete a goal must use a helper first.")


class NothingLeft(RuleViolation):
    """A turn without a word where no helper can be used either."""

    text = said(
        "No helper can be used any more: lay a word that completes a goal, or give the game up."
    )


class HelpersLeft(RuleViolation):
    """Giving up too soon."""

    def __init__(self, helpers: Iterable[Said]) -> None:
        left = listed(helpers, "comma")
        super().__init__(
            said("The game is not lost while there are helpers: {helpers}.", helpers=left)
        )


class HelperGone(RuleViolation):
    """A helper used twice."""

    def __init__(self, helper: Said) -> None:
        super().__init__(said('The helper "{helper}" has been used already.', helper=helper))


class OneHelperATurn(RuleViolation):
    """A second helper in a turn."""

    text = said("Only one helper may be used in a turn.")


class NothingToJudge(RuleViolation):
    """A judgement nobody asked for."""

    text = said("No goal is waiting for the players' judgement.")


class JudgeFirst(RuleViolation):
    """A command while goals are to be judged."""

    text = said("First say which goals the last word meets, or take it off.")


class NotAnOpenGoal(RuleViolation):
    """A goal that does not lie open, or cannot be chosen."""

    def __init__(self, goal: str, choices: Iterable[str]) -> None:
        super().__init__(
            said(
                "The goal {goal} is not among {choices}.",
                goal=repr(goal),
                choices=listed(choices, "comma"),
            )
        )


class BadTiles(RuleViolation):
    """Numbers of tiles that cannot be."""

    def __init__(self, reason: Said) -> None:
        super().__init__(said("That number of tiles cannot be right: {reason}.", reason=reason))


class BadGoals(RuleViolation):
    """Open goals that cannot be."""

    def __init__(self, reason: Said) -> None:
        super().__init__(said("These goals cannot lie open: {reason}.", reason=reason))


class AlreadyHelped(RuleViolation):
    """Giving up after a helper."""

    text = said("A helper was used this turn: play a word or end the turn.")
