from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient

from companion.app.hall import Hall, open_hall
from companion.rules.registry import registered
from companion.web import Access
from tests.doubles.page_client import PageClient
from tests.doubles.true_eyes import TrueEyes
from tests.tile_race.game import GAME, KEY

CHOICE: dict[str, Any] = {
    "players": ["Ann", "Ben"],
    "edition": KEY,
    "language": "english",
    "lexicon": "enable",
    "pace": "walk",
    "clock": "",
    "colours": ["blue", "red"],
    "camera": "",
    "corners": None,
}


@pytest.fixture(autouse=True)
def _registered() -> Iterator[None]:
    """The one thing that the program is told of the game."""
    with registered(GAME):
        yield


@pytest.fixture
def hall(tmp_path: Path) -> Iterator[Hall]:
    with open_hall(tmp_path / "data", eyes=TrueEyes) as opened:
        yield opened


@pytest.fixture
def client(hall: Hall) -> FlaskClient:
    app = hall.dashboard(Access())
    app.test_client_class = PageClient
    return app.test_client()
