"""A game whose rules are functions over one state, with undo, redo and corrections of the past.

Games are values of this class; what they share is here, what they are is in their functions.
Deciding works out what a correction makes of later turns and writes it as facts; folding only
applies what a log says, but for logs of version 0.1 (`legacy`).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, Generic

from companion.rules.api import Action, Field, Scoreboard, Setup, TurnRow
from companion.rules.engine import legacy
from companion.rules.engine.book import Book, S, plain
from companion.rules.engine.history import (
    Did,
    History,
    KeptTurn,
    SameTurns,
    StepTaken,
    TurnsRewritten,
    begun,
    expanded,
)
from companion.rules.engine.messages import (
    AmendTurn,
    Redo,
    StepRedone,
    StepUndone,
    TileCorrected,
    Undo,
)
from companion.rules.engine.remembered import Remembered
from companion.rules.engine.rewriting import (
    Change,
    Inserted,
    change_of,
    placed,
    rewriting,
    rewritten,
    rows_of,
    take_of,
)
from companion.rules.engine.violations import NotATurnHere, NothingToRedo, NothingToUndo
from companion.text import said, sentences

_SHARED: tuple[type, ...] = (
    StepTaken, StepUndone, StepRedone, TurnsRewritten, SameTurns, KeptTurn, Did,
    *legacy.REWRITTEN,
)  # fmt: skip


_ENGINE = frozenset(
    {StepTaken, StepUndone, StepRedone, TurnsRewritten, TileCorrected, *legacy.REWRITTEN}
)
"""Kinds of event that steer the history; all others are facts of the game."""


@dataclass(frozen=True, slots=True)
class TurnGame(Generic[S]):
    """The rules of a game, made of its functions.

    Attributes:
        name: The game's key.
        facts: The kinds of event that are the game's own.
        begin: The state before the first turn, of a set-up.
        board: What a screen shows of a state, under the game's name.
        book: How its turns are kept and taken once more.
        asks: The change of the past that a command of the game's own asks for.
    """

    name: str
    facts: tuple[type, ...]
    commands: tuple[type, ...]
    begin: Callable[[Setup], S]
    board: Callable[[S, str], Scoreboard]
    book: Book[S]
    asks: Callable[[S, Any], Change | None] = lambda _, __: None

    @property
    def events(self) -> tuple[type, ...]:
        """All that a log may hold, orders included."""
        return tuple(dict.fromkeys((*self.facts, *_SHARED, *self.commands)))

    def start(self, setup: Setup) -> History[S]:
        """Return the state before the first turn."""
        return begun(self.begin(setup), self.book.evolve)

    def decide(self, state: History[S], command: object) -> tuple[Any, ...]:
        """Return what the command causes, or refuse it with a sentence."""
        if not isinstance(command, self.commands):
            raise NotATurnHere
        if isinstance(command, Undo):
            if not state.past:
                raise NothingToUndo
            return (StepUndone(),)
        if isinstance(command, Redo):
            if not state.future:
                raise NothingToRedo
            return (StepRedone(),)
        moment, book = state.moment, self.book
        change = self.asks(state.now, command) or change_of(moment, command, book)
        if change is not None:
            return (rewriting(moment, command, change, book),)
        facts = book.decide(state.now, command)
        if book.own is None:
            return (StepTaken(command, placed(moment, command, book)), *facts)
        (event,) = facts
        number = book.own.place(state.turns, event)
        if 0 < number < len(state.turns):
            inserted = Inserted(number, event, corrected=False)
            return (rewriting(moment, command, inserted, book),)
        return self._with_what_follows(state, event)

    def _with_what_follows(self, state: History[S], event: object) -> tuple[Any, ...]:
        own, events = self.book.own, [event]
        now = self.evolve(state, event).now
        while own is not None and (fact := own.follows(now)) is not None:
            events.append(fact)
            now = self.book.evolve(now, fact)
        return tuple(events)

    def evolve(self, state: History[S], event: object) -> History[S]:
        """Return the state after an event."""
        moment, book = state.moment, self.book
        if type(event) in _ENGINE:
            return self._steered(state, event)
        if book.own is None:
            return state.at(moment.happened(event))
        if isinstance(event, book.own.events):
            return self._own(state, event)
        if isinstance(event, book.notes):
            return state.at(moment.begun(event, len(moment.turns) - 1, 0, (event,)))
        if isinstance(event, self.facts):  # it followed by itself
            return state.at(moment.begun(None, len(moment.turns), 0, (event,)))
        return state

    def _steered(self, state: History[S], event: object) -> History[S]:
        """Fold an event that is no fact of the game's own."""
        moment, book = state.moment, self.book
        match event:
            case StepUndone():
                return state.undone()
            case StepRedone():
                return state.redone()
            case TurnsRewritten(turns=told):
                turns = expanded(moment.turns, told) or moment.turns
                after = moment.with_turns(turns, len(turns) - 1, evolve=book.evolve)
                return state.stepped(after)
            case StepTaken():
                return self._step(state, event)
            case _ if (old := legacy.change_of(event, book)) is not None:
                after = legacy.rewritten(moment, old, book)
                return state.at(after) if book.own is None else state.stepped(after)
            case _:  # a letter of version 0.1, whose facts follow
                return state.at(moment.happened(event))

    def _step(self, state: History[S], step: StepTaken) -> History[S]:
        moment, order = state.moment, step.command
        if step.turn is None:  # of version 0.1
            old = self.asks(state.now, order)
            if old is not None:
                turns = rewritten(moment, old, self.book)
                return state.stepped(moment.with_turns(turns, -1))
            if order is None or legacy.is_no_part(order, moment, self.book):
                return state.stepped(moment)
        number = placed(moment, order, self.book) if step.turn is None else step.turn
        return state.stepped(moment.begun(plain(order), number, state.now.on_turn))

    def _own(self, state: History[S], event: Any) -> History[S]:
        """Fold an event that is a turn of its own, or stands beside them."""
        moment, book, own = state.moment, self.book, self.book.own
        if own is None:
            return state
        number = own.place(moment.turns, event)
        if 0 < number < len(moment.turns):  # of version 0.1
            inserted = Inserted(number, event, corrected=False)
            return state.stepped(legacy.rewritten(moment, inserted, book))
        turns = own.reopened(moment.turns, event)
        if turns is not moment.turns:
            moment = moment.with_turns(turns, 0, judged=moment.judged)
        order = getattr(event, "order", event)
        after = moment.begun(order, number, getattr(order, "player", 0), (event,))
        if after.judged or own.unsettled(event):
            after = legacy.followed(after, book)
        return state.stepped(after, is_known=False)

    def scoreboard(self, state: History[S]) -> Scoreboard:
        """Return what a screen shows."""
        board = self.board(state.now, self.name)
        board = replace(board, turns=_rows(board, state.turns[1:], self.book))
        return replace(board, actions=(*board.actions, *self._actions(state)))

    def _actions(self, state: History[S]) -> tuple[Action, ...]:
        actions = []
        rows = rows_of(state.turns, self.book)
        if rows and AmendTurn in self.commands:
            turn, number = Field("turn", "turn-taken"), Field("number", "turn")
            actions += [
                Action(said("Amend a turn"), "amend-turn", (number, turn)),
                Action(said("Insert a turn"), "insert-turn", (number, turn)),
                Action(said("Delete a turn"), "delete-turn", (number,)),
            ]
            if rows > 1:
                later = Field("later", "flag", optional=True)
                actions.append(Action(said("Move a turn"), "move-turn", (number, later)))
        if state.past:
            actions.append(Action(said("Undo"), "undo"))
        if state.future:
            actions.append(Action(said("Redo"), "redo"))
        return tuple(actions)


