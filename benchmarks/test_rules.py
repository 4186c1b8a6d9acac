from __future__ import annotations

from pytest_benchmark.fixture import BenchmarkFixture

from companion import tilesets
from companion.board.layout import STANDARD
from companion.board.placement import Placement
from companion.board.position import Position
from companion.board.square import Square
from companion.board.tiles import Tile
from companion.rules.scoring import score_play


def test_score_a_play_with_seven_cross_words(benchmark: BenchmarkFixture) -> None:
    english = tilesets.load("english")
    above = {Square(7, 4 + n): Tile(letter) for n, letter in enumerate("ABATERS")}
    laid = [Placement(Square(8, 4 + n), Tile(letter)) for n, letter in enumerate("REGALED")]
    play = benchmark(score_play, Position(above), laid, STANDARD, english)
    assert len(play.words) == 8
    assert play.bonus == 50
