from __future__ import annotations

import math
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.board.layout import STANDARD
from companion.board.placement import Placement
from companion.board.position import Position
from companion.board.reading import BoardReading, CellReading
from companion.board.square import Square, parse_square
from companion.board.tiles import Tile
from companion.errors import RuleViolation
from companion.inference.letters import remaining
from companion.inference.propose import Kind, Proposal, rank
from companion.rules.crossword.scoring import score_play
from companion.tilesets import load
from tests.doubles.readings import cell, laid, reading_of

ENGLISH = load("english")
START = Position(laid("8G", "HUT"))


def propose(before: Position, reading: BoardReading, **options: object) -> Proposal:
    return rank(before, reading, tiles=ENGLISH, **options)  # type: ignore[arg-type]


def words(proposal: Proposal) -> list[list[str]]:
    return [[w.text for w in play.words] for play in proposal.best.plays]


def test_a_word_is_found_and_scored() -> None:
    after = START.with_tiles(laid("9G", "OX"))
    proposal = propose(START, reading_of(after))
    assert proposal.kind is Kind.PLAY
    assert proposal.play is not None
    assert words(proposal) == [["OX", "HO", "UX"]]
    assert proposal.play.coordinate == "9G"
    assert proposal.log_odds > 3
    assert proposal.doubts == ()
    assert proposal.quarantined == ()


def test_nothing_new_is_unchanged() -> None:
    proposal = propose(START, reading_of(START))
    assert proposal.kind is Kind.UNCHANGED
    assert proposal.best.plays == ()


def test_a_false_tile_elsewhere_goes_to_quarantine_and_stops_nothing() -> None:
    after = START.with_tiles(laid("9G", "OX"))
    false = cell("2B", 0.97, ("I", 0.9))
    proposal = propose(START, reading_of(after, false))
    assert words(proposal) == [["OX", "HO", "UX"]]
    assert proposal.quarantined == (parse_square("2B"),)


def test_a_false_tile_that_would_be_a_legal_play_goes_to_quarantine_too() -> None:
    after = START.with_tiles(laid("9G", "OX"))
    proposal = propose(START, reading_of(after, cell("7I", 0.97, ("I", 0.9))))
    assert words(proposal) == [["OX", "HO", "UX"]]
    assert proposal.quarantined == (parse_square("7I"),)


def test_a_false_tile_alone_is_no_turn() -> None:
    proposal = propose(START, reading_of(START, cell("2B", 0.97, ("I", 0.9))))
    assert proposal.kind is Kind.UNCHANGED
    assert proposal.quarantined == (parse_square("2B"),)


def test_a_known_letter_stays_and_is_doubted() -> None:
    board = Position(laid("8G", "BUT"))
    after = board.with_tiles(laid("9G", "OX"))
    proposal = propose(board, reading_of(after, cell("8G", 0.99, ("R", 0.6), ("B", 0.4))))
    assert words(proposal)[0][1] == "BO"
    assert [d.square.name for d in proposal.doubts] == ["8G"]
    assert proposal.doubts[0].candidates[0][0] == "R"


def test_a_letter_seen_as_a_blank_later_stays() -> None:
    proposal = propose(START, reading_of(START, cell("8H", 0.9, ("?", 0.7), ("U", 0.3))))
    assert proposal.kind is Kind.UNCHANGED
    assert proposal.doubts == ()


def test_there_is_never_a_second_q() -> None:
    board = Position(laid("8G", "QAT"))
    after = board.with_tiles(laid("9G", "UH"))
    seen = reading_of(after, cell("9H", 0.99, ("Q", 0.8), ("O", 0.2)))
    proposal = propose(board, seen)
    assert proposal.play is not None
    assert proposal.play.placements[1].tile == Tile("O")
    assert [d.square.name for d in proposal.doubts] == ["9H"]


def test_two_qs_in_one_play_share_one_q() -> None:
    q = (("Q", 0.8), ("O", 0.2))
    surer = (("Q", 0.9), ("O", 0.1))
    seen = reading_of(
        START.with_tiles(laid("9G", "QQ")), cell("9G", 0.99, *q), cell("9H", 0.99, *surer)
    )
    proposal = propose(START, seen)
    assert proposal.play is not None
    assert [p.tile.letter for p in proposal.play.placements] == ["O", "Q"]


def test_there_is_never_a_third_blank() -> None:
    board = Position(laid("8G", "h?t"))
    blank = cell("9G", 0.99, ("?", 0.9), ("O", 0.1))
    proposal = propose(board, reading_of(board.with_tiles(laid("9G", "?X")), blank))
    assert proposal.play is not None
    assert proposal.play.placements[0].tile == Tile("O")


def test_a_blank_that_looks_like_an_empty_square_is_found_in_its_word() -> None:
    after = START.with_tiles({**laid("9I", "O.E", "down"), **laid("10I", "?")})
    proposal = propose(START, reading_of(after, cell("10I", 0.2, ("I", 0.6))))
    assert words(proposal) == [["TO?E"]]
    assert [d.square.name for d in proposal.doubts] == ["10I"]


