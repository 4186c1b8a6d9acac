"""Reads a board: from a picture to what lies on every square, with how sure that is.

The path: find the grid; straighten it; judge all squares at once for tiles; fit the height of
the tiles' faces; cut each face where it really is; read the letters; turn the board the way the
letters stand; weigh everything with what the tile set and the last position allow.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from copy import copy
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from companion.board.position import Position
from companion.board.reading import BLANK_FACE, BoardReading, CellReading, Reason, Unreadable
from companion.board.square import Square
from companion.board.tiles import Tile, TileSet
from companion.text import said
from companion.vision.finding.fit import in_mirror, signed_area
from companion.vision.finding.locate import Locator
from companion.vision.finding.looks import why_not
from companion.vision.finding.place import place_of
from companion.vision.finding.planes import at_height
from companion.vision.known import Known, camera_of, expected_offsets
from companion.vision.reading.board_net import (
    MARGIN,
    MEAN_HEIGHT,
    PX_PER_CELL,
    BoardNet,
    Occupancy,
)
from companion.vision.reading.cells import cell_size_px, cut_faces, rectify
from companion.vision.reading.expect import expect, letters_left
from companion.vision.reading.faces import fit_faces
from companion.vision.reading.looks import look_again, unclear
from companion.vision.reading.orient import TURNS, best_turn, is_mirrored
from companion.vision.reading.quality import BLURRED, quality_of, without_glare
from companion.vision.reading.resemble import settle
from companion.vision.reading.sisters import with_sisters
from companion.vision.reading.weigh import no_more_than, tile_probability
from companion.vision.recognisers.api import NOT_A_TILE, LetterPosteriors, Recogniser
from companion.vision.recognisers.registry import open_recogniser

Image = NDArray[np.uint8]
Array = NDArray[np.float64]

SIZE = 15
FACE_PX = 48
FACE_SIDE = 1.0
"""Side of the patch cut around a face, in cells: the tile and a little of what is around it."""

LOOKED_AT = 0.06
"""Squares with at least this probability of a tile have their letter read."""

DOUBT = 0.86
"""Squares whose best content is less probable than this are asked about; from docs/doubt.md."""

LEAST_CELL_PX = 9.0


@dataclass(frozen=True, slots=True, eq=False)
class Stages:
    """Everything on the way from a picture to a reading, for those who debug one.

    Attributes:
        straight: uint8 (S, S, 3), the board on the plane of the tiles, as read.
        occupancy: What is believed of each square in the end, in the same turn.
        faces: Cut faces of the squares that were looked at, uint8 (N, F, F, 3).
        looked_at: Their squares as (row, col), as read.
        turn: Quarter turns from the located grid to the grid as read.
        board: float64 (N,), what the board says of the looked-at squares, compared with itself.
        face: float64 (N,), what the letter network alone says: is there a face at all?
    """

    straight: Image
    occupancy: Occupancy
    faces: NDArray[np.uint8]
    looked_at: tuple[tuple[int, int], ...]
    turn: int
    board: Array
    face: Array


class Reader:
    """Reads boards with one tile set.

    Args:
        tiles: The set in play: masks the letters and counts them.
        letters: A recogniser; the bundled network when None.
        doubt: Threshold below which a square is doubtful.
        known: What is known of the camera, the board's place and the set, if anything.
    """

    def __init__(
        self, tiles: TileSet, *, letters: Recogniser | None = None, doubt: float = DOUBT,
        known: Known | None = None,
    ) -> None:  # fmt: skip
        self.tiles = tiles
        self.known = known
        self._letters = letters or open_recogniser()
        self._board_net = BoardNet.bundled()
        self._locator: Locator | None = None
        self._doubt = doubt

    def knowing(self, known: Known | None) -> Reader:
        """Return a reader with the same networks that knows something else."""
        self.finder()
        other = copy(self)
        other.known = known
        return other

    def read(
        self, image: Image, *, corners_px: Array | None = None,
        previous: Position | None = None, seq: int = 0, t_s: float = 0.0, source: str = "",
        trace: Callable[[Stages, BoardReading, Image], None] | None = None,
    ) -> BoardReading | Unreadable:  # fmt: skip
        """Return what the board shows, or why that cannot be said.

        A picture in which the letters are mirrored, as some front cameras make them, is read as
        if it were not, and the reading says so.

        Args:
            image: uint8 (H, W, 3) BGR, upright.
            corners_px: (4, 2), the grid's outer corners where known, in the order as read;
                counter-clockwise where the picture is mirrored.
            previous: The last known position: its tiles are expected to lie there still, new
                ones beside them, and none that they took out of the bag (see `expect`).
            seq: Number of the frame.
            t_s: Its time.
            source: Its name.
            trace: Called with the stages, the reading and the picture.
        """
        if corners_px is None or signed_area(np.asarray(corners_px)) > 0:
            plain = self._read(image, corners_px, previous, seq, t_s, source, trace)
            if plain is not None:
                return plain
        flipped = np.ascontiguousarray(image[:, ::-1])
        there = (
            None if corners_px is None else in_mirror(np.asarray(corners_px), image.shape[1])
        )
        # Corners of a mirrored picture say enough; else nothing more is asked about mirrors.
        seen = self._read(flipped, there, previous, seq, t_s, source, trace, may_flip=False)
        if not isinstance(seen, BoardReading):
            return seen or why_not(image)
        back = in_mirror(np.array(seen.corners_px), image.shape[1])
        corners = tuple((float(x), float(y)) for x, y in back)
        return replace(seen, corners_px=corners, mirrored=True)

    def _read(
        self, image: Image, corners_px: Array | None, previous: Position | None, seq: int,
        t_s: float, source: str, trace: Callable[[Stages, BoardReading, Image], None] | None,
        *, may_flip: bool = True,
    ) -> BoardReading | Unreadable | None:  # fmt: skip
        """The reading of a picture as it is; None if its letters are mirrored."""
        start = time.perf_counter()
        place = place_of(image, self.finder, corners_px=corners_px, known=self.known)
        if isinstance(place, Unreadable):
            return Unreadable(place.reason, place.detail, t_s, seq, source)
        located = time.perf_counter()
        flat, homography = place.image, place.homography
        cell_px = cell_size_px(homography)
        if cell_px < LEAST_CELL_PX:
            detail = said(
                "A square is only {cell_px:.0f} pixels wide; bring the camera nearer.",
                cell_px=cell_px,
            )
            return Unreadable(Reason.OUT_OF_FOCUS, detail, t_s, seq, source)
        size = (flat.shape[1], flat.shape[0])
        camera = camera_of(homography, size, place.lens)
        plane = at_height(homography, camera, MEAN_HEIGHT)
        straight = rectify(flat, plane, px_per_cell=PX_PER_CELL, margin=MARGIN)
        quality = quality_of(straight, margin=MARGIN)
        if refusal := quality.refusal():
            return Unreadable(*refusal, t_s, seq, source)
        occupancy = without_glare(self._board_net.judge(straight), quality.washed)
        expected_at = expected_offsets(self.known, camera, occupancy)
        room = None if self.known is None else self.known.room_cells
        occupancy = settle(straight, occupancy, fit_faces(occupancy, expected_at, room).offset)
        rows, cols = np.nonzero(occupancy.tile > LOOKED_AT)
        faces_at = fit_faces(occupancy, expected_at, room)
        centres = np.column_stack([cols + 0.5, rows + 0.5]) + faces_at.offset[rows, cols]
        patches = cut_faces(flat, plane, centres, side=FACE_SIDE, size_px=FACE_PX)
        turn = 0
        if corners_px is None:
            sure = occupancy.tile[rows, cols] > 0.7
            turn = best_turn(patches[sure], self._letters, self.tiles)
            if may_flip and is_mirrored(patches[sure], turn, self._letters, self.tiles):
                return None
        upright = np.ascontiguousarray(np.rot90(patches, turn, axes=(1, 2)))
        seen = self._letters.read(upright)
        again = unclear(seen)

        def cut(side: float, shift: Array) -> NDArray[np.uint8]:
            others = cut_faces(flat, plane, centres[again] + shift, side=side, size_px=FACE_PX)
            return np.ascontiguousarray(np.rot90(others, turn, axes=(1, 2)))

        seen = look_again(self._letters, seen, again, upright[again], cut, tiles=self.tiles)
        seen = with_sisters(seen, upright)
        posteriors = seen.masked(self.tiles).weighed(self.tiles)
        corners = np.roll(place.corners_px, -turn, axis=0)
        read_rows, read_cols = TURNS[turn](rows, cols)
        tile = np.rot90(occupancy.tile, turn).copy()
        board, face = tile[read_rows, read_cols], 1 - not_a_tile(seen)
        tile[read_rows, read_cols] = tile_probability(board, face)
        hidden = np.rot90(occupancy.hidden, turn)
        expected = expect(tile, hidden, (SIZE // 2, SIZE // 2), previous)
        clear = np.zeros_like(tile)
        clear[read_rows, read_cols] = posteriors.probabilities.max(axis=1, initial=0.0)
        tile = no_more_than(expected.tile, self.tiles.total, clear, self._doubt)
        cells = self._weigh(
            tile, hidden, expected.prior, read_rows, read_cols, posteriors, previous
        )
        unsure = tuple(c.square for c in cells if c.confidence < self._doubt)
        laid = {c.square for c in cells if c.best is not None}
        if quality.blurred(tiles=len(laid), doubtful=len(laid.intersection(unsure))):
            return Unreadable(Reason.OUT_OF_FOCUS, BLURRED, t_s, seq, source)
        end = time.perf_counter()
        reading = BoardReading(
            cells, tuple((float(x), float(y)) for x, y in corners),
            unsure, t_s, seq, source, SIZE,
            (("locate", located - start), ("read", end - located), ("total", end - start)),
            quality.glare,
        )  # fmt: skip
        if trace is not None:
            turned = Occupancy(tile, hidden, np.rot90(occupancy.offset, turn))
            squares = tuple(zip(read_rows.tolist(), read_cols.tolist(), strict=True))
            upright_board = np.ascontiguousarray(np.rot90(straight, turn))
            stages = Stages(upright_board, turned, upright, squares, turn, board, face)
            trace(stages, reading, image)
        return reading

    def finder(self) -> Locator:
        """Return what finds the board; loaded once for all that share the networks."""
        self._locator = self._locator or Locator()
        return self._locator

    def _weigh(
        self, tile: Array, hidden: Array, prior: Array, rows: NDArray[np.intp],
        cols: NDArray[np.intp], posteriors: LetterPosteriors, previous: Position | None,
    ) -> tuple[CellReading, ...]:  # fmt: skip
        limits = np.array([
            self.tiles.blanks if token == BLANK_FACE else self.tiles.count(Tile(token))
            for token in posteriors.classes
        ])  # fmt: skip
        squares = [(int(r), int(c)) for r, c in zip(rows, cols, strict=True)]
        letters = letters_left(
            posteriors.probabilities, posteriors.classes, limits, tile[rows, cols], squares,
            previous,
        )  # fmt: skip
        by_square = {square: k for k, square in enumerate(squares)}
        cells = []
        for row in range(SIZE):
            for col in range(SIZE):
                k = by_square.get((row, col))
                ranked: tuple[tuple[str, float], ...] = ()
                if k is not None:
                    order = np.argsort(letters[k])[::-1][:5]
                    ranked = tuple((posteriors.classes[i], float(letters[k, i])) for i in order)
                cells.append(CellReading(
                    Square(row, col), float(tile[row, col]), ranked,
                    hidden=bool(hidden[row, col] > 0.5), prior=float(prior[row, col]),
                ))  # fmt: skip
        return tuple(cells)


def not_a_tile(seen: LetterPosteriors) -> Array:
    """Return how probable it is that each patch shows no face; a half where nobody says."""
    if NOT_A_TILE not in seen.classes:
        return np.full(len(seen), 0.5)
    return seen.probabilities[:, seen.classes.index(NOT_A_TILE)]
