"""What the rules refuse, each with a sentence of its own."""

from __future__ import annotations

from companion.board.square import Square
from companion.errors import RuleViolation
from companion.text import Argument, Said, said, said_n


class IllegalPlacement(RuleViolation):
    """Tiles that may not be laid like this."""


class NoTiles(IllegalPlacement):
    """A play of nothing."""

    text = said("A play lays at least one tile; pass to lay none.")


class TooManyTiles(IllegalPlacement):
    """More tiles than a rack holds."""

    def __init__(self, laid: int, rack_size: int) -> None:
        super().__init__(
            said(
                "A play uses at most {rack_size} tiles; this one lays {laid}.",
                rack_size=rack_size,
                laid=laid,
            )
        )


class OffBoard(IllegalPlacement):
    """A tile beyond the edge."""

    def __init__(self, square: Square, size: int) -> None:
        super().__init__(
            said(
                "Row {row}, column {column} is off the board, which has {size} rows and {size} "
                "columns.",
                row=square.row + 1,
                column=square.col + 1,
                size=size,
            )
        )


class SquareTaken(IllegalPlacement):
    """A tile on a tile."""

    def __init__(self, square: Square, held: Argument) -> None:
        super().__init__(
            said("Square {square} already holds {held}.", square=square.name, held=held)
        )


class SquareTwice(IllegalPlacement):
    """Two tiles of one play on one square."""

    def __init__(self, square: Square) -> None:
        super().__init__(said("The play lays two tiles on {square}.", square=square.name))


class UnknownLetter(IllegalPlacement):
    """A token the tile set does not have."""

    def __init__(self, letter: str, tile_set: str) -> None:
        super().__init__(
            said(
                "The {tile_set} tile set has no {letter}.",
                tile_set=tile_set,
                letter=repr(letter),
            )
        )


class OnlyABlank(IllegalPlacement):
    """A letter of which the set holds no tile."""

    def __init__(self, letter: str, tile_set: str) -> None:
        super().__init__(
            said(
                "The {tile_set} tile set holds no tile {letter}; only a blank may stand for "
                "it.",
                tile_set=tile_set,
                letter=repr(letter),
            )
        )


class NotInLine(IllegalPlacement):
    """Tiles in more than one row and column."""

    def __init__(self, first: Square, off: Square) -> None:
        super().__init__(
            said(
                "All tiles of a play lie in one row or one column; {first} and {off} do not.",
                first=first.name,
                off=off.name,
            )
        )


class Gap(IllegalPlacement):
    """An empty square between the tiles."""

    def __init__(self, square: Square) -> None:
        super().__init__(
            said("The play leaves {square} empty between its tiles.", square=square.name)
        )


class MissesStart(IllegalPlacement):
    """A first play away from the start square."""

    def __init__(self, start: Square) -> None:
        super().__init__(
            said("The first play must cover the start square {start}.", start=start.name)
        )


class TooShort(IllegalPlacement):
    """A first play of one letter."""

    text = said("The first play must have at least two letters.")


class NotConnected(IllegalPlacement):
    """Tiles that touch nothing on the board."""

    text = said("The play touches no tile on the board.")


class BagExceeded(RuleViolation):
    """More of a tile than the set holds."""

    def __init__(self, token: str, held: int, needed: int) -> None:
        blanks = said(
            "The set holds {held} blanks, but {needed} would lie on the board; correct the "
            "misread square first.",
            held=held,
            needed=needed,
        )
        tiles = said(
            "The set holds {held} of the tile {tile}, but {needed} would lie on the board; "
            "correct the misread square first.",
            held=held,
            tile=token,
            needed=needed,
        )
        super().__init__(blanks if token == "?" else tiles)


class NotATurnHere(RuleViolation):
    """A turn of a kind that the game does not have."""

    text = said("There is no such turn in this game.")


class NotYourTurn(RuleViolation):
    """A command of a player who is not on turn."""

    def __init__(self, player: Argument, on_turn: str) -> None:
        super().__init__(
            said("It is {on_turn}'s turn, not {player}'s.", on_turn=on_turn, player=player)
        )


class NoSuchPlayer(RuleViolation):
    """A seat nobody sits on."""

    def __init__(self, player: int, players: int) -> None:
        super().__init__(
            said(
                "There is no player {player}; the game has {players}.",
                player=player + 1,
                players=players,
            )
        )


