from __future__ import annotations

import re
import zlib

import numpy as np
import pytest

from calibration.lens import View, observe
from calibration.markers import (
    CLIP_MARKERS,
    CharucoSpec,
    charuco_fields,
    find_markers,
    marker_bits,
)
from calibration.outcome import CalibrationError
from calibration.sheet import PAPERS_MM, sheets, spec_for


def test_the_rectangles_make_the_board_that_is_looked_for() -> None:
    spec = CharucoSpec()
    picture = np.full((2600, 1850), 255, np.uint8)
    for x, y, w, h in charuco_fields(spec):
        a, b = round((x + 5) * 10), round((y + 5) * 10)
        picture[b : round((y + 5 + h) * 10), a : round((x + 5 + w) * 10)] = 0
    view = observe(picture, spec)
    assert isinstance(view, View)
    assert len(view.image_px) == spec.corners
    assert np.abs(view.image_px - ((view.object_mm[:, :2] + 5) * 10 - 0.5)).max() < 0.5


def _pages(raw: bytes) -> list[bytes]:
    """What is drawn on each page."""
    streams = re.findall(rb"/FlateDecode.*?stream\n(.*?)\nendstream", raw, re.DOTALL)
    return [zlib.decompress(stream) for stream in streams[:2]]


def _rectangles(page: bytes) -> list[list[float]]:
    """From the top left, in mm."""
    found = re.findall(rb"([\d.]+) ([\d.]+) ([\d.]+) (-?[\d.]+) re f", page)
    return [[float(v) * 25.4 / 72 for v in each] for each in found]


def test_the_printed_page_shows_the_corner_markers() -> None:
    raw = sheets()
    assert raw.count(b"/Type /Page\n") == 2
    width, height = PAPERS_MM["a4"]
    picture = np.full((round(height * 8), round(width * 8)), 255, np.uint8)
    for x, y, w, h in _rectangles(_pages(raw)[1]):
        top = height - y  # its height is told downwards, as a negative one
        h = -h
        picture[round(top * 8) : round((top + h) * 8), round(x * 8) : round((x + w) * 8)] = 0
    seen = find_markers(picture)
    assert set(seen) == set(CLIP_MARKERS)
    sides = [np.linalg.norm(corners[1] - corners[0]) / 8 for corners in seen.values()]
    assert sides == pytest.approx([24.0] * 4, abs=0.2)


def test_a_field_measures_what_the_sheet_says() -> None:
    side = CharucoSpec().square_mm
    widths = [w for _, _, w, h in _rectangles(_pages(sheets())[0]) if abs(h) > 1]
    assert max(widths) == pytest.approx(side, abs=0.01)


@pytest.mark.parametrize("paper", sorted(PAPERS_MM))
def test_each_page_has_a_line_of_100_mm_for_a_ruler(paper: str) -> None:
    for page in _pages(sheets(paper=paper)):
        lines = [w for _, _, w, h in _rectangles(page) if abs(h) < 1]
        assert lines == [pytest.approx(100.0, abs=0.01)]


def test_the_file_asks_to_be_printed_unscaled_and_is_the_same_every_time() -> None:
    raw = sheets()
    assert raw.startswith(b"%PDF-1.")
    assert b"/PrintScaling /None" in raw
    assert sheets() == raw


@pytest.mark.parametrize("paper", sorted(PAPERS_MM))
def test_every_paper_has_a_board_that_fits(paper: str) -> None:
    spec = spec_for(paper)
    assert len(_rectangles(_pages(sheets(paper=paper))[0])) > spec.corners


def test_a_board_too_large_for_its_paper_is_refused() -> None:
    with pytest.raises(CalibrationError, match="does not fit on A4"):
        sheets(spec=CharucoSpec(10, 12, 30.0, 20.0))


def test_markers_have_a_dark_border() -> None:
    bits = np.array(marker_bits(40))
    assert bits.shape == (6, 6)
    assert bits[0].all()
    assert bits[:, -1].all()
    assert not bits[1:-1, 1:-1].all()
