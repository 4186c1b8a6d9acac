"""What a form of the protocol offers."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Protocol

from firmware_bridge.messages import Garbled, Message, Unknown


class Decoder(Protocol):
    """Takes bytes in any portions and keeps what is not yet complete."""

    def feed(self, data: bytes) -> Iterator[Message | Unknown | Garbled]:
        """Return what has become complete, in order."""


class Codec(Protocol):
    """A form of the protocol."""

    @property
    def name(self) -> str:
        """Stable; stands in the settings."""

    def encode(self, message: Message) -> bytes:
        """Return the frame of a message. Raises ValueError if a field is out of range."""

    def decoder(self) -> Decoder:
        """Return a decoder that has seen nothing."""
