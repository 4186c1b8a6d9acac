"""`companion score`: replay GCG files and compare every score."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import Any

from companion.app.terminal import json_line, t, write
from companion.board.tiles import TileSet
from companion.errors import GcgError
from companion.export.gcg.read import read_gcg
from companion.export.gcg.replay import Replay, replay_gcg
from companion.export.gcg.types import GcgGame
from companion.text import Argument, listed, said
from companion.tilesets import load, names


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command to the menu."""
    parser = subparsers.add_parser(
        "score",
        help=t("replay GCG files and compare every score"),
        description=t("Replay GCG files on our own board and compare every declared score."),
    )
    parser.add_argument("files", nargs="+", metavar="FILE.gcg", help=t("GCG files"))
    parser.add_argument(
        "--language",
        metavar="NAME",
        help=t(
            "tile set to score with, a name or the path of a tile-set file (default: "
            "as the file says or its scores tell); names: {names}",
            names=listed(names(), "comma"),
        ),
    )
    parser.add_argument(
        "--json", action="store_true", help=t("one JSON object a file, on stdout")
    )
    parser.add_argument(
        "--encoding",
        metavar="NAME",
        default="",
        help=t(
            "character encoding of the files, such as iso8859-2 (default: as each file says, "
            "or as the letters of the tile sets tell)"
        ),
    )
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Score the files; 0 if every file was answered, 1 if one was refused."""
    tiles = load(args.language) if args.language else None
    refused = False
    for file in args.files:
        answer = score_file(file, tiles, args.encoding)
        refused |= answer["status"] != "ok"
        if args.json:
            sys.stdout.write(json_line(answer) + "\n")
            sys.stdout.flush()
        else:
            sys.stderr.write(_story(answer) + "\n")
    return int(refused)


def score_file(file: str, tiles: TileSet | None = None, encoding: str = "") -> dict[str, Any]:
    """Return the answer to one file, as `companion score --json` prints it."""
    path = Path(file)
    try:
        game = read_gcg(path, encoding=encoding)
    except GcgError as error:
        status = "not-a-gcg-file" if path.exists() else "file-not-found"
        return _answer(file, status, error.said)
    replay = replay_gcg(game, tiles=tiles)
    if replay.refusal is not None:
        return _answer(file, replay.refusal.status, _detail(game, replay), replay)
    return _answer(file, "ok", _detail(game, replay), replay)


def _answer(
    file: str, status: str, detail: Argument, replay: Replay | None = None
) -> dict[str, Any]:
    plays = replay.plays if replay else ()
    return {
        "file": file,
        "status": status,
        "detail": detail,
        "plays": len(plays),
        "mismatches": replay.mismatches if replay else 0,
        "turns": [
            {"line": p.line, "declared": p.declared, "computed": p.computed} for p in plays
        ],
        "totals": replay.totals if replay else {},
    }


def _detail(game: GcgGame, replay: Replay) -> str:
    chosen = said("Tile set {tiles} ({why}).", tiles=replay.tiles.name, why=replay.chosen)
    told = (chosen, *replay.remarks, *(problem.said for problem in game.problems))
    return " ".join(_capital(write(part)) for part in told)


def _capital(text: str) -> str:
    sentence = text[:1].upper() + text[1:]
    return sentence if sentence.endswith((".", "!", "?")) else sentence + "."


def _story(answer: dict[str, Any]) -> str:
    head = t(
        "{file}: {status}, {plays} plays, {others} scored otherwise",
        file=answer["file"],
        status=answer["status"],
        plays=answer["plays"],
        others=answer["mismatches"],
    )
    totals = ", ".join(f"{nick} {total}" for nick, total in answer["totals"].items())
    return "\n  ".join(part for part in (head, totals, write(answer["detail"])) if part)
