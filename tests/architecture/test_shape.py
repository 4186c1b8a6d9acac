"""Habits of the code that a reader relies on, held by tests."""

from __future__ import annotations

import ast
import hashlib
import importlib
import pkgutil
import re
import subprocess
import sys
import tomllib
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

import companion
from companion.errors import EXIT_AND_STATUS, CompanionError
from tests.doubles.code import tree_of

CHECKOUT = Path(__file__).resolve().parents[2]
PACKAGES = ("companion", "calibration", "stl_meta", "firmware_bridge")

MODULES_IN_A_FOLDER = 18
LONGEST_MODULE = 400
LONG_WITH_A_REASON: dict[str, str] = {}
"""Path of a longer module -> why it is better in one piece."""

BY_ANOTHER_NAME = {
    "PIL": "pillow",
    "pillow_heif": "pillow-heif",
    "cv2": "opencv-python",
    "fpdf": "fpdf2",
    "serial": "pyserial",
    "tomli_w": "tomli-w",
}
"""Module -> distribution, where the two differ."""


@cache
def tracked_files() -> tuple[Path, ...]:
    """The files that git has; the test is skipped where git cannot be asked."""
    try:
        done = subprocess.run(
            ["git", "ls-files", "-z"], cwd=CHECKOUT, capture_output=True, text=True, check=True
        )
    except (OSError, subprocess.CalledProcessError):
        pytest.skip("git cannot tell here what belongs to the project")
    paths = [CHECKOUT / name for name in done.stdout.split("\0") if name]
    return tuple(path for path in paths if path.is_file())


def modules(packages: tuple[str, ...] = PACKAGES) -> list[Path]:
    return sorted(path for name in packages for path in (CHECKOUT / name).rglob("*.py"))


def relative(path: Path) -> str:
    return path.relative_to(CHECKOUT).as_posix()


def test_no_module_is_too_long_to_read() -> None:
    paths = modules((*PACKAGES, "tools"))
    lengths = {relative(p): len(p.read_text(encoding="utf-8").splitlines()) for p in paths}
    long = {name for name, length in lengths.items() if length > LONGEST_MODULE}
    assert long == set(LONG_WITH_A_REASON)


def test_no_folder_holds_more_modules_than_a_glance_takes_in() -> None:
    folders = Counter(relative(p.parent) for p in modules() if p.name != "__init__.py")
    assert {name: count for name, count in folders.items() if count > MODULES_IN_A_FOLDER} == {}


def test_only_the_command_line_prints() -> None:
    allowed = re.compile(r"companion/(cli|commands/\w+)\.py|\w+/__main__\.py")
    printing = {
        f"{relative(path)}:{node.lineno}"
        for path in modules()
        if not allowed.fullmatch(relative(path))
        for node in ast.walk(tree_of(path))
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id == "print"
        and "file" not in {keyword.arg for keyword in node.keywords}  # to a stream it was given
    }
    assert printing == set()


def test_no_folder_is_an_unsorted_drawer() -> None:
    drawers = {"utils", "util", "helpers", "misc", "common", "manager"}
    assert [relative(p) for p in modules() if drawers & {p.stem, p.parent.name}] == []


def test_every_fault_has_its_row() -> None:
    for found in pkgutil.walk_packages(companion.__path__, "companion."):
        if "__main__" not in found.name:  # that would run
            importlib.import_module(found.name)
    # A fault of another module has the row of its kind of fault; that is never just "a fault".
    missing = {
        kind
        for kind in _kinds(CompanionError)
        if kind not in EXIT_AND_STATUS
        and (
            kind.__module__ == "companion.errors"
            or next(base for base in kind.__mro__ if base in EXIT_AND_STATUS) is CompanionError
        )
    }
    assert missing == set()
    assert all(status in (1, 2) for status, _ in EXIT_AND_STATUS.values())
    assert all(400 <= status < 600 for _, status in EXIT_AND_STATUS.values())


def _kinds(base: type[CompanionError]) -> Iterator[type[CompanionError]]:
    yield base
    for kind in base.__subclasses__():
        # A test of another module may hold a fault of its own.
        if kind.__module__.partition(".")[0] == "companion":
            yield from _kinds(kind)


def test_the_changelog_is_of_this_version() -> None:
    text = (CHECKOUT / "CHANGELOG.md").read_text(encoding="utf-8")
    top = re.search(r"^## \[([^\]]+)\]", text, re.MULTILINE)
    assert top is not None
    assert top.group(1) == companion.__version__


@pytest.mark.parametrize("name", PACKAGES)
def test_the_packages_share_the_version_and_are_typed(name: str) -> None:
    assert importlib.import_module(name).__version__ == companion.__version__
    assert (CHECKOUT / name / "py.typed").is_file()


def test_what_is_imported_is_declared() -> None:
    settings = tomllib.loads((CHECKOUT / "pyproject.toml").read_text(encoding="utf-8"))
    project = settings["project"]

    def names(requirements: list[str]) -> set[str]:
        return {re.split(r"[<>=!~\[; ]", each)[0].lower() for each in requirements}

    declared = names(project["dependencies"])
    # Extras, and the part of the code that may import them.
    extras = {
        folder: names(project["optional-dependencies"][extra])
        for folder, extra in (
            ("/printable/", "print"),
            ("/app/server/certificate", "https"),
        )
    }
    undeclared = {
        f"{relative(path)}: {module}"
        for path in modules()
        for module in _third_party(path)
        if BY_ANOTHER_NAME.get(module, module).lower()
        not in declared.union(*(e for f, e in extras.items() if f in relative(path)))
    }
    assert undeclared == set()
    used = {BY_ANOTHER_NAME.get(m, m).lower() for p in modules() for m in _third_party(p)}
    assert declared - used == set(), "declared but not imported anywhere"


@cache
def _third_party(path: Path) -> set[str]:
    found = set()
    for node in ast.walk(tree_of(path)):
        if isinstance(node, ast.Import):
            found |= {alias.name.partition(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            found.add(node.module.partition(".")[0])
    return found - set(sys.stdlib_module_names) - set(PACKAGES)


def test_nothing_knows_the_machine_it_was_written_on() -> None:
    # Taken apart so that this file does not find itself.
    places = "|".join(["/wo" + "rk/", "/ro" + "ot/", "/home/" + r"\w+", "/Us" + "ers/"])
    hosts = "|".join(["pypi" + r"\.org", "pythonhosted" + r"\.org", "registry" + r"\.npmjs"])
    telling = re.compile(f"{places}|{hosts}")
    found = []
    for path in tracked_files():
        try:
            text = path.read_text(encoding="utf-8")
        except UnicodeDecodeError:
            continue
        found += [
            f"{relative(path)}:{number}"
            for number, line in enumerate(text.splitlines(), 1)
            if telling.search(line)
        ]
    assert found == []


@pytest.mark.data
def test_the_measuring_data_is_not_in_the_project(shared_data: Path) -> None:
    def digest(path: Path) -> str:
        return hashlib.sha256(path.read_bytes()).hexdigest()

    sizes = {path.stat().st_size for path in tracked_files()}
    theirs = {
        digest(path)
        for path in shared_data.rglob("*")
        if path.is_file() and path.stat().st_size in sizes and path.stat().st_size > 0
    }
    assert [relative(path) for path in tracked_files() if digest(path) in theirs] == []
