"""The catalogues: complete, with the same blanks to fill, and every key that is asked for."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from companion import gamedata
from companion.rules.api import Setup
from companion.rules.registry import GAMES
from companion.tilesets import load
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


def test_sentences_of_the_rules_fill_the_same_gaps() -> None:
    texts = language.rule_texts("de")
    assert len(texts) > 150
    for english, german in texts.items():
        gaps = set(re.findall(r"\{\d\}", english))
        assert set(re.findall(r"\{\d\}", german)) == gaps, english
    assert language.rule_texts("en") == {}


@pytest.mark.parametrize("name", GAMES)
def test_what_a_game_offers_is_said_in_german(name: str) -> None:
    texts = language.rule_texts("de")
    patterns = [
        re.compile("(.+?)".join(map(re.escape, re.split(r"\{\d\}", english))) + r"\Z")
        for english in texts
    ]
    setup = Setup(("Ann", "Ben"), load("english"), options=gamedata.options(name))
    board = GAMES[name].scoreboard(GAMES[name].start(setup))
    said = [action.label for action in board.actions]
    said += [text for p in board.panels for text in (p.title, *filter(None, p.columns))]
    missing = {t for t in said if t != "Id" and not any(p.match(t) for p in patterns)}
    assert missing == set()
    assert GAMES[name].title in texts
