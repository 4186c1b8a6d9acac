from __future__ import annotations

import csv
import json
import re
import subprocess
import sys
import zipfile
from pathlib import Path

import numpy as np
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


def test_what_is_made_is_listed_and_laid_on_plates_of_the_bed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["stl", "make", "board", "tiles", "arm-clamp", "--out", str(tmp_path)]
    assert main([*words, "--bed", "200x190", "--json"]) == 0
    told = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    made = {Path(row["file"]).name: row for row in told}
    assert made["tile-E_x12.stl"]["count"] == 12
    assert all(row["bridge_mm"] <= 5 for row in made.values())
    with (tmp_path / "tiles-parts.csv").open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    assert sum(int(row["count"]) for row in rows) == 100
    assert rows[0]["colours"] == "#efe3c2 #1b1d22"
    readme = (tmp_path / "arm-clamp-README.md").read_text(encoding="utf-8")
    assert "1 x nut M6" in readme
    assert "200 x 190 mm" in readme
    # The four quarters need a plate each, and the ring finds room beside one or has its own.
    plates = sorted(path.name for path in tmp_path.glob("board-plate-*.3mf"))
    assert 4 <= len(plates) <= 5
    for path in [*tmp_path.glob("board-plate-*.3mf"), tmp_path / "arm-clamp.3mf"]:
        with zipfile.ZipFile(path) as archive:
            model = archive.read("3D/3dmodel.model").decode()
        _within(model, 200, 190)
    # Letters and counts come back from the files, together or one by one.
    alone = [str(path) for path in tmp_path.glob("tile-*.stl")]
    boards = [str(path) for path in tmp_path.glob("board-*-*.stl")]
    for files in (
        [str(tmp_path / "board.3mf"), str(tmp_path / "tiles.3mf")],
        [*boards, *alone],
    ):
        assert main(["stl", *files, "--set", str(tmp_path / "s.json")]) == 0
        tile = json.loads((tmp_path / "s.json").read_text(encoding="utf-8"))["tile"]
        assert tile["count"] == 100
        assert (tile["letters"]["E"], tile["letters"]["Q"], tile["letters"][""]) == (12, 1, 2)


def _within(model: str, width: float, depth: float) -> None:
    """Each copy stands on its bed, by the corners in the file and nothing of ours."""
    objects: dict[str, list[tuple[float, float, float]]] = {}
    for number, body in re.findall(r'<object id="(\d+)"[^>]*>(.*?)</object>', model, re.DOTALL):
        corners = re.findall(r'<vertex x="([^"]+)" y="([^"]+)" z="([^"]+)"', body)
        objects[number] = [tuple(map(float, each)) for each in corners]  # type: ignore[misc]
        for part in re.findall(r'<component objectid="(\d+)"', body):
            objects[number] += objects[part]
    items = re.findall(r'<item objectid="(\d+)" transform="([^"]+)"', model)
    assert items
    for number, text in items:
        m = np.array([float(v) for v in text.split()]).reshape(4, 3)
        at = np.array(objects[number]) @ m[:3] + m[3]
        assert at.min() > -1e-3
        assert at[:, 2].min() == pytest.approx(0, abs=1e-3)
        assert at[:, 0].max() < width
        assert at[:, 1].max() < depth


@pytest.mark.parametrize("bed", ["0x200", "big", "200xx", "-3", "1e9", "nan"])
def test_a_bed_that_is_none_is_refused_by_a_sentence(
    bed: str, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    assert main(["stl", "make", "rack", "--out", str(tmp_path), f"--bed={bed}"]) == 1
    assert "--bed is width and depth" in capsys.readouterr().err


def test_a_part_that_is_larger_than_the_bed_is_refused(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    assert main(["stl", "make", "board", "--out", str(tmp_path), "--bed", "120x120"]) == 1
    assert "164 x 164 mm and does not fit a bed of 120 x 120 mm" in capsys.readouterr().err
    assert not list(tmp_path.iterdir())


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
