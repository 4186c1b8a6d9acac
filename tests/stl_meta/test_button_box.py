"""The printed box fits what docs/device.md puts into it."""

from __future__ import annotations

import itertools
import re
import shutil
import subprocess
from pathlib import Path

import manifold3d
import numpy as np
import pytest
from manifold3d import JoinType, Manifold

from stl_meta.faults import MeshError
from stl_meta.mesh import Mesh
from stl_meta.printable.button_box import (
    BOARDS,
    BUTTON_DEEP,
    DISPLAYS,
    FLOOR,
    INSIDE,
    LID,
    LIGHT_MM,
    PCB,
    STAND,
    Layout,
    button_box,
    layout,
)
from stl_meta.printable.check import checked
from stl_meta.printable.shapes import box, tube
from stl_meta.writers import stl_bytes

DOCS = Path(__file__).resolve().parents[2] / "docs"
KINDS = [
    {"players": players, "board": board, "display": display, "hole_mm": hole_mm}
    for players, board, display, hole_mm in (
        (4, "uno", "lcd", 16.2),
        (2, "nano", "oled", 12.2),
        (3, "mega", "lcd", 16.2),
        (2, "leonardo", "", 24.0),
    )
]
LAYER = 0.2
LONGEST_BRIDGE = 5.0


def solid(mesh: Mesh) -> Manifold:
    kernel = Manifold(manifold3d.Mesh64(mesh.vertices.copy(), mesh.faces.astype(np.uint64)))
    assert kernel.status() == manifold3d.Error.NoError
    return kernel


def opened(kind: dict[str, object]) -> tuple[Layout, Manifold, Manifold]:
    """The plan, the box, and the lid as it lies on it."""
    plan = layout(**kind)  # type: ignore[arg-type]
    body, lid = button_box(**kind)  # type: ignore[arg-type]
    high = FLOOR + INSIDE + LID
    face_up = solid(lid.mesh).rotate([0, 180, 0])
    return plan, solid(body.mesh), face_up.translate([plan.size[0], 0, high])


def unsupported(part: Manifold) -> float:
    """Area in some layer that is farther from what is below it than a bridge may be long."""
    _, _, low, _, _, high = part.bounding_box()
    worst, below = 0.0, part.slice(low + LAYER / 2)
    layers = int((high - low) / LAYER)
    for n in range(1, layers):
        here = part.slice(low + (n + 0.5) * LAYER)
        over = here - below.offset(0.2, JoinType.Round)
        # A strip that is narrower than a bridge vanishes when it is eaten from both sides.
        core = over.offset(-LONGEST_BRIDGE / 2, JoinType.Round) ^ over
        worst, below = max(worst, core.area()), here
    return worst


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: f"{kind['players']}-{kind['board']}")
def test_it_is_watertight_fits_a_bed_and_has_no_ceiling_to_bridge(
    kind: dict[str, object],
) -> None:
    for part in button_box(**kind):  # type: ignore[arg-type]
        found = checked(part)
        assert found.watertight
        assert found.smallest_bed in ("180", "220")
        assert unsupported(solid(part.mesh)) == pytest.approx(0, abs=0.01), part.name


