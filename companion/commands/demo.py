"""`companion demo`: the dashboard over a rendered game, without any hardware."""

from __future__ import annotations

import argparse
import tempfile
import threading
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING

from companion.app.terminal import json_line, t, tell
from companion.commands.serve import add_web_options, hosted, pin_of, settings_from
from companion.errors import ConfigError
from companion.rules.registry import FIRST
from companion.text import listed, said, said_n

if TYPE_CHECKING:
    from companion.app.wiring import Table

LANGUAGE = "english"

REAL = ("camera.calibration", "camera.set", "device.keys", "store.url")
"""Settings of the real household, which a rendered game has nothing to do with."""

PAUSE_S = 4.0
"""How long a play is shown before it is counted, at speed 1."""


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command to the menu."""
    parser = subparsers.add_parser(
        "demo",
        help=t("the dashboard with a rendered camera, no hardware"),
        description=t(
            "Play a rendered game through the real eyes and show it on the dashboard."
        ),
    )
    add_web_options(parser)
    parser.add_argument(
        "--data",
        metavar="FOLDER",
        type=Path,
        help=t("keep the game there (default: forget it)"),
    )
    parser.add_argument(
        "--seed", type=int, default=7, help=t("of the rendered table (default: 7)")
    )
    parser.add_argument(
        "--speed", type=float, default=1.0, help=t("2 plays twice as fast (default: 1)")
    )
    parser.add_argument(
        "--by-hand", action="store_true", help=t("wait for Done on the page after each play")
    )
    parser.add_argument(
        "--box", action="store_true", help=t("let a virtual button box end the turns")
    )
    parser.add_argument(
        "--once", action="store_true", help=t("play to the end without waiting, then stop")
    )
    parser.add_argument(
        "--json", action="store_true", help=t("with --once: the result as JSON on stdout")
    )
    parser.add_argument(
        "--settings",
        metavar="FILE",
        type=Path,
        help=t("a settings file (see docs/settings.md)"),
    )
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Serve the page and play the game; 0 when it was played or closed."""
    from companion.app.demo_game import PLAYERS, STAGE, DemoGame, Stage, rendered
    from companion.device import RehearsalBox
    from companion.tilesets import load

    if not 0 < args.speed <= 1000:
        raise ConfigError("--speed is a number above 0, at most 1000.")
    box = RehearsalBox(players=len(PLAYERS)) if args.box else None
    settings = settings_from(args, {
        **dict.fromkeys(REAL, ""),
        "game.players": list(PLAYERS),
        "game.language": LANGUAGE,
        "game.edition": FIRST,
        "game.name": "Demo",
        "camera.source": STAGE,
        "reading.patience_s": 0.0,
        "device.port": box.port if box else "",
        "device.buttons": [],
    })  # fmt: skip
    stage = Stage(rendered(load(LANGUAGE), seed=args.seed))
    with ExitStack() as stack:
        folder = args.data or Path(
            stack.enter_context(tempfile.TemporaryDirectory(prefix="companion-"))
        )
        pin = pin_of(args, lan=settings.web.lan)
        hall = stack.enter_context(
            hosted(settings, folder, pin=pin, sources={STAGE: lambda: stage})
        )
        game = DemoGame(
            hall.table,
            stage,
            threading.Event(),
            pause_s=0.0 if args.once else PAUSE_S / args.speed,
            press=box.end_turn if box else None,
            by_hand=args.by_hand,
        )
        ended = game.play()
        _summarise(hall.table, frames=stage.frames, as_json=args.json)
        if not args.once:
            tell(said("The page stays open; Ctrl-C ends it."))
            threading.Event().wait()
    return 0 if ended else 1


def _summarise(table: Table, *, frames: int, as_json: bool) -> None:
    now = table.loop.snapshot
    if as_json:
        result = {
            "turns": len(now.turns),
            "frames": frames,
            "ended": now.scoreboard.ended,
            "totals": dict(now.totals),
            "cells": now.cells,
        }
        print(json_line(result))
    totals = listed((f"{name} {points}" for name, points in now.totals), "comma")
    tell(
        said_n(
            "{n} turn from {frames} frames: {totals}.",
            "{n} turns from {frames} frames: {totals}.",
            len(now.turns),
            frames=frames,
            totals=totals,
        )
    )
