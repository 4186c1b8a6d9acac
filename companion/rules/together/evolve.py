"""Folding one event into the state. Total: what cannot be done leaves the state alone."""

from __future__ import annotations

from dataclasses import replace

from companion.board.tiles import Tile
from companion.errors import RuleViolation
from companion.rules.engine.messages import (
    PlayWithdrawn,
    TileCorrected,
    TilesPlayed,
    TurnPassed,
)
from companion.rules.together import messages
from companion.rules.together.state import State, TurnTaken, judged, told, with_blank
from companion.text import Said, said


def evolve(state: State, event: messages.Event) -> State:
    """Return the state after an event of the game's own."""
    match event:
        case TilesPlayed():
            return _played(state, event)
        case TurnPassed(player=player):
            taken = TurnTaken(player, "pass", story=_helper_story(state))
            return replace(state, turns=(*state.turns, taken), last=None)
        case PlayWithdrawn(number=number):
            return _withdrawn(state, number)
        case TileCorrected():
            return _corrected(state, event)
        case messages.JudgementAsked(asked=asked, met=met):
            return replace(state, judging=True, asked=asked, met=met)
        case messages.ColoursRead(squares=squares):
            colors = {c.square: c.color for c in squares if c.color}
            return replace(state, colors=tuple(sorted(colors.items())))
        case (
            messages.GoalsCompleted()
            | messages.GoalsTurned()
            | messages.GoalsPutUnder()
            | messages.GoalsShown()
        ):
            return _goals(state, event)
        case _:
            return _player(state, event)


def _played(state: State, event: TilesPlayed) -> State:
    try:
        play, _, _ = judged(state, event.placements)
    except RuleViolation:
        return state
    taken = TurnTaken(event.player, "play", play, story=_helper_story(state))
    laid = {p.square: p.tile for p in event.placements}
    return replace(
        state,
        position=state.position.with_tiles(laid),
        racks=_added(state.racks, event.player, -len(laid)),
        turns=(*state.turns, taken),
        last=replace(state, last=None),
    )


def _helper_story(state: State) -> tuple[Said, ...]:
    return (said("After a helper."),) if state.helped else ()


def _withdrawn(state: State, number: int) -> State:
    if state.last is None or not 1 <= number <= len(state.turns):
        return state
    taken = replace(state.turns[number - 1], withdrawn=True, goals=(), story=())
    return replace(state.last, turns=(*state.turns[: number - 1], taken), on_turn=taken.player)


def _corrected(state: State, event: TileCorrected) -> State:
    square, at = event.square, event.number - 1
    if square not in state.position or not 0 <= at < len(state.turns):
        return state
    last = state.last
    if last is not None and square in last.position:
        last = _corrected(last, event)
    taken = state.turns[at]
    if taken.play is not None:
        placements = tuple(
            replace(p, tile=event.tile) if p.square == square else p
            for p in taken.play.placements
        )
        play = replace(taken.play, placements=placements)
        taken = replace(taken, play=play, corrected=True)
    return replace(
        state,
        position=state.position.with_tiles({square: event.tile}),
        turns=(*state.turns[:at], taken, *state.turns[at + 1 :]),
        last=last,
    )


def _goals(
    state: State,
    event: messages.GoalsCompleted
    | messages.GoalsTurned
    | messages.GoalsPutUnder
    | messages.GoalsShown,
) -> State:
    match event:
        case messages.GoalsCompleted(player=player, goals=goals, by_helper=by_helper):
            done = (*state.done, *((goal, player) for goal in goals))
            left = tuple(goal for goal in state.open if goal not in goals)
            changed = replace(state, done=done, open=left, judging=False, asked=(), met=())
            if by_helper or not state.turns:
                return changed
            last = state.turns[-1]
            texts = tuple(state.goal(goal).told for goal in goals)
            taken = replace(last, goals=goals, story=(*last.story, *texts))
            return replace(changed, turns=(*state.turns[:-1], taken))
        case messages.GoalsTurned(count=count):
            turned, pile = state.pile[:count], state.pile[count:]
            return replace(state, open=(*state.open, *turned), pile=pile)
        case messages.GoalsPutUnder():
            return replace(state, open=(), pile=(*state.pile, *state.open))
        case messages.GoalsShown(goals=goals):
            return _shown(state, goals)


def _shown(state: State, goals: tuple[int, ...]) -> State:
    """What lay open changes places with what does, in the pile or in the box."""
    gone = [goal for goal in state.open if goal not in goals]
    come = [goal for goal in goals if goal not in state.open]
    swapped = dict(zip(come, gone, strict=False))
    pile = tuple(swapped.get(goal, goal) for goal in state.pile)
    return replace(state, open=goals, pile=pile)


def _player(state: State, event: messages.Event) -> State:
    match event:
        case messages.HelperUsed(player=player, helper=helper, count=count):
            helpers = tuple(h for h in state.helpers if h != helper)
            del player, count
            return replace(state, helpers=helpers, helped=True, last=None)
        case messages.TileTurned(tile=tile):
            token = tile.letter if isinstance(tile, Tile) else None
            return replace(state, tiles=with_blank(state.tiles, token))
        case messages.TilesDrawn(player=player, count=count):
            racks = _added(state.racks, player, count)
            return replace(state, racks=racks, bag=state.bag - count)
        case messages.FirstChosen(player=player):
            return replace(state, on_turn=player)
        case messages.TurnEnded(player=player):
            return replace(state, on_turn=player, helped=False)
        case messages.GameWon():
            return told(replace(state, won=True), said("All goals are completed."))
        case messages.GameLost():
            return replace(state, won=False)
        case _:
            return state


def _added(values: tuple[int, ...], index: int, amount: int) -> tuple[int, ...]:
    return (*values[:index], values[index] + amount, *values[index + 1 :])
