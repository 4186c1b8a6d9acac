"""A game whose rules are functions over one state, with undo, redo and corrections of the past.

Games are values of this class; what they share is here, what they are is in their functions.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, Generic, TypeVar

from companion.rules.api import Action, Field, Scoreboard, Setup, TurnRow
from companion.rules.history import Book, Seated, listed, recorded, rows_of, take_of
from companion.rules.messages import (
    AmendTurn,
    DeleteTurn,
    InsertTurn,
    MoveTurn,
    PlayTiles,
    Redo,
    Undo,
    Withdraw,
)
from companion.rules.rewriting import REWRITTEN, decide_rewriting, rewritten
from companion.rules.timeline import (
    KeptTurn,
    StepTaken,
    Timeline,
    begun,
    decide_time,
    evolve_time,
)

S = TypeVar("S", bound=Seated)


@dataclass(frozen=True, slots=True)
class TurnGame(Generic[S]):
    """The rules of a game, made of its functions.

    Attributes:
        name: The game's key.
        begin: The state before the first turn, of a set-up.
        board: What a screen shows of a state, under the game's name.
        book: How its turns are taken once more; None for a game whose past stays as it is.
    """

    name: str
    begin: Callable[[Setup], S]
    decide_now: Callable[[S, Any], tuple[Any, ...]]
    evolve_now: Callable[[S, Any], S]
    board: Callable[[S, str], Scoreboard]
    book: Book[S] | None = None

    def start(self, setup: Setup) -> Timeline[S]:
        """Return the state before the first turn."""
        return begun(self.begin(setup))

    def decide(self, state: Timeline[S], command: object) -> tuple[Any, ...]:
        """Return what the command causes, or refuse it with a sentence."""
        if isinstance(command, Undo | Redo):
            return decide_time(state, command)
        if self.book is not None and self._rewrites(state, command, self.book):
            return decide_rewriting(state, command, self.book)  # type: ignore[arg-type]
        return self.decide_now(state.now, command)

    def evolve(self, state: Timeline[S], event: object) -> Timeline[S]:
        """Return the state after an event."""
        book = self.book
        if book is not None and isinstance(event, REWRITTEN):
            return rewritten(state, event, book)
        after = evolve_time(state, event, self.evolve_now)
        if book is None or not isinstance(event, StepTaken):
            return after
        command = event.command
        if command is None or isinstance(command, Undo | Redo):
            return after
        if self._rewrites(state, command, book):
            return after
        return replace(after, kept=recorded(state, command, book))

    def scoreboard(self, state: Timeline[S]) -> Scoreboard:
        """Return what a screen shows."""
        board = self.board(state.now, self.name)
        if self.book is not None:
            board = replace(board, turns=_rows(board, listed(state)))
        return replace(board, actions=(*board.actions, *_actions(state, self.book)))

    def _rewrites(self, state: Timeline[S], command: object, book: Book[S]) -> bool:
        """Whether a command changes the past; the last play is taken off by the game itself."""
        if isinstance(command, Withdraw):
            last = book.taken(state.now)
            return command.turn is not None and command.turn != last
        return isinstance(command, AmendTurn | InsertTurn | DeleteTurn | MoveTurn)


def _rows(board: Scoreboard, turns: list[KeptTurn]) -> tuple[TurnRow, ...]:
    """The list of turns, with what is told of those that were corrected or are impossible."""
    rows = list(board.turns)
    for at, turn in enumerate(turns):
        play = next((c for c in turn.commands if isinstance(c, PlayTiles)), None)
        if at < len(rows):
            rows[at] = _row(rows[at], turn, play)
        elif (turn.problem or turn.withdrawn) and take_of(turn) is not None:
            player = board.rows[turn.seat].player
            blank = TurnRow(
                at + 1, turn.seat, player, "pass", "", "", "", (), (), 0, (), 0,
                _total(rows, turn.seat),
            )  # fmt: skip
            rows.append(_row(blank, turn, play))
    return tuple(rows)


def _total(rows: list[TurnRow], seat: int) -> int:
    return next((row.total for row in reversed(rows) if row.seat == seat), 0)


def _row(row: TurnRow, turn: KeptTurn, play: PlayTiles | None) -> TurnRow:
    marks = list(row.marks)
    if turn.corrected and "corrected" not in marks:
        marks.append("corrected")
    told = [f"No longer so: {sentence}" for sentence in turn.lost]
    if turn.problem:
        marks.append("impossible")
        told.insert(0, turn.problem)
    if turn.withdrawn:
        marks.append("withdrawn")
    detail = " ".join((*([row.detail] if row.detail else ()), *told))
    row = replace(row, marks=tuple(marks), detail=detail)
    if play is None or not (turn.problem or turn.withdrawn):
        return row
    letters = "".join(placement.tile.text for placement in play.placements)
    return replace(row, kind="play", word=letters, notation=letters, placements=play.placements)


def _actions(state: Timeline[S], book: Book[S] | None) -> tuple[Action, ...]:
    actions = []
    rows = rows_of(state) if book is not None else 0
    if rows:
        turn, number = Field("turn", "turn-taken"), Field("number", "turn")
        actions += [
            Action("Amend a turn", "amend-turn", (number, turn)),
            Action("Insert a turn", "insert-turn", (number, turn)),
            Action("Delete a turn", "delete-turn", (number,)),
        ]
        if rows > 1:
            later = Field("later", "flag", optional=True)
            actions.append(Action("Move a turn", "move-turn", (number, later)))
    if state.past:
        actions.append(Action("Undo", "undo"))
    if state.future:
        actions.append(Action("Redo", "redo"))
    return tuple(actions)
