"""`companion serve`: the dashboard for real games, with a camera or by hand."""

from __future__ import annotations

import argparse
import dataclasses
import os
import threading
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from companion.app.terminal import t
from companion.commands.known_options import add_known_options
from companion.errors import ConfigError

if TYPE_CHECKING:
    from companion.app.hall import Hall
    from companion.app.server.certificate import Certificate
    from companion.app.settings import Settings, WebSettings


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command to the menu."""
    parser = subparsers.add_parser(
        "serve",
        help=t("the dashboard, with a camera"),
        description=(
            t(
                "Serve the dashboard. Games are set up on its first page; with any of "
                "--camera, --players, --edition, --language, --name or --resume one "
                "begins at once."
            )
        ),
    )
    add_web_options(parser)
    parser.add_argument(
        "--camera", metavar="SOURCE", help=t("number, device, file, folder or address")
    )
    add_known_options(parser)
    parser.add_argument(
        "--box", metavar="PORT", help=t("the button box: its port, `auto` to look for it")
    )
    parser.add_argument(
        "--adapters",
        action="store_true",
        help=t("with --box auto: look behind general USB adapters too (resets what is there)"),
    )
    parser.add_argument(
        "--buttons",
        metavar="SOURCE,...",
        help=t(
            "keys and gamepads by the path of their device; `gpio` for a Raspberry Pi's pins"
        ),
    )
    parser.add_argument(
        "--patience", metavar="SECONDS", type=float,
        help=t("count a sure play by itself after so long (default: Done or a button)"),
    )  # fmt: skip
    parser.add_argument("--players", metavar="A,B", help=t("names in order of play"))
    parser.add_argument(
        "--edition", metavar="NAME", help=t("game and board (default: classic)")
    )
    parser.add_argument("--language", metavar="NAME", help=t("tile set (default: english)"))
    parser.add_argument("--name", help=t("the game's name"))
    parser.add_argument(
        "--data",
        metavar="FOLDER",
        type=Path,
        help=t("where games are kept (default: your own)"),
    )
    parser.add_argument(
        "--resume", metavar="NUMBER", type=int, help=t("take up this game instead of a new one")
    )
    parser.add_argument(
        "--settings",
        metavar="FILE",
        type=Path,
        help=t("a settings file (see docs/settings.md)"),
    )
    parser.set_defaults(run=run)


def add_web_options(parser: argparse.ArgumentParser) -> None:
    """Add the options of every command that serves the dashboard."""
    parser.add_argument("--port", type=int, help=t("0 for any (default: 8000)"))
    parser.add_argument(
        "--lan",
        action="store_true",
        help=t("let other devices in (default: this computer only)"),
    )
    parser.add_argument(
        "--https", action="store_true", help=t("encrypt, with a certificate of the household")
    )
    parser.add_argument("--pin", help=t("host's PIN (default with --lan: a new one)"))
    parser.add_argument(
        "--no-pin", action="store_true", help=t("with --lan: let every visitor change the game")
    )
    parser.add_argument(
        "--lexicon", metavar="NAME", help=t("word list: a name or a file (default: enable)")
    )


def pin_of(args: argparse.Namespace, *, lan: bool) -> str | None:
    """Return the host's PIN that the options ask for, None for no PIN.

    Args:
        args: What was given.
        lan: Whether other devices may come in.
    """
    from companion.app.wiring import new_pin

    if args.pin is not None:
        if not 4 <= len(args.pin) <= 32:
            raise ConfigError("A PIN has 4 to 32 characters.")
        return str(args.pin)
    return new_pin() if lan and not args.no_pin else None


def run(args: argparse.Namespace) -> int:
    """Serve until Ctrl-C."""
    from companion.household.folders import data_folder

    settings = settings_of(args)
    pin = pin_of(args, lan=settings.web.lan)
    with hosted(settings, args.data or data_folder(), pin=pin, resume=args.resume):
        threading.Event().wait()
    return 0


@contextmanager
def hosted(
    settings: Settings, folder: Path, *, pin: str | None, resume: int | None = None, **more: Any
) -> Iterator[Hall]:
    """Open a hall, begin the game that is asked for, and serve the page until the block ends.

    Args:
        settings: Those in effect.
        folder: Where games are kept.
        pin: The host's; None for no PIN.
        resume: A game to take up instead of a new one.
        more: For the hall.
    """
    from companion.app import watched
    from companion.app.hall import open_hall
    from companion.app.server.serving import served
    from companion.device import buttons_of
    from companion.watching.knowledge import known_in

    reading, web, camera = settings.reading, settings.web, settings.camera
    device = settings.device
    with ExitStack() as stack:
        hall = stack.enter_context(
            open_hall(
                folder,
                url=settings.store.url,
                camera=camera.source,
                lexicon=web.lexicon,
                buttons=buttons_of(
                    device.port,
                    adapters=device.adapters,
                    local=device.buttons,
                    keys=device.keys,
                ),
                eyes=watched.eyes_for,
                known=known_in(
                    Path(camera.calibration) if camera.calibration else None,
                    Path(camera.set) if camera.set else None,
                ),
                manner=watched.Manner(
                    reading.steady_frames, reading.window_frames, reading.patience_s or None
                ),
                **more,
            )
        )
        _begin(hall, settings, resume)
        page = stack.enter_context(
            served(hall, port=web.port, lan=web.lan, pin=pin, tls=_tls(web, folder))
        )
        page.announce()
        yield hall


def _tls(web: WebSettings, folder: Path) -> Path | Certificate | None:
    """Return what encrypts: a certificate from elsewhere, or the folder of the household's."""
    from companion.app.server.certificate import own_certificate

    if web.certificate:
        return own_certificate(Path(web.certificate), Path(web.key) if web.key else None)
    return folder if web.https else None


def settings_from(args: argparse.Namespace, given: Mapping[str, object]) -> Settings:
    """Return the settings in effect: file, environment, command line; the later wins.

    Args:
        args: What was given; the page's part of it is looked for here.
        given: The rest, as `game.players`; a None value is one that was not given.
    """
    from companion.app.settings import read_settings

    web = {
        "web.port": args.port,
        "web.lan": args.lan or None,
        "web.https": args.https or None,
        "web.lexicon": args.lexicon,
    }
    return read_settings(args.settings, environment=os.environ, flags={**given, **web})


def settings_of(args: argparse.Namespace) -> Settings:
    """Return the settings in effect."""
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
    }
    return settings_from(args, flags)


def listed(text: str) -> list[str]:
    """Return the parts of a text between commas."""
    return [part.strip() for part in text.split(",")]


def _begin(hall: Hall, settings: Settings, resume: int | None) -> None:
    """Start the game that was asked for; else the page begins with the set-up."""
    from companion.app.settings import GameSettings
    from companion.camera.addresses import without_password
    from companion.household.table_setup import TableSetup

    game, camera = settings.game, settings.camera.source
    if resume is None and game == GameSettings() and not camera:
        return
    chosen = TableSetup(
        players=game.players,
        edition=game.edition,
        language=game.language,
        lexicon=settings.web.lexicon,
        camera=without_password(camera),
        name=game.name,
    )
    if resume is not None and not game.players:
        chosen = dataclasses.replace(chosen, players=TableSetup().players)
    hall.seat(chosen, resume=resume)
