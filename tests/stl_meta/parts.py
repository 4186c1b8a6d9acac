"""Meshes and files made in the tests; nothing of anybody else's."""

from __future__ import annotations

import io
import zipfile
from functools import cache

import numpy as np

from stl_meta.loaders.model import Loaded, LoadedPart, Piece
from stl_meta.measuring.measure import PartMeasure, measure_part
from stl_meta.mesh import Array, Mesh

STANDARD = (
    "T..d...T...d..T", ".D...t...t...D.", "..D...d.d...D..", "d..D...d...D..d",
    "....D.....D....", ".t...t...t...t.", "..d...d.d...d..", "T..d...*...d..T",
    "..d...d.d...d..", ".t...t...t...t.", "....D.....D....", "d..D...d...D..d",
    "..D...d.d...D..", ".D...t...t...D.", "T..d...T...d..T",
)  # fmt: skip


def cuboid(x: float, y: float, z: float) -> Mesh:
    corners = np.array([(i, j, k) for k in (0, z) for j in (0, y) for i in (0, x)], dtype=float)
    quads = [
        (0, 2, 3, 1), (4, 5, 7, 6), (0, 1, 5, 4), (1, 3, 7, 5), (3, 2, 6, 7), (2, 0, 4, 6),
    ]  # fmt: skip
    faces = [t for a, b, c, d in quads for t in ((a, b, c), (a, c, d))]
    return Mesh(corners, np.array(faces))


def ascii_stl(mesh: Mesh, name: str = "part") -> str:
    lines = [f"solid {name}"]
    for a, b, c in mesh.corners.tolist():
        lines.append(" facet normal 0 0 0\n  outer loop")
        lines += [f"   vertex {x!r} {y!r} {z!r}" for x, y, z in (a, b, c)]
        lines.append("  endloop\n endfacet")
    return "\n".join([*lines, f"endsolid {name}\n"])


def obj_text(mesh: Mesh) -> str:
    lines = [f"v {x!r} {y!r} {z!r}" for x, y, z in mesh.vertices.tolist()]
    lines += [f"f {a + 1}/1 {b + 1}/1 {c + 1}/1" for a, b, c in mesh.faces.tolist()]
    return "\n".join(lines) + "\n"


def measured(mesh: Mesh, *, unit: str | None = None, name: str = "") -> PartMeasure:
    part = LoadedPart(name, (Piece(name, mesh),))
    return measure_part(part, Loaded("stl-binary", (part,)), "file", unit=unit)


def rotation(seed: int) -> Array:
    found, _ = np.linalg.qr(np.random.default_rng(seed).normal(size=(3, 3)))
    return np.asarray(found * np.sign(np.linalg.det(found)))


def model_xml(body: str, *, unit: str = ' unit="millimeter"', head: str = "") -> str:
    return (
        f'<?xml version="1.0" encoding="UTF-8"?>{head}<model{unit} '
        'xmlns="http://schemas.microsoft.com/3dmanufacturing/core/2015/02" '
        'xmlns:p="http://schemas.microsoft.com/3dmanufacturing/production/2015/06">'
        f"{body}</model>"
    )


def mesh_xml(mesh: Mesh) -> str:
    vertices = "".join(
        f'<vertex x="{x}" y="{y}" z="{z}"/>' for x, y, z in mesh.vertices.tolist()
    )
    triangles = "".join(
        f'<triangle v1="{a}" v2="{b}" v3="{c}"/>' for a, b, c in mesh.faces.tolist()
    )
    return f"<mesh><vertices>{vertices}</vertices><triangles>{triangles}</triangles></mesh>"


def simple_model(mesh: Mesh, **more: str) -> str:
    return model_xml(
        f'<resources><object id="1" type="model">{mesh_xml(mesh)}</object></resources>'
        '<build><item objectid="1"/></build>', **more,
    )  # fmt: skip


