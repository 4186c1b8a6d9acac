"""The sheets to print: a calibration board, and the markers for a board's corners."""

from __future__ import annotations

from calibration.markers import CLIP_MARKERS, CharucoSpec, charuco_fields, marker_bits
from calibration.outcome import CalibrationError
from calibration.pdf import Page, pdf_bytes

PAPERS_MM = {"a4": (210.0, 297.0), "letter": (215.9, 279.4), "a3": (297.0, 420.0)}
_PLACES = ("top left", "top right", "bottom right", "bottom left")
_LEAST_MARGIN_MM = 8.0


def spec_for(paper: str) -> CharucoSpec:
    """The calibration board that fits a paper."""
    return {
        "a4": CharucoSpec(), "letter": CharucoSpec(7, 9, 25.0, 18.0),
        "a3": CharucoSpec(7, 10, 36.0, 26.0),
    }[paper]  # fmt: skip


def sheets(
    *, paper: str = "a4", spec: CharucoSpec | None = None, marker_mm: float = 24.0
) -> bytes:
    """Return a PDF with a calibration board and a page of corner markers.

    Args:
        paper: A name from `PAPERS_MM`.
        spec: The calibration board; the one for the paper when None.
        marker_mm: Side of a corner marker.

    Raises:
        CalibrationError: It does not fit on the paper.
    """
    width, height = PAPERS_MM[paper]
    spec = spec or spec_for(paper)
    board = Page(width, height)
    across, down = spec.columns * spec.square_mm, spec.rows * spec.square_mm
    left, top = (width - across) / 2, (height - down) / 2 - 4
    if left < _LEAST_MARGIN_MM or top < _LEAST_MARGIN_MM:
        message = f"A board of {across:.0f} x {down:.0f} mm does not fit on {paper.upper()}."
        raise CalibrationError(message)
    for x, y, w, h in charuco_fields(spec):
        board.rectangle(left + x, top + y, w, h)
    board.text(
        left, top + down + 7,
        f"Print at 100 %. A field must measure {spec.square_mm:g} mm; glue the sheet on "
        "something flat.",
    )  # fmt: skip
    return pdf_bytes([board, _corners(width, height, marker_mm)], "Markers for a board camera")


def _corners(width: float, height: float, marker_mm: float) -> Page:
    page = Page(width, height)
    page.text(
        20, 18, f"Corner markers, {marker_mm:g} mm. Print at 100 % and cut along the grey."
    )
    cell = marker_mm / len(marker_bits(0))
    quiet, step = 4.0, marker_mm + 34
    for place, number in enumerate(CLIP_MARKERS):
        x, y = 25 + (place % 2) * step, 32 + (place // 2) * step
        side = marker_mm + 2 * quiet
        for rectangle in (
            (x - quiet - 0.2, y - quiet - 0.2, side + 0.4, 0.2),
            (x - quiet - 0.2, y - quiet + side, side + 0.4, 0.2),
            (x - quiet - 0.2, y - quiet, 0.2, side), (x - quiet + side, y - quiet, 0.2, side),
        ):  # fmt: skip
            page.rectangle(*rectangle, grey=0.6)
        for i, row in enumerate(marker_bits(number)):
            for j, dark in enumerate(row):
                if dark:
                    page.rectangle(x + j * cell, y + i * cell, cell, cell)
        page.text(x - quiet, y + marker_mm + quiet + 6, f"{number}: {_PLACES[place]}")
    page.rectangle(25, height - 30, 100, 0.4)
    page.text(25, height - 22, "This line must measure 100 mm.")
    return page
