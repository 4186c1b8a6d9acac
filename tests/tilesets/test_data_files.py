"""Files that people write: whatever is in them, one sentence says what is wrong."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from calibration import profile
from calibration.outcome import CalibrationError
from companion import gamedata, tilesets
from companion.app.settings import read_settings
from companion.errors import CompanionError
from companion.gamedata import editions
from companion.household.files import read_json
from companion.rules.crossword.tables import parse_toml
from companion.text import said

DEEP = 200_000
READERS: dict[str, Callable[[Path], object]] = {
    "tile set": lambda path: tilesets.load(str(path)),
    "edition": lambda path: editions.load_edition(str(path)),
    "settings": read_settings,
    "game": lambda path: parse_toml(gamedata.read(path), said("The game")),
    "calibration": profile.load,
}


@pytest.mark.parametrize("reader", READERS.values(), ids=READERS)
@pytest.mark.parametrize(
    "content",
    [b"x = " + b"[" * 5000, b"x = " + b"{a=" * 5000, b"\xff\xfe", b"[[[", b"x" * 5_000_000],
    ids=["nested lists", "nested tables", "not UTF-8", "not TOML", "too long"],
)
def test_every_file_is_refused_by_a_sentence(
    reader: Callable[[Path], object], content: bytes, tmp_path: Path
) -> None:
    path = tmp_path / "own.toml"
    path.write_bytes(content)
    with pytest.raises((CompanionError, CalibrationError)) as refusal:
        reader(path)
    assert str(refusal.value).endswith(".")
    assert len(str(refusal.value)) < 300


@pytest.mark.parametrize("reader", READERS.values(), ids=READERS)
def test_one_that_is_not_there_too(reader: Callable[[Path], object], tmp_path: Path) -> None:
    with pytest.raises((CompanionError, CalibrationError), match=r"nowhere\.toml"):
        reader(tmp_path / "nowhere.toml")


def test_a_file_of_the_household_that_nests_too_deep_is_passed_over(tmp_path: Path) -> None:
    path = tmp_path / "own.json"
    path.write_text("[" * DEEP, encoding="utf-8")
    assert read_json(path) == {}
