"""A CGP line taken in as a game that begins in its position."""

from __future__ import annotations

import re
from collections.abc import Sequence

from companion import tilesets
from companion.board.layout import STANDARD, SUPER
from companion.board.tiles import TileSet
from companion.errors import CompanionError
from companion.export.api import GameFileError, Imported
from companion.export.cgp import LIMIT_CHARACTERS, Cgp, parse_cgp
from companion.rules.api import Option, Setup
from companion.rules.crossword.bag import check_bag
from companion.rules.crossword.opening import position_text
from companion.rules.registry import FIRST, GAMES
from companion.text import said


def looks_like_cgp(data: bytes) -> bool:
    """Whether a file's bytes are one line with the rows of a board."""
    head = data.lstrip(b"\xef\xbb\xbf \t\r\n")[:2000].partition(b" ")[0]
    return head.count(b"/") > 8 and not head.startswith((b"#", b">", b"{"))


def import_cgp(
    data: bytes, *, tiles: TileSet | None = None, players: Sequence[str] = ()
) -> Imported:
    """Return a game that begins in a position; who is on turn comes first.

    Args:
        data: The line, in UTF-8.
        tiles: The tile set; None goes by the line's `ld`, or English.
        players: Names in the order of play, from who is on turn; as many as the line has.

    Raises:
        GameFileError: It is no such line, or the position cannot be played on.
    """
    if len(data) > 4 * LIMIT_CHARACTERS:
        raise GameFileError(
            "The text is longer than {limit_characters:,} characters.",
            limit_characters=LIMIT_CHARACTERS,
        )
    text = data.decode("utf-8-sig", errors="replace")
    named = re.search(r"\bld ([\w-]+)", text)
    remarks = []
    if tiles is None:
        name = named.group(1).lower().replace("_", "-") if named else "english"
        known = name in tilesets.names()
        if not known:
            remarks.append(
                said("The tile set {name!r} is not known here; English is used.", name=name)
            )
        tiles = tilesets.load(name if known else "english")
    cgp = parse_cgp(text, tiles)
    names = tuple(players) or tuple(f"Player {n}" for n in range(1, len(cgp.scores) + 1))
    if len(names) != len(cgp.scores):
        raise GameFileError(
            "The position has {scores} players, not {names}.",
            scores=len(cgp.scores),
            names=len(names),
        )
    layout = {board.size: board for board in (STANDARD, SUPER)}.get(cgp.position.size)
    if layout is None:
        raise GameFileError("A board of {size} rows is not known here.", size=cgp.position.size)
    laid, held = [t for _, t in cgp.position.items()], [t for rack in cgp.racks for t in rack]
    try:
        check_bag((*laid, *held), tiles)
        setup = Setup(names, tiles, layout, _options(cgp, tiles))
        GAMES[FIRST].start(setup)
    except CompanionError as fault:
        raise GameFileError(
            "The position cannot be played on: {why}", why=fault.said
        ) from fault
    if held:
        remarks.append(said("Racks are not kept; at the end the app asks who holds what."))
    return Imported(FIRST, setup, (), "", tuple(remarks))


def _options(cgp: Cgp, tiles: TileSet) -> tuple[tuple[str, Option], ...]:
    options: dict[str, Option] = {
        "position": position_text(cgp.position),
        "totals": ",".join(map(str, cgp.scores)),
        "scoreless": cgp.scoreless,
    }
    if tiles.total - len(cgp.position) < 7 * len(cgp.racks) and any(cgp.racks):
        options["held"] = ",".join(str(len(rack)) for rack in cgp.racks)
    zeroes = cgp.operations.get("mcnz", "")
    if zeroes == "6":
        options["end_on"] = "six-zero"
    return tuple(options.items())
