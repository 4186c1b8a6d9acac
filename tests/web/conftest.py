from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from flask.testing import FlaskClient

from companion.lexicon import WordList
from companion.web import Access, Exported, create_app
from tests.doubles.fake_loop import FakeLoop

WORDS = WordList.from_words(["QUIET", "IVORY", "MAYBE"], title="TINY")


@pytest.fixture
def loop() -> FakeLoop:
    return FakeLoop()


@pytest.fixture
def make(loop: FakeLoop) -> Callable[..., FlaskClient]:
    def build(**changes: Any) -> FlaskClient:
        options: dict[str, Any] = {
            "tiles": loop.setup.tiles,
            "exporters": {"gcg": lambda: Exported(">Ann: x\n")},
            "answer_s": 0.05,
            "keepalive_s": 0.01,
        }
        app = create_app(changes.pop("port", loop), WORDS, **{**options, **changes})
        return app.test_client()

    return build


@pytest.fixture
def client(make: Callable[..., FlaskClient]) -> FlaskClient:
    return make()


@pytest.fixture
def guarded(make: Callable[..., FlaskClient]) -> FlaskClient:
    return make(access=Access(host_pin="4711", addresses=("http://192.0.2.7:8000/",)))
