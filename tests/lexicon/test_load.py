from __future__ import annotations

import gzip
from pathlib import Path

import pytest

from companion.errors import InputError
from companion.lexicon import load


def _write(tmp_path: Path, data: bytes, name: str = "ours.txt") -> Path:
    path = tmp_path / name
    path.write_bytes(data)
    return path


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"cat\ndog\n", ["CAT", "DOG"]),
        (b"dog\r\ncat", ["CAT", "DOG"]),
        (b"# ours\n\ncat\n12\n", ["CAT"]),
        ("\ufeffçà\n".encode(), ["ÇÀ"]),
        ("über\n".encode("latin-1"), ["ÜBER"]),
        ("über\n".encode("utf-16"), ["ÜBER"]),
        (gzip.compress(b"cat\ncat\n"), ["CAT"]),
        ("col·legi\n".encode(), ["COL·LEGI"]),
    ],
    ids=["plain", "windows", "remarks", "bom", "latin-1", "utf-16", "gzip", "middle dot"],
)
def test_lists_come_as_people_keep_them(tmp_path: Path, data: bytes, words: list[str]) -> None:
    assert list(load(_write(tmp_path, data))) == words


@pytest.mark.parametrize("gap", [" ", "\t", "  \t "])
def test_a_definition_follows_the_first_blank(tmp_path: Path, gap: str) -> None:
    listed = load(
        _write(tmp_path, f"QI{gap}the vital force [n QIS]\nCAT\n".encode(), "csw.txt")
    )
    assert listed.judge("qi").definition == "the vital force [n QIS]"
    assert listed.definition("CAT") == ""
    assert str(listed.judge("qi").sentence) == '"QI" is in the csw list'
    assert listed.lexicon_id.startswith("csw@")


@pytest.mark.parametrize(
    ("data", "part"),
    [
        (b"", "has no words"),
        (b"123\n#cat\n", "has no words"),
        (b"\x89PNG\r\n\0\0", "is not a text"),
        (gzip.compress(b"cat\n" * 500)[:-12], "cannot be read"),
    ],
    ids=["empty", "no letters", "a picture", "cut short"],
)
def test_what_is_no_list_gets_one_sentence(tmp_path: Path, data: bytes, part: str) -> None:
    with pytest.raises(InputError, match=part):
        load(_write(tmp_path, data))


def test_a_zip_bomb_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.lexicon.loading.MAX_BYTES", 1000)
    bomb = _write(tmp_path, gzip.compress(b"cat\n" * 10_000))
    assert bomb.stat().st_size < 1000
    with pytest.raises(InputError, match="too many for a word list"):
        load(bomb)


def test_an_unknown_name_tells_the_known_ones() -> None:
    with pytest.raises(InputError, match=r'no word list "sowpods".*enable'):
        load("sowpods")
