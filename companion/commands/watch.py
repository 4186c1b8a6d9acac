"""`companion watch`: the live pipeline without the dashboard."""

from __future__ import annotations

import argparse
import sys
from contextlib import closing
from typing import TYPE_CHECKING, Any

from companion.app.terminal import json_line, t, write
from companion.commands.known_options import add_known_options
from companion.errors import ConfigError
from companion.text import listed

if TYPE_CHECKING:
    from companion.watching.spectator import Told


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the subcommand."""
    parser = subparsers.add_parser(
        "watch",
        help=t("watch a board and print what is played"),
        description=t("Prints each settled reading and each play as they come."),
    )
    parser.add_argument(
        "source", metavar="SOURCE", help=t("number, device, file, folder or address")
    )
    parser.add_argument("--language", default="english", help=t("tile set, or a file of one"))
    parser.add_argument(
        "--players", default="A,B", metavar="A,B", help=t("names in order of play")
    )
    parser.add_argument(
        "--patience", type=float, default=4.0, metavar="SECONDS",
        help=t("how long a play must lie still to count (default: 4)"),
    )  # fmt: skip
    add_known_options(parser, "--lens")
    parser.add_argument(
        "--blank-dot", default="", metavar="RRGGBB", help=t("colour of dots on the blanks")
    )
    parser.add_argument(
        "--trace",
        metavar="FOLDER",
        help=t("write every stage as pictures, and a table of frames"),
    )
    parser.add_argument("--json", action="store_true", help=t("one JSON object per event"))
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Watch until the frames end or Ctrl-C."""
    from companion.app import watched, wiring
    from companion.watching.feed import SharedCamera
    from companion.watching.following.trace import LiveTrace
    from companion.watching.knowledge import known_in

    if not args.patience >= 0:
        raise ConfigError("--patience is a number of seconds, 0 or more.")
    players = tuple(name.strip() for name in args.players.split(","))

    def tell(told: Told) -> None:
        print(json_line(facts(told)) if args.json else sentence(told),
              file=sys.stdout if args.json else sys.stderr, flush=True)  # fmt: skip

    trace = LiveTrace(args.trace) if args.trace else None
    manner = watched.Manner(patience_s=args.patience, asks=False, tell=tell, trace=trace)
    with wiring.open_table(folder=None, players=players, language=args.language) as table:
        known = known_in(args.calibration, args.printed)
        eyes = watched.eyes_for(table.tiles, dot=args.blank_dot, known=known)
        with (
            closing(SharedCamera(args.source)) as camera,
            watched.watched(table, camera, eyes, manner) as watch,
        ):
            watch.thread.join()
    return 0


def facts(told: Told) -> dict[str, Any]:
    """Return what was told as a JSON object."""
    from companion.watching.spectator import Counted, Settled

    match told:
        case Settled(t_s, proposal):
            plays = [
                {
                    "coordinate": p.coordinate,
                    "words": [w.text for w in p.words],
                    "score": p.score,
                }
                for p in proposal.best.plays
            ]
            return {"event": "settled", "t_s": t_s, "kind": proposal.kind.value, "plays": plays}
        case Counted(t_s, turns, totals):
            rows = [
                {"player": t.player, "kind": t.kind, "coordinate": t.coordinate,
                 "words": [w.text for w in t.words], "score": t.score, "total": t.total}
                for t in turns
            ]  # fmt: skip
            return {"event": "counted", "t_s": t_s, "turns": rows, "totals": dict(totals)}
        case _:
            return {"event": "notice", "t_s": told.t_s, "text": str(told.text)}


def sentence(told: Told) -> str:
    """Return what was told as a line for people."""
    from companion.watching.spectator import Counted, Settled

    match told:
        case Settled(_, proposal):
            plays = ", ".join(
                f"{p.coordinate} {p.main.text} {p.score:+d}" for p in proposal.best.plays
            )
            return t("On the board: {plays}", plays=plays or proposal.kind.value)
        case Counted(_, turns, totals):
            rows = "; ".join(
                f"{t.player} {t.coordinate} {t.word} {t.score:+d}".replace("  ", " ")
                for t in turns
            )
            now = listed((f"{name} {points}" for name, points in totals), "comma")
            return t("Counted: {rows} ({totals})", rows=rows, totals=now)
        case _:
            return write(told.text)
