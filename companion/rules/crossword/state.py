"""The crossword game that board games share: its state, its start, and how events change it.

Games call these functions; nothing is inherited. What may be done is in `deciding`; every event
is a turn of its own, so turns are kept by the names of their players.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from typing import Any, assert_never

from companion.board.tiles import Tile
from companion.errors import ConfigError, RuleViolation
from companion.rules.api import Setup
from companion.rules.crossword.challenges.rules import all_known, check_words
from companion.rules.crossword.held import check_held, racks_still
from companion.rules.crossword.options import HouseRules, rules_of
from companion.rules.crossword.sheet import (
    Sheet,
    blank_sheet,
    check_turn,
    extend,
    impossible,
    noted,
)
from companion.rules.crossword.starting import with_fewest_starts
from companion.rules.crossword.turns import (
    Adjusted,
    Challenged,
    Exchanged,
    Laid,
    Lost,
    Passed,
    Turn,
    Withdrawn,
    beside_the_turns,
)
from companion.rules.engine import messages, violations
from companion.rules.engine.book import Own, Settled
from companion.rules.engine.history import Did, KeptTurn
from companion.rules.noted import FileNoted, TurnNoted
from companion.text import said

Recorded = (
    messages.Taken
    | messages.TurnLost
    | messages.TurnImpossible
    | messages.StartDrawn
    | messages.GameEnded
    | FileNoted
    | TurnNoted
)
"""Events that the score sheet follows from."""

TAKEN = (
    messages.TilesPlayed, messages.TurnPassed, messages.TilesExchanged,
    messages.ScoreAdjusted, messages.PlayWithdrawn, messages.PlayChallenged,
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class CrosswordState:
    """A game in progress."""

    setup: Setup
    rules: HouseRules
    sheet: Sheet
    first: int = 0
    """Seat that begins."""

    drawn: tuple[Tile, ...] = ()
    """The tiles that decided it, if any were drawn."""

    racks: tuple[tuple[Tile, ...], ...] | None = None
    """What was held at the end; None while the game goes on."""

    unknown: tuple[int, ...] = ()
    """Seats of the racks that nobody told at the end; with any the reckoning is open."""

    filed: FileNoted | None = None
    """What the file said that the game was taken from."""

    @property
    def ended(self) -> bool:
        """Whether the final racks are in."""
        return self.racks is not None

    @property
    def on_turn(self) -> int:
        """Seat whose turn it is."""
        return self.sheet.on_turn

    @property
    def names(self) -> tuple[str, ...]:
        """The players."""
        return self.setup.players


def start(setup: Setup) -> CrosswordState:
    """Return the state before the first turn.

    Raises:
        ConfigError: Not two to four players, a name twice, or an impossible option.
    """
    if not 2 <= len(setup.players) <= 4:
        raise ConfigError(
            said("The game takes 2 to 4 players, not {players}.", players=len(setup.players))
        )
    if len(set(setup.players)) != len(setup.players):
        raise ConfigError(said("Every player needs a name of their own."))
    rules = rules_of(setup)
    if rules.first >= len(setup.players):
        raise ConfigError(
            said(
                "Seat {first} cannot begin; there are {players}.",
                first=rules.first,
                players=len(setup.players),
            )
        )
    if rules.teams != "0" and len(rules.teams.split(",")) != len(setup.players):
        raise ConfigError(
            said(
                "The option 'teams' has {teams} numbers, and there are {players} players.",
                teams=len(rules.teams.split(",")),
                players=len(setup.players),
            )
        )
    first = may_begin(setup, rules)[0]
    return CrosswordState(setup, rules, blank_sheet(setup, rules, first), first)


def may_begin(setup: Setup, rules: HouseRules) -> tuple[int, ...]:
    """Return the seats between which a draw decides, or the one that begins.

    Raises:
        ConfigError: The numbers of starts are not one a player.
    """
    seats = tuple(range(len(setup.players)))
    if rules.first_player == "fewest":
        seats = with_fewest_starts(rules.starts, len(setup.players))
    return tuple(sorted(seats, key=lambda seat: (seat != rules.first, seat)))


def evolve(state: CrosswordState, event: Recorded, *, is_sure: bool = True) -> CrosswordState:
    """Return the state after an event. Total; what is sure is not looked at again."""
    match event:
        case messages.StartDrawn(tiles=tiles, first=first):
            sheet = blank_sheet(state.setup, state.rules, first)
            return replace(state, sheet=sheet, first=first, drawn=tiles)
        case messages.GameEnded(racks=racks, unknown=unknown):
            return replace(state, racks=racks, unknown=unknown)
        case FileNoted():
            return replace(state, filed=event)
        case TurnNoted():
            sheet = noted(state.sheet, event)
        case messages.TurnImpossible(order=order, problem=problem):
            sheet = impossible(state.sheet, turn_of(order), problem)
        case _:
            sheet = extend(state.sheet, turn_of(event), is_sure=is_sure)
    return CrosswordState(
        state.setup,
        state.rules,
        sheet,
        state.first,
        state.drawn,
        state.racks,
        state.unknown,
        state.filed,
    )


def turn_of(event: messages.Taken | messages.TurnLost) -> Turn:
    """Return the turn that an event tells."""
    match event:
        case messages.TilesPlayed(player=player, placements=placements):
            return Laid(player, placements)
        case messages.TurnPassed(player=player):
            return Passed(player)
        case messages.TilesExchanged(player=player, count=count, tiles=tiles):
            return Exchanged(player, count, tiles)
        case messages.ScoreAdjusted(player=player, points=points, reason=reason):
            return Adjusted(player, points, reason)
        case messages.PlayWithdrawn(player=player):
            return Withdrawn(player)
        case messages.PlayChallenged(by=by, owner=owner, words=words, warning=warning):
            return Challenged(by, owner, words, warning)
        case messages.TurnLost(player=player):
            return Lost(player)
        case _:
            assert_never(event)


def event_of(turn: Turn) -> object:
    """Return the event that tells a turn."""
    match turn:
        case Laid(player=player, placements=placements):
            return messages.TilesPlayed(player, placements)
        case Passed(player=player):
            return messages.TurnPassed(player)
        case Exchanged(player=player, count=count, tiles=tiles):
            return messages.TilesExchanged(player, count, tiles)
        case Adjusted(player=player, points=points, reason=reason):
            return messages.ScoreAdjusted(player, points, reason)
        case Withdrawn(player=player):
            return messages.PlayWithdrawn(0, player)
        case Challenged(player=by, owner=owner, words=words, warning=warning):
            return messages.PlayChallenged(0, by, owner, words, warning)
        case Lost(player=player):
            return messages.TurnLost(player)
        case _:
            assert_never(turn)


def again(state: CrosswordState, did: Did) -> Settled:
    """Return an event that is told once more. Raises RuleViolation if it cannot follow here."""
    event: Any = did.order
    if isinstance(event, (*TAKEN, messages.TurnLost)):
        check_turn(state.sheet, turn_of(event))
    if isinstance(event, messages.PlayChallenged):
        event = replace(event, settled=True)
    return event, (event,)


def _check_doubted(sheet: Sheet, event: messages.PlayChallenged) -> None:
    """Refuse a challenge of good words where no play of theirs lies, be it a late one."""
    asked = {word.word for word in event.words}
    plays = [
        (number, line, line.play.words)
        for number, line in enumerate(sheet.lines, 1)
        if line.play and line.seat == event.owner
    ]
    formed = [play for play in plays if asked <= {word.text for word in play[2]}]
    if not plays:
        raise violations.NothingToWithdraw
    number, line, words = (formed or plays)[-1]
    check_words(event.words, words)
    if line.withdrawn:
        raise violations.AlreadyWithdrawn(number)


def _follows(state: CrosswordState) -> messages.TurnLost | None:
    """The turn that is lost now by a challenge."""
    on_turn = state.sheet.on_turn
    return messages.TurnLost(on_turn) if state.sheet.skips[on_turn] else None


def _instead(order: Any, refusal: RuleViolation) -> messages.TurnImpossible:
    return messages.TurnImpossible(order, refusal.said)


def _place(turns: tuple[KeptTurn, ...], event: Recorded) -> int:
    """Where an event belongs: what becomes of a past play stands behind that play."""
    if isinstance(event, messages.StartDrawn | messages.GameEnded):
        return 0
    if isinstance(event, messages.PlayWithdrawn | messages.PlayChallenged):
        good = beside_the_turns(turn_of(event))
        if not good and not all(map(_beside, turns[event.number + 1 :])):
            return event.number + 1
    return len(turns)


def _beside(turn: KeptTurn) -> bool:
    return all(
        not isinstance(order, TAKEN) or beside_the_turns(turn_of(order))
        for order in turn.orders
    )


def _reopened(turns: tuple[KeptTurn, ...], event: Recorded) -> tuple[KeptTurn, ...]:
    """The turns; when the last play of a game comes off, the racks were not the last ones."""
    if not isinstance(
        event, messages.PlayWithdrawn | messages.PlayChallenged
    ) or beside_the_turns(turn_of(event)):
        return turns
    begun = turns[0]
    done = tuple(did for did in begun.done if not isinstance(did.order, messages.GameEnded))
    return turns if done == begun.done else (replace(begun, done=done), *turns[1:])


def ended(
    state: CrosswordState, told: tuple[tuple[tuple[Tile, ...], ...], tuple[int, ...]]
) -> messages.GameEnded:
    """Return the end of a game: its racks, and those not known, where they count."""
    racks, unknown = told
    return messages.GameEnded(racks, () if state.rules.end_bonus == "none" else unknown)


def _closed(state: CrosswordState, turns: tuple[KeptTurn, ...]) -> tuple[KeptTurn, ...]:
    """The turns of a corrected game, with what is still known of the racks at its end."""
    begun = turns[0]
    done = tuple(
        Did(order, (ended(state, racks_still(state.sheet, order.racks)),))
        if isinstance(order := did.order, messages.GameEnded)
        else did
        for did in begun.done
    )
    return turns if done == begun.done else (replace(begun, done=done), *turns[1:])


def _holds(state: CrosswordState, order: Any) -> None:
    if isinstance(order, messages.PlayChallenged) and all_known(order.words):
        _check_doubted(state.sheet, order)
    if isinstance(order, TAKEN):
        check_held(state.sheet, turn_of(order))


def _unsettled(event: Recorded) -> bool:
    return isinstance(event, messages.PlayChallenged) and not event.settled


OWN: Own[CrosswordState] = Own(
    events=(*TAKEN, messages.TurnImpossible, messages.StartDrawn, messages.GameEnded),
    follows=_follows,
    instead=_instead,
    place=_place,
    reopened=_reopened,
    closed=_closed,
    unsettled=_unsettled,
    holds=_holds,
    unsure=partial(evolve, is_sure=False),
)
