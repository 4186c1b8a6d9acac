from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from flask.testing import FlaskClient

from companion.lexicon import WordList
from companion.web import Access, Export, Exported, OneGame, Playing, create_app
from tests.doubles.fake_loop import FakeLoop
from tests.doubles.page_client import PageClient

WORDS = WordList.from_words(
    ["QUIET", "IVORY", ("MAYBE", "perhaps"), "HOP", "HAP"], title="TINY"
)
TABLE_OPTIONS = ("access", "starter", "games", "files", "voice", "answer_s", "keepalive_s")


def made(data: bytes) -> Callable[[], Exported]:
    return lambda _speaks: Exported(data, open=True)


@pytest.fixture
def loop() -> FakeLoop:
    return FakeLoop()


@pytest.fixture
def make(loop: FakeLoop) -> Callable[..., FlaskClient]:
    def build(**changes: Any) -> FlaskClient:
        options: dict[str, Any] = {"answer_s": 0.05, "keepalive_s": 0.01}
        options |= {key: changes.pop(key) for key in TABLE_OPTIONS if key in changes}
        port = changes.pop("port", loop)
        playing: dict[str, Any] = {
            "lexicon": WORDS,
            "exports": {
                "gcg": Export("GCG", "text/plain", made(b">Ann: x\n"), open=True),
                "zip": Export("ZIP", "application/zip", made(b"PK")),
            },
            "commands": port.ruleset.commands,
        }
        room = OneGame(Playing(port, port.setup.tiles, **{**playing, **changes}))
        app = create_app(room, **options)
        app.test_client_class = PageClient
        return app.test_client()

    return build


@pytest.fixture
def client(make: Callable[..., FlaskClient]) -> FlaskClient:
    return make()


@pytest.fixture
def guarded(make: Callable[..., FlaskClient]) -> FlaskClient:
    return make(access=Access(host_pin="4711", addresses=("http://192.0.2.7:8000/",)))
