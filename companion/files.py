"""Data files that people may write themselves, read with care: each fault is one sentence."""

from __future__ import annotations

import tomllib
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any

from companion.errors import ConfigError
from companion.text import Said


def text_in(source: Traversable | Path, what: Said, most_bytes: int) -> str:
    """Return the text of a file.

    Args:
        source: Where it is.
        what: What it is, with its name: "The tile-set file x.toml".
        most_bytes: What is longer is not read.

    Raises:
        ConfigError: It cannot be read, is too large or is not UTF-8.
    """
    if isinstance(source, Path):
        source = source.expanduser()
    try:
        with source.open("rb") as stream:
            raw = stream.read(most_bytes + 1)
    except OSError as error:
        why = str(error.strerror or error)
        raise ConfigError("{what} cannot be read: {why}.", what=what, why=why) from error
    if len(raw) > most_bytes:
        raise ConfigError("{what} is larger than {most} bytes.", what=what, most=most_bytes)
    try:
        return raw.decode("utf-8")
    except UnicodeDecodeError as error:
        raise ConfigError("{what} is not UTF-8: {why}.", what=what, why=str(error)) from error


def toml_in(source: Traversable | Path, what: Said, most_bytes: int) -> dict[str, Any]:
    """Return what a TOML file says; the same arguments and faults, and not TOML besides."""
    text = text_in(source, what, most_bytes)
    try:
        return tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise ConfigError("{what} is not TOML: {why}.", what=what, why=str(error)) from error
