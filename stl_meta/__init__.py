"""Geometry of a board read from the mesh files of a printed set.

The way: `loaders` turn bytes into arrays and refuse what is broken; `pose` lays a part flat;
`section` cuts it; `board` and `tile` measure it; `kinds` says what it is for; `report` writes
it down. `printable` goes the other way, from measures to parts.
"""

from __future__ import annotations

from stl_meta.faults import LIMITS, Limits, MeshError, Reason, Warned
from stl_meta.measuring.measure import FileMeasure, PartMeasure, measure_file
from stl_meta.mesh import Mesh

__version__ = "0.1.0"

__all__ = [
    "LIMITS",
    "FileMeasure",
    "Limits",
    "Mesh",
    "MeshError",
    "PartMeasure",
    "Reason",
    "Warned",
    "__version__",
    "measure_file",
]
