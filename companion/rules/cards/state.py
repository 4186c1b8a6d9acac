"""A game of Monopoly: The Card Game at one moment: how it starts, how an event changes it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum

from companion.board.money import NOTHING, Dollars, Ledger
from companion.errors import ConfigError
from companion.rules.api import Setup, ranked
from companion.rules.cards import messages
from companion.rules.cards.deck import Deck, parse_deck
from companion.rules.engine.shuffle import shuffled
from companion.text import said

BANK = "bank"


class Phase(Enum):
    """What is to be done now."""

    ACT = "act"
    """Draw, trade or go out."""

    DISCARD = "discard"
    """Lay down to a full hand and end the turn."""

    PASS = "pass"
    """Everybody gives a card to the left."""

    TABLE = "table"
    """A hand is played at the table; its cards are laid down at its end."""

    OVER = "over"
    """A hand is over."""

    ENDED = "ended"


@dataclass(frozen=True, slots=True)
class State:
    """All that is known of a game; tuples over players go by seat.

    Attributes:
        hands: Cards held; empty where they are dealt at the table.
        piles: Trade piles, the topmost card last.
        draw: The draw pile, its top first.
        traded: Whether the player on turn has traded.
        results: Hands that are over.
    """

    setup: Setup
    deck: Deck
    ledger: Ledger
    number: int = 1
    dealer: int = 0
    hands: tuple[tuple[str, ...], ...] = ()
    piles: tuple[tuple[str, ...], ...] = ()
    draw: tuple[str, ...] = ()
    on_turn: int = 0
    phase: Phase = Phase.ACT
    traded: bool = False
    results: tuple[messages.HandScored, ...] = ()

    @property
    def names(self) -> tuple[str, ...]:
        """The players."""
        return self.setup.players

    @property
    def many(self) -> bool:
        """Whether the rules for five and six players apply."""
        return len(self.names) > 4

    @property
    def at_table(self) -> bool:
        """Whether cards are dealt at the table."""
        return self.setup.text_option("deal", "app") == "table"

    @property
    def hand_size(self) -> int:
        """Cards of a full hand."""
        rulings = self.deck.rulings
        return {5: rulings.five_hand, 6: rulings.six_hand}.get(len(self.names), rulings.hand)

    @property
    def target(self) -> int:
        """Money that ends the game."""
        rulings = self.deck.rulings
        return rulings.five_six_target if self.many else rulings.target

    @property
    def may_draw(self) -> bool:
        """Whether there is a draw action at all, and a card to draw."""
        return bool(self.draw) and not (self.many and self.deck.rulings.five_six_no_draw)

    @property
    def may_go_out(self) -> bool:
        """Whether going out is in order now, whatever the hand."""
        if self.phase is Phase.ACT:
            return True
        rulings = self.deck.rulings
        after = rulings.five_six_go_out_after_trade if self.many else rulings.go_out_after_trade
        return self.phase is Phase.DISCARD and self.traded and after

    @property
    def late(self) -> int:
        """The first hand that was played after the target had been reached; 0 for none."""
        totals = [0] * len(self.names)
        for result in self.results:
            if max(totals) >= self.target:
                return result.number
            totals = [t + h.total for t, h in zip(totals, result.hands, strict=True)]
        return 0

    def balance(self, seat: int) -> Dollars:
        """A player's money."""
        return self.ledger.balance(account(seat))

    def ranks(self) -> tuple[tuple[tuple[int, ...], ...], ...]:
        """Who has how much money, most first, as `Scoreboard.ranks` has it."""
        return ranked({(seat,): (self.balance(seat),) for seat in range(len(self.names))})

    def winners(self) -> tuple[int, ...]:
        """Seats with most money."""
        return tuple(seat for (seat,) in self.ranks()[0])


def account(seat: int) -> str:
    """A player's account."""
    return f"player-{seat + 1}"


