"""`companion backup`: a copy of all games, made whatever is being played meanwhile."""

from __future__ import annotations

import argparse
from pathlib import Path

from companion.app.terminal import t, tell
from companion.text import said


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the subcommand."""
    parser = subparsers.add_parser(
        "backup",
        help=t("copy all games into one file"),
        description=t(
            "Copy all games into one file, also while a game is played. The dashboard keeps a "
            "copy of each of the last seven days in the folder `backups` by itself."
        ),
    )
    parser.add_argument(
        "file", nargs="?", type=Path, help=t("the copy (default: a new one in `backups`)")
    )
    add_data(parser)
    parser.set_defaults(run=run)


def add_data(parser: argparse.ArgumentParser) -> None:
    """Add the option that names the data folder."""
    parser.add_argument(
        "--data",
        metavar="FOLDER",
        type=Path,
        help=t("where games are kept (default: your own)"),
    )


def store_file(args: argparse.Namespace) -> Path:
    """Return the file of the household's games."""
    from companion.household.folders import STORE_FILE, data_folder

    folder: Path = args.data or data_folder()
    return folder / STORE_FILE


def run(args: argparse.Namespace) -> int:
    """Copy, and say where to."""
    from companion.household.clock import SystemClock
    from companion.store import backup

    path = store_file(args)
    new = path.parent / backup.FOLDER / f"{SystemClock().now():%Y-%m-%d-%H%M%S}.sqlite"
    target = args.file or new
    backup.back_up(path, target)
    backup.check(target)
    tell(said("All games are in {file}.", file=str(target)))
    return 0
