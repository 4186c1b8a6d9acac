from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from companion.synth.printed import bgr, design_of, look_of, render_set
from stl_meta.measuring.assemble import Assembled
from stl_meta.printed_set import PrintedSet, SetTile

BOARD = Assembled(20.0, 15, 15, 18.4, 1.6, 1.4, 6.0, (7.5,), (7.5,), (), 0.0)
TILE = SetTile(17.6, 4.4, "raised", 0.6, "#9b9ea0", None, {})
SET = PrintedSet(
    "mine", BOARD, 4.8, TILE, 1.0,
    {
        "board-part": ("#202428",),
        "premium-insert": ("#aa0000", "#bb8888", "#0000cc", "#8888dd"),
    },
)  # fmt: skip
CELLS = [
    ["A" if (r, c) in ((7, 7), (7, 8), (2, 3)) else "" for c in range(15)] for r in range(15)
]


def test_the_geometry_of_the_set_reaches_the_picture() -> None:
    design, look = design_of(SET), look_of(SET, {"A": 1})
    assert design.recess == pytest.approx(1.4 / 20)
    assert design.seams == (("u", 7.5), ("v", 7.5))
    assert design.margins == (0.3,) * 4
    assert design.base == bgr("#202428")
    assert design.premium["T"] == bgr("#aa0000")
    assert (look.shape.width, look.shape.thickness) == pytest.approx((0.88, 0.15))
    assert (look.style.relief, look.style.ink_strength) == ("raised", 0.1)
    two = look_of(replace(SET, tile=replace(TILE, ink="#101010", relief="sunk")), {})
    assert (two.style.relief, two.style.ink_strength) == ("engraved", 1.0)


def test_a_rendered_set_has_its_truth_and_is_the_same_each_time() -> None:
    scene = render_set(SET, CELLS, values={"A": 1}, seed=4, size=(640, 480))
    assert scene.image.shape == (480, 640, 3)
    assert scene.thickness == pytest.approx(0.15)
    assert set(scene.quads_px) == {(7, 7), (7, 8), (2, 3)}
    again = render_set(SET, CELLS, values={"A": 1}, seed=4, size=(640, 480))
    assert np.array_equal(scene.image, again.image)
    bent = render_set(SET, CELLS, values={"A": 1}, seed=4, size=(640, 480), k1=-0.2)
    assert np.abs(bent.corners_px - scene.corners_px).max() > 2


def test_other_sizes_of_boards_are_refused() -> None:
    small = replace(SET, board=replace(BOARD, columns=9, rows=9))
    with pytest.raises(ValueError, match="15 x 15"):
        render_set(small, CELLS, values={})
