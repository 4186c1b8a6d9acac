"""Speech over the network."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from flask.testing import FlaskClient

from companion.errors import DependencyMissing
from companion.web import Access


class Heard:
    def __init__(self) -> None:
        self.said: list[tuple[str, str]] = []

    def say(self, sentence: str, language: str) -> None:
        self.said.append((sentence, language))


class Mute:
    def say(self, sentence: str, language: str) -> None:
        raise DependencyMissing("This computer has no voice.")


def test_the_host_has_a_sentence_said(make: Callable[..., FlaskClient]) -> None:
    voice = Heard()
    body = {"sentence": "Ann plays QUIET", "language": "en"}
    assert make(voice=voice).post("/api/speech", json=body).json == {"ok": True}
    assert voice.said == [("Ann plays QUIET", "en")]


@pytest.mark.parametrize(
    "body", [{}, {"sentence": "x"}, {"sentence": "x" * 301, "language": "en"}]
)
def test_what_is_no_sentence_is_refused(
    make: Callable[..., FlaskClient], body: dict[str, str]
) -> None:
    assert make(voice=Heard()).post("/api/speech", json=body).status_code == 400


def test_viewers_make_no_noise(make: Callable[..., FlaskClient]) -> None:
    voice = Heard()
    viewer = make(voice=voice, access=Access(host_pin="4711"))
    body = {"sentence": "Boo", "language": "en"}
    assert viewer.post("/api/speech", json=body).status_code == 403
    assert voice.said == []


@pytest.mark.parametrize("voice", [None, Mute()])
def test_no_voice_is_one_sentence(make: Callable[..., FlaskClient], voice: Mute | None) -> None:
    answer = make(voice=voice).post("/api/speech", json={"sentence": "x", "language": "en"})
    assert answer.status_code == 503
    assert answer.json["error"]["sentence"].startswith("This computer")
