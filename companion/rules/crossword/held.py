"""What players hold is counted: nobody lays, exchanges or keeps other tiles than the rack has.

Racks are full while the bag holds tiles, and hold what was left and drawn when it is empty. At
the end a rack that nobody told is not an empty one: the reckoning stays open until it is told,
or follows from the others.
"""

from __future__ import annotations

from collections import Counter

from companion.board.tiles import BLANK, Tile
from companion.errors import RuleViolation
from companion.rules.crossword.bag import BLANK_TOKEN, check_bag, token, unseen
from companion.rules.crossword.sheet import Sheet
from companion.rules.crossword.turns import Exchanged, Laid, Turn
from companion.rules.engine.violations import BadRacks, CannotExchange, CannotLay, UnknownLetter
from companion.text import said, said_n

Racks = tuple[tuple[Tile, ...], ...]


def check_held(sheet: Sheet, turn: Turn) -> None:
    """Refuse a turn that uses more tiles than its player holds.

    Raises:
        CannotLay: More are laid.
        CannotExchange: More are exchanged.
    """
    if not isinstance(turn, Laid | Exchanged) or not 0 <= turn.player < len(sheet.held):
        return
    player, held = sheet.setup.players[turn.player], sheet.held[turn.player]
    if isinstance(turn, Laid) and len(turn.placements) > held:
        raise CannotLay(player, held, len(turn.placements))
    if isinstance(turn, Exchanged) and turn.count > held:
        raise CannotExchange(player, held, turn.count)


def final_racks(sheet: Sheet, told: Racks) -> tuple[Racks, tuple[int, ...]]:
    """Return the racks at the end, and the seats whose racks are not known.

    Args:
        sheet: Of the game as it ends.
        told: What each player said to hold; nothing where tiles are held is "not known".

    Raises:
        RuleViolation: Too many or too few racks or tiles, or tiles that cannot be on them.
    """
    _check_told(sheet, told)
    if _is_off(sheet) and sum(map(len, told)) == sheet.unseen:
        return told, ()
    unknown = tuple(seat for seat, held in enumerate(sheet.held) if len(told[seat]) != held)
    if len(unknown) != 1:
        return told, unknown
    (seat,) = unknown
    left = _left(sheet, told)
    if len(left) != sheet.held[seat]:
        return told, unknown
    return (*told[:seat], left, *told[seat + 1 :]), ()


def racks_still(sheet: Sheet, told: Racks) -> tuple[Racks, tuple[int, ...]]:
    """Return the racks at the end of a game that was corrected since, and those not known.

    A rack that does not have the tiles its player now holds is not known, and none is if there
    are not so many of a tile.
    """
    counted = _is_off(sheet)
    racks = tuple(
        rack if counted or len(rack) == held else ()
        for rack, held in zip(told, sheet.held, strict=True)
    )
    try:
        return final_racks(sheet, racks)
    except RuleViolation:
        return final_racks(sheet, ((),) * len(told))


def _is_off(sheet: Sheet) -> bool:
    """Whether the count has gone wrong, in a log of version 0.1, which took any play."""
    return sum(sheet.held) > sheet.unseen


def _check_told(sheet: Sheet, told: Racks) -> None:
    names, tiles = sheet.setup.players, sheet.setup.tiles
    if len(told) != len(names):
        raise BadRacks(
            said(
                "there are {players} players and {racks} racks",
                players=len(names),
                racks=len(told),
            )
        )
    if max(map(len, told)) > sheet.rules.rack_size:
        raise BadRacks(
            said("a rack holds at most {rack_size} tiles", rack_size=sheet.rules.rack_size)
        )
    for tile in (tile for rack in told for tile in rack):
        if tile.letter and tile.letter not in tiles:
            raise UnknownLetter(tile.letter, tiles.title)
    for player, rack, held in zip(names, told, sheet.held, strict=True):
        if rack and len(rack) != held and not _is_off(sheet):
            raise BadRacks(
                said_n(
                    "{player} must hold {n} tile and {told} are told; leave out a rack "
                    "that is not known",
                    "{player} must hold {n} tiles and {told} are told; leave out a rack "
                    "that is not known",
                    held,
                    player=player,
                    told=len(rack),
                )
            )
    all_told = [tile for rack in told for tile in rack]
    check_bag((*(t for _, t in sheet.position.items()), *all_told), tiles, laying=all_told)


def _left(sheet: Sheet, told: Racks) -> tuple[Tile, ...]:
    """The tiles that lie neither on the board nor on a rack that was told."""
    kinds = Counter(unseen(sheet.position, sheet.setup.tiles))
    kinds.subtract(token(tile) for rack in told for tile in rack)
    return tuple(
        BLANK if kind == BLANK_TOKEN else Tile(kind)
        for kind, count in kinds.items()
        for _ in range(count)
    )
