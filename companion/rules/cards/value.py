"""What a hand is worth, with the best possible use of Chance, tokens and houses; and why.

Every use of the Chance cards is tried. For a given use the houses are placed at once in the
best way: of the sets that can bear houses, the dearest get most. That is exact, not a rule of
thumb. At most a(k) sets can have k houses, and a never grows with k, for houses stand in
sequence; the houses are worth most when for every k the a(k) dearest sets have them, which is
possible for all k at once. It also makes the dearest set as dear as it can be, which is what
tokens ask for, and a hotel adds the same wherever it stands. A test compares all this with
trying everything.

Source: rulebook "Monopoly: The Card Game" (facts S2), facts 3.2 to 3.4.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations_with_replacement

from companion.board.money import NOTHING, Dollars
from companion.rules.cards.deck import (
    CHANCE,
    GO,
    HOTEL,
    HOUSES,
    MR_MONOPOLY,
    TOKEN,
    Deck,
    Group,
)
from companion.text import Said, said, said_n

UNUSED = ""
"""A Chance that stands for nothing."""


@dataclass(frozen=True, slots=True)
class ScoredLine:
    """One line of the reckoning."""

    text: Said
    amount: Dollars


@dataclass(frozen=True, slots=True)
class SetHeld:
    """A set with what is built on it."""

    group: str
    held: int
    value: Dollars
    """Of the set alone."""

    houses: int = 0
    hotel: bool = False
    tokens: int = 0


@dataclass(frozen=True, slots=True)
class HandValue:
    """A hand reckoned up, without the prize for most Mr. Monopoly cards.

    Attributes:
        total: What the bank pays.
        uses: What each Chance stands for.
        sets: The sets, the dearest first.
        complete: Whether nothing is left unmatched, as going out asks.
        lines: Line by line, adding up to the total.
        left: Cards that count for nothing.
    """

    total: Dollars
    uses: tuple[str, ...] = ()
    sets: tuple[SetHeld, ...] = ()
    complete: bool = False
    lines: tuple[ScoredLine, ...] = ()
    left: tuple[str, ...] = ()


def hand_value(cards: Iterable[str], deck: Deck) -> HandValue:
    """Return what the hand of a player is worth who did not go out: $0 if it holds a Chance."""
    held = Counter(cards)
    if held[CHANCE]:
        line = ScoredLine(said("A Chance in hand when somebody else goes out"), NOTHING)
        left = tuple(sorted(held.elements()))
        return HandValue(NOTHING, lines=(line,), left=left)
    return _reckon(held, (), deck)


def best_out(cards: Iterable[str], deck: Deck) -> HandValue | None:
    """Return the best reckoning with which a hand can go out; None if it cannot."""
    held = Counter(cards)
    lacking = sum(max(0, g.least - held[g.key]) for g in deck.groups if held[g.key])
    if lacking > held[CHANCE]:
        return None  # some property would be left over, whatever the Chance cards stand for
    found = (_reckon(held, uses, deck) for uses in _all_uses(held, deck))
    return max((v for v in found if v.complete), key=_rank, default=None)


def value_with(cards: Iterable[str], uses: Sequence[str], deck: Deck) -> HandValue:
    """Return the reckoning of a hand whose Chance cards stand for these."""
    return _reckon(Counter(cards), tuple(uses), deck)


def best_after_reward(
    cards: Sequence[str], uses: Sequence[str], reward: Sequence[str], deck: Deck
) -> HandValue:
    """Return the best reckoning of a hand that went out, with its reward.

    A Chance stays what it was when the hand went out, unless the reward holds that very card:
    then the card takes its place and the Chance may become a house, the hotel or a token.

    Args:
        cards: The hand.
        uses: What its Chance cards stood for.
        reward: Cards to take from; those that do not help count for nothing.
        deck: Values.
    """
    held = Counter((*cards, *reward))
    came = Counter(reward)
    choices: list[tuple[str, ...]] = [()]
    for use in uses:
        free = came[use] > 0
        came[use] -= free
        options = (use, *HOUSES, HOTEL, TOKEN) if free else (use,)
        choices = [(*before, option) for before in choices for option in options]
    spare = held[CHANCE] - len(uses)  # a Chance of the reward may stand for anything
    for _ in range(spare):
        kinds = (UNUSED, *_useful(held, held[CHANCE], deck))
        choices = [(*before, kind) for before in choices for kind in kinds]
    return max((_reckon(held, c, deck) for c in choices), key=_rank)


def most_mr_monopoly(hands: Sequence[Counter[str] | None]) -> tuple[int, ...]:
    """Return the seats that hold most Mr. Monopoly cards; None is a hand that may not win."""
    counts = [hand[MR_MONOPOLY] if hand is not None else 0 for hand in hands]
    most = max(counts, default=0)
    return tuple(seat for seat, count in enumerate(counts) if count == most and most)


def _rank(value: HandValue) -> tuple[int, int]:
    """Most money first; of equals the one that leaves fewer Chance cards unused."""
    return value.total, -value.uses.count(UNUSED)


def _all_uses(held: Counter[str], deck: Deck) -> Iterator[tuple[str, ...]]:
    chances = held[CHANCE]
    kinds = (UNUSED, *_useful(held, chances, deck))
    yield from combinations_with_replacement(kinds, chances)


def _useful(held: Counter[str], chances: int, deck: Deck) -> tuple[str, ...]:
    """Cards that a Chance can stand for to any effect."""
    groups = tuple(
        g.key for g in deck.groups if held[g.key] < g.size and g.least <= held[g.key] + chances
    )
    return (*groups, *HOUSES, HOTEL, TOKEN)


# --- one use of the Chance cards --------------------------------------------------------------


def _reckon(held: Counter[str], uses: tuple[str, ...], deck: Deck) -> HandValue:
    all_cards = held + Counter(use for use in uses if use)
    sets = _tokens(_built(_sets(all_cards, deck), all_cards), all_cards[TOKEN], deck)
    left = _left(all_cards, sets)
    lines = (*_lines(sets, deck), *_bonus_lines(all_cards, deck))
    total = Dollars(sum(line.amount for line in lines))
    told = tuple(
        ScoredLine(said("Chance stands for {card}", card=deck.title(use)), NOTHING)
        for use in uses
        if use
    )
    matched = not any(card in HOUSES or deck.group(card) for card in left)
    if deck.rulings.hotel_must_be_matched and HOTEL in left:
        matched = False
    return HandValue(total, uses, sets, matched and bool(sets), (*told, *lines), left)


def _sets(cards: Counter[str], deck: Deck) -> list[tuple[Group, SetHeld]]:
    found = []
    for group in deck.groups:
        count = min(cards[group.key], group.size)
        value = group.value(count)
        if value is not None:
            found.append((group, SetHeld(group.key, count, value)))
    return sorted(found, key=lambda pair: -pair[1].value)


def _built(sets: list[tuple[Group, SetHeld]], cards: Counter[str]) -> list[SetHeld]:
    """Place the houses and hotels: for every k the dearest sets that can have k houses."""
    able, reach = sum(group.houses for group, _ in sets), []
    for house in HOUSES:
        able = min(able, cards[house])
        reach.append(able)
    hotels = min(able, cards[HOTEL])
    out, place = [], 0
    for group, held in sets:
        if not group.houses:
            out.append(held)
            continue
        houses = sum(place < sets_with for sets_with in reach)
        out.append(SetHeld(held.group, held.held, held.value, houses, hotel=place < hotels))
        place += 1
    return out


def worth(held: SetHeld, deck: Deck) -> Dollars:
    """Return a set's value with its houses and hotel, without tokens."""
    return Dollars(held.value * (1 + held.houses) + (deck.hotel if held.hotel else 0))


