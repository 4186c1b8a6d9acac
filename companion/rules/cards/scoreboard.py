"""What a screen shows of Monopoly: The Card Game."""

from __future__ import annotations

from collections.abc import Iterable
from types import MappingProxyType

from companion.board.position import Position
from companion.rules.api import Action, Field, Panel, Row, Scoreboard
from companion.rules.cards.deck import GO, HOTEL
from companion.rules.cards.draft import sentence_due
from companion.rules.cards.ending import can_go_out, reward_of
from companion.rules.cards.messages import Discard, HandReckoned
from companion.rules.cards.state import Phase, State
from companion.rules.crossword.ending import won
from companion.text import NOTHING, Argument, Said, listed, said, said_n

PLACEHOLDER = said(
    "Placeholder values: nobody has compared them with the printed cards yet. "
    "Type in what your cards say."
)
HOUSE_RULES = MappingProxyType(
    {
        2: said(
            "For two players no rules are printed: those for four are used, as a house rule."
        ),
        3: said(
            "For three players no rules are printed: those for four are used, as a house rule."
        ),
    }
)


def scoreboard(state: State, game: str) -> Scoreboard:
    """Return all that a screen shows of a game; a player's total is money."""
    playing = state.phase in (Phase.ACT, Phase.DISCARD)
    on_turn = state.on_turn if playing else None
    ended = state.phase is Phase.ENDED
    return Scoreboard(
        game=game,
        rows=tuple(
            Row(name, state.balance(seat), on_turn=seat == on_turn)
            for seat, name in enumerate(state.names)
        ),
        turns=(),
        position=Position(size=state.setup.layout.size),
        unseen=(),
        unseen_count=0,
        bag_count=len(state.draw),
        on_turn=on_turn,
        ended=ended,
        panels=_panels(state),
        actions=_actions(state),
        winners=state.winners() if ended else (),
        ranks=state.ranks() if ended else (),
        open=ended,
        ends_turn=Discard() if playing else None,
    )


def _panels(state: State) -> tuple[Panel, ...]:
    panels = [_now(state), _balances(state)]
    if state.piles:
        panels.append(_trade_piles(state))
    if state.hands and state.phase in (Phase.ACT, Phase.DISCARD):
        panels.append(_hand(state))
    if state.results:
        panels += [_reckoned(state, hand) for hand in state.results[-1].hands]
    if not state.deck.official:
        panels.append(Panel("text", said("Placeholder values"), lines=(PLACEHOLDER,)))
    if len(state.names) < 4:
        lines = (HOUSE_RULES[len(state.names)],)
        panels.append(Panel("text", said("House rule"), lines=lines))
    return tuple(panels)


def _now(state: State) -> Panel:
    if state.phase is Phase.ENDED:
        told = [won(state.names[seat] for seat in state.winners())]
        if state.late:
            told.append(
                said(
                    "From hand {number} on it was played after the end; it counts.",
                    number=state.late,
                )
            )
        return Panel("result", said("End of the game"), lines=tuple(told))
    count = len(state.draw)
    pile = said_n("{n} card in the draw pile.", "{n} cards in the draw pile.", count)
    lines = (sentence_due(state), *((pile,) if state.hands else ()))
    return Panel("now", said("Hand {number}", number=state.number), lines=lines)


def _balances(state: State) -> Panel:
    hands = (said("Hand {number}", number=result.number) for result in state.results)
    columns = (said("Player"), said("Money"), *hands)
    rows = tuple(
        (
            name,
            f"${state.balance(seat)}",
            *(f"${result.hands[seat].total}" for result in state.results),
        )
        for seat, name in enumerate(state.names)
    )
    return Panel(
        "balances", said("First to ${target}", target=state.target), columns=columns, rows=rows
    )


def _trade_piles(state: State) -> Panel:
    rows = tuple(
        (name, _cards(state, reversed(pile)) or said("none"))
        for name, pile in zip(state.names, state.piles, strict=True)
    )
    columns = (said("Player"), said("From the top"))
    return Panel("table", said("Trade piles"), columns=columns, rows=rows)


def _hand(state: State) -> Panel:
    hand = state.hands[state.on_turn]
    rows = tuple(_face(state, card) for card in sorted(hand))
    seat = state.on_turn
    title = said("{player}'s hand", player=state.names[seat])
    columns = (said("Card"), NOTHING, said("Colour"), said("Value"), said("Set"))
    return Panel("held", title, columns=columns, rows=rows)


