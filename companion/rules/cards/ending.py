"""The end of a hand: going out, the reward, the reckoning of all hands, the end of the game.

Source: rulebook "Monopoly: The Card Game" (facts S2), facts 3.4 rules 10 to 19 and 3.5.
"""

from __future__ import annotations

from collections import Counter
from itertools import combinations

from companion.board.money import NOTHING, Dollars
from companion.rules.cards import messages
from companion.rules.cards.deck import CHANCE, HOTEL, HOUSES, TOKEN
from companion.rules.cards.draft import Draft, expect, sentence_due
from companion.rules.cards.state import BANK, Phase, State, account, less
from companion.rules.cards.value import (
    UNUSED,
    HandValue,
    ScoredLine,
    best_after_reward,
    best_out,
    hand_value,
    most_mr_monopoly,
    value_with,
)
from companion.rules.cards.violations import (
    BadDiscard,
    BadHands,
    BadUses,
    CardNotHeld,
    NotComplete,
    OutOfOrder,
)
from companion.rules.engine.violations import GameOver, NoSuchPlayer
from companion.text import said, said_n


def go_out(draft: Draft, command: messages.GoOut) -> None:
    """Lay the hand down, take the reward, and reckon up all hands."""
    state = draft.state
    if state.phase is Phase.ENDED:
        raise GameOver
    if state.phase not in (Phase.ACT, Phase.DISCARD) or not state.may_go_out:
        raise OutOfOrder(sentence_due(state))
    player = state.on_turn
    needed = max(0, len(state.hands[player]) - state.hand_size)
    lacking = Counter(command.discard) - Counter(state.hands[player])
    if lacking:
        raise CardNotHeld(state.names[player], next(iter(lacking)))
    if len(command.discard) != needed:
        raise BadDiscard(needed, len(command.discard), state.hand_size)
    hand = less(state.hands[player], command.discard)
    uses = checked_uses(state, hand, command.uses)
    if command.discard:
        draft.add(messages.CardsDiscarded(player, command.discard))
    _reckon(draft, draft.state.hands, player, reward_of(draft.state), uses)


def reward_of(state: State) -> tuple[str, ...]:
    """Return the cards that the player who goes out may take from.

    Two to four players: the top five of the draw pile, or what is left of it. Five and six: all
    trade piles.
    """
    if state.many and state.deck.rulings.five_six_no_draw:
        return tuple(card for pile in state.piles for card in pile)
    return state.draw[: state.deck.rulings.reward_cards]


def can_go_out(state: State) -> bool:
    """Whether the player on turn can go out now, after laying down what is too much.

    With more than two cards too many it is not looked into and taken to be so.
    """
    if not state.may_go_out:
        return False
    hand = state.hands[state.on_turn]
    excess = max(0, len(hand) - state.hand_size)
    if excess > _MOST_EXCESS:
        return True
    discards = set(combinations(sorted(hand), excess))
    return any(best_out(less(hand, cards), state.deck) is not None for cards in discards)


_MOST_EXCESS = 2


def checked_uses(state: State, hand: tuple[str, ...], uses: tuple[str, ...]) -> tuple[str, ...]:
    """Return what the Chance cards of a hand that goes out stand for: as said, or the best.

    Raises:
        NotComplete: The hand cannot go out, or not with these uses.
        BadUses: There are not as many Chance cards, or one cannot stand for that.
    """
    if not uses:
        best = best_out(hand, state.deck)
        if best is None:
            raise NotComplete
        return best.uses
    chances = hand.count(CHANCE)
    if len(uses) != chances:
        raise BadUses(said("the hand holds {chances} of them", chances=chances))
    known = {UNUSED, *HOUSES, HOTEL, TOKEN, *(group.key for group in state.deck.groups)}
    for use in uses:
        if use not in known:
            raise BadUses(said("{use} is no property, house, hotel or token", use=repr(use)))
    if not value_with(hand, uses, state.deck).complete:
        raise NotComplete
    return uses


def nobody_out(draft: Draft) -> None:
    """End a hand whose draw pile is empty: nobody went out, nobody has a reward."""
    _reckon(draft, draft.state.hands, None, (), ())


def lay_down(draft: Draft, command: messages.LayDown) -> None:
    """Reckon up hands that were played at the table."""
    expect(draft.state, Phase.TABLE)
    _book(draft, table_hand(draft.state, command, draft.state.number))


