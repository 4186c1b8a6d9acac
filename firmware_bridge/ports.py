"""Which serial ports the machine has. Asks pyserial, opens nothing."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from serial.tools import list_ports as serial_list_ports

BY_ID = Path("/dev/serial/by-id")
"""Where Linux keeps names of ports that stay the same whatever the port's number."""

INPUTS = Path("/dev/input/by-id")
"""The same for keyboards, gamepads and the like."""


class BridgeError(Exception):
    """A device cannot be found, opened or understood.

    Attributes:
        template: What is told, with gaps.
        args_: What goes into the gaps, by name.
    """

    def __init__(self, template: str, /, **args: object) -> None:
        super().__init__(template.format_map(args) if args else template)
        self.template, self.args_ = template, args


class Sentence:
    """Something told that is no fault, in the same shape."""

    def __init__(self, template: str, /, **args: object) -> None:
        self.template, self.args_ = template, args

    def __str__(self) -> str:
        return self.template.format_map(self.args_) if self.args_ else self.template


@dataclass(frozen=True, slots=True)
class Port:
    """A serial port as the operating system names it."""

    device: str
    """Path or name to open, such as `/dev/ttyUSB0`."""

    description: str
    """What the device says of itself; empty when it says nothing."""

    vendor: int | None = None
    """USB vendor number; None for what is not on USB."""

    product: int | None = None
    """USB product number."""

    serial_number: str = ""
    """Of the USB device; empty when it has none, as with many cheap adapters."""


def list_ports() -> tuple[Port, ...]:
    """Return the serial ports with a device behind them, sorted by name; opens none.

    Built-in ports with nothing known behind them are left out: a desktop has many.

    Raises:
        BridgeError: The operating system does not tell.
    """
    try:
        found = serial_list_ports.comports()
    except OSError as error:
        raise BridgeError("the serial ports cannot be listed: {why}", why=error) from error
    ports = [
        Port(
            device=info.device,
            description=info.description or "",
            vendor=info.vid,
            product=info.pid,
            serial_number=info.serial_number or "",
        )
        for info in found
        if info.hwid != "n/a"
    ]
    return tuple(sorted(ports, key=lambda port: port.device))


def stable_path(device: str, folder: Path = BY_ID) -> str:
    """Return the name of a port that survives plugging in again; the given one if it has none.

    Args:
        device: Such as `/dev/ttyUSB0`.
        folder: Where the stable names are.
    """
    if folder.is_dir():
        for link in sorted(folder.iterdir()):
            if link.resolve() == Path(device).resolve():
                return str(link)
    return device


def list_inputs(folder: Path = INPUTS) -> tuple[str, ...]:
    """Return the keyboards and gamepads by names that stay the same, sorted; opens none.

    Args:
        folder: Where the stable names are.
    """
    if not folder.is_dir():
        return ()
    ends = ("-event-kbd", "-event-joystick")
    return tuple(sorted(str(path) for path in folder.iterdir() if path.name.endswith(ends)))
