"""From a measured set to the measures of parts that go with it."""

from __future__ import annotations

from dataclasses import replace

from stl_meta.printable.design import FitTo, SetDesign
from stl_meta.printed_set import PrintedSet


def fit_for(printed: PrintedSet) -> FitTo:
    """Measures that extras must fit on a set."""
    tile = printed.tile.side_mm if printed.tile else 0.88 * printed.board.mean_mm
    return FitTo(printed.board_thick_mm, max(printed.board.rim_mm, 2.5), tile)


def design_for(printed: PrintedSet) -> SetDesign:
    """A set of our own with the squares and tiles of a measured one.

    Raises:
        MeshError: Its measures do not go together with ours.
    """
    board = printed.board
    design = replace(
        SetDesign(), squares=board.columns, pitch_mm=board.square_mm, wall_mm=board.wall_mm,
        rim_mm=max(board.rim_mm, 2.5),
    )  # fmt: skip
    if board.sunk and board.depth_mm is not None and 0.3 <= board.depth_mm <= 5:
        design = replace(design, wall_height_mm=board.depth_mm)
    if printed.tile is not None:
        play = (board.recess_mm - printed.tile.side_mm) / 2
        design = replace(
            design, tile_play_mm=min(max(play, 0.05), 3.0), tile_mm=printed.tile.thickness_mm,
            relief_mm=printed.tile.relief_mm or design.relief_mm,
        )  # fmt: skip
    return design
