"""What rules and sessions say: templates in every catalogue, with names that stay names."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.board.square import Square
from companion.board.tiles import Tile
from companion.errors import RuleViolation
from companion.rules.api import Scoreboard
from companion.rules.crossword.challenges import void
from companion.rules.engine import messages
from companion.rules.registry import GAMES
from companion.rules.registry import game as game_named
from companion.text import NOTHING, Said
from companion.text.languages import Language, language
from companion.text.said import FROM_FILE
from tests.doubles.random_games import RandomGame

ROOT = Path(void.__file__).parents[2]
FOLDERS = ("rules", "session", "inference")
SAYS = {"said", "said_n", "said_in"}
MISTAKES = {"AssertionError", "TypeError", "IndexError"}
"""Faults of a programmer."""

SENTENCE = re.compile(r"[A-Z{].*[.!?]|[A-Z][a-z]+(?: [\w'(){}-]+)+")
SQUARE = Square(14, 14)
NAMES = ("Green", "Pass", "Red", "{x}")
"""Players that are called as something of the game, or as a gap."""


def unsaid(path: Path) -> Iterator[str]:
    """Sentences of a module that no function of texts is called with."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    passed = {id(node) for at in ast.walk(tree) for node in _passed(at)}
    for node in ast.walk(tree):
        if id(node) in passed:
            continue
        if isinstance(node, ast.Constant) and SENTENCE.fullmatch(str(node.value)):
            yield str(node.value)
        if isinstance(node, ast.JoinedStr):
            parts = (p.value if isinstance(p, ast.Constant) else "{}" for p in node.values)
            text = "".join(map(str, parts))
            if re.search(r"[a-z]{2,} |\{\} [a-z]{2,}", text):
                yield text


def _passed(node: ast.AST) -> Iterator[ast.AST]:
    """What below a node is no sentence for people, or is said."""
    body = getattr(node, "body", None)
    if isinstance(body, list):
        yield from (n.value for n in body if isinstance(n, ast.Expr))
    if isinstance(node, ast.Call) and ast.unparse(node.func) in {*SAYS, *MISTAKES}:
        yield from ast.walk(node)


@pytest.mark.parametrize("folder", FOLDERS)
def test_no_sentence_is_made_but_as_a_template(folder: str) -> None:
    found = {
        f"{path.name}: {text}"
        for path in (ROOT / "companion" / folder).rglob("*.py")
        for text in unsaid(path)
    }
    assert found - PROGRAMMERS == set()


PROGRAMMERS = {
    "codec.py: {} is no event or command", "codec.py: {} has no JSON form",
    "check_text.py: in {}",
    "log.py: entry numbers start at 1, not {}", "log.py: an entry's time needs a time zone",
    "trail.py: Trail({} deep)",
}  # fmt: skip
"""Faults of a programmer, and how an object prints itself."""


def test_the_check_itself_finds_what_is_not_said(tmp_path: Path) -> None:
    module = tmp_path / "module.py"
    module.write_text(
        'x = f"{x} wins with {y} points."\ny = "All is lost."\nz = said("A b.")\n'
    )
    assert sorted(unsaid(module)) == ["All is lost.", "{} wins with {} points."]


def texts_of(board: Scoreboard) -> Iterator[Said]:
    """All texts of a scoreboard."""
    yield board.end_offer
    yield from (action.label for action in board.actions)
    yield from (turn.detail for turn in board.turns)
    for panel in board.panels:
        yield from (panel.title, *panel.lines, *panel.columns)
        yield from (cell for row in panel.rows for cell in row if isinstance(cell, Said))


def parts_of(text: Said) -> Iterator[Said]:
    """A text and all that are in its gaps."""
    yield text
    for _, value in text.args:
        if isinstance(value, Said):
            yield from parts_of(value)


def unknown(text: Said, speaks: Language) -> bool:
    assert speaks.catalogue is not None
    if text.kind != "template" or not text.template:
        return False
    return speaks.catalogue.get(text.template, text.context or None) is None


@pytest.mark.parametrize("name", GAMES)
def test_what_games_tell_is_in_the_catalogue(name: str) -> None:
    speaks = language("de")
    missing = set()
    for seed in range(3):
        for board in boards(RandomGame(game_named(name), seed), 25):
            missing |= {p for t in texts_of(board) for p in parts_of(t) if unknown(p, speaks)}
    assert missing == set()
    assert speaks.catalogue.get(GAMES[name].title.template) is not None  # type: ignore[union-attr]


def boards(game: RandomGame, steps: int) -> Iterator[Scoreboard]:
    for _ in range(steps):
        yield game.board
        if not game.board.actions:
            return
        game.step()


def named_game(name: str, seed: int) -> RandomGame:
    """A random game of players that are called as something of the game."""
    return RandomGame(game_named(name), seed, NAMES)


@pytest.mark.parametrize("name", GAMES)
def test_a_player_called_as_something_of_the_game_keeps_the_name(name: str) -> None:
    """Written in German, each text names whom it names in English, as often."""
    speaks = language("de")
    for seed in range(2):
        for board in boards(named_game(name, seed), 25):
            for text in texts_of(board):
                for player in names_in(text):
                    assert player in speaks.write(text), text
            rows = [cell for panel in board.panels for row in panel.rows for cell in row]
            assert {cell for cell in rows if cell in NAMES} <= set(NAMES)
            assert {row.player for row in board.rows} <= set(NAMES)


@pytest.mark.parametrize("name", GAMES)
def test_refusals_keep_such_names_too(name: str) -> None:
    speaks, game = language("de"), named_game(name, 1)
    found = set()
    for board in boards(game, 25):
        off = next((seat for seat in range(len(board.rows)) if seat != board.on_turn), 0)
        for command in (
            messages.PlayTiles((), off), messages.Pass(off), messages.Exchange(1, (), off),
            messages.Challenge((), off), messages.CorrectTile(SQUARE, Tile("A")),
        ):  # fmt: skip
            if type(command) not in game.ruleset.commands:
                continue
            told = refusal_of(game, command)
            found |= names_in(told)
            assert all(player in speaks.write(told) for player in names_in(told))
            assert not any(unknown(part, speaks) for part in parts_of(told))
    assert found or messages.Pass not in game.ruleset.commands


def refusal_of(game: RandomGame, command: object) -> Said:
    try:
        game.ruleset.decide(game.whole, command)
    except RuleViolation as refusal:
        return refusal.said
    return NOTHING


def names_in(text: Said) -> set[str]:
    """Players that a text names by a plain argument."""
    return {
        value
        for part in parts_of(text)
        for _, value in part.args
        if isinstance(value, str) and value in NAMES
    }


def test_a_familys_own_words_are_not_translated_as_ours() -> None:
    assert language("de").write(Said("Pass", context=FROM_FILE)) == "Pass"
    assert language("de").write(Said("Green", context=FROM_FILE)) == "Grün"  # of our file
