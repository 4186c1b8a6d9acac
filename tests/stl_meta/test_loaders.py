from __future__ import annotations

import json
import struct
import tempfile
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from parts import archive, ascii_stl, cuboid, model_xml, obj_text, project_3mf, simple_model

from stl_meta.faults import Limits, MeshError, Reason
from stl_meta.loaders.registry import load, load_bytes
from stl_meta.measuring.measure import FileMeasure, measure_files
from stl_meta.mesh import Mesh
from stl_meta.report import file_json
from stl_meta.solid import solidity, volume
from stl_meta.writers import stl_bytes

BOX = cuboid(30, 20, 4)
BINARY = stl_bytes(BOX)
TEXT = ascii_stl(BOX).encode()


def _only(raw: bytes, name: str = "part.stl") -> Mesh:
    (part,) = load_bytes(raw, name).parts
    (piece,) = part.pieces
    return piece.mesh


@pytest.mark.parametrize(
    ("raw", "name", "format_"),
    [
        (BINARY, "a.stl", "stl-binary"),
        (stl_bytes(BOX, "solid but binary all the same"), "a.stl", "stl-binary"),
        (TEXT, "a.STL", "stl-ascii"),
        (TEXT.replace(b"\n", b"\r\n"), "a.stl", "stl-ascii"),
        (TEXT.upper(), "a.stl", "stl-ascii"),
        (obj_text(BOX).encode(), "a.obj", "obj"),
        (archive({"3D/3dmodel.model": simple_model(BOX)}), "a.3mf", "3mf"),
        (archive({"3D/3dmodel.model": simple_model(BOX)}), "wrongly-named.stl", "3mf"),
    ],
    ids=["binary", "solid", "ascii", "crlf", "upper", "obj", "3mf", "3mf-named-stl"],
)
def test_every_format_gives_the_same_box(raw: bytes, name: str, format_: str) -> None:
    assert load_bytes(raw, name).format == format_
    mesh = _only(raw, name)
    assert len(mesh) == 12
    assert len(mesh.vertices) == 8
    assert volume(mesh) == pytest.approx(2400)
    assert solidity(mesh).watertight


def _warned(raw: bytes, name: str = "a.stl") -> set[str]:
    return {warning.name for warning in load_bytes(raw, name).warnings}


def test_bytes_after_the_end_are_ignored_and_told_of() -> None:
    assert _warned(BINARY + b"made by somebody") == {"trailing-bytes"}


def test_decimal_commas_are_read_as_points() -> None:
    raw = TEXT.replace(b"30.0", b"30,5")
    assert _warned(raw) == {"decimal-commas"}
    assert _only(raw).vertices[:, 0].max() == 30.5


def test_two_solids_are_one_part_and_told_of() -> None:
    assert _warned(TEXT + ascii_stl(cuboid(1, 1, 1), "two").encode()) == {"several-solids"}


def test_corners_that_are_no_numbers_are_left_out_and_counted() -> None:
    raw = bytearray(BINARY)
    struct.pack_into("<f", raw, 84 + 12, float("nan"))
    loaded = load_bytes(bytes(raw), "a.stl")
    assert loaded.triangles == 11
    assert "1 triangles" in loaded.warnings[0].plain()["text"]


def test_triangles_without_area_are_left_out() -> None:
    raw = bytearray(BINARY)
    raw[84 + 12 : 84 + 24] = raw[84 + 24 : 84 + 36]
    assert _warned(bytes(raw)) == {"degenerate-triangles"}


def _count(raw: bytes, count: int) -> bytes:
    return raw[:80] + struct.pack("<I", count) + raw[84:]


BOXED = archive({"3D/3dmodel.model": simple_model(BOX)})


def _model(text: str) -> bytes:
    return archive({"3D/3dmodel.model": text})


BOMB = archive({"3D/3dmodel.model": b" " * 30_000_000})
BILLION = '<!DOCTYPE m [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;">]>'
CIRCLE = model_xml(
    '<resources><object id="1"><components><component objectid="1"/></components></object>'
    '</resources><build><item objectid="1"/></build>'
)

# Ten times ten times ten ... of nothing: no triangle is ever counted.
HOLLOW = model_xml(
    "<resources>"
    + "".join(
        f'<object id="{k}"><components>{f"""<component objectid="{k - 1}"/>""" * 10}'
        "</components></object>"
        for k in range(2, 14)
    )
    + '<object id="1"><components/></object></resources><build><item objectid="13"/></build>'
)
MANY = "v 0 0 0\nv 1 0 0\nv 0 1 0\n" + "".join(f"o {k}\nf 1 2 3\n" for k in range(2001))

