"""The box at the table: joins a link to a game.

Presses arrive in the link's thread; what they ask for goes to the game's single writer, and a
press is acknowledged only when its command has been committed or refused. The clocks live here:
they belong to the table and are not part of the game's log.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Iterable
from concurrent.futures import Future
from concurrent.futures import TimeoutError as NotYet
from typing import Any, Protocol

from companion.device.faces import clocks_of, lights_of, scores_of, text_of
from companion.device.journal import actor_of
from companion.device.meaning import Ask, Judge, Nothing, Say, TogglePause, Wait, meaning_of
from companion.errors import InputError, RuleViolation
from companion.rules import clock as chess
from companion.rules.clock import ClockRules, ClockState, Pause, Resume, Run, Stop
from companion.rules.messages import AdjustScore
from companion.session.messages import ShowMessage
from companion.session.snapshot import Snapshot
from firmware_bridge import (
    Clocks,
    Lights,
    Link,
    LinkStatus,
    Phase,
    Press,
    PressKey,
    Scores,
    Text,
)

log = logging.getLogger(__name__)

ACTOR = "button box"
CLOCK_ACTOR = "clock"
ANSWER_S = 2.0
NOTICE_MS = 4000


class Game(Protocol):
    """The game's single writer, as the box sees it."""

    @property
    def snapshot(self) -> Snapshot:
        """The newest state."""

    def submit(self, command: object, actor: str) -> Future[Snapshot]:
        """Queue a command; the future holds the game after it, or why it was refused."""

    def subscribe(self, subscriber: Callable[[Snapshot], None]) -> Callable[[], None]:
        """Call back with every new snapshot; returns how to end that."""


