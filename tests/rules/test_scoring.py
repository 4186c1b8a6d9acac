from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.board.layout import STANDARD, Layout
from companion.board.placement import Placement, Play
from companion.board.position import Position
from companion.board.square import Square
from companion.board.tiles import Tile
from companion.rules.crossword.scoring import score_play
from companion.tilesets import load
from tests.doubles.crossword import (
    ENGLISH,
    board,
    legal_placements,
    positions,
    put,
    transposed,
    transposed_position,
)


def score(position: Position, placements: tuple[Placement, ...], **more: int) -> Play:
    return score_play(position, placements, STANDARD, ENGLISH, **more)


def test_the_star_doubles_the_first_word() -> None:
    # Bookcase rules, Gameplay 1: ten points become twenty. O and U with C, H: 1+1+3+4+1 = 10.
    play = score(Position(), put("8F", "COUHE"))
    assert (play.main.text, play.score) == ("COUHE", 20)


def test_a_word_through_an_old_tile() -> None:
    # Bookcase rules, Gameplay 4: NOISY through the N of PENSION.
    play = score(board(("8D", "PENSION")), put("F8", ".OISY"))
    assert (play.main.text, play.coordinate) == ("NOISY", "F8")
    # N 1, O 1, I on F10 triple letter 3, S 1, Y 4; nothing else touches.
    assert (play.score, play.cross) == (10, ())


def test_aroma_with_its_m_on_a_double_letter_and_a_triple_word() -> None:
    # Bookcase rules, Scoring 2: 30 points. The text's "triple letter, double word" is a slip:
    # its sum multiplies the M by 2 and the word by 3.
    play = score(board(("2E", "S")), put("1A", "AROMA"))
    assert play.main.points == (1 + 1 + 1 + 3 * 2 + 1) * 3 == 30


@pytest.mark.parametrize("through", [0, 2, 3, 4, 6, 7])
def test_detainer_with_its_e_and_n_tripled_is_63(through: int) -> None:
    # Bookcase rules, Scoring 3: the text's 62 counts the D as 1; it is 2.
    word = "DETAINER"
    old = board((f"2{'EFGHIJKL'[through]}", word[through]))
    play = score(old, put("2E", word[:through] + "." + word[through + 1 :]))
    assert (play.main.points, play.bonus, play.score) == (13, 50, 63)


def test_two_double_words_are_four_times() -> None:
    # Scrabble rules, Scoring; a small board has them close enough for one short word.
    wide = Layout("four", ("D.D", ".*.", "D.D"))
    corner = score_play(
        Position({Square(1, 1): Tile("O")}, size=3), put("1A", "ATE"), wide, ENGLISH
    )
    assert corner.main.points == (1 + 1 + 1) * 2 * 2


def test_old_premiums_do_not_count_again() -> None:
    old = board(("8H", "HAT"))
    play = score(old, put("8K", "S"))
    assert play.score == 4 + 1 + 1 + 1
    assert [w.text for w in play.words] == ["HATS"]


def test_a_shared_letter_counts_with_its_premium_in_every_word() -> None:
    # X on 7I, a double letter, over the A of HAT, and in AX... the field's X + A = 9.
    old = board(("8H", "HA"))
    play = score(old, put("7H", "OX"))
    assert [(w.text, w.coordinate) for w in play.words] == [
        ("OX", "7H"),
        ("OH", "H7"),
        ("XA", "I7"),
    ]
    assert [w.points for w in play.words] == [1 + 16, 1 + 4, 16 + 1]


def test_blanks_score_nothing_but_word_premiums_hold() -> None:
    play = score(Position(), put("8H", "qI"))
    assert play.score == (0 + 1) * 2


def test_an_unnamed_blank_scores_nothing_and_shows_as_a_question_mark() -> None:
    play = score(Position(), put("8H", "?IT"))
    assert (play.main.text, play.score) == ("?IT", 4)


@pytest.mark.parametrize(
    ("words", "where", "letter", "coordinate", "main"),
    [
        ([("8H", "HAT")], "8K", "E", "8H", "HATE"),
        ([("8H", "HAT")], "7H", "A", "H7", "AH"),
        # both words two long: the one across is the main word
        ([("8H", "HAT"), ("7I", "E")], "7H", "S", "7H", "SE"),
        # the longer one down
        ([("8H", "HAT"), ("9H", "O"), ("10H", "W"), ("7I", "E")], "7H", "S", "H7", "SHOW"),
    ],
)
def test_the_main_word_of_one_tile(
    words: list[tuple[str, str]], where: str, letter: str, coordinate: str, main: str
) -> None:
    play = score(board(*words), put(where, letter))
    assert (play.coordinate, play.main.text) == (coordinate, main)


@pytest.mark.parametrize(
    ("rack_size", "bonus", "expect"), [(7, 50, 50), (8, 50, 0), (7, 35, 35)]
)
def test_the_bonus_is_for_a_whole_rack(rack_size: int, bonus: int, expect: int) -> None:
    play = score(Position(), put("8D", "PENSION"), rack_size=rack_size, bonus=bonus)
    assert play.bonus == expect


def test_tiles_of_two_letters_lie_on_one_square() -> None:
    spanish = load("spanish")
    tokens = ("CH", "I", "RR", "O")
    laid = tuple(Placement(Square(7, 7 + i), Tile(t)) for i, t in enumerate(tokens))
    play = score_play(Position(), laid, STANDARD, spanish)
    assert (play.main.text, play.score) == ("CHIRRO", (5 + 1 + 8 + 1) * 2)


@given(st.data())
def test_score_is_unchanged_by_transposing_board_and_play(data: st.DataObject) -> None:
    position = data.draw(positions())
    placements = data.draw(legal_placements(position))
    play = score(position, placements)
    turned = score(transposed_position(position), transposed(placements))
    assert turned.score == play.score
    assert sorted(w.text for w in turned.words) == sorted(w.text for w in play.words)


@given(st.data())
def test_score_agrees_with_a_count_over_the_whole_board(data: st.DataObject) -> None:
    position = data.draw(positions())
    placements = data.draw(legal_placements(position))
    play = score(position, placements)
    assert play.score == _count(position, placements)


def _count(position: Position, placements: tuple[Placement, ...]) -> int:
    """Score by reading all lines of the finished board: slow, and written another way."""
    laid = {p.square for p in placements}
    after = position.with_tiles({p.square: p.tile for p in placements})
    total = 50 if len(laid) == 7 else 0
    lines = [[Square(r, c) for c in range(15)] for r in range(15)]
    lines += [[Square(r, c) for r in range(15)] for c in range(15)]
    for line in lines:
        word: list[Square] = []
        for square in [*line, None]:
            if square is not None and square in after:
                word.append(square)
                continue
            if len(word) > 1 and laid & set(word):
                points, factor = 0, 1
                for s in word:
                    letter = after.get(s)
                    assert letter is not None
                    value = 0 if letter.blank else ENGLISH.value_of(letter.letter)
                    mark = STANDARD.rows[s.row][s.col] if s in laid else "."
                    points += value * {"d": 2, "t": 3}.get(mark, 1)
                    factor *= {"D": 2, "*": 2, "T": 3}.get(mark, 1)
                total += points * factor
            word = []
    return total
