"""`companion restore`: bring back the games of a backup."""

from __future__ import annotations

import argparse
from pathlib import Path

from companion.app.terminal import t, tell
from companion.commands.backup import add_data, store_file
from companion.text import said


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the subcommand."""
    parser = subparsers.add_parser(
        "restore",
        help=t("bring back the games of a backup"),
        description=t(
            "Bring back the games of a backup. Those that are there now are kept in the "
            "folder `backups` first."
        ),
    )
    parser.add_argument("file", type=Path, help=t("a backup"))
    add_data(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Bring back, and say where the others are."""
    from companion.household.clock import SystemClock
    from companion.store import backup

    path = store_file(args)
    path.parent.mkdir(parents=True, exist_ok=True)
    kept = backup.restore(args.file, path, SystemClock().now())
    tell(said("The games of {file} are back.", file=str(args.file)))
    if kept is not None:
        tell(said("Those that were there are in {file}.", file=str(kept)))
    return 0
