"""`companion check`: whether all games can be read, and what to do about those that cannot."""

from __future__ import annotations

import argparse

from companion.app.terminal import json_line, t, tell, write
from companion.commands.backup import add_data, store_file
from companion.errors import CompanionError
from companion.text import NOTHING, said, said_n


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the subcommand."""
    parser = subparsers.add_parser(
        "check",
        help=t("see whether all games can be read"),
        description=t("Exit status 0 when every game can be read, 1 when not."),
    )
    add_data(parser)
    parser.add_argument("--rescue", action="store_true", help=t(
        "save what is left of each damaged game as a new one"
    ))  # fmt: skip
    parser.add_argument("--json", action="store_true", help=t("one JSON object per game"))
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Read every game; tell of those that are damaged."""
    from companion.household.archive import Archive
    from companion.household.clock import SystemClock
    from companion.household.rescue import rescue
    from companion.store import EventStore

    clock = SystemClock()
    with EventStore.open(store_file(args), create=False) as store:
        if store.damage != NOTHING:
            tell(store.damage)
        damaged = Archive(store, None, clock).damaged()
        for game in damaged:
            if args.json:
                print(json_line({**game, "why": write(game["why"])}))
            else:
                tell(said("game {number}: {why}", number=game["number"], why=game["why"]))
            if args.rescue:
                try:
                    tell(rescue(store, game["number"], clock=clock)[1])
                except CompanionError as fault:
                    tell(fault.said)
        if not damaged:
            count = len(store.games())
            tell(said_n("{n} game can be read.", "All {n} games can be read.", count))
        return 1 if damaged or store.damage != NOTHING else 0
