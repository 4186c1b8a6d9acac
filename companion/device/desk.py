"""Takes presses to the game's single writer, each once, wherever its button is."""

from __future__ import annotations

import logging
import math
import time
from collections import deque
from collections.abc import Callable
from concurrent.futures import Future
from concurrent.futures import TimeoutError as NotYet
from dataclasses import dataclass
from typing import Any, Protocol

from companion.device.journal import actor_of
from companion.device.meaning import Ask, Judge, Nothing, Say, Wait, meaning_of
from companion.errors import InputError, RuleViolation
from companion.session.messages import ShowMessage, TurnsEnded
from companion.session.order import Order, Seen, ordered
from companion.session.snapshot import Snapshot
from companion.text import Said
from firmware_bridge import Button, Press, PressKey

log = logging.getLogger(__name__)

ACTOR = "button box"
ANSWER_S = 2.0

FORGOTTEN_S = 6.0
"""A turn that was ended so long ago, and whose press never came again, is not waited for."""


STATES = 64
"""States that are remembered for presses that were on their way for a while."""


class Game(Protocol):
    """The game's single writer, as buttons see it."""

    @property
    def snapshot(self) -> Snapshot:
        """The newest state."""

    def submit(self, order: Order) -> Future[Snapshot]:
        """Queue an order; the future holds the game after it, or why it was refused."""

    def subscribe(self, subscriber: Callable[[Snapshot], None]) -> Callable[[], None]:
        """Call back with every new snapshot; returns how to end that."""


@dataclass(frozen=True, slots=True)
class _Shown:
    """A state of the game, and since when it was to be seen."""

    since_s: float
    seen: Seen
    turns: int


@dataclass(frozen=True, slots=True)
class LastPress:
    """The press that was taken last, and what came of it.

    Attributes:
        press: The press.
        came: "counted", "refused", "waiting" or "ignored".
        at_s: When, on the desk's clock.
    """

    press: Press
    came: str
    at_s: float


