"""What the rules refuse, each with a sentence of its own."""

from __future__ import annotations

from companion.board.square import Square
from companion.errors import RuleViolation


class IllegalPlacement(RuleViolation):
    """Tiles that may not be laid like this."""


class NoTiles(IllegalPlacement):
    """A play of nothing."""

    def __init__(self) -> None:
        super().__init__("A play lays at least one tile; pass to lay none.")


class TooManyTiles(IllegalPlacement):
    """More tiles than a rack holds."""

    def __init__(self, laid: int, rack_size: int) -> None:
        super().__init__(f"A play uses at most {rack_size} tiles; this one lays {laid}.")


class OffBoard(IllegalPlacement):
    """A tile beyond the edge."""

    def __init__(self, square: Square, size: int) -> None:
        super().__init__(
            f"Row {square.row + 1}, column {square.col + 1} is off the board, "
            f"which has {size} rows and {size} columns."
        )


class SquareTaken(IllegalPlacement):
    """A tile on a tile."""

    def __init__(self, square: Square, held: str) -> None:
        super().__init__(f"Square {square.name} already holds {held}.")


class SquareTwice(IllegalPlacement):
    """Two tiles of one play on one square."""

    def __init__(self, square: Square) -> None:
        super().__init__(f"The play lays two tiles on {square.name}.")


class UnknownLetter(IllegalPlacement):
    """A token the tile set does not have."""

    def __init__(self, letter: str, tile_set: str) -> None:
        super().__init__(f"The {tile_set} tile set has no {letter!r}.")


class OnlyABlank(IllegalPlacement):
    """A letter of which the set holds no tile."""

    def __init__(self, letter: str, tile_set: str) -> None:
        super().__init__(
            f"The {tile_set} tile set holds no tile {letter!r}; only a blank may stand for it."
        )


class NotInLine(IllegalPlacement):
    """Tiles in more than one row and column."""

    def __init__(self, first: Square, off: Square) -> None:
        super().__init__(
            "All tiles of a play lie in one row or one column; "
            f"{first.name} and {off.name} do not."
        )


class Gap(IllegalPlacement):
    """An empty square between the tiles."""

    def __init__(self, square: Square) -> None:
        super().__init__(f"The play leaves {square.name} empty between its tiles.")


class MissesStart(IllegalPlacement):
    """A first play away from the start square."""

    def __init__(self, start: Square) -> None:
        super().__init__(f"The first play must cover the start square {start.name}.")


class TooShort(IllegalPlacement):
    """A first play of one letter."""

    def __init__(self) -> None:
        super().__init__("The first play must have at least two letters.")


class NotConnected(IllegalPlacement):
    """Tiles that touch nothing on the board."""

    def __init__(self) -> None:
        super().__init__("The play touches no tile on the board.")


class BagExceeded(RuleViolation):
    """More of a tile than the set holds."""

    def __init__(self, name: str, held: int, needed: int) -> None:
        super().__init__(
            f"The set holds {held} of {name}, but {needed} would lie on the board; "
            "correct the misread square first."
        )


class NotATurnHere(RuleViolation):
    """A turn of a kind that the game does not have."""

    def __init__(self) -> None:
        super().__init__("There is no such turn in this game.")


class NotYourTurn(RuleViolation):
    """A command of a player who is not on turn."""

    def __init__(self, player: str, on_turn: str) -> None:
        super().__init__(f"It is {on_turn}'s turn, not {player}'s.")


class NoSuchPlayer(RuleViolation):
    """A seat nobody sits on."""

    def __init__(self, player: int, players: int) -> None:
        super().__init__(f"There is no player {player + 1}; the game has {players}.")


class NoSuchTurn(RuleViolation):
    """A turn's number out of range."""

    def __init__(self, number: int, turns: int) -> None:
        have = f"turns 1 to {turns} have been taken" if turns else "no turn has been taken yet"
        super().__init__(f"There is no turn {number}; {have}.")


class NothingToWithdraw(RuleViolation):
    """A withdrawal without a play before it."""

    def __init__(self, number: int | None = None) -> None:
        which = "The last turn" if number is None else f"Turn {number}"
        super().__init__(f"{which} is not a play that could be taken off the board.")


class AlreadyWithdrawn(RuleViolation):
    """A second withdrawal of one play."""

    def __init__(self, number: int) -> None:
        super().__init__(f"The play of turn {number} has already been taken off the board.")


