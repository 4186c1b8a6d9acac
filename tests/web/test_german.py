"""Every sentence that a page may show is there in German: in the sources and in games."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.text import languages
from companion.web import language
from tests.doubles.german import Say
from tools import texts

ROOT = Path(language.__file__).parents[2]
SAY = Say(language.rule_texts("de"))
GERMAN = languages.language("de")
"""What is said by templates; its catalogue has a test of its own."""

SHOWN = (
    "web", "board", "export", "lexicon", "app", "household", "watching",
    "camera/latest.py", "camera/sources.py", "vision/cards/read.py", "vision/cards/titles.py",
)  # fmt: skip
"""Where sentences are made that may come to a page."""

TERMINAL = {
    "app/certificate.py", "app/demo_game.py", "app/doctor.py", "app/replay.py",
    "app/serving.py", "app/settings.py", "app/shown.py", "app/typed.py",
    "household/card_lists.py", "watching/spectator.py", "app/sets.py",
    "rules/codec.py",  # names fields of commands to programmers
    "rules/engine/trail.py", "board/position.py", "board/tiles.py",  # print themselves
    "export/sheet/pdf.py", "export/sheet/html.py", "export/gcg/replay.py",  # headings in files
    "lexicon/definitions.py",
}  # fmt: skip
"""Makers of sentences for a terminal, a log or a file only."""

LOOKS_LIKE_ONE = re.compile(r"[A-Z{].*[.!?]|[A-Z][a-z]+(?: [\w'(){}-]+)+")
NOT_SHOWN = {
    "{0}{1}.", "{0} {1}.", "{0}: {1}.", "{0}: {1} at {2}, {3} points.", "Go {0} spaces {1}.",
    "The word", "A list of cards needs at least one card, and each key once.",
    "The card {0} has no title to be known by.", "The picture",
}  # fmt: skip
"""Beginnings that are put together, whose whole is checked; faults of a programmer."""


def sentences(path: Path) -> Iterator[str]:
    """Texts of a module that look like a sentence or a title, `{0}` for what is filled in."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    passed: set[int] = set()
    for node in ast.walk(tree):
        body = getattr(node, "body", None)
        if isinstance(body, list):
            passed |= {id(n.value) for n in body if isinstance(n, ast.Expr)}
        # What is said by `said` is in the catalogues, which have a test of their own.
        if isinstance(node, ast.Call) and ast.unparse(node.func).startswith(("log.", "said")):
            passed |= {id(n) for n in ast.walk(node)}
        if isinstance(node, ast.Call) and ast.unparse(node.func) in texts.CODE:
            passed |= {id(n) for n in ast.walk(node)}
        if isinstance(node, ast.JoinedStr):
            passed |= {id(n) for n in node.values}
    for node in ast.walk(tree):
        if id(node) in passed:
            continue
        text = _text(node)
        if text and LOOKS_LIKE_ONE.fullmatch(text) and "`" not in text:
            yield text


def _text(node: ast.AST) -> str:
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return node.value
    if not isinstance(node, ast.JoinedStr):
        return ""
    gaps = iter(range(99))
    return "".join(
        str(part.value) if isinstance(part, ast.Constant) else f"{{{next(gaps)}}}"
        for part in node.values
    )


def modules() -> Iterator[Path]:
    for name in SHOWN:
        place = ROOT / "companion" / name
        yield from place.rglob("*.py") if place.is_dir() else [place]


def test_every_sentence_in_the_sources_is_said_in_german() -> None:
    missing = []
    for path in modules():
        if str(path.relative_to(ROOT / "companion")) in TERMINAL:
            continue
        for text in sentences(path):
            probe = re.sub(r"\{\d+\}", "7", text)
            if text in NOT_SHOWN or GERMAN.translated(text) != text:
                continue
            if not SAY.knows(probe):
                missing.append(f"{path.name}: {text}")
    assert "\n".join(missing) == ""


def test_the_check_itself_finds_what_is_missing(tmp_path: Path) -> None:
    module = tmp_path / "module.py"
    module.write_text('x = 5\ndef f(): raise ValueError(f"Nobody said {x} before.")\n', "utf-8")
    found = list(sentences(module))
    assert found == ["Nobody said {0} before."]
    assert not SAY.knows("Nobody said 7 before.")


def test_what_the_rules_said_is_not_said_again_by_scripts() -> None:
    """The server has written it in the page's language; a name in it may be a word of ours."""
    scripts = (ROOT / "companion/web/static/js").glob("*.js")
    said = {
        what
        for path in scripts
        for what in re.findall(r"\bsay\(([\w.]+)\)", path.read_text("utf-8"))
    }
    assert said - {
        "verdict.why", "device.sentence", "hand.detail",
        "l.title", "deed.name", "space.name", "card.text", "item", "part", "sentence",
    } == set()  # fmt: skip


@pytest.mark.parametrize("path", sorted((ROOT / "companion/web/templates").glob("*.html")))
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
        for path in (ROOT / "companion/web/static/js").glob("*.js")
        for word in told.findall(path.read_text(encoding="utf-8"))
        if len(word) > 1
    ]
    assert found == []
