"""Writes parts as binary STL and as 3MF with names and colours."""

from __future__ import annotations

import io
import struct
import zipfile
from collections import Counter
from collections.abc import Sequence
from xml.sax.saxutils import quoteattr

import numpy as np

from stl_meta.mesh import Mesh, triangle_normals
from stl_meta.printable.part import PrintPart
from stl_meta.printable.plates import BED_MM, packed

_WHEN = (2020, 1, 1, 0, 0, 0)
"""One date for all members: the same part gives the same bytes."""

_NEXT_PLATE = 1.2
"""From one plate to the next, in widths of the bed."""

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


def threemf_bytes(
    parts: Sequence[PrintPart], *, bed_mm: tuple[float, float] = BED_MM, only: int | None = None
) -> bytes:
    """Return parts as a 3MF file in mm, each as often as a set needs it.

    Plates lie in a row, as slicers lay them that know plates; those also find them by name.

    Args:
        parts: As they stand on the bed.
        bed_mm: Width and depth of the bed.
        only: Number of the one plate to write, from 0; all when None.

    Raises:
        MeshError: A part is larger than the bed.
    """
    plates = packed(parts, bed_mm)
    if only is not None:
        plates = [plates[only]]
    wanted = sorted({each.part for plate in plates for each in plate})
    colours = sorted({v.colour for k in wanted for v in parts[k].volumes})
    bases = "".join(f'<base name="{c}" displaycolor="{c.upper()}FF"/>' for c in colours)
    resources = [f'<basematerials id="1">{bases}</basematerials>']
    numbers: dict[int, int] = {}
    number = 1
    for k in wanted:
        links = []
        for volume in parts[k].volumes:
            number += 1
            links.append(f'<component objectid="{number}"/>')
            index = colours.index(volume.colour)
            resources.append(_object(number, volume.name, volume.mesh, index))
        number += 1
        numbers[k] = number
        resources.append(
            f'<object id="{number}" type="model" name={quoteattr(parts[k].name)}>'
            f"<components>{''.join(links)}</components></object>"
        )
    items, notes = [], []
    for place, plate in enumerate(plates):
        start = place * _NEXT_PLATE * bed_mm[0]
        items += [
            f'<item objectid="{numbers[each.part]}" '
            f'transform="{each.matrix(parts[each.part], start)}"/>'
            for each in plate
        ]
        notes.append(_plate_note(place + 1, [numbers[each.part] for each in plate]))
    model = (
        '<?xml version="1.0" encoding="UTF-8"?>\n'
        f'<model unit="millimeter" xml:lang="en-US" xmlns="{_CORE}">\n'
        f"<resources>{''.join(resources)}</resources>\n<build>{''.join(items)}</build>\n</model>\n"
    )
    settings = f'<?xml version="1.0" encoding="UTF-8"?>\n<config>{"".join(notes)}</config>\n'
    return _zipped({
        "[Content_Types].xml": _TYPES, "_rels/.rels": _RELATIONS, "3D/3dmodel.model": model,
        "Metadata/model_settings.config": settings,
    })  # fmt: skip


def _plate_note(number: int, objects: Sequence[int]) -> str:
    counts: Counter[int] = Counter()
    instances = []
    for each in objects:
        instances.append(
            f'<model_instance><metadata key="object_id" value="{each}"/>'
            f'<metadata key="instance_id" value="{counts[each]}"/></model_instance>'
        )
        counts[each] += 1
    return f'<plate><metadata key="plater_id" value="{number}"/>{"".join(instances)}</plate>'


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
