"""`companion doctor`: what is installed, found and missing, and what to do about it."""

from __future__ import annotations

import argparse
import json
import sys
from dataclasses import asdict
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from companion.app.doctor import Finding


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the subcommand."""
    parser = subparsers.add_parser(
        "doctor",
        help="what is installed, found and missing, and what to do about it",
        description="Exit status 0 when everything essential is there, 1 when not.",
    )
    parser.add_argument("--json", action="store_true", help="one JSON object per finding")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Print each finding as it comes; return 0 when nothing essential is missing."""
    from companion.app import doctor

    whole = True
    for finding in doctor.examine():
        whole = whole and (finding.found or not finding.essential)
        if args.json:
            print(json.dumps(asdict(finding)), flush=True)
        else:
            print(_line(finding), file=sys.stderr, flush=True)
    if not args.json:
        verdict = "all essentials are there" if whole else "something essential is missing"
        print(verdict, file=sys.stderr)
    return 0 if whole else 1


def _line(finding: Finding) -> str:
    mark = "ok     " if finding.found else ("MISSING" if finding.essential else "none   ")
    text = f"{mark}  {finding.name}: {finding.detail}"
    return f"{text}\n         -> {finding.remedy}" if finding.remedy else text