class ButtonBox:
    """One box, one game."""

    def __init__(
        self,
        port: str,
        game: Game,
        *,
        judge: Judge | None = None,
        known: Iterable[PressKey] = (),
        clock: ClockRules | None = None,
        adapters: bool = False,
        monotonic_s: Callable[[], float] = time.monotonic,
    ) -> None:
        """Prepare; `start` begins.

        Args:
            port: Path or URL of the box, such as `virtual://?seed=3`; empty to look for it.
            game: The single writer.
            judge: Looks words up for challenges.
            known: Presses in the game's log (`known_presses`).
            clock: The time there is, for a game with clocks.
            adapters: Look behind general USB adapters too.
            monotonic_s: The clock.
        """
        self._game = game
        self._judge = judge
        self._now_s = monotonic_s
        self._lock = threading.Lock()
        self._answers: dict[PressKey, Future[Snapshot]] = {}
        self._notice = ""
        self._notice_until_ms = 0
        players = len(game.snapshot.players)
        self._clock: ClockState | None = chess.start(clock, players) if clock else None
        self._told: dict[type, Any] = {}
        self._was_ready = False
        self._has_booked = False
        self.link = Link(
            port,
            on_press=self.pressed,
            on_status=self._status_changed,
            on_turn=self.refresh,
            known=known,
            adapters=adapters,
            monotonic_s=monotonic_s,
        )

    def start(self) -> ButtonBox:
        """Begin to look for the box."""
        self._end_subscription = self._game.subscribe(self._changed)
        self.link.start()
        return self

    def stop(self) -> None:
        """Let go of the box."""
        self._end_subscription()
        self.link.stop()

    def __enter__(self) -> ButtonBox:
        return self.start()

    def __exit__(self, *exc: object) -> None:
        self.stop()

    @property
    def clock(self) -> ClockState | None:
        """The clocks as they stand."""
        with self._lock:
            return self._clock and chess.settled(self._clock, self._now_ms())

    def health(self) -> dict[str, object]:
        """Return how it stands with the box, as JSON values for a screen."""
        status = self.link.status
        hello = status.hello
        return {
            "phase": status.phase.value,
            "sentence": status.sentence,
            "trouble": type(status.trouble).__name__ if status.trouble else None,
            "port": status.port,
            "uid": hello.uid if hello else None,
            "firmware": hello.firmware / 100 if hello else None,
            "queued": status.queued,
            "dropped": status.dropped,
            "garbled": status.garbled,
            "bad_line": status.bad_line,
        }

    def pressed(self, press: Press) -> bool:
        """Do what a press asks for; True when it need not come again."""
        answer = self._answers.get(press.key)
        if answer is None:
            meaning = meaning_of(press, self._game.snapshot, self._judge)
            match meaning:
                case Nothing():
                    return True
                case Wait(short=short):
                    self._notify(short)
                    return False
                case TogglePause():
                    self._toggle_pause()
                    return True
                case Say(sentence=sentence, short=short):
                    self._say(sentence, short)
                    return True
                case Ask(command=command):
                    answer = self._game.submit(command, actor_of(press.key))
        return self._wait_for(answer, press)

    def _wait_for(self, answer: Future[Snapshot], press: Press) -> bool:
        """Take the answer to a press; one that is not there yet is asked for by its repeat."""
        try:
            answer.result(ANSWER_S)
        except NotYet:
            self._answers[press.key] = answer
            return False
        except (RuleViolation, InputError) as refusal:
            self._say(str(refusal), "Not possible")
        except Exception as fault:  # not in the log, so it must come again
            log.warning("%s could not be kept: %s", press, fault)
            self._answers.pop(press.key, None)
            self._notify("Not saved!")
            return False
        self._answers.pop(press.key, None)
        return True

    def _toggle_pause(self) -> None:
        with self._lock:
            clock = self._clock
        if clock is None:
            self._say("This game has no clocks to pause.", "No clocks")
            return
        on_turn = self._game.snapshot.scoreboard.on_turn
        if clock.paused:
            self._turn_clock(Resume())
            self._say("The clocks go on.", "")
        elif clock.running is not None:
            self._turn_clock(Pause())
            self._say("The clocks are paused.", "Paused")
        elif on_turn is not None:
            self._turn_clock(Run(on_turn))
            self._say("The clocks run.", "")
        else:
            self._say("The game is over.", "Game over")

    def _say(self, sentence: str, short: str) -> None:
        self._game.submit(ShowMessage(sentence), ACTOR)
        self._notify(short)

    def _notify(self, short: str) -> None:
        with self._lock:
            self._notice = short
            self._notice_until_ms = self._now_ms() + NOTICE_MS

    def _changed(self, snapshot: Snapshot) -> None:
        """A new state of the game: whose clock runs follows whose turn it is."""
        with self._lock:
            clock = self._clock
        if clock is None:
            return
        on_turn = snapshot.scoreboard.on_turn
        if on_turn is None and clock.running is not None:
            self._turn_clock(Stop())
            self._book_overtime(snapshot)
        elif on_turn is not None and snapshot.turns and on_turn != clock.running:
            self._turn_clock(
                Run(on_turn)
            )  # whoever forgot to start them: from the first turn on

    def _book_overtime(self, snapshot: Snapshot) -> None:
        """Hand in what the time over costs; once, though an end may be undone."""
        clock, now_ms = self.clock, self._now_ms()
        if clock is None or self._has_booked:
            return
        self._has_booked = True
        lost = chess.out_of_time(clock, now_ms)
        for seat, points in enumerate(chess.penalties(clock, now_ms)):
            if points:
                self._game.submit(AdjustScore(seat, -points, "time over"), CLOCK_ACTOR)
        for seat in lost:
            name = snapshot.players[seat]
            self._game.submit(ShowMessage(f"{name} has lost by the clock."), CLOCK_ACTOR)

    def _turn_clock(self, command: chess.ClockCommand) -> None:
        with self._lock:
            if self._clock is not None:
                self._clock = chess.handle(self._clock, command, self._now_ms())

    def refresh(self) -> None:
        """Bring lights and displays up to date; sends only what has changed."""
        snapshot, now_ms = self._game.snapshot, self._now_ms()
        with self._lock:
            clock = self._clock
            notice = self._notice if now_ms < self._notice_until_ms else ""
        if not notice and clock is not None and clock.paused:
            notice = "Paused"
        wanted: tuple[Lights | Scores | Clocks | Text, ...] = (
            lights_of(snapshot),
            scores_of(snapshot),
            clocks_of(clock, now_ms),
            text_of(snapshot, notice, has_clock=clock is not None),
        )
        for state in wanted:
            if self._told.get(type(state)) != state:
                self._told[type(state)] = state
                self.link.show(state)

    def _status_changed(self, status: LinkStatus) -> None:
        """Say on the screens when the box comes and goes, not every attempt between."""
        ready = status.phase is Phase.READY
        if ready != self._was_ready and status.phase is not Phase.STOPPED:
            self._was_ready = ready
            self._game.submit(ShowMessage(status.sentence), ACTOR)

    def _now_ms(self) -> int:
        return int(self._now_s() * 1000)
