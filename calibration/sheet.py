"""The sheets to print: a calibration board, and the markers for a board's corners."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING

from calibration.markers import CLIP_MARKERS, CharucoSpec, charuco_fields, marker_bits
from calibration.outcome import CalibrationError

if TYPE_CHECKING:
    from fpdf import FPDF

PAPERS_MM = {"a4": (210.0, 297.0), "letter": (215.9, 279.4), "a3": (297.0, 420.0)}
_PLACES = ("top left", "top right", "bottom right", "bottom left")
_LEAST_MARGIN_MM = 8.0
_GREY = 153


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
    from fpdf import FPDF, ViewerPreferences  # takes as long to load as all the rest

    width, height = PAPERS_MM[paper]
    spec = spec or spec_for(paper)
    across, down = spec.columns * spec.square_mm, spec.rows * spec.square_mm
    left, top = (width - across) / 2, (height - down) / 2 - 4
    if left < _LEAST_MARGIN_MM or top < _LEAST_MARGIN_MM:
        raise CalibrationError(
            "A board of {across:.0f} x {down:.0f} mm does not fit on {upper}.",
            across=across,
            down=down,
            upper=paper.upper(),
        )
    pdf = FPDF(unit="mm", format=(width, height))
    pdf.set_title("Markers for a board camera")
    pdf.set_creation_date(datetime(2000, 1, 1, tzinfo=UTC))  # the same sheets, the same bytes
    pdf.viewer_preferences = ViewerPreferences(print_scaling="None")
    pdf.set_font("helvetica", size=10)
    pdf.add_page()
    for x, y, w, h in charuco_fields(spec):
        pdf.rect(left + x, top + y, w, h, style="F")
    pdf.text(
        left, top + down + 7,
        f"Print at 100 %. A field must measure {spec.square_mm:g} mm; glue the sheet on "
        "something flat.",
    )  # fmt: skip
    _add_line(pdf, left, top + down + 12)
    _add_corners(pdf, height, marker_mm)
    return bytes(pdf.output())


def _add_corners(pdf: FPDF, height: float, marker_mm: float) -> None:
    pdf.add_page()
    pdf.text(
        20, 18, f"Corner markers, {marker_mm:g} mm. Print at 100 % and cut along the grey."
    )
    cell = marker_mm / len(marker_bits(0))
    quiet, step = 4.0, marker_mm + 34
    for place, number in enumerate(CLIP_MARKERS):
        x, y = 25 + (place % 2) * step, 32 + (place // 2) * step
        side = marker_mm + 2 * quiet
        pdf.set_draw_color(_GREY)
        pdf.rect(x - quiet, y - quiet, side, side)
        for i, row in enumerate(marker_bits(number)):
            for j, dark in enumerate(row):
                if dark:
                    pdf.rect(x + j * cell, y + i * cell, cell, cell, style="F")
        pdf.text(x - quiet, y + marker_mm + quiet + 6, f"{number}: {_PLACES[place]}")
    _add_line(pdf, 25, height - 30)


def _add_line(pdf: FPDF, x: float, y: float) -> None:
    """What a ruler is held to, on every page: each may be printed by itself."""
    pdf.rect(x, y, 100, 0.4, style="F")
    pdf.text(x, y + 5, "This line must measure 100 mm.")
