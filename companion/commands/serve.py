"""`companion serve`: the dashboard for a real game, with a camera or by hand."""

from __future__ import annotations

import argparse
import sys
import threading
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING

from companion.commands.demo import add_web_options, pin_of
from companion.errors import CompanionError

if TYPE_CHECKING:
    from companion.runtime.pipeline import Pipeline


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command to the menu."""
    parser = subparsers.add_parser(
        "serve",
        help="the dashboard, with a camera",
        description="Serve the dashboard of a game; with a camera it watches the board.",
    )
    add_web_options(parser)
    parser.add_argument(
        "--camera", metavar="SOURCE", help="number, device, file, folder or address"
    )
    parser.add_argument(
        "--players", default="Player 1,Player 2", metavar="A,B", help="names in order of play"
    )
    parser.add_argument(
        "--language", default="english", metavar="NAME", help="tile set (default: english)"
    )
    parser.add_argument("--name", default="", help="the game's name")
    parser.add_argument(
        "--data", metavar="FOLDER", type=Path, help="where games are kept (default: your own)"
    )
    parser.add_argument(
        "--resume", metavar="NUMBER", type=int, help="take up this game instead of a new one"
    )
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Serve until Ctrl-C."""
    from companion.runtime import wiring
    from companion.runtime.folders import data_folder
    from companion.runtime.serving import served

    stop = threading.Event()
    with ExitStack() as stack:
        table = stack.enter_context(
            wiring.open_table(
                folder=args.data or data_folder(),
                players=tuple(name.strip() for name in args.players.split(",")),
                language=args.language,
                lexicon=args.lexicon,
                name=args.name,
                resume=args.resume,
            )
        )
        pipeline = None
        if args.camera is not None:
            pipeline = wiring.pipeline_for(table, wiring.eyes_for(table.tiles))
        page = stack.enter_context(
            served(table, port=args.port, lan=args.lan, pin=pin_of(args))
        )
        page.announce()
        stack.callback(stop.set)
        if pipeline is not None:
            return _watch(pipeline, args.camera, stop)
        threading.Event().wait()
    return 0


def _watch(pipeline: Pipeline, source: str, stop: threading.Event) -> int:
    from companion.runtime.frames import watch
    from companion.web.language import FALLBACK, catalogue

    try:
        watch(pipeline, source, stop, gone=catalogue(FALLBACK)["notice.camera-gone"])
    except CompanionError as fault:
        # The page stays up: the game goes on by hand while somebody sees to the camera.
        print(f"companion: {fault}", file=sys.stderr)
    print("No more frames; the page stays open, Ctrl-C ends it.", file=sys.stderr)
    threading.Event().wait()
    return 0
