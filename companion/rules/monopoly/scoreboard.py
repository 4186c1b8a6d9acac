"""What a screen shows of Monopoly Scrabble."""

from __future__ import annotations

from companion.rules.api import Action, Field, Panel, Row, Scoreboard, TurnRow
from companion.rules.crossword.bag import token, unseen, unseen_count
from companion.rules.crossword.ending import won
from companion.rules.crossword.scoreboard import notation
from companion.rules.monopoly.plays import can_withdraw, challengeable
from companion.rules.monopoly.refusals import due_sentence
from companion.rules.monopoly.state import POT, State, TurnTaken, ranks, winners
from companion.rules.monopoly.steps import (
    ChallengeDue,
    ChoiceDue,
    DrawDue,
    PaymentDue,
    PlayDue,
)
from companion.rules.monopoly.turn import may_sell
from companion.text import NOTHING, Said, listed, said, said_n, sentences

PLACEHOLDER = said(
    "Placeholder board: nobody has compared its file with the printed game yet. "
    "Rents, values, squares, track and cards are examples."
)


def scoreboard(state: State, game: str) -> Scoreboard:
    """Return all that a screen shows of a game; a player's total is cash and property."""
    on_turn = None if state.ended else state.on_turn
    left = unseen(state.position, state.setup.tiles)
    return Scoreboard(
        game=game,
        rows=tuple(
            Row(name, state.worth(seat), on_turn=seat == on_turn)
            for seat, name in enumerate(state.names)
        ),
        turns=_turn_rows(state),
        position=state.position,
        unseen=tuple(left.items()),
        unseen_count=unseen_count(state.position, state.setup.tiles),
        bag_count=state.bag,
        on_turn=on_turn,
        ended=state.ended,
        panels=_panels(state),
        actions=_actions(state),
        winners=winners(state) if state.ended else (),
        ranks=ranks(state) if state.ended else (),
        open=True,
    )


def _turn_rows(state: State) -> tuple[TurnRow, ...]:
    totals = [0] * len(state.names)
    rows = []
    for number, turn in enumerate(state.turns, 1):
        score = turn.play.score if turn.play and not turn.withdrawn else 0
        totals[turn.player] += score
        rows.append(_turn_row(state, turn, number, score, totals[turn.player]))
    return tuple(rows)


def _turn_row(state: State, turn: TurnTaken, number: int, score: int, total: int) -> TurnRow:
    play = turn.play
    marks = (
        ("bingo", play is not None and turn.own_tiles >= state.board.rack_size),
        ("withdrawn", turn.withdrawn),
        ("corrected", turn.corrected),
    )
    count = said_n("{n} tile.", "{n} tiles.", turn.count)
    exchanged = count if turn.kind == "exchange" else NOTHING
    return TurnRow(
        number=number,
        seat=turn.player,
        player=state.names[turn.player],
        kind=turn.kind,
        coordinate=play.coordinate if play else "",
        word=play.main.text if play else "",
        notation=notation(play.main) if play else "",
        words=play.words if play else (),
        placements=play.placements if play else (),
        score=score,
        total=total,
        count=turn.count if turn.kind == "exchange" else 0,
        tiles=turn.tiles,
        marks=tuple(mark for mark, holds in marks if holds),
        detail=sentences(exchanged, turn.doubt, *turn.story),
    )


def _panels(state: State) -> tuple[Panel, ...]:
    panels = [_now(state), _balances(state), _track(state), _deeds(state)]
    bank = said_n("{n} tile", "{n} tiles", state.bank_tiles)
    if state.bank_rack:
        tiles = " ".join(map(token, state.bank_rack))
        bank = said_n("{n} tile: {tiles}", "{n} tiles: {tiles}", state.bank_tiles, tiles=tiles)
    panels.append(Panel("text", said("Bank tile rack"), lines=(bank,)))
    if not state.board.official:
        panels.append(Panel("text", said("Placeholder board"), lines=(PLACEHOLDER,)))
    return tuple(panels)