def _face(state: State, card: str) -> tuple[Argument, ...]:
    """What is seen on a card: its key, title, colour, value, and how many make its set."""
    deck = state.deck
    group = deck.group(card)
    if group is None:
        single = {HOTEL: deck.hotel, GO: deck.go}.get(card)
        return card, deck.title(card), "", f"${single}" if single else "", "1"
    values = sorted({int(value) for _, value in group.values})
    worth = f"${values[0]}" if len(values) == 1 else f"${values[0]}-{values[-1]}"
    return card, deck.title(card), group.key, worth, str(group.size)


def _cards(state: State, cards: Iterable[str]) -> Said:
    return listed(map(state.deck.title, cards), "comma")


def _reckoned(state: State, hand: HandReckoned) -> Panel:
    cards = _cards(state, sorted(hand.cards)) or said("no cards")
    if hand.reward:
        reward = _cards(state, hand.reward)
        cards = said("{cards}; reward: {reward}", cards=cards, reward=reward)
    name = state.names[hand.player]
    stayed = said("{player}: ${total}", player=name, total=hand.total)
    went = said("{player} went out: ${total}", player=name, total=hand.total)
    rows = tuple((line.text, f"${line.amount}" if line.amount else "") for line in hand.lines)
    return Panel(
        "hand",
        went if hand.out else stayed,
        lines=(cards,),
        columns=(NOTHING, said("Value")),
        rows=rows,
    )


_CARDS = Field("cards", "cards", optional=True)


def _actions(state: State) -> tuple[Action, ...]:
    actions = [*_actions_now(state)]
    if state.phase is not Phase.ENDED:
        fields = (Field("player", "player"), Field("amount", "number", step=50))
        actions.append(Action(said("Correct money"), "correct-balance", fields, aside=True))
    if state.at_table and state.results:
        actions += _actions_past(state)
    return tuple(actions)


_LAID = (
    Field("hands", "hands"),
    Field("out", "player", optional=True),
    Field("reward", "cards", optional=True),
    Field("uses", "texts", optional=True),
)


def _actions_past(state: State) -> list[Action]:
    number = Field("number", "number", label=said("Which hand"))
    actions = [
        Action(said("Amend a hand"), "amend-hand", (number, *_LAID), aside=True, foreseen=True),
        Action(
            said("Insert a hand"), "insert-hand", (number, *_LAID), aside=True, foreseen=True
        ),
        Action(said("Delete a hand"), "delete-hand", (number,), aside=True, foreseen=True),
    ]
    if len(state.results) > 1:
        later = Field("later", "flag", optional=True)
        actions.append(
            Action(said("Move a hand"), "move-hand", (number, later), aside=True, foreseen=True)
        )
    return actions


def _actions_now(state: State) -> tuple[Action, ...]:
    match state.phase:
        case Phase.ACT:
            return _actions_act(state)
        case Phase.DISCARD:
            return (
                Action(said("Lay down and end the turn"), "discard", (_CARDS,)),
                *_out(state),
            )
        case Phase.PASS:
            given = Field("cards", "cards")
            return (Action(said("Everybody passes a card"), "pass-cards", (given,)),)
        case Phase.TABLE:
            return (Action(said("Lay the hands down"), "lay-down", _LAID),)
        case Phase.OVER:
            return (Action(said("Deal the next hand"), "next-hand"),)
        case Phase.ENDED:
            return ()


def _actions_act(state: State) -> tuple[Action, ...]:
    actions = [Action(said("Draw"), "draw")] if state.may_draw else []
    others = [pile for seat, pile in enumerate(state.piles) if seat != state.on_turn]
    if any(others):
        put = Field("cards", "cards", optional=True)
        fields = (Field("partner", "player"), Field("count", "number"), put)
        actions.append(Action(said("Trade"), "trade", fields))
    elif not state.may_draw:
        actions.append(Action(said("End the turn"), "discard", (_CARDS,)))
    return (*actions, *_out(state))


def _out(state: State) -> tuple[Action, ...]:
    if not can_go_out(state):
        return ()
    reward = len(reward_of(state))
    fields = (Field("discard", "cards", optional=True), Field("uses", "texts", optional=True))
    label = said_n("Go out, {n} reward card", "Go out, {n} reward cards", reward)
    return (Action(label, "go-out", fields),)
