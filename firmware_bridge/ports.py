"""Which serial ports the machine has: the only module that asks pyserial."""

from __future__ import annotations

from dataclasses import dataclass

from serial.tools import list_ports as serial_list_ports


class BridgeError(Exception):
    """A device cannot be found, opened or understood."""


@dataclass(frozen=True, slots=True)
class Port:
    """A serial port as the operating system names it."""

    device: str
    """Path or name to open, such as `/dev/ttyUSB0`."""

    description: str
    """What the device says of itself; empty when it says nothing."""


def list_ports() -> tuple[Port, ...]:
    """Return the serial ports with a device behind them, sorted by name; opens none.

    Built-in ports with nothing known behind them are left out: a desktop has many.

    Raises:
        BridgeError: The operating system does not tell.
    """
    try:
        found = serial_list_ports.comports()
    except OSError as error:
        raise BridgeError(f"the serial ports cannot be listed: {error}") from error
    ports = [
        Port(device=info.device, description=info.description or "")
        for info in found
        if info.hwid != "n/a"
    ]
    return tuple(sorted(ports, key=lambda port: port.device))
