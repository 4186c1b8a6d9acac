"""Eyes that stay on one board: found once, followed, found again, and read when it is new.

A reader takes every picture for itself. Over a camera that is wasteful and unsteady: most
frames show what the last one showed, hands come and go, boards and cameras are pushed, and an
almost empty board looks alike from four sides. These eyes remember.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from companion.board.position import Position
from companion.board.reading import BoardReading, Reason, Unreadable
from companion.board.square import Square
from companion.camera.seldom import Seldom
from companion.errors import ConfigError
from companion.inference.settle import taken
from companion.text import said
from companion.vision.finding.fit import homography_from_corners, transform
from companion.vision.finding.lens import lens_of
from companion.vision.finding.locate import Located, Locator
from companion.vision.types import Image
from companion.watching.following.bearings import LEAD, STRAIGHT, bearing, clarity, shows
from companion.watching.following.lost import Lost
from companion.watching.following.mirror import MIRRORED, Mirror
from companion.watching.following.parts import Finds, Reads, Straightens, Trace
from companion.watching.following.steady import SteadyCorners, in_order
from companion.watching.following.stillness import Look, Stillness

log = logging.getLogger(__name__)

Array = NDArray[np.float64]

READINGS = 3
"""Readings of its own, all alike, that a still board gets before they are told again."""

MOST_READINGS = 9
"""After so many that are not alike it is taken as it is: two letters that alternate."""

REFRESH_S = 3.0
"""When a board on which nothing changes is read all the same: a bare tile of the board's own
colour hardly shows in what moves. Each time it tells nothing new, the next wait doubles."""

LONGEST_REFRESH_S = 12.0

RESTLESS_S = 1.0
"""How often a board is read over which something has been moving for long, or that was too dark
or too blurred: light that comes back is no motion."""

BENT = 0.01
"""From this radial term on a lens should be calibrated; the board's own lines tell a fraction
of the true one."""

TRIES = 3
"""Readings that may fit nothing that is known before they are believed, after a push."""

HAND = said("Something moves over the board; it is read when nothing does.")
MOVED = said("The board or the camera has moved; the board is being looked for again.")


class LiveEyes:
    """Reads the frames of one camera over one board. Belongs to one thread.

    Args:
        reader: Reads single pictures.
        locator: Finds the board; loads its own networks when None.
        lens: As calibrated; None where it is taken for straight.
        posed: Says for pictures of a size, (width, height), where a calibration has posed the
            grid in the straightened picture; the board is looked for there first.
    """

    def __init__(
        self, reader: Reads, locator: Finds | None = None, *, lens: Straightens | None = None,
        posed: Callable[[int, int], Array | None] = lambda width_px, height_px: None,
        trace: Trace | None = None,
    ) -> None:  # fmt: skip
        self._reader = reader
        self._locator: Finds = locator or Locator()
        self._measured = self._lens = lens
        self._posed = posed
        self._trace = trace
        self._may_log = Seldom()
        self._is_bent = False
        self._mirror = Mirror()
        self._size: tuple[int, int] = (0, 0)
        self._steady: SteadyCorners | None = None
        self._watch: Stillness | None = None
        self._given: Array | None = None
        self._pinned: tuple[Array, SteadyCorners] | None = None
        self._jolted = False
        self._tries = 0
        self._judged: frozenset[Square] = frozenset()
        self._kept: list[BoardReading | Unreadable] = []
        self._read_s = self._measured_s = 0.0
        self._refresh_s, self._readings = REFRESH_S, 0
        self._lost = Lost()
        self.full_readings = 0
        """Frames that were read anew, for those who measure."""
        self.look: Look | None = None
        """What the last frame said before it was read."""

    @property
    def moves(self) -> int:
        """How often the board was found to have moved."""
        return 0 if self._steady is None else self._steady.moves

    def read(
        self, image: Image, *, corners_px: Array | None = None,
        previous: Position | None = None, seq: int = 0, t_s: float = 0.0, source: str = "",
    ) -> BoardReading | Unreadable:  # fmt: skip
        """Return what the board shows, or why that cannot be said of this frame.

        Args:
            image: uint8 (H, W, 3) BGR, upright.
            corners_px: (4, 2), where somebody has shown the grid to be, in the order as read;
                believed until the board moves.
            previous: What is known to lie there; turns and slips of the grid are told by it.
            seq: Number of the frame.
            t_s: Its time.
            source: Its name.
        """
        self._notice_size(image)
        self._notice_given(corners_px)
        result = self._gated(image, t_s) or self._full(image, previous, t_s)
        return replace(result, t_s=t_s, seq=seq, source=source)

    # --- what came from outside ---------------------------------------------------------------

    def _notice_size(self, image: Image) -> None:
        size = (image.shape[1], image.shape[0])
        if size != self._size:
            # Another camera, or this one in another mode: nothing measured in pixels holds.
            corners = self._posed(*size)
            steady = None if corners is None else SteadyCorners(corners)
            self._size, self._given, self._pinned, self._steady = size, None, None, steady
            self._lens = self._lens_for(*size)
            self._forget()

    def _lens_for(self, width_px: int, height_px: int) -> Straightens | None:
        if self._measured is None:
            return None
        try:
            return self._measured.for_size(width_px, height_px)
        except ConfigError as fault:  # nobody knows how this mode crops: taken for straight
            self._log(logging.WARNING, f"the calibration is left aside: {fault}")
            return None

    def _notice_given(self, corners_px: Array | None) -> None:
        if corners_px is None or (
            self._given is not None and np.array_equal(self._given, corners_px)
        ):
            return
        self._given = np.array(corners_px, dtype=np.float64)
        flat = self._given if self._lens is None else self._lens.undistort(self._given)
        flat = self._mirror.shown(flat, self._size[0])
        moves = self.moves
        self._steady = SteadyCorners(flat, moves=moves)
        self._pinned = (flat, self._steady)
        self._forget()

    def _forget(self) -> None:
        self._watch, self._jolted = None, False
        self._lost.forget()
        self._kept.clear()

    # --- frames that need no reading ----------------------------------------------------------

    def _gated(self, image: Image, t_s: float) -> BoardReading | Unreadable | None:
        """The answer without a reading: something moves, or nothing is new."""
        if self._watch is None:
            return None
        self.look = look = self._watch.look(image, t_s)
        self._jolted |= look.jolted
        if look.moving:
            self._kept.clear()
            return Unreadable(Reason.HAND_OVER_BOARD, HAND)
        since_s = t_s - self._read_s
        if look.restless and self._kept and not self._jolted and 0.0 <= since_s < RESTLESS_S:
            return self._told_again()
        if look.changed or self._jolted:
            self._kept.clear()
            self._refresh_s = REFRESH_S
        if len(self._kept) < READINGS:
            return None
        wait_s = self._refresh_s if isinstance(self._kept[-1], BoardReading) else RESTLESS_S
        return self._told_again() if 0.0 <= since_s < wait_s else None

    def _told_again(self) -> BoardReading | Unreadable:
        """One of the last readings: each of them votes, as long as they see the same tiles."""
        newest = self._kept[-1]
        if not isinstance(newest, BoardReading):
            return newest
        self._kept.insert(0, self._kept.pop())
        other = self._kept[-1]
        if isinstance(other, BoardReading) and taken(other) == taken(newest):
            return replace(other, corners_px=newest.corners_px)
        return newest

    # --- frames that are read -----------------------------------------------------------------

    def _full(
        self, image: Image, previous: Position | None, t_s: float
    ) -> BoardReading | Unreadable:
        trouble = self._lost.still(image, t_s) or self._place(image, t_s)
        if trouble is not None:
            self._kept.clear()
            return trouble
        result = self._read_here(image, previous)
        if isinstance(result, Unreadable) and result.reason is Reason.CALIBRATION_STALE:
            self._kept.clear()
            return result
        if self._watch is None:
            self._watch = Stillness(homography_from_corners(self._bent(self._corners)))
            self._watch.look(image, t_s)
        self._watch.read()
        self._keep(result)
        self._read_s = t_s
        return result

    def _keep(self, result: BoardReading | Unreadable) -> None:
        """Keep a reading to be told again, with those before that are like it.

        A camera that has just focused shows other letters than a moment ago, and nothing moved.
        """
        if len(self._kept) >= READINGS:
            self._refresh_s = min(2 * self._refresh_s, LONGEST_REFRESH_S)
            self._readings = 0
        self._readings = self._readings + 1 if self._kept else 1
        kept = [*self._kept, result]
        if self._readings < MOST_READINGS:
            kept = [each for each in kept if _alike(each, result)]
        self._kept = kept[-READINGS:]

    def _place(self, image: Image, t_s: float) -> Unreadable | None:
        """Find the board or follow it; None when it lies where `_corners` says."""
        if self._kept and self._stands(t_s):
            return None
        found = self._found(image)
        if isinstance(found, Unreadable):
            # Corners that somebody showed stand even where no grid can be seen.
            if self._pinned is None or self._jolted:
                self._lost.note(image, t_s, found)
                return found
            self._lost.forget()
            return None
        self._lost.forget()
        self._measured_s = t_s
        if self._steady is None:
            self._steady = SteadyCorners(found.corners_px)
            return None
        if self._pinned is not None and self._pinned[1] is self._steady:
            # The first measure after corners were shown: moves are told against it.
            measured = in_order(found.corners_px, self._steady.corners_px)
            self._steady = replace(self._steady, corners_px=measured)
            self._pinned = (self._pinned[0], replace(self._steady))
            return None
        before = self._steady.moves
        self._steady = self._steady.step(found.corners_px)
        if self._steady.moving:
            self._jolted, self._tries = True, TRIES
            return Unreadable(Reason.CALIBRATION_STALE, MOVED)
        if self._steady.suspect_px is None:
            self._jolted = False
        if self._steady.moves > before:
            self._log(logging.INFO, "the board has moved; it was found again")
            self._watch = None
        return None

    def _stands(self, t_s: float) -> bool:
        """Whether the board was measured just now, and nothing has moved since."""
        steady = self._steady
        return (
            steady is not None and steady.suspect_px is None and not self._jolted
            and 0.0 <= t_s - self._measured_s < REFRESH_S
        )  # fmt: skip

    def _found(self, image: Image) -> Located | Unreadable:
        flat = self._flat(image)
        if self._steady is not None and not self._jolted:
            found = self._locator.track(flat, _located(self._steady.corners_px, self._size))
            if isinstance(found, Located):
                return found
        found = self._locator.locate(flat)
        if isinstance(found, Located) and self._steady is None:
            self._is_bent = abs(found.lens.k) >= BENT
            if self._is_bent:
                self._log(logging.WARNING, "the lens bends straight lines; calibrate it")
        return found

    def _read_here(self, image: Image, previous: Position | None) -> BoardReading | Unreadable:
        flat = self._flat(image)
        reading = self._one(flat, previous)
        if isinstance(reading, Unreadable):
            return reading
        if self._mirror.turns_out(self._reader, flat, reading):
            self._steady, self._pinned = None, None
            self._forget()
            return Unreadable(Reason.CALIBRATION_STALE, MIRRORED)
        if previous:
            reading = self._by_what_is_known(flat, reading, previous)
        elif self._pinned is None:
            reading = self._by_letters(flat, reading)
        if isinstance(reading, Unreadable):
            return reading
        corners = self._bent(self._corners)
        seen = tuple((float(x), float(y)) for x, y in corners)
        bent, over = self._is_bent, self._mirror.on
        return replace(reading, corners_px=seen, bent=bent, mirrored=over)

    def _by_letters(self, flat: Image, reading: BoardReading) -> BoardReading:
        """Before anything is known, the letters decide which way is up, as tiles are laid."""
        seen = taken(reading)
        covered = any(cell.hidden for cell in reading.cells)
        if covered or seen == self._judged or self._steady is None:
            return reading
        self._judged = seen
        best, corners, least = reading, self._steady.corners_px, clarity(reading) + LEAD
        for turn in (1, 2, 3):
            turned = np.roll(self._steady.corners_px, -turn, axis=0)
            other = self._one(flat, None, turned)
            if isinstance(other, BoardReading) and clarity(other) > least:
                best, corners, least = other, turned, clarity(other)
        if best is not reading:
            self._steady = replace(self._steady, corners_px=corners, suspect_px=None)
        return best

    def _by_what_is_known(
        self, flat: Image, reading: BoardReading, previous: Position
    ) -> BoardReading | Unreadable:
        found = bearing(reading, previous)
        if found is None and self._tries > 0:
            self._tries -= 1
            self._jolted = True
            return Unreadable(Reason.CALIBRATION_STALE, MOVED)
        if found is None or found == STRAIGHT:
            return reading
        corners = found.corners(tuple(map(tuple, self._corners.tolist())), reading.size)
        mended = self._one(flat, previous, np.array(corners, dtype=np.float64))
        if isinstance(mended, Unreadable) or not shows(mended, previous):
            return reading
        self._log(logging.INFO, "the board was turned; it is read as the known tiles lie")
        self._steady = SteadyCorners(np.array(corners, dtype=np.float64), moves=self.moves + 1)
        self._pinned = None
        return mended

    def _one(
        self, flat: Image, previous: Position | None, corners_px: Array | None = None
    ) -> BoardReading | Unreadable:
        self.full_readings += 1
        at = self._corners if corners_px is None else corners_px
        return self._reader.read(flat, corners_px=at, previous=previous, trace=self._trace)

    def _log(self, level: int, line: str) -> None:
        if self._may_log(line):
            log.log(level, "%s", line)

    # --- places -------------------------------------------------------------------------------

    @property
    def _corners(self) -> Array:
        """Where the grid is in the straightened picture, float64 (4, 2), as read."""
        if self._steady is None:
            raise RuntimeError("no board has been found yet")
        if self._pinned is None:
            return self._steady.corners_px
        shown, then = self._pinned
        if self._steady.moves == then.moves:
            return shown
        back = np.linalg.inv(homography_from_corners(then.corners_px))
        return transform(homography_from_corners(self._steady.corners_px) @ back, shown)

    def _flat(self, image: Image) -> Image:
        flat = image if self._lens is None else self._lens.straightened(image)
        return self._mirror.picture(flat)

    def _bent(self, points_px: Array) -> Array:
        flat = self._mirror.points(points_px, self._size[0])
        return flat if self._lens is None else self._lens.distort(flat)


def _alike(one: BoardReading | Unreadable, other: BoardReading | Unreadable) -> bool:
    if isinstance(one, BoardReading) and isinstance(other, BoardReading):
        return one.position() == other.position()
    return type(one) is type(other)


def _located(corners_px: Array, size: tuple[int, int]) -> Located:
    matrix = homography_from_corners(corners_px)
    return Located(corners_px, matrix, 1.0, lens_of(*size), matrix)
