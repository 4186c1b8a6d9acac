"""Writes parts as binary STL and as 3MF with names and colours."""

from __future__ import annotations

import io
import struct
import zipfile
from collections.abc import Sequence
from xml.sax.saxutils import quoteattr

import numpy as np

from stl_meta.mesh import Mesh, triangle_normals
from stl_meta.printable.part import PrintPart

_WHEN = (2020, 1, 1, 0, 0, 0)
"""One date for all members: the same part gives the same bytes."""

_RECORD = np.dtype([("normal", "<f4", 3), ("corners", "<f4", (3, 3)), ("attribute", "<u2")])
_CORE = "http://schemas.microsoft.com/3dmanufacturing/core/2015/02"
_PACKAGE = "http://schemas.openxmlformats.org/package/2006/"
_RELATION_TYPE = "http://schemas.microsoft.com/3dmanufacturing/2013/01/3dmodel"
_MIME = "application/vnd."
_TYPES = (
    f'<?xml version="1.0" encoding="UTF-8"?>\n<Types xmlns="{_PACKAGE}content-types">'
    f'<Default Extension="rels" ContentType="{_MIME}openxmlformats-package.relationships+xml"/>'
    f'<Default Extension="model" ContentType="{_MIME}ms-package.3dmanufacturing-3dmodel+xml"/>'
    "</Types>\n"
)
_RELATIONS = (
    f'<?xml version="1.0" encoding="UTF-8"?>\n<Relationships xmlns="{_PACKAGE}relationships">'
    f'<Relationship Target="/3D/3dmodel.model" Id="rel0" Type="{_RELATION_TYPE}"/>'
    "</Relationships>\n"
)


def stl_bytes(mesh: Mesh, title: str = "") -> bytes:
    """Return a mesh as binary STL."""
    records = np.zeros(len(mesh), _RECORD)
    records["normal"] = triangle_normals(mesh)[0]
    records["corners"] = mesh.corners
    header = title.encode("ascii", "replace")[:80].ljust(80, b"\0")
    return header + struct.pack("<I", len(mesh)) + records.tobytes()


def threemf_bytes(parts: Sequence[PrintPart], *, gap_mm: float = 6.0) -> bytes:
    """Return parts as a 3MF file in mm, laid out in a row, each as often as a set needs it."""
    colours = sorted({volume.colour for part in parts for volume in part.volumes})
    bases = "".join(f'<base name="{c}" displaycolor="{c.upper()}FF"/>' for c in colours)
    resources = [f'<basematerials id="1">{bases}</basematerials>']
    items = []
    number, at = 1, 0.0
    for part in parts:
        links = []
        for volume in part.volumes:
            number += 1
            links.append(f'<component objectid="{number}"/>')
            index = colours.index(volume.colour)
            resources.append(_object(number, volume.name, volume.mesh, index))
        number += 1
        resources.append(
            f'<object id="{number}" type="model" name={quoteattr(part.name)}>'
            f"<components>{''.join(links)}</components></object>"
        )
        low, high = part.mesh.vertices.min(axis=0), part.mesh.vertices.max(axis=0)
        for copy in range(part.count):
            y = copy * (high[1] - low[1] + gap_mm) - low[1]
            place = f"1 0 0 0 1 0 0 0 1 {at - low[0]:.4f} {y:.4f} {-low[2]:.4f}"
            items.append(f'<item objectid="{number}" transform="{place}"/>')
        at += high[0] - low[0] + gap_mm
    model = (
        '<?xml version="1.0" encoding="UTF-8"?>\n'
        f'<model unit="millimeter" xml:lang="en-US" xmlns="{_CORE}">\n'
        f"<resources>{''.join(resources)}</resources>\n<build>{''.join(items)}</build>\n</model>\n"
    )
    return _zipped({
        "[Content_Types].xml": _TYPES, "_rels/.rels": _RELATIONS, "3D/3dmodel.model": model,
    })  # fmt: skip


def _object(number: int, name: str, mesh: Mesh, colour: int) -> str:
    vertices = "".join(
        f'<vertex x="{x:.6g}" y="{y:.6g}" z="{z:.6g}"/>' for x, y, z in mesh.vertices.tolist()
    )
    triangles = "".join(
        f'<triangle v1="{a}" v2="{b}" v3="{c}"/>' for a, b, c in mesh.faces.tolist()
    )
    return (
        f'<object id="{number}" type="model" name={quoteattr(name)} pid="1" pindex="{colour}">'
        f"<mesh><vertices>{vertices}</vertices><triangles>{triangles}</triangles></mesh></object>"
    )


def _zipped(members: dict[str, str]) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in members.items():
            archive.writestr(zipfile.ZipInfo(name, _WHEN), text, zipfile.ZIP_DEFLATED)
    return buffer.getvalue()
