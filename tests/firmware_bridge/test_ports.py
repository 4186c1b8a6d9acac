from __future__ import annotations

from types import SimpleNamespace

import pytest
from serial.tools.list_ports_common import ListPortInfo

from firmware_bridge import BridgeError, Port, list_ports, ports


def _port(device: str, description: str | None, hwid: str) -> ListPortInfo:
    info = ListPortInfo(device)
    info.description, info.hwid = description, hwid
    return info


def test_ports_with_a_device_are_listed_by_name(monkeypatch: pytest.MonkeyPatch) -> None:
    found = [
        _port("/dev/ttyUSB1", "Buttons", "USB VID:PID=1A86:7523"),
        _port("/dev/ttyS0", "n/a", "n/a"),
        _port("/dev/ttyACM0", None, "USB VID:PID=2341:0043"),
    ]
    monkeypatch.setattr(ports, "serial_list_ports", SimpleNamespace(comports=lambda: found))
    assert list_ports() == (Port("/dev/ttyACM0", ""), Port("/dev/ttyUSB1", "Buttons"))


def test_a_system_that_does_not_tell_is_a_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail() -> None:
        raise OSError("no sysfs")

    monkeypatch.setattr(ports, "serial_list_ports", SimpleNamespace(comports=fail))
    with pytest.raises(BridgeError, match="no sysfs"):
        list_ports()