def _rows(
    board: Scoreboard, turns: tuple[KeptTurn, ...], book: Book[Any]
) -> tuple[TurnRow, ...]:
    """The list of turns, with what is told of those that were corrected or are impossible."""
    both = min(len(board.turns), len(turns))
    told = _TOLD(board.turns[:both], turns[:both], rest=(book.takes,))
    rows = [*told, *board.turns[both:]]
    for at, turn in enumerate(turns[both:], both):
        take = take_of(turn, book.takes)
        if (turn.problem or turn.withdrawn) and take is not None:
            player = board.rows[turn.seat].player
            blank = TurnRow(
                at + 1, turn.seat, player, "pass", "", "", "", (), (), 0, (), 0,
                _total(rows, turn.seat),
            )  # fmt: skip
            rows.append(_row(blank, turn, take))
    return tuple(rows)


def _total(rows: list[TurnRow], seat: int) -> int:
    return next((row.total for row in reversed(rows) if row.seat == seat), 0)


MARKS = ("bingo", "withdrawn", "corrected", "impossible", "over-bag", "recorded")


def _marks(turn: KeptTurn) -> tuple[str, ...]:
    told = (turn.withdrawn, turn.corrected, bool(turn.problem))
    return tuple(mark for mark, holds in zip(MARKS[1:4], told, strict=True) if holds)


def _row(row: TurnRow, turn: KeptTurn, take: object) -> TurnRow:
    if turn == KeptTurn(turn.done, turn.seat):
        return row
    marks = list(row.marks)
    told = [said("No longer so: {what}", what=what) for what in turn.lost]
    if turn.problem and "impossible" not in marks:
        told.insert(0, turn.problem)
    holds = (*marks, *_marks(turn))
    marks = [mark for mark in MARKS if mark in holds]
    row = replace(row, marks=tuple(marks), detail=sentences(row.detail, *told))
    placements = getattr(take, "placements", ())
    if not placements or row.kind == "play" or not (turn.problem or turn.withdrawn):
        return row
    letters = "".join(placement.tile.text for placement in placements)
    return replace(row, kind="play", word=letters, notation=letters, placements=placements)


_TOLD = Remembered(lambda at, row, turn, takes: _row(row, turn, take_of(turn, takes)))
