"""Writes a PDF of rectangles and words: what a sheet of markers consists of.

Source: ISO 32000-1, sections 7.5 (structure of a file) and 8.5 (paths).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

PT_PER_MM = 72 / 25.4


@dataclass(slots=True)
class Page:
    """A page in mm with the origin at the top left.

    Attributes:
        width_mm: Of the paper.
        height_mm: Of the paper.
    """

    width_mm: float
    height_mm: float
    _marks: list[str] = field(default_factory=list)

    def rectangle(
        self, x: float, y: float, width: float, height: float, *, grey: float = 0.0
    ) -> None:
        """Fill a rectangle."""
        low = (self.height_mm - y - height) * PT_PER_MM
        box = f"{x * PT_PER_MM:.4f} {low:.4f} {width * PT_PER_MM:.4f} {height * PT_PER_MM:.4f}"
        self._marks.append(f"{grey:.3f} g {box} re f")

    def text(self, x: float, y: float, words: str, *, size_mm: float = 3.5) -> None:
        """Write words whose baseline begins at a place; Latin letters only."""
        safe = words.encode("latin-1", "replace").decode("latin-1")
        for mark in "\\()":
            safe = safe.replace(mark, "\\" + mark)
        place = f"{x * PT_PER_MM:.4f} {(self.height_mm - y) * PT_PER_MM:.4f}"
        size = f"/F1 {size_mm * PT_PER_MM:.2f} Tf"
        self._marks.append(f"0 g BT {size} {place} Td ({safe}) Tj ET")

    @property
    def content(self) -> bytes:
        """The page's drawing commands."""
        return "\n".join(self._marks).encode("latin-1")


def pdf_bytes(pages: Sequence[Page], title: str) -> bytes:
    """Return pages as a PDF file; the same pages give the same bytes."""
    safe = title.encode("ascii", "replace").decode("ascii").replace("(", "").replace(")", "")
    objects: list[bytes] = [
        b"<< /Type /Catalog /Pages 2 0 R /ViewerPreferences << /PrintScaling /None >> >>",
        b"",
        b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>",
        f"<< /Title ({safe}) >>".encode("ascii"),
    ]
    kids = []
    for page in pages:
        number = len(objects) + 1
        kids.append(f"{number} 0 R")
        box = f"0 0 {page.width_mm * PT_PER_MM:.3f} {page.height_mm * PT_PER_MM:.3f}"
        objects.append(
            f"<< /Type /Page /Parent 2 0 R /MediaBox [{box}] /Contents {number + 1} 0 R "
            "/Resources << /Font << /F1 3 0 R >> >> >>".encode("ascii")
        )
        content = page.content
        objects.append(b"<< /Length %d >>\nstream\n%s\nendstream" % (len(content), content))
    objects[1] = f"<< /Type /Pages /Kids [{' '.join(kids)}] /Count {len(kids)} >>".encode(
        "ascii"
    )
    found = bytearray(b"%PDF-1.4\n%\xe2\xe3\xcf\xd3\n")
    starts = []
    for number, each in enumerate(objects, 1):
        starts.append(len(found))
        found += b"%d 0 obj\n%s\nendobj\n" % (number, each)
    table = len(found)
    found += b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1)
    found += b"".join(b"%010d 00000 n \n" % start for start in starts)
    found += b"trailer\n<< /Size %d /Root 1 0 R /Info 4 0 R >>\n" % (len(objects) + 1)
    found += b"startxref\n%d\n%%%%EOF\n" % table
    return bytes(found)
