"""A letter corrected in a play that is proposed and not yet counted."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from companion.board.layout import Layout
from companion.board.placement import Placement, Play
from companion.board.position import Position
from companion.board.square import Square
from companion.board.tiles import Tile, TileSet
from companion.inference.propose import SURE, Explanation, Proposal
from companion.rules.crossword.scoring import score_play
from companion.rules.engine.violations import OnlyABlank, UnknownLetter
from companion.session.snapshot import Snapshot
from companion.web.port import Playing


def proposes(proposal: Proposal | None, square: Square) -> bool:
    """Tell whether a proposal lays a tile on a square."""
    return proposal is not None and any(p.square == square for p in proposal.best.placements)


def with_letter(
    proposal: Proposal,
    position: Position,
    square: Square,
    tile: Tile,
    *,
    tiles: TileSet,
    layout: Layout,
    rack_size: int,
) -> Proposal:
    """Return the proposal with another tile on one square, all its plays scored again.

    Args:
        proposal: One that lays a tile on the square.
        position: The board as it counts now.
        square: Where.
        tile: What lies there in truth.
        tiles: Letters and values.
        layout: The board.
        rack_size: Tiles of a full rack.

    Raises:
        RuleViolation: The set has no such tile.
    """
    if tile.letter and tile.letter not in tiles:
        raise UnknownLetter(tile.letter, tiles.title)
    if not tile.blank and tiles.count(tile) == 0:
        raise OnlyABlank(tile.letter, tiles.title)
    before = proposal.best.before(position)
    plays: list[Play] = []
    for play in proposal.best.plays:
        laid = tuple(
            replace(p, tile=tile) if p.square == square else p for p in play.placements
        )
        plays.append(score_play(before, laid, layout, tiles, rack_size=rack_size))
        before = before.with_tiles({p.square: p.tile for p in laid})
    return replace(
        proposal,
        best=replace(proposal.best, plays=tuple(plays)),
        alternatives=(),
        log_odds=SURE,
        doubts=tuple(d for d in proposal.doubts if d.square != square),
    )


def with_square(
    proposal: Proposal | None,
    position: Position,
    square: Square,
    tile: Tile,
    *,
    tiles: TileSet,
    layout: Layout,
    rack_size: int,
) -> Proposal:
    """Return the proposal with a square taken back that it left out: a tile does lie there.

    Args:
        proposal: One that leaves the square out; None if nothing else was laid.
        position: The board as it counts now.
        square: Where.
        tile: What lies there.
        tiles: Letters and values.
        layout: The board.
        rack_size: Tiles of a full rack.

    Raises:
        RuleViolation: The set has no such tile, or no play lays all these tiles.
    """
    best = Explanation((), (), 0.0) if proposal is None else proposal.best
    before = best.before(position)
    laid = (*best.placements, Placement(square, tile))
    play = score_play(before, laid, layout, tiles, rack_size=rack_size)
    doubts = () if proposal is None else proposal.doubts
    left_out = () if proposal is None else proposal.quarantined
    return Proposal(
        replace(best, plays=(play,)),
        (),
        SURE,
        tuple(d for d in doubts if d.square != square),
        tuple(s for s in left_out if s != square),
    )


def amended(
    snapshot: Snapshot, square: Square, tile: Tile, playing: Playing
) -> Proposal | None:
    """Return what is proposed with a letter that somebody picked for a square.

    None if the square has nothing to do with what is proposed. Raises RuleViolation.
    """
    proposal = snapshot.proposal
    if proposes(proposal, square):
        mend: Callable[..., Proposal] = with_letter
    elif square in (snapshot.left_out if proposal is None else proposal.quarantined):
        mend = with_square
    else:
        return None
    return mend(
        proposal,
        snapshot.position,
        square,
        tile,
        tiles=playing.tiles,
        layout=playing.layout,
        rack_size=playing.rack_size,
    )
