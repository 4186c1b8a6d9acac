"""What a screen needs to know of a game, at one moment. Immutable and JSON-able."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from companion.board.placement import Placement
from companion.board.position import Position
from companion.board.square import Square
from companion.inference.diff import Doubt
from companion.inference.propose import Explanation, Proposal
from companion.rules.api import Action, Panel, Row, Scoreboard, TurnRow, to_json
from companion.rules.engine.clock import ClockState
from companion.session.order import Seen
from companion.text import NOTHING, Said


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A game as every screen shows it.

    Attributes:
        version: Grows by one with every change that a screen can see.
        seq: Events of the game in its log; how the clocks stand is not counted.
        game: The game's name, given by its players.
        scoreboard: Rows, turns, position, panels and actions as the rules give them.
        doubtful: Squares to look at again.
        proposal: What the camera makes of the board, if it is more than the known position.
        message: One sentence on what happened last; may be empty.
        about: Whom or what the message comes from, such as a reason of the camera's, "box" or
            "clock"; empty for the story of a turn.
        lift: Squares whose tiles are to be lifted before the game goes on.
        clocks: The chess clocks, if the game has any.
        left_out: Squares that look taken and belong to no play, while nothing is proposed.
        ended: Turns that their players have ended and the camera has not told yet.
        trouble: Why the game cannot be kept, until it can; empty while all is well.
        number: Of the game in the store.
        colours: Of the players, where they were changed since the set-up.
        deleted: The game was put aside.
    """

    version: int
    seq: int
    game: str
    scoreboard: Scoreboard
    doubtful: tuple[Doubt, ...] = ()
    proposal: Proposal | None = None
    message: Said = NOTHING
    about: str = ""
    lift: tuple[Square, ...] = ()
    clocks: ClockState | None = None
    ended: int = 0
    left_out: tuple[Square, ...] = ()
    trouble: Said = NOTHING
    number: int = 0
    colours: tuple[str, ...] = ()
    deleted: bool = False

    @property
    def seen(self) -> Seen:
        """What an order names that was given while this was on the screen."""
        clocks = self.clocks
        stood = clocks is None or clocks.paused or clocks.running is None
        return Seen(self.number, self.seq, self.scoreboard.on_turn, stood)

    @property
    def notice(self) -> Said:
        """The message if it is no story of a turn but tells of camera, box or clock."""
        return self.message if self.about else NOTHING

    @property
    def players(self) -> tuple[str, ...]:
        """Names, in the order of play."""
        return tuple(row.player for row in self.scoreboard.rows)

    @property
    def totals(self) -> tuple[tuple[str, int], ...]:
        """(player, points) in the order of play."""
        return tuple((row.player, row.total) for row in self.scoreboard.rows)

    @property
    def rows(self) -> tuple[Row, ...]:
        """Players with totals and who is on turn."""
        return self.scoreboard.rows

    @property
    def position(self) -> Position:
        """The board."""
        return self.scoreboard.position

    @property
    def cells(self) -> list[list[str]]:
        """The board as the command line writes it."""
        return self.scoreboard.position.cells()

    @property
    def turns(self) -> tuple[TurnRow, ...]:
        """All turns, oldest first."""
        return self.scoreboard.turns

    @property
    def last_play(self) -> TurnRow | None:
        """The last play that still lies on the board."""
        return last_play(self.scoreboard)

    @property
    def actions(self) -> tuple[Action, ...]:
        """What may be done now."""
        return self.scoreboard.actions

    @property
    def panels(self) -> tuple[Panel, ...]:
        """Further blocks of the screen."""
        return self.scoreboard.panels

    def to_json(self) -> dict[str, Any]:
        """Return the snapshot as JSON values, the form that screens receive."""
        board = self.scoreboard
        last = self.last_play
        return {
            "version": self.version,
            "seq": self.seq,
            "game": self.game,
            "ruleset": board.game,
            "players": to_json(board.rows),
            "totals": dict(self.totals),
            "on_turn": board.on_turn,
            "ended": board.ended,
            "cells": self.cells,
            "last_play": to_json(last) if last else None,
            "turns": to_json(board.turns),
            "unseen": [list(pair) for pair in board.unseen],
            "unseen_count": board.unseen_count,
            "bag_count": board.bag_count,
            "doubtful": doubts_json(self.doubtful),
            "proposal": proposal_json(self.proposal) if self.proposal else None,
            "panels": to_json(board.panels),
            "actions": to_json(board.actions),
            "message": str(self.message),
        }


def last_play(board: Scoreboard) -> TurnRow | None:
    """The last play that still lies on the board, or None."""
    for turn in reversed(board.turns):
        if turn.stands:
            return turn
    return None


def doubts_json(doubts: Iterable[Doubt]) -> list[dict[str, Any]]:
    """Doubtful squares in the form of the command line's `doubtful`."""
    return [
        {
            "square": doubt.square.name,
            "candidates": [[text, round(p, 4)] for text, p in doubt.candidates],
        }
        for doubt in doubts
    ]


def proposal_json(proposal: Proposal) -> dict[str, Any]:
    """A proposal as screens receive it; `alternatives` are counted from 1 by `choice`."""
    return {
        **_explanation_json(proposal.best),
        "log_odds": round(proposal.log_odds, 3),
        "alternatives": [_explanation_json(other) for other in proposal.alternatives],
        "doubtful": doubts_json(proposal.doubts),
        "ignored": [square.name for square in proposal.quarantined],
    }


def _explanation_json(explanation: Explanation) -> dict[str, Any]:
    return {
        "kind": explanation.kind.value,
        "plays": [
            {
                "coordinate": play.coordinate,
                "tiles": tile_pairs(play.placements),
                "words": to_json(play.words),
                "score": play.score,
            }
            for play in explanation.plays
        ],
        "withdrawn": [square.name for square in explanation.withdrawn],
        "swapped": [square.name for square in explanation.swapped],
    }


def tile_pairs(placements: Iterable[Placement]) -> list[list[str]]:
    """Placements as [square, tile] pairs, the form of the command line's `tiles`."""
    return [[p.square.name, p.tile.text] for p in placements]


def squares_of(turn: TurnRow | None) -> tuple[Square, ...]:
    """Squares that a turn laid tiles on."""
    return tuple(p.square for p in turn.placements) if turn else ()
