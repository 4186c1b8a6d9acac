"""Taking turns once more, to find what a correction of the past makes of the later ones.

Only deciding does this. A turn that is then impossible is kept and marked, and its player
passes instead; what was ordered in a turn and no longer follows from it is told; what is
newly due is settled in the first way that the rules allow. Who plays follows from the order of
the turns, unless every event names its player. Chance is not asked again: a card once drawn is
drawn.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import Any, Generic

from companion.errors import RuleViolation
from companion.rules.engine.book import TAKES, Book, S, Settled
from companion.rules.engine.history import Did, KeptTurn, folded
from companion.rules.engine.violations import GameOver, NotATurnHere
from companion.text import NOTHING, Said

_MOST_STEPS = 100
"""No turn needs more decisions to be settled."""


@dataclass
class Replay(Generic[S]):
    """Turns that are taken once more. Lives only while something is decided.

    Attributes:
        state: What they have come to so far.
        book: The game.
        old: As version 0.1 did it, for its logs: cards are drawn anew.
        turns: The turns as they now stand.
    """

    state: S
    book: Book[S]
    old: bool = False
    turns: list[KeptTurn] = field(default_factory=list)

    def take(self, turns: Iterable[KeptTurn]) -> Replay[S]:
        """Take turns, what was set up before the first one at their head."""
        if self.turns:
            self._follow()
        for turn in turns:
            if self.turns and not turn.orders:
                continue  # it followed from another one, and does so again if it still does
            if not self.turns or self.reached(len(self.turns)):
                self._take(turn)
            else:
                bare = tuple(Did(did.order, (), did.implied) for did in turn.done if did.order)
                over = replace(turn, done=bare, problem=GameOver().said, lost=())
                self.turns.append(over)
            self._follow()
        return self

    def reached(self, number: int) -> bool:
        """Settle what is due until turn `number` may be taken; whether that is so."""
        book = self.book
        for _ in range(_MOST_STEPS):
            if book.taken(self.state) >= number - 1 and not book.open(self.state):
                return True
            if not (did := self._settling()):
                return False
            if self.turns:
                last = self.turns[-1]
                self.turns[-1] = replace(last, done=(*last.done, did))
        return False

    def decided(self, did: Did) -> Settled:
        """Return an order as it is to be kept, and what it causes. Raises RuleViolation."""
        book, order = self.book, did.order
        if isinstance(order, TAKES) and not isinstance(order, book.takes):
            raise NotATurnHere
        if book.own is not None and not self.old:
            book.own.holds(self.state, order)
        if book.again is not None and (book.own is not None or not self.old):
            return book.again(self.state, did)
        return order, book.decide(self.state, order)

    def before(self, turn: KeptTurn) -> None:
        """Do what was ordered in a turn before it was taken."""
        for did in turn.done:
            if isinstance(did.order, self.book.takes):
                break
            if did.order is not None:
                self._ordered(did)

    def _take(self, turn: KeptTurn) -> None:
        book, number = self.book, len(self.turns)
        seat = self.state.on_turn if number and book.own is None else turn.seat
        done: list[Did] = []
        lost: list[Said] = []
        problem, skips = NOTHING, False
        for did in turn.done:
            if did.order is None or (self.old and did.implied):
                continue
            takes = number > 0 and isinstance(did.order, book.takes)
            skips = skips or (takes and turn.withdrawn)
            if skips and not isinstance(did.order, (*book.beside, *book.notes)):
                done.append(Did(did.order, (), did.implied))
                continue
            after, refusal = self._ordered(did)
            if not refusal:
                done.append(after)
                continue
            if takes:
                problem, skips = refusal, True
            elif not (did.implied or isinstance(did.order, book.quiet)):
                lost.append(refusal)
            if not did.implied:
                done.append(after)
        if problem or turn.withdrawn:
            done += self._passed(number, off=turn.withdrawn)
        self.turns.append(
            KeptTurn(tuple(done), seat, turn.corrected, turn.withdrawn, problem, tuple(lost))
        )

    def _ordered(self, did: Did) -> tuple[Did, Said]:
        """Do an order; what it caused, or why it is refused and what stands in its place."""
        own = self.book.own
        try:
            order, facts = self.decided(did)
        except RuleViolation as refusal:
            facts = (own.instead(did.order, refusal),) if own else ()
            self._fold(facts)
            return Did(did.order, facts, did.implied), refusal.said
        self._fold(facts)
        return Did(order, facts, did.implied), NOTHING

    def _passed(self, number: int, *, off: bool) -> list[Did]:
        """Let the player pass whose turn cannot be taken as it was."""
        done: list[Did] = []
        for _ in range(_MOST_STEPS):
            if self.book.taken(self.state) >= number or not (did := self._settling(off)):
                break
            done.append(did)
        return done

    def _follow(self) -> None:
        """Add the turns that follow by themselves."""
        own = self.book.own
        while own is not None and (fact := own.follows(self.state)) is not None:
            self._fold((fact,))
            self.turns.append(KeptTurn((Did(None, (fact,)),)))

    def _settling(self, off: bool = False) -> Did | None:
        """Go on with the game; nothing where the rules know no way."""
        try:
            settles = (off and not self.old and self.book.taken_off) or self.book.go_on
            order, facts = settles(self.state)
        except RuleViolation:
            return None
        if not facts:
            return None
        self._fold(facts)
        return Did(order, facts, implied=order is not None)

    def _fold(self, facts: Iterable[Any]) -> None:
        self.state = folded(self.state, facts, self.book.evolve)
