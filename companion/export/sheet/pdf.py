"""The score sheet as a PDF on A4."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from importlib import resources

from fpdf import FPDF
from fpdf.enums import XPos, YPos
from fpdf.fonts import FontFace

from companion.export.api import GameFile, Written
from companion.export.sheet.score_sheet import (
    CURVES,
    TURNS,
    Cell,
    ScoreSheet,
    columns_of,
    others,
    scale,
    sheet_of,
    time_of,
    totals,
    what,
)
from companion.rules.api import Panel
from companion.text import Argument, said
from companion.text.languages import Language

FONT = "Sheet"
_FILLS = {
    "d": (207, 230, 245),
    "t": (127, 178, 217),
    "q": (79, 143, 196),
    "D": (246, 205, 208),
    "T": (229, 141, 134),
    "Q": (201, 99, 92),
    "*": (246, 205, 208),
}
_TILE = (243, 227, 189)
_CURVES = ((31, 95, 139), (179, 84, 30), (59, 122, 59), (122, 59, 111))
_DASHES_MM = (0.0, 2.0, 0.8, 3.0)
_BOARD_MM = 100.0
_GRAPH_MM = (82.0, 52.0)
"""Of the graph beside the board: width, height."""

_MOST_TURNS = 2_000
"""Of more turns than any game has, the rest is left out."""


def write_pdf(game: GameFile) -> Written:
    """Return a game's score sheet as a PDF."""
    # Of each table of the font that a PDF does not need, the library warns.
    logging.getLogger("fontTools.subset").setLevel(logging.ERROR)
    sheet, losses = sheet_of(game), [said("Corrections that were made are not told.")]
    page = _Page(game.speaks)
    page.head(sheet)
    page.heading(TURNS, 12)
    page.turns(sheet)
    if len(sheet.turns) > _MOST_TURNS:
        losses.append(
            said("Only the first {most_turns} turns are listed.", most_turns=_MOST_TURNS)
        )
    for panel in sheet.panels:
        page.panel(panel)
    if page.missing:
        listed = " ".join(sorted(page.missing)[:20])
        losses.append(
            said(
                "The font lacks some characters, which are shown as ?: {listed}", listed=listed
            )
        )
    return Written(bytes(page.pdf.output()), tuple(losses))


