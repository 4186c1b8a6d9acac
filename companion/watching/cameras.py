"""The cameras there are, and those that are open: of games, and one that is being tried."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from types import MappingProxyType

from companion.camera import Opener, Source
from companion.camera.addresses import without_password
from companion.camera.video_devices import list_video_devices
from companion.errors import InputError
from companion.watching.feed import SharedCamera

RENDERED = "synthetic:?seed=3"
"""Offered to everybody: a camera without hardware."""


class Cameras:
    """Opens cameras once, whoever looks. Thread-safe.

    Whoever asks knows a camera by a name that holds no secret; its address stays in here.

    Args:
        given: A source from the command line, offered besides the devices there are, as
            `without_password` names it.
        sources: Opens cameras that the program brings itself, by address; offered too.
    """

    def __init__(
        self,
        given: str = "",
        sources: Mapping[str, Callable[[], Source]] = MappingProxyType({}),
    ) -> None:
        self._given = without_password(given)
        self._sources = dict(sources)
        self._openers: dict[str, Callable[[], Source]] = dict(sources)
        if given:
            self._openers.setdefault(self._given, Opener(given))
        self._open: dict[str, SharedCamera] = {}
        self._in_play: set[str] = set()
        self._lock = threading.Lock()

    def offered(self) -> dict[str, str]:
        """Return the sources that may be opened, and what people call them."""
        found = {
            str(device.path): device.card or str(device.path)
            for device in list_video_devices()
            if device.captures
        }
        if self._given and self._given not in found:
            found[self._given] = self._given
        own = [n for n, o in self._sources.items() if getattr(o, "offered", True)]
        return {**found, **{name: name for name in (*own, RENDERED)}}

    def open(self, source: str, *, waits: bool = False) -> SharedCamera:
        """Return a camera, opened; another one that was only tried is closed for it.

        Args:
            source: Its name among those offered.
            waits: Whether one that is not there yet is waited for.

        Raises:
            InputError: It is none of those offered.
            CameraError: It cannot be opened.
        """
        with self._lock:
            if source in self._open:
                return self._open[source]
            if source not in self.offered():
                raise InputError("`camera` is none of those offered.")
            for tried in [name for name in self._open if name not in self._in_play]:
                self._open.pop(tried).close()
            self._open[source] = SharedCamera(source, self._openers.get(source), waits=waits)
            return self._open[source]

    @contextmanager
    def played(self, source: str) -> Iterator[SharedCamera]:
        """Open a game's camera; until the block ends no other look closes it."""
        camera = self.open(source, waits=True)
        with self._lock:
            self._in_play.add(source)
        try:
            yield camera
        finally:
            with self._lock:
                self._in_play.discard(source)

    def close(self) -> None:
        """Let go of all."""
        with self._lock:
            for camera in self._open.values():
                camera.close()
            self._open.clear()
