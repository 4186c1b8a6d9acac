"""`companion doctor`: what is installed, found and missing, and what to do about it."""

from __future__ import annotations

import argparse
from dataclasses import fields
from typing import TYPE_CHECKING, Any

from companion.app.terminal import json_line, t, tell, write
from companion.text import said

if TYPE_CHECKING:
    from companion.app.doctor import Finding


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the subcommand."""
    parser = subparsers.add_parser(
        "doctor",
        help=t("what is installed, found and missing, and what to do about it"),
        description=t("Exit status 0 when everything essential is there, 1 when not."),
    )
    parser.add_argument("--json", action="store_true", help=t("one JSON object per finding"))
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Print each finding as it comes; return 0 when nothing essential is missing."""
    from companion.app import doctor

    whole = True
    for finding in doctor.examine():
        whole = whole and (finding.found or not finding.essential)
        if args.json:
            print(json_line(facts(finding)), flush=True)
        else:
            tell(_line(finding))
    if not args.json:
        tell(
            said("all essentials are there")
            if whole
            else said("something essential is missing")
        )
    return 0 if whole else 1


def facts(finding: Finding) -> dict[str, Any]:
    """Return a finding as JSON values; its name is a key for programs and stays English."""
    values = {field.name: getattr(finding, field.name) for field in fields(finding)}
    return {**values, "name": str(finding.name)}


def _line(finding: Finding) -> str:
    missing = t("MISSING") if finding.essential else t("none")
    mark = t("ok") if finding.found else missing
    text = f"{mark:9}{write(finding.name)}: {write(finding.detail)}"
    return f"{text}\n         -> {write(finding.remedy)}" if finding.remedy else text
