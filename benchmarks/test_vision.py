"""How long it takes to see: whole readings, a frame in which nothing moved, finding the board.

Compare ratios within one run: a full reading of known corners against Tesseract on the same
faces, a look for motion and finding the board against that full reading.
"""

from __future__ import annotations

import numpy as np
import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from companion.board.reading import BoardReading
from companion.errors import DependencyMissing
from companion.synth.positions import random_cells
from companion.synth.scene import Scene, render_board
from companion.tilesets import load
from companion.vision.finding.locate import Locator
from companion.vision.reading.read import Reader, Stages
from companion.vision.recognisers.registry import open_recogniser
from companion.watching.following.motion import Motion, compare, view_of

ENGLISH = load("english")


@pytest.fixture(scope="module")
def full() -> Scene:
    """A board late in a game: ninety tiles."""
    kinds = [k for k in ENGLISH.kinds if k.count and k.token != "?"]
    cells = random_cells(
        np.random.default_rng(5), [k.token for k in kinds], [k.count for k in kinds], tiles=90
    )
    values = {k.token: k.value for k in kinds}
    return render_board(cells, values=values, seed=11)


@pytest.fixture(scope="module")
def reader() -> Reader:
    return Reader(ENGLISH)


def test_read_all_squares_of_a_known_board(
    benchmark: BenchmarkFixture, reader: Reader, full: Scene
) -> None:
    seen = benchmark(reader.read, full.image, corners_px=full.corners_px)
    assert isinstance(seen, BoardReading)
    assert len(seen.position()) > 60


def test_look_for_motion_on_a_still_board(benchmark: BenchmarkFixture, full: Scene) -> None:
    before = view_of(full.image, full.homography)

    def look() -> Motion:
        return compare(before, view_of(full.image, full.homography))

    assert benchmark(look).still


def test_find_a_board_from_nothing(benchmark: BenchmarkFixture, full: Scene) -> None:
    locator = Locator()
    found = benchmark.pedantic(locator.locate, args=(full.image,), rounds=5, warmup_rounds=1)
    assert hasattr(found, "homography")


def test_tesseract_on_the_same_faces(
    benchmark: BenchmarkFixture, reader: Reader, full: Scene
) -> None:
    kept: list[Stages] = []
    reader.read(full.image, corners_px=full.corners_px, trace=lambda s, r, i: kept.append(s))
    try:
        tesseract = open_recogniser("tesseract")
    except DependencyMissing as fault:
        pytest.skip(str(fault))
    faces = kept[0].faces[:6]
    # One process a face: six of them are timed, the whole board takes as many times longer.
    benchmark.extra_info["faces_timed"] = len(faces)
    benchmark.extra_info["faces_on_board"] = len(kept[0].faces)
    benchmark.pedantic(tesseract.read, args=(faces,), rounds=2, warmup_rounds=0)
