from __future__ import annotations

import json

import pytest

from companion.app import terminal
from companion.board.reading import Reason
from companion.commands.watch import facts, sentence
from companion.inference.settle import Window
from companion.rules.engine.messages import EndGame
from companion.session.order import ordered
from companion.text.languages import ENGLISH, language
from companion.vision.types import Frame
from companion.watching.pipeline import Pipeline
from companion.watching.spectator import Counted, Noticed, Settled, Spectator, Told
from tests.doubles.fake_loop import FakeLoop
from tests.doubles.true_eyes import TrueEyes, encoded


class Watched:
    """A spectator over a board that tests lay tiles on; one frame a second."""

    def __init__(self) -> None:
        self.loop = FakeLoop()
        self.eyes = TrueEyes(self.loop.setup.tiles)
        self.told: list[Told] = []
        pipeline = Pipeline(self.eyes, self.loop, self.loop.setup.tiles, Window(2))
        self.spectator = Spectator(pipeline, self.loop, self.told.append, patience_s=4.0)
        self.cells = [[""] * 15 for _ in range(15)]
        self.t_s = 0.0

    def lay(self, at: str, word: str) -> None:
        for placement in self.loop.placements(at, word):
            self.cells[placement.square.row][placement.square.col] = placement.tile.text

    def look(self, times: int, *, hand: bool = False) -> list[str]:
        """Show so many frames; return the kinds of what was told meanwhile."""
        before = len(self.told)
        for _ in range(times):
            image = encoded(self.cells, self.loop.setup.tiles, hand=hand)
            self.spectator.take(Frame(image, t_s=self.t_s, seq=0, source="test"))
            self.t_s += 1.0
        return [type(told).__name__ for told in self.told[before:]]


@pytest.fixture
def board() -> Watched:
    return Watched()


def test_a_play_is_told_when_still_and_counts_after_the_patience(board: Watched) -> None:
    board.lay("8D", "QUIET")
    assert board.look(2) == ["Settled"]
    assert board.look(3) == []
    assert board.look(1) == ["Counted"]
    assert board.look(10) == []
    counted = board.told[-1]
    assert isinstance(counted, Counted)
    assert [(t.player, t.coordinate, t.word) for t in counted.turns] == [("Ann", "8D", "QUIET")]
    assert counted.totals == (("Ann", 48), ("Ben", 0))


def test_a_play_that_grows_starts_anew(board: Watched) -> None:
    board.lay("8G", "DJ")
    board.look(4)
    board.lay("8G", "DJIN")
    assert board.look(5) == ["Settled"]
    assert board.loop.snapshot.turns == ()
    assert board.look(2) == ["Counted"]
    assert [turn.word for turn in board.loop.snapshot.turns] == ["DJIN"]


def test_a_hand_over_the_board_stops_the_clock(board: Watched) -> None:
    board.lay("8D", "QUIET")
    board.look(3)
    assert board.look(20, hand=True) == ["Noticed"]
    assert board.loop.snapshot.turns == ()
    assert "Counted" in board.look(8)


def test_two_players_play_in_turn(board: Watched) -> None:
    board.lay("8D", "QUIET")
    board.look(8)
    board.lay("D8", "QUAY")
    board.look(8)
    turns = board.loop.snapshot.turns
    assert [(turn.player, turn.word) for turn in turns] == [("Ann", "QUIET"), ("Ben", "QUAY")]


def test_trouble_is_told_once(board: Watched) -> None:
    board.eyes.blind = Reason.TOO_DARK
    assert board.look(9) == ["Noticed"]


def test_what_the_rules_refuse_is_told_once(board: Watched) -> None:
    board.lay("8D", "QUIET")
    board.look(2)
    board.loop.submit(ordered(EndGame(((), ())), "test")).result()
    told = board.look(30)
    assert told.count("Counted") == 0
    assert told.count("Noticed") <= 2


def test_all_that_is_told_is_json_and_text(board: Watched) -> None:
    board.lay("8D", "QUIET")
    board.look(9)
    board.look(2, hand=True)
    kinds = [facts(told)["event"] for told in board.told]
    assert kinds == ["settled", "counted", "notice"]
    for told in board.told:
        json.dumps(facts(told))
    texts = [sentence(told) for told in board.told]
    assert texts[0] == "On the board: 8D QUIET +48"
    assert texts[1] == "Counted: Ann 8D QUIET +48 (Ann 48, Ben 0)"
    assert {Settled, Counted, Noticed} == {type(told) for told in board.told}
    terminal.use(language("de"))
    try:
        assert sentence(board.told[2]) == "Eine Hand ist über dem Brett."
    finally:
        terminal.use(language(ENGLISH))


def test_a_word_that_is_half_laid_waits(board: Watched) -> None:
    board.lay("8G", "QUA")
    board.lay("8K", "T")
    assert "Counted" not in board.look(12)
    board.lay("8J", "R")
    assert "Counted" in board.look(8)
    assert [turn.word for turn in board.loop.snapshot.turns] == ["QUART"]
