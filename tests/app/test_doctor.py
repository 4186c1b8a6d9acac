from __future__ import annotations

import hashlib
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from types import SimpleNamespace

import pytest

from companion.app import doctor
from companion.household.folders import STORE_FILE, data_folder
from companion.store import EventStore
from firmware_bridge import Port
from firmware_bridge.ports import Input


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty package folder in place of the real one."""
    monkeypatch.setattr(doctor, "resources", SimpleNamespace(files=lambda _: tmp_path))
    folder = tmp_path / "vision" / "data"
    folder.mkdir(parents=True)
    return tmp_path


def _model(package: Path, card: str | None) -> doctor.Finding:
    folder = package / "vision" / "data"
    (folder / "letters.onnx").write_bytes(b"weights")
    if card is not None:
        (folder / "letters.toml").write_text(card, encoding="utf-8")
    (finding,) = doctor.check_models()
    return finding


def test_a_model_with_the_hash_of_its_card_is_found(package: Path) -> None:
    finding = _model(package, f'sha256 = "{hashlib.sha256(b"weights").hexdigest()}"\n')
    assert finding.found
    assert str(finding.name) == "model letters.onnx"


@pytest.mark.parametrize(
    "card",
    ['sha256 = "0000"\n', "", "not toml", None],
    ids=["other", "empty", "bad", "no card"],
)
def test_a_model_that_is_not_what_its_card_says_is_a_fault(
    package: Path, card: str | None
) -> None:
    finding = _model(package, card)
    assert (finding.found, finding.essential) == (False, True)
    assert finding.remedy


def test_a_package_without_models_or_fonts_is_noticed(package: Path) -> None:
    (models,) = doctor.check_models()
    (fonts,) = doctor.check_fonts()
    assert (models.found, models.essential) == (False, True)
    assert (fonts.found, fonts.essential) == (False, False)


@pytest.mark.parametrize(
    ("message", "remedy"),
    [
        ("libGL.so.1: cannot open shared object file", "sudo apt-get install libgl1"),
        ("libgthread-2.0.so.0: cannot open shared object", "sudo apt-get install libglib2.0-0"),
        ("No module named 'cv2'", "install tabletop-companion again"),
    ],
)
def test_a_library_of_the_system_that_is_missing_is_named(
    monkeypatch: pytest.MonkeyPatch, message: str, remedy: str
) -> None:
    def fail(name: str) -> None:
        raise ImportError(message)

    monkeypatch.setattr(doctor, "importlib", SimpleNamespace(import_module=fail))
    findings = list(doctor.check_libraries())
    assert findings
    assert all(not f.found and f.essential and str(f.remedy) == remedy for f in findings)


def _program(folder: Path, script: str) -> None:
    path = folder / "tesseract"
    path.write_text(f"#!/bin/sh\n{script}\n", encoding="utf-8")
    path.chmod(0o755)


@pytest.mark.parametrize(
    ("script", "found", "part"),
    [
        ("echo tesseract 9.9", True, "tesseract 9.9 at "),
        ("exit 3", False, "does not run"),
        ("exec sleep 60", False, "does not run"),
    ],
    ids=["works", "fails", "hangs"],
)
def test_tesseract_is_asked_with_patience_that_ends(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, script: str, found: bool, part: str
) -> None:
    _program(tmp_path, script)
    monkeypatch.setenv("PATH", f"{tmp_path}:/usr/bin:/bin")
    monkeypatch.setattr(doctor, "_PROGRAM_PATIENCE_S", 1.0)
    (finding,) = doctor.check_tesseract()
    assert finding.found is found
    assert part in str(finding.detail)
    assert not finding.essential


def test_no_tesseract_is_no_fault(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    (finding,) = doctor.check_tesseract()
    assert not finding.found
    assert "apt-get install tesseract-ocr" in str(finding.remedy)


def test_a_data_folder_that_is_a_file_is_a_fault(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    monkeypatch.setenv("COMPANION_DATA", str(tmp_path / "file" / "games"))
    (finding,) = doctor.check_data_folder()
    assert not finding.found
    assert "COMPANION_DATA" in str(finding.remedy)


def test_a_data_folder_that_can_be_made_will_do(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COMPANION_DATA", str(tmp_path / "not" / "yet"))
    (finding,) = doctor.check_data_folder()
    assert finding.found
    assert not (tmp_path / "not").exists()


@pytest.fixture
def games(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("COMPANION_DATA", str(tmp_path))
    path = tmp_path / STORE_FILE
    EventStore.open(path).close()
    return path


def test_games_that_can_be_kept_are_found(games: Path) -> None:
    before = games.read_bytes()
    (finding,) = doctor.check_store()
    assert finding.found
    assert games.read_bytes() == before


def test_games_that_another_program_holds_are_a_fault(games: Path) -> None:
    with closing(sqlite3.connect(games, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        (finding,) = doctor.check_store()
    assert not finding.found
    assert "is locked by another program" in str(finding.detail)


def test_a_damaged_store_is_a_fault(games: Path) -> None:
    games.write_bytes(b"no database at all" * 300)
    (finding,) = doctor.check_store()
    assert not finding.found
    assert "is not a database" in str(finding.detail)


def test_a_disk_that_is_nearly_full_is_a_fault(
    games: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(doctor.shutil, "disk_usage", lambda _: SimpleNamespace(free=7_400_000))
    (finding,) = doctor.check_store()
    assert not finding.found
    assert "7 MB of the disk are free" in str(finding.detail)


@pytest.mark.parametrize(
    ("environment", "folder"),
    [
        ({"COMPANION_DATA": "/games"}, "/games"),
        ({"XDG_DATA_HOME": "/data"}, "/data/tabletop-companion"),
        ({}, "~/.local/share/tabletop-companion"),
    ],
)
def test_where_games_are_kept(environment: dict[str, str], folder: str) -> None:
    assert data_folder(environment) == Path(folder).expanduser()


@pytest.mark.parametrize("check", doctor.CHECKS, ids=lambda check: check.__name__)
def test_every_check_finds_something_and_says_what_to_do(
    check: Callable[[], Iterator[doctor.Finding]],
) -> None:
    findings = list(check())
    assert findings
    for finding in findings:
        assert finding.name
        assert finding.detail
        assert finding.found or finding.remedy


def test_a_port_that_may_not_be_opened_is_told_with_the_group_to_join(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    port = tmp_path / "ttyUSB0"
    port.touch()
    keys = tmp_path / "usb-Pedal-event-kbd"
    keys.touch()
    monkeypatch.setattr(doctor, "list_ports", lambda: (Port(str(port), "USB Serial"),))
    monkeypatch.setattr(doctor, "list_inputs", lambda: (Input(str(keys)),))
    assert [finding.found for finding in doctor.check_serial_ports()] == [True, True]
    monkeypatch.setattr(doctor.os, "access", lambda *_: False)
    serial, pedal = doctor.check_serial_ports()
    assert "dialout" in str(serial.remedy)
    assert "-aG input" in str(pedal.remedy)
    assert not serial.essential
