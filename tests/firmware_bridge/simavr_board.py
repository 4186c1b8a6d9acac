"""The real firmware in an emulated ATmega328P, with the world around it."""

from __future__ import annotations

import ctypes
from pathlib import Path

SEGMENTS = {
    0x00: " ", 0x3F: "0", 0x06: "1", 0x5B: "2", 0x4F: "3", 0x66: "4", 0x6D: "5", 0x7D: "6",
    0x07: "7", 0x7F: "8", 0x6F: "9", 0x40: "-",
}  # fmt: skip


class Board:
    """One box. Time passes only while `run` is called, so nothing depends on this machine."""

    def __init__(
        self,
        library: Path,
        firmware: Path,
        *,
        display: str = "hd44780",
        chip: str = "atmega328p",
    ) -> None:
        """Switch it on with `hd44780`, `oled`, or `none` on its bus.

        Buttons and lights are wired as on an ATmega328P; of another chip only the line is.
        """
        self._c = ctypes.CDLL(str(library))
        self._c.board_new.restype = ctypes.c_void_p
        self._c.board_seconds.restype = ctypes.c_double
        board = self._c.board_new(
            str(firmware).encode(), ("none", "hd44780", "oled").index(display), chip.encode()
        )
        assert board, "the firmware cannot be loaded"
        self._board = ctypes.c_void_p(board)

    def close(self) -> None:
        self._c.board_free(self._board)

    @property
    def now_s(self) -> float:
        seconds: float = self._c.board_seconds(self._board)
        return seconds

    def run(self, ms: float) -> None:
        assert self._c.board_run(self._board, int(ms * 1000)), "the firmware has crashed"

    def reset(self) -> None:
        self._c.board_reset(self._board)

    def write(self, data: bytes) -> None:
        self._c.board_write(self._board, data, len(data))

    def read(self) -> bytes:
        buffer = ctypes.create_string_buffer(4096)
        length = self._c.board_read(self._board, buffer, len(buffer))
        return buffer.raw[:length]

    def button(self, button: int, closed: bool) -> None:
        self._c.board_button(self._board, int(button), int(closed))

    @property
    def lights(self) -> int:
        mask: int = self._c.board_lights(self._board)
        return mask

    @property
    def characters(self) -> tuple[str, str]:
        """Both rows of the HD44780."""
        buffer = ctypes.create_string_buffer(32)
        self._c.board_characters(self._board, buffer)
        text = buffer.raw.decode("latin-1")
        return text[:16], text[16:]

    @property
    def oled(self) -> list[str]:
        """The 64 rows of dots of the SSD1306 as `#` and blanks; empty when it is dark."""
        buffer = ctypes.create_string_buffer(8 * 128)
        if not self._c.board_oled(self._board, buffer):
            return []
        pages = buffer.raw
        return [
            "".join("#" if pages[y // 8 * 128 + x] >> y % 8 & 1 else " " for x in range(128))
            for y in range(64)
        ]

    def plug_display(self, plugged: bool) -> None:
        self._c.board_display(self._board, int(plugged))

    @property
    def digits(self) -> str:
        """The TM1637, such as `12:34`; empty when it is dark."""
        buffer = ctypes.create_string_buffer(4)
        if not self._c.board_digits(self._board, buffer):
            return ""
        raw = buffer.raw
        text = [SEGMENTS[byte & 0x7F] for byte in raw]
        return "".join(text[:2]) + (":" if raw[1] & 0x80 else "") + "".join(text[2:])

    def paint_stack(self, first: int) -> None:
        """Fill the unused memory above an address, so that it shows what the stack reaches."""
        self._c.board_paint(self._board, first)

    def stack_untouched(self, first: int) -> int:
        free: int = self._c.board_stack_free(self._board, first)
        return free
