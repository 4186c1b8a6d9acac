"""A letter corrected in a play that is proposed and not yet counted."""

from __future__ import annotations

from dataclasses import replace

from companion.board.layout import Layout
from companion.board.placement import Play
from companion.board.position import Position
from companion.board.square import Square
from companion.board.tiles import Tile, TileSet
from companion.inference.propose import SURE, Proposal
from companion.rules.scoring import score_play
from companion.rules.violations import OnlyABlank, UnknownLetter


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
    before = position.without(proposal.best.withdrawn)
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