def start(setup: Setup) -> State:
    """Return the state after the first deal.

    Options: `deck` the deck file's text; `seed` of the shuffles (0); `deal` "app" or "table";
    `dealer` the first dealer's seat (the last).

    Raises:
        ConfigError: No or a bad deck file, or not two to six players.
    """
    text = setup.text_option("deck", "")
    if not text:
        raise ConfigError(
            said("The card game needs a deck file: give its text as the option 'deck'.")
        )
    deck, players = parse_deck(text), len(setup.players)
    if not 2 <= players <= 6:
        raise ConfigError(
            said("The game takes 2 to 6 players, not {players}.", players=players)
        )
    if len(set(setup.players)) != players:
        raise ConfigError(said("Every player needs a name of their own."))
    dealer = setup.option("dealer", players - 1)
    if not 0 <= dealer < players:
        raise ConfigError(
            said("The option 'dealer' is a seat from 0 to {players}.", players=players - 1)
        )
    if setup.text_option("deal", "app") not in ("app", "table"):
        raise ConfigError(said("The option 'deal' is 'app' or 'table'."))
    accounts = ((account(seat), NOTHING) for seat in range(players))
    state = State(setup, deck, Ledger.of((*accounts, (BANK, NOTHING))), dealer=dealer)
    if (state.hand_size + 1) * players > len(deck.cards):
        raise ConfigError(
            said("The deck is too small to deal {players} players.", players=players)
        )
    return evolve(state, deal(state, number=1, dealer=dealer))


def deal(state: State, *, number: int, dealer: int) -> messages.HandDealt:
    """Return the deal of a hand; the seed and its number decide the cards alone."""
    players = len(state.names)
    if state.at_table:
        return messages.HandDealt(number, dealer, (), (), ())
    cards = shuffled(state.deck.cards, state.setup.option("seed", 0) * 1_000 + number)
    dealt = state.hand_size * players
    return messages.HandDealt(
        number=number,
        dealer=dealer,
        hands=tuple(cards[seat:dealt:players] for seat in range(players)),
        piles=tuple((card,) for card in cards[dealt : dealt + players]),
        draw=cards[dealt + players :],
    )


def less(hand: tuple[str, ...], cards: tuple[str, ...]) -> tuple[str, ...]:
    """Return a hand without these cards; those it lacks are passed over."""
    left = list(hand)
    for card in cards:
        if card in left:
            left.remove(card)
    return tuple(left)


def evolve(state: State, event: messages.Event) -> State:
    """Return the state after an event of the game's own."""
    match event:
        case messages.HandDealt(
            number=number, dealer=dealer, hands=hands, piles=piles, draw=draw
        ):
            return replace(
                state,
                number=number,
                dealer=dealer,
                hands=hands,
                piles=piles,
                draw=draw,
                on_turn=(dealer + 1) % len(state.names),
                phase=Phase.ACT if hands else Phase.TABLE,
                traded=False,
            )
        case messages.TurnBegan(player=player):
            return replace(state, on_turn=player, phase=Phase.ACT, traded=False)
        case messages.PassDue():
            return replace(state, phase=Phase.PASS)
        case messages.HandScored():
            return replace(state, results=(*state.results, event), phase=Phase.OVER)
        case messages.MoneyPaid(source=source, target=target, amount=amount):
            return replace(state, ledger=state.ledger.moved(Dollars(amount), source, target))
        case messages.GameClosed():
            return replace(state, phase=Phase.ENDED)
        case _:
            return _cards(state, event)


def _cards(state: State, event: messages.Event) -> State:
    hands, piles = list(state.hands), list(state.piles)
    match event:
        case messages.CardDrawn(player=player):
            hands[player] = (*hands[player], *state.draw[:1])
            return replace(state, hands=tuple(hands), draw=state.draw[1:], phase=Phase.DISCARD)
        case messages.CardsDiscarded(player=player, cards=cards):
            hands[player] = less(hands[player], cards)
            piles[player] = (*piles[player], *cards)
        case messages.CardsTraded(player=player, partner=partner, count=count):
            mine, theirs = piles[player][-count:], piles[partner][-count:]
            piles[player] = piles[player][:-count]
            piles[partner] = piles[partner][:-count]
            hands[player] = (*hands[player], *theirs)
            hands[partner] = (*hands[partner], *mine)
            state = replace(state, phase=Phase.DISCARD, traded=True)
        case messages.CardsPassed(cards=cards):
            kept = [less(hand, (card,)) for hand, card in zip(hands, cards, strict=False)]
            hands = [
                (*kept[seat], cards[seat - 1]) for seat in range(len(kept))
            ]  # what seat gives goes to the seat after it, on its left
        case _:
            return state
    return replace(state, hands=tuple(hands), piles=tuple(piles))
