"""The house rules of a crossword game: named switches, their defaults and what they may be.

Source of the switches: facts 4.1 (where the rulebooks differ) and needs 4 (challenges and the
end of the game by association).
"""

from __future__ import annotations

import dataclasses
import re
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Any

from companion.errors import ConfigError
from companion.rules.api import Option, Setup
from companion.rules.crossword import opening
from companion.text import listed, said

CHOICES: dict[str, tuple[str, ...]] = {
    "first_player": ("draw", "fewest"),
    "end_bonus": ("sum", "double", "none"),
    "words": ("list", "anagrams"),
    "end_on": ("scoreless", "passes", "six-zero"),
    "tie": ("before", "stands"),
    "challenge": ("void", "single", "double", "points", "5-point", "10-point"),
    "challenge_per": ("word", "play"),
    "challenge_books": ("player", "challenger"),
    "challenge_who": ("any", "next"),
    "challenge_window": ("hard", "soft"),
}
"""The switches that take one of some words."""

_RANGES: dict[str, tuple[int, int]] = {
    "rack_size": (1, 20),
    "bingo": (0, 1000),
    "exchange_min_bag": (0, 300),
    "first": (0, 3),
    "end_rounds": (1, 9),
    "target": (0, 10_000),
    "challenge_points": (1, 1000),
    "challenge_seconds": (0, 3600),
}


@dataclass(frozen=True, slots=True)
class HouseRules:
    """All switches of one game."""

    rack_size: int = 7
    """Tiles of a full rack, and most tiles of a play."""

    bingo: int = 50
    """Points for laying a full rack in one play."""

    star_is_double: bool = True
    """Whether the start square doubles the first word."""

    first: int = 0
    """Seat that begins; a drawn start tile overrules it."""

    first_player: str = "draw"
    """"draw": the tile nearest to A; "fewest": who has begun the fewest games, and a draw
    between those who have begun equally few."""

    starts: str = "0"
    """Games that each seat has begun so far, such as "2,1"; "0": nobody has begun any."""

    return_start_tile: bool = True
    """Whether drawn start tiles go back; else they stay, and one tile fewer is drawn."""

    bag_check: bool = True
    """Refuse a play with more of a tile than the set holds; else mark it."""

    exchange_min_bag: int = 7
    """Tiles the bag must hold for an exchange."""

    exchange_return_first: bool = False
    """Discards go back before the draw, so that more can be swapped than the bag holds."""

    end_on: str = "scoreless"
    """What ends a game that nobody finishes: "scoreless" rounds of any kind, "passes" only, or
    "six-zero", six scoreless turns whatever the number of players."""

    end_rounds: int = 2
    """Rounds of it."""

    end_when_bag_empty: bool = False
    """The Bookcase rulebook read to the letter: an empty bag ends the game."""

    end_bonus: str = "sum"
    """"sum": all lose their tiles, who is out gains the others'; "double" with two players: who
    is out gains the other's twice, the other loses nothing; "none": tiles left do not count."""

    teams: str = "0"
    """The team of each seat, such as "1,2,1,2": partners win together; "0": each alone."""

    target: int = 0
    """Points with which a short game is over as soon as somebody has them; 0: none."""

    words: str = "list"
    """Which words count: those of the "list", or "anagrams" of them too (Clabbers)."""

    tie: str = "before"
    """"before": the higher total before the reckoning wins; "stands"."""

    challenge: str = "double"
    """The rule's name in `companion.rules.crossword.challenges.rules.TABLE`."""

    challenge_points: int = 5
    challenge_per: str = "word"
    challenge_books: str = "player"
    """Who the points of a failed challenge are booked to: the "player" gains them, or the
    "challenger" loses them."""

    challenge_who: str = "any"
    challenge_seconds: int = 0
    """Seconds after the play in which it may be challenged; 0: until the next turn."""

    challenge_window: str = "hard"
    """A late challenge is refused ("hard") or taken with a warning ("soft")."""


DEFAULTS = HouseRules()


def rules_of(setup: Setup) -> HouseRules:
    """Return the house rules of a set-up.

    Raises:
        ConfigError: There is no such option, or it cannot have this value.
    """
    given = dict(setup.options)
    known = {f.name: f for f in dataclasses.fields(HouseRules)}
    values: dict[str, Any] = {}
    for name, value in given.items():
        if name in opening.OPTIONS:
            continue
        if name not in known:
            near = get_close_matches(name, known, 1)
            if near:
                raise ConfigError(
                    said(
                        "There is no option {name}; did you mean {near}?",
                        name=repr(name),
                        near=repr(near[0]),
                    )
                )
            raise ConfigError(
                said(
                    "There is no option {name}; known are {known}.",
                    name=repr(name),
                    known=listed(known, "comma"),
                )
            )
        values[name] = _value(name, value)
    return HouseRules(**values)


def _value(name: str, value: Option) -> Option:
    default = getattr(DEFAULTS, name)
    if isinstance(default, bool):
        if value not in (0, 1):
            raise ConfigError(
                said(
                    "The option {name} is 0 or 1, not {value}.",
                    name=repr(name),
                    value=repr(value),
                )
            )
        return bool(value)
    if isinstance(default, int):
        low, high = _RANGES[name]
        if not isinstance(value, int) or not low <= value <= high:
            raise ConfigError(
                said(
                    "The option {name} takes a whole number from {low} to {high}, not {value}.",
                    name=repr(name),
                    low=low,
                    high=high,
                    value=repr(value),
                )
            )
        return int(value)
    if name == "teams":
        teams = str(value)
        if not re.fullmatch(r"0|\d(,\d){1,3}", teams):
            raise ConfigError(
                said(
                    "The option 'teams' is the team of each player, such as 1,2,1,2; not "
                    "{value}.",
                    value=repr(value),
                )
            )
        return teams
    if name == "starts":
        counts = str(value)
        if not re.fullmatch(r"\d{1,6}(,\d{1,6})*", counts):
            raise ConfigError(
                said(
                    "The option 'starts' is how many games each player has begun, such as "
                    "2,1; not {value}.",
                    value=repr(value),
                )
            )
        return counts
    if value not in CHOICES[name]:
        raise ConfigError(
            said(
                "The option {name} is one of {known}, not {value}.",
                name=repr(name),
                known=listed(CHOICES[name], "comma"),
                value=repr(value),
            )
        )
    return value
