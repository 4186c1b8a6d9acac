"""The catalogues: complete, with the same blanks to fill, and every key that is asked for."""

from __future__ import annotations

import re
from pathlib import Path

from flask.testing import FlaskClient

from companion.web import language

WEB = Path(language.__file__).parent


def test_what_scripts_look_up_by_name_exists() -> None:
    wordings = (WEB / "static" / "js" / "wordings.js").read_text("utf-8")
    families = set(re.findall(r'^  "([\w.-]+)": \{$', wordings, re.MULTILINE))
    sources = [*WEB.glob("static/js/*.js")]
    asked = {
        family
        for path in sources
        for family in re.findall(r'worded\("([\w.]+)"', path.read_text("utf-8"))
    }
    assert len(asked) > 20
    assert asked - families == set()


def test_a_page_speaks_the_language_of_the_browser_unless_another_is_chosen(
    client: FlaskClient,
) -> None:
    german = client.get("/", headers={"Accept-Language": "de-AT,de;q=0.9,en;q=0.5"})
    assert '<html lang="de">' in german.text
    assert "Brett" in german.text
    english = client.get("/?lang=en", headers={"Accept-Language": "de"})
    assert '<html lang="en">' in english.text
    again = client.get("/", headers={"Accept-Language": "de"})
    assert '<html lang="en">' in again.text  # remembered


def test_the_pseudo_language_shows_every_text_in_brackets(client: FlaskClient) -> None:
    page = client.get("/?lang=en-XA").text
    assert re.search(r">\[Scores~+\]<|\[Board~+\]", page)
    data = re.search(
        r'<script[^>]*type="application/json"[^>]*>(.*?)</script>', page, re.DOTALL
    )
    assert data is not None
    assert "[Take back~" in data[1] or "~]" in data[1]


def test_sentences_of_the_rules_fill_the_same_gaps() -> None:
    texts = language.rule_texts("de")
    assert len(texts) > 100
    for english, german in texts.items():
        gaps = set(re.findall(r"\{\d\}", english))
        assert set(re.findall(r"\{\d\}", german)) == gaps, english
    assert language.rule_texts("en") == {}