class NoTileThere(RuleViolation):
    """A correction of an empty square."""

    def __init__(self, square: Square) -> None:
        super().__init__(f"No tile lies on {square.name} to correct.")


class BadExchange(RuleViolation):
    """An exchange of too few or too many tiles."""

    def __init__(self, count: int, rack_size: int) -> None:
        super().__init__(f"An exchange swaps 1 to {rack_size} tiles, not {count}.")


class BagTooLow(RuleViolation):
    """An exchange with too few tiles left to draw."""

    def __init__(self, left: int, needed: int) -> None:
        super().__init__(
            f"Tiles may be exchanged while the bag holds at least {needed}; it holds {left}."
        )


class NothingToUndo(RuleViolation):
    """An undo at the start."""

    def __init__(self) -> None:
        super().__init__("There is nothing to undo.")


class NothingToRedo(RuleViolation):
    """A redo without an undo before it."""

    def __init__(self) -> None:
        super().__init__("There is nothing to redo.")


class GameOver(RuleViolation):
    """A turn after the end."""

    def __init__(self) -> None:
        super().__init__("The game has ended; undo the end to go on playing.")


class BadRacks(RuleViolation):
    """Final racks that cannot be."""

    def __init__(self, reason: str) -> None:
        super().__init__(f"The racks held at the end cannot be right: {reason}.")


class DrawTooFew(BagTooLow):
    """An exchange of more tiles than can be drawn before the discards go back."""

    def __init__(self, left: int, asked: int) -> None:
        RuleViolation.__init__(
            self,
            f"The new tiles are drawn before the old go back, and the bag holds {left}; "
            f"{asked} cannot be exchanged.",
        )


class NobodyToChallenge(RuleViolation):
    """A challenge where there are none."""

    def __init__(self) -> None:
        super().__init__(
            "Words are checked as they are laid; with this rule there is nothing to challenge."
        )


class WordsUnknown(RuleViolation):
    """A play of unknown words where they are checked at once."""

    def __init__(self, words: list[str], lexicon: str) -> None:
        listed = " and ".join(words)
        which = f"the {lexicon} list" if lexicon else "the word list"
        super().__init__(f"{listed} is not in {which}; with this rule it may not be laid.")


class WordNotFormed(RuleViolation):
    """A verdict on a word that the play does not form."""

    def __init__(self, word: str, formed: list[str]) -> None:
        what = f"The play does not form {word!r}" if word else "A challenge names the words"
        super().__init__(f"{what}; it forms {', '.join(formed)}.")


class OwnPlay(RuleViolation):
    """A challenge of one's own play."""

    def __init__(self, player: str) -> None:
        super().__init__(f"{player} laid these words and cannot challenge them.")


class NotYourChallenge(RuleViolation):
    """A challenge by another than the next player."""

    def __init__(self, player: str, allowed: str) -> None:
        super().__init__(f"Only the next player, {allowed}, may challenge; not {player}.")


class ChallengeTooLate(RuleViolation):
    """A challenge after its time."""

    def __init__(self, reason: str) -> None:
        super().__init__(f"The play can no longer be challenged: {reason}.")


class AlreadyJudged(RuleViolation):
    """A second challenge of the same words."""

    def __init__(self, words: list[str]) -> None:
        super().__init__(f"{' and '.join(words)} has already been challenged in this play.")


class NothingToLose(RuleViolation):
    """A lost turn without a challenge that lost it."""

    def __init__(self, player: str) -> None:
        super().__init__(f"{player} has no turn to lose.")


class FollowsFromChallenge(RuleViolation):
    """A change of a turn that a challenge lost."""

    def __init__(self, number: int) -> None:
        super().__init__(
            f"Turn {number} was lost by a challenge; change or delete the challenge instead."
        )


class CannotMove(RuleViolation):
    """A turn moved beyond the ends."""

    def __init__(self, number: int, turns: int) -> None:
        super().__init__(
            f"Turn {number} can only change places with a neighbour among turns 1 to {turns}."
        )


class GameBegun(RuleViolation):
    """Start tiles drawn in the middle of a game."""

    def __init__(self) -> None:
        super().__init__("The first player is drawn before the first turn.")


class BadDraw(RuleViolation):
    """Start tiles that decide nothing."""

    def __init__(self, reason: str) -> None:
        super().__init__(f"The drawn tiles do not tell who begins: {reason}.")


class BadAdjustment(RuleViolation):
    """Points booked without any."""

    def __init__(self) -> None:
        super().__init__("An adjustment takes from 1 to 10000 points, up or down.")
