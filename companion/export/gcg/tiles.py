"""Which tile set a GCG file was written with."""

from __future__ import annotations

import re
from functools import cache

from companion.board.spelling import DIGITS, Letters
from companion.board.tiles import TileSet
from companion.errors import InvalidNotation
from companion.export.gcg.types import GcgGame, GcgPlay
from companion.tilesets import load, names

_LEXICONS: tuple[tuple[str, str], ...] = (
    (r"(NWL|OTCWL|OWL|TWL|CSW|OSWI|OSPD|OCTWL|ECWL|NSWL|ENABLE|SOWPODS)", "english"),
    (r"(RD|DUDEN)\d*", "german"),
    (r"(FRA|ODS|OLF)\d*", "french"),
    (r"(FILE|FISE)\d*", "spanish"),
    (r"(OSPS)\d*", "polish"),
    (r"(NSF|NSWL-NO)\d*", "norwegian"),
    (r"(SAOL|SSL|SVL)\d*", "swedish"),
    (r"(DISC)\d*", "catalan"),
    (r"(SWL|NTC|OPENTAAL)\d*", "dutch"),
    (r"(ZINGA|ZING)\d*", "italian"),
)


def stated_tile_set(game: GcgGame) -> tuple[TileSet | None, str]:
    """Return the tile set a file names by pragma, and how it does; None without one."""
    for pragma in ("tile-distribution", "tile-set", "lexicon"):
        stated = (game.pragma(pragma) or "").strip().lower()
        for name in (stated.replace("_", "-"), re.split(r"[\s_-]", stated)[0]):
            if name in names():
                return load(name), f"#{pragma} {stated}"
    lexicon = (game.pragma("lexicon") or "").strip().upper()
    for pattern, name in _LEXICONS:
        if re.match(pattern, lexicon):
            return load(name), f"#lexicon {lexicon}"
    return None, ""


def fitting_tile_sets(game: GcgGame) -> tuple[TileSet, ...]:
    """Return the bundled sets that have every letter of the words played, English first.

    Digits are letters only where the file names no other set.
    """
    words = {re.sub(r"[()]", "", e.word) for e in game.events if isinstance(e, GcgPlay)}
    fitting = tuple(each.tiles for each in _cutters() if not _odd(words, each))
    if stated_tile_set(game)[0] is None:
        return fitting
    return tuple(tiles for tiles in fitting if not uses_digits(game, tiles))


def letters_that_fit(game: GcgGame) -> tuple[str, int]:
    """Return the title of the set that most words and racks of a file can be cut with.

    Also returns how many cannot; no title if they have nothing but plain letters. A set that
    the file names is the only one that is tried.
    """
    texts: set[str] = set()
    for event in game.events:
        texts |= {event.rack, getattr(event, "word", ""), getattr(event, "held", "")}
    texts = {re.sub(r"[()]", "", text) for text in texts}
    stated, _ = stated_tile_set(game)
    cutters = (Letters.of(stated, digits=True),) if stated else _cutters()
    best = min(cutters, key=lambda each: _odd(texts, each))
    return best.tiles.title * (not all(map(str.isascii, texts))), _odd(texts, best)


def uses_digits(game: GcgGame, tiles: TileSet) -> bool:
    """Return whether digits stand for tiles of two letters in a file's racks and words."""
    if not set(DIGITS.values()) <= set(tiles.letters):
        return False
    texts = [(e.rack, getattr(e, "word", ""), getattr(e, "held", "")) for e in game.events]
    return any(digit in text for row in texts for text in row for digit in DIGITS)


def _odd(texts: set[str], letters: Letters) -> int:
    """How many texts a cutter refuses."""
    odd = 0
    for text in texts:
        try:
            letters.cut(text)
        except InvalidNotation:
            odd += 1
    return odd


@cache
def _cutters() -> tuple[Letters, ...]:
    """Of the bundled sets, each alphabet once, English first."""
    order = sorted(names(), key=lambda name: (name != "english", name))
    return tuple(Letters.of(load(n), digits=True) for n in order if n != "english-super")
