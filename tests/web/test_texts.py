"""The catalogues: complete, with the same blanks to fill, and every key that is asked for."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from companion.text import languages
from companion.web import language

WEB = Path(language.__file__).parent


def test_what_scripts_look_up_by_name_exists() -> None:
    files = WEB.glob("static/js/wordings*.js")
    wordings = "".join(path.read_text("utf-8") for path in files)
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


@pytest.mark.parametrize("path", sorted((WEB / "templates").glob("*.html")))
def test_templates_hold_no_words_of_their_own(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    text = re.sub(r"\{\{.*?\}\}|\{%.*?%\}|\{#.*?#\}", " ", text, flags=re.DOTALL)
    named = re.findall(r'(?:aria-label|alt|title|placeholder)="([^"]*[a-z][^"]*)"', text)
    text = re.sub(r"<title>.*?</title>|<[^>]*>", " ", text, flags=re.DOTALL)
    words = set(re.findall(r"[A-Za-z]{2,}", text))
    assert (named, words) == ([], set())


def test_scripts_hold_no_words_of_their_own() -> None:
    """Text that an element is made with comes from the catalogue."""
    told = re.compile(r"""el\("\w+", \{[^{}]*\}, (?:["'`])([A-Za-z][^"'`$]*)""")
    found = [
        f"{path.name}: {word}"
        for path in (WEB / "static" / "js").glob("*.js")
        for word in told.findall(path.read_text(encoding="utf-8"))
        if len(word) > 1
    ]
    assert found == []


def test_a_page_gets_the_texts_of_its_own_scripts_and_no_others() -> None:
    german = languages.language("de")
    said: dict[str, set[str]] = {}
    for path in WEB.glob("static/js/*.js"):
        text = path.read_text("utf-8")
        said[path.name] = set(re.findall(r'\bt\("([^"\\]+)"', text))
    everything = german.page_texts(said)
    for page in WEB.glob("templates/*.html"):
        scripts = language.scripts_of(page.name)
        texts = language.for_script(german, page.name)["texts"]
        wanted = set().union(*(said[name] for name in scripts)) & set(everything)
        assert wanted <= set(texts), page.name
    board, setup = (
        set(language.for_script(german, f"{n}.html")["texts"]) for n in ("board", "setup")
    )
    assert board - setup
    assert setup - board


def test_letters_stand_as_they_are_and_half_a_pair_does_not_fail(client: FlaskClient) -> None:
    dumps = language.InItsLanguage(client.application).dumps
    assert dumps({"name": "Jürgen Жуков"}) == '{"name": "Jürgen Жуков"}'
    assert dumps("\ud800x") == '"\\ud800x"'
