"""The catalogues: complete, with the same blanks to fill, and every key that is asked for."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from companion.web import language

WEB = Path(language.__file__).parent
KEY = re.compile(r"""(?<![.\w])(?:t|plural|has)\(\s*["']([a-z][\w.-]*)["']""")


def raw(name: str) -> dict[str, str]:
    texts: dict[str, str] = json.loads((WEB / "texts" / f"{name}.json").read_text("utf-8"))
    return texts


@pytest.mark.parametrize("name", language.LANGUAGES[1:])
def test_catalogue_is_complete(name: str) -> None:
    assert raw(name).keys() == raw(language.FALLBACK).keys()


@pytest.mark.parametrize("name", language.LANGUAGES[1:])
def test_texts_name_the_same_values(name: str) -> None:
    for key, text in raw(name).items():
        expected = set(re.findall(r"\{\w+\}", raw(language.FALLBACK)[key]))
        assert set(re.findall(r"\{\w+\}", text)) == expected, key


def test_every_key_that_is_asked_for_exists() -> None:
    texts = raw(language.FALLBACK)
    sources = [*WEB.glob("static/js/*.js"), *WEB.glob("templates/*.html")]
    asked = {key for path in sources for key in KEY.findall(path.read_text("utf-8"))}
    assert len(asked) > 50
    assert {key for key in asked if not key.endswith(".")} - texts.keys() == set()


def test_unknown_language() -> None:
    with pytest.raises(KeyError):
        language.catalogue("xx")
