from __future__ import annotations

import re

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
from calibration.pdf import PT_PER_MM
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


def _rectangles(page: bytes) -> list[tuple[float, float, float, float]]:
    found = re.findall(rb"0\.000 g ([\d.]+) ([\d.-]+) ([\d.]+) ([\d.]+) re", page)
    return [tuple(float(v) / PT_PER_MM for v in each) for each in found]  # type: ignore[misc]


def test_the_printed_page_shows_the_corner_markers() -> None:
    raw = sheets()
    pages = re.findall(rb"stream\n(.*?)\nendstream", raw, re.DOTALL)
    assert len(pages) == 2
    width, height = PAPERS_MM["a4"]
    picture = np.full((round(height * 8), round(width * 8)), 255, np.uint8)
    for x, y, w, h in _rectangles(pages[1]):
        top = height - y - h
        picture[round(top * 8) : round((top + h) * 8), round(x * 8) : round((x + w) * 8)] = 0
    seen = find_markers(picture)
    assert set(seen) == set(CLIP_MARKERS)
    sides = [np.linalg.norm(corners[1] - corners[0]) / 8 for corners in seen.values()]
    assert sides == pytest.approx([24.0] * 4, abs=0.2)


def test_the_file_is_a_pdf_whose_table_is_right() -> None:
    raw = sheets()
    assert raw.startswith(b"%PDF-1.4")
    start = int(raw.rpartition(b"startxref\n")[2].split()[0])
    entries = re.findall(rb"(\d{10}) 00000 n", raw[start:])
    assert entries
    for number, entry in enumerate(entries, 1):
        assert raw[int(entry) :].startswith(b"%d 0 obj" % number)
    assert sheets() == raw


@pytest.mark.parametrize("paper", sorted(PAPERS_MM))
def test_every_paper_has_a_board_that_fits(paper: str) -> None:
    spec = spec_for(paper)
    assert sheets(paper=paper).count(b" re f") > spec.corners


def test_a_board_too_large_for_its_paper_is_refused() -> None:
    with pytest.raises(CalibrationError, match="does not fit on A4"):
        sheets(spec=CharucoSpec(10, 12, 30.0, 20.0))


def test_markers_have_a_dark_border() -> None:
    bits = np.array(marker_bits(40))
    assert bits.shape == (6, 6)
    assert bits[0].all()
    assert bits[:, -1].all()
    assert not bits[1:-1, 1:-1].all()
