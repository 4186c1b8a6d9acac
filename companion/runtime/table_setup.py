"""What a game is set up with: chosen on the set-up page or on the command line, remembered."""

from __future__ import annotations

import dataclasses
import secrets
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from companion.errors import InputError
from companion.rules import challenge, clock
from companion.rules.api import Option, Setup
from companion.rules.games.classic import Classic
from companion.rules.games.registry import game as ruleset_named
from companion.runtime.game_files import options_of
from companion.tilesets import load as load_tiles
from companion.tilesets import names as tile_names
from companion.tilesets.editions import edition_names, load_edition

COLOURS = ("red", "blue", "green", "yellow", "purple", "black")
"""Colours of players; each has a name in every language and is told apart by it."""

CARDS = "monopoly-cards"
DEALS = ("app", "table")

LONGEST_NAME = 30
MOST_PLAYERS = 6

SEATS: Mapping[str, tuple[int, int]] = {
    "classic": (2, 4),
    "bookcase": (2, 4),
    "monopoly-scrabble": (2, 4),
    "together": (1, 4),
    "monopoly-cards": (2, 6),
}
"""Fewest and most players of a game."""


@dataclass(frozen=True, slots=True)
class TableSetup:
    """All that a game is set up with.

    Attributes:
        players: Names in the order of play.
        edition: Which game, board and tiles.
        language: Name or path of the tile set.
        lexicon: Name or path of the word list.
        challenge: Name of the challenge rule, where the game takes one; empty for its own.
        clock: Name of the clock's rules; empty for no clock.
        colours: A colour for each player; may be empty.
        camera: Where pictures come from; empty for none.
        corners: Eight numbers, x and y of the grid's corners as parts of the picture's sides,
            from the top left; empty to find the board in every picture.
        name: The game's name, for people.
        deal: Of the card game: whether cards are dealt by the "app" or at the "table".
        seed: Of the order of decks; None for a new one each time.
    """

    players: tuple[str, ...] = ("Player 1", "Player 2")
    edition: str = "classic"
    language: str = "english"
    lexicon: str = "enable"
    challenge: str = ""
    clock: str = ""
    colours: tuple[str, ...] = ()
    camera: str = ""
    corners: tuple[float, ...] = ()
    name: str = ""
    deal: str = "app"
    seed: int | None = None

    def setup(self, folder: Path | None = None) -> tuple[str, Setup]:
        """Return the ruleset's name and the setup.

        Args:
            folder: The data folder, for the household's own boards and cards.

        Raises:
            ConfigError: It is an impossible one.
        """
        edition = load_edition(self.edition)
        default = load_edition("classic").tiles
        own = self.language == "english" and edition.tiles.name != default.name
        tiles = edition.tiles if own else load_tiles(self.language)
        options: tuple[tuple[str, Option], ...] = edition.options
        data = options_of(folder, edition.game)
        options += data
        if data:
            seed = secrets.randbelow(2**31) if self.seed is None else self.seed
            options += (("seed", seed),)
        if edition.game == CARDS:
            options += (("deal", self.deal),)
        if self.challenge and takes_challenge(edition.game):
            options += (("challenge", self.challenge),)
        return edition.game, Setup(self.players, tiles, edition.layout, options)


def takes_challenge(game: str) -> bool:
    """Whether a game lets its players choose the rule for challenges."""
    return isinstance(ruleset_named(game), Classic)


def has_board(edition: str) -> bool:
    """Whether an edition is played on a board of squares."""
    return load_edition(edition).game != CARDS


def setup_from(
    choice: Mapping[str, Any], *, cameras: Collection[str], lists: Collection[str]
) -> TableSetup:
    """Return the choice of a set-up page; only what the page offered is taken.

    Args:
        choice: What was chosen.
        cameras: Sources that were offered.
        lists: Word lists that were offered.

    Raises:
        InputError: Something is none of what was offered.
    """

    def one(key: str, offered: Collection[str], default: str) -> str:
        value = choice.get(key, default)
        if not isinstance(value, str) or (value and value not in offered):
            raise InputError(f"`{key}` is none of those offered.")
        return value or default

    edition = one("edition", edition_names(), "classic")
    return TableSetup(
        players=_players(choice.get("players"), load_edition(edition).game),
        edition=edition,
        language=one("language", tile_names(), "english"),
        lexicon=one("lexicon", lists, "enable"),
        challenge=one("challenge", challenge.TABLE, ""),
        clock=one("clock", clock.TABLE, ""),
        colours=_colours(choice.get("colours")),
        camera=one("camera", cameras, ""),
        corners=_corners(choice.get("corners")),
        deal=one("deal", DEALS, "app"),
    )


def as_json(chosen: TableSetup) -> dict[str, Any]:
    """Return a choice as JSON values, to be remembered."""
    return dataclasses.asdict(chosen)


def remembered(
    data: Mapping[str, Any], setup_of: Callable[[Mapping[str, Any]], TableSetup]
) -> TableSetup:
    """Return the choice that was remembered; the default one where that cannot be any more."""
    try:
        return setup_of(data)
    except InputError:
        return TableSetup()


def _players(value: object, game: str) -> tuple[str, ...]:
    fewest, most = SEATS[game]
    if not isinstance(value, list | tuple) or not all(isinstance(name, str) for name in value):
        raise InputError("`players` must be a list of names.")
    names = tuple(" ".join(name.split()) for name in value)
    if not fewest <= len(names) <= most:
        raise InputError(f"This game takes {fewest} to {most} players.")
    for name in names:
        if not name or len(name) > LONGEST_NAME or not name.isprintable():
            raise InputError(f"A name has 1 to {LONGEST_NAME} letters.")
    if len({name.casefold() for name in names}) < len(names):
        raise InputError("Each player needs a name of their own.")
    return names


def _colours(value: object) -> tuple[str, ...]:
    if value is None:
        return ()
    if not isinstance(value, list | tuple) or not all(colour in COLOURS for colour in value):
        raise InputError(f"`colours` must be of {', '.join(COLOURS)}.")
    return tuple(value)[:MOST_PLAYERS]


def _corners(value: object) -> tuple[float, ...]:
    if not value:
        return ()
    good = isinstance(value, list | tuple) and len(value) == 8
    if not good or not all(
        isinstance(n, int | float) and -0.5 <= n <= 1.5
        for n in value  # type: ignore[attr-defined]  # a sequence by now
    ):
        raise InputError("`corners` must be eight numbers, 0 to 1.")
    return tuple(float(n) for n in value)  # type: ignore[attr-defined]
