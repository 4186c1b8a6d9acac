"""What `companion stl` tells of the parts of a printed set, in lines."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from companion.errors import told
from companion.text import Said, listed, said

if TYPE_CHECKING:
    from stl_meta.measuring.measure import FileMeasure, PartMeasure

TILES_SINGLY = 3
"""Of more tiles only those are told of one by one with which something is odd."""

WORDS = {
    "board": said("board"),
    "board-part": said("part of a board"),
    "tile": said("tile"),
    "premium-insert": said("premium insert"),
    "rack": said("rack"),
    "connector": said("connector"),
    "score-board": said("score board"),
    "box": said("box"),
    "unknown": said("unknown"),
    "raised": said("raised"),
    "sunk": said("sunk"),
    "flush": said("flush"),
    "left": said("left"),
    "right": said("right"),
    "top": said("top"),
    "bottom": said("bottom"),
}
"""Names in reports, as people call what they name."""


def lines(measured: FileMeasure) -> Iterator[Said]:
    """Yield what there is to say of a file, a line each."""
    loaded = measured.loaded
    yield said(
        "{file}: {form}, {count} triangles",
        file=str(measured.path),
        form=loaded.format,
        count=loaded.triangles,
    )
    for warning in loaded.warnings:
        yield said("  note: {text}", text=told(warning))
    for part in _first_of_each(measured.parts):
        yield said("  {part}", part=_line(part))
        for warning in part.warnings:
            yield said("    note: {text}", text=told(warning))
    yield from _tiles(measured.parts)


def _first_of_each(parts: tuple[PartMeasure, ...]) -> list[PartMeasure]:
    """All parts, but of many tiles only those with something to note."""
    tiles = [part for part in parts if part.judged.kind.value == "tile"]
    if len(tiles) <= TILES_SINGLY:
        return list(parts)
    return [part for part in parts if part not in tiles or part.warnings]


def _tiles(parts: tuple[PartMeasure, ...]) -> Iterator[Said]:
    tiles = [part for part in parts if part.judged.kind.value == "tile" and part.tile]
    if len(tiles) <= TILES_SINGLY:
        return
    faces = [part.tile for part in tiles if part.tile]
    letters = sorted(face.letter.letter or "?" for face in faces if face.letter)
    face = next((face for face in faces if face.relief != "flush"), faces[0])
    sides = [side for face in faces for side in (face.side_x_mm, face.side_y_mm)]
    yield said(
        "  {count} tiles of {kinds} kinds: {least:.2f} to {most:.2f} mm, {thick:.2f} mm thick, "
        "letters {relief} {depth:.2f} mm: {letters}",
        count=sum(part.count for part in tiles),
        kinds=len(tiles),
        least=min(sides),
        most=max(sides),
        thick=faces[0].thickness_mm,
        relief=WORDS[face.relief],
        depth=abs(face.relief_mm),
        letters=" ".join(letters),
    )


def _line(part: PartMeasure) -> Said:
    from stl_meta.measuring.board import is_square

    size = " x ".join(f"{mm:.1f}" for mm in part.size_mm)
    facts: list[Said] = [
        said(
            "{name}: {kind} ({sure:.0%})",
            name=f"{part.count} x {part.name}" if part.count > 1 else part.name,
            kind=WORDS[part.judged.kind.value],
            sure=part.judged.confidence,
        ),
        said("{size} mm", size=size),
    ]
    grid, tile = part.grid, part.tile
    if grid is not None:
        squares = said(
            "{across} x {down} squares {pitch} mm apart",
            across=grid.nx,
            down=grid.ny,
            pitch=f"{grid.pitch_mm:.2f}"
            if is_square(grid)
            else f"{grid.pitch_x_mm:.2f} x {grid.pitch_y_mm:.2f}",
        )
        halves = [
            said("{count:g} more to the {side}", count=s.partial, side=WORDS[s.name])
            for s in grid.sides
            if s.partial
        ]
        more = said("{squares} ({more})", squares=squares, more=listed(halves, "comma"))
        facts.append(more if halves else squares)
    if tile is not None and tile.relief != "flush":
        depth = abs(tile.relief_mm)
        facts.append(
            said("letter {relief} {depth:.2f} mm", relief=WORDS[tile.relief], depth=depth)
        )
    if tile is not None and tile.letter is not None and tile.letter.confidence < 0.8:
        facts += [said("{letter}?", letter=tile.letter.letter)] if tile.letter.letter else []
    facts.append(said("about {grams:.0f} g", grams=part.filament.grams))
    return listed(facts, "comma")
