"""What looks at tables: cameras and eyes, tried at the set-up and played with."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import numpy as np

from companion.app.watched import Manner, Watch, knowing, pipeline_for, watched, watching
from companion.app.wiring import Table
from companion.board.tiles import TileSet
from companion.camera import Source
from companion.errors import CompanionError, InputError
from companion.rules.registry import game as ruleset_named
from companion.tilesets import load as load_tiles
from companion.tilesets import names as tile_names
from companion.vision.known import Known
from companion.vision.reading.read import SIZE
from companion.vision.types import Frame, Image
from companion.watching.cameras import Cameras
from companion.watching.checks import Checks
from companion.watching.feed import SharedCamera
from companion.watching.in_order import InOrder
from companion.watching.knowledge import known_of_camera
from companion.watching.photos import TurnPhotos
from companion.watching.pipeline import Eyes
from companion.watching.sight import (
    Cornered,
    SizedEyes,
    preview,
    reading_json,
    size_of,
    straight_jpeg,
)
from companion.web.port import Corners

EyesFor = Callable[[TileSet], Eyes]

TRIED = "english"
"""The tile set with which a board is looked for, before one is chosen."""


class _Later:
    """Eyes that are made when there is something to read."""

    def __init__(self, make: Callable[[], Eyes]) -> None:
        self._make = make

    def read(self, image: Image, **more: Any) -> Any:
        return self._make().read(image, **more)


class Lookout:
    """Cameras and eyes of a household. Thread-safe.

    Args:
        folder: The data folder, where what was measured of cameras is kept; None for nowhere.
        eyes_for: Makes the reader of a tile set.
        manner: How a table is watched.
        given: A camera from the command line, offered besides the devices there are.
        sources: Opens cameras that the program brings itself, by address.
        known: What files say of the camera and the set; what the dashboard measured of a camera
            is looked for where they say nothing of it.
    """

    def __init__(
        self, folder: Path | None, eyes_for: EyesFor, manner: Manner, *, given: str,
        sources: Mapping[str, Callable[[], Source]], known: Known | None,
    ) -> None:  # fmt: skip
        self.cameras = Cameras(given, sources)
        self._folder = folder
        self._eyes_for = eyes_for
        self._manner = manner
        self._known = known
        self._looking = InOrder()
        self._eyes: dict[str, Eyes] = {}
        self._checks = Checks()
        self._warming: threading.Thread | None = None

    def camera(self, source: str) -> SharedCamera:
        """Return a camera of those offered, opened."""
        return self.cameras.open(source)

    def warm(self) -> None:
        """Make the eyes ready meanwhile, so that the first look need not wait for them."""
        if TRIED not in self._eyes and self._warming is None:
            self._warming = threading.Thread(
                target=self._warm, name="companion-warm", daemon=True
            )
            self._warming.start()

    def _warm(self) -> None:
        with suppress(CompanionError), self._looking:  # what is missing is told who looks
            eyes = self._reader(load_tiles(TRIED))
            eyes.read(np.zeros((60, 80, 3), np.uint8))

    def look(self, camera: str) -> bytes:
        """Return the newest picture of a camera as JPEG."""
        return preview(self.camera(camera).newest())

    def find(self, camera: str, corners: Corners | None = None) -> dict[str, Any]:
        """Return where the board is, and what is right and wrong with the picture."""
        shared = self.camera(camera)
        frame = shared.newest()
        found = self._read(frame, camera, corners, TRIED)
        shown: dict[str, Any] = {
            key: found[key] for key in ("status", "detail", "corners") if key in found
        }
        checks = self._checks.of(camera, frame, found)
        return {**shown, "checks": checks, "age_s": round(shared.age_s, 1)}

    def read(self, camera: str, corners: Corners | None, language: str) -> dict[str, Any]:
        """Return what is read on the board."""
        if language not in tile_names():
            raise InputError("`language` is none of those offered.")
        return self._read(self.camera(camera).newest(), camera, corners, language)

    def straighten(self, camera: str, corners: Corners | None) -> bytes:
        """Return the board as seen from above, as JPEG."""
        frame = self.camera(camera).newest()
        with self._looking:
            eyes = self._seeing(load_tiles(TRIED), camera, size_of(frame.image))
            return straight_jpeg(frame, eyes, corners)

    @contextmanager
    def watched(self, table: Table, camera: str, corners: Sequence[float]) -> Iterator[Watch]:
        """Feed a table from a camera until the block ends.

        A camera that is not there yet is waited for.

        Args:
            table: The game.
            camera: One of those offered.
            corners: x and y of the grid's corners as parts of the picture's sides; none to find
                the board.
        """
        tiles = table.tiles
        self._reader(tiles)  # what is missing for it is told now
        with self.cameras.played(camera) as shared:
            eyes: Eyes = SizedEyes(lambda size: watching(self._seeing(tiles, camera, size)))
            if corners:
                pairs = zip(corners[::2], corners[1::2], strict=True)
                eyes = Cornered(eyes, tuple(pairs))
            with watched(table, shared, eyes, self._manner, alone=self._looking) as watch:
                yield watch

    def photos(self, table: Table) -> TurnPhotos | None:
        """Return what reads photos of a table's board; None where it has none to be read."""
        if not ruleset_named(table.ruleset).has_board or table.setup.layout.size != SIZE:
            return None
        eyes = _Later(lambda: self._reader(table.tiles))
        photos = TurnPhotos(pipeline_for(table, eyes), self._looking)
        table.loop.subscribe(photos.follow)
        return photos

    def close(self) -> None:
        """Let go of the cameras, and wait for eyes that are just made ready.

        A program that ends while a network is loaded would crash.
        """
        self.cameras.close()
        if self._warming is not None:
            self._warming.join()

    def _read(
        self, frame: Frame, camera: str, corners: Corners | None, language: str
    ) -> dict[str, Any]:
        with self._looking:
            eyes = self._seeing(load_tiles(language), camera, size_of(frame.image))
            return dict(reading_json(frame, eyes, corners))

    def _seeing(self, tiles: TileSet, camera: str, size: tuple[int, int]) -> Eyes:
        """Return the reader of a tile set that knows the camera."""
        return knowing(self._reader(tiles), self._known_of(camera, size))

    def _known_of(self, camera: str, size: tuple[int, int]) -> Known | None:
        given = self._known
        if given is not None and given.calibration is not None:
            return given
        return known_of_camera(self._folder, camera, size, given.printed if given else None)

    def _reader(self, tiles: TileSet) -> Eyes:
        if tiles.name not in self._eyes:
            self._eyes[tiles.name] = self._eyes_for(tiles)
        return self._eyes[tiles.name]
