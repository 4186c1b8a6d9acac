"""What the rules refuse about challenges, each with a sentence of its own."""

from __future__ import annotations

from companion.errors import RuleViolation
from companion.text import Said, listed, said, said_n


class NobodyToChallenge(RuleViolation):
    """A challenge where there are none."""

    text = said(
        "Words are checked as they are laid; with this rule there is nothing to challenge."
    )


class WordsUnknown(RuleViolation):
    """A play of unknown words where they are checked at once."""

    def __init__(self, words: list[str], lexicon: str) -> None:
        named = said_n(
            "{words} is not in the {lexicon} list; with this rule it may not be laid.",
            "{words} are not in the {lexicon} list; with this rule they may not be laid.",
            len(words),
            words=listed(words),
            lexicon=lexicon,
        )
        unnamed = said_n(
            "{words} is not in the word list; with this rule it may not be laid.",
            "{words} are not in the word list; with this rule they may not be laid.",
            len(words),
            words=listed(words),
        )
        super().__init__(named if lexicon else unnamed)


class WordNotFormed(RuleViolation):
    """A verdict on a word that the play does not form."""

    def __init__(self, word: str, formed: list[str]) -> None:
        other = said(
            "The play does not form {word}; it forms {formed}.",
            word=repr(word),
            formed=listed(formed, "comma"),
        )
        none = said(
            "A challenge names words of the play, which forms {formed}.",
            formed=listed(formed, "comma"),
        )
        super().__init__(other if word else none)


class LetterFirst(RuleViolation):
    """A word looked up while a blank in it has no letter."""

    def __init__(self, words: list[str]) -> None:
        super().__init__(
            said(
                "Which letter is the blank in {words}? It is named before the word is looked "
                "up.",
                words=listed(words),
            )
        )


class OwnPlay(RuleViolation):
    """A challenge of one's own play."""

    def __init__(self, player: str) -> None:
        super().__init__(
            said("{player} laid these words and cannot challenge them.", player=player)
        )


class NotYourChallenge(RuleViolation):
    """A challenge by another than the next player."""

    def __init__(self, player: str, allowed: str) -> None:
        super().__init__(
            said(
                "Only the next player, {allowed}, may challenge; not {player}.",
                allowed=allowed,
                player=player,
            )
        )


class ChallengeTooLate(RuleViolation):
    """A challenge after its time."""

    def __init__(self, reason: Said) -> None:
        super().__init__(said("The play can no longer be challenged: {reason}.", reason=reason))


class AlreadyJudged(RuleViolation):
    """A second challenge of the same words."""

    def __init__(self, words: list[str]) -> None:
        super().__init__(
            said_n(
                "{words} has already been challenged in this play.",
                "{words} have already been challenged in this play.",
                len(words),
                words=listed(words),
            )
        )


class NothingToLose(RuleViolation):
    """A lost turn without a challenge that lost it."""

    def __init__(self, player: str) -> None:
        super().__init__(said("{player} has no turn to lose.", player=player))


class FollowsFromChallenge(RuleViolation):
    """A change of a turn that a challenge lost."""

    def __init__(self, number: int) -> None:
        super().__init__(
            said(
                "Turn {number} was lost by a challenge; change or delete the challenge "
                "instead.",
                number=number,
            )
        )