def test_a_ceiling_would_be_found() -> None:
    hall = box(30, 30, 10) - box(20, 20, 6, at=(5, 5, 2))
    assert unsupported(hall) > 100
    assert unsupported(box(30, 30, 10) - box(4, 20, 6, at=(5, 5, 2))) == 0


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: f"{kind['players']}-{kind['board']}")
def test_everything_has_its_place_and_nothing_meets(kind: dict[str, object]) -> None:
    plan, body, lid = opened(kind)
    board = BOARDS[str(kind["board"])]
    hole_mm, top = float(str(kind["hole_mm"])), FLOOR + INSIDE
    x, y = plan.board
    pcb = box(*board.size, PCB, at=(x, y, FLOOR + STAND))
    things = {"board": pcb}
    for n, (middle, width, height) in enumerate(board.sockets):
        at = (-8.0, y + middle - width / 2, FLOOR + STAND + PCB)
        things[f"socket {n}"] = box(8 + x + 10, width, height, at=at)
    parts_high = 13.0 if board.holes else 8.0  # what stands on it, with plugs in its headers
    things["on the board"] = box(
        board.size[0] - 12, board.size[1], parts_high, at=(x + 12, y, FLOOR + STAND + PCB)
    )
    for name, place in plan.buttons.items():
        things[name] = tube(
            hole_mm - 0.2, BUTTON_DEEP + LID + 5, at=(*place, top - BUTTON_DEEP)
        )
    for name, place in plan.lights.items():
        things[f"light {name}"] = tube(LIGHT_MM - 0.2, 12, at=(*place, top - 8))
    for name, ((cx, cy), window, size, _) in plan.windows.items():
        glass = box(*window, 9, at=(cx - window[0] / 2, cy - window[1] / 2, top - 3))
        things[name] = glass.scale([0.999, 0.999, 1]).translate([0.001 * cx, 0.001 * cy, 0])
        things[f"back of {name}"] = box(
            *size, 8, at=(cx - size[0] / 2, cy - size[1] / 2, top - 12.0)
        )
    for name, thing in things.items():
        assert (thing ^ body).volume() < 0.5, f"{name} meets the box"
        assert (thing ^ lid).volume() < 0.5, f"{name} meets the lid"
    apart = [t for t in things.items() if not t[0].startswith(("socket", "display", "digits"))]
    for (one, first), (other, second) in itertools.combinations(apart, 2):
        assert (first ^ second).volume() < 0.5, f"{one} meets {other}"


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: f"{kind['players']}-{kind['board']}")
def test_the_board_rests_on_its_posts_under_its_holes(kind: dict[str, object]) -> None:
    plan, body, lid = opened(kind)
    board = BOARDS[str(kind["board"])]
    x, y = plan.board
    just_below = box(*board.size, 0.4, at=(x, y, FLOOR + STAND - 0.4))
    assert (just_below ^ body).volume() > 2
    for hx, hy in board.holes:
        screw = tube(2.2, STAND, at=(x + hx, y + hy, FLOOR + 0.1))
        ring = tube(5.0, 0.4, at=(x + hx, y + hy, FLOOR + STAND - 0.4))
        assert (screw ^ body).volume() < 0.01
        assert (ring ^ body).volume() == pytest.approx(
            (25 - 2.3**2) * 0.4 * 3.14159 / 4, rel=0.05
        )
    for px, py in plan.posts:  # and the lid's screws go through it into theirs
        screw = tube(2.4, 12 + LID, at=(px, py, FLOOR + INSIDE - 12))
        assert (screw ^ lid).volume() + (screw ^ body).volume() < 0.01


def test_it_has_what_the_documentation_has() -> None:
    page = (DOCS / "device.md").read_text("utf-8")
    table = page[page.index("| to | Uno, Nano |") :].partition("\n\n")[0]
    plan = layout(players=4)
    assert [f"button {n}" for n in plan.buttons] == re.findall(
        r"^\| (button [^|]+?) \|", table, re.MULTILINE
    )
    lights = re.findall(r"^\| light ([^|]+?) \|", table, re.MULTILINE)
    assert list(plan.lights) == [name.strip('"') for name in lights]
    assert {"display", "digits"} == set(plan.windows)
    for board in ("Uno", "Nano", "Leonardo", "Mega"):
        assert board in table
        assert board.lower() in BOARDS
    assert set(DISPLAYS) == {"lcd", "oled"}


@pytest.mark.parametrize(
    "wrong",
    [{"players": 5}, {"players": 1}, {"board": "due"}, {"display": "crt"}, {"hole_mm": 4}],
)
def test_what_cannot_be_built_is_refused(wrong: dict[str, object]) -> None:
    with pytest.raises(MeshError):
        button_box(**wrong)  # type: ignore[arg-type]


@pytest.mark.long
def test_a_slicer_makes_layers_of_it_without_supports(tmp_path: Path) -> None:
    slicer = shutil.which("prusa-slicer") or shutil.which("slic3r")
    if slicer is None:
        pytest.skip("neither prusa-slicer nor slic3r is installed")
    for part in button_box():
        file, code = tmp_path / f"{part.name}.stl", tmp_path / f"{part.name}.gcode"
        file.write_bytes(stl_bytes(part.single))
        done = subprocess.run(
            [slicer, "--print-center", "100,100", "--bed-shape", "0x0,200x0,200x200,0x200",
             "--output", code, file],
            capture_output=True, text=True, check=False, timeout=300,
        )  # fmt: skip
        assert done.returncode == 0, done.stdout + done.stderr
        text = code.read_text("utf-8", "replace")
        heights = {float(z) for z in re.findall(r"^G1 Z([\d.]+)", text, re.MULTILINE)}
        assert max(heights) > part.mesh.vertices[:, 2].max() - 0.5
        assert "support material" not in text.partition("; external perimeters")[0].lower()
