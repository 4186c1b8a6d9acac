from __future__ import annotations

from pathlib import Path

import pytest

from companion.errors import InputError
from companion.lexicon import choosable, load, system


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder in place of that where Debian puts word lists."""
    monkeypatch.setattr(system, "FOLDER", tmp_path)
    return tmp_path


@pytest.mark.parametrize(
    ("name", "file", "text", "words"),
    [
        ("german", "ngerman", "Straße\nüber\nA\nE-Mail\nGeo's\nß\n", ["STRASSE", "ÜBER"]),
        ("french", "french", "été\ncœur\nl'eau\nParis\nvis-à-vis\n", ["COEUR", "ETE"]),
        ("spanish", "spanish", "año\ncamión\nchico\n", ["AÑO", "CAMION", "CHICO"]),
        ("norwegian", "bokmaal", "år\nøl\nidé\nOslo\n", ["IDE", "ÅR", "ØL"]),
        ("portuguese", "portuguese", "maçã\navô\n", ["AVO", "MAÇA"]),
        ("catalan", "catalan", "col·legi\ncafè\n", ["CAFE", "COL·LEGI"]),
        ("dutch", "dutch", "ijs\nreünie\nDen\n", ["IJS", "REUNIE"]),
    ],
)
def test_words_are_spelled_as_tiles_spell_them(
    folder: Path, name: str, file: str, text: str, words: list[str]
) -> None:
    (folder / file).write_text(text, encoding="utf-8")
    assert list(load(name)) == words


def test_a_list_in_latin_1_is_read(folder: Path) -> None:
    (folder / "swedish").write_bytes("smörgås\n".encode("latin-1"))
    assert list(load("swedish")) == ["SMÖRGÅS"]


def test_english_words_of_two_letters_are_those_of_the_packages_list(folder: Path) -> None:
    (folder / "american-english-large").write_text("bs\nqi\nzebra\nZoe\nfan's\n")
    listed = load("american")
    assert listed.count_of_length(2) == 96
    assert "ZEBRA" in listed
    assert "QI" not in listed
    assert "ZOE" not in listed
    assert str(listed.judge("zebra").sentence) == '"ZEBRA" is in the American English list'


def test_the_family_list_adds_to_the_packages_own(folder: Path) -> None:
    (folder / "scowl").mkdir()
    (folder / "scowl" / "english-words.10").write_text("selfie\ncs\n")
    listed = load("family")
    assert "SELFIE" in listed
    assert "QUIZ" in listed
    assert "CS" not in listed
    assert len(listed) == len(load()) + 1


def test_only_what_is_installed_can_be_chosen(folder: Path) -> None:
    assert choosable() == {"enable": "ENABLE"}
    (folder / "ngerman").write_text("Haus\n")
    assert choosable() == {"enable": "ENABLE", "german": "German"}


def test_a_list_that_is_not_installed_tells_its_package(folder: Path) -> None:
    with pytest.raises(InputError, match="sudo apt-get install wngerman"):
        load("german")


def test_two_lists_of_one_title_are_told_apart_by_their_content(folder: Path) -> None:
    (folder / "danish").write_text("hus\n")
    one = load("danish").lexicon_id
    (folder / "danish").write_text("hus\nhave\n")
    assert load("danish").lexicon_id != one
    assert one.startswith("Danish@")
