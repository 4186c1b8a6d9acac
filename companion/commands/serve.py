"""`companion serve`: the dashboard for real games, with a camera or by hand."""

from __future__ import annotations

import argparse
import dataclasses
import os
import threading
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING

from companion.commands.demo import add_web_options, pin_of
from companion.commands.known_options import add_known_options

if TYPE_CHECKING:
    from companion.runtime.hall import Hall
    from companion.runtime.settings import Settings


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command to the menu."""
    parser = subparsers.add_parser(
        "serve",
        help="the dashboard, with a camera",
        description=(
            "Serve the dashboard. Games are set up on its first page; with any of --camera, "
            "--players, --edition, --language, --name or --resume one begins at once."
        ),
    )
    add_web_options(parser)
    parser.add_argument(
        "--camera", metavar="SOURCE", help="number, device, file, folder or address"
    )
    add_known_options(parser)
    parser.add_argument(
        "--box", metavar="PORT", help="the button box: its port, `auto` to look for it"
    )
    parser.add_argument(
        "--adapters",
        action="store_true",
        help="with --box auto: look behind general USB adapters too (resets what is there)",
    )
    parser.add_argument(
        "--buttons",
        metavar="SOURCE,...",
        help="keys and gamepads by the path of their device; `gpio` for a Raspberry Pi's pins",
    )
    parser.add_argument(
        "--patience", metavar="SECONDS", type=float,
        help="count a sure play by itself after so long (default: wait for Done or a button)",
    )  # fmt: skip
    parser.add_argument("--players", metavar="A,B", help="names in order of play")
    parser.add_argument("--edition", metavar="NAME", help="game and board (default: classic)")
    parser.add_argument("--language", metavar="NAME", help="tile set (default: english)")
    parser.add_argument("--name", help="the game's name")
    parser.add_argument(
        "--data", metavar="FOLDER", type=Path, help="where games are kept (default: your own)"
    )
    parser.add_argument(
        "--resume", metavar="NUMBER", type=int, help="take up this game instead of a new one"
    )
    parser.add_argument(
        "--settings", metavar="FILE", type=Path, help="a settings file (see docs/settings.md)"
    )
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Serve until Ctrl-C."""
    from companion.device import buttons_of
    from companion.runtime import wiring
    from companion.runtime.folders import data_folder
    from companion.runtime.hall import open_hall
    from companion.runtime.serving import served
    from companion.watching.knowledge import known_in

    settings = settings_of(args)
    reading, web, camera = settings.reading, settings.web, settings.camera
    device = settings.device
    buttons = buttons_of(
        device.port, adapters=device.adapters, local=device.buttons, keys=device.keys
    )
    folder = args.data or data_folder()
    with ExitStack() as stack:
        hall = stack.enter_context(
            open_hall(
                folder,
                url=settings.store.url,
                camera=camera.source,
                lexicon=web.lexicon,
                buttons=buttons,
                eyes=wiring.eyes_for,
                known=known_in(
                    Path(camera.calibration) if camera.calibration else None,
                    Path(camera.set) if camera.set else None,
                ),
                steady=reading.steady_frames,
                window=reading.window_frames,
                patience_s=reading.patience_s,
            )
        )
        _begin(hall, settings, args.resume)
        page = stack.enter_context(
            served(
                hall,
                port=web.port,
                lan=web.lan,
                pin=pin_of(args, lan=web.lan),
                tls=folder if web.https else None,
            )
        )
        page.announce()
        threading.Event().wait()
    return 0


def settings_of(args: argparse.Namespace) -> Settings:
    """Return the settings in effect: file, environment, command line; the later wins."""
    from companion.runtime.settings import read_settings

    players = None if args.players is None else listed(args.players)
    flags = {
        "game.players": players,
        "game.language": args.language,
        "game.edition": args.edition,
        "game.name": args.name,
        "camera.source": args.camera,
        "camera.calibration": None if args.calibration is None else str(args.calibration),
        "camera.set": None if args.printed is None else str(args.printed),
        "reading.patience_s": args.patience,
        "device.port": args.box,
        "device.adapters": args.adapters or None,
        "device.buttons": None if args.buttons is None else listed(args.buttons),
        "web.port": args.port,
        "web.lan": args.lan or None,
        "web.https": args.https or None,
        "web.lexicon": args.lexicon,
    }
    return read_settings(args.settings, environment=os.environ, flags=flags)


def listed(text: str) -> list[str]:
    """Return the parts of a text between commas."""
    return [part.strip() for part in text.split(",")]


def _begin(hall: Hall, settings: Settings, resume: int | None) -> None:
    """Start the game that was asked for; else the page begins with the set-up."""
    from companion.runtime.settings import GameSettings
    from companion.runtime.table_setup import TableSetup

    game, camera = settings.game, settings.camera.source
    if resume is None and game == GameSettings() and not camera:
        return
    chosen = TableSetup(
        players=game.players,
        edition=game.edition,
        language=game.language,
        lexicon=settings.web.lexicon,
        camera=camera,
        name=game.name,
    )
    if resume is not None and not game.players:
        chosen = dataclasses.replace(chosen, players=TableSetup().players)
    hall.seat(chosen, resume=resume)
