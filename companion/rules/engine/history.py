"""The turns of a game as they are kept: what was ordered, and what came of it as facts.

The state follows from the facts alone and is worked out when somebody asks for it. Undo goes
back to the moments before each step.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import Any, Generic, TypeVar

from companion.rules.engine.trail import Trail
from companion.text import NOTHING, Said

S = TypeVar("S")

Evolve = Callable[[S, Any], S]


@dataclass(frozen=True, slots=True)
class Did:
    """One order and what came of it.

    Attributes:
        order: A command, or the event that says it all; None for what followed by itself.
        facts: Events of the game.
        implied: The program gave the order, to settle what a correction made due.
    """

    order: object = None
    facts: tuple[object, ...] = ()
    implied: bool = False


@dataclass(frozen=True, slots=True)
class KeptTurn:
    """A turn as it was taken, order by order; the first one kept is what was set up before.

    Attributes:
        done: What was ordered in it, and what came of that.
        seat: Who took it.
        corrected: It was corrected after the fact.
        withdrawn: It was taken off when later ones had been taken.
        problem: Why it is impossible where it stands now; nothing if it is not.
        lost: What else was ordered in it and can no longer be.
    """

    done: tuple[Did, ...] = ()
    seat: int = 0
    corrected: bool = False
    withdrawn: bool = False
    problem: Said = NOTHING
    lost: tuple[Said, ...] = ()

    @property
    def orders(self) -> tuple[object, ...]:
        """What was ordered, in order."""
        return tuple(did.order for did in self.done if did.order is not None)

    @property
    def facts(self) -> tuple[object, ...]:
        """What came of it, in order."""
        return tuple(fact for did in self.done for fact in did.facts)

    @property
    def begun(self) -> bool:
        """Whether it takes place; if not, the game had ended before it."""
        return not self.problem or any(did.facts for did in self.done)


@dataclass(frozen=True, slots=True)
class StepTaken:
    """An order was accepted; what it caused follows.

    `turn` is where it belongs, 0 before the first; None in logs of version 0.1.
    """

    command: object = None
    turn: int | None = None


@dataclass(frozen=True, slots=True)
class SameTurns:
    """Turns that stay as they were, from one to another, counted from 0."""

    first: int
    last: int


@dataclass(frozen=True, slots=True)
class TurnsRewritten:
    """The past was corrected: these are the turns now, with what came of each."""

    command: object
    turns: tuple[SameTurns | KeptTurn, ...]


class Moment(Generic[S]):
    """The turns at one moment, and the state they come to. Immutable but for what it knows."""

    __slots__ = ("_state", "at", "evolve", "first", "judged", "turns")

    def __init__(
        self,
        first: S,
        evolve: Evolve[S],
        turns: tuple[KeptTurn, ...],
        *,
        at: int = 0,
        state: S | None = None,
        judged: bool = False,
    ) -> None:
        """Keep turns.

        Args:
            first: The state before the first turn.
            evolve: Folds a fact into the state.
            turns: What was set up before the first turn, then the turns.
            at: The turn that the step under way belongs to; -1 if its facts are told already.
            state: What the turns come to, where it is known.
            judged: A log of version 0.1 does not say which turns are lost by challenges.
        """
        self.first, self.evolve, self._state = first, evolve, state
        self.turns, self.at, self.judged = turns, at, judged

    @property
    def state(self) -> S:
        """What the turns come to."""
        if self._state is None:
            self._state = folded(
                self.first, (fact for turn in self.turns for fact in turn.facts), self.evolve
            )
        return self._state

    def with_turns(
        self,
        turns: tuple[KeptTurn, ...],
        at: int,
        *,
        judged: bool = False,
        evolve: Evolve[S] | None = None,
    ) -> Moment[S]:
        """Return a moment with other turns; its state is not known yet."""
        return Moment(self.first, evolve or self.evolve, turns, at=at, judged=judged)

    @property
    def bare(self) -> Moment[S]:
        """The moment without its state."""
        if self._state is None:
            return self
        return Moment(self.first, self.evolve, self.turns, at=self.at, judged=self.judged)

    def known(self, state: S) -> Moment[S]:
        """Return the moment with a state that is known to follow from the turns."""
        return Moment(
            self.first, self.evolve, self.turns, at=self.at, state=state, judged=self.judged
        )

    def begun(
        self, order: object, number: int, seat: int, facts: tuple[object, ...] = ()
    ) -> Moment[S]:
        """Return the moment with an order in turn `number`, which may be a new one."""
        turns, did = self.turns, Did(order, facts)
        number = max(0, min(number, len(turns)))
        if number == len(turns) or not turns[number].begun:
            # Turns that the game had ended before stay behind the new one.
            turns = _with(turns, number, KeptTurn((did,), seat), number)
        else:
            old = turns[number]
            turns = _with(turns, number, replace(old, done=(*old.done, did)), number + 1)
        return self._after(turns, number, facts)

    def happened(self, fact: object) -> Moment[S]:
        """Return the moment with one more fact of the step under way."""
        turns, at = self.turns, self.at
        if at < 0:
            return self
        turn = turns[at]
        last = turn.done[-1] if turn.done else Did()
        did = Did(last.order, (*last.facts, fact), last.implied)
        turn = KeptTurn(
            (*turn.done[:-1], did),
            turn.seat, turn.corrected, turn.withdrawn, turn.problem, turn.lost,
        )  # fmt: skip
        return self._after(_with(turns, at, turn, at + 1), at, (fact,))

    def _after(
        self, turns: tuple[KeptTurn, ...], at: int, facts: tuple[object, ...]
    ) -> Moment[S]:
        state = self._state
        if state is not None:
            state = folded(state, facts, self.evolve)
        return Moment(self.first, self.evolve, turns, at=at, state=state, judged=self.judged)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Moment):
            return NotImplemented
        return self is other or (self.turns, self.judged) == (other.turns, other.judged)

    def __hash__(self) -> int:
        return hash(self.turns)


def _with(
    turns: tuple[KeptTurn, ...], start: int, turn: KeptTurn, end: int
) -> tuple[KeptTurn, ...]:
    """Return turns with one in place of those from `start` to `end`."""
    if start == len(turns):
        return turns + (turn,)  # noqa: RUF005  # twice as fast
    return turns[:start] + (turn,) + turns[end:]  # noqa: RUF005  # the same


def folded(state: S, facts: Iterable[object], evolve: Evolve[S]) -> S:
    """Return the state after facts."""
    for fact in facts:
        state = evolve(state, fact)
    return state


@dataclass(frozen=True, slots=True)
class History(Generic[S]):
    """A game: the moment it is at, those before its steps, and those that were undone."""

    moment: Moment[S]
    past: Trail[Moment[S]]
    future: Trail[Moment[S]]

    @property
    def now(self) -> S:
        """The state."""
        return self.moment.state

    @property
    def turns(self) -> tuple[KeptTurn, ...]:
        """What was set up before the first turn, then the turns."""
        return self.moment.turns

    def at(self, moment: Moment[S]) -> History[S]:
        """Return the history with its present step come to this."""
        return History(moment, self.past, self.future)

    def stepped(self, moment: Moment[S], *, is_known: bool = True) -> History[S]:
        """Return the history after a new step.

        Args:
            moment: What it comes to.
            is_known: Whether the moment before keeps the state it has come to: a list of all
                turns in each of thousands of states would fill the memory.
        """
        before = self.moment if is_known else self.moment.bare
        return History(moment, self.past.over(before), Trail())

    def undone(self) -> History[S]:
        """Return the history with its last step taken back."""
        if not self.past:
            return self
        moment, past = self.past.split()
        return History(moment, past, self.future.over(self.moment))

    def redone(self) -> History[S]:
        """Return the history with a step done again."""
        if not self.future:
            return self
        moment, future = self.future.split()
        return History(moment, self.past.over(self.moment), future)


def begun(first: S, evolve: Evolve[S]) -> History[S]:
    """Return the history of a game that begins."""
    return History(Moment(first, evolve, (KeptTurn(),), state=first), Trail(), Trail())


def compressed(
    old: tuple[KeptTurn, ...], new: Iterable[KeptTurn]
) -> tuple[SameTurns | KeptTurn, ...]:
    """Return turns, those that stay as they were by their place among the old ones."""
    places: dict[KeptTurn, list[int]] = {}
    for at in range(len(old) - 1, -1, -1):
        places.setdefault(old[at], []).append(at)
    out: list[SameTurns | KeptTurn] = []
    for turn in new:
        last = out[-1] if out else None
        following = last.last + 1 if isinstance(last, SameTurns) else len(out)
        free = places.get(turn, [])
        if not free:
            out.append(turn)
            continue
        at = following if following in free else free[-1]
        free.remove(at)
        if isinstance(last, SameTurns) and at == following:
            out[-1] = SameTurns(last.first, at)
        else:
            out.append(SameTurns(at, at))
    return tuple(out)


def expanded(
    old: tuple[KeptTurn, ...], told: Iterable[SameTurns | KeptTurn]
) -> tuple[KeptTurn, ...]:
    """Return the turns that `compressed` stands for; none of the old ones is there twice."""
    left: list[KeptTurn | None] = list(old)
    out: list[KeptTurn] = []
    for item in told:
        if isinstance(item, KeptTurn):
            out.append(item)
            continue
        for at in range(max(item.first, 0), min(item.last + 1, len(old))):
            turn, left[at] = left[at], None
            if turn is not None:
                out.append(turn)
    return tuple(out)