def test_a_square_that_is_sure_to_be_empty_is_never_filled() -> None:
    half = START.with_tiles({**laid("9I", "QUA", "down"), **laid("13I", "T")})
    proposal = propose(START, reading_of(half))
    assert parse_square("12I") not in [p.square for p in proposal.best.placements]
    assert parse_square("13I") in proposal.quarantined
    assert proposal.half_laid
    whole = propose(START, reading_of(half.with_tiles(laid("12I", "R"))))
    assert words(whole) == [["TQUART"]]
    assert not whole.half_laid


def test_a_false_tile_far_from_a_play_does_not_make_it_half_laid() -> None:
    proposal = propose(START, reading_of(START.with_tiles(laid("9G", "OX")), cell("2B", 0.97)))
    assert proposal.quarantined
    assert not proposal.half_laid


def test_a_play_taken_off_again() -> None:
    last = laid("9G", "OX")
    proposal = propose(START.with_tiles(last), reading_of(START), last_play=tuple(last))
    assert proposal.kind is Kind.WITHDRAWN
    assert set(proposal.best.withdrawn) == set(last)


def test_one_tile_of_the_last_play_missing_is_no_withdrawal() -> None:
    last = laid("9G", "OX")
    board = START.with_tiles(last)
    proposal = propose(board, reading_of(board, cell("9H", 0.05)), last_play=tuple(last))
    assert proposal.kind is Kind.UNCHANGED
    assert [d.square.name for d in proposal.doubts] == ["9H"]


def test_an_older_play_is_not_withdrawn() -> None:
    proposal = propose(START.with_tiles(laid("9G", "OX")), reading_of(START))
    assert proposal.kind is Kind.UNCHANGED


def test_a_withdrawal_and_the_next_play_in_one_picture() -> None:
    last = laid("9G", "OX")
    after = START.with_tiles(laid("7H", "M.LE", "down"))
    proposal = propose(START.with_tiles(last), reading_of(after), last_play=tuple(last))
    assert set(proposal.best.withdrawn) == set(last)
    assert words(proposal) == [["MULE"]]


def test_a_tile_nudged_to_the_next_square_is_no_play() -> None:
    seen = reading_of(START, cell("8I", 0.1, ("I", 0.5)), cell("8J", 0.95, ("T", 0.9)))
    proposal = propose(START, seen)
    assert proposal.kind is Kind.UNCHANGED


TWO_LINES = START.with_tiles(laid("9H", "NTO", "down") | laid("8J", "SANDED", "down"))


@pytest.mark.parametrize("missed", [0, 1])
def test_two_turns_at_once_are_split(missed: int) -> None:
    """Nine new tiles in two lines are two turns, whether or not one is known to be missing."""
    proposal = propose(START, reading_of(TWO_LINES), missed=missed)
    assert proposal.kind is Kind.SPLIT
    assert {p.main.text for p in proposal.best.plays} == {"UNTO", "SANDED"}
    assert sum(len(p.placements) for p in proposal.best.plays) == 9
    other = proposal.alternatives[0]
    assert other.plays[0].main.text == proposal.best.plays[1].main.text, "the other order"
    assert proposal.log_odds < 1, "nothing tells which came first"


def test_of_two_turns_the_one_that_needs_the_other_comes_second() -> None:
    after = START.with_tiles(laid("9H", "NTO", "down") | laid("10F", "AR.E"))
    proposal = propose(START, reading_of(after), missed=1)
    assert [p.main.text for p in proposal.best.plays] == ["UNTO", "ARTE"]


def test_squares_under_a_hand_are_left_out_unless_they_are_needed() -> None:
    beside = [cell(s, 0.5, hidden=True) for s in ("9E", "9F", "9I", "9J")]
    after = START.with_tiles(laid("9G", "OX"))
    assert words(propose(START, reading_of(after, *beside)))[0][0] == "OX"
    between = cell("10H", 0.5, hidden=True)
    after = START.with_tiles(laid("9H", "NTO", "down"))
    assert words(propose(START, reading_of(after, between))) == [["UN?O"]]


def test_a_tile_that_glare_seems_to_cover_is_found_all_the_same() -> None:
    after = START.with_tiles(laid("9G", "OX"))
    glare = cell("9H", 0.99, ("X", 0.95), hidden=True)
    assert words(propose(START, reading_of(after, glare)))[0][0] == "OX"


def test_a_hand_over_the_last_play_is_no_withdrawal() -> None:
    last = laid("9G", "OX")
    hand = [cell(s, 0.1, hidden=True) for s in last]
    before = START.with_tiles(last)
    proposal = propose(before, reading_of(before, *hand), last_play=tuple(last))
    assert proposal.kind is Kind.UNCHANGED


