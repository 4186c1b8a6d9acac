"""The steps of a turn that need nobody's decision: claims, moves, rents, cards, the turn's end.

Source: rulebook "Monopoly Scrabble" (facts S0); where it is silent, the board file's switches.
"""

from __future__ import annotations

from typing import assert_never

from companion.rules.monopoly import messages
from companion.rules.monopoly import steps as due
from companion.rules.monopoly.draft import Draft
from companion.rules.monopoly.printed.board import Effect
from companion.rules.monopoly.state import BANK, POT, State, account, claims
from companion.text import Said, said, said_n

DEEPEST = 1
"""A space reached by an order is resolved, one reached from there is not."""


def run(draft: Draft, steps: tuple[due.Step, ...]) -> None:
    """Do all steps that need no decision and record what is left."""
    while steps and not waits(draft.state, steps[0]):
        steps = (*_do(draft, steps[0]), *steps[1:])
    if not draft.state.ended:
        draft.set_steps(steps)


def waits(state: State, step: due.Step) -> bool:
    """Whether a step waits for somebody's decision."""
    match step:
        case due.PlayDue() | due.ChallengeDue() | due.DrawDue():
            return True
        case due.ChoiceDue(pool=pool):
            return bool(choices(state, pool))
        case due.PaymentDue(payer=payer, amount=amount):
            sale = state.sale_value(payer) if may_sell(state, step) else 0
            short = state.cash(payer) < amount and not state.out[payer]
            return short and not (step.final and not sale)
        case _:
            return False


def may_sell(state: State, debt: due.PaymentDue) -> bool:
    """Whether deeds may be sold for a debt."""
    return not debt.final or state.board.rulings.fee_sells_property


def choices(state: State, pool: str) -> tuple[int, ...]:
    """Return the deeds that may be chosen."""
    if pool == "unowned":
        return state.deeds_of(None)
    return tuple(d for d, owner in enumerate(state.owners) if owner != state.on_turn)


def after_play(state: State) -> tuple[due.Step, ...]:
    """Return the steps that follow a play, the challenge first if the window says so."""
    turn = state.turns[-1]
    if turn.play is None:
        return (due.TurnEndDue(),)
    rulings = state.board.rulings
    steps: list[due.Step] = [claims(state, turn.play)]
    laid = turn.own_tiles if rulings.bingo_needs_seven_own_tiles else turn.count
    if laid >= state.board.rack_size:
        steps.insert(1 if rulings.claim_before_bingo else 0, due.BingoDue())
    score = turn.play.score if rulings.move_by == "turn_total" else turn.play.main.points
    steps += [due.AdvanceDue(score), due.TurnEndDue()]
    if rulings.challenge_window == "before_claim":
        steps.insert(0, due.ChallengeDue())
    return tuple(steps)


def after_no_play(state: State) -> tuple[due.Step, ...]:
    """Return the steps that follow a turn without a word."""
    if state.board.rulings.no_move_when_no_word:
        return (due.TurnEndDue(),)
    return (due.LandDue(), due.TurnEndDue())


def _do(draft: Draft, step: due.Step) -> tuple[due.Step, ...]:  # noqa: C901  # one line a step
    state = draft.state
    match step:
        case due.ClaimDue(deeds=deeds):
            for deed in deeds:
                draft.take_deed(deed, state.on_turn, said("covered by the word"))
        case due.BingoDue():
            return _bingo(draft)
        case due.ChoiceDue():
            pass  # nothing to choose from
        case due.AdvanceDue(spaces=spaces):
            return _advance(draft, spaces)
        case due.LandDue():
            return _land(draft, step)
        case due.PaymentDue():
            _settle(draft, step)
        case due.ReleaseDue():
            draft.add(messages.JailLeft(state.on_turn))
        case due.TurnEndDue():
            return _end_turn(draft)
        case due.CloseDue(out=out):
            draft.add(messages.GameClosed(out))
        case due.PlayDue() | due.ChallengeDue() | due.DrawDue():
            raise AssertionError("such a step waits")
        case _:
            assert_never(step)
    return ()


def _bingo(draft: Draft) -> tuple[due.Step, ...]:
    state = draft.state
    pool = "unowned"
    if not choices(state, pool) and not state.board.rulings.bingo_taken_from_bank_only:
        pool = "any"
    if not choices(state, pool):
        draft.collect(state.on_turn, state.board.prices.bingo_no_property, said("bingo"))
        return ()
    return (due.ChoiceDue("unowned" if pool == "unowned" else "any", said("bingo")),)