def _now(state: State) -> Panel:
    if state.ended:
        told = won(state.names[seat] for seat in winners(state))
        return Panel("result", said("End of the game"), lines=(told, *state.prelude))
    bought = " ".join(map(token, state.bought))
    lines = [due_sentence(state), *state.prelude]
    if _idle_rounds(state) >= IDLE_ROUNDS:
        lines.append(said("Nobody has played a word in two rounds: the game may end now."))
    if bought:
        lines.append(said("Bought and to be laid this turn: {tiles}", tiles=bought))
    return Panel("now", said("Now"), lines=tuple(lines))


IDLE_ROUNDS = 2


def _idle_rounds(state: State) -> int:
    """How many whole rounds, up to now, went by without a word."""
    idle = 0
    for turn in reversed(state.turns):
        if turn.play is not None and not turn.withdrawn:
            break
        idle += 1
    return idle // max(1, len(state.still_in()))


def _balances(state: State) -> Panel:
    columns = (
        said("Player"), said("Cash"), said("Property"), said("Total"), said("Space"),
        said("Tiles"), NOTHING,
    )  # fmt: skip
    rows = tuple(
        (
            name,
            f"${state.cash(seat)}",
            f"${state.property_value(seat)}",
            f"${state.worth(seat)}",
            state.board.track[state.places[seat]].told,
            str(state.racks[seat]),
            _note(state, seat),
        )
        for seat, name in enumerate(state.names)
    )
    pot = (said("Free Parking"), f"${state.ledger.balance(POT)}", "", "", "", "", "")
    return Panel("balances", said("Money and property"), columns=columns, rows=(*rows, pot))


def _note(state: State, seat: int) -> Said:
    free = state.free_tiles[seat]
    token_name = state.token_of(seat)
    notes = (
        (said("token: {token}", token=token_name), bool(token_name)),
        (said("out of the game"), state.out[seat]),
        (said("in jail"), state.jailed[seat]),
        (said("loses a turn"), state.skips[seat] > 0),
        (said_n("{n} free bank tile", "{n} free bank tiles", free), free > 0),
    )
    return listed((note for note, holds in notes if holds), "comma")


def _deeds(state: State) -> Panel:
    squares: dict[int, list[str]] = {}
    for square, deed in state.board.squares:
        squares.setdefault(deed, []).append(square.name)
    rows = tuple(
        (
            deed.key,
            deed.told,
            f"${deed.value}",
            state.name_of(state.owners[i]),
            " ".join(squares.get(i, [])),
            deed.color,
        )
        for i, deed in enumerate(state.board.deeds)
    )
    columns = (
        said("Id"), said("Property"), said("Value"), said("Holder"), said("Squares"),
        said("Colour"),
    )  # fmt: skip
    return Panel("estates", said("Property cards"), columns=columns, rows=rows)


def _track(state: State) -> Panel:
    """Return every space, to be drawn: seats, from 1, of who holds it and who stands there."""
    rows = []
    for number, space in enumerate(state.board.track):
        deed = None if space.deed is None else state.board.deeds[space.deed]
        owner = None if space.deed is None else state.owners[space.deed]
        here = (
            str(seat + 1)
            for seat, place in enumerate(state.places)
            if place == number and not state.out[seat]
        )
        rows.append(
            (
                str(number),
                space.told,
                space.kind,
                deed.color if deed else "",
                f"${space.amount}" if space.amount else "",
                "" if owner is None else str(owner + 1),
                " ".join(here),
            )
        )
    columns = (
        said("Id"), said("Space"), said("Kind"), said("Colour"), said("Rent"), said("Holder"),
        said("Tokens"),
    )  # fmt: skip
    return Panel("track", said("Track"), columns=columns, rows=tuple(rows))


_PLAYER = Field("player", "player")
_ANYONE = Field("player", "player", optional=True)
_AMOUNT = Field("amount", "number", step=50)
_SPACE = Field("space", "number")
_COUNT = Field("count", "number")
_DEED = Field("deed", "text", of="estates")


