"""What a screen shows of Monopoly: The Card Game."""

from __future__ import annotations

from companion.board.position import Position
from companion.rules.api import Action, Field, Panel, Row, Scoreboard
from companion.rules.cards.draft import sentence_due
from companion.rules.cards.ending import can_go_out, reward_of
from companion.rules.cards.messages import Discard, HandReckoned
from companion.rules.cards.state import Phase, State
from companion.text import said

PLACEHOLDER = (
    "Placeholder values: nobody has compared them with the printed cards yet. "
    "Type in what your cards say."
)
HOUSE_RULE = "For {} players no rules are printed: those for four are used, as a house rule."


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
        panels.append(Panel("text", "Placeholder values", lines=(PLACEHOLDER,)))
    if len(state.names) < 4:
        words = {2: "two", 3: "three"}[len(state.names)]
        panels.append(Panel("text", "House rule", lines=(HOUSE_RULE.format(words),)))
    return tuple(panels)


def _now(state: State) -> Panel:
    if state.phase is Phase.ENDED:
        names = " and ".join(state.names[seat] for seat in state.winners())
        verb = "wins" if len(state.winners()) == 1 else "share the win"
        told = [f"{names} {verb}."]
        if state.late:
            told.append(f"From hand {state.late} on it was played after the end; it counts.")
        return Panel("text", "End of the game", lines=tuple(told))
    due = sentence_due(state)
    pile = f"{len(state.draw)} cards in the draw pile."
    lines = (f"{due[:1].upper()}{due[1:]}.", *((pile,) if state.hands else ()))
    return Panel("text", f"Hand {state.number}", lines=lines)


def _balances(state: State) -> Panel:
    columns = ("Player", "Money", *(f"Hand {result.number}" for result in state.results))
    rows = tuple(
        (
            name,
            f"${state.balance(seat)}",
            *(f"${result.hands[seat].total}" for result in state.results),
        )
        for seat, name in enumerate(state.names)
    )
    return Panel("balances", f"First to ${state.target}", columns=columns, rows=rows)


def _trade_piles(state: State) -> Panel:
    rows = tuple(
        (name, ", ".join(state.deck.title(card) for card in reversed(pile)) or "none")
        for name, pile in zip(state.names, state.piles, strict=True)
    )
    columns = ("Player", "From the top")
    return Panel("table", "Trade piles", columns=columns, rows=rows)


def _hand(state: State) -> Panel:
    hand = state.hands[state.on_turn]
    rows = tuple((card, state.deck.title(card)) for card in sorted(hand))
    title = f"{state.names[state.on_turn]}'s hand"
    return Panel("held", title, columns=("Card", ""), rows=rows)


def _reckoned(state: State, hand: HandReckoned) -> Panel:
    title = state.deck.title
    cards = ", ".join(title(card) for card in sorted(hand.cards))
    if hand.reward:
        cards += "; reward: " + ", ".join(title(card) for card in hand.reward)
    went = " went out" if hand.out else ""
    rows = tuple((line.text, f"${line.amount}" if line.amount else "") for line in hand.lines)
    return Panel(
        "hand",
        f"{state.names[hand.player]}{went}: ${hand.total}",
        lines=(cards or "no cards",),
        columns=("", "Value"),
        rows=rows,
    )


_CARDS = Field("cards", "cards", optional=True)


def _actions(state: State) -> tuple[Action, ...]:
    actions = [*_actions_now(state)]
    if state.phase is not Phase.ENDED:
        fields = (Field("player", "player"), Field("amount", "number", step=50))
        actions.append(Action("Correct money", "correct-balance", fields, aside=True))
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
        Action("Amend a hand", "amend-hand", (number, *_LAID), aside=True, foreseen=True),
        Action("Insert a hand", "insert-hand", (number, *_LAID), aside=True, foreseen=True),
        Action("Delete a hand", "delete-hand", (number,), aside=True, foreseen=True),
    ]
    if len(state.results) > 1:
        later = Field("later", "flag", optional=True)
        actions.append(
            Action("Move a hand", "move-hand", (number, later), aside=True, foreseen=True)
        )
    return actions


def _actions_now(state: State) -> tuple[Action, ...]:
    match state.phase:
        case Phase.ACT:
            return _actions_act(state)
        case Phase.DISCARD:
            return (Action("Lay down and end the turn", "discard", (_CARDS,)), *_out(state))
        case Phase.PASS:
            given = Field("cards", "cards")
            return (Action("Everybody passes a card", "pass-cards", (given,)),)
        case Phase.TABLE:
            return (Action("Lay the hands down", "lay-down", _LAID),)
        case Phase.OVER:
            return (Action("Deal the next hand", "next-hand"),)
        case Phase.ENDED:
            return ()


def _actions_act(state: State) -> tuple[Action, ...]:
    actions = [Action("Draw", "draw")] if state.may_draw else []
    others = [pile for seat, pile in enumerate(state.piles) if seat != state.on_turn]
    if any(others):
        put = Field("put", "card", optional=True)
        fields = (Field("partner", "player"), Field("count", "number"), put)
        actions.append(Action("Trade", "trade", fields))
    elif not state.may_draw:
        actions.append(Action("End the turn", "discard", (_CARDS,)))
    return (*actions, *_out(state))


def _out(state: State) -> tuple[Action, ...]:
    if not can_go_out(state):
        return ()
    reward = len(reward_of(state))
    fields = (Field("discard", "cards", optional=True), Field("uses", "texts", optional=True))
    return (Action(f"Go out, {reward} reward cards", "go-out", fields),)
