"""A game of Monopoly Scrabble at one moment, and how it starts."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TypeVar

from companion.board.layout import Layout
from companion.board.money import Dollars, Ledger
from companion.board.placement import Placement, Play
from companion.board.position import Position
from companion.board.tiles import Tile
from companion.errors import ConfigError
from companion.rules.api import Setup, ranked
from companion.rules.engine.shuffle import shuffled
from companion.rules.monopoly.printed.board import Board, Deck
from companion.rules.monopoly.printed.board_file import parse_board
from companion.rules.monopoly.steps import ClaimDue, PlayDue, Step
from companion.text import NOTHING, Argument, Said, said, said_in

BANK = "bank"
POT = "free-parking"

T = TypeVar("T")


def account(seat: int) -> str:
    """A player's account."""
    return f"player-{seat + 1}"


@dataclass(frozen=True, slots=True)
class TurnTaken:
    """One turn, as it is listed."""

    player: int
    kind: str
    """"play", "pass" or "exchange"."""

    play: Play | None = None
    count: int = 0
    tiles: tuple[Tile, ...] = ()
    """Of an exchange, where known."""

    withdrawn: bool = False
    corrected: bool = False
    own_tiles: int = 0
    """Tiles of the play that came from the player's rack."""

    doubt: Said = NOTHING
    """Who doubted which words, and what the list said."""

    story: tuple[Said, ...] = ()
    """What happened on the track because of it."""


@dataclass(frozen=True, slots=True)
class State:
    """All that is known of a game; tuples over players go by seat.

    Attributes:
        owners: Seat that holds each deed, by the deed's index; None is the bank.
        places: Index of the space each token stands on.
        skips: Turns each player still loses.
        racks: Tiles on each rack, counted.
        bank_tiles: Tiles on the bank's rack, counted.
        bank_rack: Which, where somebody has said so since it last changed.
        bought: Bank tiles the player on turn holds and must lay.
        free_tiles: Bank tiles each player gets for nothing.
        chance: Order of the deck, indices into the board's list.
        todo: What is still to be done in the turn.
        in_turn: Whether the player on turn has played, passed or exchanged.
        prelude: What happened in this turn before that.
        before_play: The state that taking the last play off goes back to.
    """

    setup: Setup
    board: Board
    layout: Layout
    position: Position
    ledger: Ledger
    owners: tuple[int | None, ...]
    places: tuple[int, ...]
    jailed: tuple[bool, ...]
    skips: tuple[int, ...]
    out: tuple[bool, ...]
    racks: tuple[int, ...]
    free_tiles: tuple[int, ...]
    bank_tiles: int
    bag: int
    chance: tuple[int, ...]
    chest: tuple[int, ...]
    todo: tuple[Step, ...] = (PlayDue(),)
    on_turn: int = 0
    bank_rack: tuple[Tile, ...] | None = None
    bought: tuple[Tile, ...] = ()
    bought_free: int = 0
    turns: tuple[TurnTaken, ...] = ()
    in_turn: bool = False
    prelude: tuple[Said, ...] = ()
    before_play: State | None = field(default=None, repr=False)
    ended: bool = False
    went_out: int | None = None
    tokens: tuple[int | None, ...] = ()
    """The token each player has taken, by the file's order; empty before anybody has."""

    @property
    def names(self) -> tuple[str, ...]:
        """The players."""
        return self.setup.players

    @property
    def due(self) -> Step | None:
        """What is to be done now; None when the game has ended."""
        return self.todo[0] if self.todo else None

    def cash(self, seat: int) -> Dollars:
        """A player's money."""
        return self.ledger.balance(account(seat))

    def deeds_of(self, seat: int | None) -> tuple[int, ...]:
        """Indices of the deeds a player or the bank (None) holds."""
        return tuple(deed for deed, owner in enumerate(self.owners) if owner == seat)

    def property_value(self, seat: int) -> Dollars:
        """What a player's deeds are worth at the end."""
        return Dollars(sum(self.board.deeds[i].value for i in self.deeds_of(seat)))

    def worth(self, seat: int) -> Dollars:
        """Money and deeds together."""
        return Dollars(self.cash(seat) + self.property_value(seat))

    def sale_value(self, seat: int) -> Dollars:
        """What the bank would pay for all of a player's deeds."""
        return Dollars(sum(self.board.deeds[i].half for i in self.deeds_of(seat)))

    def token_of(self, seat: int) -> str:
        """The name of a player's token; empty before one is taken."""
        token = self.tokens[seat] if self.tokens else None
        return "" if token is None else self.board.tokens[token]

    def free_tokens(self) -> tuple[str, ...]:
        """The tokens nobody has."""
        return tuple(n for i, n in enumerate(self.board.tokens) if i not in self.tokens)

    def still_in(self) -> tuple[int, ...]:
        """Seats not out of the game."""
        return tuple(seat for seat, gone in enumerate(self.out) if not gone)

    def deck(self, deck: Deck) -> tuple[int, ...]:
        """A deck's order, top first."""
        return self.chance if deck == "chance" else self.chest

    def name_of(self, holder: str | int | None) -> Argument:
        """A player, the bank or Free Parking, for people."""
        return self._named(holder, said("the bank"))

    def giver(self, holder: str | int | None) -> Argument:
        """The same, from whom something comes: languages have another case for it."""
        return self._named(holder, said_in("from whom", "the bank"))

    def taker(self, holder: str | int | None) -> Argument:
        """The same, to whom something goes."""
        return self._named(holder, said_in("to whom", "the bank"))

    def creditor(self, holder: str | int | None) -> Argument:
        """The same, to whom something is owed."""
        return self._named(holder, said_in("owed to", "the bank"))

    def _named(self, holder: str | int | None, bank: Said) -> Argument:
        if isinstance(holder, int):
            return self.names[holder]
        if holder is None or holder == BANK:
            return bank
        if holder == POT:
            return said("Free Parking")
        return next((n for seat, n in enumerate(self.names) if account(seat) == holder), holder)