class NoSuchTurn(RuleViolation):
    """A turn's number out of range."""

    def __init__(self, number: int, turns: int) -> None:
        none = said("There is no turn {number}; no turn has been taken yet.", number=number)
        some = said(
            "There is no turn {number}; turns 1 to {turns} have been taken.",
            number=number,
            turns=turns,
        )
        super().__init__(some if turns else none)


class NothingToWithdraw(RuleViolation):
    """A withdrawal without a play before it."""

    def __init__(self, number: int | None = None) -> None:
        last = said("The last turn is not a play that could be taken off the board.")
        named = said(
            "Turn {number} is not a play that could be taken off the board.", number=number or 0
        )
        super().__init__(last if number is None else named)


class AlreadyWithdrawn(RuleViolation):
    """A second withdrawal of one play."""

    def __init__(self, number: int) -> None:
        super().__init__(
            said(
                "The play of turn {number} has already been taken off the board.", number=number
            )
        )


class NoTileThere(RuleViolation):
    """A correction of an empty square."""

    def __init__(self, square: Square) -> None:
        super().__init__(said("No tile lies on {square} to correct.", square=square.name))


class BadExchange(RuleViolation):
    """An exchange of too few or too many tiles."""

    def __init__(self, count: int, rack_size: int) -> None:
        super().__init__(
            said(
                "An exchange swaps 1 to {rack_size} tiles, not {count}.",
                rack_size=rack_size,
                count=count,
            )
        )


class BagTooLow(RuleViolation):
    """An exchange with too few tiles left to draw."""

    def __init__(self, left: int, needed: int) -> None:
        super().__init__(
            said(
                "Tiles may be exchanged while the bag holds at least {needed}; it holds "
                "{left}.",
                needed=needed,
                left=left,
            )
        )


class NothingToUndo(RuleViolation):
    """An undo at the start."""

    text = said("There is nothing to undo.")


class NothingToRedo(RuleViolation):
    """A redo without an undo before it."""

    text = said("There is nothing to redo.")


class GameOver(RuleViolation):
    """A turn after the end."""

    text = said("The game has ended; undo the end to go on playing.")


class CannotLay(IllegalPlacement):
    """More tiles laid than the player holds."""

    def __init__(self, player: str, held: int, laid: int) -> None:
        super().__init__(
            said_n(
                "{player} holds {n} tile and cannot lay {laid}.",
                "{player} holds {n} tiles and cannot lay {laid}.",
                held,
                player=player,
                laid=laid,
            )
        )


class CannotExchange(RuleViolation):
    """More tiles exchanged than the player holds."""

    def __init__(self, player: str, held: int, count: int) -> None:
        super().__init__(
            said_n(
                "{player} holds {n} tile and cannot exchange {count}.",
                "{player} holds {n} tiles and cannot exchange {count}.",
                held,
                player=player,
                count=count,
            )
        )


class BadRacks(RuleViolation):
    """Final racks that cannot be."""

    def __init__(self, reason: Said) -> None:
        super().__init__(
            said("The racks held at the end cannot be right: {reason}.", reason=reason)
        )


class DrawTooFew(BagTooLow):
    """An exchange of more tiles than can be drawn before the discards go back."""

    def __init__(self, left: int, asked: int) -> None:
        RuleViolation.__init__(
            self,
            said(
                "The new tiles are drawn before the old go back, and the bag holds {left}; "
                "{asked} cannot be exchanged.",
                left=left,
                asked=asked,
            ),
        )


class CannotMove(RuleViolation):
    """A turn moved beyond the ends."""

    def __init__(self, number: int, turns: int) -> None:
        super().__init__(
            said(
                "Turn {number} can only change places with a neighbour among turns 1 to "
                "{turns}.",
                number=number,
                turns=turns,
            )
        )


class GameBegun(RuleViolation):
    """Start tiles drawn in the middle of a game."""

    text = said("The first player is drawn before the first turn.")


class BadDraw(RuleViolation):
    """Start tiles that decide nothing."""

    def __init__(self, reason: Said) -> None:
        super().__init__(
            said("The drawn tiles do not tell who begins: {reason}.", reason=reason)
        )


class BadAdjustment(RuleViolation):
    """Points booked without any."""

    text = said("An adjustment takes from 1 to 10000 points, up or down.")
