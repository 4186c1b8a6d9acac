"""`python -m firmware_bridge`, and who may use pyserial."""

from __future__ import annotations

import ast
import subprocess
from pathlib import Path

import pytest

import firmware_bridge.__main__ as command_line
from firmware_bridge.ports import Port
from firmware_bridge.simulator import forget_virtual_boxes
from tests.firmware_bridge.tools import need
from tools import codegen

PACKAGE = Path(command_line.__file__).parent


def test_the_monitor_shows_presses_of_a_virtual_box(capsys: pytest.CaptureFixture[str]) -> None:
    forget_virtual_boxes()
    arguments = ["monitor", "virtual://shown?seed=3&every_s=0.1", "--seconds", "0.8"]
    assert command_line.main(arguments) == 0
    shown = capsys.readouterr().out
    assert "The button box is connected" in shown
    assert "player_1 press" in shown
    forget_virtual_boxes()


def test_the_generated_files_are_checked() -> None:
    assert codegen.main(["--check"]) == 0


def test_stale_generated_files_are_named(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    monkeypatch.setattr(codegen, "HEADER", tmp_path / "wire_gen.h")
    assert codegen.main(["--check"]) == 1
    assert "wire_gen.h: is stale" in capsys.readouterr().out


def test_ports_are_listed_with_what_they_may_be(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    ports = (Port("/dev/ttyUSB0", "USB serial", 0x1A86, 0x7523), Port("/dev/ttyS9", "odd"))
    monkeypatch.setattr(command_line, "list_ports", lambda: ports)
    assert command_line.main(["ports"]) == 0
    assert capsys.readouterr().out.splitlines() == [
        "/dev/ttyUSB0\tCH340 adapter\tUSB serial",
        "/dev/ttyS9\tunknown\todd",
    ]


def test_the_firmware_is_exported_once(tmp_path: Path) -> None:
    target = tmp_path / "box"
    assert command_line.main(["export", str(target)]) == 0
    assert (target / "platformio.ini").is_file()
    assert (target / "lib" / "wire" / "wire_gen.h").is_file()
    sketch = target / "arduino" / "button_box"
    assert (sketch / "button_box.ino").is_file()
    assert (sketch / "box.c").is_file()
    assert command_line.main(["export", str(target)]) == 1


@pytest.mark.firmware
def test_the_exported_firmware_builds(tmp_path: Path) -> None:
    need("make", "avr-gcc")
    target = tmp_path / "box"
    command_line.main(["export", str(target)])
    done = subprocess.run(
        ["make", "-C", target, "PLAYERS=2", "build/button_box.elf"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr


def test_only_the_link_opens_ports() -> None:
    users = set()
    for path in PACKAGE.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            names = []
            if isinstance(node, ast.Import):
                names = [alias.name for alias in node.names]
            elif isinstance(node, ast.ImportFrom) and node.module:
                names = [node.module]
            if any(name.partition(".")[0] == "serial" for name in names):
                users.add(path.relative_to(PACKAGE).as_posix())
    # `ports` only lists them; the handler is a port itself.
    assert users == {"link.py", "ports.py", "urlhandler/protocol_virtual.py"}
