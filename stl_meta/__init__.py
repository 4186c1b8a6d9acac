"""Geometry of a board read from the mesh files of a printed set.

The package states its name, its version and its fault; its measurements are not written yet.
"""

from __future__ import annotations

__version__ = "0.1.0"


class MeshError(Exception):
    """A mesh cannot be read or makes no sense."""


__all__ = ["MeshError", "__version__"]
