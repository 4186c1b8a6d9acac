"""Editions by name and from files of one's own; the 21 x 21 board."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from companion.board.layout import STANDARD, SUPER, Premium
from companion.board.position import Position
from companion.board.square import Square
from companion.errors import ConfigError
from companion.gamedata.editions import edition_names, load_edition
from companion.rules.api import Setup
from companion.rules.crossword.game import GAME as CLASSIC
from companion.rules.crossword.scoring import score_play
from companion.rules.engine.messages import PlayTiles
from companion.rules.registry import GAMES
from tests.doubles.crossword import ENGLISH, play_all, put


@pytest.mark.parametrize("name", edition_names())
def test_a_bundled_edition_starts_its_game(name: str) -> None:
    edition = load_edition(name.upper())
    assert edition.name == name
    if edition.game == "classic":
        setup = Setup(("Ann", "Bob"), edition.tiles, edition.layout, edition.options)
        state = GAMES[edition.game].start(setup)
        assert GAMES[edition.game].scoreboard(state).position.size == edition.layout.size


def test_the_large_board_is_symmetric_and_has_quadruple_squares() -> None:
    rows = SUPER.rows
    assert (len(rows), SUPER.start) == (21, Square(10, 10))
    assert rows == rows[::-1]
    assert all(row == row[::-1] for row in rows)
    assert rows == tuple("".join(column) for column in zip(*rows, strict=True))
    counts = Counter(SUPER.premium(Square(r, c)) for r in range(21) for c in range(21))
    assert (counts[Premium.QUADRUPLE_WORD], counts[Premium.QUADRUPLE_LETTER]) == (4, 8)


def test_the_inner_fifteen_of_the_large_board_are_not_the_small_board_but_its_middle_is() -> (
    None
):
    assert SUPER.premium(SUPER.start) is STANDARD.premium(STANDARD.start)


def test_a_word_on_a_quadruple_square_counts_four_times() -> None:
    before = Position({Square(1, 3): put("1A", "E")[0].tile}, size=21)
    play = score_play(before, put("1A", "QUIT"), SUPER, ENGLISH)
    # D is a double letter: Q 10, U 1, I 1, T 2; the cross word TE: T 2, E 1
    assert [word.points for word in play.words] == [4 * 14, 3]
    letter = score_play(Position({Square(1, 5): put("1A", "E")[0].tile}, size=21),
                        put("3E", "EZ"), SUPER, ENGLISH)  # fmt: skip
    assert letter.main.points == 1 + 4 * 10


def test_a_play_in_the_twenty_first_row_and_column_u() -> None:
    edition = load_edition("super")
    setup = Setup(("Ann", "Bob"), edition.tiles, edition.layout)
    game = CLASSIC
    state = play_all(game, game.start(setup), [PlayTiles(put("11K", "QUEENLY"))])
    board = game.scoreboard(state)
    assert board.turns[0].coordinate == "11K"
    assert board.bag_count == 200 - 7 - 14


OWN = """
title = "Ours"
tiles = "mini.toml"
rows = ["T.d", ".*.", "d.T"]
[options]
rack_size = 3
bingo = 9
"""


def test_an_edition_of_ones_own(tmp_path: Path) -> None:
    (tmp_path / "ours.toml").write_text(OWN, encoding="utf-8")
    (tmp_path / "mini.toml").write_text("blanks = 1\n[tiles]\nA = [9, 1]\n", encoding="utf-8")
    edition = load_edition(str(tmp_path / "ours.toml"))
    assert (edition.game, edition.layout.size, edition.tiles.total) == ("classic", 3, 10)
    setup = Setup(("Ann", "Bob"), edition.tiles, edition.layout, edition.options)
    state = play_all(CLASSIC, CLASSIC.start(setup), [PlayTiles(put("2A", "AAA"))])
    assert CLASSIC.scoreboard(state).rows[0].total == 6 + 9


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("rows = [", "is not TOML"),
        ("size = 3", "unknown key 'size'; known are board"),
        ("game = 3", "game is a text"),
        ('board = "round"', "there is no board 'round'; choose one of standard, super"),
        ('board = "super"\nrows = []', "either board or rows"),
        ("rows = [1]", "a list of texts"),
        ('rows = ["..", "..."]', "is not square"),
        ('rows = ["zz", ".*"]', "unknown marks"),
        (f"rows = {['.' * 27] * 27}", "at most 26 rows"),
        ("[options]\nbingo = 1.5", "whole numbers or texts"),
        ('tiles = "klingon"', "no tile set 'klingon'"),
        ("a = " + "[" * 5000, "is not TOML"),
        ("#" * 100_001, "larger than 100000 bytes"),
    ],
)
def test_a_bad_file_is_refused_in_a_sentence(tmp_path: Path, text: str, says: str) -> None:
    path = tmp_path / "bad.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(ConfigError, match=says):
        load_edition(str(path))


@pytest.mark.parametrize("name", ["", "deluxe", "/nowhere/at-all.toml"])
def test_an_edition_that_is_not_there(name: str) -> None:
    with pytest.raises(ConfigError, match=r"no edition|cannot be read"):
        load_edition(name)
