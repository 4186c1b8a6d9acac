"""Which squares which play filled, and whether a play was taken off: without letters."""

from __future__ import annotations

from dataclasses import dataclass, replace

from companion.board.layout import Layout
from companion.board.position import Position
from companion.board.square import Square
from companion.board.tiles import BLANK
from companion.inference.evidence import UNKNOWN, Evidence
from companion.inference.letters import token_of
from companion.inference.spans import clear_squares, spans

PLAY_PRIOR = -2.0
"""Nats for some play: the price of choosing one among many."""

UNCHANGED_PRIOR = -2.0
"""Nats for a turn without a change: a pass, an exchange, a picture taken twice."""

WITHDRAWN_PRIOR = -5.0
"""Nats for the last play taken off."""

UNSEEN_PLAY_PRIOR = -10.0
"""Nats for each play more than turns are known to have gone by: dearer than one false tile."""

ABSENT_PLAY_PRIOR = -1.0
"""Nats for each turn gone by that left no tiles."""

OTHER_LETTER = 1.0
"""Nats by which another letter must lead where a tile may have been replaced by another one."""

_WIDTH = 12
"""Partial explanations kept at each depth."""


@dataclass(frozen=True, slots=True)
class Structure:
    """One explanation of a reading, squares only.

    Attributes:
        plays: New squares of each play, in order.
        withdrawn: Squares of the last play, if it was taken off first.
        weight: Nats, prior included, against no tile moved.
    """

    plays: tuple[tuple[Square, ...], ...]
    withdrawn: tuple[Square, ...]
    weight: float


def structures(
    position: Position,
    evidence: Evidence,
    layout: Layout,
    *,
    last_play: tuple[Square, ...] = (),
    letters: Position | None = None,
    missed: int = 0,
    rack_size: int = 7,
    width: int = _WIDTH,
) -> tuple[Structure, ...]:
    """Return explanations of what happened between a position and a reading, best first.

    Args:
        position: The board before.
        evidence: Of the new reading.
        layout: The board.
        last_play: Squares of the play just before; empty if it cannot be taken off.
        letters: The known letters, where they are not those of `position`.
        missed: Turns known to have gone by unseen before this one.
        rack_size: Most tiles of one play.
        width: How many are kept.

    Returns:
        At least one; `nothing happened` is always among the candidates.
    """
    found: dict[tuple[object, ...], Structure] = {}
    for base in _bases(evidence, last_play, position, letters or position):
        start = position.without(base.withdrawn)
        beam = [base]
        for depth in range(missed + 3):
            for structure in beam:
                done = replace(structure, weight=structure.weight + _prior(depth, missed, base))
                key = (done.withdrawn, done.plays)
                if key not in found or found[key].weight < done.weight:
                    found[key] = done
            beam = _extended(beam, start, evidence, layout, rack_size, width)
    ranked = sorted(found.values(), key=lambda s: (-s.weight, s.plays))
    return tuple(ranked[:width])


def _bases(
    evidence: Evidence, last_play: tuple[Square, ...], position: Position, letters: Position
) -> list[Structure]:
    """The board as it was, and without the last play if none of its tiles shows any more."""
    bases = [Structure((), (), 0.0)]
    if not last_play or not all(s in position for s in last_play):
        return bases
    gone, gain = 0, 0.0
    for square in last_play:
        e = evidence.get(square, UNKNOWN)
        gain -= e.as_known
        if not e.looks_taken:
            gone += not e.hidden
            continue
        # Another tile may lie there by now: then another letter is read.
        known = letters.get(square)
        against = e.against(token_of(known)) if known else 0.0
        if against < OTHER_LETTER:
            return bases
        gain += against
    if gone:
        bases.append(Structure((), tuple(last_play), gain))
    return bases


def _prior(plays: int, missed: int, base: Structure) -> float:
    prior = WITHDRAWN_PRIOR if base.withdrawn else 0.0
    if not plays:
        return prior + (0.0 if base.withdrawn else UNCHANGED_PRIOR + ABSENT_PLAY_PRIOR * missed)
    prior += PLAY_PRIOR * plays
    spare = missed + 1 - plays
    return prior + (ABSENT_PLAY_PRIOR * spare if spare >= 0 else -UNSEEN_PLAY_PRIOR * spare)


def _extended(
    beam: list[Structure],
    start: Position,
    evidence: Evidence,
    layout: Layout,
    rack_size: int,
    width: int,
) -> list[Structure]:
    longer = []
    clear = set(clear_squares(evidence, start))
    for structure in beam:
        laid = {s: BLANK for play in structure.plays for s in play}
        if clear <= laid.keys():
            continue
        before = start.with_tiles(laid) if laid else start
        longer += [
            Structure(
                (*structure.plays, span.squares),
                structure.withdrawn,
                structure.weight + span.gain,
            )
            for span in spans(before, evidence, layout, rack_size=rack_size)[:width]
        ]
    longer.sort(key=lambda s: (-s.weight, s.plays))
    return longer[:width]
