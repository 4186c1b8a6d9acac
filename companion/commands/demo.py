"""`companion demo`: the dashboard over a rendered game, without any hardware."""

from __future__ import annotations

import argparse
import json
import os
import sys
import tempfile
import threading
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING

from companion.errors import ConfigError

if TYPE_CHECKING:
    from companion.runtime.wiring import Table

STEADY_FRAMES = 2
"""Agreeing pictures that make a rendered board still: nothing shakes there."""

PAUSE_S = 4.0
"""How long a play is shown before it is counted, at speed 1."""


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command to the menu."""
    parser = subparsers.add_parser(
        "demo",
        help="the dashboard with a rendered camera, no hardware",
        description="Play a rendered game through the real eyes and show it on the dashboard.",
    )
    add_web_options(parser)
    parser.add_argument(
        "--data", metavar="FOLDER", type=Path, help="keep the game there (default: forget it)"
    )
    parser.add_argument(
        "--seed", type=int, default=7, help="of the rendered table (default: 7)"
    )
    parser.add_argument(
        "--speed", type=float, default=1.0, help="2 plays twice as fast (default: 1)"
    )
    parser.add_argument(
        "--by-hand", action="store_true", help="wait for Done on the page after each play"
    )
    parser.add_argument(
        "--box", action="store_true", help="let a virtual button box end the turns"
    )
    parser.add_argument(
        "--once", action="store_true", help="play to the end without waiting, then stop"
    )
    parser.add_argument(
        "--json", action="store_true", help="with --once: the result as JSON on stdout"
    )
    parser.add_argument(
        "--settings", metavar="FILE", type=Path, help="a settings file (see docs/settings.md)"
    )
    parser.set_defaults(run=run)


def add_web_options(parser: argparse.ArgumentParser) -> None:
    """Add the options of every command that serves the dashboard."""
    parser.add_argument("--port", type=int, help="0 for any (default: 8000)")
    parser.add_argument(
        "--lan", action="store_true", help="let other devices in (default: this computer only)"
    )
    parser.add_argument(
        "--https", action="store_true", help="encrypt, with a certificate of the household"
    )
    parser.add_argument("--pin", help="host's PIN (default with --lan: a new one)")
    parser.add_argument(
        "--no-pin", action="store_true", help="with --lan: let every visitor change the game"
    )
    parser.add_argument(
        "--lexicon", metavar="NAME", help="word list: a name or a file (default: enable)"
    )


def pin_of(args: argparse.Namespace, *, lan: bool) -> str | None:
    """Return the host's PIN that the options ask for, None for no PIN.

    Args:
        args: What was given.
        lan: Whether other devices may come in.
    """
    from companion.runtime.wiring import new_pin

    if args.pin is not None:
        if not 4 <= len(args.pin) <= 32:
            raise ConfigError("A PIN has 4 to 32 characters.")
        return str(args.pin)
    return new_pin() if lan and not args.no_pin else None


def run(args: argparse.Namespace) -> int:
    """Serve the page and play the game; 0 when it was played or closed."""
    from companion.device import RehearsalBox
    from companion.runtime import wiring
    from companion.runtime.demo_game import PLAYERS, DemoGame, rendered
    from companion.runtime.serving import served
    from companion.runtime.settings import read_settings

    if not 0 < args.speed <= 1000:
        raise ConfigError("--speed is a number above 0, at most 1000.")
    given = {
        "web.port": args.port,
        "web.lan": args.lan or None,
        "web.https": args.https or None,
        "web.lexicon": args.lexicon,
    }
    web = read_settings(args.settings, environment=os.environ, flags=given).web
    stop = threading.Event()
    box = RehearsalBox(players=len(PLAYERS)) if args.box else None
    with ExitStack() as stack:
        folder = args.data or Path(
            stack.enter_context(tempfile.TemporaryDirectory(prefix="companion-"))
        )
        table = stack.enter_context(
            wiring.open_table(
                folder=folder,
                players=PLAYERS,
                lexicon=web.lexicon,
                name="Demo",
                box=box.port if box else None,
            )
        )
        pipeline = wiring.pipeline_for(
            table, wiring.eyes_for(table.tiles), steady=STEADY_FRAMES
        )
        page = stack.enter_context(
            served(
                table,
                port=web.port,
                lan=web.lan,
                pin=pin_of(args, lan=web.lan),
                tls=folder if web.https else None,
            )
        )
        page.announce()
        game = DemoGame(
            table,
            pipeline,
            rendered(table, seed=args.seed),
            stop,
            pause_s=0.0 if args.once else PAUSE_S / args.speed,
            press=box.end_turn if box else None,
            by_hand=args.by_hand,
        )
        ended = game.play()
        _summarise(table, frames=game.frames, as_json=args.json)
        if not args.once:
            print("The page stays open; Ctrl-C ends it.", file=sys.stderr)
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
        print(json.dumps(result, ensure_ascii=False))
    totals = ", ".join(f"{name} {points}" for name, points in now.totals)
    print(f"{len(now.turns)} turns from {frames} frames: {totals}.", file=sys.stderr)
