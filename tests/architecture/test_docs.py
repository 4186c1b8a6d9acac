"""Docs that cannot lie: commands, links and decisions are compared with the code."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from companion import cli

CHECKOUT = Path(__file__).resolve().parents[2]
PAGES = sorted(
    [*CHECKOUT.glob("*.md"), *CHECKOUT.glob("docs/**/*.md"), *CHECKOUT.glob("benchmarks/*.md")]
)
DECISIONS = sorted(CHECKOUT.glob("docs/adr/*.md"))


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(CHECKOUT).as_posix())
def test_links_to_files_lead_somewhere(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    targets = re.findall(r"\]\(([^)#\s]+)(?:#[^)]*)?\)", text)
    local = [target for target in targets if "://" not in target]
    assert [target for target in local if not (page.parent / target).exists()] == []


def test_paths_named_in_the_map_of_the_code_exist() -> None:
    text = (CHECKOUT / "README.md").read_text(encoding="utf-8")
    section = text.partition("## The code in two minutes")[2].partition("\n## ")[0]
    named = re.findall(
        r"`((?:companion|calibration|stl_meta|firmware_bridge)/[\w/.]*)`", section
    )
    assert len(named) >= 6
    assert [name for name in named if not (CHECKOUT / name).exists()] == []


@pytest.mark.parametrize("command", cli.COMMANDS)
def test_every_command_is_documented(command: str) -> None:
    pages = [CHECKOUT / "README.md", CHECKOUT / "docs" / "commands.md"]
    assert all(f"companion {command}" in page.read_text(encoding="utf-8") for page in pages)


@pytest.mark.parametrize("command", cli.COMMANDS)
def test_every_option_of_a_command_is_documented(command: str) -> None:
    text = (CHECKOUT / "docs" / "commands.md").read_text(encoding="utf-8")
    section = text.partition(f"## companion {command}\n")[2].partition("\n## ")[0]
    parser = cli.build_parser([command])
    (subparsers,) = (
        a for a in parser._actions if a.dest == "==SUPPRESS==" or a.nargs == "A..."
    )
    options = {
        option
        for action in subparsers.choices[command]._actions  # type: ignore[index, union-attr, call-overload]
        for option in action.option_strings
        if option.startswith("--") and option not in ("--help", "--verbose", "--lang")
    }
    assert {option for option in options if f"`{option}" not in section} == set()


@pytest.mark.parametrize("page", DECISIONS, ids=lambda page: page.stem)
def test_a_decision_has_the_four_parts(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    headings = re.findall(r"^## (.+)$", text, re.MULTILINE)
    assert headings == ["Context", "Decision", "Consequence", "What would change our mind"]


def test_decisions_are_numbered_without_gaps_and_listed() -> None:
    numbers = [int(page.name[:4]) for page in DECISIONS]
    assert numbers == list(range(1, len(numbers) + 1))
    index = (CHECKOUT / "docs" / "architecture.md").read_text(encoding="utf-8")
    assert [page.name for page in DECISIONS if f"adr/{page.name}" not in index] == []
