"""The command line in the language of who sits there; programs read the same in all."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.app import terminal
from companion.cli import main
from companion.errors import ConfigError
from companion.text.languages import language


@pytest.fixture(autouse=True)
def english_again() -> Iterator[None]:
    yield
    terminal.use(language("en"))


@pytest.mark.parametrize(
    ("words", "environment", "code"),
    [
        ([], {}, "en"),
        ([], {"LANG": "de_AT.UTF-8"}, "de"),
        ([], {"LANG": "C.UTF-8"}, "en"),
        ([], {"LANG": "xx_XX"}, "en"),
        ([], {"LANG": "de_DE.UTF-8", "LC_ALL": "C"}, "en"),
        ([], {"LANG": "de_DE.UTF-8", "LC_MESSAGES": "en_GB.UTF-8"}, "en"),
        ([], {"LANG": "en_GB.UTF-8", "LANGUAGE": "fr:de"}, "de"),
        ([], {"LANG": "C", "LANGUAGE": "de"}, "en"),
        ([], {"LANG": "de_DE.UTF-8", "COMPANION_LANG": "en"}, "en"),
        (["doctor", "--lang", "de"], {"COMPANION_LANG": "en"}, "de"),
        (["--lang=de-AT", "doctor"], {}, "de"),
        (["doctor", "--lang=en-XA"], {}, "en-XA"),
        (["serve", "--language", "german"], {}, "en"),
    ],
)
def test_flag_before_variable_before_locale(
    words: list[str], environment: dict[str, str], code: str
) -> None:
    assert terminal.asked(words, environment).code == code


@pytest.mark.parametrize("code", ["xx", "", "klingon", "{x}"])
def test_a_language_there_is_not_is_refused_with_a_sentence(
    code: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(ConfigError, match="en or de"):
        terminal.asked(["--lang", code], {})
    assert main(["--lang", code, "doctor"]) == 2
    told = capsys.readouterr().err
    assert told == f"companion: --lang takes en or de, not {code!r}.\n"


def test_help_and_wrong_usage_are_german(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["markers", "--help", "--lang", "de"])
    told = capsys.readouterr().out
    assert told.startswith("Aufruf: companion markers")
    assert "Papiergröße" in told
    assert "diese Hilfe zeigen" in told
    with pytest.raises(SystemExit) as ended:
        main(["score", "--lang", "de"])
    assert ended.value.code == 2
    assert "Fehler: diese Angaben fehlen: FILE.gcg" in capsys.readouterr().err
    with pytest.raises(SystemExit):
        main(["score"])
    assert "error: the following arguments are required" in capsys.readouterr().err


def test_faults_are_german_and_json_has_the_same_keys(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    answers = {}
    for code in ("en", "de"):
        assert main(["score", str(tmp_path / "no.gcg"), "--json", "--lang", code]) == 1
        answers[code] = json.loads(capsys.readouterr().out)
    assert answers["en"].keys() == answers["de"].keys()
    assert answers["en"]["status"] == answers["de"]["status"] == "file-not-found"
    assert "cannot be read" in answers["en"]["detail"]
    assert "kann nicht gelesen werden" in answers["de"]["detail"]


def test_a_game_is_played_in_german_with_its_names_as_they_are(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    sheet = tmp_path / "sheet.html"
    lines = ["pass\n", "8D HOUSE\n", "turns\n", f"export {sheet}\n", "8D ZZ\n", "help\n"]
    monkeypatch.setattr("sys.stdin", iter(lines))
    names = "Green,{x}"
    store = str(tmp_path / "g.db")
    assert main(["play", "--lang", "de", "--players", names, "--game", store]) == 0
    told = capsys.readouterr().err
    assert "help zeigt Hilfe" in told
    assert "  1. Green: passt +0 = 0" in told
    assert "{x}: 8D HOUSE" in told
    assert "Geschrieben in" in told
    assert "liegt H, aber das Wort hat dort Z" in told
    page = sheet.read_text(encoding="utf-8")
    assert '<html lang="de">' in page
    assert "<h2>Züge</h2>" in page
    for name in names.split(","):
        assert f"<td >{name}</td>" in page


def test_the_doctors_names_are_keys_in_every_language(
    capsys: pytest.CaptureFixture[str],
) -> None:
    found = {}
    for code in ("en", "de"):
        main(["doctor", "--json", "--lang", code])
        lines = capsys.readouterr().out.splitlines()
        found[code] = [json.loads(line) for line in lines]
    assert [f["name"] for f in found["en"]] == [f["name"] for f in found["de"]]
    assert any("wie auf dem Steckbrief" in f["detail"] for f in found["de"])
