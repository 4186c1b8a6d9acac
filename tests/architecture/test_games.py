"""A game is one folder and one object: nobody outside names a game or an edition."""

from __future__ import annotations

import ast
import re
from pathlib import Path

from companion.rules.registry import GAMES

CHECKOUT = Path(__file__).resolve().parents[2]
COMPANION = CHECKOUT / "companion"
NAMES = {name for game in GAMES.values() for name in (game.key, *game.editions)}
OWN = [
    path.parent
    for path in sorted(COMPANION.glob("rules/*/game.py"))
    if "\nGAME = Game(" in path.read_text(encoding="utf-8")
]
ELSEWHERE = {
    ("companion/board/layout.py", "super"): "a board",
    ("companion/export/gcg/replay.py", "super"): "what other programs call that board",
    ("companion/lexicon/wordnet.py", "super"): "a part of English words",
}
"""(file, name) -> what else it means there."""


def outside(*ends: str) -> list[Path]:
    return [
        path
        for end in ends
        for path in COMPANION.rglob(f"*.{end}")
        if not any(path.is_relative_to(folder) for folder in OWN)
    ]


def named_in(path: Path) -> set[str]:
    text = path.read_text(encoding="utf-8")
    if path.suffix != ".py":
        return NAMES & set(re.findall(r"""["'`]([\w-]+)["'`]""", text))
    return NAMES & {
        node.value
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }


def test_every_game_has_a_folder_with_its_object() -> None:
    assert len(OWN) == len(GAMES)


def test_no_game_is_named_outside_the_games_folders() -> None:
    found = {
        (path.relative_to(CHECKOUT).as_posix(), name)
        for path in outside("py", "js", "html")
        for name in named_in(path)
    }
    assert len(NAMES) == 8
    assert found == set(ELSEWHERE)