class PressDesk:
    """Does what presses ask for. For one thread at a time."""

    def __init__(
        self,
        game: Game,
        *,
        judge: Judge | None = None,
        notify: Callable[[str], None] = lambda _: None,
        backlog: Callable[[], int] = lambda: 0,
        monotonic_s: Callable[[], float] = time.monotonic,
    ) -> None:
        """Prepare.

        Args:
            game: The single writer.
            judge: Looks words up for challenges.
            notify: Shows up to 16 characters to who has pressed.
            backlog: Presses that wait behind the one that is handed in; they come only when
                that one is taken, and the camera has to know that there are more turns.
            monotonic_s: The clock.
        """
        self._game = game
        self._judge = judge
        self._notify = notify
        self._now_s = monotonic_s
        self._answers: dict[PressKey, Future[Snapshot]] = {}
        self._last: LastPress | None = None
        self._ended: dict[PressKey, float] = {}
        self._told: set[PressKey] = set()
        self._turns = 0
        self._waiting = 0
        self._backlog = backlog
        self._owed: list[tuple[int, float]] = []
        first = game.snapshot
        self._turn_began_s = -math.inf
        self._own = _Shown(-math.inf, first.seen, len(first.turns))
        self._shown = deque([self._own], maxlen=STATES)

    def pressed(self, press: Press) -> bool:
        """Do what a press asks for; True when it need not come again."""
        if press.key in self._told:
            # Its turn was seen together with the one before, and counts already.
            self._told.discard(press.key)
            return self._came(press, "counted")
        if self._was_owed(press):
            return self._came(press, "counted")
        answer = self._answers.get(press.key)
        if answer is None:
            snapshot, meant = self._game.snapshot, self._meant_by(press)
            is_late = press.button == meant.seen.seat and meant.turns != len(snapshot.turns)
            if is_late and not press.stale:
                # It was to end a turn that somebody else has ended meanwhile.
                self._ended.pop(press.key, None)
                return self._came(press, "ignored")
            ahead, turn_s = self._ahead(press.key), self._now_s() - self._turn_began_s
            match meaning_of(press, snapshot, self._judge, ahead=ahead, turn_s=turn_s):
                case Nothing():
                    return self._came(press, "ignored")
                case Wait(short=short):
                    self._notify(short)
                    self._waits(press.key)
                    return self._came(press, "waiting", is_done=False)
                case Say(sentence=sentence, short=short):
                    self._ended.pop(press.key, None)
                    self.say(sentence, short)
                    return self._came(press, "refused")
                case Ask(command=command):
                    self._turns = len(snapshot.turns)
                    ends_turn = press.button <= Button.PLAYER_4
                    seen = snapshot.seen if ends_turn else meant.seen
                    name = actor_of(press.key)
                    answer = self._game.submit(Order(name, name, seen, command, press.age_s))
        return self._wait_for(answer, press)

    def follow(self, snapshot: Snapshot) -> None:
        """Note when turns begin; to be called with every new state of the game."""
        last, now_s = self._shown[-1], self._now_s()
        if len(snapshot.turns) != last.turns:
            self._turn_began_s = now_s
        if snapshot.seen != last.seen:
            self._shown.append(_Shown(now_s, snapshot.seen, len(snapshot.turns)))

    def _meant_by(self, press: Press) -> _Shown:
        """Return the state that a press meant: the one that was shown when it happened.

        Who presses twice means the second press after the first, though it may not have
        arrived by then.
        """
        pressed_s = self._now_s() - press.age_s
        shown = tuple(self._shown)
        then = next((one for one in reversed(shown) if one.since_s <= pressed_s), shown[0])
        return max(then, self._own, key=lambda one: (one.seen.seq, one.since_s))

    def _ahead(self, key: PressKey) -> int:
        """Turns ended before this press that still wait for the camera."""
        now_s = self._now_s()
        self._ended = {k: s for k, s in self._ended.items() if now_s - s < FORGOTTEN_S}
        waiting = list(self._ended)
        return waiting.index(key) if key in waiting else len(waiting)

    def _waits(self, key: PressKey) -> None:
        """Let the camera know how many turns it has to tell."""
        is_new = key not in self._ended
        self._ended.setdefault(key, self._now_s())
        waiting = max(len(self._ended), 1 + self._backlog())
        if is_new or waiting > self._waiting:
            self._game.submit(ordered(TurnsEnded(waiting), ACTOR))
        self._waiting = waiting

    def _counted(self, press: Press, after: Snapshot) -> None:
        """Take a press off the waiting ones, and those whose turns counted together with it."""
        self._own = _Shown(self._now_s(), after.seen, len(after.turns))
        if len(after.turns) != self._turns:
            self._turn_began_s = self._now_s() - press.age_s
        waiting = [k for k in self._ended if k != press.key]
        together = waiting[: max(0, len(after.turns) - self._turns - 1)]
        self._told.update(together)
        more = after.turns[self._turns + 1 + len(together) :] if self._backlog() else ()
        self._owed += [(turn.seat, self._now_s()) for turn in more]
        self._ended = {k: s for k, s in self._ended.items() if k in waiting[len(together) :]}

    def _was_owed(self, press: Press) -> bool:
        """Whether it ended a turn that counted while it still waited behind another press."""
        now_s = self._now_s()
        self._owed = [(seat, at_s) for seat, at_s in self._owed if now_s - at_s < FORGOTTEN_S]
        for each in self._owed:
            if each[0] == press.button and now_s - press.age_s <= each[1]:
                self._owed.remove(each)
                return True
        return False

    def say(self, sentence: Said, short: str) -> None:
        """Tell the screens, and who has pressed."""
        self._game.submit(ordered(ShowMessage(sentence, "box"), ACTOR))
        self._notify(short)

    def last_json(self) -> dict[str, Any] | None:
        """Return the last press as JSON values for a screen."""
        last = self._last
        if last is None:
            return None
        return {
            "button": last.press.button.name.lower(),
            "came": last.came,
            "ago_s": round(self._now_s() - last.at_s, 1),
        }

    def _wait_for(self, answer: Future[Snapshot], press: Press) -> bool:
        """Take the answer to a press; one that is not there yet is asked for by its repeat."""
        came = "counted"
        try:
            after = answer.result(ANSWER_S)
            self._counted(press, after)
        except NotYet:
            self._answers[press.key] = answer
            return self._came(press, "waiting", is_done=False)
        except (RuleViolation, InputError) as refusal:
            self.say(refusal.said, "Not possible")
            came = "refused"
        except Exception as fault:  # not in the log, so it must come again
            log.warning("%s could not be kept: %s", press, fault)
            self._answers.pop(press.key, None)
            self._notify("Not saved!")
            return self._came(press, "waiting", is_done=False)
        self._answers.pop(press.key, None)
        return self._came(press, came)

    def _came(self, press: Press, came: str, *, is_done: bool = True) -> bool:
        self._last = LastPress(press, came, self._now_s())
        return is_done
