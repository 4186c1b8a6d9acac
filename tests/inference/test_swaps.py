"""A blank that gave way to its tile, and plays of more than seven tiles."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.board.layout import STANDARD
from companion.board.position import Position
from companion.board.square import parse_square
from companion.board.tiles import Tile
from companion.inference.propose import Kind, rank
from companion.rules.crossword.scoring import score_play
from companion.rules.engine.messages import PlayTiles
from companion.rules.monopoly.messages import LetStand, SwapBlank
from companion.rules.registry import GAMES
from companion.session.accepting import commands_of
from companion.tilesets import load
from companion.web.requests.amend import with_letter
from tests.doubles.at_table import lay
from tests.doubles.monopoly import monopoly
from tests.doubles.readings import cell, laid, reading_of
from tests.doubles.together import together

ENGLISH = load("english")
BLANKED = Position({**laid("8G", "HUT"), parse_square("8H"): Tile("U", blank=True)})
SWAPPED = Position(laid("8G", "HUT"))
OX = laid("9G", "OX")


def test_a_swap_is_offered_beside_a_misread_blank_and_the_players_are_asked() -> None:
    reading = reading_of(SWAPPED.with_tiles(OX))
    proposal = rank(BLANKED, reading, tiles=ENGLISH, blank_swaps=True)
    both = [(e.swapped, e.plays[0].score) for e in (proposal.best, *proposal.alternatives[:1])]
    assert {squares for squares, _ in both} == {(), (parse_square("8H"),)}
    assert proposal.log_odds < 2


def test_a_blank_that_shows_no_letter_was_not_swapped() -> None:
    reading = reading_of(BLANKED.with_tiles(OX))
    proposal = rank(BLANKED, reading, tiles=ENGLISH, blank_swaps=True)
    assert all(not e.swapped for e in (proposal.best, *proposal.alternatives))
    another = reading_of(BLANKED.with_tiles(OX), cell("8H", 0.99, ("O", 0.9)))
    proposal = rank(BLANKED, another, tiles=ENGLISH, blank_swaps=True)
    assert all(not e.swapped for e in (proposal.best, *proposal.alternatives))


def test_other_games_know_no_swap() -> None:
    proposal = rank(BLANKED, reading_of(SWAPPED.with_tiles(OX)), tiles=ENGLISH)
    assert proposal.kind is Kind.PLAY
    assert not proposal.best.swapped


def test_an_accepted_swap_costs_500_and_scores_with_the_tile() -> None:
    table = monopoly()
    table.do(PlayTiles(lay("HuT", "8G")), LetStand())
    board = table.now.position
    proposal = rank(
        board, reading_of(SWAPPED.with_tiles(OX)), tiles=ENGLISH, blank_swaps=True,
        rack_size=GAMES["monopoly-scrabble"].most_tiles(table.setup),
    )  # fmt: skip
    chosen = next(e for e in (proposal.best, *proposal.alternatives) if e.swapped)
    commands = commands_of(chosen, None, SwapBlank)
    assert [type(command) for command in commands] == [SwapBlank, PlayTiles]
    seat = table.now.on_turn
    before = table.now.cash(seat)
    table.do(*commands)
    assert table.now.cash(seat) == before - 500
    assert table.now.turns[-1].play.score == chosen.plays[0].score


@pytest.mark.parametrize("word", ["ABSTAINED", "COUNTERPARTS"])
def test_bank_tiles_make_plays_of_more_than_seven(word: str) -> None:
    table = monopoly()
    most = GAMES["monopoly-scrabble"].most_tiles(table.setup)
    reading = reading_of(Position(laid("8A", word)))
    short = rank(Position({}), reading, tiles=ENGLISH)
    assert short.kind is not Kind.PLAY or len(short.best.placements) < len(word)
    proposal = rank(Position({}), reading, tiles=ENGLISH, rack_size=most)
    assert proposal.play is not None
    assert proposal.play.main.text == word


def test_an_extra_tile_makes_eight_in_the_game_of_goals() -> None:
    assert GAMES["together"].most_tiles(together().setup) == 8
    assert GAMES["classic"].most_tiles(together().setup) == 7


def test_a_letter_corrected_by_a_tap_keeps_the_swap_and_its_score() -> None:
    proposal = rank(
        BLANKED, reading_of(SWAPPED.with_tiles(OX)), tiles=ENGLISH, blank_swaps=True
    )
    chosen = next(e for e in (proposal.best, *proposal.alternatives) if e.swapped)
    assert chosen.before(BLANKED) == SWAPPED
    shown = replace(proposal, best=chosen, alternatives=())
    amended = with_letter(
        shown, BLANKED, parse_square("9H"), Tile("N"), tiles=ENGLISH, layout=STANDARD,
        rack_size=7,
    )  # fmt: skip
    on_blank = score_play(BLANKED, amended.best.placements, STANDARD, ENGLISH, rack_size=7)
    assert amended.best.swapped == chosen.swapped
    assert amended.best.plays[0].score > on_blank.score
