"""Reading and measuring a mesh of a million triangles."""

from __future__ import annotations

import resource
from pathlib import Path

import numpy as np
import pytest
from manifold3d import Manifold, Mesh64
from pytest_benchmark.fixture import BenchmarkFixture

from companion.board.layout import STANDARD
from stl_meta.loaders.registry import load
from stl_meta.measure import measure_file
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
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    benchmark.extra_info["peak_mb"] = round(peak / 1024)
