"""The page on the crossword rules says what is so."""

from __future__ import annotations

import dataclasses
import re
from pathlib import Path

from companion.rules.challenge import TABLE
from companion.rules.games.bookcase import BOOKCASE
from companion.rules.options import CHOICES, DEFAULTS, HouseRules

CHECKOUT = Path(__file__).resolve().parents[2]
PAGE = (CHECKOUT / "docs" / "rules-crossword.md").read_text(encoding="utf-8")


def test_every_test_it_names_exists() -> None:
    named = set(re.findall(r"`(test_\w+)`", PAGE))
    code = "".join(
        p.read_text(encoding="utf-8") for p in (CHECKOUT / "tests").rglob("test_*.py")
    )
    there = set(re.findall(r"^def (test_\w+)\(", code, re.MULTILINE))
    assert len(named) > 60
    assert named - there == set()


def test_every_house_rule_is_listed_with_its_default() -> None:
    rows = dict(re.findall(r"^\| `(\w+)` \| ([^|]+?) \|", PAGE, re.MULTILINE))
    edition = dict(BOOKCASE.rules)
    for field in dataclasses.fields(HouseRules):
        default = getattr(DEFAULTS, field.name)
        assert rows[field.name] == str(int(default) if isinstance(default, bool) else default)
        row = next(line for line in PAGE.splitlines() if line.startswith(f"| `{field.name}` "))
        other = row.split("|")[3].strip()
        wanted = edition.get(field.name, "")
        assert other == str(int(wanted) if isinstance(wanted, bool) else wanted)
        for choice in CHOICES.get(field.name, ()):
            assert choice in row


def test_every_challenge_rule_is_listed() -> None:
    section = PAGE.partition("## Challenges")[2].partition("\n## ")[0]
    assert re.findall(r"^\| `(\w+)` \|", section, re.MULTILINE) == list(TABLE)
