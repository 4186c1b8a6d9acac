"""A game in progress: commands in, entries appended, snapshots out.

The session holds no file and no clock: it is given a way to append and a way to tell the time.
A command is committed before its snapshot exists, so that no screen shows what a crash could
lose.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from companion.errors import InputError, RuleViolation, StoreError
from companion.rules.api import Scoreboard, Setup
from companion.rules.crossword.challenges import void
from companion.rules.engine import clock as chess
from companion.rules.engine.clock import ClockRules, ClockState
from companion.rules.engine.messages import AdjustScore, CorrectTile
from companion.rules.game import Game
from companion.session import clocks as timing
from companion.session import labels
from companion.session.accepting import commands_of
from companion.session.boards import Boards
from companion.session.face import Face, noticed, shown
from companion.session.foresight import Foresight
from companion.session.labels import LabelsSet, changed
from companion.session.ledger import NOT_KEPT, Append, Ledger, Load, Now
from companion.session.log import Entry, event_of, is_of_game, newest_beside
from companion.session.messages import (
    AcceptProposal,
    KeepTime,
    NameGame,
    NamePlayers,
    PressClock,
    Refresh,
    SessionCommand,
    SetAside,
    SetClocks,
)
from companion.session.moment import Moment, NowMs
from companion.session.order import GameWentOn, Meant, Order, is_still_meant
from companion.session.snapshot import Snapshot, tile_pairs
from companion.session.story import story_of
from companion.session.times import Times
from companion.text import NOTHING, Said, said

CLOCK = "clock"
"""What messages of the clocks are about."""


@dataclass(frozen=True, slots=True)
class _Asked:
    """The game once what is being kept is kept."""

    state: Any
    clocks: ClockState | None


class Session:
    """One game. Not for more than one thread: the loop owns it."""

    def __init__(
        self,
        ruleset: Game,
        setup: Setup,
        *,
        game: str,
        number: int = 0,
        append: Append,
        now: Now,
        entries: Sequence[Entry] = (),
        load: Load | None = None,
        first_version: int = 0,
        clocks: ClockRules | None = None,
        now_ms: NowMs = lambda: 0,
        judge: void.Judge | None = None,
    ) -> None:
        """Take a game up where its log ends; an empty log starts it.

        Args:
            ruleset: The game's rules.
            setup: What it started from.
            game: Its name, for people.
            number: Of the game in the store.
            append: Where entries are committed.
            now: The clock.
            entries: The log so far, in order.
            load: Gives the log anew when the store did not say that it has committed; without
                it such entries count as lost.
            first_version: Versions count on from here; more than that of the game before it on
                the same screens.
            clocks: The time there is, for a game with clocks; the log's own count more.
            now_ms: What the clocks count by.
            judge: The word list, for games whose words are looked up as they are laid.

        Raises:
            StoreError: An entry cannot be read.
            ConfigError: The setup is impossible.
        """
        self._ruleset = ruleset
        self._number = number
        self._ledger = Ledger(append, now, load)
        self._moment = Moment(now_ms)
        self._first = self._setup = setup
        self._labels = LabelsSet(setup.players, name=game)
        self._called: Entry | None = None
        self._boards = Boards(ruleset.scoreboard)
        self._judge = judge if void.is_void(setup) else None
        self._state: Any = ruleset.start(setup)
        self._clocks = chess.start(clocks, len(setup.players)) if clocks else None
        self._times = Times(self._state)
        self._follow(entries)
        self._relabelled()
        self._asked: _Asked | None = None
        self._trouble = NOTHING
        self._version = first_version + self._ledger.seq
        stand = self._clocks is not None and self._clocks.paused
        self._face = noticed(Face({}), timing.RESTARTED if stand else NOTHING, CLOCK)
        self._snapshot = self._show()

    @property
    def snapshot(self) -> Snapshot:
        """The game as it is."""
        return self._snapshot

    @property
    def setup(self) -> Setup:
        """What the game started from, with the players called as they are now."""
        return self._setup

    def handle(self, order: Order) -> Snapshot:
        """Do what is ordered and return the game after it.

        An order that has been done already is not done again.

        Raises:
            GameWentOn: What it meant is no longer so; nothing changed.
            RuleViolation: The rules refuse; nothing changed.
            InputError: It cannot be understood; nothing changed.
            StoreError: Nobody knows that it was committed. What the store holds is looked up,
                now or, where it cannot even be read, before the next order.
        """
        if self._asked is not None:
            self._found_out(self._asked)
            self._renewed()
        if self._ledger.knows(order):
            return self._snapshot
        command = self._meant(order)
        self._moment.take(order.age_s)
        if isinstance(command, KeepTime) and not self._keep_time(order):
            return self._snapshot  # no news: screens count the seconds by themselves
        if isinstance(command, SessionCommand):
            self._handle_own(command, order)
        else:
            self._commit((command,), order)
            settled = dict(self._face.doubts)
            if isinstance(command, CorrectTile):
                settled.pop(command.square, None)
            self._face = Face(settled, message=self._story(), lifted=self._face.lifted)
        self._ledger.note(order)
        return self._renewed()

    def _meant(self, order: Order) -> object:
        """Return the command of an order that still means what it meant."""
        now, seen, command = self._snapshot, order.seen, order.command
        if isinstance(command, Meant):
            try:
                command = command.of(now)
            except (RuleViolation, InputError) as refusal:
                if seen is not None and seen.seq != now.seq:
                    raise GameWentOn from refusal
                raise
        if seen is not None and not is_still_meant(command, seen, now, self._boards.at_step):
            raise GameWentOn
        return command

    def foresee(self, command: object) -> Foresight:
        """Return what a command of the game would change; nothing is done. Thread-safe.

        Raises:
            RuleViolation: The command would be refused.
        """
        state, seen = self._foreseeable
        after = state
        for event in self._ruleset.decide(state, self._looked_up(state, command)):
            after = self._ruleset.evolve(after, event)
        board = self._ruleset.scoreboard
        return Foresight(seen, board(state), board(after))

    def _handle_own(self, command: SessionCommand, order: Order) -> None:
        match command:
            case PressClock() | SetClocks():
                self._set_clocks(command, order)
            case NamePlayers() | NameGame() | SetAside():
                self._label(command, order)
            case Refresh() | KeepTime():
                pass
            case AcceptProposal():
                self._accept(command, order)
            case _:
                self._face = shown(self._face, command, self._board.to_lift)

    def _accept(self, command: AcceptProposal, order: Order) -> None:
        proposal = self._face.proposal
        if proposal is None:
            raise RuleViolation(said("There is no proposal to accept."))
        choices = (proposal.best, *proposal.alternatives)
        if not 0 <= command.choice < len(choices):
            raise RuleViolation(
                said("There is no choice {choice} in this proposal.", choice=command.choice)
            )
        chosen = choices[command.choice]
        if command.tiles not in (None, tile_pairs(chosen.placements)):
            # What counts is what the player saw and meant, not what arrived since.
            raise RuleViolation(said("The board has changed since; look at the play again."))
        self._commit(commands_of(chosen, command.player, self._ruleset.swap_blank), order)
        doubts = {**self._face.doubts, **{d.square: d for d in proposal.doubts}}
        self._face = Face(doubts, message=self._story())

    def _commit(self, commands: Sequence[object], order: Order) -> None:
        """Decide all commands, append what they cause at once, and only then be changed."""
        state, events = self._decided(commands)
        clocks = self._clocks
        if clocks is not None:
            board, now_ms = self._boards.of(state), self._moment.ms
            if board.on_turn is None and AdjustScore in self._ruleset.commands:
                # Before the end, so that taking the end back does not give the time back.
                fines = tuple(timing.fines(clocks, board, now_ms))
                if fines and self._board.on_turn is not None:
                    state, events = self._decided((*fines, *commands))
            clocks, told = timing.stepped(clocks, self._board, board, now_ms)
            events += told
        self._keep(events, order, state, clocks)
        self._moment.done()

    def _decided(self, commands: Sequence[object]) -> tuple[Any, list[object]]:
        state, events = self._state, []
        for command in commands:
            for event in self._ruleset.decide(state, self._looked_up(state, command)):
                events.append(event)
                state = self._ruleset.evolve(state, event)
        return state, events

    def _looked_up(self, state: Any, command: object) -> object:
        """Under the void rule a play comes with what the list says of its words."""
        if self._judge is None:
            return command
        position = self._ruleset.scoreboard(state).position
        return void.looked_up(command, self._setup, position, self._judge)

    def _keep(
        self, events: Sequence[object], order: Order, state: Any, clocks: ClockState | None
    ) -> None:
        """Append what happened; only then the game is as it says."""
        self._asked = asked = _Asked(state, clocks)
        try:
            self._ledger.write(events, order, self._moment.ago_s)
        except StoreError:
            self._trouble = NOT_KEPT
            try:
                came = self._found_out(asked)
            finally:
                self._renewed()
            if not came:
                raise
        else:
            self._asked, self._trouble = None, NOTHING
            self._take(asked)

    def _found_out(self, asked: _Asked) -> bool:
        """Take in what the log holds after a commit without an answer; True if it is that."""
        came, others = self._ledger.look_up()
        self._asked = None
        if came:
            self._trouble = NOTHING
            self._take(asked)
        self._follow(others)
        if came or others:
            self._face = Face(self._face.doubts, message=self._story())
        return came

    def _take(self, asked: _Asked) -> None:
        """Be what has been kept."""
        self._state, self._clocks = asked.state, asked.clocks
        for entry in self._ledger.newest:
            self._times.entered(entry, self._state)

    def _follow(self, entries: Sequence[Entry]) -> None:
        """Let entries of the log, which come next, make the game what they say."""
        if (kept := newest_beside(entries).get(timing.KIND)) is not None:
            seats = len(self._setup.players)
            self._clocks = timing.restored(kept, seats, self._moment.now_ms())
        self._state = self._folded(self._state, entries)
        self._ledger.count(entries)

    def _label(self, command: NamePlayers | NameGame | SetAside, order: Order) -> None:
        turns = getattr(self._state, "turns", ())
        is_unlisted = len(turns) > 1 and not self._board.turns  # as in a game of hands
        is_begun = bool(turns and (turns[0].done or is_unlisted))
        new = changed(self._labels, command, self._setup, self._board, is_begun=is_begun)
        if new != self._labels:
            self._keep([new], order, self._state, self._clocks)
            self._relabelled()
            if not self._face.about:
                self._face = noticed(self._face, self._story(), "")

    def _relabelled(self) -> None:
        """Call everything as the log says now, what was told earlier too."""
        kept = self._ledger.beside.get(labels.KIND)
        if kept is None or kept is self._called:
            return
        was, first = self._labels, self._first.players
        self._labels = now = labels.kept_in(kept, len(first))
        self._called = kept
        if (now.players, now.starts) != (was.players, was.starts):
            self._setup = now.of(self._first)
            state = self._ruleset.start(self._setup)
            self._times = Times(state)
            self._state = self._folded(
                state, labels.retold(self._ledger.entries, first, now.players)
            )

    def _folded(self, state: Any, entries: Iterable[Entry]) -> Any:
        for entry in entries:
            if is_of_game(entry):
                state = self._ruleset.evolve(state, event_of(entry, self._ruleset))
            self._times.entered(entry, state)
        return state

    def _renewed(self) -> Snapshot:
        self._relabelled()
        self._version += 1
        self._snapshot = self._show()
        return self._snapshot

    def _set_clocks(self, command: PressClock | SetClocks, order: Order) -> None:
        board, now_ms = self._board, self._moment.ms
        if isinstance(command, SetClocks):
            clocks = timing.corrected(self._clocks, board, command.left_s, now_ms)
        else:
            clocks = timing.pressed(self._clocks, board, now_ms)
        self._keep([timing.written(clocks)], order, self._state, clocks)
        self._moment.done()
        told = said("The clocks are paused.") if clocks.paused else NOTHING
        self._face = noticed(self._face, told, CLOCK)

    def _keep_time(self, order: Order) -> bool:
        """Append how the clocks stand, if one runs; True if somebody has lost meanwhile."""
        clocks = self._clocks
        if clocks is None or clocks.running is None or clocks.paused:
            return False
        before_ms, now_ms = self._moment.kept()
        # Only the log is told: a press that was made before may still be on its way.
        kept = timing.written(chess.settled(clocks, now_ms))
        self._keep([kept], order, self._state, clocks)
        if chess.out_of_time(clocks, now_ms) == chess.out_of_time(clocks, before_ms):
            return False
        lost = timing.lost_sentence(self._board, clocks, now_ms)
        self._face = noticed(self._face, lost, CLOCK)
        return True

    @property
    def _board(self) -> Scoreboard:
        return self._boards.of(self._state)

    def _story(self) -> Said:
        board = self._board
        if not board.turns:
            return NOTHING
        lost = NOTHING
        if board.ended:
            lost = timing.lost_sentence(board, self._clocks, self._moment.now_ms())
        return lost or story_of(board.turns[-1])

    def _show(self) -> Snapshot:
        board = timing.judged(self._board, self._clocks, self._moment.now_ms())
        board = self._times.told(board)
        doubts = self._face.doubts
        self._boards.keep(self._ledger.steps, board.position)
        snapshot = Snapshot(
            version=self._version,
            seq=self._ledger.steps,
            game=self._labels.name,
            scoreboard=board,
            doubtful=tuple(doubts[s] for s in sorted(doubts) if s in board.position),
            proposal=self._face.proposal,
            message=self._face.message,
            about=self._face.about,
            lift=tuple(s for s in board.to_lift if s not in self._face.lifted),
            clocks=self._clocks,
            ended=self._face.ended,
            left_out=self._face.left_out,
            trouble=self._trouble,
            number=self._number,
            colours=self._labels.colours,
            deleted=self._labels.deleted,
        )
        self._foreseeable = (self._state, snapshot.seen)
        return snapshot