def _advance(draft: Draft, spaces: int) -> tuple[due.Step, ...]:
    if spaces <= 0:
        return ()
    reason = said_n("{n} point", "{n} points", spaces)
    move_forward(draft, draft.state.on_turn, spaces, reason, pays=True)
    return (due.LandDue(),)


def move_forward(draft: Draft, seat: int, spaces: int, reason: Said, *, pays: bool) -> None:
    """Move a token on and pay for each passing of GO, if such a move pays."""
    board = draft.state.board
    far = draft.state.places[seat] + spaces
    laps, space = divmod(far, len(board.track))
    draft.move(seat, space, reason)
    if space == 0 and laps and not board.rulings.landing_on_go_pays:
        laps -= 1
    if not board.rulings.go_paid_for_each_lap:
        laps = min(laps, 1)
    if pays:
        for _ in range(laps):
            draft.collect(seat, board.prices.pass_go, said("passing GO"))


def _land(  # noqa: C901  # one case a kind of space
    draft: Draft, step: due.LandDue
) -> tuple[due.Step, ...]:
    state, seat, depth = draft.state, draft.state.on_turn, step.depth
    rulings = state.board.rulings
    stays = step.cause == "card" and not rulings.resolve_space_after_card_move
    if depth > DEEPEST or stays:
        return ()
    space = state.board.track[state.places[seat]]
    match space.kind:
        case "property":
            return _rent(state)
        case "chance" | "chest":
            return (due.DrawDue(space.kind, depth),)
        case "go_to_jail":
            send_to_jail(draft, seat)
        case "jail":
            if not rulings.jail_by_count_is_visiting and step.cause == "word":
                send_to_jail(draft, seat)
        case "free_parking":
            if step.cause == "word" or rulings.free_parking_by_card_wins_pot:
                _win_pot(draft, seat)
        case "move_to":
            _move_to(draft, seat, int(space.to), space.told, pays=True)
            return (due.LandDue(depth + 1, "space"),)
        case "pay":
            to = BANK if space.to == "bank" else POT
            return (due.PaymentDue(seat, to, space.amount, space.told),)
        case "collect":
            draft.collect(seat, space.amount, space.told)
        case "go" | "none":
            pass
        case _:
            assert_never(space.kind)
    return ()


def _rent(state: State) -> tuple[due.Step, ...]:
    seat = state.on_turn
    space = state.board.track[state.places[seat]]
    owner = None if space.deed is None else state.owners[space.deed]
    if owner is None or owner == seat:
        return ()
    if state.jailed[owner] and not state.board.rulings.jailed_owner_collects_rent:
        return ()
    reason = said("rent for {space}", space=space.told)
    return (due.PaymentDue(seat, account(owner), space.amount, reason),)


def _win_pot(draft: Draft, seat: int) -> None:
    draft.pay(POT, account(seat), draft.state.ledger.balance(POT), said("Free Parking"))
    draft.pay(BANK, POT, draft.state.board.prices.free_parking_start, said("new stake"))


def send_to_jail(draft: Draft, seat: int) -> None:
    """Put a token in jail; GO is paid on the way only if the board's switch says so."""
    rulings, jail = draft.state.board.rulings, draft.state.board.first_space("jail")
    if rulings.go_to_jail_pays_go and jail < draft.state.places[seat]:
        draft.collect(seat, draft.state.board.prices.pass_go, said("passing GO"))
    draft.add(messages.JailEntered(seat))


def _move_to(draft: Draft, seat: int, target: int, reason: Said, *, pays: bool) -> None:
    length = len(draft.state.board.track)
    spaces = (target - draft.state.places[seat]) % length or length
    move_forward(draft, seat, spaces, reason, pays=pays)


def card_effect(draft: Draft, effect: Effect, depth: int) -> tuple[due.Step, ...]:
    """Do what a card says and return the steps that follow from it."""
    state, seat = draft.state, draft.state.on_turn
    pays = state.board.rulings.card_moves_pay_go
    landing: tuple[due.Step, ...] = (due.LandDue(depth + 1, _CARD),)
    match effect.kind:
        case "go_to_jail":
            send_to_jail(draft, seat)
        case "move_to":
            _move_to(draft, seat, int(effect.to), _BY_CARD, pays=pays)
            return landing
        case "move_by":
            if effect.steps >= 0:
                move_forward(draft, seat, effect.steps, _BY_CARD, pays=pays)
            else:
                back = (state.places[seat] + effect.steps) % len(state.board.track)
                draft.move(seat, back, _BY_CARD)
            return landing
        case "take_property":
            return _take_property(draft, effect.which)
        case "collect" | "pay":
            return _card_money(draft, effect)
        case "free_bank_tiles":
            draft.add(messages.FreeTilesGranted(seat, effect.count))
        case "miss_turn":
            draft.add(messages.TurnsForfeited(seat, 1, _BY_CARD))
        case "none":
            pass
        case _:
            assert_never(effect.kind)
    return ()


