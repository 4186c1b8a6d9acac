"""Which serial ports the machine has. Asks pyserial, opens nothing."""

from __future__ import annotations

import errno
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from serial.tools import list_ports as serial_list_ports

BY_ID = Path("/dev/serial/by-id")
"""Where Linux keeps names of ports that stay the same whatever the port's number."""

INPUTS = Path("/dev/input/by-id")
"""The same for keyboards, gamepads and the like."""

INPUT_TABLE = Path("/proc/bus/input/devices")
"""Where Linux lists them all, those without a cable too."""

BLUETOOTH = "bt:"
"""Begins the name of a device that is known by its Bluetooth address."""


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


@dataclass(frozen=True, slots=True)
class Input:
    """A keyboard, gamepad, pedal or the like.

    Attributes:
        device: A name of it that stays the same: a path, or `bt:` and a Bluetooth address.
        description: What it says of itself.
    """

    device: str
    description: str = ""


def list_inputs(folder: Path = INPUTS, table: Path = INPUT_TABLE) -> tuple[Input, ...]:
    """Return keyboards, gamepads and the like by names that stay the same; opens none.

    Args:
        folder: Where the stable names of those with a cable are.
        table: Where the system lists all.
    """
    ends = ("-event-kbd", "-event-joystick", "-event-mouse")
    paths = sorted(folder.iterdir()) if folder.is_dir() else []
    wired = (Input(str(path)) for path in paths if path.name.endswith(ends))
    aired = (Input(device, name) for device, name, _ in _bluetooth(table))
    return (*wired, *dict.fromkeys(aired))


def input_path(device: str, table: Path = INPUT_TABLE) -> str:
    """Return the path of an input device as it is now.

    Raises:
        OSError: No Bluetooth device of that address is connected.
    """
    if not device.startswith(BLUETOOTH):
        return device
    for known, _, path in _bluetooth(table):
        if known == device.lower():
            return path
    raise FileNotFoundError(errno.ENOENT, "not connected", device)


def _bluetooth(table: Path) -> Iterator[tuple[str, str, str]]:
    """Yield (device, name, path) of the Bluetooth devices that have keys."""
    text = table.read_text("utf-8", "replace") if table.is_file() else ""
    for block in text.split("\n\n"):
        address = re.search(r"^U: Uniq=([0-9A-Fa-f:]{17})$", block, re.MULTILINE)
        event = re.search(r"^H: Handlers=.*\b(event\d+)", block, re.MULTILINE)
        has_keys = re.search(r"^B: KEY=.*[1-9a-f]", block, re.MULTILINE)
        name = re.search(r'^N: Name="(.*)"$', block, re.MULTILINE)
        if "I: Bus=0005" in block and address and event and has_keys:
            told = name[1] if name else ""
            yield BLUETOOTH + address[1].lower(), told, f"/dev/input/{event[1]}"
