"""From a known position and a new reading to the turns that lie between, best first.

Every explanation (nothing, a play, a play taken off again, several plays) is weighed in nats:
how much better it accounts for all squares than an unchanged board would, plus a prior. What
looks like a tile and belongs to no legal play goes to quarantine: it costs its price and stops
nothing.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import Enum

from companion.board.layout import STANDARD, Layout
from companion.board.placement import Placement, Play
from companion.board.position import Position
from companion.board.reading import BoardReading
from companion.board.square import Square
from companion.board.tiles import Tile, TileSet
from companion.errors import RuleViolation
from companion.inference.diff import DOUBT, Doubt, differ
from companion.inference.evidence import Evidence, SquareEvidence, barred, evidence_of
from companion.inference.letters import assignments, remaining, tile_of, widened
from companion.inference.structure import Structure, structures
from companion.inference.swaps import swap_gain, swapped_blanks
from companion.rules.crossword.scoring import score_play

SURE = 20.0
"""Log-odds are not told beyond this many nats: nothing here is surer."""

GAP = 3
"""Squares within which a tile that fits no play may be the other end of one half laid."""


class Kind(Enum):
    """What happened between two readings."""

    UNCHANGED = "unchanged"
    PLAY = "play"
    WITHDRAWN = "withdrawn"
    SPLIT = "split"
    """More than one turn; `plays` holds them in their likeliest order."""


@dataclass(frozen=True, slots=True)
class Explanation:
    """One way in which the new reading may have come about.

    Attributes:
        plays: Legal, scored plays in order; usually one.
        withdrawn: Squares of the last play, if it was taken off first.
        weight: Nats for it, against an unchanged board; only differences mean anything.
        swapped: Squares of blanks that gave way to the tile they stand for, before the play.
    """

    plays: tuple[Play, ...]
    withdrawn: tuple[Square, ...]
    weight: float
    swapped: tuple[Square, ...] = ()

    @property
    def kind(self) -> Kind:
        """What happened."""
        if len(self.plays) > 1:
            return Kind.SPLIT
        if self.plays:
            return Kind.PLAY
        return Kind.WITHDRAWN if self.withdrawn else Kind.UNCHANGED

    def before(self, position: Position) -> Position:
        """Return the board that the plays are laid on: tiles off, blanks swapped."""
        kept = position.without(self.withdrawn)
        real = {square: kept.get(square) for square in self.swapped}
        return kept.with_tiles({s: Tile(tile.letter) for s, tile in real.items() if tile})

    @property
    def placements(self) -> tuple[Placement, ...]:
        """All tiles newly laid, in order of the plays."""
        return tuple(p for play in self.plays for p in play.placements)


@dataclass(frozen=True, slots=True)
class Proposal:
    """The best explanation, how sure it is, and what it leaves open.

    Attributes:
        best: What most likely happened.
        alternatives: The next best, best first.
        log_odds: Nats between the best and its runner-up, at most `SURE`.
        doubts: Squares whose content is uncertain, new ones and known ones.
        quarantined: Squares that look taken and belong to no legal play.
    """

    best: Explanation
    alternatives: tuple[Explanation, ...]
    log_odds: float
    doubts: tuple[Doubt, ...]
    quarantined: tuple[Square, ...]

    @property
    def kind(self) -> Kind:
        """What happened."""
        return self.best.kind

    @property
    def play(self) -> Play | None:
        """The play, if exactly one was laid."""
        return self.best.plays[0] if len(self.best.plays) == 1 else None

    @property
    def half_laid(self) -> bool:
        """Whether tiles that belong to no play lie further on in its line, after a gap."""
        laid = [p.square for p in self.best.placements]
        rows, cols = {s.row for s in laid}, {s.col for s in laid}
        return any(
            (len(rows) == 1 and other.row in rows and _near(other.col, cols))
            or (len(cols) == 1 and other.col in cols and _near(other.row, rows))
            for other in self.quarantined
        )


def rank(
    position: Position,
    reading: BoardReading,
    *,
    tiles: TileSet,
    layout: Layout = STANDARD,
    last_play: Sequence[Square] = (),
    missed: int = 0,
    rack_size: int = 7,
    bonus: int = 50,
    most: int = 5,
    blank_swaps: bool = False,
) -> Proposal:
    """Return what most likely happened between a known position and a new reading.

    Args:
        position: The board as known; its letters stand, whatever is read on them now.
        reading: What the picture says. Never raises, whatever it holds.
        tiles: Values and counts: never more of a tile than the bag holds.
        layout: The board.
        last_play: Squares of the play just before, which may have been taken off.
        missed: Turns known to have gone by unseen before this one.
        rack_size: Most tiles of a play; laying them all earns the bonus.
        bonus: Points for that.
        most: How many explanations are kept.
        blank_swaps: Whether a blank may give way to the tile it stands for.

    Returns:
        The proposal. Letters of new tiles are the likeliest that the bag allows; words are
        never looked up here.
    """
    if reading.size != position.size or reading.size != layout.size:
        nothing = Explanation((), (), 0.0)
        return Proposal(nothing, (), 0.0, (), ())
    evidence = barred(evidence_of(reading, position))

    def explained(board: Position) -> list[Explanation]:
        found: list[Explanation] = []
        for structure in structures(
            board,
            evidence,
            layout,
            last_play=tuple(last_play),
            missed=missed,
            rack_size=rack_size,
        ):
            found += _spelled(structure, board, evidence, tiles, layout, rack_size, bonus)
            if len(found) >= most + 3:
                break
        return found

    found = explained(position)
    swaps = swapped_blanks(position, evidence) if blank_swaps else {}
    if swaps:
        gain, squares = swap_gain(swaps, evidence), tuple(sorted(swaps))
        found += [
            replace(other, swapped=squares, weight=other.weight + gain)
            for other in explained(position.with_tiles(swaps))
            if other.plays
        ]
    found.sort(key=lambda e: -e.weight)
    best = found[0]
    odds = min(SURE, best.weight - found[1].weight) if len(found) > 1 else SURE
    return Proposal(
        best=best,
        alternatives=tuple(found[1:most]),
        log_odds=odds,
        doubts=_doubts(position, reading, evidence, best, tiles),
        quarantined=_quarantined(position, evidence, best),
    )


def _spelled(
    structure: Structure,
    position: Position,
    evidence: Evidence,
    tiles: TileSet,
    layout: Layout,
    rack_size: int,
    bonus: int,
) -> list[Explanation]:
    base = position.without(structure.withdrawn)
    squares = [s for play in structure.plays for s in play]
    if not squares:
        return [Explanation((), structure.withdrawn, structure.weight)]
    read = [widened(_letters_of(evidence[s]), tiles) for s in squares]
    ranked = assignments(read, remaining(base, tiles))
    likeliest = sum(math.log(r[0][1]) for r in read)
    out = []
    for tokens, log_p in ranked:
        laid = dict(zip(squares, (tile_of(t) for t in tokens), strict=True))
        plays, before = [], base
        try:
            for group in structure.plays:
                placements = [Placement(s, laid[s]) for s in group]
                plays.append(
                    score_play(
                        before, placements, layout, tiles, rack_size=rack_size, bonus=bonus
                    )
                )
                before = before.with_tiles({p.square: p.tile for p in placements})
        except (RuleViolation, KeyError):  # a known tile outside of the set has no value
            continue
        weight = structure.weight + log_p - likeliest
        out.append(Explanation(tuple(plays), structure.withdrawn, weight))
    return out


def _near(place: int, places: set[int]) -> bool:
    return min(places) - GAP <= place <= max(places) + GAP


def _letters_of(e: SquareEvidence) -> tuple[tuple[str, float], ...]:
    """What was read; nothing of a square that looks empty, where letters are but grain."""
    return e.letters if e.looks_taken else ()


def _doubts(
    position: Position,
    reading: BoardReading,
    evidence: Evidence,
    best: Explanation,
    tiles: TileSet,
) -> tuple[Doubt, ...]:
    doubts: dict[Square, Doubt] = {}
    for placement in best.placements:
        e = evidence[placement.square]
        rows = widened(_letters_of(e), tiles)[:5]
        taken = math.exp(e.tile)
        chosen = dict(rows).get(placement.tile.letter or "?", 0.0)
        if taken * chosen < DOUBT:
            shown = [("", 1.0 - taken), *((t, taken * p) for t, p in rows)]
            ordered = tuple(sorted(shown, key=lambda row: -row[1]))
            doubts[placement.square] = Doubt(placement.square, ordered)
    off = set(best.withdrawn)
    for doubt in differ(position, reading).doubts:
        if doubt.square not in off:
            doubts.setdefault(doubt.square, doubt)
    return tuple(doubts[s] for s in sorted(doubts))


def _quarantined(
    position: Position, evidence: Evidence, best: Explanation
) -> tuple[Square, ...]:
    laid = {p.square for p in best.placements}
    known = {s for s, _ in position.items()} - set(best.withdrawn)
    return tuple(
        sorted(s for s, e in evidence.items() if e.looks_taken and s not in laid | known)
    )
