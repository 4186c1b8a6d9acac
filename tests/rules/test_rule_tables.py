"""The tables from rule to test in the docs name tests that exist, and every switch."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from companion.rules.cards.deck import CardRulings
from companion.rules.monopoly.printed.board import Rulings as BoardRulings
from companion.rules.together.checks import KNOWN
from companion.rules.together.goals_file import Rulings as GoalRulings

CHECKOUT = Path(__file__).resolve().parents[2]
PAGES = {
    "rules-monopoly-scrabble": ("test_monopoly_*.py", BoardRulings),
    "rules-together": ("test_together*.py", GoalRulings),
    "rules-card-game": ("test_cards*.py", CardRulings),
}


def text(page: str) -> str:
    return (CHECKOUT / "docs" / f"{page}.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("page", PAGES)
def test_every_test_that_a_table_names_exists(page: str) -> None:
    files = (CHECKOUT / "tests" / "rules").glob("test_*.py")
    exist = {
        name
        for file in files
        for name in re.findall(
            r"^def (test_\w+)", file.read_text(encoding="utf-8"), re.MULTILINE
        )
    }
    named = set(re.findall(r"`(test_\w+)`", text(page)))
    assert len(named) > 30
    assert named - exist == set()


@pytest.mark.parametrize("page", PAGES)
def test_every_test_of_a_numbered_rule_is_in_the_table(page: str) -> None:
    files = (CHECKOUT / "tests" / "rules").glob(PAGES[page][0])
    numbered = {
        name
        for file in files
        for name in re.findall(
            r"^def (test_(?:\d_|rules?_\d|trap_|way_|example_)\w+)",
            file.read_text(encoding="utf-8"),
            re.MULTILINE,
        )
    }
    assert numbered - set(re.findall(r"`(test_\w+)`", text(page))) == set()


@pytest.mark.parametrize("page", PAGES)
def test_every_switch_is_explained(page: str) -> None:
    rulings = PAGES[page][1]
    missing = [n for n in rulings.__dataclass_fields__ if f"`{n} = " not in text(page)]
    assert missing == []


def test_every_check_of_goals_is_explained() -> None:
    page = text("rules-together")
    assert [name for name in KNOWN if f"`{name}" not in page] == []