BAD = {
    "empty": (b"", "a.stl", Reason.EMPTY),
    "blank": (b" \n\t ", "a.stl", Reason.EMPTY),
    "header-only": (BINARY[:80] + bytes(4), "a.stl", Reason.HEADER_ONLY),
    "truncated-binary": (BINARY[:-30], "a.stl", Reason.TRUNCATED),
    "truncated-ascii": (TEXT[: len(TEXT) // 2], "a.stl", Reason.TRUNCATED),
    "count-too-large": (_count(BINARY, 0xFFFFFFFF), "a.stl", Reason.BAD_COUNT),
    "count-zero": (_count(BINARY, 0), "a.stl", Reason.BAD_COUNT),
    "web-page": (b"<!DOCTYPE html><html><body>Not found", "a.stl", Reason.WEB_PAGE),
    "web-page-3mf": (b"<html><body>Sign in</body></html>", "a.3mf", Reason.WEB_PAGE),
    "lfs": (b"version https://git-lfs.github.com/spec/v1\n", "a.stl", Reason.LFS_POINTER),
    "text": (b"Dear printer, please make me a board.", "a.stl", Reason.NOT_A_MESH),
    "solid-without-facets": (b"solid a\nendsolid a\n", "a.stl", Reason.NO_TRIANGLES),
    "no-number": (TEXT.replace(b"30.0", b"thirty"), "a.stl", Reason.BAD_NUMBER),
    "all-nan": (TEXT.replace(b"vertex", b"vertex nan nan nan #"), "a.stl", Reason.BAD_NUMBER),
    "ending": (b"ply\n", "a.ply", Reason.UNKNOWN_FORMAT),
    "obj-index": (b"v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 9\n", "a.obj", Reason.BAD_INDEX),
    "obj-zero": (b"v 0 0 0\nv 1 0 0\nv 0 1 0\nf 0 1 2\n", "a.obj", Reason.BAD_INDEX),
    "obj-number": (b"v 0 x 0\n", "a.obj", Reason.BAD_NUMBER),
    "obj-no-faces": (b"v 0 0 0\n", "a.obj", Reason.NO_TRIANGLES),
    "zip-cut": (BOXED[:-60], "a.3mf", Reason.BAD_ARCHIVE),
    "zip-other": (archive({"word/document.xml": "<a/>"}), "a.3mf", Reason.NOT_A_MESH),
    "zip-bomb": (BOMB, "a.3mf", Reason.BOMB),
    "doctype": (
        _model(simple_model(BOX, head=BILLION)), "a.3mf", Reason.DOCTYPE,
    ),
    "xml-depth": (_model("<a>" * 500), "a.3mf", Reason.NESTING),
    "xml-cut": (_model(simple_model(BOX)[:200]), "a.3mf", Reason.BAD_XML),
    "unit": (
        _model(simple_model(BOX, unit=' unit="cubit"')), "a.3mf",
        Reason.UNKNOWN_UNIT,
    ),
    "hollow": (_model(HOLLOW), "a.3mf", Reason.TOO_LARGE),
    "obj-parts": (MANY.encode(), "a.obj", Reason.TOO_LARGE),
    "too-far": (TEXT.replace(b"30.0", b"1e300").replace(b"0.0", b"9e99"), "a.stl",
                Reason.BAD_NUMBER),
    "circle": (_model(CIRCLE), "a.3mf", Reason.NESTING),
    "missing-object": (
        _model(model_xml('<build><item objectid="7"/></build>')), "a.3mf",
        Reason.MISSING_OBJECT,
    ),
    "missing-file": (
        _model(model_xml(
            '<build><item p:path="/3D/none.model" objectid="7"/></build>')),
        "a.3mf", Reason.MISSING_OBJECT,
    ),
    "3mf-index": (
        _model(simple_model(BOX).replace('v2="7"', 'v2="70"')), "a.3mf",
        Reason.BAD_INDEX,
    ),
    "3mf-number": (
        _model(simple_model(BOX).replace('x="30.0"', 'x="wide"')), "a.3mf",
        Reason.BAD_NUMBER,
    ),
    "3mf-empty": (_model(model_xml("")), "a.3mf", Reason.NO_TRIANGLES),
}  # fmt: skip


@pytest.mark.parametrize("case", BAD)
def test_a_bad_file_is_refused_by_name(case: str) -> None:
    raw, name, reason = BAD[case]
    with pytest.raises(MeshError) as caught:
        load_bytes(raw, name)
    assert caught.value.reason == reason
    assert str(caught.value).endswith(".")


@pytest.mark.parametrize(
    ("limits", "reason"),
    [
        (Limits(triangles=11), Reason.TOO_MANY_TRIANGLES),
        (Limits(member_bytes=500), Reason.TOO_LARGE),
        (Limits(unpacked_bytes=500), Reason.TOO_LARGE),
        (Limits(members=0), Reason.TOO_LARGE),
    ],
)
def test_limits_hold(limits: Limits, reason: Reason) -> None:
    raw = archive({"3D/3dmodel.model": simple_model(BOX)})
    with pytest.raises(MeshError) as caught:
        load_bytes(raw, "a.3mf", limits)
    assert caught.value.reason == reason


def test_a_limit_on_triangles_holds_for_every_format(tmp_path) -> None:  # type: ignore[no-untyped-def]
    limits = Limits(triangles=11)
    for raw, name in ((BINARY, "a.stl"), (TEXT, "b.stl"), (obj_text(BOX).encode(), "c.obj")):
        with pytest.raises(MeshError) as caught:
            load_bytes(raw, name, limits)
        assert caught.value.reason == Reason.TOO_MANY_TRIANGLES
    path = tmp_path / "a.stl"
    path.write_bytes(BINARY)
    with pytest.raises(MeshError) as caught:
        load(path, Limits(bytes=100))
    assert caught.value.reason == Reason.TOO_LARGE


def test_copies_count_towards_the_limit() -> None:
    items = '<item objectid="1"/>' * 50
    text = simple_model(BOX).replace('<item objectid="1"/>', items)
    raw = archive({"3D/3dmodel.model": text})
    with pytest.raises(MeshError, match="With all copies"):
        load_bytes(raw, "a.3mf", Limits(triangles=400))


def test_a_print_project_is_read_with_names_colours_and_plates() -> None:
    loaded = load_bytes(project_3mf(), "project.3mf")
    tile, bar = loaded.parts
    assert (tile.name, tile.count, tile.plates) == ("tile A", 2, ("Tiles",))
    assert [(p.name, p.extruder, p.colour) for p in tile.pieces] == [
        ("body", 1, "#ffeecc"), ("letter", 2, "#112233"),
    ]  # fmt: skip
    # The id 1 means another mesh in each file.
    assert np.ptp(tile.pieces[0].mesh.vertices, axis=0) == pytest.approx([18, 18, 4])
    assert tile.pieces[1].mesh.vertices[:, 2].max() == pytest.approx(4.6)
    assert np.ptp(bar.pieces[0].mesh.vertices, axis=0) == pytest.approx([150, 30, 20])
    assert volume(bar.pieces[0].mesh) > 0, "a mirrored part is turned the right side out"
    assert bar.count == 1, "what is not printed does not count"
    assert {w.name for w in loaded.warnings} == {"not-printed", "mirrored"}
    assert loaded.printer is not None
    assert loaded.printer.bed_mm == (256, 256)
    assert loaded.triangles == 36


def test_units_are_those_of_the_file() -> None:
    text = simple_model(BOX, unit=' unit="inch"')
    assert load_bytes(archive({"3D/3dmodel.model": text}), "a.3mf").unit == "inch"
    plain = load_bytes(archive({"3D/3dmodel.model": simple_model(BOX, unit="")}), "a.3mf")
    assert plain.unit == "millimeter"
    assert {w.name for w in plain.warnings} == {"no-unit"}
    assert load_bytes(BINARY, "a.stl").unit is None


@settings(max_examples=150, deadline=None)
@given(st.binary(max_size=400), st.sampled_from(["a.stl", "a.obj", "a.3mf"]))
def test_noise_is_refused_and_never_crashes(raw: bytes, name: str) -> None:
    with pytest.raises(MeshError):
        load_bytes(raw, name)


@settings(max_examples=150, deadline=None)
@given(st.data())
def test_damage_is_survived(data: st.DataObject) -> None:
    raw, name = data.draw(
        st.sampled_from([(BINARY, "a.stl"), (TEXT, "a.stl"), (project_3mf(), "a.3mf")])
    )
    spoilt = bytearray(raw)
    for _ in range(data.draw(st.integers(1, 6))):
        spoilt[data.draw(st.integers(0, len(raw) - 1))] = data.draw(st.integers(0, 255))
    try:
        loaded = load_bytes(bytes(spoilt[: data.draw(st.integers(1, len(raw)))]), name)
    except MeshError:
        return
    assert loaded.triangles > 0
    assert all(np.isfinite(p.mesh.vertices).all() for part in loaded.parts for p in part.pieces)


_WORDS = (
    b"nan", b"1e39", b"-1", b"9" * 30, b"inf", b"<a>" * 400, b'encoding="UVF-8"', b"\xff\xfe",
    b"&x;", b"1,5", b'unit="parsec"', b"0 0 0", b"PK\x03\x04", b"\0" * 12, b"1e-39",
)  # fmt: skip


def _bent(raw: bytes, data: st.DataObject) -> bytes:
    """A file after a few accidents: bytes lost, doubled, changed, words put in."""
    bent = bytearray(raw)
    for _ in range(data.draw(st.integers(1, 4))):
        at = data.draw(st.integers(0, max(len(bent) - 1, 0)))
        end = at + data.draw(st.sampled_from([1, 1, 2, 4, 30, 200]))
        how = data.draw(st.sampled_from(["cut", "twice", "byte", "word"]))
        if how == "cut":
            del bent[at:end]
        elif how == "twice":
            bent[at:at] = bent[at:end]
        elif how == "byte":
            bent[at : at + 1] = bytes([data.draw(st.integers(0, 255))])
        else:
            bent[at : at + data.draw(st.sampled_from([0, 8]))] = data.draw(
                st.sampled_from(_WORDS)
            )
    return bytes(bent)


@settings(max_examples=60, deadline=None)
@given(st.data())
def test_whatever_becomes_of_a_file_it_is_measured_or_refused(data: st.DataObject) -> None:
    body = cuboid(19, 18, 4)
    members = {
        "3D/3dmodel.model": simple_model(body),
        "Metadata/model_settings.config": '<config><object id="1"/></config>',
        "Metadata/project_settings.config": '{"printable_area": ["0x0", "256x256"]}',
    }
    name = data.draw(st.sampled_from(["a.stl", "b.stl", "c.obj", "d.3mf", "inside.3mf"]))
    if name == "inside.3mf":
        which = data.draw(st.sampled_from(sorted(members)))
        raw = archive({**members, which: _bent(members[which].encode(), data)})
    else:
        raw = _bent({
            "a.stl": stl_bytes(body), "b.stl": ascii_stl(body).encode(),
            "c.obj": obj_text(body).encode(), "d.3mf": archive({**members}),
        }[name], data)  # fmt: skip
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / name
        path.write_bytes(raw)
        good = Path(folder) / "good.stl"
        good.write_bytes(stl_bytes(body))
        found, other = measure_files([path, good], limits=Limits(triangles=2000))
    assert isinstance(other, FileMeasure)  # a bad file never ends the others
    if isinstance(found, MeshError):
        assert str(found).endswith((".", "`."))
    else:
        json.dumps(file_json(found), allow_nan=False)


@pytest.mark.parametrize(
    ("raw", "name", "reason"),
    [
        (archive({"3D/3dmodel.model": simple_model(cuboid(9, 9, 9)).replace("UTF-8", "UVF-8")}),
         "a.3mf", Reason.BAD_XML),
        (archive({"3D/3dmodel.model": simple_model(cuboid(9, 9, 9)).replace(
            '<item objectid="1"/>',
            '<item objectid="1" transform="nan 0 0 0 1 0 0 0 1 0 0 0"/>')}),
         "a.3mf", Reason.BAD_NUMBER),
        (archive({"3D/3dmodel.model": simple_model(cuboid(9, 9, 9)).replace(
            'v1="0"', f'v1="{"9" * 25}"')}), "a.3mf", Reason.BAD_INDEX),
        (stl_bytes(Mesh(np.array([[0.0, 0, 0], [1, 1, 1], [2, 2, 2]]), np.array([[0, 1, 2]]))),
         "line.stl", Reason.NO_TRIANGLES),
    ],
)  # fmt: skip
def test_faults_from_the_field_are_sentences(
    raw: bytes, name: str, reason: Reason, tmp_path: Path
) -> None:
    path = tmp_path / name
    path.write_bytes(raw)
    (found,) = measure_files([path])
    assert isinstance(found, MeshError)
    assert found.reason is reason
