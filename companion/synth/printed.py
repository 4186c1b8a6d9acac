"""Pictures of a printed set before it is printed: a twin made from its measured geometry."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np

from companion.board.layout import LAYOUTS
from companion.synth.board_design import CLASSIC, BoardDesign, bgr
from companion.synth.face_style import FaceStyle
from companion.synth.fonts import bundled_fonts
from companion.synth.scene import Scene, TileSetLook, compose, finish, truth
from companion.synth.scene_tiles import TileShape
from companion.synth.viewpoint import look_at
from stl_meta.printed_set import PrintedSet

_BOARD = "#b8bcc2"
_TILE = "#efe3c2"
_FOCAL_SHARE = 0.95
_FILL = 0.74
_WINDOW = (-0.9, -0.7)
"""Light from a low window at the upper left; relief needs it."""

_EVEN_LIGHT = 0.4

_PLATES = 0.6
"""Share of the recess that a premium insert fills; the files do not say it."""


def design_of(printed: PrintedSet) -> BoardDesign:
    """Return how the board of a set looks.

    Premium colours are those of the inserts in the order of the files, when there are four:
    three words, two words, three letters, two letters.
    """
    board, colours = printed.board, printed.colours or {}
    pitch = board.square_mm
    rows = next((each.rows for each in LAYOUTS.values() if each.size == board.columns), None)
    base = bgr((colours.get("board-part") or colours.get("board") or (_BOARD,))[0])
    inserts = tuple(bgr(each) for each in colours.get("premium-insert", ()))
    premium = dict(zip("TDtd", inserts, strict=False)) if len(inserts) >= 4 else CLASSIC.premium
    margin = board.rim_mm / pitch
    seams = [("u", at) for at in board.seams_x] + [("v", at) for at in board.seams_y]
    return replace(
        CLASSIC, rows=rows or CLASSIC.rows, base=base, premium=premium, line=base, frame=base,
        line_width=board.wall_mm / pitch, inset=board.wall_mm / pitch / 2, labels={},
        margins=(margin,) * 4, bands=(), words=(), recess=(board.sunk_mm or 0.0) / pitch,
        plates=_PLATES if inserts else 0.0,
        seams=tuple(seams), thickness=printed.board_thick_mm / pitch, star="none",
    )  # fmt: skip


def look_of(printed: PrintedSet, values: Mapping[str, int]) -> TileSetLook:
    """Return how the tiles of a set look; letters in the tile's colour are read by shading."""
    tile, pitch = printed.tile, printed.board.pitch_mm
    font = bundled_fonts()[0].path
    side = (tile.side_mm if tile else 0.88 * pitch) / pitch
    height = printed.tile_height_cells
    face = bgr((tile and tile.colour) or _TILE)
    ink = bgr(tile.ink) if tile and tile.ink else face
    relief = {"raised": "raised", "sunk": "engraved"}.get(tile.relief if tile else "", "none")
    style = FaceStyle(
        font, font, face=face, ink=ink, material="plastic", texture=0.15, wear=0.0,
        ink_strength=1.0 if ink != face else 0.1, relief_depth=0.9 if ink == face else 0.5,
    )  # fmt: skip
    if relief == "raised":
        style = replace(style, relief="raised")
    elif relief == "engraved":
        style = replace(style, relief="engraved")
    shape = TileShape(side, side, max(height if height is not None else 0.15, 0.02))
    return TileSetLook(style, shape, dict(values), slack=0.012, turn_deg=0.8)


def render_set(
    printed: PrintedSet, cells: Sequence[Sequence[str]], *, values: Mapping[str, int],
    seed: int = 0, size: tuple[int, int] = (1280, 960), tilt_deg: float = 16.0,
    azimuth_deg: float = 3.0, k1: float = 0.0,
) -> Scene:  # fmt: skip
    """Return a picture of a set in play, with its truth.

    Args:
        printed: The set, of 15 x 15 squares.
        cells: 15 x 15 tokens; "" empty, "?" a blank.
        values: Points on each letter's tile.
        seed: Of table, light and how the tiles lie.
        size: (width, height) in px.
        tilt_deg: Camera from straight above.
        azimuth_deg: Turn of the board.
        k1: Of the lens.

    Raises:
        ValueError: The set's board is of another size.
    """
    if (printed.board.columns, printed.board.rows) != (15, 15):
        raise ValueError("Only boards of 15 x 15 squares are rendered.")
    rng = np.random.default_rng(seed)
    look = look_of(printed, values)
    focal = size[0] * _FOCAL_SHARE
    view = look_at(
        size=size, focal_px=focal, tilt_deg=tilt_deg, azimuth_deg=azimuth_deg, roll_deg=0.0,
        distance=focal * 15 / (_FILL * size[1]), k1=k1,
    )  # fmt: skip
    design = design_of(printed)
    light, quads, hand = compose(
        design, look, cells, view, rng, size=size, light=_WINDOW, shadow=0.4
    )
    picture = finish(light, view, rng, hard=_EVEN_LIGHT)
    return truth(picture, view, cells, quads, hand, look.shape.thickness, design.recess)
