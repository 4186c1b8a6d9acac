"""The phone that is the household's camera: claimed by a word, then known by a key."""

from __future__ import annotations

import hashlib
import hmac
import secrets
import threading
import time
from collections.abc import Callable
from pathlib import Path

from companion.camera.pushed import BUSY_EVERY_S, Slot
from companion.errors import InputError
from companion.household.files import read_json, write_json

FILE = "phone.json"
WORD_S = 600.0
"""How long a word is good for."""

LEAST_S = 0.08
"""Pictures that come faster than this are passed over."""


class Phone:
    """Who may send pictures. Thread-safe.

    Args:
        folder: The data folder, where the key's hash outlives a restart; None for nowhere.
        slot: Where pictures go.
        clock: Monotonic seconds.
    """

    def __init__(
        self, folder: Path | None, slot: Slot, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._file = None if folder is None else folder / FILE
        self._slot, self._clock = slot, clock
        self._lock = threading.Lock()
        self._word, self._until_s = "", 0.0
        kept = {} if self._file is None else read_json(self._file)
        self._hash = str(kept.get("key", ""))
        self._last_s = clock() - LEAST_S
        slot.offered = bool(self._hash)

    def word(self) -> str:
        """Return a word by which a phone may claim to be the camera: once, for ten minutes."""
        with self._lock:
            self._word, self._until_s = secrets.token_urlsafe(9), self._clock() + WORD_S
            return self._word

    def claim(self, word: str) -> str:
        """Return the key of a phone that knows the word; the phone before it has none any more.

        Raises:
            InputError: The word is not right, was used, or is too old.
        """
        with self._lock:
            good = bool(self._word) and hmac.compare_digest(self._word.encode(), word.encode())
            if not good or self._clock() > self._until_s:
                raise InputError(
                    "This code is used up or too old. Ask for a new one on the camera page of "
                    "the host."
                )
            self._word = ""
            key = secrets.token_urlsafe(32)
            self._hash, self._slot.offered = _hash(key), True
            if self._file is not None:
                write_json(self._file, {"key": self._hash})
            return key

    def knows(self, key: str) -> bool:
        """Tell whether a key is that of the phone that claimed last."""
        return bool(self._hash) and hmac.compare_digest(self._hash, _hash(key))

    def put(self, picture: bytes) -> float:
        """Take a picture of that phone; return after how many seconds to send the next."""
        with self._lock:
            now_s = self._clock()
            if now_s - self._last_s < LEAST_S:
                return BUSY_EVERY_S
            self._last_s = now_s
        return self._slot.put(picture)


def _hash(key: str) -> str:
    return hashlib.sha256(key.encode()).hexdigest()