def _tokens(sets: list[SetHeld], tokens: int, deck: Deck) -> tuple[SetHeld, ...]:
    ordered = sorted(sets, key=lambda held: -worth(held, deck))
    if deck.rulings.tokens == "add":
        given = [tokens if place == 0 else 0 for place in range(len(ordered))]
    else:
        given = [1 if place < tokens else 0 for place in range(len(ordered))]
    return tuple(
        SetHeld(s.group, s.held, s.value, s.houses, s.hotel, n)
        for s, n in zip(ordered, given, strict=True)
    )


def _left(cards: Counter[str], sets: tuple[SetHeld, ...]) -> tuple[str, ...]:
    used: Counter[str] = Counter({GO: cards[GO], MR_MONOPOLY: cards[MR_MONOPOLY]})
    used[CHANCE] = cards[CHANCE]
    for held in sets:
        used[held.group] += held.held
        used.update(HOUSES[: held.houses])
        used[HOTEL] += held.hotel
        used[TOKEN] += held.tokens
    return tuple(sorted((cards - used).elements()))


def _lines(sets: tuple[SetHeld, ...], deck: Deck) -> Iterator[ScoredLine]:
    for held in sets:
        name = deck.title(held.group)
        text = said("{group}: set of {count}", group=name, count=held.held)
        yield ScoredLine(text, held.value)
        if held.houses:
            text = said_n(
                "{group}: house 1, {n} x ${value}",
                "{group}: houses 1 to {n}, {n} x ${value}",
                held.houses,
                group=name,
                value=held.value,
            )
            yield ScoredLine(text, Dollars(held.houses * held.value))
        if held.hotel:
            yield ScoredLine(said("{group}: hotel", group=name), deck.hotel)
        if held.tokens:
            once = worth(held, deck)
            text = said_n(
                "{n} token on {group}, {n} x ${value}",
                "{n} tokens on {group}, {n} x ${value}",
                held.tokens,
                group=name,
                value=once,
            )
            yield ScoredLine(text, Dollars(held.tokens * once))


def _bonus_lines(cards: Counter[str], deck: Deck) -> Iterator[ScoredLine]:
    if cards[GO]:
        text = said("GO, {count} x ${value}", count=cards[GO], value=deck.go)
        yield ScoredLine(text, Dollars(cards[GO] * deck.go))