def test_no_play_of_eight_tiles() -> None:
    after = START.with_tiles(laid("9G", "ABCDEFGH", "down"))
    proposal = propose(START, reading_of(after))
    assert all(len(play.placements) <= 7 for play in proposal.best.plays)


def test_the_alternatives_hold_the_other_letter() -> None:
    after = START.with_tiles(laid("9G", "OX"))
    proposal = propose(START, reading_of(after, cell("9G", 0.99, ("O", 0.55), ("Q", 0.45))))
    assert proposal.log_odds == pytest.approx(math.log(0.55 / 0.45), abs=0.05)
    other = proposal.alternatives[0].plays[0]
    assert other.placements[0].tile == Tile("Q")
    assert [d.square.name for d in proposal.doubts] == ["9G"]


SQUARES = tuple(Square(r, c) for r in range(15) for c in range(15))
AROUND = tuple((i, j) for i in (-1, 0, 1) for j in (-1, 0, 1))


def random_play(rng: random.Random, board: Position) -> tuple[Placement, ...]:
    """A random legal play, or nothing if no try was legal."""
    for _ in range(200):
        step = rng.choice([(0, 1), (1, 0)])
        square = (rng.randrange(15), rng.randrange(15)) if len(board) else (7, 7)
        wanted, squares = rng.randint(1 if len(board) else 2, 7), []
        row, col = square
        while 0 <= row < 15 and 0 <= col < 15 and len(squares) < wanted:
            if Square(row, col) not in board:
                squares.append(Square(row, col))
            row, col = row + step[0], col + step[1]
        left = [t for t, n in remaining(board, ENGLISH).items() for _ in range(n)]
        if len(left) < len(squares):
            continue
        tokens = rng.sample(left, len(squares))
        tiles = [Tile("", blank=True) if t == "?" else Tile(t) for t in tokens]
        play = tuple(Placement(s, t) for s, t in zip(squares, tiles, strict=True))
        try:
            score_play(board, play, STANDARD, ENGLISH)
        except RuleViolation:
            continue
        return play
    return ()


def random_board(rng: random.Random, turns: int) -> tuple[Position, tuple[Square, ...]]:
    board, last = Position(), ()
    for _ in range(turns):
        play = random_play(rng, board)
        board = board.with_tiles({p.square: p.tile for p in play})
        last = tuple(p.square for p in play) or last
    return board, last


@given(st.integers(0, 2**32), st.integers(0, 8), st.booleans())
@settings(max_examples=60, deadline=None)
def test_a_random_legal_play_is_inferred_exactly(seed: int, turns: int, noisy: bool) -> None:
    rng = random.Random(seed)
    board, last = random_board(rng, turns)
    play = random_play(rng, board)
    if not play:
        return
    after = board.with_tiles({p.square: p.tile for p in play})
    noise = []
    if noisy:
        busy = {s for s, _ in after.items()}
        near = {Square(s.row + i, s.col + j) for s in busy for i, j in AROUND}
        apart = [s for s in SQUARES if s not in near]
        noise = [
            cell(square, rng.choice([0.3, 0.95]), ("I", 0.7))
            for square in rng.sample(apart, min(len(apart), 2))
        ]
    proposal = propose(board, reading_of(after, *noise), last_play=last)
    assert proposal.play is not None
    assert proposal.play.placements == tuple(sorted(play))
    assert proposal.play.score == score_play(board, play, STANDARD, ENGLISH).score


probabilities = st.floats(0, 1) | st.floats(allow_nan=True)
tokens = st.sampled_from(["A", "Q", "?", "", "Ä", "CH", "zz", "Q"])


@st.composite
def any_readings(draw: st.DrawFn) -> BoardReading:
    some = draw(
        st.dictionaries(
            st.tuples(st.integers(0, 14), st.integers(0, 14)),
            st.tuples(
                probabilities,
                st.lists(st.tuples(tokens, probabilities), max_size=5),
                st.booleans(),
            ),
            max_size=40,
        )
    )
    cells = []
    for row in range(15):
        for col in range(15):
            occupied, letters, hidden = some.get((row, col), (0.0, [], False))
            cells.append(CellReading(Square(row, col), occupied, tuple(letters), hidden))
    return BoardReading(tuple(cells), ())


@given(any_readings(), st.integers(0, 2**32), st.integers(0, 3), st.integers(0, 2))
@settings(max_examples=80, deadline=None)
def test_no_reading_makes_it_fail(
    reading: BoardReading, seed: int, turns: int, missed: int
) -> None:
    board, last = random_board(random.Random(seed), turns)
    proposal = propose(board, reading, last_play=last, missed=missed)
    before = board.without(proposal.best.withdrawn)
    for play in proposal.best.plays:
        assert score_play(before, play.placements, STANDARD, ENGLISH) == play
        before = before.with_tiles({p.square: p.tile for p in play.placements})


def test_a_board_of_another_size_says_nothing() -> None:
    small = reading_of(Position(size=11))
    assert propose(START, small).kind is Kind.UNCHANGED
