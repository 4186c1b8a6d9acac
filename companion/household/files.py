"""Small files of the data folder, written whole or not at all."""

from __future__ import annotations

import hmac
import json
import logging
import os
import secrets
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from companion.errors import InputError

log = logging.getLogger(__name__)


def write_whole(path: Path, data: bytes) -> None:
    """Write a file beside its place, then move it there: nobody ever sees half of it.

    Raises:
        InputError: It cannot be written.
    """
    new = path.with_name(f".{path.name}.new")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        new.write_bytes(data)
        new.replace(path)
    except OSError as error:
        raise InputError(
            "{file} cannot be written: {why}.", file=str(path), why=str(error.strerror)
        ) from error


def read_json(path: Path) -> Mapping[str, Any]:
    """Return a JSON object that this program wrote; an empty one if there is none."""
    try:
        value = json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return {}
    except (OSError, ValueError, RecursionError) as error:
        log.warning("%s is passed over: %s", path, error)
        return {}
    return value if isinstance(value, dict) else {}


def write_json(path: Path, value: Mapping[str, Any]) -> None:
    """Write a JSON object. Raises InputError if that cannot be done."""
    write_whole(path, json.dumps(value, ensure_ascii=False, indent=1).encode())


KEY_FILE = "session.key"
KEY_BYTES = 32


def host_secret(folder: Path, pin: str | None) -> bytes:
    """Return what hosts' cookies are signed with: the same as long as the PIN is the same.

    Where the folder cannot keep it, hosts enter the PIN anew after a restart.
    """
    return hmac.digest(
        _key(folder / KEY_FILE), (pin or "").encode("utf-8", "replace"), "sha256"
    )


def _key(path: Path) -> bytes:
    try:
        key = path.read_bytes()
        if len(key) == KEY_BYTES:
            return key
        path.unlink()
    except FileNotFoundError:
        pass
    except OSError as error:
        log.warning("%s is passed over: %s", path, error)
    key = secrets.token_bytes(KEY_BYTES)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as new:
            new.write(key)
    except OSError as error:
        log.warning("%s cannot be written: %s", path, error)
    return key
