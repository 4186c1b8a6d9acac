"""The code of the project, for tests that walk it."""

from __future__ import annotations

import ast
from functools import cache
from pathlib import Path


@cache
def tree_of(path: Path) -> ast.Module:
    """Return a module taken apart, once however many tests walk it."""
    return ast.parse(path.read_text(encoding="utf-8"))
