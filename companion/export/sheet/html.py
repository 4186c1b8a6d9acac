"""The score sheet as one HTML page that needs nothing else, to be kept or printed."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from companion.export.api import GameFile, Written
from companion.export.sheet.score_sheet import (
    BOARD,
    CURVES,
    PLAYER,
    POINTS,
    TURNS,
    Cell,
    ScoreSheet,
    columns_of,
    others,
    points_of,
    scale,
    sheet_of,
    time_of,
    totals,
    what,
)
from companion.rules.api import Panel
from companion.text import said
from companion.text.languages import Language, Writer

COLOURS = ("#1f5f8b", "#b3541e", "#3b7a3b", "#7a3b6f")
"""Of the players' curves; each has its own line style as well."""

DASHES = ("", "6 3", "2 3", "8 3 2 3")

_STYLE = """
:root { color-scheme: light; }
body { font: 15px/1.4 system-ui, sans-serif; margin: 2rem auto; max-width: 60rem; color: #111; }
h1 { font-size: 1.6rem; } h2 { font-size: 1.15rem; margin-top: 2rem; }
table { border-collapse: collapse; } .list td, .list th { padding: .2rem .6rem;
  border-bottom: 1px solid #ccc; text-align: left; vertical-align: top; }
.list .n { text-align: right; font-variant-numeric: tabular-nums; }
.board td, .board th { width: 1.9rem; height: 1.9rem; text-align: center; padding: 0; }
.board td { border: 1px solid #bbb; font-size: .6rem; color: #333; position: relative; }
.board th { font-weight: normal; font-size: .7rem; color: #555; }
.board .tile { background: #f3e3bd; font-size: 1rem; font-weight: 600; color: #111; }
.board .blank { font-style: italic; font-weight: 400; }
.board sub { font-size: .5rem; font-weight: 400; position: absolute; right: 2px; bottom: 1px; }
.d { background: #cfe6f5; } .t { background: #7fb2d9; } .q { background: #4f8fc4; }
.D { background: #f6cdd0; } .T { background: #e58d86; } .Q { background: #c9635c; }
.s { background: #f6cdd0; }
.first { display: flex; flex-wrap: wrap; gap: 0 2rem; } .first section { flex: 1 1 22rem; }
@media print { @page { size: A4; margin: 12mm; } body { margin: 0; font-size: 10.5px; }
  h1, p { margin: 0; } h2 { break-after: avoid; margin: .6rem 0 .2rem; }
  .first { flex-wrap: nowrap; gap: 0 1rem; } .first section { flex: 1 1 0; }
  .board td, .board th { width: 5.8mm; height: 5.8mm; } tr { break-inside: avoid; }
  .board td { font-size: 6px; } .board .tile { font-size: 12px; } .board sub { font-size: 5px; }
  .list td, .list th { padding: .05rem .5rem; }
  * { print-color-adjust: exact; } }
"""


def write_html(game: GameFile) -> Written:
    """Return a game's score sheet as an HTML page in UTF-8."""
    sheet, write = sheet_of(game), game.speaks.write
    parts = [
        "<!doctype html>",
        f'<html lang="{game.speaks.code}"><head><meta charset="utf-8">',
        f"<title>{escape(write(sheet.title))}</title>",
        f"<style>{_STYLE}</style></head><body>",
        f"<h1>{escape(write(sheet.title))}</h1>",
        f"<p>{escape(' · '.join(map(write, sheet.about)))}</p>" if sheet.about else "",
        '<div class="first">',
        _board(sheet, write),
        f"<section>{_totals(sheet, write)}{_graph(sheet, write)}</section>",
        "</div>",
        _turns(sheet, game.speaks),
        *(_panel(panel, write) for panel in sheet.panels),
        "</body></html>\n",
    ]
    data = "\n".join(part for part in parts if part).encode("utf-8")
    return Written(
        data, (said("The page shows the game as it is; corrections made are not told."),)
    )


def _table(columns: tuple[str, ...], rows: Sequence[tuple[str, ...]], numbers: int = 0) -> str:
    """A table whose last `numbers` columns are figures."""
    first = len(columns) - numbers
    classes = ['class="n" ' if at >= first else "" for at in range(len(columns))]
    head = "".join(
        f"<th {c}scope=col>{escape(n)}</th>" for c, n in zip(classes, columns, strict=True)
    )
    body = "".join(
        "<tr>"
        + "".join(f"<td {c}>{escape(cell)}</td>" for c, cell in zip(classes, row, strict=True))
        + "</tr>"
        for row in rows
    )
    return f'<table class="list"><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>'


