"""No sentence is made but by `said` and its kin, and none is looked into once it is made.

The packages beside write reports in English, for programs; what they refuse comes to people.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from tests.doubles.code import tree_of
from tools.texts import CODE, FOLDERS, ROOT

SAYS = {*CODE, "verbatim", "__init__"}
"""What takes templates."""

PROGRAMMERS = {
    "ValueError", "TypeError", "KeyError", "IndexError", "RuntimeError", "NotImplementedError",
    "AssertionError", "AttributeError", "SerialException",
}  # fmt: skip
"""Faults of who calls, never of who plays."""

LOOKS_LIKE_ONE = re.compile(r"[a-z]{2,},? [a-z]{2,}|[A-Z][a-z]+ [a-z{]+.*[.!?]\Z")

NOT_FOR_PEOPLE = {
    "companion/export/sheet/html.py": "markup",
    "companion/store/schema.py": "SQL",
    "companion/store/place.py": "words of the database's own complaints",
    "companion/vision/reading/trace.py": "legends of pictures for who looks for a mistake",
    "companion/device/meaning.py": "the box's display, which shows 16 letters",
    "companion/device/desk.py": "the box's display, which shows 16 letters",
}

KEPT = {
    # notes in GCG files, for other programs and their people
    "unsuccessful challenge: the turn is lost", "{} lost {} points by this challenge",
    "manual exposure", "only Linux can be asked",  # details of devices, from the driver
    "sudo apt-get install {}",  # to be typed as it is
    "game file",  # a context
    "Tabletop Companion household",  # a name in a certificate
    "told again",  # a column of a table for who looks for a mistake
}  # fmt: skip


def literals(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """Texts that are made, `{}` for gaps, but not by what may."""
    passed: set[int] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            passed.add(id(node.value))
        if isinstance(node, ast.JoinedStr):
            passed |= {id(part) for part in node.values}
        if isinstance(node, ast.Call):
            name = ast.unparse(node.func)
            if name.split(".")[-1] in SAYS | PROGRAMMERS or name.startswith(("log.", "_log.")):
                passed |= {id(n) for n in ast.walk(node)}
            if name.endswith(("._log", "re.compile", ".getLogger")):
                passed |= {id(n) for n in ast.walk(node)}
    for node in ast.walk(tree):
        text = _text(node)
        if id(node) not in passed and text and LOOKS_LIKE_ONE.search(text):
            yield getattr(node, "lineno", 0), text


def _text(node: ast.AST) -> str:
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return node.value
    if isinstance(node, ast.JoinedStr):
        parts = [p.value if isinstance(p, ast.Constant) else "{}" for p in node.values]
        return "".join(map(str, parts))
    return ""


SAID = {"said", "detail", "label", "told", "sentence", "message", "notice", "trouble"}
"""Attributes that hold a text."""

LOOKING = {"split", "partition", "startswith", "endswith", "find", "index", "replace", "count"}


def looked_into(tree: ast.AST) -> Iterator[int]:
    """Lines where a finished sentence is compared, split or searched."""
    for node in ast.walk(tree):
        sides = [node.left, *node.comparators] if isinstance(node, ast.Compare) else []
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            sides += [node.func.value] if node.func.attr in LOOKING else []
        if any(map(_finished, sides)):
            yield node.lineno


def _finished(node: ast.AST) -> bool:
    """Whether this is a text that has been written."""
    if not isinstance(node, ast.Call) or not node.args:
        return False
    name = ast.unparse(node.func).split(".")[-1]
    what = node.args[0]
    return (
        name in ("str", "write", "t") and isinstance(what, ast.Attribute) and what.attr in SAID
    )


MODULES = sorted(path for folder in FOLDERS for path in (ROOT / folder).rglob("*.py"))
OURS = [path for path in MODULES if path.is_relative_to(ROOT / "companion")]
TYPED = "companion/app/typed.py"
"""Compares with a label what somebody has typed of it."""


@cache
def made_in(path: Path) -> list[tuple[int, str]]:
    return list(literals(tree_of(path)))


def test_all_that_is_said_is_said_by_templates() -> None:
    made = [
        f"{name}:{line}: {text[:80]}"
        for path in OURS
        if (name := path.relative_to(ROOT).as_posix()) not in NOT_FOR_PEOPLE
        for line, text in made_in(path)
        if text not in KEPT
    ]
    assert made == []


def test_nobody_looks_into_a_finished_sentence() -> None:
    found = [
        f"{path.relative_to(ROOT)}:{line}"
        for path in MODULES
        if path != ROOT / TYPED
        for line in looked_into(tree_of(path))
    ]
    assert found == []


def test_the_exceptions_are_still_there() -> None:
    texts = {text for path in OURS for _, text in made_in(path)}
    assert KEPT - texts == set()
    assert [name for name in NOT_FOR_PEOPLE if not (ROOT / name).is_file()] == []


@pytest.mark.parametrize(
    "code",
    ['raise InputError(f"{name} is not there.")', 'print("No game is here yet.")',
     'sys.stderr.write("something went wrong")', 'x = Finding("not found in the folder")'],
)  # fmt: skip
def test_the_walk_finds_what_escapes(code: str) -> None:
    found = list(literals(ast.parse(code)))
    assert bool(found) == ("InputError" not in code)
    assert ("InputError" in code) == bool(list(unsayable(ast.parse(code))))


@pytest.mark.parametrize(
    "code",
    ["str(fault.said) == 'No.'", "'lacks' in str(turn.detail)", "write(row.detail).split('.')",
     "str(a.label).startswith('Pa')"],
)  # fmt: skip
def test_the_walk_finds_who_looks_into_a_sentence(code: str) -> None:
    assert list(looked_into(ast.parse(code)))


def unsayable(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """Sentences built before what says them could: an f-string is no template."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and ast.unparse(node.func).split(".")[-1] in SAYS:
            for arg in node.args:
                if isinstance(arg, ast.JoinedStr) and LOOKS_LIKE_ONE.search(_text(arg)):
                    yield node.lineno, _text(arg)


def test_no_f_string_is_taken_for_a_template() -> None:
    found = [
        f"{path.relative_to(ROOT)}:{line}: {text[:80]}"
        for path in MODULES
        for line, text in unsayable(tree_of(path))
    ]
    assert found == []
