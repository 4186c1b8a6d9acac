"""Corrections anywhere in the past: which there are, and what they make of the turns."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from companion.board.placement import Placement
from companion.board.square import Square
from companion.board.tiles import Tile
from companion.rules.crossword.challenges.refusals import FollowsFromChallenge
from companion.rules.engine import messages, violations
from companion.rules.engine.book import TAKES, Book, S
from companion.rules.engine.history import (
    Did,
    KeptTurn,
    Moment,
    TurnsRewritten,
    compressed,
    folded,
)
from companion.rules.engine.replay import Replay


@dataclass(frozen=True, slots=True)
class Amended:
    """Turn `number` was in fact this."""

    number: int
    order: object


@dataclass(frozen=True, slots=True)
class Inserted:
    """A turn becomes turn `number`."""

    number: int
    order: object
    seat: int = 0
    corrected: bool = True


@dataclass(frozen=True, slots=True)
class Deleted:
    """Turn `number` never happened."""

    number: int


@dataclass(frozen=True, slots=True)
class Moved:
    """Turn `number` changes places with turn `to`."""

    number: int
    to: int


@dataclass(frozen=True, slots=True)
class TakenOff:
    """The play of turn `number` comes off."""

    number: int


@dataclass(frozen=True, slots=True)
class Relettered:
    """The tile that turn `number` laid on a square always was another one."""

    number: int
    square: Square
    tile: Tile


Change = Amended | Inserted | Deleted | Moved | TakenOff | Relettered


def rewriting(
    moment: Moment[S], command: object, change: Change, book: Book[S]
) -> TurnsRewritten:
    """Return what a change makes of the turns, as the one event that keeps it."""
    after = rewritten(moment, change, book)
    return TurnsRewritten(command, compressed(moment.turns, after))


def rewritten(moment: Moment[S], change: Change, book: Book[S]) -> tuple[KeptTurn, ...]:
    """Return the turns after a change, with what then comes of each."""
    old = _sure(moment, book)
    turns = changed(normal(old, book), change, book)
    pairs = enumerate(zip(old, turns, strict=False))
    same = next((at for at, (was, now) in pairs if was is not now), min(len(old), len(turns)))
    replay = _up_to(old[:same], moment.first, book).take(turns[same:])
    after = tuple(replay.turns)
    return after if book.own is None else book.own.closed(replay.state, after)


def _sure(moment: Moment[S], book: Book[S]) -> tuple[KeptTurn, ...]:
    """The turns, with what version 0.1 left open behind a correction worked out."""
    if moment.evolve is book.evolve:
        return moment.turns
    return tuple(Replay(moment.first, book).take(moment.turns).turns)


def _up_to(turns: tuple[KeptTurn, ...], first: S, book: Book[S]) -> Replay[S]:
    """Turns that stay as they were, so that later ones may be taken once more."""
    facts = (fact for turn in turns for fact in turn.facts)
    return Replay(folded(first, facts, book.evolve), book, turns=list(turns))


def change_of(moment: Moment[S], command: object, book: Book[S]) -> Change | None:
    """Return the change of the past that a command asks for; None if it asks for none.

    Raises:
        RuleViolation: It cannot be.
    """
    turns, rows = moment.turns, rows_of(moment.turns, book)
    match command:
        case messages.AmendTurn(number=number, turn=turn):
            _check_number(turns, number, rows)
            amended = Amended(number, book.order_of(turn))
            _check_possible(moment, amended, turn.player, book)
            return amended
        case messages.InsertTurn(number=number, turn=turn):
            if not 1 <= number <= rows + 1:
                raise violations.NoSuchTurn(number, rows)
            inserted = Inserted(number, book.order_of(turn), turn.player)
            _check_possible(moment, inserted, turn.player, book)
            return inserted
        case messages.DeleteTurn(number=number):
            _check_number(turns, number, rows)
            return Deleted(number)
        case messages.MoveTurn(number=number, later=later):
            _check_number(turns, number, rows)
            to = number + (1 if later else -1)
            if not 1 <= to <= rows:
                raise violations.CannotMove(number, rows)
            _check_number(turns, to, rows)
            return Moved(number, to)
        case messages.Withdraw(turn=number) if book.own is None:
            return _taken_off(moment, number, rows, book)
        case messages.CorrectTile(square=square, tile=tile):
            book.check_letter(moment.state, command)
            laid_by = book.laid(moment.state, square)
            if not laid_by:
                raise violations.NoTileThere(square)
            return Relettered(laid_by, square, tile)
        case _:
            return None


def _taken_off(
    moment: Moment[S], number: int | None, rows: int, book: Book[S]
) -> TakenOff | None:
    """The last play is taken off by the game itself."""
    if number is None or number == book.taken(moment.state):
        return None
    _check_number(moment.turns, number, rows)
    if moment.turns[number].withdrawn:
        raise violations.AlreadyWithdrawn(number)
    if not isinstance(take_of(moment.turns[number], book.takes), messages.PlayTiles):
        raise violations.NothingToWithdraw(number)
    return TakenOff(number)


def _check_number(turns: tuple[KeptTurn, ...], number: int, rows: int) -> None:
    if not 1 <= number <= rows:
        raise violations.NoSuchTurn(number, rows)
    if not turns[number].orders:
        raise FollowsFromChallenge(number)


def _check_possible(
    moment: Moment[S],
    change: Amended | Inserted,
    player: int,
    book: Book[S],
) -> None:
    """Refuse a turn that cannot be taken where it is said to belong."""
    turns = _sure(moment, book)
    replay = _up_to(turns[: change.number], moment.first, book)
    if book.own is None:
        if not replay.reached(change.number):
            raise violations.GameOver
        if isinstance(change, Amended):
            replay.before(turns[change.number])
        seat, names = replay.state.on_turn, replay.state.names
        if player != seat:
            who = names[player] if 0 <= player < len(names) else "Nobody"
            raise violations.NotYourTurn(who, names[seat])
    if not isinstance(change.order, book.takes):
        raise violations.NotATurnHere
    replay.decided(Did(change.order))


def take_of(turn: KeptTurn, takes: tuple[type, ...]) -> object | None:
    """Return the order that took a turn, one of these types."""
    return next((order for order in turn.orders if isinstance(order, takes)), None)


def rows_of(turns: tuple[KeptTurn, ...], book: Book[Any]) -> int:
    """Return how many turns there are, the impossible ones included."""
    if len(turns) < 2 or book.own is not None:
        return len(turns) - 1
    return len(turns) - 1 - (take_of(turns[-1], book.takes) is None)


def normal(turns: tuple[KeptTurn, ...], book: Book[Any]) -> list[KeptTurn]:
    """Return turns in which letters are right from the start.

    In games of version 0.1 a letter corrected later was an order of the turn it was said in.
    """
    out: list[KeptTurn] = []
    for turn in turns:
        letters = [
            did.order for did in turn.done if isinstance(did.order, messages.CorrectTile)
        ]
        if not letters:
            out.append(turn)
            continue
        out.append(
            replace(
                turn,
                done=tuple(
                    did for did in turn.done if not isinstance(did.order, messages.CorrectTile)
                ),
            )
        )
        for letter in letters:
            number = _layer(out, letter.square)
            if number:
                out = changed(out, Relettered(number, letter.square, letter.tile), book)
    return out


def _layer(turns: list[KeptTurn], square: Square) -> int:
    """The last turn whose play lays a tile on a square and still lies there; 0 for none."""
    for number in range(len(turns) - 1, 0, -1):
        turn = turns[number]
        if turn.withdrawn or any(
            isinstance(fact, messages.PlayWithdrawn) for fact in turn.facts
        ):
            continue
        laid = (p for order in turn.orders for p in getattr(order, "placements", ()))
        if any(placement.square == square for placement in laid):
            return number
    return 0


def changed(kept: Sequence[KeptTurn], change: Change, book: Book[Any]) -> list[KeptTurn]:
    """Return the turns after a change, as they are to be taken once more."""
    turns, number = list(kept), change.number
    match change:
        case Amended(order=order) if book.own is not None:
            told = (did for did in turns[number].done if isinstance(did.order, book.notes))
            done = (_did(order, book), *told)
            turns[number] = KeptTurn(done, turns[number].seat, corrected=True)
        case Amended(order=order):
            done = tuple(
                Did(order) if isinstance(did.order, book.takes) else did
                for did in turns[number].done
            )
            turns[number] = replace(turns[number], done=done, corrected=True, withdrawn=False)
        case Inserted(order=order, seat=seat, corrected=corrected):
            turns.insert(number, KeptTurn((_did(order, book),), seat, corrected=corrected))
        case Deleted():
            gone, before = turns.pop(number), turns[number - 1]
            left = tuple(did for did in gone.done if isinstance(did.order, book.beside))
            turns[number - 1] = replace(before, done=(*before.done, *left))
        case Moved(to=to):
            one, other = turns[number], turns[to]
            turns[number] = replace(other, done=_mixed(other, one, book))
            turns[to] = replace(one, done=_mixed(one, other, book), corrected=True)
        case TakenOff():
            turns[number] = replace(turns[number], withdrawn=True)
        case Relettered():
            _relettered(turns, change, book)
    return turns


def _did(order: object, book: Book[Any]) -> Did:
    """An order that is still to be taken; where an event is the order, it is the fact too."""
    return Did(order, (order,) if book.own is not None else ())


def _mixed(turn: KeptTurn, place: KeptTurn, book: Book[Any]) -> tuple[Did, ...]:
    """What was done in a turn, with what stands beside the turns in another's place."""
    own = tuple(did for did in turn.done if not isinstance(did.order, book.beside))
    return (*own, *(did for did in place.done if isinstance(did.order, book.beside)))