def _totals(sheet: ScoreSheet, write: Writer) -> str:
    rows = [(write(name), write(points)) for name, points in totals(sheet)]
    return _table((write(PLAYER), write(POINTS)), rows, numbers=1)


def _turns(sheet: ScoreSheet, speaks: Language) -> str:
    rows = [
        (
            str(turn.number),
            turn.player,
            turn.coordinate,
            what(turn, speaks),
            others(turn),
            *((time_of(turn),) if sheet.has_times else ()),
            speaks.write(points_of(turn)),
            str(turn.total),
        )
        for turn in sheet.turns
    ]
    columns = tuple(map(speaks.write, columns_of(sheet)))
    numbers = 3 if sheet.has_times else 2
    return f"<h2>{escape(speaks.write(TURNS))}</h2>" + _table(columns, rows, numbers=numbers)


def _panel(panel: Panel, write: Writer) -> str:
    out = f"<h2>{escape(write(panel.title))}</h2>"
    out += "".join(f"<p>{escape(write(line))}</p>" for line in panel.lines)
    if panel.rows and panel.columns:
        rows = [tuple(map(write, row)) for row in panel.rows if len(row) == len(panel.columns)]
        out += _table(tuple(map(write, panel.columns)), rows)
    return out


def _board(sheet: ScoreSheet, write: Writer) -> str:
    if not sheet.cells:
        return ""
    head = "".join(f"<th scope=col>{letter}</th>" for letter in sheet.columns)
    body = "".join(
        f"<tr><th scope=row>{number}</th>{''.join(map(_cell, row))}</tr>"
        for number, row in enumerate(sheet.cells, 1)
    )
    return (
        f'<div><h2>{escape(write(BOARD))}</h2><table class="board"><thead><tr>'
        f'<td style="border:0"></td>{head}</tr>'
        f"</thead><tbody>{body}</tbody></table></div>"
    )


def _cell(cell: Cell) -> str:
    if cell.letter:
        kind = "tile blank" if cell.blank else "tile"
        value = "" if cell.blank else f"<sub>{cell.value}</sub>"
        return f'<td class="{kind}">{escape(cell.letter)}{value}</td>'
    kind = "s" if cell.mark == "*" else cell.mark if cell.mark.isalpha() else ""
    shown = "★" if cell.mark in "*+" else cell.label
    return f'<td class="{kind}">{shown}</td>' if kind or shown else "<td></td>"


def _graph(sheet: ScoreSheet, write: Writer) -> str:
    steps = max((len(curve) for curve in sheet.curves), default=0) - 1
    if steps < 1:
        return ""
    low, high, step = scale(sheet.curves)
    width, height, left = 640, 260, 48

    def x(at: int) -> float:
        return left + at * (width - left - 8) / steps

    def y(value: int) -> float:
        return 12 + (high - value) * (height - 36) / (high - low)

    lines = "".join(
        f'<line x1="{left}" x2="{width}" y1="{y(v):.1f}" y2="{y(v):.1f}" stroke="#ddd"/>'
        f'<text x="{left - 6}" y="{y(v) + 4:.1f}" text-anchor="end" font-size="11">{v}</text>'
        for v in range(low, high + 1, step)
    )
    curves = "".join(
        f'<polyline fill="none" stroke="{COLOURS[seat % 4]}" stroke-width="2" '
        f'stroke-dasharray="{DASHES[seat % 4]}" '
        f'points="{" ".join(f"{x(at):.1f},{y(v):.1f}" for at, v in enumerate(curve))}"/>'
        for seat, curve in enumerate(sheet.curves)
    )
    legend = "".join(
        f'<text x="{left + 12 + seat * 140}" y="{height - 4}" font-size="12" '
        f'fill="{COLOURS[seat % 4]}">{escape(name[:18])}</text>'
        for seat, (name, _, _) in enumerate(sheet.totals)
    )
    title = escape(write(CURVES))
    return (
        f'<h2>{title}</h2><svg viewBox="0 0 {width} {height}" width="100%" role="img" '
        f'aria-label="{title}">{lines}{curves}{legend}</svg>'
    )
