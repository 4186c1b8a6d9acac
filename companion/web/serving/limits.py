"""Every limit on those who connect, in one place."""

from __future__ import annotations

from dataclasses import dataclass, replace

MAX_BODY_BYTES = 16 * 1024
"""Requests that carry no file have a few hundred bytes as a rule."""

MAX_FILE_BYTES = 8 * 1024 * 1024
"""Largest file of a game that is taken in; a long game with its log has some 200 KB."""

MAX_PHOTO_BYTES = 20 * 1024 * 1024
"""Largest photo that is taken; those of tablets have 3 to 12 MB."""

MAX_PICTURE_BYTES = 2 * 1024 * 1024
"""Largest picture of a phone that is the camera; its page sends some 200 KB."""

MAX_DATA_BYTES = 256 * 1024
"""Largest data of a board or deck; the bundled ones have 10 KB."""

MAX_LIST_BYTES = 64 * 1024 * 1024
"""Largest word list that is taken; the longest real one has some 60 MB."""

MAX_PIN_TRIES = 8
"""Wrong PINs of a visitor before the next one has to wait."""

PIN_WAIT_S = 30.0
MOST_PIN_WAIT_S = 900.0
"""The first wait, which each more wrong PIN doubles, and the longest: four guesses an hour."""

MOST_VISITORS = 500
"""Visitors whose pace and wrong PINs are remembered."""

MOST_CHANGES = 60
PER_S = 10.0
"""Changes that a visitor may ask for in so many seconds; a hand asks for a tenth of that."""

SESSION_S = 12 * 3600
"""How long a host stays one without doing anything; a game night, not a month."""

MOST_TABLES = 64
"""Tables of one program; each costs a quarter of a megabyte and a thread."""

SPARE_FILES = 500
"""Open files that are left to cameras, stores and word lists."""


@dataclass(frozen=True, slots=True)
class Limits:
    """What a server grants to all, and to each address.

    Attributes:
        connections: Open at a time.
        connections_each: The same for one device.
        connections_own: The same for this computer, where a proxy may stand for many.
        streams: Event streams open at a time.
        streams_each: The same for one device.
        streams_own: The same for this computer.
        handshake_s: Time to agree on encryption.
        head_s: Time to send a request's head.
        head_bytes: Its size.
        body_s: Time to send a body, besides that for its bytes.
        bytes_per_s: The slowest line on which a body is waited for.
        whole_bytes: Bodies up to this size are read before anybody looks at them.
        files_at_once: Larger bodies that are held at a time.
        idle_s: How long a connection stays open for the next request.
        stuck_s: How long one may take nothing of what is sent to it.
        send_bytes: What is kept for one that takes it slowly, here and by the system.
        workers: Requests being answered at a time.
        workers_each: The same for one address.
        waiting: States kept for a slow stream; with one more only the newest is.
        missed: States that one which was cut off gets told.
        batch: Streams told before others get their turn.
        close_s: How long open answers are waited for at the end.
    """

    connections: int = 3000
    connections_each: int = 200
    connections_own: int = 2000
    streams: int = 2000
    streams_each: int = 150
    streams_own: int = 1500
    handshake_s: float = 10.0
    head_s: float = 10.0
    head_bytes: int = 32 * 1024
    body_s: float = 10.0
    bytes_per_s: int = 64 * 1024
    whole_bytes: int = 64 * 1024
    files_at_once: int = 2
    idle_s: int = 75
    stuck_s: float = 30.0
    send_bytes: int = 128 * 1024
    workers: int = 32
    workers_each: int = 16
    waiting: int = 4
    missed: int = 16
    batch: int = 16
    close_s: float = 1.0

    @property
    def files(self) -> int:
        """Files that the process must be able to open."""
        return self.connections + SPARE_FILES

    def within(self, files: int) -> Limits:
        """Return the limits of a process that may open only so many files."""
        if files >= self.files:
            return self
        share = max(files - SPARE_FILES, files // 2) / self.connections
        names = [
            f"{what}{whose}"
            for what in ("connections", "streams")
            for whose in ("", "_each", "_own")
        ]
        return replace(self, **{n: max(1, int(getattr(self, n) * share)) for n in names})


LIMITS = Limits()
