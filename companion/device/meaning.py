"""What a press means in a game as it stands. Pure."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

from companion.lexicon import Lexicon
from companion.rules.crossword.challenges.rules import Judged
from companion.rules.engine.messages import Challenge, Pass, Undo
from companion.session.messages import AcceptProposal, PressClock
from companion.session.snapshot import Snapshot
from companion.text import Said, said
from firmware_bridge import Button, Kind, Press

Judge = Callable[[str], Judged]
"""Looks a word up."""


def judge_by(lexicon: Lexicon) -> Judge:
    """Return the judge that a word list is."""

    def judge(word: str) -> Judged:
        verdict = lexicon.judge(word)
        return Judged(word, known=verdict.known, lexicon=verdict.lexicon_title)

    return judge


@dataclass(frozen=True, slots=True)
class Ask:
    """Do this in the game."""

    command: object


@dataclass(frozen=True, slots=True)
class Say:
    """Do nothing, and say why.

    Attributes:
        sentence: For the screens.
        short: For the box: up to 16 characters.
    """

    sentence: Said
    short: str


@dataclass(frozen=True, slots=True)
class Wait:
    """Not yet: the camera may still be reading. The press comes again in a moment."""

    short: str


@dataclass(frozen=True, slots=True)
class Nothing:
    """Do nothing, silently."""


Meaning = Ask | Say | Wait | Nothing

PATIENCE_S = 4.0
"""For so long a turn that was ended waits for the camera to see its tiles."""

STALE = Say(
    said(
        "A button was pressed while the box was not heard; press it again if it still counts."
    ),
    "Press again?",
)


def meaning_of(
    press: Press,
    snapshot: Snapshot,
    judge: Judge | None,
    *,
    ahead: int = 0,
    turn_s: float = math.inf,
) -> Meaning:
    """Return what a press asks for.

    A press that is older than some seconds is acted on only where it cannot hit the wrong
    turn: ending a turn names its player, and was pressed since that turn began.

    Args:
        press: The press.
        snapshot: The game.
        judge: Looks words up for challenges.
        ahead: Turns that were ended before this press and still wait for the camera.
        turn_s: Seconds since the turn began, as far as is known.
    """
    if press.kind is not Kind.PRESS:
        return Nothing()
    if press.button <= Button.PLAYER_4 and not (press.stale and press.age_s > turn_s):
        return _end_turn(press, snapshot, ahead)
    if press.stale:
        return STALE
    match press.button:
        case Button.CHALLENGE:
            return _challenge(snapshot, judge)
        case Button.PASS:
            return _pass(snapshot)
        case Button.UNDO:
            return Ask(Undo())
        case _:
            return _pause(snapshot)


def _end_turn(press: Press, snapshot: Snapshot, ahead: int) -> Meaning:
    seat, on_turn = int(press.button), snapshot.scoreboard.on_turn
    if seat >= len(snapshot.players):
        return Say(
            said("There is no player {player} in this game.", player=seat + 1),
            f"No player {seat + 1}",
        )
    if on_turn is None:
        return Say(said("The game is over."), "Game over")
    due = (on_turn + ahead) % len(snapshot.players)
    if seat != due:
        name = snapshot.players[due]
        return Say(said("It is {player}'s turn.", player=name), f"Turn: {name}")
    proposal = snapshot.proposal
    if not ahead and proposal is not None and (proposal.best.plays or proposal.best.withdrawn):
        return Ask(AcceptProposal(player=seat))
    board = snapshot.scoreboard
    may_lay = any(action.command == "play-tiles" for action in board.actions)
    if may_lay and press.age_s < PATIENCE_S:
        return Wait("Reading...")
    if board.ends_turn is not None:
        return Ask(board.ends_turn)
    if not may_lay:
        return Say(said("What is due now is done on the screen."), "See the screen")
    return Say(said("No new tiles are seen; press pass if there are none."), "No new tiles")


def _pause(snapshot: Snapshot) -> Meaning:
    if snapshot.clocks is None:
        return Say(said("This game has no clocks."), "No clocks")
    if snapshot.scoreboard.on_turn is None:
        return Say(said("The game is over."), "Game over")
    return Ask(PressClock())


def _pass(snapshot: Snapshot) -> Meaning:
    proposal = snapshot.proposal
    if proposal is not None and proposal.best.plays:
        return Say(
            said("There are new tiles on the board; take them back before passing."),
            "Tiles laid!",
        )
    return Ask(Pass())


def _challenge(snapshot: Snapshot, judge: Judge | None) -> Meaning:
    last = snapshot.last_play
    if last is None or not can_challenge(snapshot):
        return Say(said("There is no play to challenge."), "No play")
    if judge is None:
        return Say(said("There is no word list to judge a challenge by."), "No word list")
    return Ask(Challenge(tuple(judge(word.text) for word in last.words)))


def can_challenge(snapshot: Snapshot) -> bool:
    """Whether a challenge is open."""
    return any(action.command == "challenge" for action in snapshot.actions)
