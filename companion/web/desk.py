"""All that the views work with."""

from __future__ import annotations

from dataclasses import dataclass, field

from companion.web.port import (
    Access,
    Archive,
    GameFiles,
    Playing,
    Room,
    SessionPort,
    Starter,
    Voice,
)


@dataclass(frozen=True, slots=True)
class Desk:
    """All that the views work with; built once by the factory."""

    room: Room
    access: Access = field(default_factory=Access)
    starter: Starter | None = None
    archive: Archive | None = None
    files: GameFiles | None = None
    voice: Voice | None = None
    answer_s: float = 10.0
    """How long a request waits for the loop before it gives up."""

    keepalive_s: float = 15.0
    """Silence on the stream after which a comment is sent."""

    @property
    def playing(self) -> Playing:
        """The game on the table now."""
        return self.room.playing

    @property
    def port(self) -> SessionPort:
        """The single writer of the game on the table."""
        return self.room.playing.port
