"""Word lists that a household brings: kept if they are lists, told what they hold."""

from __future__ import annotations

import gzip
import os
from pathlib import Path

import pytest

from companion.errors import InputError
from companion.household.word_files import keep_list
from companion.lexicon import load

WORDS = b"qi\tlife force\nza\nquiet calm\n"


def test_a_list_is_kept_and_told(tmp_path: Path) -> None:
    told = keep_list(tmp_path, "CSW 24.txt", WORDS)
    assert (told["title"], told["words"], told["twos"]) == ("CSW 24", 3, 2)
    assert len(told["sha256"]) == 64
    kept = load(told["name"])
    assert kept.judge("QI").definition == "life force"
    assert [path.name for path in (tmp_path / "words").iterdir()] == ["CSW 24.txt"]


def test_the_same_list_packed_takes_its_place(tmp_path: Path) -> None:
    first = keep_list(tmp_path, "mine.txt", WORDS)
    second = keep_list(tmp_path, "mine.txt.gz", gzip.compress(WORDS))
    assert first["sha256"] == second["sha256"]
    assert [path.name for path in (tmp_path / "words").iterdir()] == ["mine.txt.gz"]


@pytest.mark.parametrize("name", ["../../etc/cron.d/x.txt", "..\\x", "/etc/x", ".x", "a\0b"])
def test_a_name_leads_nowhere_else(tmp_path: Path, name: str) -> None:
    kept = Path(keep_list(tmp_path, name, WORDS)["name"])
    assert kept.parent == tmp_path / "words"
    assert kept.name.endswith(".txt")


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("", WORDS),
        ("...", WORDS),
        ("x", b""),
        ("x", b"123\n!!\n"),
        ("x", bytes(100)),
        ("x", b"\x1f\x8b broken"),
        ("x", gzip.compress(os.urandom(100))[:-9]),
    ],
)
def test_what_is_no_list_leaves_nothing_behind(tmp_path: Path, name: str, data: bytes) -> None:
    with pytest.raises(InputError) as refusal:
        keep_list(tmp_path, name, data)
    assert str(tmp_path) not in str(refusal.value)
    assert not list((tmp_path).rglob("*.*"))


def test_without_a_folder_nothing_is_kept() -> None:
    with pytest.raises(InputError, match="Nothing is kept"):
        keep_list(None, "x", WORDS)
