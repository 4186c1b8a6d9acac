from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from parts import cuboid

from companion.cli import main
from stl_meta.writers import stl_bytes


def test_the_whole_way_from_making_a_set_to_fitting_parts(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["stl", "make", "set", "--out", "p"]) == 0
    capsys.readouterr()
    command = ["stl", "p/set.3mf", "--set", "set.json", "--pictures", "seen", "--json"]
    assert main(command) == 0
    (report,) = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert (report["status"], report["schema"]) == ("ok", "stl_meta/1")
    assert {part["kind"] for part in report["parts"]} == {
        "board-part", "connector", "premium-insert", "tile", "rack",
    }  # fmt: skip
    assert sum(p["count"] for p in report["parts"] if p["kind"] == "tile") == 100
    assert len(list(Path("seen").iterdir())) == len(report["parts"])
    assert json.loads(Path("set.json").read_text(encoding="utf-8"))["board"]["columns"] == 15
    assert main(["stl", "render", "set.json", "--out", "r", "--seed", "3", "--json"]) == 0
    truth = json.loads(capsys.readouterr().out)
    assert Path("r/set-3.jpg").read_bytes().startswith(b"\xff\xd8")
    assert json.loads(Path("r/set-3.json").read_text(encoding="utf-8")) == truth
    assert sum(bool(token) for row in truth["cells"] for token in row) > 20
    extras = ["stl", "make", "extras", "--for", "set.json", "--out", "q", "--json"]
    assert main(extras) == 0
    made = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert len(made) == 8
    assert all(part["watertight"] and part["bed"] == "180" for part in made)


def test_a_bad_file_is_told_of_and_the_others_are_measured(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    good, bad = tmp_path / "tile.stl", tmp_path / "page.stl"
    good.write_bytes(stl_bytes(cuboid(19, 19, 4.5)))
    bad.write_text("<html>", encoding="utf-8")
    assert main(["stl", str(bad), str(good), "--json"]) == 1
    first, second = (json.loads(line) for line in capsys.readouterr().out.splitlines())
    assert first["status"] == "web-page"
    assert (second["status"], second["parts"][0]["kind"]) == ("ok", "tile")


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["make"], "Say what to make"),
        (["render"], "Say which set"),
        (["render", "none.json"], "cannot be read"),
        (["make", "castle"], "no part 'castle'"),
        (["make", "rack", "--for", "none.json"], "cannot be read"),
    ],
)
def test_wrong_wishes_get_one_sentence(
    words: list[str], says: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["stl", *words]) == 1
    assert says in capsys.readouterr().err


def test_files_that_make_no_set_say_so(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "tile.stl"
    path.write_bytes(stl_bytes(cuboid(19, 19, 4.5)))
    assert main(["stl", str(path), "--set", str(tmp_path / "s.json")]) == 1
    assert "No set can be made" in capsys.readouterr().err


def test_the_module_is_a_small_tool_of_its_own(tmp_path: Path) -> None:
    path = tmp_path / "tile.stl"
    path.write_bytes(stl_bytes(cuboid(0.75, 0.75, 0.18)))
    command = [sys.executable, "-m", "stl_meta", str(path), "--unit", "inch"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    part = json.loads(done.stdout)["parts"][0]
    assert (part["kind"], part["units"]["source"]) == ("tile", "told")
    missing = subprocess.run(
        [*command[:3], "none.stl"], capture_output=True, text=True, check=False
    )
    assert missing.returncode == 1
    assert "[unreadable]" in missing.stderr


def test_the_marker_sheet_is_written(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "m.pdf"
    assert main(["markers", "--pdf", str(path), "--paper", "letter"]) == 0
    assert path.read_bytes().startswith(b"%PDF")
    assert main(["markers", "--pdf", str(path), "--marker-mm", "500"]) == 1
    assert main(["markers", "--pdf", str(tmp_path / "no" / "m.pdf")]) == 1
    assert "cannot be written" in capsys.readouterr().err
