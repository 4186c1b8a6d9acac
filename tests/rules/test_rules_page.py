"""The pages on the rules say what is so, and leave no numbered rule or case out."""

from __future__ import annotations

import dataclasses
import re
from functools import cache
from pathlib import Path

import pytest

from companion.rules.crossword.challenges.rules import TABLE
from companion.rules.crossword.game import GAME as CLASSIC
from companion.rules.crossword.options import CHOICES, DEFAULTS, HouseRules

CHECKOUT = Path(__file__).resolve().parents[2]
PAGES = ("crossword", "monopoly-scrabble", "together", "card-game")
EXAMPLES = {
    "crossword": (
        "first word of 10", "NOISY", "AROMA", "DETAINER", "100 - 9", "119 - 1",
        "two double words", "CONQUEST",
    ),
    "monopoly-scrabble": ("ten times the usual", "$600", "$100 a tile"),
    "together": ("STRAINERS", "THROB", "HOB, HI, ON, BE", "THROBS, STRAINER", "CONQUEST"),
    "card-game": ("worked example: $2,000",),
}  # fmt: skip
"""The worked examples of the rulebooks, and what the tables call them."""

NUMBERED = {
    ("crossword", "Rules and switches"): range(1, 22),
    ("crossword", "Cases from the field"): range(22, 59),
    ("monopoly-scrabble", "Traps of the text"): range(1, 8),
    ("monopoly-scrabble", "Questions the rulebook leaves open"): range(1, 19),
    ("together", "Rules and their tests"): range(1, 5),
    ("card-game", "Rules and their tests"): range(1, 20),
}
"""Which numbers of the facts a section's table has: rules 4.1, traps 1.3, questions 1.4, turns
2.4 and 3.4; cases 22 to 58 are those of moves, challenges, scores and files."""


@cache
def page(name: str) -> str:
    return (CHECKOUT / "docs" / f"rules-{name}.md").read_text(encoding="utf-8")


@cache
def known_tests() -> frozenset[str]:
    code = "".join(
        p.read_text(encoding="utf-8") for p in (CHECKOUT / "tests").rglob("test_*.py")
    )
    return frozenset(re.findall(r"^def (test_\w+)\(", code, re.MULTILINE))


def rows(name: str, heading: str) -> list[str]:
    section = re.split(rf"^##+ {heading}.*$", page(name), flags=re.MULTILINE)[1]
    section = re.split(r"^##", section, flags=re.MULTILINE)[0]
    return [line for line in section.splitlines() if line.startswith("| ")]


@pytest.mark.parametrize("name", PAGES)
def test_every_test_it_names_exists(name: str) -> None:
    named = set(re.findall(r"`(test_\w+)`", page(name)))
    assert len(named) > 30
    assert named - known_tests() == set()


@pytest.mark.parametrize(("where", "numbers"), NUMBERED.items(), ids=lambda x: str(x)[:30])
def test_no_numbered_rule_or_case_is_left_out(where: tuple[str, str], numbers: range) -> None:
    listed = set()
    for row in rows(*where):
        found = re.match(r"\| (\d+(?:, \d+)*)", row)
        if found and re.search(r"`test_\w+`", row):
            listed |= {int(number) for number in found.group(1).split(", ")}
    assert set(numbers) - listed == set()


@pytest.mark.parametrize("name", PAGES)
def test_every_worked_example_has_a_row_with_a_test(name: str) -> None:
    lines = page(name).splitlines()
    for example in EXAMPLES[name]:
        assert any(example in line and "`test_" in line for line in lines), example


@pytest.mark.parametrize("name", ["monopoly-scrabble", "together", "card-game"])
def test_every_ruling_of_the_data_file_is_on_its_page(name: str) -> None:
    files = {"card-game": "monopoly_cards", "monopoly-scrabble": "monopoly_scrabble"}
    text = (CHECKOUT / "companion" / "gamedata" / f"{files.get(name, name)}.toml").read_text(
        encoding="utf-8"
    )
    section = text.partition("[rules]")[2].partition("\n[")[0]
    rulings = re.findall(r"^(\w+) *=", section, re.MULTILINE)
    assert len(rulings) > 4
    assert [ruling for ruling in rulings if f"`{ruling}" not in page(name)] == []


def test_every_house_rule_is_listed_with_its_default() -> None:
    listed = dict(re.findall(r"^\| `(\w+)` \| ([^|]+?) \|", page("crossword"), re.MULTILINE))
    edition = dict(CLASSIC.editions["bookcase"].options)
    for field in dataclasses.fields(HouseRules):
        default = getattr(DEFAULTS, field.name)
        assert listed[field.name] == str(int(default) if isinstance(default, bool) else default)
        row = next(
            line for line in page("crossword").splitlines() if f"| `{field.name}` " in line
        )
        other = row.split("|")[3].strip()
        wanted = edition.get(field.name, "")
        assert other == str(int(wanted) if isinstance(wanted, bool) else wanted)
        for choice in CHOICES.get(field.name, ()):
            assert choice in row


def test_every_challenge_rule_is_listed() -> None:
    section = page("crossword").partition("## Challenges")[2].partition("\n## ")[0]
    assert re.findall(r"^\| `([\w-]+)` \|", section, re.MULTILINE) == list(TABLE)
