"""What Scrabble Together refuses, each with a sentence of its own."""

from __future__ import annotations

from companion.errors import RuleViolation


class NoGoalMet(RuleViolation):
    """A word that completes no goal."""

    def __init__(self, word: str, goals: str) -> None:
        super().__init__(f"{word} completes none of the open goals ({goals}).")


class MustUseHelper(RuleViolation):
    """A turn without a word and without a helper."""

    def __init__(self) -> None:
        super().__init__("Who cannot complete a goal must use a helper first.")


class HelpersLeft(RuleViolation):
    """Giving up too soon."""

    def __init__(self, helpers: str) -> None:
        super().__init__(f"The game is not lost while there are helpers: {helpers}.")


class HelperGone(RuleViolation):
    """A helper used twice."""

    def __init__(self, helper: str) -> None:
        super().__init__(f"The helper {helper!r} has been used already.")


class OneHelperATurn(RuleViolation):
    """A second helper in a turn."""

    def __init__(self) -> None:
        super().__init__("Only one helper may be used in a turn.")


class NothingToJudge(RuleViolation):
    """A judgement nobody asked for."""

    def __init__(self) -> None:
        super().__init__("No goal is waiting for the players' judgement.")


class JudgeFirst(RuleViolation):
    """A command while goals are to be judged."""

    def __init__(self) -> None:
        super().__init__("First say which goals the last word meets, or take it off.")


class NotAnOpenGoal(RuleViolation):
    """A goal that does not lie open, or cannot be chosen."""

    def __init__(self, goal: str, choices: str) -> None:
        super().__init__(f"The goal {goal!r} is not among {choices}.")


class BadTiles(RuleViolation):
    """Numbers of tiles that cannot be."""

    def __init__(self, reason: str) -> None:
        super().__init__(f"That number of tiles cannot be right: {reason}.")


class BadGoals(RuleViolation):
    """Open goals that cannot be."""

    def __init__(self, reason: str) -> None:
        super().__init__(f"These goals cannot lie open: {reason}.")


class AlreadyHelped(RuleViolation):
    """Giving up after a helper."""

    def __init__(self) -> None:
        super().__init__("A helper was used this turn: play a word or end the turn.")
