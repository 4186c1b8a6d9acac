from __future__ import annotations

from types import SimpleNamespace

import pytest

from firmware_bridge import BridgeError, Port, list_ports, ports


def _machine(monkeypatch: pytest.MonkeyPatch, *found: SimpleNamespace) -> None:
    fake = SimpleNamespace(comports=lambda: list(found))
    monkeypatch.setattr(ports, "serial_list_ports", fake)


def test_ports_with_a_device_are_listed_by_name(monkeypatch: pytest.MonkeyPatch) -> None:
    _machine(
        monkeypatch,
        SimpleNamespace(device="/dev/ttyUSB1", description="Buttons", hwid="USB VID:PID=1A86"),
        SimpleNamespace(device="/dev/ttyS0", description="n/a", hwid="n/a"),
        SimpleNamespace(device="/dev/ttyACM0", description=None, hwid="USB VID:PID=2341"),
    )
    assert list_ports() == (Port("/dev/ttyACM0", ""), Port("/dev/ttyUSB1", "Buttons"))


def test_a_system_that_does_not_tell_is_a_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail() -> None:
        raise OSError("no sysfs")

    monkeypatch.setattr(ports, "serial_list_ports", SimpleNamespace(comports=fail))
    with pytest.raises(BridgeError, match="no sysfs"):
        list_ports()
