"""What every game in the registry must keep; a new game gets these tests by existing."""

from __future__ import annotations

import dataclasses
import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.board.square import Square
from companion.board.tiles import Tile
from companion.errors import ConfigError, RuleViolation
from companion.rules import codec
from companion.rules.api import AnyRuleset, Setup, to_json
from companion.rules.games.registry import GAMES, game
from companion.rules.messages import (
    AmendTurn,
    Command,
    CorrectTile,
    DeleteTurn,
    EndGame,
    Exchange,
    InsertTurn,
    Pass,
    PlayTiles,
    Redo,
    Undo,
    Withdraw,
)
from companion.rules.turns import Exchanged, Laid, Passed, Withdrawn
from tests.doubles.crossword import ENGLISH, legal_placements

SETUP = Setup(("Ann", "Bob", "Cy"), ENGLISH)
TILES = st.builds(Tile, st.sampled_from("AEIQZ"), st.booleans())


@st.composite
def steps(draw: st.DrawFn, ruleset: AnyRuleset, state: object) -> Command:
    """A command at random; some will be refused."""
    position = ruleset.scoreboard(state).position
    number = st.integers(0, 9)
    seat = st.integers(0, 3)
    laid = legal_placements(position)
    turn = st.one_of(
        st.builds(Laid, seat, laid),
        st.builds(Passed, seat),
        st.builds(Exchanged, seat, st.integers(0, 8)),
        st.builds(Withdrawn, seat),
    )
    square = st.builds(Square, st.integers(5, 9), st.integers(5, 9))
    racks = st.tuples(*[st.lists(TILES, max_size=2).map(tuple)] * 3)
    return draw(
        st.one_of(
            st.builds(PlayTiles, laid),
            st.builds(PlayTiles, laid),
            st.builds(Pass),
            st.builds(Exchange, st.integers(0, 8)),
            st.builds(Withdraw, st.none() | number),
            st.builds(CorrectTile, square, TILES),
            st.builds(AmendTurn, number, turn),
            st.builds(InsertTurn, number, turn),
            st.builds(DeleteTurn, number),
            st.builds(Undo),
            st.builds(Redo),
            st.builds(EndGame, racks),
        )
    )


@pytest.mark.parametrize("ruleset", GAMES.values(), ids=GAMES)
@settings(max_examples=60)
@given(data=st.data())
def test_live_and_replayed_agree_through_the_codec(
    ruleset: AnyRuleset, data: st.DataObject
) -> None:
    live = ruleset.start(SETUP)
    log: list[str] = []
    for _ in range(data.draw(st.integers(0, 12))):
        command = data.draw(steps(ruleset, live))
        written = json.dumps(codec.to_json(command))
        assert codec.from_json(json.loads(written), ruleset.commands) == command
        try:
            events = ruleset.decide(live, command)
        except RuleViolation as refused:
            sentence = str(refused)
            assert sentence.endswith(".")
            continue
        for event in events:
            log.append(json.dumps(codec.to_json(event)))
            live = ruleset.evolve(live, event)
    replayed = ruleset.start(codec.setup_from_json(codec.setup_to_json(SETUP)))
    for line in log:
        replayed = ruleset.evolve(replayed, codec.from_json(json.loads(line), ruleset.events))
    assert replayed == live
    board = ruleset.scoreboard(live)
    json.dumps(to_json(board))
    assert board.unseen_count + len(board.position) >= 100
    for seat, row in enumerate(board.rows):
        scores = sum(t.score for t in board.turns if t.seat == seat)
        assert board.ended or row.total == scores


@pytest.mark.parametrize("ruleset", GAMES.values(), ids=GAMES)
@settings(max_examples=30)
@given(data=st.data())
def test_events_out_of_place_never_raise(ruleset: AnyRuleset, data: st.DataObject) -> None:
    """evolve is total: an event decided in another game is folded all the same."""
    here, there = ruleset.start(SETUP), ruleset.start(SETUP)
    for _ in range(6):
        command = data.draw(steps(ruleset, there))
        try:
            events = ruleset.decide(there, command)
        except RuleViolation:
            continue
        for event in events:
            there = ruleset.evolve(there, event)
            if data.draw(st.booleans()):
                here = ruleset.evolve(here, event)
    json.dumps(to_json(ruleset.scoreboard(here)))


@pytest.mark.parametrize("ruleset", GAMES.values(), ids=GAMES)
def test_every_action_offered_is_a_command_with_these_fields(ruleset: AnyRuleset) -> None:
    commands = {codec.kebab(kind): kind for kind in ruleset.commands}
    board = ruleset.scoreboard(ruleset.start(SETUP))
    assert board.actions
    for action in board.actions:
        fields = {f.name: f for f in dataclasses.fields(commands[action.command])}
        assert {f.name for f in action.fields} <= set(fields)
        needed = {n for n, f in fields.items() if f.default is dataclasses.MISSING}
        assert needed <= {f.name for f in action.fields if not f.optional}


def test_a_game_by_name() -> None:
    assert game("classic").name == "classic"
    with pytest.raises(ConfigError, match="no game 'chess'; the games are classic"):
        game("chess")
