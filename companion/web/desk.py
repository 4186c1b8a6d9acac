"""All that the views work with."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from flask import Response, abort, request

from companion.text import said
from companion.web.faults import NO_TABLE, refusal
from companion.web.once import Once
from companion.web.port import (
    FIRST_TABLE,
    Access,
    Archive,
    GameFiles,
    Lookout,
    Playing,
    Room,
    SessionPort,
    Starter,
    Tables,
    Voice,
)


@dataclass(frozen=True, slots=True)
class Desk:
    """All that the views work with; built once by the factory."""

    tables: Tables
    access: Access = field(default_factory=Access)
    starter: Starter | None = None
    archive: Archive | None = None
    files: GameFiles | None = None
    voice: Voice | None = None
    lookout: Lookout | None = None
    answer_s: float = 10.0
    """How long a request waits for the loop before it gives up."""

    keepalive_s: float = 15.0
    """Silence on the stream after which a comment is sent."""

    once: Once = field(default_factory=Once)

    @property
    def table(self) -> str:
        """Name of the table that the current request is about."""
        return str(request.environ.get(TABLE, FIRST_TABLE))

    @property
    def room(self) -> Room:
        """That table."""
        room = self.tables.rooms.get(self.table)
        return room if room is not None else abort(404)  # it was closed just now

    def check(self) -> Response | None:
        """End the current request with 404 where its table is not; that page has its looks."""
        if self.table in self.tables.rooms or request.endpoint == "static":
            return None
        return refusal(404, NO_TABLE, said("There is no table {name}.", name=self.table))

    @property
    def addresses(self) -> list[str]:
        """Full addresses of that table for other devices, IP first."""
        return [f"{each.rstrip('/')}{request.script_root}/" for each in self.access.addresses]

    @property
    def playing(self) -> Playing:
        """The game on the table now."""
        return self.room.playing

    @property
    def port(self) -> SessionPort:
        """The single writer of the game on the table."""
        return self.room.playing.port


TABLE = "companion.table"
"""Where the environment of a request says which table it is about."""

_ADDRESS = re.compile(r"/t/([0-9A-Za-z]{1,20})(/.*)?")


def placed(environ: Mapping[str, Any]) -> dict[str, Any]:
    """Return the environment of a request without the table in its path, which is noted.

    `/t/5/games` becomes `/games` below `/t/5`, where all addresses that a page is given begin.
    """
    found = _ADDRESS.fullmatch(environ.get("PATH_INFO", ""))
    if found is None:
        return dict(environ)
    name, path = found.groups()
    root = f"{environ.get('SCRIPT_NAME', '')}/t/{name}"
    return {**environ, "SCRIPT_NAME": root, "PATH_INFO": path or "/", TABLE: name}
