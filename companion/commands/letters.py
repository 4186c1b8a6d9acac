"""`companion letters`: what single cut-out tiles show."""

from __future__ import annotations

import argparse
import sys
from typing import TYPE_CHECKING

from companion.app.terminal import json_line, t, write
from companion.errors import ImageError
from companion.text import Argument, Said, said

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_BATCH = 64


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the subcommand."""
    parser = subparsers.add_parser(
        "letters",
        help=t("read pictures of single tiles"),
        description=t("Reads one tile face per picture, the tile already cut out."),
    )
    parser.add_argument("crops", nargs="+", metavar="CROP", help=t("picture of one tile"))
    parser.add_argument(
        "--language", default="english", help=t("tile set: a name, or a file's path")
    )
    parser.add_argument("--json", action="store_true", help=t("one JSON object per picture"))
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Read all pictures; return 0 when every one could be read, else 1."""
    from companion import tilesets
    from companion.vision.reading.letters import read_crops
    from companion.vision.recognisers.registry import open_recogniser

    tiles = tilesets.load(args.language)
    recogniser = open_recogniser()
    whole = True
    for start in range(0, len(args.crops), _BATCH):
        names = args.crops[start : start + _BATCH]
        loaded = [_load(name) for name in names]
        good = [crop for crop in loaded if not isinstance(crop, Said)]
        best = iter(read_crops(good, recogniser, tiles).best() if good else ())
        for name, crop in zip(names, loaded, strict=True):
            if isinstance(crop, Said):
                whole = False
                _say(args, {"image": name, "status": "not-a-picture", "detail": crop}, crop)
                continue
            letter, probability = next(best)
            answer = {"image": name, "letter": letter, "probability": round(probability, 4)}
            _say(args, answer, f"{name}: {letter} ({probability:.2f})")
    return 0 if whole else 1


def _load(name: str) -> NDArray[np.uint8] | Said:
    """The picture as uint8 (H, W, 3) BGR, or a sentence that says why there is none."""
    from companion.camera import load_image

    try:
        picture = load_image(name)
    except ImageError as fault:
        return fault.said
    if min(picture.shape[:2]) < 8:
        height, width = picture.shape[:2]
        return said(
            "{name} is only {width} x {height} px, too small to show a letter: "
            "cut the tile larger",
            name=name,
            width=width,
            height=height,
        )
    return picture


def _say(args: argparse.Namespace, answer: dict[str, object], text: Argument) -> None:
    if args.json:
        print(json_line(answer))
    else:
        print(write(text), file=sys.stdout if "letter" in answer else sys.stderr)
