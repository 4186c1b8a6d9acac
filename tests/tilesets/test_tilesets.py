from __future__ import annotations

from pathlib import Path

import pytest

from companion.board.tiles import BLANK, Tile
from companion.errors import ConfigError
from companion.tilesets import load, names

TOTALS = {
    "catalan": (100, 2),
    "danish": (100, 2),
    "dutch": (102, 2),
    "english": (100, 2),
    "english-super": (200, 4),
    "french": (102, 2),
    "german": (102, 2),
    "italian": (120, 2),
    "norwegian": (100, 2),
    "polish": (100, 2),
    "portuguese": (120, 3),
    "romanian": (100, 2),
    "spanish": (100, 2),
    "swedish": (100, 2),
}


def test_every_bundled_set_is_checked_here() -> None:
    assert set(names()) == set(TOTALS)


@pytest.mark.parametrize("name", sorted(TOTALS))
def test_totals_and_blanks_are_those_of_the_set(name: str) -> None:
    tiles = load(name)
    assert (tiles.total, tiles.blanks) == TOTALS[name]
    assert tiles.value(BLANK) == 0


def test_the_english_set_is_worth_187_points() -> None:
    tiles = load("English")
    assert sum(k.count * k.value for k in tiles.kinds) == 187


@pytest.mark.parametrize(
    ("name", "letter", "count", "value"),
    [
        ("english", "Q", 1, 10),
        ("german", "Ä", 1, 6),
        ("german", "E", 15, 1),
        ("french", "W", 1, 10),
        ("spanish", "CH", 1, 5),
        ("spanish", "Ñ", 1, 8),
        ("polish", "Ź", 1, 9),
        ("catalan", "L·L", 1, 10),
        ("catalan", "C", 3, 2),
        ("catalan", "QU", 1, 8),
        ("norwegian", "Ø", 2, 5),
        ("swedish", "Å", 2, 4),
        ("danish", "Æ", 2, 4),
        ("portuguese", "Ç", 2, 3),
        ("italian", "O", 15, 1),
        ("dutch", "E", 18, 1),
        ("romanian", "J", 1, 10),
    ],
)
def test_telling_letters(name: str, letter: str, count: int, value: int) -> None:
    tiles = load(name)
    assert (tiles.count(Tile(letter)), tiles.value_of(letter)) == (count, value)


def test_some_letters_only_a_blank_can_be() -> None:
    assert "Q" in load("norwegian")
    assert load("norwegian").count(Tile("Q")) == 0
    assert "K" not in load("spanish")


def test_a_bundled_set_is_read_once() -> None:
    assert load("german") is load("GERMAN")


def test_an_unknown_name_lists_the_known_ones() -> None:
    with pytest.raises(ConfigError, match=r"'klingon'.*catalan.*swedish"):
        load("klingon")


def test_a_file_of_ones_own(tmp_path: Path) -> None:
    file = tmp_path / "house.toml"
    file.write_text('title = "House"\nblanks = 1\n[tiles]\nA = [3, 1]\n"CH" = [1, 5]\n')
    tiles = load(str(file))
    assert (tiles.name, tiles.title, tiles.total) == ("house", "House", 5)
    assert tiles.value_of("CH") == 5


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("not toml at all [", "not TOML"),
        ('title = "x"', r"\[tiles\]"),
        ("[tiles]\na = [1, 1]", "upper-case"),
        ("[tiles]\nA = 3", "count, points"),
        ("[tiles]\nA = [-1, 3]", "count, points"),
        ("[tiles]\nA = [1, 1]\n[more]\nB = 1", "unknown key 'more'"),
        ("blanks = true\n[tiles]\nA = [1, 1]", "blanks"),
    ],
)
def test_a_bad_file_says_what_is_wrong(tmp_path: Path, text: str, says: str) -> None:
    file = tmp_path / "bad.toml"
    file.write_text(text)
    with pytest.raises(ConfigError, match=says):
        load(str(file))


def test_a_missing_and_a_huge_file(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="cannot be read"):
        load(str(tmp_path / "none.toml"))
    huge = tmp_path / "huge.toml"
    huge.write_bytes(b"#" * 200_000)
    with pytest.raises(ConfigError, match="larger than"):
        load(str(huge))