class _Page:
    """A PDF being drawn from top to bottom."""

    def __init__(self, speaks: Language) -> None:
        self.speaks = speaks
        self.pdf = FPDF(unit="mm", format="A4")
        self.pdf.set_auto_page_break(auto=True, margin=15)
        self.pdf.set_creator("Tabletop Companion")
        with resources.as_file(
            resources.files("companion.synth") / "data" / "fonts" / "Tuffy_Bold.ttf"
        ) as path:
            self.pdf.add_font(FONT, fname=str(path))
        self.known = set(self.pdf.fonts[FONT.lower()].cmap)  # type: ignore[union-attr]
        self.missing: set[str] = set()
        self.pdf.add_page()

    def text(self, text: Argument) -> str:
        """The text in the sheet's language, with what the font cannot show as `?`."""
        out = ""
        for character in " ".join(self.speaks.write(text).split()):
            if ord(character) in self.known:
                out += character
            else:
                self.missing.add(character)
                out += "?"
        return out

    def heading(self, text: Argument, size_pt: float) -> None:
        self.pdf.ln(3)
        self.pdf.set_font(FONT, size=size_pt)
        self.pdf.multi_cell(
            0, size_pt * 0.5, self.text(text) or "-", new_x=XPos.LMARGIN, new_y=YPos.NEXT
        )
        self.pdf.ln(1)

    def head(self, sheet: ScoreSheet) -> None:
        """Who played what when, the board and the graph beside it."""
        self.heading(sheet.title, 18)
        if sheet.about:
            self.pdf.set_font(FONT, size=9)
            about = " \u00b7 ".join(map(self.speaks.write, sheet.about))
            self.line(about, 5)
        top = self.pdf.get_y() + 2
        beside = self.pdf.l_margin + (_BOARD_MM + 6 if sheet.cells else 0)
        self.pdf.set_y(top)
        self.board(sheet)
        below = self.pdf.get_y()
        self.pdf.set_y(top)
        self._totals(sheet, beside)
        self.graph(sheet, beside)
        self.pdf.set_xy(self.pdf.l_margin, max(below, self.pdf.get_y()))
        self.pdf.set_draw_color(170)
        self.pdf.set_fill_color(255)

    def _totals(self, sheet: ScoreSheet, left: float) -> None:
        for name, points in totals(sheet):
            self.pdf.set_font(FONT, size=13)
            self.pdf.set_x(left)
            shown = self.text(name)
            while len(shown) > 3 and self.pdf.get_string_width(shown) > _GRAPH_MM[0] - 20:
                shown = shown[:-2].rstrip() + "\u2026"
            self.pdf.cell(_GRAPH_MM[0] - 18, 8, shown)
            self.pdf.cell(18, 8, str(points), align="R", new_x=XPos.LMARGIN, new_y=YPos.NEXT)

    def line(self, text: Argument, height_mm: float) -> None:
        shown = self.text(text) or "-"
        self.pdf.multi_cell(0, height_mm, shown, new_x=XPos.LMARGIN, new_y=YPos.NEXT)

    def table(
        self,
        columns: Sequence[Argument],
        rows: Sequence[Sequence[Argument]],
        widths: tuple[int, ...],
        *,
        numbers: int = 0,
    ) -> None:
        """A table whose last `numbers` columns are figures."""
        self.pdf.set_font(FONT, size=8)
        aligns = ["LEFT"] * (len(columns) - numbers) + ["RIGHT"] * numbers
        with self.pdf.table(
            col_widths=widths,
            width=sum(widths),
            align="LEFT",
            text_align=tuple(aligns),
            line_height=4,
            borders_layout="HORIZONTAL_LINES",
            headings_style=FontFace(color=(80, 80, 80)),
        ) as table:
            for row in [columns, *rows]:
                table.row([self.text(cell) for cell in row])

    def turns(self, sheet: ScoreSheet) -> None:
        rows = [
            (
                str(turn.number),
                turn.player[:40],
                turn.coordinate,
                what(turn, self.speaks),
                others(turn),
                *((time_of(turn),) if sheet.has_times else ()),
                f"{turn.score:+d}" + (" *" if "bingo" in turn.marks else ""),
                str(turn.total),
            )
            for turn in sheet.turns[:_MOST_TURNS]
        ]
        named = columns_of(sheet)
        columns = (*named[:3], said("Play (* bingo)"), *named[4:])
        if sheet.has_times:
            self.table(columns, rows, (11, 30, 12, 57, 35, 13, 16, 14), numbers=3)
        else:
            self.table(columns, rows, (11, 32, 12, 62, 39, 17, 15), numbers=2)

    def panel(self, panel: Panel) -> None:
        self.heading(panel.title, 12)
        self.pdf.set_font(FONT, size=9)
        for line in panel.lines:
            self.pdf.multi_cell(
                0, 5, self.text(line) or "-", new_x=XPos.LMARGIN, new_y=YPos.NEXT
            )
        columns = panel.columns
        rows = [row for row in panel.rows if len(row) == len(columns)]
        if rows:
            self.table(columns, rows, (188 // len(columns),) * len(columns))

    def board(self, sheet: ScoreSheet) -> None:
        size = len(sheet.cells)
        if not size:
            return
        step_mm = _BOARD_MM / (size + 1)
        left, top = self.pdf.get_x() + step_mm, self.pdf.get_y() + step_mm
        self.pdf.set_draw_color(170)
        self.pdf.set_font(FONT, size=6)
        for at in range(size):
            self._centred(sheet.columns[at], left + at * step_mm, top - step_mm, step_mm)
            self._centred(str(at + 1), left - step_mm, top + at * step_mm, step_mm)
        for r, row in enumerate(sheet.cells):
            for c, cell in enumerate(row):
                self._cell(cell, left + c * step_mm, top + r * step_mm, step_mm)
        self.pdf.set_xy(self.pdf.l_margin, top + size * step_mm)

    def _cell(self, cell: Cell, x_mm: float, y_mm: float, step_mm: float) -> None:
        fill = _TILE if cell.letter else _FILLS.get(cell.mark, (255, 255, 255))
        self.pdf.set_fill_color(*fill)
        self.pdf.rect(x_mm, y_mm, step_mm, step_mm, style="DF")
        if not cell.letter:
            self.pdf.set_font(FONT, size=5)
            self._centred(cell.label, x_mm, y_mm, step_mm)
            return
        self.pdf.set_font(FONT, size=step_mm * (1.6 if len(cell.letter) == 1 else 1.0))
        self._centred(cell.letter.lower() if cell.blank else cell.letter, x_mm, y_mm, step_mm)
        if not cell.blank:
            self.pdf.set_font(FONT, size=step_mm * 0.6)
            self.pdf.text(x_mm + step_mm * 0.74, y_mm + step_mm * 0.93, str(cell.value))

    def _centred(self, text: str, x_mm: float, y_mm: float, step_mm: float) -> None:
        self.pdf.set_xy(x_mm, y_mm)
        self.pdf.cell(step_mm, step_mm, self.text(text), align="C")

    def graph(self, sheet: ScoreSheet, beside_mm: float) -> None:
        steps = max((len(curve) for curve in sheet.curves), default=0) - 1
        if steps < 1:
            return
        low, high, step = scale(sheet.curves)
        pdf, (width, height) = self.pdf, _GRAPH_MM
        pdf.set_font(FONT, size=8)
        pdf.set_xy(beside_mm, pdf.get_y() + 2)
        pdf.cell(width, 5, self.text(CURVES))
        left, top = beside_mm + 10, pdf.get_y() + 7
        width -= 10
        pdf.set_font(FONT, size=7)
        pdf.set_draw_color(210)
        for value in range(low, high + 1, step):
            y = top + (high - value) * height / (high - low)
            pdf.line(left, y, left + width, y)
            pdf.set_xy(left - 12.5, y - 2)
            pdf.cell(12, 4, str(value), align="R")
        pdf.set_line_width(0.5)
        for seat, curve in enumerate(sheet.curves):
            pdf.set_draw_color(*_CURVES[seat % 4])
            dash = _DASHES_MM[seat % 4]
            pdf.set_dash_pattern(dash=dash, gap=1.2 if dash else 0)
            points = [
                (left + at * width / steps, top + (high - v) * height / (high - low))
                for at, v in enumerate(curve)
            ]
            pdf.polyline(points)
            pdf.set_text_color(*_CURVES[seat % 4])
            where = left + seat % 2 * width / 2, top + height + 5 + seat // 2 * 4
            pdf.text(*where, self.text(sheet.totals[seat][0][:20]))
        pdf.set_dash_pattern()
        pdf.set_text_color(0)
        pdf.set_line_width(0.2)
        pdf.set_xy(pdf.l_margin, top + height + 10)
