"""A part that is ready to be written."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from stl_meta.mesh import Mesh, joined

PLAIN = "#b8bcc2"
INK = "#1b1d22"


@dataclass(frozen=True, slots=True)
class Volume:
    """What is printed in one filament: a name, a mesh in mm, a colour `#rrggbb`."""

    name: str
    mesh: Mesh
    colour: str = PLAIN


@dataclass(frozen=True, slots=True)
class PrintPart:
    """One thing that comes off the printer in one piece.

    Attributes:
        name: Also that of its file.
        volumes: At least one.
        count: How many of it a set needs.
        note: How to print or mount it, one sentence.
        one_solid: What goes into an STL file, which knows no colours; None for the only volume.
        up: Which axis points up on the printer: `x`, `y` or `z`.
        hardware: What has to be bought for one, as (number, name).
    """

    name: str
    volumes: tuple[Volume, ...]
    count: int = 1
    note: str = ""
    one_solid: Mesh | None = None
    up: str = "z"
    hardware: tuple[tuple[int, str], ...] = ()

    @property
    def printed(self) -> PrintPart:
        """The part as it stands on the printer's bed."""
        if self.up == "z":
            return self
        # Axes change places in a circle, which turns and does not mirror.
        order = {"x": [1, 2, 0], "y": [2, 0, 1]}[self.up]

        def stood(mesh: Mesh) -> Mesh:
            return Mesh(np.ascontiguousarray(mesh.vertices[:, order]), mesh.faces)

        return replace(
            self, up="z", volumes=tuple(replace(v, mesh=stood(v.mesh)) for v in self.volumes),
            one_solid=None if self.one_solid is None else stood(self.one_solid),
        )  # fmt: skip

    @property
    def single(self) -> Mesh:
        """The part for a printer with one filament."""
        return self.volumes[0].mesh if self.one_solid is None else self.one_solid

    @property
    def mesh(self) -> Mesh:
        """All volumes as one mesh."""
        return joined([volume.mesh for volume in self.volumes])
