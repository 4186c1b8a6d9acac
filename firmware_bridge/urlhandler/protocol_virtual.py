"""`virtual://NAME?seed=3&players=2&every_s=20`: a button box without hardware.

The options say what the box is like when it is opened for the first time under its name; see
`firmware_bridge.simulator`. Opening it resets it, as it does most real boxes.
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from urllib.parse import parse_qsl, urlsplit

from serial.serialutil import PortNotOpenError, SerialBase, SerialException

from firmware_bridge.simulator import VirtualBox, virtual_box

POLL_S = 0.005


def box_of(url: str) -> VirtualBox:
    """Return the box that a URL names.

    Raises:
        SerialException: The URL cannot be understood; the sentence says what can be.
    """
    parts = urlsplit(url)
    wanted = dict(parse_qsl(parts.query, keep_blank_values=True))
    try:
        options = _options(wanted)
    except ValueError as error:
        raise SerialException(f"cannot open {url!r}: {error}") from error
    return virtual_box(
        parts.netloc,
        seed=int(options["seed"]),
        players=int(options["players"]),
        every_s=options["every_s"],
        mute=bool(options["mute"]),
    )


def _options(wanted: Mapping[str, str]) -> dict[str, float]:
    options = {"seed": 0.0, "players": 2.0, "every_s": 0.0, "mute": 0.0}
    for name, text in wanted.items():
        if name not in options:
            raise ValueError(f"{name} is none of {', '.join(options)}")
        options[name] = float(text)
    if options["players"] not in (2, 3, 4):
        raise ValueError("players is 2, 3 or 4")
    if options["every_s"] < 0:
        raise ValueError("every_s is a number of seconds")
    return options


class Serial(SerialBase):  # type: ignore[misc]  # pyserial has no types
    """The port of a virtual box, with the face of pyserial."""

    def open(self) -> None:
        """Open it; the box is reset."""
        if self._port is None:
            raise SerialException("a port must be set before it is opened")
        self._box = box_of(self._port)
        self._box.start(_now_ms())
        self.is_open = True

    def close(self) -> None:
        """Close it; the box stays on."""
        self.is_open = False

    def _reconfigure_port(self) -> None:
        """A virtual wire carries any speed."""

    @property
    def in_waiting(self) -> int:
        """Nothing is kept on the wire: `read` fetches it from the box."""
        return 0

    def read(self, size: int = 1) -> bytes:
        """Return what the box says, as soon as it says anything; empty after the time-out."""
        if not self.is_open:
            raise PortNotOpenError
        kept: bytes = getattr(self, "_kept", b"")
        until_s = time.monotonic() + (1e9 if self._timeout is None else self._timeout)
        while not kept:
            now_ms = _now_ms()
            self._box.tick(now_ms)
            kept = self._box.take_output()
            rest_s = until_s - time.monotonic()
            if kept or rest_s <= 0:
                break
            time.sleep(min(POLL_S, rest_s))
        self._kept = kept[size:]
        return kept[:size]

    def write(self, data: bytes) -> int:
        """Hand bytes to the box."""
        if not self.is_open:
            raise PortNotOpenError
        self._box.receive(bytes(data), _now_ms())
        return len(data)

    def reset_input_buffer(self) -> None:
        """Forget what the box has said."""
        self._kept = b""
        self._box.take_output()

    def reset_output_buffer(self) -> None:
        """Nothing waits to be sent."""

    def flush(self) -> None:
        """Nothing waits to be sent."""


def _now_ms() -> int:
    return int(time.monotonic() * 1000)