def put(values: tuple[T, ...], index: int, value: T) -> tuple[T, ...]:
    """Return a tuple with one value replaced; unchanged if the index is out of range."""
    if not 0 <= index < len(values):
        return values
    return (*values[:index], value, *values[index + 1 :])


def start(setup: Setup) -> State:
    """Return the state before the first turn.

    Options: `board` the board file's text; `seed` decides the decks' order (0); `first` the
    seat that begins (0).

    Raises:
        ConfigError: No or a bad board file, or players that do not fit it.
    """
    text = setup.text_option("board", "")
    if not text:
        raise ConfigError(
            said("Monopoly Scrabble needs a board file: give its text as the option 'board'.")
        )
    board = parse_board(text)
    players = len(setup.players)
    if not board.players_min <= players <= board.players_max:
        raise ConfigError(
            said(
                "The game takes {players_min} to {players_max} players, not {players}.",
                players_min=board.players_min,
                players_max=board.players_max,
                players=players,
            )
        )
    if len(set(setup.players)) != players:
        raise ConfigError(said("Every player needs a name of their own."))
    layout = board.layout or setup.layout
    if any(square not in layout for square, _ in board.squares):
        raise ConfigError(said("The board file has property squares beyond the board's edge."))
    first = setup.option("first", 0)
    if not 0 <= first < players:
        raise ConfigError(
            said("The option 'first' is a seat from 0 to {players}.", players=players - 1)
        )
    in_bag = setup.tiles.total - players * board.rack_size - board.bank_rack_size
    if in_bag < 0:
        raise ConfigError(said("The tile set is too small to fill all racks."))
    seed, prices = setup.option("seed", 0), board.prices
    return State(
        setup=setup,
        board=board,
        layout=layout,
        position=Position(size=layout.size),
        ledger=Ledger.of(
            (
                *((account(seat), prices.start_cash) for seat in range(players)),
                (POT, prices.free_parking_start),
                (
                    BANK,
                    prices.in_the_box - players * prices.start_cash - prices.free_parking_start,
                ),
            )
        ),
        owners=(None,) * len(board.deeds),
        places=(0,) * players,
        jailed=(False,) * players,
        skips=(0,) * players,
        out=(False,) * players,
        racks=(board.rack_size,) * players,
        free_tiles=(0,) * players,
        bank_tiles=board.bank_rack_size,
        bag=in_bag,
        chance=shuffled(range(len(board.chance)), seed),
        chest=shuffled(range(len(board.chest)), seed + 1),
        on_turn=first,
    )


def claims(state: State, play: Play) -> ClaimDue:
    """Return the deeds a play wins, in the order of their squares."""
    covered = {p.square for p in play.placements}
    if not state.board.rulings.claim_needs_new_tile_on_square:
        for word in play.words:
            covered |= {word.start.moved(word.direction, i) for i in range(len(word.tiles))}
    deeds = dict.fromkeys(deed for square, deed in state.board.squares if square in covered)
    return ClaimDue(tuple(d for d in deeds if state.owners[d] != state.on_turn))


def winners(state: State) -> tuple[int, ...]:
    """Return the seats that lead, or have won: most cash and property; all who share it."""
    return tuple(seat for (seat,) in ranks(state)[0])


def ranks(state: State) -> tuple[tuple[tuple[int, ...], ...], ...]:
    """Return who stands how, as `Scoreboard.ranks` has it; who is out comes last."""
    still_in = state.still_in() or tuple(range(len(state.names)))
    by_property = state.board.rulings.tie_break == "property_value"
    return ranked({
        (seat,): (
            int(seat in still_in), state.worth(seat),
            state.property_value(seat) if by_property else 0,
        )
        for seat in range(len(state.names))
    })  # fmt: skip


def story_added(state: State, sentence: Said) -> State:
    """Return the state with a sentence added to the story of the turn it belongs to."""
    if not state.in_turn or not state.turns:
        return replace(state, prelude=(*state.prelude, sentence))
    last = state.turns[-1]
    told = replace(last, story=(*last.story, sentence))
    return replace(state, turns=(*state.turns[:-1], told))


def own_placements(placements: tuple[Placement, ...], bought: tuple[Tile, ...]) -> int:
    """Return how many tiles of a play came from the player's own rack."""
    return len(placements) - len(bought)
