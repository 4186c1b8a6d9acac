"""Rendered pictures of boards in play, with the exact truth of what they show."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.synth.board_art import paint_board
from companion.synth.board_design import CLASSIC, BoardDesign
from companion.synth.face_style import FaceStyle
from companion.synth.faces import render_face
from companion.synth.fonts import bundled_fonts
from companion.synth.light import add_glare, expose, light_field
from companion.synth.recess import draw_recessed
from companion.synth.scene_tiles import Face, LaidTile, TileShape, cast_shadows, draw_tiles
from companion.synth.surroundings import add_clutter, add_hand, paint_table
from companion.synth.viewpoint import Viewpoint, look_at

Image = NDArray[np.uint8]
FloatImage = NDArray[np.float32]


@dataclass(frozen=True, slots=True, eq=False)
class Scene:
    """A picture and its truth.

    Attributes:
        image: uint8 (H, W, 3) BGR.
        corners_px: float64 (4, 2), outer corners of the grid: TL, TR, BR, BL as read.
        homography: float64 (3, 3), board units (u, v) to px; with a lens that bends lines, the
            best fit over the grid.
        cells: 15 lists of 15 tokens: "" empty, "?" a blank face.
        quads_px: For each occupied square (row, col), its tile's face, float64 (4, 2).
        hidden: Squares that a hand covers.
        view: The camera.
        has_board: False for pictures of something else.
        thickness: Height of the tiles' faces above the board, in cells.
        recess: Depth of the squares' floors below the plane of `homography`, in cells.
    """

    image: Image
    corners_px: NDArray[np.float64]
    homography: NDArray[np.float64]
    cells: list[list[str]]
    quads_px: dict[tuple[int, int], NDArray[np.float64]]
    hidden: frozenset[tuple[int, int]]
    view: Viewpoint
    has_board: bool = True
    thickness: float = 0.0
    recess: float = 0.0


@dataclass(frozen=True, slots=True)
class TileSetLook:
    """A set of tiles: style of the faces, size, values, how carelessly they are laid."""

    style: FaceStyle
    shape: TileShape
    values: Mapping[str, int] = field(default_factory=dict)
    slack: float = 0.03
    turn_deg: float = 1.5


def _faces(
    look: TileSetLook, size_px: int, rng: np.random.Generator, light: tuple[float, float]
) -> Callable[[str], Face]:
    made: dict[str, Face] = {}
    seed = int(rng.integers(2**31))

    def face_of(token: str) -> Face:
        if token not in made:
            face = render_face(
                look.style, token, look.values.get(token), size_px,
                np.random.default_rng(seed + len(made)), light_dir=light,
            )  # fmt: skip
            made[token] = (face.bgr, face.alpha)
        return made[token]

    return face_of


def lay(
    cells: Sequence[Sequence[str]], look: TileSetLook, rng: np.random.Generator
) -> list[LaidTile]:
    """Put a tile on every occupied square, as carelessly as people do."""
    laid = []
    drift = rng.normal(0, look.slack * 0.5, 2)
    room = max(0.0, 1 - look.shape.width)
    for row in range(15):
        for col in range(15):
            if cells[row][col]:
                du, dv = np.clip(
                    drift + rng.normal(0, look.slack, 2), -room / 2 - 0.06, room / 2 + 0.06
                )
                laid.append(LaidTile(
                    cells[row][col], col + 0.5 + float(du), row + 0.5 + float(dv),
                    float(rng.normal(0, look.turn_deg)), float(rng.normal(1, 0.03)),
                ))  # fmt: skip
    return laid


def compose(
    design: BoardDesign, look: TileSetLook, cells: Sequence[Sequence[str]], view: Viewpoint,
    rng: np.random.Generator, *, size: tuple[int, int], light: tuple[float, float],
    table: NDArray[np.float32] | None = None, loose: Sequence[LaidTile] = (),
    hand: tuple[float, float] | bool = False, clutter: bool = False, shadow: float = 0.4,
    upside_down: float = 0.0, tiles: Sequence[LaidTile] | None = None,
) -> tuple[FloatImage, dict[tuple[int, int], NDArray[np.float64]], Image]:  # fmt: skip
    """Return the light that reaches an ideal lens, before exposure.

    Args:
        design: The board.
        look: The tiles.
        cells: 15 x 15 tokens.
        view: The camera (its distortion is not applied here).
        rng: For everything not fixed by the other arguments.
        size: (width, height) in px.
        light: Direction (u, v) the light comes from.
        table: Picture of the bare table; a random one when None.
        loose: Tiles beside the grid.
        hand: Whether a hand is over the board, or where its finger tips are.
        clutter: Whether other things lie about.
        shadow: Strength 0..1.
        upside_down: Chance that a tile lies turned by half a turn.
        tiles: Exactly these tiles instead of ones laid at random from `cells`.

    Returns:
        float32 (H, W, 3); faces by square in ideal px; uint8 (H, W) cover of the hand.
    """
    image = paint_table(size, view, rng) if table is None else table.copy()
    if clutter:
        add_clutter(image, view, rng, max(design.margins))
    cell_px = _cell_px(view)
    art = paint_board(design, int(np.clip(round(cell_px * 1.1), 10, 110)), rng, light=light)
    _draw_slab(image, view, design)
    if design.recess > 0:
        draw_recessed(image, art, design, view, light, rng, cell_px=cell_px)
    else:
        homography = view.plane(0.0) @ art.to_board
        flags = cv2.INTER_LINEAR
        board = cv2.warpPerspective(art.image, homography, size, flags=flags)
        cover = cv2.warpPerspective(art.mask, homography, size, flags=flags)[..., None]
        image += (np.asarray(board, np.float32) - image) * cover
    laid = list(tiles) if tiles is not None else lay(cells, look, rng)
    if upside_down:
        laid = [
            LaidTile(t.token, t.u, t.v, t.turn_deg + 180 * (rng.random() < upside_down), t.gain)
            for t in laid
        ]
    everything = [*laid, *loose]
    softness = float(rng.uniform(0.02, 0.2)) * cell_px
    cast_shadows(image, view, everything, look.shape, light, shadow, softness)
    face_of = _faces(look, int(np.clip(round(cell_px * 1.15), 12, 140)), rng, light)
    quads = draw_tiles(image, view, everything, look.shape, face_of)
    by_square = {(int(t.v), int(t.u)): quads[k] for k, t in enumerate(laid)}
    mask = np.zeros(image.shape[:2], np.uint8)
    if hand is not False:
        mask = add_hand(image, view, rng, reach=None if hand is True else hand)
    return image, by_square, mask


def finish(
    image: NDArray[np.float32], view: Viewpoint, rng: np.random.Generator, *, hard: float
) -> Image:
    """Apply uneven light, glare, the lens and the sensor to a composed picture."""
    size = (image.shape[1], image.shape[0])
    image *= light_field(size, rng)[..., None]
    if rng.random() < 0.2 * hard:
        add_glare(image, rng)
    if view.k1:
        map_x, map_y = view.undistort_map(*size)
        image = np.asarray(
            cv2.remap(image, map_x, map_y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT),
            np.float32,
        )
    return expose(image, rng, hard=hard)


def truth(
    image: Image, view: Viewpoint, cells: Sequence[Sequence[str]],
    quads: Mapping[tuple[int, int], NDArray[np.float64]], hand: NDArray[np.uint8],
    thickness: float, recess: float = 0.0,
) -> Scene:  # fmt: skip
    """Return a scene with everything known about it."""
    grid = np.array([[u, v, 0.0] for v in range(16) for u in range(16)], np.float64)
    px = view.project(grid)
    homography, _ = cv2.findHomography(grid[:, :2], px)
    corners = px[[0, 15, 255, 240]]
    hidden = set()
    h, w = hand.shape
    if hand.any():
        centres = np.array([[c + 0.5, r + 0.5, 0.0] for r in range(15) for c in range(15)])
        for k, (x, y) in enumerate(view.project_ideal(centres)):
            if 0 <= x < w and 0 <= y < h and hand[int(y), int(x)]:
                hidden.add((k // 15, k % 15))
    return Scene(
        image, corners, np.asarray(homography, np.float64), [list(row) for row in cells],
        {square: view.distort(quad) for square, quad in quads.items()}, frozenset(hidden), view,
        thickness=thickness, recess=recess,
    )  # fmt: skip


def _cell_px(view: Viewpoint) -> float:
    ends = view.project_ideal(np.array([[7.0, 7, 0], [8, 7, 0], [7, 8, 0]]))
    return float(max(np.linalg.norm(ends[1] - ends[0]), np.linalg.norm(ends[2] - ends[0])))


def _draw_slab(image: NDArray[np.float32], view: Viewpoint, design: BoardDesign) -> None:
    left, top, right, bottom = design.margins
    outline = np.array([[-left, -top], [15 + right, -top], [15 + right, 15 + bottom],
                        [-left, 15 + bottom]])  # fmt: skip
    if design.round_base:
        return
    foot = np.column_stack([outline, np.full(4, -design.thickness)])
    roof = np.column_stack([outline, np.zeros(4)])
    points = view.project_ideal(np.vstack([foot, roof]))
    if np.abs(points).max() > 2e4:
        return
    shadow = np.zeros(image.shape[:2], np.float32)
    hull = cv2.convexHull(view.project_ideal(foot).astype(np.float32))[:, 0]
    cv2.fillConvexPoly(shadow, hull.astype(np.int32), 1.0)
    soft = cv2.GaussianBlur(shadow, (0, 0), max(1.0, 0.3 * _cell_px(view)))
    image *= (1 - 0.45 * np.asarray(soft, np.float32))[..., None]
    hull = cv2.convexHull(points.astype(np.float32))[:, 0]
    side = tuple(0.6 * c for c in design.frame)
    cv2.fillConvexPoly(image, np.round(hull * 8).astype(np.int32), side, cv2.LINE_AA, 3)


def render_board(
    cells: Sequence[Sequence[str]], *, values: Mapping[str, int], seed: int = 0,
    size: tuple[int, int] = (1280, 960), tilt_deg: float = 16.0, azimuth_deg: float = 3.0,
    hand: tuple[float, float] | bool = False, bump: tuple[float, float] = (0.0, 0.0),
    warmth: float = 0.0, design: BoardDesign = CLASSIC, frame: int = 0,
) -> Scene:  # fmt: skip
    """Return one frame of a camera that stands still over a game.

    The same seed gives the same table, board, tiles and light; `frame` only changes the noise.

    Args:
        cells: 15 x 15 tokens; lower case for a blank (its face is bare).
        values: Points printed on each letter's tile.
        seed: Of the set and its place.
        size: (width, height) in px.
        tilt_deg: Camera from straight above.
        azimuth_deg: Turn of the board.
        hand: A hand over the board, or where its finger tips are (u, v).
        bump: How far the board has been pushed, in cells.
        warmth: -1..1, light turning from blue to yellow.
        design: The board.
        frame: Number of the frame.
    """
    rng = np.random.default_rng(seed)
    font = bundled_fonts()[0].path
    style = FaceStyle(font, font, face=(178, 214, 235), ink=(30, 26, 28))
    look = TileSetLook(style, TileShape(0.9, 0.9, 0.2), dict(values), 0.02, 1.0)
    view = look_at(
        size=size, focal_px=size[0] * 0.95, tilt_deg=tilt_deg, azimuth_deg=azimuth_deg,
        roll_deg=0.0, distance=size[0] * 0.95 * 15 / (0.74 * size[1]),
        target=(7.5 - bump[0], 7.5 - bump[1]),
    )  # fmt: skip
    faces = [["?" if t and t != t.upper() else t for t in row] for row in cells]
    table = paint_table(size, view, np.random.default_rng(seed + 1), homely=True)
    placing = np.random.default_rng(seed + 2)
    everywhere = lay([["A"] * 15 for _ in range(15)], look, placing)
    tiles = [
        LaidTile(faces[k // 15][k % 15], t.u, t.v, t.turn_deg, t.gain)
        for k, t in enumerate(everywhere)
        if faces[k // 15][k % 15]
    ]
    image, quads, cover = compose(
        design, look, faces, view, rng, size=size, light=(-0.8, -0.6), table=table,
        hand=hand, shadow=0.35, tiles=tiles,
    )  # fmt: skip
    field = light_field(size, np.random.default_rng(seed + 3))
    # Exposed for the brightest part, as a camera does.
    image *= (field / np.percentile(field, 97))[..., None]
    image *= np.array([1 - 0.15 * warmth, 1, 1 + 0.15 * warmth], np.float32)
    noise = np.random.default_rng(seed * 7919 + frame)
    image += noise.normal(0, 1.5, image.shape[:2]).astype(np.float32)[..., None]
    picture = np.clip(image, 0, 255).astype(np.uint8)
    return truth(picture, view, faces, quads, cover, look.shape.thickness)
