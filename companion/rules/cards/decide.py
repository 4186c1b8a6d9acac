"""What a command causes in Monopoly: The Card Game, or why it is refused.

Source: rulebook "Monopoly: The Card Game" (facts S2), put in order in facts 3.4 and 3.5.
"""

from __future__ import annotations

from collections import Counter

from companion.rules.cards import messages
from companion.rules.cards.draft import Draft, expect
from companion.rules.cards.ending import go_out, lay_down, nobody_out
from companion.rules.cards.state import BANK, Phase, State, account, deal
from companion.rules.cards.violations import (
    BadAmount,
    BadDiscard,
    BadTrade,
    CardNotHeld,
    NothingToDraw,
)
from companion.rules.engine.violations import GameOver, NoSuchPlayer
from companion.text import said, said_n


def decide(state: State, command: messages.Command) -> tuple[messages.Event, ...]:
    """Return what an order causes that is no correction of the past. Raises RuleViolation."""
    draft = Draft(state)
    match command:
        case messages.Draw():
            _draw(draft)
        case messages.Trade():
            _trade(draft, command)
        case messages.Discard(cards=cards):
            _discard(draft, cards)
        case messages.PassCards(cards=cards):
            _pass_cards(draft, cards)
        case messages.GoOut():
            go_out(draft, command)
        case messages.LayDown():
            lay_down(draft, command)
        case messages.NextHand():
            _next_hand(draft)
        case messages.CorrectBalance():
            _correct(draft, command)
        case _:
            raise AssertionError("time is decided elsewhere")
    return tuple(draft.events)


def _draw(draft: Draft) -> None:
    expect(draft.state, Phase.ACT)
    if not draft.state.may_draw:
        raise NothingToDraw
    draft.add(messages.CardDrawn(draft.state.on_turn))


def _trade(draft: Draft, command: messages.Trade) -> None:
    state = draft.state
    expect(state, Phase.ACT)
    player, partner = state.on_turn, command.partner
    if not 0 <= partner < len(state.names):
        raise NoSuchPlayer(partner, len(state.names))
    if partner == player:
        raise BadTrade(said("it takes another player"))
    first = ((command.put,) if command.put else ()) + command.cards
    if len(first) > 1 and state.deck.rulings.trade_discards == "one":
        raise BadTrade(said("one card of the hand may be put on the pile first"))
    if first:
        _check_held(state, player, first)
        draft.add(messages.CardsDiscarded(player, first))
    mine, theirs = len(draft.state.piles[player]), len(draft.state.piles[partner])
    if not 1 <= command.count <= min(mine, theirs):
        most = min(mine, theirs)
        raise BadTrade(
            said_n("{n} card can go each way", "from 1 to {n} cards can go each way", most)
        )
    draft.add(messages.CardsTraded(player, partner, command.count))


def _check_held(state: State, player: int, cards: tuple[str, ...]) -> None:
    lacking = Counter(cards) - Counter(state.hands[player])
    if lacking:
        raise CardNotHeld(state.names[player], next(iter(lacking)))


def _discard(draft: Draft, cards: tuple[str, ...]) -> None:
    state = draft.state
    waiting = state.phase is Phase.ACT and not _can_act(state)
    if not waiting:
        expect(state, Phase.DISCARD)
    player = state.on_turn
    needed = max(0, len(state.hands[player]) - state.hand_size)
    _check_held(state, player, cards)
    if len(cards) != needed:
        raise BadDiscard(needed, len(cards), state.hand_size)
    if cards:
        draft.add(messages.CardsDiscarded(player, cards))
    if state.many and state.deck.rulings.five_six_pass_left:
        draft.add(messages.PassDue())
    else:
        _next_turn(draft)


def _can_act(state: State) -> bool:
    """Whether a draw or a trade is possible at all."""
    piles = [bool(pile) for seat, pile in enumerate(state.piles) if seat != state.on_turn]
    return state.may_draw or any(piles)


def _next_turn(draft: Draft) -> None:
    state = draft.state
    ends = state.deck.rulings.draw_pile_empty == "hand_ends_no_reward" and not state.many
    if ends and not state.draw:
        nobody_out(draft)
        return
    draft.add(messages.TurnBegan((state.on_turn + 1) % len(state.names)))


def _pass_cards(draft: Draft, cards: tuple[str, ...]) -> None:
    state = draft.state
    expect(state, Phase.PASS)
    if len(cards) != len(state.names):
        raise BadTrade(
            said("each of the {players} players gives one card", players=len(state.names))
        )
    for player, card in enumerate(cards):
        _check_held(state, player, (card,))
    draft.add(messages.CardsPassed(cards))
    _next_turn(draft)


def _next_hand(draft: Draft) -> None:
    state = draft.state
    expect(state, Phase.OVER)
    dealer = (state.dealer + 1) % len(state.names)
    draft.add(deal(state, number=state.number + 1, dealer=dealer))


def _correct(draft: Draft, command: messages.CorrectBalance) -> None:
    state, player = draft.state, command.player
    if not 0 <= player < len(state.names):
        raise NoSuchPlayer(player, len(state.names))
    if state.phase is Phase.ENDED:
        raise GameOver
    if command.amount < 0 or command.amount % 50:
        raise BadAmount(command.amount)
    more = command.amount - state.balance(player)
    source, target = (BANK, account(player)) if more > 0 else (account(player), BANK)
    if more:
        draft.add(messages.MoneyPaid(source, target, abs(more), said("corrected")))
