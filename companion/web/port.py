"""What the dashboard needs of the rest: one door to the game, and a few things to look up."""

from __future__ import annotations

from collections.abc import Mapping
from concurrent.futures import Future
from dataclasses import dataclass, field
from typing import Protocol

from companion.board.layout import STANDARD, Layout
from companion.board.tiles import TileSet
from companion.lexicon import Lexicon
from companion.session.snapshot import Snapshot


class SessionPort(Protocol):
    """The single writer, as the dashboard sees it."""

    @property
    def snapshot(self) -> Snapshot:
        """The newest state."""

    def submit(self, command: object, actor: str) -> Future[Snapshot]:
        """Hand in a command; the future holds the state after it, or why it was refused."""

    def wait(self, after_version: int, timeout_s: float) -> list[Snapshot]:
        """Return the states newer than a version, waiting for the first of them."""


@dataclass(frozen=True, slots=True)
class Exported:
    """A game written to a file format."""

    text: str
    losses: tuple[str, ...] = ()
    """What the format cannot say."""


class Exporter(Protocol):
    """Writes the game as it stands."""

    def __call__(self) -> Exported:
        """Return the file's text and what it had to leave out."""


@dataclass(frozen=True, slots=True)
class Access:
    """Who may come in, and who may change the game.

    Attributes:
        addresses: Full addresses of the page for other devices, IP first; empty when the
            page is open on this computer only.
        host_pin: With a PIN everybody else only watches; without one every visitor that can
            reach the page may change the game.
        host_names: Names in the Host header that are answered besides localhost and IPs.
    """

    addresses: tuple[str, ...] = ()
    host_pin: str | None = None
    host_names: frozenset[str] = field(default_factory=frozenset)


@dataclass(frozen=True, slots=True)
class Desk:
    """All that the views work with; built once by the factory."""

    port: SessionPort
    lexicon: Lexicon | None
    tiles: TileSet
    layout: Layout = STANDARD
    exporters: Mapping[str, Exporter] = field(default_factory=dict)
    access: Access = field(default_factory=Access)
    answer_s: float = 10.0
    """How long a request waits for the loop before it gives up."""

    keepalive_s: float = 15.0
    """Silence on the stream after which a comment is sent."""

    rack_size: int = 7