def table_hand(
    state: State,
    command: messages.LayDown | messages.AmendHand | messages.InsertHand,
    number: int,
) -> messages.HandScored:
    """Return hands that lie on the table, reckoned up.

    Raises:
        RuleViolation: The deck has no such hands, or the one that went out cannot.
    """
    if len(command.hands) != len(state.names):
        raise BadHands(said("there are {players} players", players=len(state.names)))
    over = state.deck.excess((*(c for h in command.hands for c in h), *command.reward))
    if over is not None:
        raise BadHands(said("the deck does not hold so many cards {card}", card=repr(over)))
    if command.out is None:
        if command.reward or command.uses:
            raise BadHands(said("nobody went out, so nobody has a reward or uses a Chance"))
        return _scored(state, number, command.hands, None, (), ())
    if not 0 <= command.out < len(state.names):
        raise NoSuchPlayer(command.out, len(state.names))
    if not state.many and len(command.reward) > state.deck.rulings.reward_cards:
        raise BadHands(
            said_n(
                "the reward is {n} card at most",
                "the reward is {n} cards at most",
                state.deck.rulings.reward_cards,
            )
        )
    uses = checked_uses(state, command.hands[command.out], command.uses)
    if len(command.hands[command.out]) != state.hand_size:
        raise BadHands(
            said(
                "who goes out holds {full} cards, not {cards}",
                full=state.hand_size,
                cards=len(command.hands[command.out]),
            )
        )
    return _scored(state, number, command.hands, command.out, command.reward, uses)


def _reckon(
    draft: Draft,
    hands: tuple[tuple[str, ...], ...],
    out: int | None,
    reward: tuple[str, ...],
    uses: tuple[str, ...],
) -> None:
    _book(draft, _scored(draft.state, draft.state.number, hands, out, reward, uses))


def _scored(
    state: State,
    number: int,
    hands: tuple[tuple[str, ...], ...],
    out: int | None,
    reward: tuple[str, ...],
    uses: tuple[str, ...],
) -> messages.HandScored:
    deck = state.deck
    values = [
        best_after_reward(hand, uses, reward, deck) if seat == out else hand_value(hand, deck)
        for seat, hand in enumerate(hands)
    ]
    prizes = _prizes(state, hands, out, reward)
    reckoned = tuple(
        _reckoned(seat, hand, value, prize, reward if seat == out else (), out=seat == out)
        for seat, (hand, value, prize) in enumerate(zip(hands, values, prizes, strict=True))
    )
    return messages.HandScored(number, reckoned)


def _book(draft: Draft, scored: messages.HandScored) -> None:
    draft.add(scored)
    for reckoned in scored.hands:
        if reckoned.total:
            reason = said("hand {number}", number=scored.number)
            draft.add(
                messages.MoneyPaid(BANK, account(reckoned.player), reckoned.total, reason)
            )
    close(draft)


def close(draft: Draft) -> None:
    """End the game if somebody has reached the target."""
    ended = draft.state
    if any(ended.balance(seat) >= ended.target for seat in range(len(ended.names))):
        draft.add(messages.GameClosed())


def _prizes(
    state: State, hands: tuple[tuple[str, ...], ...], out: int | None, reward: tuple[str, ...]
) -> list[Dollars]:
    """What each player gets for most Mr. Monopoly cards."""
    rulings, prize = state.deck.rulings, state.deck.mr_monopoly
    held: list[Counter[str] | None] = []
    for seat, hand in enumerate(hands):
        barred = seat != out and CHANCE in hand and not rulings.zero_hand_may_win_mr_monopoly
        held.append(None if barred else Counter((*hand, *(reward if seat == out else ()))))
    best = most_mr_monopoly(held)
    share = prize
    if len(best) > 1 and rulings.mr_monopoly_tie == "nobody":
        share = NOTHING
    elif len(best) > 1 and rulings.mr_monopoly_tie == "shared":
        share = Dollars(prize // len(best) // 50 * 50)
    return [share if seat in best else NOTHING for seat in range(len(hands))]


def _reckoned(
    seat: int,
    hand: tuple[str, ...],
    value: HandValue,
    prize: Dollars,
    reward: tuple[str, ...],
    *,
    out: bool,
) -> messages.HandReckoned:
    lines = value.lines
    if prize:
        lines = (*lines, ScoredLine(said("Most Mr. Monopoly cards"), prize))
    return messages.HandReckoned(
        player=seat,
        cards=hand,
        reward=reward,
        uses=value.uses,
        lines=tuple(messages.Reckoning(line.text, line.amount) for line in lines),
        total=value.total + prize,
        out=out,
    )
