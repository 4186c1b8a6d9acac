"""What a command causes in Monopoly Scrabble, or why it is refused.

Source: rulebook "Monopoly Scrabble" (facts S0).
"""

from __future__ import annotations

from typing import Any

from companion.board.tiles import Tile
from companion.rules.crossword.starting import first_by_draw
from companion.rules.engine import messages as shared
from companion.rules.engine.book import Settled
from companion.rules.engine.history import Did
from companion.rules.engine.violations import GameBegun
from companion.rules.monopoly import corrections, messages, purchases
from companion.rules.monopoly.debts import go_bankrupt, sell
from companion.rules.monopoly.draft import Draft
from companion.rules.monopoly.plays import (
    challenge,
    decide_turn,
    let_stand,
    never_laid,
    withdraw,
)
from companion.rules.monopoly.refusals import refuse_unless
from companion.rules.monopoly.state import State
from companion.rules.monopoly.steps import (
    ChallengeDue,
    ChoiceDue,
    DrawDue,
    PaymentDue,
    PlayDue,
)
from companion.rules.monopoly.turn import (
    after_no_play,
    card_effect,
    choices,
    fees,
    may_sell,
    run,
)
from companion.rules.monopoly.violations import BadCount, NoSuchCard, NoSuchDeed
from companion.text import said


def decide(state: State, command: Any) -> tuple[messages.Event, ...]:
    """Return what an order causes that is no correction of the past. Raises RuleViolation."""
    draft = Draft(state)
    match command:
        case shared.PlayTiles() | shared.Pass() | shared.Exchange():
            decide_turn(draft, command)
        case messages.BuyTiles():
            purchases.buy(draft, command.tiles)
        case messages.ReturnTiles():
            purchases.give_back(draft)
        case messages.SwapBlank():
            purchases.swap_blank(draft, command)
        case messages.LetStand():
            refuse_unless(state, ChallengeDue)
            let_stand(draft)
        case shared.Challenge():
            challenge(draft, command)
        case shared.Withdraw():
            withdraw(draft, command.turn)
        case messages.CallEnd():
            _call_end(draft, command.unplayed)
        case _:
            _decide_track(draft, command)
    return tuple(draft.events)


def _decide_track(draft: Draft, command: messages.Command) -> None:
    match command:
        case messages.ChooseProperty(deed=deed):
            _choose(draft, deed)
        case messages.DrawCard(card=card):
            _draw(draft, card)
        case messages.SellProperty(deed=deed):
            sell(draft, deed)
        case messages.GoBankrupt():
            go_bankrupt(draft)
        case shared.DrawStart(tiles=tiles):
            _draw_start(draft, tiles)
        case (
            shared.CorrectTile()
            | messages.SeeBankRack()
            | messages.CorrectBalance()
            | messages.CorrectToken()
            | messages.CorrectOwner()
            | messages.CorrectRack()
            | messages.ChooseToken()
        ):
            corrections.correct(draft, command)
        case _:
            raise AssertionError(f"{command} is decided elsewhere")


def _draw_start(draft: Draft, tiles: tuple[Tile, ...]) -> None:
    state = draft.state
    if state.turns or state.bought:
        raise GameBegun
    first = first_by_draw(tiles, state.names, state.setup.tiles)
    draft.add(shared.StartDrawn(tiles, first))


def _choose(draft: Draft, key: str) -> None:
    state = draft.state
    step = refuse_unless(state, ChoiceDue)
    deed, free = state.board.deed_index(key), choices(state, step.pool)
    if deed is None or deed not in free:
        raise NoSuchDeed(key, (state.board.deeds[d].key for d in free))
    draft.take_deed(deed, state.on_turn, step.reason)
    run(draft, state.todo[1:])


def _draw(draft: Draft, named: int | None) -> None:
    state = draft.state
    step = refuse_unless(state, DrawDue)
    cards = state.board.deck(step.deck)
    if named is not None and not 1 <= named <= len(cards):
        raise NoSuchCard(named, len(cards))
    card = state.deck(step.deck)[0] if named is None else named - 1
    draft.add(messages.CardDrawn(state.on_turn, step.deck, card))
    run(draft, (*card_effect(draft, cards[card], step.depth), *state.todo[1:]))


def _call_end(draft: Draft, unplayed: tuple[int, ...]) -> None:
    if isinstance(draft.state.due, ChallengeDue):
        let_stand(draft)
    state = draft.state
    refuse_unless(state, PlayDue)
    if unplayed and len(unplayed) != len(state.names):
        raise BadCount(said("there are {players} players", players=len(state.names)))
    if any(not 0 <= count <= state.board.rack_size + 1 for count in unplayed):
        raise BadCount(
            said("a player holds 0 to {rack_size}", rack_size=state.board.rack_size + 1)
        )
    if state.bought:
        purchases.give_back(draft)
    out = _used_all(state, unplayed)
    run(draft, fees(draft.state, out=out, unplayed=unplayed or None))


def go_on(state: State) -> Settled:
    """Return what settles whatever is due in the first way there is; a due word is a pass.

    Only turns that are taken once more need it; in play the players decide.
    """
    draft = Draft(state)
    order: object = None
    match state.due:
        case PlayDue():
            if state.bought:
                purchases.give_back(draft)
            draft.add(shared.TurnPassed(state.on_turn))
            run(draft, after_no_play(draft.state))
        case ChallengeDue():
            order = messages.LetStand()
            let_stand(draft)
        case DrawDue(deck=deck):
            card = state.deck(deck)[0] + 1
            order = messages.DrawCard(card)
            _draw(draft, card)
        case ChoiceDue(pool=pool):
            key = state.board.deeds[choices(state, pool)[0]].key
            order = messages.ChooseProperty(key)
            _choose(draft, key)
        case PaymentDue() as debt:
            held = state.deeds_of(debt.payer) if may_sell(state, debt) else ()
            enough = state.cash(debt.payer) + state.sale_value(debt.payer) >= debt.amount
            if held and enough:
                key = state.board.deeds[held[0]].key
                order = messages.SellProperty(key)
                sell(draft, key)
            else:
                order = messages.GoBankrupt()
                go_bankrupt(draft)
        case _:
            pass
    return order, tuple(draft.events)


def taken_off(state: State) -> Settled:
    """Return what ends the turn of a play that is taken off later."""
    if not isinstance(state.due, PlayDue):
        return go_on(state)
    draft = Draft(state)
    never_laid(draft)
    return None, tuple(draft.events)


def again(state: State, did: Did) -> Settled:
    """Return an order once more; a card that was drawn stays the one that was drawn."""
    order = did.order
    if isinstance(order, messages.DrawCard):
        drawn = next((fact for fact in did.facts if isinstance(fact, messages.CardDrawn)), None)
        same = (
            drawn is not None
            and isinstance(state.due, DrawDue)
            and state.due.deck == drawn.deck
        )
        if same and drawn is not None:
            order = messages.DrawCard(drawn.card + 1)
    return order, decide(state, order)


def _used_all(state: State, unplayed: tuple[int, ...]) -> int | None:
    """The one player who is said to have used all tiles."""
    empty = [seat for seat in state.still_in() if unplayed and unplayed[seat] == 0]
    return empty[0] if len(empty) == 1 else None
