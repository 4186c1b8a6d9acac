"""Game data: bundled files, a user's own, and what cannot be read."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion import gamedata
from companion.errors import ConfigError
from companion.gamedata.editions import edition_names, load_edition
from companion.rules.api import Setup
from companion.rules.registry import GAMES


@pytest.mark.parametrize("game", gamedata.games())
def test_every_game_with_data_has_a_bundled_file_of_the_right_kind(game: str) -> None:
    assert game in GAMES
    ((name, text),) = gamedata.options(game)
    assert name
    assert "official = false" in text
    assert "PLACEHOLDER" in text


@pytest.mark.parametrize("name", edition_names())
def test_every_edition_starts_with_its_games_data(name: str) -> None:
    edition = load_edition(name)
    options = (*gamedata.options(edition.game), *edition.options)
    setup = Setup(("Ann", "Bob"), edition.tiles, edition.layout, options)
    state = GAMES[edition.game].start(setup)
    assert [row.player for row in GAMES[edition.game].scoreboard(state).rows] == ["Ann", "Bob"]


def test_a_game_without_data_needs_no_options() -> None:
    assert gamedata.options("classic") == ()


def test_a_users_own_file_is_taken_by_its_path(tmp_path: Path) -> None:
    own = tmp_path / "own.toml"
    own.write_text('schema = "together/1"', encoding="utf-8")
    assert gamedata.options("together", own) == (("goals", 'schema = "together/1"'),)


def test_a_missing_file_is_refused_in_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="cannot be read"):
        gamedata.options("together", tmp_path / "none.toml")


@pytest.mark.parametrize(
    ("raw", "says"), [(b"#" * 200_001, "larger than"), (b"\xff\xfe\x00", "not UTF-8")]
)
def test_a_hostile_file_is_refused_within_limits(tmp_path: Path, raw: bytes, says: str) -> None:
    bad = tmp_path / "bad.toml"
    bad.write_bytes(raw)
    with pytest.raises(ConfigError, match=says):
        gamedata.options("monopoly-cards", bad)
