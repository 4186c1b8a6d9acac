"""Commands and events of Monopoly Scrabble beside those it shares with the crossword games."""

from __future__ import annotations

from dataclasses import dataclass
from typing import get_args

from companion.board.square import Square
from companion.board.tiles import Tile
from companion.rules.engine import messages as shared
from companion.rules.monopoly.printed.board import Deck
from companion.rules.monopoly.steps import Step
from companion.text import Said

# --- commands --------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class BuyTiles:
    """Buy tiles of the bank's rack, to be laid this turn."""

    tiles: tuple[Tile, ...]


@dataclass(frozen=True, slots=True)
class ReturnTiles:
    """Give tiles bought but not laid back, and take the money back."""


@dataclass(frozen=True, slots=True)
class SwapBlank:
    """Replace a blank on the board by the tile it stands for."""

    square: Square
    from_bank: bool = False


@dataclass(frozen=True, slots=True)
class LetStand:
    """Nobody challenges the play."""


@dataclass(frozen=True, slots=True)
class ChooseProperty:
    """Take a deed, by its id, for a bingo or a card."""

    deed: str


@dataclass(frozen=True, slots=True)
class DrawCard:
    """Draw the next card, or say which card of the list (from 1) was drawn at the table."""

    card: int | None = None


@dataclass(frozen=True, slots=True)
class SellProperty:
    """Sell a deed, by its id, to the bank to pay a debt."""

    deed: str


@dataclass(frozen=True, slots=True)
class GoBankrupt:
    """Give all there is; nothing more can be paid."""


@dataclass(frozen=True, slots=True)
class CallEnd:
    """End the game because no play is left; tiles left a player, where counted anew."""

    unplayed: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class SeeBankRack:
    """Say which tiles lie on the bank's rack."""

    tiles: tuple[Tile, ...]


@dataclass(frozen=True, slots=True)
class CorrectBalance:
    """A player's cash is in fact this; the difference goes to or comes from the bank."""

    player: int
    amount: int


@dataclass(frozen=True, slots=True)
class ChooseToken:
    """A player takes one of the box's tokens, by its name."""

    player: int
    token: str


@dataclass(frozen=True, slots=True)
class CorrectToken:
    """A token in fact stands on this space, counted from GO as 0."""

    player: int
    space: int


@dataclass(frozen=True, slots=True)
class CorrectOwner:
    """A deed is in fact this player's, or the bank's."""

    deed: str
    player: int | None = None


@dataclass(frozen=True, slots=True)
class CorrectRack:
    """A player in fact holds so many tiles; the difference is the bag's."""

    player: int
    count: int


Command = (
    shared.PlayTiles | shared.Pass | shared.Exchange | shared.Withdraw | shared.CorrectTile
    | shared.DrawStart | shared.Undo | shared.Redo | BuyTiles | ReturnTiles | SwapBlank
    | LetStand | shared.Challenge | ChooseProperty | DrawCard | SellProperty | GoBankrupt
    | CallEnd | SeeBankRack | CorrectBalance | CorrectToken | CorrectOwner | CorrectRack
    | ChooseToken
    | shared.AmendTurn | shared.InsertTurn | shared.DeleteTurn | shared.MoveTurn
)  # fmt: skip

COMMANDS: tuple[type, ...] = get_args(Command)

# --- events ----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class TilesBought:
    """A player took tiles off the bank's rack; `free` of them cost nothing."""

    player: int
    tiles: tuple[Tile, ...]
    free: int = 0


@dataclass(frozen=True, slots=True)
class BoughtTilesReturned:
    """The tiles bought went back to the bank's rack."""

    player: int
    free: int = 0
    """How many of them had cost nothing."""


@dataclass(frozen=True, slots=True)
class BlankSwapped:
    """A blank on the board gave way to the tile it stands for and went to a rack."""

    player: int
    square: Square
    from_bank: bool


@dataclass(frozen=True, slots=True)
class PlayStood:
    """The last play can no longer be challenged."""

    player: int


@dataclass(frozen=True, slots=True)
class TurnsForfeited:
    """A player loses turns to come."""

    player: int
    count: int
    reason: Said


@dataclass(frozen=True, slots=True)
class TurnSkipped:
    """A player's forfeited turn went by."""

    player: int


@dataclass(frozen=True, slots=True)
class DeedTaken:
    """A deed changed hands; None is the bank."""

    deed: int
    source: int | None
    player: int | None
    reason: Said


@dataclass(frozen=True, slots=True)
class TokenChosen:
    """A player took a token, counted from 0 in the file's order."""

    player: int
    token: int


@dataclass(frozen=True, slots=True)
class TokenMoved:
    """A token came to a space."""

    player: int
    space: int
    reason: Said


@dataclass(frozen=True, slots=True)
class MoneyPaid:
    """Money went from one account to another."""

    source: str
    target: str
    amount: int
    reason: Said


@dataclass(frozen=True, slots=True)
class JailEntered:
    """A player was sent to jail."""

    player: int


@dataclass(frozen=True, slots=True)
class JailLeft:
    """A player is free again."""

    player: int


@dataclass(frozen=True, slots=True)
class CardDrawn:
    """A card was drawn and went to the bottom of its deck."""

    player: int
    deck: Deck
    card: int
    """Its index in the deck's list."""


@dataclass(frozen=True, slots=True)
class FreeTilesGranted:
    """The player's next bank tiles cost nothing."""

    player: int
    count: int


@dataclass(frozen=True, slots=True)
class PlayerBankrupt:
    """A player is out of the game."""

    player: int


@dataclass(frozen=True, slots=True)
class BankRefilled:
    """So many tiles went from the bag to the bank's rack."""

    count: int


@dataclass(frozen=True, slots=True)
class RackRefilled:
    """So many tiles went from the bag to a player's rack; negative to the bag."""

    player: int
    count: int


@dataclass(frozen=True, slots=True)
class BankRackSeen:
    """These tiles lie on the bank's rack."""

    tiles: tuple[Tile, ...]


@dataclass(frozen=True, slots=True)
class TurnBegan:
    """It is a player's turn."""

    player: int


@dataclass(frozen=True, slots=True)
class StepsSet:
    """This is still to be done in the turn."""

    steps: tuple[Step, ...]


@dataclass(frozen=True, slots=True)
class GameClosed:
    """The game is over; `out` used the last tile."""

    out: int | None


Event = (
    shared.TilesPlayed | shared.TurnPassed | shared.TilesExchanged | shared.PlayWithdrawn
    | shared.PlayChallenged | shared.TileCorrected | shared.StartDrawn | TilesBought
    | BoughtTilesReturned | BlankSwapped | PlayStood | TurnsForfeited | TurnSkipped | DeedTaken
    | TokenMoved | MoneyPaid | JailEntered | JailLeft | CardDrawn | FreeTilesGranted
    | PlayerBankrupt | BankRefilled | RackRefilled | BankRackSeen | TurnBegan | StepsSet
    | GameClosed | TokenChosen
)  # fmt: skip

EVENTS: tuple[type, ...] = get_args(Event)
