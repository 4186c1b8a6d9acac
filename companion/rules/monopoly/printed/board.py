"""A Monopoly Scrabble board as data: prices, title deeds, track, squares and cards.

Source: rulebook "Monopoly Scrabble" (facts S0) for the prices and the kinds of things; what is
printed on a particular board comes from its file, and `official` says whether somebody has
compared it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from companion.board.layout import Layout
from companion.board.money import NOTHING, Dollars
from companion.board.square import Square
from companion.text import Said, from_file

SpaceKind = Literal[
    "go", "property", "chance", "chest", "jail", "go_to_jail", "free_parking", "move_to",
    "pay", "collect", "none",
]  # fmt: skip
EffectKind = Literal[
    "go_to_jail", "move_to", "move_by", "take_property", "collect", "pay", "free_bank_tiles",
    "miss_turn", "none",
]  # fmt: skip
Deck = Literal["chance", "chest"]


@dataclass(frozen=True, slots=True)
class Prices:
    """Every amount the rulebook names; whole hundreds."""

    start_cash: Dollars
    pass_go: Dollars
    free_parking_start: Dollars
    bank_tile_price: Dollars
    blank_swap_fee: Dollars
    jail_fine: Dollars
    bingo_no_property: Dollars
    unplayed_tile: Dollars
    bank_is_unlimited: bool
    in_the_box: Dollars
    """All bills of the box."""


@dataclass(frozen=True, slots=True)
class Rulings:
    """One switch for each question the rulebook leaves open, with the proposed answer."""

    jailed_owner_collects_rent: bool = True
    landing_on_go_pays: bool = True
    go_paid_for_each_lap: bool = True
    card_moves_pay_go: bool = True
    go_to_jail_pays_go: bool = False
    move_by: str = "turn_total"
    """Or "main_word"."""

    claim_needs_new_tile_on_square: bool = True
    claim_before_bingo: bool = True
    bingo_needs_seven_own_tiles: bool = True
    bingo_taken_from_bank_only: bool = True
    """False lets a bingo take a deed from another player when the bank has none."""

    bank_tile_on_failed_play: str = "tile_back_no_refund"
    """Or "tile_back_refund"."""

    blank_swap_rack_may_be_eight: bool = True
    no_move_when_no_word: bool = True
    """False resolves the space stood on again when no word was played."""

    jail_by_count_is_visiting: bool = True
    """False sends a token that lands on the jail corner to jail."""

    resolve_space_after_card_move: bool = True
    free_parking_by_card_wins_pot: bool = True
    card_property_from_owner: bool = True
    """Whether a card that names a deed takes it from another player."""

    fee_sells_property: bool = True
    """Whether deeds are sold for the tiles left at the end."""

    bankrupt_tiles_to_bag: bool = True
    challenge_window: str = "before_claim"
    """Or "until_next_turn"."""

    tie_break: str = "property_value"
    """Or "shared"."""


@dataclass(frozen=True, slots=True)
class Deed:
    """A Property Card."""

    key: str
    name: str
    color: str
    value: Dollars
    """Printed on the card: counts at the end, and half of it at a sale."""

    half: Dollars

    @property
    def told(self) -> Said:
        """The name, to be shown."""
        return from_file(self.name)


@dataclass(frozen=True, slots=True)
class Space:
    """A space of the track."""

    kind: SpaceKind
    name: str
    deed: int | None = None
    """Index of the deed whose owner is paid."""

    amount: Dollars = NOTHING
    """Rent printed on the space, or what it pays or collects."""

    to: int | str = ""
    """Of `move_to`: an index of the track. Of `pay`: "bank" or "free_parking"."""

    @property
    def told(self) -> Said:
        """The name, to be shown."""
        return from_file(self.name)


@dataclass(frozen=True, slots=True)
class Effect:
    """What a card does, from a closed list."""

    kind: EffectKind
    text: Said
    """The file's own words for it, or ours."""

    to: str = ""
    """`move_to`: a kind, a name or a number of the track. `pay`: who gets it."""

    steps: int = 0
    which: str = ""
    """`take_property`: a deed's key, "any_unowned" or "any"."""

    source: str = ""
    """`collect`: "bank" or "each_player"."""

    amount: Dollars = NOTHING
    count: int = 0


@dataclass(frozen=True, slots=True)
class Board:
    """All that is printed on one edition."""

    official: bool
    checked_by: str
    checked_on: str
    prices: Prices
    rulings: Rulings
    players_min: int
    players_max: int
    rack_size: int
    bank_rack_size: int
    tokens: tuple[str, ...]
    deeds: tuple[Deed, ...]
    layout: Layout | None
    """None if the set-up's layout counts."""

    squares: tuple[tuple[Square, int], ...]
    """Squares with a property on them, and the index of its deed."""

    track: tuple[Space, ...]
    chance: tuple[Effect, ...]
    chest: tuple[Effect, ...]
    """Every single card of each deck, in the file's order."""

    def deed_index(self, key: str) -> int | None:
        """Index of the deed of that key; None if there is none."""
        return next((i for i, deed in enumerate(self.deeds) if deed.key == key), None)

    def deck(self, deck: Deck) -> tuple[Effect, ...]:
        """All cards of a deck."""
        return self.chance if deck == "chance" else self.chest

    def first_space(self, kind: SpaceKind, default: int = 0) -> int:
        """Index of the first space of a kind."""
        return next((i for i, space in enumerate(self.track) if space.kind == kind), default)