def _relettered(turns: list[KeptTurn], change: Relettered, book: Book[Any]) -> None:
    """Put another tile into a play; a blank that was replaced since stays one in the play."""
    square, tile = change.square, change.tile
    swapped = [
        number
        for number, turn in enumerate(turns if book.swaps else ())
        if any(_swaps(order, square, book) for order in turn.orders)
    ]
    if swapped and not tile.blank:
        tile = replace(tile, blank=True)
    for number in swapped if change.tile.blank else ():
        done = tuple(d for d in turns[number].done if not _swaps(d.order, square, book))
        turns[number] = replace(turns[number], done=done)
    turn = turns[change.number]
    done = tuple(
        did
        if (order := _with_tile(did.order, square, tile)) is did.order
        else _did(order, book)
        for did in turn.done
    )
    turns[change.number] = replace(turn, done=done, corrected=True)


def _swaps(order: object, square: Square, book: Book[Any]) -> bool:
    return isinstance(order, book.swaps) and getattr(order, "square", None) == square


def _with_tile(order: object, square: Square, tile: Tile) -> object:
    laid: tuple[Placement, ...] = getattr(order, "placements", ())
    if not any(placement.square == square for placement in laid):
        return order
    mended = tuple(Placement(square, tile) if p.square == square else p for p in laid)
    return replace(order, placements=mended)  # type: ignore[type-var]


def placed(moment: Moment[S], order: object, book: Book[S]) -> int:
    """Return the turn, from 1, that an order belongs to; 0 for what is set up before them."""
    state = moment.state
    taken, top = book.taken(state), len(moment.turns) - 1
    if isinstance(order, book.before):
        return 0
    if isinstance(order, book.beside) and taken == top:
        return taken  # the next turn has not begun
    if isinstance(order, TAKES) or not book.open(state):
        return taken + 1
    return taken
