"""Reading and measuring a mesh of a million triangles, against trimesh where that is there."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from manifold3d import Manifold, Mesh64
from pytest_benchmark.fixture import BenchmarkFixture

from companion.board.layout import STANDARD
from stl_meta.loaders.registry import load
from stl_meta.measuring.measure import measure_file
from stl_meta.mesh import Mesh
from stl_meta.printable import bookcase
from stl_meta.printable.design import SetDesign
from stl_meta.writers import stl_bytes


@pytest.fixture(scope="module")
def million(tmp_path_factory: pytest.TempPathFactory) -> Path:
    coarse = bookcase.quarter(SetDesign(), STANDARD.rows).mesh
    solid = Manifold(Mesh64(coarse.vertices.copy(), coarse.faces.astype(np.uint64)))
    fine = solid.refine(round((1_000_000 / len(coarse)) ** 0.5)).to_mesh64()
    mesh = Mesh(
        np.array(fine.vert_properties[:, :3], dtype=float),
        np.array(fine.tri_verts, dtype=np.int64),
    )
    path = tmp_path_factory.mktemp("mesh") / "million.stl"
    path.write_bytes(stl_bytes(mesh))
    return path


def test_read_a_million_triangles(benchmark: BenchmarkFixture, million: Path) -> None:
    loaded = benchmark.pedantic(load, (million,), rounds=3)
    benchmark.extra_info["triangles"] = loaded.triangles


def test_measure_a_million_triangles(benchmark: BenchmarkFixture, million: Path) -> None:
    measured = benchmark.pedantic(measure_file, (million,), rounds=3)
    assert measured.parts[0].grid is not None
    assert measured.parts[0].grid.cells == 49
    benchmark.extra_info["peak_mb"] = timed(OURS, million)[1]


def test_measuring_takes_a_third_of_the_time_of_trimesh(
    benchmark: BenchmarkFixture, million: Path
) -> None:
    pytest.importorskip("trimesh", reason="trimesh is not installed (scripts/oracles.sh)")
    ours, theirs = timed(OURS, million), timed(THEIRS, million)
    benchmark.extra_info["ours_s"], benchmark.extra_info["ours_mb"] = ours
    benchmark.extra_info["trimesh_s"], benchmark.extra_info["trimesh_mb"] = theirs
    benchmark.pedantic(measure_file, (million,), rounds=1)
    assert ours[0] <= theirs[0] / 3


OURS = """
from pathlib import Path
from stl_meta.measuring.measure import measure_file
def once(path): measure_file(Path(path))
"""

THEIRS = """
import numpy as np, trimesh
def once(path):
    mesh = trimesh.load(path)
    mesh.is_watertight, mesh.volume, mesh.area, mesh.body_count
    low, high = mesh.bounds[:, 2]
    for z in np.linspace(low, high, 7)[1:-1]:
        mesh.section(plane_origin=[0, 0, z], plane_normal=[0, 0, 1]).to_2D()
"""

_TIMED = """
import resource, sys, time
times = []
for _ in range(3):
    start = time.process_time()
    once(sys.argv[1])
    times.append(time.process_time() - start)
peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
print(sorted(times)[1], round(peak))
"""


def timed(program: str, path: Path) -> tuple[float, int]:
    """Median processor time in s of three runs, and peak memory in MB, in a process of its own.

    Both programs read the file, merge its corners, and say whether it is closed, its volume,
    area and number of bodies, and what it looks like in sections; ours says more besides.
    """
    done = subprocess.run(
        [sys.executable, "-c", program + _TIMED, str(path)],
        check=True, capture_output=True, text=True, env={**os.environ, "OMP_NUM_THREADS": "1"},
    )  # fmt: skip
    seconds, peak = done.stdout.split()
    return float(seconds), int(peak)
