"""False tiles on empty boards: designs of every kind under every light, many seeds.

    python benchmarks/empty_boards.py [--seeds 6] [--corners] [--save FOLDER]

Prints a table: for each design, boards read, boards with a false tile, false tiles, those of
them that are not even asked about, and the surest.
"""

from __future__ import annotations

import argparse
import sys
from collections import defaultdict
from pathlib import Path

import cv2
import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from companion import tilesets
from companion.board.reading import Unreadable
from companion.vision.reading.read import Reader
from tests.doubles.empty_boards import DESIGNS, LIGHTS, empty_scene


def main() -> None:
    """Read all boards and print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seeds", type=int, default=6)
    parser.add_argument("--first", type=int, default=0, help="the first seed")
    parser.add_argument("--design", action="append", choices=list(DESIGNS))
    parser.add_argument("--corners", action="store_true", help="show the reader the corners")
    parser.add_argument("--save", type=Path, help="folder for pictures with false tiles")
    args = parser.parse_args()
    reader = Reader(tilesets.load("english"))
    rows: dict[tuple[str, str], list[list[float]]] = defaultdict(list)
    lost: dict[str, int] = defaultdict(int)
    for design in args.design or DESIGNS:
        for light in LIGHTS:
            for seed in range(args.first, args.first + args.seeds):
                scene = empty_scene(design, light, seed)
                corners = scene.corners_px if args.corners else None
                reading = reader.read(scene.image, corners_px=corners)
                if isinstance(reading, Unreadable):
                    lost[design] += 1
                    continue
                false = [c for c in reading.cells if c.best is not None]
                silent = [c for c in false if c.square not in reading.doubtful]
                rows[design, light].append(
                    [len(false), len(silent), max(c.occupied for c in reading.cells)]
                )
                if false and args.save:
                    args.save.mkdir(parents=True, exist_ok=True)
                    name = f"{design}-{light}-{seed}".replace(" ", "_").replace(",", "")
                    cv2.imwrite(str(args.save / f"{name}.jpg"), scene.image)
    print("| design | boards | not found | with false tiles | false tiles | silent | surest | "
          + " | ".join(LIGHTS) + " |")  # fmt: skip
    print("|---" * (7 + len(LIGHTS)) + "|")
    for design in args.design or DESIGNS:
        every = np.array([r for light in LIGHTS for r in rows[design, light]] or [[0, 0, 0]])
        lights = " | ".join(str(int(sum(r[0] for r in rows[design, name]))) for name in LIGHTS)
        print(f"| {design} | {len(every)} | {lost[design]} | {int((every[:, 0] > 0).sum())} | "
              f"{int(every[:, 0].sum())} | {int(every[:, 1].sum())} | {every[:, 2].max():.2f} "
              f"| {lights} |", flush=True)  # fmt: skip


if __name__ == "__main__":
    main()
