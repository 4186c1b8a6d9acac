"""`companion replay`: a game from its pictures, one for each finished turn."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from companion.app import terminal
from companion.app.terminal import t, tell, write
from companion.commands.known_options import add_known_options
from companion.errors import ConfigError, RuleViolation
from companion.export.sheet.score_sheet import WORDS
from companion.household.clock import SystemClock
from companion.rules.api import Setup
from companion.rules.registry import FIRST
from companion.session.snapshot import doubts_json, tile_pairs
from companion.text import listed, said
from companion.tilesets import load, names

if TYPE_CHECKING:
    from companion.app.replay import Retold, Turn
    from companion.camera import Source
    from companion.watching.pipeline import Eyes


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command to the menu."""
    parser = subparsers.add_parser(
        "replay",
        help=t("tell and score a game from pictures, one a turn"),
        description=t(
            "Reads pictures of a board in order, one for each finished turn, and "
            "tells who laid what for how many points. Later pictures mend what "
            "earlier ones left open."
        ),
    )
    parser.add_argument(
        "frames", nargs="+", metavar="FRAME", help=t("pictures in order, or a folder of them")
    )
    parser.add_argument(
        "--language",
        default="english",
        metavar="NAME",
        help=t(
            "tile set: a name or a tile-set file; names: {names}",
            names=listed(names(), "comma"),
        ),
    )
    parser.add_argument(
        "--edition",
        default=FIRST,
        metavar="NAME",
        help=t("board edition (default: {first})", first=FIRST),
    )
    parser.add_argument(
        "--players", default="A,B", metavar="A,B", help=t("names in the order of play")
    )
    add_known_options(parser)
    parser.add_argument("--out", metavar="GAME", help=t("store file that the game is added to"))
    parser.add_argument("--json", action="store_true", help=t("one JSON object on stdout"))
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Replay the pictures; 0 if all were read, 1 if one was refused."""
    if args.edition != FIRST:
        raise ConfigError(
            "There is no edition {edition!r} to replay; known: {first}.",
            edition=args.edition,
            first=FIRST,
        )
    from companion.app.replay import retell

    setup = Setup(players_of(args.players), load(args.language))
    if args.out:
        check_store(args.out)
    retold = retell(*eyes(args.frames, setup, args.calibration, args.printed), setup)
    if args.json:
        sys.stdout.write(terminal.json_line(as_json(retold)) + "\n")
        sys.stdout.flush()
    for frame, why in retold.refusals:
        tell(said("{file}: {detail}", file=frame, detail=why.detail))
    if not args.json:
        sys.stderr.write(story(retold))
    kept = keep_in(args.out, retold, setup) if args.out else True
    return int(bool(retold.refusals) or not kept)


def players_of(text: str) -> tuple[str, ...]:
    """Return the names in a list such as `Ann,Bob`.

    Raises:
        ConfigError: Not two to four different names.
    """
    players = tuple(name.strip() for name in text.split(","))
    if not 2 <= len(players) <= 4 or not all(players) or len(set(players)) < len(players):
        raise ConfigError(
            "--players takes two to four different names, not {text!r}.", text=text
        )
    return players


def eyes(
    paths: list[str], setup: Setup, calibration: Path | None = None, printed: Path | None = None
) -> tuple[Callable[[], Source], Eyes]:
    """Return what opens the pictures in order, and what reads them."""
    from companion.camera import list_frames
    from companion.camera.sources import FileSource
    from companion.vision.reading.read import Reader
    from companion.watching.knowledge import known_in

    frames = list_frames(paths)
    reader = Reader(setup.tiles, known=known_in(calibration, printed))
    return lambda: FileSource(frames), reader


def check_store(out: str) -> None:
    """Refuse a store that cannot be opened before an evening's pictures are read."""
    from companion.store import EventStore

    EventStore.open(out).close()


def keep_in(out: str, retold: Retold, setup: Setup) -> bool:
    """Add the game to a store file; say so, and return False, if not all of it can be kept."""
    from companion.app.kept import keep
    from companion.household.games import start_game
    from companion.store import EventStore

    with EventStore.open(out) as store:
        number, session = start_game(store, setup, name=Path(out).stem, clock=SystemClock())
        try:
            keep(retold, session)
        except RuleViolation as fault:
            kept = len(session.snapshot.turns)
            tell(said("{file}: game {number} holds the first {kept} turns only: {why}",
                      file=out, number=number, kept=kept, why=fault.said))  # fmt: skip
            return False
    return True


def as_json(retold: Retold) -> dict[str, Any]:
    """Return a retold game in the form of the command-line contract."""
    return {"turns": [_turn_json(turn) for turn in retold.turns], "totals": dict(retold.totals)}


def _turn_json(turn: Turn) -> dict[str, Any]:
    laid = turn.play if turn.kind == "play" else None
    return {
        "frame": turn.frame,
        "player": turn.player,
        "kind": turn.kind,
        "coordinate": turn.play.coordinate if turn.play else "",
        "tiles": tile_pairs(laid.placements) if laid else [],
        "words": [word.text for word in laid.words] if laid else [],
        "score": turn.score,
        "total": turn.total,
        "doubtful": doubts_json(turn.doubts),
        "ignored": [square.name for square in turn.ignored],
        "status": turn.status,
        "detail": turn.detail,
    }


def story(retold: Retold) -> str:
    """Return a retold game for people, a line a turn."""
    lines = []
    for number, turn in enumerate(retold.turns, 1):
        what = write(WORDS.get(turn.kind, turn.kind))
        if turn.play is not None:
            what = f"{turn.play.coordinate} {turn.play.main.text}"
            if turn.kind == "withdrawn":
                what = t("{play} taken off", play=what)
        doubt = ""
        if turn.doubts:
            squares = listed((d.square.name for d in turn.doubts), "comma")
            doubt = t(" (look at {squares})", squares=squares)
        points = f"{turn.score:+d} {turn.total}"
        lines.append(f"{number:3} {turn.player:12} {what:24} {points}{doubt}")
        if turn.detail:
            lines.append(f"    {write(turn.detail)}")
    totals = ", ".join(f"{player} {total}" for player, total in retold.totals)
    return "\n".join((*lines, totals)) + "\n"
