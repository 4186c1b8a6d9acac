"""Where games, the household's word list and settings are kept."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path

VARIABLE = "COMPANION_DATA"
"""Environment variable that names another data folder."""

STORE_FILE = "games.sqlite"
"""The store of games in it."""


def data_folder(environment: Mapping[str, str] = os.environ) -> Path:
    """Return the data folder; it need not exist yet.

    `$COMPANION_DATA`, else `tabletop-companion` under `$XDG_DATA_HOME`, else under
    `~/.local/share`.
    """
    if chosen := environment.get(VARIABLE):
        return Path(chosen).expanduser()
    base = environment.get("XDG_DATA_HOME") or "~/.local/share"
    return Path(base).expanduser() / "tabletop-companion"
