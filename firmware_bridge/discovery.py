"""Which ports may have a button box behind them, by what USB tells. Pure.

An identity only says whom to ask first; whether it is a box is told by its hello.
"""

from __future__ import annotations

from collections.abc import Iterable
from types import MappingProxyType

from firmware_bridge.ports import Port

BOARDS = MappingProxyType(
    {
        (0x2341, None): "Arduino",
        (0x2A03, None): "Arduino",
        (0x2E8A, None): "Raspberry Pi Pico",
        (0x303A, None): "ESP32 with USB",
        (0x16C0, 0x0483): "Teensy",
        (0x0D28, 0x0204): "micro:bit",
    }
)
"""Boards that people program themselves: (vendor, product or None for all) -> name."""

ADAPTERS = MappingProxyType(
    {
        (0x1A86, None): "CH340 adapter",
        (0x10C4, 0xEA60): "CP210x adapter",
        (0x0403, None): "FTDI adapter",
        (0x067B, 0x2303): "PL2303 adapter",
    }
)
"""Adapters that sit in clones of these boards and in much other gear, printers among it."""


def name_of(port: Port) -> str:
    """What USB says it is; empty when it is not known."""
    for table in (BOARDS, ADAPTERS):
        for identity in ((port.vendor, port.product), (port.vendor, None)):
            if identity in table:
                return table[identity]  # type: ignore[index]  # a vendor of None is in no table
    return ""


def is_board(port: Port) -> bool:
    """Whether it is a board that people program, so that asking it does no harm."""
    return (port.vendor, port.product) in BOARDS or (port.vendor, None) in BOARDS


def candidates(
    ports: Iterable[Port], *, adapters: bool = False, remembered: str = ""
) -> tuple[Port, ...]:
    """Return the ports to ask, the likeliest first.

    Args:
        ports: All ports there are.
        adapters: Ask behind general adapters too; resetting a printer is nobody's wish, so
            only where the user agrees.
        remembered: USB serial number of the box met last; it comes first, whatever it is.
    """

    def rank(port: Port) -> int | None:
        if remembered and port.serial_number == remembered:
            return 0
        if is_board(port):
            return 1
        return 2 if adapters and name_of(port) else None

    ranked = [(r, port.device, port) for port in ports if (r := rank(port)) is not None]
    return tuple(port for _, _, port in sorted(ranked, key=lambda each: each[:2]))