_CARD: due.Cause = "card"
_BY_CARD = said("card")


def _take_property(draft: Draft, which: str) -> tuple[due.Step, ...]:
    state, seat = draft.state, draft.state.on_turn
    if which in ("any", "any_unowned"):
        return (due.ChoiceDue("any" if which == "any" else "unowned", _BY_CARD),)
    deed = state.board.deed_index(which)
    if deed is None or state.owners[deed] == seat:
        return ()
    if state.owners[deed] is None or state.board.rulings.card_property_from_owner:
        draft.take_deed(deed, seat, _BY_CARD)
    return ()


def _card_money(draft: Draft, effect: Effect) -> tuple[due.Step, ...]:
    state, seat, amount = draft.state, draft.state.on_turn, effect.amount
    others = tuple(other for other in state.still_in() if other != seat)
    if effect.kind == "collect":
        if effect.source == "bank":
            draft.collect(seat, amount, _BY_CARD)
            return ()
        return tuple(due.PaymentDue(other, account(seat), amount, _BY_CARD) for other in others)
    if effect.to == "each_player":
        return tuple(due.PaymentDue(seat, account(other), amount, _BY_CARD) for other in others)
    to = BANK if effect.to == "bank" else POT
    return (due.PaymentDue(seat, to, amount, _BY_CARD),)


def _settle(draft: Draft, debt: due.PaymentDue) -> None:
    state = draft.state
    gone = {account(seat) for seat, out in enumerate(state.out) if out}
    if state.out[debt.payer] or debt.payee in gone:
        return
    amount = min(debt.amount, state.cash(debt.payer))
    draft.pay(account(debt.payer), debt.payee, amount, debt.reason)


def _end_turn(draft: Draft) -> tuple[due.Step, ...]:
    """Fill the bank's rack first, then the player's; end the game or begin the next turn."""
    seat, board = draft.state.on_turn, draft.state.board
    bank = min(board.bank_rack_size - draft.state.bank_tiles, draft.state.bag)
    if bank > 0:
        draft.add(messages.BankRefilled(bank))
    if not draft.state.out[seat]:
        own = min(board.rack_size - draft.state.racks[seat], draft.state.bag)
        if own > 0:
            draft.add(messages.RackRefilled(seat, own))
    state = draft.state
    if len(state.still_in()) < 2:
        return (due.CloseDue(None),)
    if state.bag == 0 and state.racks[seat] == 0 and not state.out[seat]:
        return fees(state, out=seat)
    return begin_next(draft)


def fees(
    state: State, *, out: int | None, unplayed: tuple[int, ...] | None = None
) -> tuple[due.Step, ...]:
    """Return the steps that end a game: everybody pays for the tiles still held."""
    payee = BANK if out is None else account(out)
    racks = state.racks if unplayed is None else unplayed
    price = state.board.prices.unplayed_tile
    dues = tuple(
        due.PaymentDue(seat, payee, racks[seat] * price, _unplayed(racks[seat]), True)
        for seat in state.still_in()
        if seat != out and racks[seat]
    )
    return (*dues, due.CloseDue(out))


def _unplayed(count: int) -> Said:
    return said_n("{n} unplayed tile", "{n} unplayed tiles", count)


def begin_next(draft: Draft) -> tuple[due.Step, ...]:
    """Begin the turn of the next player who is in and loses no turn."""
    seat, players = draft.state.on_turn, len(draft.state.names)
    while True:
        seat = (seat + 1) % players
        if draft.state.out[seat]:
            continue
        if draft.state.skips[seat] > 0:
            draft.add(messages.TurnSkipped(seat))
            continue
        draft.add(messages.TurnBegan(seat))
        break
    if not draft.state.jailed[seat]:
        return (due.PlayDue(),)
    fine = draft.state.board.prices.jail_fine
    return (
        due.PaymentDue(seat, POT, fine, said("fine to leave jail")),
        due.ReleaseDue(),
        due.PlayDue(),
    )
