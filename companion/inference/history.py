"""From the readings of a whole game to its turns: later pictures explain earlier ones.

Several histories are followed side by side. A tile missed in one picture makes a cheap start
and dear later pictures; the history that had it from the beginning overtakes, and the turn is
told right. Letters are settled at the end, by all pictures that show a tile.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from companion.board.layout import STANDARD, Layout
from companion.board.placement import Placement
from companion.board.position import Position
from companion.board.reading import BoardReading
from companion.board.square import Square
from companion.board.tiles import BLANK, TileSet
from companion.inference.diff import DOUBT, Doubt
from companion.inference.evidence import UNKNOWN, Evidence, evidence_of
from companion.inference.letters import token_of
from companion.inference.moved import rearranged
from companion.inference.spans import clear_squares
from companion.inference.structure import UNCHANGED_PRIOR, Structure, structures
from companion.inference.votes import Votes, named

WIDTH = 8
"""Histories followed side by side."""

BRANCHES = 6
"""Explanations of one picture that each history tries."""


ADOPTED_PRIOR = -25.0
"""Nats for taking a board as it lies, though no turns explain it: a game joined half-way."""

LEAST_ADOPTED = 3
"""Unexplained squares that it takes for that."""

UNFIT_PRIOR = -40.0
"""Nats for a picture that has nothing to do with the game: a grid a row off, another board."""

RECENT = 8
"""Pictures that the letters of the running position are taken from."""


@dataclass(frozen=True, slots=True)
class Move:
    """What one picture added, squares only.

    Attributes:
        frame: Index of the picture in which it shows.
        withdrawn: Squares of the play taken off first.
        plays: New squares of each play, in order; more than one after pictures that failed.
        missed: How many pictures just before this one told nothing.
        adopted: Squares taken as they lie, though no turn explains them.
    """

    frame: int
    withdrawn: tuple[Square, ...] = ()
    plays: tuple[tuple[Square, ...], ...] = ()
    missed: int = 0
    adopted: tuple[Square, ...] = ()


@dataclass(frozen=True, slots=True)
class Track:
    """One history of the game so far.

    Attributes:
        board: Where tiles lie; all shown as blanks, letters are no matter here.
        last: Squares of the play that could be taken off next.
        moves: One for each picture that could be read and fits.
        missed: How many pictures told nothing since the last move.
        weight: Nats for it.
    """

    board: Position
    last: tuple[Square, ...] = ()
    moves: tuple[Move, ...] = ()
    missed: int = 0
    weight: float = 0.0


@dataclass(frozen=True, slots=True)
class Told:
    """One move with its letters, as all pictures together show them."""

    frame: int
    missed: int
    withdrawn: tuple[Square, ...]
    plays: tuple[tuple[Placement, ...], ...]
    adopted: tuple[Placement, ...]
    doubts: tuple[Doubt, ...]
    quarantined: tuple[Square, ...]
    moved: tuple[tuple[Placement, ...], ...] = ()
    """Plays of earlier moves whose tiles lie in another order from this picture on."""


class History:
    """The game as told by the pictures given so far. Immutable: `after` returns the next."""

    __slots__ = ("_layout", "_rack_size", "_readings", "_start", "_tiles", "_tracks")

    def __init__(
        self,
        tiles: TileSet,
        *,
        layout: Layout = STANDARD,
        rack_size: int = 7,
        start: Position | None = None,
    ) -> None:
        """Begin with a position, by default the empty board."""
        self._tiles = tiles
        self._layout = layout
        self._rack_size = rack_size
        self._start = start or Position(size=layout.size)
        self._readings: tuple[BoardReading | None, ...] = ()
        board = Position({s: BLANK for s, _ in self._start.items()}, size=layout.size)
        self._tracks: tuple[Track, ...] = (Track(board),)

    def after(self, reading: BoardReading | None) -> History:
        """Return the history with one more picture; None is one that could not be read."""
        new = History(
            self._tiles, layout=self._layout, rack_size=self._rack_size, start=self._start
        )
        if reading is not None and reading.size != self._layout.size:
            reading = None
        new._readings = (*self._readings, reading)
        if reading is None:
            new._tracks = tuple(replace(t, missed=t.missed + 1) for t in self._tracks)
            return new
        letters = self.position()
        new._tracks = self._followed(evidence_of(reading, letters), letters)
        return new

    def _followed(self, evidence: Evidence, letters: Position) -> tuple[Track, ...]:
        best: dict[tuple[object, ...], Track] = {}
        full = sum(e.as_known for e in evidence.values() if e.looks_taken)
        for track in self._tracks:
            found = structures(
                track.board,
                evidence,
                self._layout,
                last_play=track.last,
                letters=letters,
                missed=track.missed,
                rack_size=self._rack_size,
            )
            grown = [self._grown(track, s, evidence) for s in found[:BRANCHES]]
            still = self._grown(track, Structure((), (), UNCHANGED_PRIOR), evidence)
            adopted = [a for g in (grown[0], still) for a in self._adopted(g, evidence)]
            unfit = replace(
                track, missed=track.missed + 1, weight=track.weight + full + UNFIT_PRIOR
            )
            for new in (*grown, *adopted, unfit):
                key = (new.board, new.last, new.missed)
                if key not in best or best[key].weight < new.weight:
                    best[key] = new
        ranked = sorted(best.values(), key=lambda t: -t.weight)
        top = ranked[0].weight
        # Only differences mean anything; sums of hundreds of pictures shall stay small.
        return tuple(replace(t, weight=t.weight - top) for t in ranked[:WIDTH])

    def _grown(self, track: Track, structure: Structure, evidence: Evidence) -> Track:
        standing = sum(evidence.get(s, UNKNOWN).as_known for s, _ in track.board.items())
        laid = {s: BLANK for play in structure.plays for s in play}
        board = track.board.without(structure.withdrawn).with_tiles(laid)
        last = () if structure.withdrawn else track.last
        if structure.plays:
            last = structure.plays[-1]
        move = Move(len(self._readings), structure.withdrawn, structure.plays, track.missed)
        weight = track.weight + standing + structure.weight
        return Track(board, last, (*track.moves, move), weight=weight)

    @staticmethod
    def _adopted(track: Track, evidence: Evidence) -> tuple[Track, ...]:
        """The same track with all that it does not explain taken as it lies."""
        odd = tuple(sorted(clear_squares(evidence, track.board)))
        if len(odd) < LEAST_ADOPTED:
            return ()
        board = track.board.with_tiles(dict.fromkeys(odd, BLANK))
        gain = sum(evidence[s].as_new for s in odd) + ADOPTED_PRIOR
        moves = (*track.moves[:-1], replace(track.moves[-1], adopted=odd))
        return (Track(board, (), moves, weight=track.weight + gain),)

    @property
    def track(self) -> Track:
        """The likeliest history."""
        return self._tracks[0]

    def position(self) -> Position:
        """The board now, letters included, as the last pictures show them."""
        return self._named(self._votes(self.track, since=len(self._readings) - RECENT))

    def _named(self, votes: Votes) -> Position:
        new = [s for s, _ in self.track.board.items() if s not in self._start]
        kept = Position(
            {s: t for s, t in self._start.items() if s in self.track.board},
            size=self._layout.size,
        )
        return kept.with_tiles(dict(named(new, votes, self._tiles, kept).items()))

    def told(self) -> tuple[Told, ...]:
        """Return every move with its letters; pictures without one told nothing."""
        track = self.track
        votes = self._votes(track)
        final = self._named(votes)
        moves, told = list(track.moves), []
        board = dict(self._start.items())
        moved: dict[int, list[tuple[Placement, ...]]] = {}
        for k, move in enumerate(moves):
            for square in move.withdrawn:
                board.pop(square, None)
            squares = [s for play in move.plays for s in play]
            later = tuple(moved.get(move.frame, ()))
            board |= {p.square: p.tile for play in later for p in play}
            there = Position(board, size=self._layout.size)
            until = self._taken_off(squares, moves[k + 1 :])
            if self._stands(squares, moves[k + 1 :]):
                letters, seen = final, votes
            else:
                seen = self._collected(squares, move.frame, until)
                letters = named(squares, seen, self._tiles, there)
            doubts, laid = list[Doubt](), []
            for play in move.plays:
                names, by = letters, seen
                if other := self._moved(play, move.frame, until):
                    frame, by, after = other
                    names = named(play, by, self._tiles, there)
                    now = named(play, after, self._tiles, there)
                    moved.setdefault(frame, []).append(_placed(play, now))
                laid.append(_placed(play, names))
                doubts += self._doubts((laid[-1],), by)
            plays = tuple(laid)
            adopted = _placed(move.adopted, final)
            board |= {p.square: p.tile for play in (*plays, adopted) for p in play}
            told.append(
                Told(
                    move.frame,
                    move.missed,
                    move.withdrawn,
                    plays,
                    adopted,
                    (*doubts, *self._doubts((adopted,), seen)),
                    self._unexplained(move.frame, board),
                    later,
                )
            )
        return tuple(told)

    def _votes(self, track: Track, since: int = 0) -> Votes:
        """Votes of the pictures from `since` on for the tiles that lie there at the end."""
        votes = Votes()
        laid: dict[Square, int] = {}
        for move in track.moves:
            for square in move.withdrawn:
                laid.pop(square, None)
            laid |= {s: move.frame for play in (*move.plays, move.adopted) for s in play}
        for frame in (move.frame for move in track.moves if move.frame >= since):
            reading = self._readings[frame]
            if reading is not None:
                squares = [s for s, first in laid.items() if first <= frame]
                votes = votes.with_reading(reading, squares, self._tiles)
        return votes

    def _collected(self, squares: Sequence[Square], since: int, until: int) -> Votes:
        votes = Votes()
        for move in self.track.moves:
            reading = self._readings[move.frame]
            if reading is not None and since <= move.frame < until:
                votes = votes.with_reading(reading, squares, self._tiles)
        return votes

    def _moved(
        self, squares: Sequence[Square], since: int, until: int
    ) -> tuple[int, Votes, Votes] | None:
        """From which picture on a play's tiles lie in another order; votes before, after."""
        frames = [m.frame for m in self.track.moves if since <= m.frame < until]
        shown = [(f, r) for f in frames if (r := self._readings[f]) is not None]
        found = rearranged(squares, [reading for _, reading in shown], self._tiles)
        return None if found is None else (shown[found.at][0], found.before, found.after)

    @staticmethod
    def _stands(squares: Sequence[Square], later: Sequence[Move]) -> bool:
        return not any(set(squares) & set(move.withdrawn) for move in later)

    def _taken_off(self, squares: Sequence[Square], later: Sequence[Move]) -> int:
        return next(
            (m.frame for m in later if set(squares) & set(m.withdrawn)), len(self._readings)
        )

    def _doubts(
        self, plays: tuple[tuple[Placement, ...], ...], votes: Votes
    ) -> tuple[Doubt, ...]:
        doubts = []
        for placement in (p for play in plays for p in play):
            rows = votes.candidates(placement.square, self._tiles)[:5]
            if dict(rows).get(token_of(placement.tile), 0.0) < DOUBT:
                doubts.append(Doubt(placement.square, rows))
        return tuple(doubts)

    def _unexplained(self, frame: int, board: Mapping[Square, object]) -> tuple[Square, ...]:
        reading = self._readings[frame]
        if reading is None:
            return ()
        evidence = evidence_of(reading)
        return tuple(sorted(s for s, e in evidence.items() if e.looks_taken and s not in board))


def _placed(squares: Sequence[Square], letters: Position) -> tuple[Placement, ...]:
    return tuple(Placement(s, letters.get(s) or BLANK) for s in squares)
