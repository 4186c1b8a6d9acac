"""What a set's own geometry, and the camera's calibration, are worth to reading.

`python benchmarks/printed_reading.py [BOARDS]`: rendered printed sets of many measures, seen
steeply through a bent lens with three to thirty tiles on them, are read with nothing known,
with the set known, and with set and lens known. Where the measuring data is beside the
checkout, its printed sets are read without and with the geometry that its labels give.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from calibration.models import Calibration, Image, LensModel
from companion import tilesets
from companion.board.reading import Unreadable
from companion.camera import load_image
from companion.synth.positions import random_cells
from companion.synth.printed import render_set
from companion.vision.known import Known
from companion.vision.reading.read import Reader
from stl_meta.measuring.assemble import Assembled
from stl_meta.printed_set import PrintedSet, SetTile

DATA = Path(__file__).resolve().parents[2] / "shared" / "data" / "photos-printed"
SIZE = (640, 480)
LETTERS = "EEEEAAAIIIOOONNRRTTLLSSUUDDGGBCMPFHVWYK"
COLOURS = (("#d8d4cc", "#efe3c2", "#1b1a1a"), ("#39405a", "#e8be2e", "#1c3f8f"),
           ("#9b9ea0", "#9b9ea0", None), ("#7d9a7e", "#8d6a48", "#17130f"))  # fmt: skip

Cells = list[list[str]]


def some_set(rng: np.random.Generator) -> PrintedSet:
    """A set of random measures and colours."""
    pitch = float(rng.uniform(17, 25))
    wall = float(rng.uniform(1.2, 2.2))
    side = pitch - wall - float(rng.uniform(0.4, 1.2))
    depth = float(rng.uniform(0.8, 2.2))
    board, face, ink = COLOURS[int(rng.integers(len(COLOURS)))]
    squares = Assembled(pitch, 15, 15, pitch - wall, wall, depth, 6.0, (7.5,), (7.5,), (), 0.0)
    thickness = depth + float(rng.uniform(1.5, 5.5))
    tile = SetTile(side, thickness, "raised", 0.6, face, ink, {})
    return PrintedSet("set", squares, 6.0, tile, colours={"board-part": (board,)})


def score(reader: Reader, image: Image, cells: Cells) -> tuple[int, int, int]:
    """Tiles that were read right, tiles there are, and empty squares taken for one."""
    reading = reader.read(image)
    tiles = sum(token not in ("", "*") for row in cells for token in row)
    if isinstance(reading, Unreadable):
        return 0, tiles, 0
    seen = reading.position().cells()
    right = wrong = 0
    for got, want in ((seen[r][c], cells[r][c]) for r in range(15) for c in range(15)):
        right += want not in ("", "*") and got == want
        wrong += want == "" and got != ""
    return right, tiles, wrong


def told(name: str, sums: np.ndarray) -> None:
    """Print one line of figures."""
    right, tiles, wrong = (int(v) for v in sums)
    print(
        f"{name:28} tiles {right / tiles:7.2%} of {tiles}, {wrong} empty squares taken for one"
    )


def rendered(boards: int) -> None:
    """Read rendered sets in three ways."""
    plain = Reader(tilesets.load("english"))
    sums = {name: np.zeros(3) for name in ("nothing known", "set known", "set and lens known")}
    kinds = sorted(set(LETTERS))
    for seed in range(boards):
        rng = np.random.default_rng(seed)
        printed = some_set(rng)
        cells = random_cells(
            rng, kinds, [float(LETTERS.count(k)) for k in kinds], tiles=(3, 8, 30)[seed % 3]
        )
        scene = render_set(
            printed, cells, values=dict.fromkeys(kinds, 1), seed=seed, size=SIZE,
            tilt_deg=float(rng.uniform(25, 48)), azimuth_deg=float(rng.uniform(-20, 20)),
            k1=float(rng.uniform(-0.25, -0.1)),
        )  # fmt: skip
        view = scene.view
        x, y = (float(v) for v in view.centre_px)
        lens = LensModel(*SIZE, view.focal_px, view.focal_px, x, y, k1=view.k1)
        ways = {
            "nothing known": None, "set known": Known(None, printed),
            "set and lens known": Known(Calibration("rendered", "2026-01-01", lens), printed),
        }  # fmt: skip
        for name, known in ways.items():
            sums[name] += score(plain.knowing(known), scene.image, scene.cells)
    for name, each in sums.items():
        told(name, each)


def photographed() -> None:
    """Read the printed sets of the measuring data without and with their geometry."""
    labels = json.loads((DATA / "labels.json").read_text(encoding="utf-8"))
    plain = Reader(tilesets.load("english"))
    ways: dict[str, Callable[[dict[str, Any]], Known | None]] = {
        "data, nothing known": lambda label: None,
        "data, set known": lambda label: Known(None, set_of(label["geometry"])),
    }
    for name, known in ways.items():
        total = np.zeros(3)
        for label in labels:
            cells = [["" if c == "." else c for c in row] for row in label["rows"]]
            for hidden in label.get("hidden", ()):
                cells[int(hidden[:-1]) - 1][ord(hidden[-1]) - 65] = "*"
            image = load_image(str(DATA / label["file"]))
            total += score(plain.knowing(known(label)), image, cells)
        told(name, total)


def set_of(geometry: dict[str, float]) -> PrintedSet:
    """The set that a label describes; how deep its squares are, it does not say."""
    pitch, side = geometry["pitch_mm"], geometry["tile_mm"]
    board = Assembled(pitch, 15, 15, side + 0.8, pitch - side - 0.8, None, 6.0, (), (), (), 0.0)
    tile = SetTile(side, geometry["tile_thick_mm"], "raised", 0.6, None, None, {})
    return PrintedSet("set", board, 6.0, tile)


if __name__ == "__main__":
    rendered(int(sys.argv[1]) if len(sys.argv) > 1 else 24)
    if DATA.is_dir():
        photographed()
