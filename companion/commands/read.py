"""`companion read`: what lies on the board in one or more pictures."""

from __future__ import annotations

import argparse
import re
from typing import TYPE_CHECKING, Any

from companion.app.terminal import json_line, t, tell
from companion.board.layout import LAYOUTS, STANDARD
from companion.commands.known_options import add_known_options
from companion.errors import ImageError, InputError
from companion.rules.registry import FIRST, GAMES
from companion.text import Argument, Said, listed, said, said_n

if TYPE_CHECKING:
    from companion.board.reading import BoardReading

_PAIR = r"(-?\d+(?:\.\d+)?),(-?\d+(?:\.\d+)?)"
_CORNERS = re.compile(rf"\s*{_PAIR}\s+{_PAIR}\s+{_PAIR}\s+{_PAIR}\s*\Z")


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the subcommand."""
    parser = subparsers.add_parser(
        "read",
        help=t("read the board in pictures"),
        description=t("Finds the board in each picture and reads every square."),
    )
    parser.add_argument("images", nargs="+", metavar="IMAGE")
    parser.add_argument("--language", default="english", help=t("tile set, or a file of one"))
    parser.add_argument("--edition", default=FIRST, help=t("game edition"))
    parser.add_argument(
        "--corners",
        type=parse_corners,
        metavar='"X,Y X,Y X,Y X,Y"',
        help=t("outer corners of the grid where known: TL TR BR BL as read"),
    )
    add_known_options(parser)
    parser.add_argument("--trace", metavar="FOLDER", help=t("write every stage as pictures"))
    parser.add_argument("--json", action="store_true", help=t("one JSON object per picture"))
    parser.set_defaults(run=run)


def parse_corners(text: str) -> list[tuple[float, float]]:
    """Return four corners from a text like "10,20 300,22 310,330 5,320".

    Raises:
        argparse.ArgumentTypeError: The text is something else.
    """
    match = _CORNERS.match(text)
    if not match:
        raise argparse.ArgumentTypeError(
            t('{text!r} is not four corners; write them as "x,y x,y x,y x,y"', text=text)
        )
    numbers = [float(part) for part in match.groups()]
    return list(zip(numbers[::2], numbers[1::2], strict=True))


def run(args: argparse.Namespace) -> int:
    """Read each picture; return 1 if any was refused."""
    import numpy as np

    from calibration.plausible import doubts
    from companion import tilesets
    from companion.board.reading import Unreadable
    from companion.camera import load_image
    from companion.vision.reading.read import Reader
    from companion.vision.reading.trace import Tracer
    from companion.watching.knowledge import known_in

    if args.edition not in (here := editions_seen()):
        raise InputError(
            "There is no edition {edition!r}; one of {here}.",
            edition=args.edition,
            here=listed(here, "comma"),
        )
    known = known_in(args.calibration, args.printed)
    if known is not None and known.calibration is not None:
        for why in doubts(known.calibration.lens):
            tell(said("{file}: this lens is hard to believe: {why}",
                      file=str(args.calibration), why=why))  # fmt: skip
    reader = Reader(tilesets.load(args.language), known=known)
    corners = None if args.corners is None else np.array(args.corners, np.float64)
    status = 0
    for name in args.images:
        tracer = Tracer(args.trace, name) if args.trace else None
        try:
            image = load_image(name)
            seen = reader.read(image, corners_px=corners, source=name, trace=tracer)
            if tracer is not None and isinstance(seen, Unreadable):
                tracer.refused(image, seen)
        except ImageError as fault:
            answer = _refusal(name, "not-a-picture", fault.said)
        else:
            if isinstance(seen, Unreadable):
                answer = _refusal(name, seen.reason.value, seen.detail)
            else:
                answer = as_json(name, seen)
        if answer["status"] != "ok":
            status = 1
        _print(answer, json_lines=args.json)
    return status


def editions_seen() -> tuple[str, ...]:
    """Return the editions whose board a camera can read."""
    return tuple(
        name
        for game in GAMES.values()
        for name, edition in game.editions.items()
        if game.has_board and LAYOUTS[edition.board].size == STANDARD.size
    )


def as_json(name: str, reading: BoardReading) -> dict[str, Any]:
    """Return a reading in the form of the command-line contract."""
    return {
        "image": name,
        "status": "ok",
        "detail": tiles_seen(len(reading.position()), len(reading.doubtful)),
        "corners": [[round(x, 2), round(y, 2)] for x, y in reading.corners_px],
        "mirrored": reading.mirrored,
        "cells": reading.position().cells(),
        "doubtful": [
            {
                "square": square.name,
                "candidates": [
                    [token, round(p, 4)]
                    for token, p in reading.cell(square).candidates()
                    if p >= 0.005
                ],
            }
            for square in reading.doubtful
        ],
        "seconds": {stage: round(s, 4) for stage, s in reading.seconds},
    }


def tiles_seen(tiles: int, doubtful: int) -> Said:
    """Return how many tiles were read, and how many of them are not sure."""
    return said_n(
        "{n} tile, {doubtful} doubtful",
        "{n} tiles, {doubtful} doubtful",
        tiles,
        doubtful=doubtful,
    )


def _refusal(name: str, status: str, detail: Argument) -> dict[str, Any]:
    return {"image": name, "status": status, "detail": detail}


def _print(answer: dict[str, Any], *, json_lines: bool) -> None:
    if json_lines:
        print(json_line(answer), flush=True)
    if answer["status"] != "ok" or not json_lines:
        tell(said("{file}: {detail}", file=answer["image"], detail=answer["detail"]))
    if answer["status"] == "ok" and not json_lines:
        for row in answer["cells"]:
            tell(" ".join(f"{cell or '.':>2}" for cell in row))
