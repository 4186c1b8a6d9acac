"""What a board looks like, apart from any picture of it."""

from __future__ import annotations

from dataclasses import dataclass, field

from companion.board.layout import STANDARD

Colour = tuple[float, float, float]
"""BGR, 0..255."""


@dataclass(frozen=True, slots=True)
class BoardDesign:
    """Colours, lines, lettering and surroundings of a board.

    Attributes:
        rows: Layout, fifteen strings as in `companion.board.layout`.
        base: Colour of plain squares; `premium` by layout mark.
        line: Colour of the grid lines; `line_width` in cells (0: none).
        inset: Gap between a premium patch and its square's edge, in cells.
        corner: Corner radius of premium patches, in cells.
        spikes: Whether premium patches have teeth towards their neighbours.
        labels: Text by layout mark; empty strings for none.
        label_height: Height of one text line, in cells.
        star: Drawn on the start square: "star", "disc", "arrow", "none".
        margins: Board beyond the grid: left, top, right, bottom, in cells.
        frame: Colour of the margins.
        bands: (offset, width, colour) of rectangles drawn around the grid, in cells outwards.
        track: Number of spaces a side of a track around the grid; 0 for none.
        track_colours: Colour of each property group on the track.
        words: Texts on the margins.
        walls: Height of ridges between squares, in cells, painted as bright and dark flanks.
        recess: Depth of the squares' floors below the tops of the walls, in cells; such a board
            is drawn as a solid instead. 0 for flat.
        plates: How far coloured plates fill the recess, 0 (painted floor) to 1 (flush).
        embossed: Whether labels stand out in the colour of their square.
        seams: Positions across the board (cells) of fold or section seams: (axis, at).
        grain: Strength 0..1 of wood grain on the board.
        thickness: Of the board slab, in cells.
        round_base: Whether the board is a disc or has strongly rounded corners.
        coordinates: Whether letters and numbers stand along the grid.
    """

    rows: tuple[str, ...]
    base: Colour
    premium: dict[str, Colour]
    line: Colour
    line_width: float
    inset: float = 0.0
    corner: float = 0.0
    spikes: bool = False
    labels: dict[str, str] = field(default_factory=dict)
    label_ink: Colour = (255, 255, 255)
    label_height: float = 0.16
    star: str = "star"
    margins: tuple[float, float, float, float] = (1.0, 1.0, 1.0, 1.0)
    frame: Colour = (60, 60, 60)
    bands: tuple[tuple[float, float, Colour], ...] = ()
    track: int = 0
    track_colours: tuple[Colour, ...] = ()
    words: tuple[str, ...] = ()
    walls: float = 0.0
    recess: float = 0.0
    plates: float = 0.0
    embossed: bool = False
    seams: tuple[tuple[str, float], ...] = ()
    grain: float = 0.0
    thickness: float = 0.1
    round_base: bool = False
    coordinates: bool = False


def bgr(code: str) -> Colour:
    """Return `#rrggbb` (the `#` may lack) as (blue, green, red)."""
    blue, green, red = reversed(bytes.fromhex(code.removeprefix("#")))
    return float(blue), float(green), float(red)


CLASSIC = BoardDesign(
    rows=STANDARD.rows,
    base=bgr("d8d4c2"),
    premium={
        "T": bgr("cc2b35"),
        "D": bgr("eda3ae"),
        "t": bgr("2a66b0"),
        "d": bgr("97cbe3"),
    },
    line=bgr("f4f1e6"),
    line_width=0.04,
    labels={"T": "3W", "D": "2W", "t": "3L", "d": "2L"},
    label_ink=(250, 250, 250),
    label_height=0.3,
    margins=(1.0, 1.0, 1.0, 1.0),
    frame=bgr("7d2430"),
    bands=((0.0, 0.12, bgr("efe9d8")),),
    words=("CROSSWORDS",),
    thickness=0.2,
)
"""The board that the demonstration plays on."""
