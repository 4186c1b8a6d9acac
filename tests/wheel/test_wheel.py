"""The wheel, in an environment that has only it and the libraries it asks for.

The environment sees our installed libraries through a path file, so no registry is asked; path
files of theirs, such as that of an editable checkout, are not read there. That every library
is declared is the business of tests/architecture.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import sysconfig
import venv
import zipfile
from pathlib import Path

import pytest

from companion import cli

CHECKOUT = Path(__file__).resolve().parents[2]

pytestmark = [pytest.mark.wheel, pytest.mark.slow]

GAME = """\
#player1 ann Ann
#player2 bob Bob
>ann: HELLOAB 8D HELLO +24 24
"""


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    subprocess.run(
        [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", folder, "."],
        cwd=CHECKOUT,
        check=True,
        capture_output=True,
    )
    (built,) = folder.glob("*.whl")
    return built


@pytest.fixture(scope="module")
def binaries(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the programs of a clean environment with our wheel are."""
    home = tmp_path_factory.mktemp("clean") / "venv"
    venv.create(home, with_pip=False)
    purelib = sysconfig.get_path("purelib", vars={"base": str(home)}, scheme="venv")
    (Path(purelib) / "libraries.pth").write_text(
        sysconfig.get_path("purelib") + "\n", encoding="utf-8"
    )
    # pip of this environment installs into the clean one, so none has to be fetched for it.
    subprocess.run(
        [
            *(sys.executable, "-m", "pip", "--python", home / "bin" / "python"),
            *("install", "--quiet", "--no-deps", "--no-index", "--ignore-installed", wheel),
        ],
        check=True,
        capture_output=True,
    )
    return home / "bin"


def _run(program: Path, *words: str, cwd: Path) -> subprocess.CompletedProcess[str]:
    # Without the variables by which a checkout could come in.
    clean = {k: v for k, v in os.environ.items() if not k.startswith("PYTHON")}
    return subprocess.run(
        [program, *words], cwd=cwd, env=clean, capture_output=True, text=True, check=False
    )


def test_the_wheel_has_every_file_of_the_four_packages(wheel: Path) -> None:
    try:
        done = subprocess.run(
            ["git", "ls-files", "companion", "calibration", "stl_meta", "firmware_bridge"],
            cwd=CHECKOUT,
            capture_output=True,
            text=True,
            check=True,
        )
    except (OSError, subprocess.CalledProcessError):
        pytest.skip("git cannot tell here what belongs in the wheel")
    files = {name for name in done.stdout.splitlines() if (CHECKOUT / name).is_file()}
    assert files - set(zipfile.ZipFile(wheel).namelist()) == set()


def test_the_wheel_names_the_licence_of_all_that_it_carries(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        names = archive.namelist()
        (meta,) = (name for name in names if name.endswith(".dist-info/METADATA"))
        told = archive.read(meta).decode()
    assert "License-Expression: MIT AND OFL-1.1 AND LicenseRef-Public-Domain" in told
    carried = [name for name in names if name.endswith((".ttf", ".otf"))]
    assert carried
    for font in carried:
        assert f"License-File: {font.rpartition('.')[0]}.licence.txt" in told
    assert "License-File: companion/lexicon/data/enable.LICENSE.txt" in told


def test_the_wheel_is_small_and_has_no_more_than_the_four_packages(wheel: Path) -> None:
    assert wheel.stat().st_size <= 9_000_000
    tops = {name.partition("/")[0] for name in zipfile.ZipFile(wheel).namelist()}
    assert {top for top in tops if not top.endswith(".dist-info")} == {
        "companion", "calibration", "stl_meta", "firmware_bridge",
    }  # fmt: skip


def test_the_four_packages_come_from_the_wheel(binaries: Path, tmp_path: Path) -> None:
    program = (
        "import companion, calibration, stl_meta, firmware_bridge as f\n"
        "print(*(p.__file__ for p in (companion, calibration, stl_meta, f)), sep='\\n')"
    )
    done = _run(binaries / "python", "-c", program, cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    places = [Path(line) for line in done.stdout.splitlines()]
    assert len(places) == 4
    assert all(binaries.parent in place.parents for place in places)


def test_doctor_finds_everything_essential(binaries: Path, tmp_path: Path) -> None:
    done = _run(binaries / "companion", "doctor", "--json", cwd=tmp_path)
    findings = [json.loads(line) for line in done.stdout.splitlines()]
    assert [f for f in findings if f["essential"] and not f["found"]] == []
    assert done.returncode == 0, done.stderr


def test_a_game_is_scored(binaries: Path, tmp_path: Path) -> None:
    (tmp_path / "game.gcg").write_text(GAME, encoding="utf-8")
    done = _run(binaries / "companion", "score", "game.gcg", "--json", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    answer = json.loads(done.stdout)
    assert (answer["status"], answer["plays"], answer["mismatches"]) == ("ok", 1, 0)


def test_every_command_explains_itself(binaries: Path, tmp_path: Path) -> None:
    for command in cli.COMMANDS:
        done = _run(binaries / "companion", command, "--help", cwd=tmp_path)
        assert done.returncode == 0, done.stderr
        assert f"usage: companion {command}" in done.stdout
