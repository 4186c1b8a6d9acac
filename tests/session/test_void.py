"""The void rule holds in live play, whoever lays the tiles."""

from __future__ import annotations

import pytest

from companion.board.placement import Placement
from companion.board.square import parse_square
from companion.board.tiles import Tile
from companion.errors import RuleViolation
from companion.household.clock import SteppedClock
from companion.inference.propose import Explanation, Proposal
from companion.rules.api import Setup
from companion.rules.crossword.challenges.rules import Judged
from companion.rules.crossword.game import GAME as CLASSIC
from companion.rules.crossword.scoring import score_play
from companion.rules.engine.messages import PlayTiles
from companion.session.messages import AcceptProposal, ShowProposal
from companion.session.order import ordered
from companion.session.session import Session
from companion.tilesets import load
from tests.doubles.games import Memory

KNOWN = {"CAT", "CATS"}


def laid(word: str, start: str = "8H") -> tuple[Placement, ...]:
    first = parse_square(start)
    return tuple(
        Placement(parse_square(f"{first.row + 1}{chr(65 + first.col + i)}"), Tile(letter))
        for i, letter in enumerate(word)
    )


def judge(word: str) -> Judged:
    return Judged(word, word in KNOWN, "Test")


def session(challenge: str) -> Session:
    return Session(
        CLASSIC,
        Setup(("Ann", "Bob"), load("english"), options=(("challenge", challenge),)),
        game="Void",
        append=Memory(),
        now=SteppedClock().now,
        judge=judge,
    )


def test_an_unknown_word_is_refused_as_it_is_laid_and_the_sentence_names_the_list() -> None:
    game = session("void")
    with pytest.raises(RuleViolation, match=r"TAC.*Test"):
        game.handle(ordered(PlayTiles(laid("TAC")), "tablet"))
    with pytest.raises(RuleViolation, match="TAC"):
        game.foresee(PlayTiles(laid("TAC")))
    assert not game.snapshot.turns
    game.handle(ordered(PlayTiles(laid("CAT")), "tablet"))
    assert [turn.word for turn in game.snapshot.turns] == ["CAT"]


def test_every_word_formed_is_looked_up_through_tiles_included() -> None:
    game = session("void")
    game.handle(ordered(PlayTiles(laid("CAT")), "tablet"))
    with pytest.raises(RuleViolation, match="CATE"):
        game.handle(ordered(PlayTiles(laid("E", "8K")), "tablet"))
    game.handle(ordered(PlayTiles(laid("S", "8K")), "tablet"))
    assert game.snapshot.turns[-1].word == "CATS"


def test_a_play_that_the_camera_found_is_looked_up_too() -> None:
    game = session("void")
    tiles = load("english")
    board = game.snapshot.position
    play = score_play(board, laid("TAC"), Setup(("A", "B"), tiles).layout, tiles)
    proposal = Proposal(Explanation((play,), (), 5.0), (), 9.0, (), ())
    game.handle(ordered(ShowProposal(proposal), "camera"))
    with pytest.raises(RuleViolation, match="TAC"):
        game.handle(ordered(AcceptProposal(), "tablet"))
    assert not game.snapshot.turns


def test_a_play_the_rules_refuse_keeps_its_own_sentence() -> None:
    with pytest.raises(RuleViolation, match="start"):
        session("void").handle(ordered(PlayTiles(laid("CAT", "1A")), "tablet"))


def test_with_another_rule_nothing_is_looked_up() -> None:
    game = session("double")
    game.handle(ordered(PlayTiles(laid("TAC")), "tablet"))
    assert game.snapshot.turns[-1].word == "TAC"
