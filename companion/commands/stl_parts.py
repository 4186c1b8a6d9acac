"""The list of parts that were made: what to print how often, and what to buy."""

from __future__ import annotations

import csv
import io
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from companion.app.terminal import t

if TYPE_CHECKING:
    from stl_meta.printable.check import Checked
    from stl_meta.printable.part import PrintPart


@dataclass(frozen=True, slots=True)
class Listed:
    """A part with its file, what was found of it, and the plates it lies on."""

    part: PrintPart
    file: str
    found: Checked
    plates: tuple[int, ...]

    @property
    def colours(self) -> str:
        """Its filaments, the largest volume's first."""
        return " ".join(dict.fromkeys(volume.colour for volume in self.part.volumes))

    @property
    def size(self) -> str:
        """Width, depth and height in mm."""
        return " x ".join(f"{mm:.1f}" for mm in self.found.size_mm)

    @property
    def on(self) -> str:
        """Numbers of its plates."""
        return " ".join(map(str, self.plates))

    @property
    def line(self) -> str:
        """Its line of a table."""
        cells = (self.part.count, self.file, self.colours, self.size,
                 f"{self.found.grams:.1f}", self.on)  # fmt: skip
        return f"| {' | '.join(map(str, cells))} |"


def parts_csv(rows: Sequence[Listed]) -> str:
    """Return the list as CSV; its columns are for programs and stay English."""
    text = io.StringIO()
    table = csv.writer(text, lineterminator="\n")
    table.writerow(["file", "part", "count", "colours", "size_mm", "grams_each", "plates"])
    for row in rows:
        table.writerow([
            row.file, row.part.name, row.part.count, row.colours, row.size,
            f"{row.found.grams:.1f}", row.on,
        ])  # fmt: skip
    return text.getvalue()


def parts_readme(name: str, rows: Sequence[Listed], bed_mm: tuple[float, float]) -> str:
    """Return the list as a page to read beside the printer."""
    width, depth = bed_mm
    grams = sum(row.found.grams * row.part.count for row in rows)
    pieces = sum(row.part.count for row in rows)
    heads = (t("count"), t("file"), t("colours"), "mm", "g", t("plates"))
    lines = [
        f"# {name}", "",
        t("{count} pieces, about {grams:.0f} g of filament.", count=pieces, grams=grams), "",
        t("Plates are for a bed of {width:g} x {depth:g} mm. Print with a nozzle of 0.4 mm and "
          "layers of 0.2 mm, as the parts lie, without supports.", width=width, depth=depth),
        "",
        f"| {' | '.join(heads)} |",
        "|---|---|---|---|---|---|",
        *(row.line for row in rows),
    ]  # fmt: skip
    bought: Counter[str] = Counter()
    for row in rows:
        for count, what in row.part.hardware:
            bought[what] += count * row.part.count
    if bought:
        lines += ["", t("To buy:"), "", *(f"- {n} x {what}" for what, n in bought.items())]
    notes: dict[str, list[str]] = {}
    for row in rows:
        notes.setdefault(row.part.note, []).append(row.file)
    lines += ["", *(f"- {', '.join(files)}: {note}" for note, files in notes.items() if note)]
    return "\n".join(lines) + "\n"
