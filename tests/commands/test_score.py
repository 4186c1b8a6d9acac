from __future__ import annotations

import argparse
import json
from pathlib import Path

import pytest

from companion.commands import score
from companion.errors import ConfigError

FILES = Path(__file__).resolve().parent.parent / "data" / "gcg"


def run(*words: str) -> int:
    parser = argparse.ArgumentParser()
    score.add_parser(parser.add_subparsers(required=True))
    args = parser.parse_args(["score", *words])
    return int(args.run(args))


def test_one_object_a_file(capsys: pytest.CaptureFixture[str]) -> None:
    files = [str(FILES / name) for name in ("plain.gcg", "same_nick.gcg")]
    assert run("--json", *files) == 0
    out, err = capsys.readouterr()
    plain, same = (json.loads(line) for line in out.splitlines())
    assert err == ""
    assert plain == {
        "file": files[0],
        "status": "ok",
        "detail": "Tile set english (guessed: it explains 7 of 7 scores).",
        "plays": 7,
        "mismatches": 0,
        "turns": [
            {"line": line, "declared": points, "computed": points}
            for line, points in zip(
                (6, 7, 10, 12, 16, 17, 18), (24, 6, 12, 8, 64, 16, 38), strict=True
            )
        ],
        "totals": {"mara": 135, "tobin": 30},
    }
    assert same["mismatches"] == 1
    assert "Line 5: H4 GRATE scores 8, not 12." in same["detail"]


@pytest.mark.parametrize(
    ("name", "content", "status", "detail"),
    [
        (
            "off_board.gcg",
            None,
            "illegal-play",
            "Line 5: 9M TRAINS: The word would run off the board",
        ),
        ("none.gcg", None, "file-not-found", "cannot be read: No such file"),
        ("photo.gcg", b"\xff\xd8\xff\xe0\0", "not-a-gcg-file", "binary data"),
        ("letter.gcg", b"Dear friend,", "not-a-gcg-file", "no player line and no play"),
    ],
)
def test_a_refused_file_says_why_and_the_others_are_answered(
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    name: str,
    content: bytes | None,
    status: str,
    detail: str,
) -> None:
    file = FILES / name
    if content is not None:
        file = tmp_path / name
        file.write_bytes(content)
    assert run("--json", str(file), str(FILES / "plain.gcg")) == 1
    bad, good = (json.loads(line) for line in capsys.readouterr().out.splitlines())
    assert (bad["status"], good["status"]) == (status, "ok")
    assert detail in bad["detail"]
    assert set(bad) == set(good)


def test_a_folder_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("--json", str(tmp_path)) == 1
    assert json.loads(capsys.readouterr().out)["status"] == "not-a-gcg-file"


def test_without_json_the_story_goes_to_standard_error(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert run(str(FILES / "same_nick.gcg")) == 0
    out, err = capsys.readouterr()
    assert out == ""
    assert "same_nick.gcg: ok, 3 plays, 1 scored otherwise" in err
    assert "Sam 32, Sam_2 6" in err


def test_a_language_may_be_asked_for(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("--json", "--language", "german", str(FILES / "latin1.gcg")) == 0
    assert json.loads(capsys.readouterr().out)["mismatches"] == 2
    with pytest.raises(ConfigError, match="no tile set 'klingon'"):
        run("--language", "klingon", str(FILES / "plain.gcg"))
