"""What a game is set up with: chosen on the set-up page or on the command line, remembered."""

from __future__ import annotations

import dataclasses
import secrets
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from companion.camera.addresses import without_password
from companion.errors import InputError
from companion.gamedata.editions import edition_names, load_edition
from companion.household.game_files import options_of
from companion.rules.api import Option, Setup
from companion.rules.engine import clock
from companion.rules.engine.clock import ClockRules
from companion.rules.game import Game
from companion.rules.registry import FIRST, GAMES
from companion.rules.registry import game as ruleset_named
from companion.session.labels import COLOURS, names_of
from companion.text import listed
from companion.tilesets import load as load_tiles
from companion.tilesets import names as tile_names

MOST_PLAYERS = 6
MOST_MINUTES = 600
MOST_SECONDS = 600


@dataclass(frozen=True, slots=True)
class TableSetup:
    """All that a game is set up with.

    Attributes:
        players: Names in the order of play.
        edition: Which game, board and tiles.
        language: Name or path of the tile set.
        lexicon: Name or path of the word list.
        clock: Name of the clock's rules; empty for no clock.
        clock_minutes: For each player; 0 for the rules' own.
        clock_bonus: Seconds earned by each turn.
        clock_delay: Seconds at the beginning of each turn in which the clock waits.
        colours: A colour for each player; may be empty.
        camera: Where pictures come from; empty for none.
        corners: Eight numbers, x and y of the grid's corners as parts of the picture's sides,
            from the top left; empty to find the board in every picture.
        name: The game's name, for people.
        options: What was chosen of what games ask, by option; another game's do not count.
        seed: Of the order of decks; None for a new one each time.
    """

    players: tuple[str, ...] = ("Player 1", "Player 2")
    edition: str = FIRST
    language: str = "english"
    lexicon: str = "enable"
    clock: str = ""
    clock_minutes: float = 0
    clock_bonus: int = 0
    clock_delay: int = 0
    colours: tuple[str, ...] = ()
    camera: str = ""
    corners: tuple[float, ...] = ()
    name: str = ""
    options: tuple[tuple[str, str], ...] = ()
    seed: int | None = None

    def setup(self, folder: Path | None = None) -> tuple[str, Setup]:
        """Return the ruleset's name and the setup.

        Args:
            folder: The data folder, for the household's own boards and cards.

        Raises:
            ConfigError: It is an impossible one.
        """
        edition = load_edition(self.edition)
        game = ruleset_named(edition.game)
        own = self.language == "english" and edition.tiles.name != self.language
        tiles = edition.tiles if own else load_tiles(self.language)
        options: tuple[tuple[str, Option], ...] = edition.options
        options += options_of(folder, edition.game)
        if game.is_shuffled:
            seed = secrets.randbelow(2**31) if self.seed is None else self.seed
            options += (("seed", seed),)
        plain = Setup(self.players, tiles, edition.layout, options)
        asked = {choice.option for choice in game.choices if choice.asks(plain)}
        options += tuple((name, value) for name, value in self.options if name in asked)
        return edition.game, dataclasses.replace(plain, options=options)


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
            raise InputError("`{key}` is none of those offered.", key=key)
        return value or default

    edition = one("edition", edition_names(), FIRST)
    game = ruleset_named(load_edition(edition).game)
    asked = {each.option: each.offered for other in GAMES.values() for each in other.choices}
    asked |= {each.option: each.offered for each in game.choices}
    options = {option: one(option, values, "") for option, values in asked.items()}
    return TableSetup(
        players=_players(choice.get("players"), game),
        edition=edition,
        language=one("language", tile_names(), "english"),
        lexicon=one("lexicon", lists, "enable"),
        clock=one("clock", clock.TABLE, ""),
        clock_minutes=_number(choice, "clock_minutes", MOST_MINUTES),
        clock_bonus=int(_number(choice, "clock_bonus", MOST_SECONDS)),
        clock_delay=int(_number(choice, "clock_delay", MOST_SECONDS)),
        colours=_colours(choice.get("colours")),
        camera=one("camera", cameras, ""),
        corners=corners_of(choice.get("corners")),
        options=tuple((option, value) for option, value in options.items() if value),
    )