def _actions(state: State) -> tuple[Action, ...]:
    actions = [*_actions_due(state)]
    if challengeable(state):
        asked = (Field("words", "verdicts"), Field("by", "player", optional=True))
        actions.append(Action(said("Challenge"), "challenge", asked))
    if can_withdraw(state):
        actions.append(Action(said("Take off the last play"), "withdraw"))
    if len(state.position):
        fields = (Field("square", "square"), Field("tile", "tile"))
        actions.append(Action(said("Correct a tile"), "correct-tile", fields))
    if not state.ended:
        actions += [
            Action(
                said("The bank's rack"), "see-bank-rack", (Field("tiles", "tiles"),), aside=True
            ),
            Action(said("Correct cash"), "correct-balance", (_PLAYER, _AMOUNT), aside=True),
            Action(
                said("Choose a token"),
                "choose-token",
                (_PLAYER, Field("token", "text", choices=state.free_tokens())),
                aside=True,
            ),
            Action(said("Correct a token"), "correct-token", (_PLAYER, _SPACE), aside=True),
            Action(said("Correct a holder"), "correct-owner", (_DEED, _ANYONE), aside=True),
            Action(said("Correct a rack"), "correct-rack", (_PLAYER, _COUNT), aside=True),
        ]
    return tuple(actions)


def _actions_due(state: State) -> tuple[Action, ...]:
    match state.due:
        case PlayDue():
            return _actions_play(state)
        case ChallengeDue():
            return (Action(said("Nobody challenges"), "let-stand"),)
        case ChoiceDue():
            return (Action(said("Choose a property"), "choose-property", (_DEED,)),)
        case DrawDue():
            card = Field("card", "number", optional=True)
            return (Action(said("Draw a card"), "draw-card", (card,)),)
        case PaymentDue():
            return _actions_debt(state, state.due)
        case _:
            return ()


def _actions_play(state: State) -> tuple[Action, ...]:
    seat, prices = state.on_turn, state.board.prices
    cash = state.cash(seat)
    actions = [Action(said("Play"), "play-tiles", (Field("placements", "placements"), _ANYONE))]
    free = state.free_tiles[seat] > 0
    if state.bank_tiles and (cash >= prices.bank_tile_price or free):
        actions.append(Action(said("Buy bank tiles"), "buy-tiles", (Field("tiles", "tiles"),)))
    blanks = any(t.blank and t.letter for _, t in state.position.items())
    if blanks and cash >= prices.blank_swap_fee:
        fields = (Field("square", "blank"), Field("from_bank", "flag", optional=True))
        actions.append(Action(said("Replace a blank"), "swap-blank", fields))
    if state.bought:
        actions.append(Action(said("Give bank tiles back"), "return-tiles"))
    elif state.racks[seat] <= state.board.rack_size or (
        state.board.rulings.blank_swap_rack_may_be_eight
    ):
        actions.append(Action(said("Pass"), "pass", (_ANYONE,)))
        if state.racks[seat] and state.bag >= state.setup.option("exchange_min_bag", 7):
            asked = (Field("count", "number"), Field("tiles", "tiles", optional=True), _ANYONE)
            actions.append(Action(said("Exchange"), "exchange", asked))
    if not state.turns and not state.bought:
        actions.append(
            Action(
                said("Draw who begins"), "draw-start", (Field("tiles", "tiles"),), aside=True
            )
        )
    counts = Field("unplayed", "numbers", optional=True)
    return (*actions, Action(said("No play is left"), "call-end", (counts,), aside=True))


def _actions_debt(state: State, debt: PaymentDue) -> tuple[Action, ...]:
    sale = state.sale_value(debt.payer) if may_sell(state, debt) else 0
    if state.cash(debt.payer) + sale < debt.amount:
        sell = (Action(said("Sell a property"), "sell-property", (_DEED,)),) if sale else ()
        return (*sell, Action(said("Pay what there is"), "go-bankrupt"))
    return (Action(said("Sell a property"), "sell-property", (_DEED,)),)