def archive(members: dict[str, str | bytes]) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as made:
        for name, text in members.items():
            made.writestr(name, text)
    return buffer.getvalue()


@cache
def project_3mf() -> bytes:
    """A print project as slicers write it: objects in files of their own, ids used again."""
    tile, letter, other = cuboid(18, 18, 4), cuboid(6, 8, 0.6), cuboid(150, 30, 20)
    first = model_xml(
        f'<resources><object id="1" type="model">{mesh_xml(tile)}</object>'
        f'<object id="2" type="model">{mesh_xml(letter)}</object>'
        f'<object id="3" type="model">{mesh_xml(cuboid(1, 1, 1))}</object></resources><build/>'
    )
    second = model_xml(
        f'<resources><object id="1" type="model">{mesh_xml(other)}</object></resources><build/>'
    )
    root = model_xml(
        '<resources><object id="4" type="model"><components>'
        '<component p:path="/3D/Objects/a.model" objectid="1"/>'
        '<component p:path="/3D/Objects/a.model" objectid="2" '
        'transform="1 0 0 0 1 0 0 0 1 6 5 4"/>'
        '<component p:path="/3D/Objects/a.model" objectid="3"/>'
        '</components></object><object id="5" type="model"><components>'
        '<component p:path="/3D/Objects/b.model" objectid="1"/></components></object>'
        "</resources>"
        '<build><item objectid="4" transform="1 0 0 0 1 0 0 0 1 10 10 0"/>'
        '<item objectid="4" transform="0 1 0 -1 0 0 0 0 1 60 10 0"/>'
        '<item objectid="5" transform="-1 0 0 0 1 0 0 0 1 300 300 0"/>'
        '<item objectid="5" printable="0"/></build>'
    )
    settings = (
        '<config><object id="4"><metadata key="name" value="tile A"/>'
        '<metadata key="extruder" value="1"/><part id="1" subtype="normal_part">'
        '<metadata key="name" value="body"/></part><part id="2" subtype="normal_part">'
        '<metadata key="name" value="letter"/><metadata key="extruder" value="2"/></part>'
        '<part id="3" subtype="modifier_part"/></object>'
        '<object id="5"><metadata key="name" value="bar"/></object>'
        '<plate><metadata key="plater_id" value="1"/>'
        '<metadata key="plater_name" value="Tiles"/>'
        '<model_instance><metadata key="object_id" value="4"/>'
        '<metadata key="instance_id" value="0"/></model_instance></plate></config>'
    )
    project = (
        '{"filament_colour": ["#FFEECC", "#112233FF"], "filament_density": ["1.24", "1.30"],'
        '"filament_type": ["PLA", "PETG"],'
        '"printable_area": ["0x0", "256x0", "256x256", "0x256"],'
        '"printable_height": "250", "printer_model": "Some Printer"}'
    )
    relations = (
        '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">'
        '<Relationship Target="/3D/3dmodel.model" Id="a" '
        'Type="http://schemas.microsoft.com/3dmanufacturing/2013/01/3dmodel"/></Relationships>'
    )
    types = (
        '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">'
        '<Default Extension="rels" '
        'ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
        '<Default Extension="model" '
        'ContentType="application/vnd.ms-package.3dmanufacturing-3dmodel+xml"/></Types>'
    )
    inner = relations.replace("/3D/3dmodel.model", "/3D/Objects/a.model").replace(
        "</Relationships>",
        '<Relationship Target="/3D/Objects/b.model" Id="b" '
        'Type="http://schemas.microsoft.com/3dmanufacturing/2013/01/3dmodel"/></Relationships>',
    )
    return archive({
        "[Content_Types].xml": types, "3D/_rels/3dmodel.model.rels": inner,
        "_rels/.rels": relations, "3D/3dmodel.model": root, "3D/Objects/a.model": first,
        "3D/Objects/b.model": second, "Metadata/model_settings.config": settings,
        "Metadata/project_settings.config": project,
    })  # fmt: skip