def as_json(chosen: TableSetup) -> dict[str, Any]:
    """Return a choice as JSON values, to be remembered."""
    return {**dataclasses.asdict(chosen), **dict(chosen.options)}


def clock_of(kept: Mapping[str, Any]) -> ClockRules | None:
    """Return the clock that a kept choice asks for; None for none."""
    rules = clock.TABLE.get(str(kept.get("clock", "")))
    if rules is None:
        return None
    start_s = round(60 * _number(kept, "clock_minutes", MOST_MINUTES)) or rules.start_s
    bonus_s = int(_number(kept, "clock_bonus", MOST_SECONDS)) or rules.bonus_s
    delay_s = int(_number(kept, "clock_delay", MOST_SECONDS)) or rules.delay_s
    return dataclasses.replace(rules, start_s=start_s, bonus_s=bonus_s, delay_s=delay_s)


def once_more(
    table: TableSetup, kept: Mapping[str, Any], players: tuple[str, ...], first: int
) -> TableSetup:
    """Return what a return match is played with: what its game was, but for who begins.

    Args:
        table: What the game would be taken up with.
        kept: What the store says of its table.
        players: In the order of play.
        first: The seat that the first of them had.
    """
    own = {f.name: kept[f.name] for f in dataclasses.fields(TableSetup) if f.name in kept}
    own = {k: v for k, v in own.items() if k in ("edition", "language") or k[:5] == "clock"}
    own["options"] = tuple((str(k), str(v)) for k, v in kept.get("options", ()))
    colours = tuple(kept.get("colours", ()))
    colours = colours[first:] + colours[:first]
    return dataclasses.replace(table, **own, players=players, colours=colours, seed=None)


def kept_of(chosen: TableSetup) -> dict[str, Any]:
    """Return a choice as the store keeps it with its game: all but passwords."""
    return {**as_json(chosen), "camera": without_password(chosen.camera)}


def remembered(
    data: Mapping[str, Any], setup_of: Callable[[Mapping[str, Any]], TableSetup]
) -> TableSetup:
    """Return the choice that was remembered; the default one where that cannot be any more."""
    try:
        return setup_of(data)
    except InputError:
        return TableSetup()


def _number(choice: Mapping[str, Any], key: str, most: int) -> float:
    value = choice.get(key) or 0
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value <= most:
        raise InputError("`{key}` must be a number from 0 to {most}.", key=key, most=most)
    return value


def _players(value: object, game: Game) -> tuple[str, ...]:
    fewest, most = game.seats
    if not isinstance(value, list | tuple) or not all(isinstance(name, str) for name in value):
        raise InputError("`players` must be a list of names.")
    if not fewest <= len(value) <= most:
        raise InputError(
            "This game takes {fewest} to {most} players.", fewest=fewest, most=most
        )
    return names_of(value)


def _colours(value: object) -> tuple[str, ...]:
    if value is None:
        return ()
    if not isinstance(value, list | tuple) or not all(colour in COLOURS for colour in value):
        raise InputError("`colours` must be of {colours}.", colours=listed(COLOURS, "comma"))
    return tuple(value)[:MOST_PLAYERS]


def corners_of(value: object) -> tuple[float, ...]:
    """Return the corners that somebody chose, none for none. Raises InputError for others."""
    if not value:
        return ()
    good = isinstance(value, list | tuple) and len(value) == 8
    if not good or not all(
        isinstance(n, int | float) and -0.5 <= n <= 1.5
        for n in value  # type: ignore[attr-defined]  # a sequence by now
    ):
        raise InputError("`corners` must be eight numbers, 0 to 1.")
    return tuple(float(n) for n in value)  # type: ignore[attr-defined]
