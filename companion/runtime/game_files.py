"""The household's own copies of what is printed on boards and cards, edited on the page.

A copy is kept only when the game's own reader takes it, and as that reader's writer writes it.
Until every part has been compared with the printed game its data counts as placeholder.
"""

from __future__ import annotations

import logging
import tomllib
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import Any

from companion import gamedata
from companion.errors import CompanionError, ConfigError, InputError
from companion.rules.cards.deck import parse_deck
from companion.rules.cards.deck_writer import write_deck
from companion.rules.monopoly.board_file import parse_board
from companion.rules.monopoly.board_writer import write_board
from companion.rules.tables import toml_lines
from companion.rules.together.goals_file import parse_goals, write_goals
from companion.runtime.card_lists import cards_of_deck, titles_text
from companion.runtime.clock import Clock
from companion.runtime.files import read_json, write_json, write_whole

log = logging.getLogger(__name__)

FOLDER = "games"
CHECKED = "checked.json"
TITLES = "card_titles.toml"
CARDS = "monopoly-cards"
DEEPEST = 6

PARTS: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "monopoly-scrabble": ("money", "properties", "track", "cards"),
        "together": ("cards",),
        "monopoly-cards": ("groups", "values", "counts", "titles"),
    }
)
"""What of each game is compared with the printed one, part by part."""


def _canonical_board(text: str) -> str:
    return write_board(parse_board(text))


def _canonical_goals(text: str) -> str:
    return write_goals(parse_goals(text))


def _canonical_deck(text: str) -> str:
    return write_deck(parse_deck(text))


_CANONICAL: Mapping[str, Callable[[str], str]] = MappingProxyType(
    {
        "monopoly-scrabble": _canonical_board,
        "together": _canonical_goals,
        "monopoly-cards": _canonical_deck,
    }
)


def own_file(folder: Path | None, game: str) -> Path | None:
    """Return the household's copy of a game's data; None where there is none."""
    if folder is None or game not in PARTS:
        return None
    path = folder / FOLDER / f"{game}.toml"
    return path if path.is_file() else None


def own_titles(folder: Path | None) -> Path | None:
    """Return the household's file of what its cards have printed; None where there is none."""
    path = folder / FOLDER / TITLES if folder else None
    return path if path is not None and path.is_file() else None


def options_of(folder: Path | None, game: str) -> tuple[tuple[str, str], ...]:
    """Return the set-up options with a game's data: the household's copy, or the bundled."""
    return gamedata.options(game, own_file(folder, game))


class GameFiles:
    """Reads and keeps the household's copies.

    Args:
        folder: The data folder; None keeps nothing.
        clock: Dates a comparison.
    """

    def __init__(self, folder: Path | None, clock: Clock) -> None:
        self._folder = folder
        self._clock = clock

    def as_json(self, game: str) -> dict[str, Any]:
        """Return a game's data: `data`, `parts`, those `checked`, and whether it is `own`.

        A copy that cannot be read is told in `fault`, and the bundled data stand in for it.

        Raises:
            InputError: The game has no such data.
        """
        parts = _parts(game)
        fault = ""
        own = own_file(self._folder, game)
        try:
            text = _CANONICAL[game](gamedata.options(game, own)[0][1])
        except CompanionError as refusal:
            log.warning("%s is passed over: %s", own, refusal)
            fault, own = str(refusal), None
            text = _CANONICAL[game](gamedata.options(game)[0][1])
        data = tomllib.loads(text)
        if game == CARDS:
            data["titles"] = self._titles()["titles"]
        checked = self._checked().get(game, []) if own else []
        if data.get("official"):
            checked = list(parts)  # a file that came from elsewhere
        return {
            "game": game,
            "data": data,
            "parts": list(parts),
            "checked": [part for part in parts if part in checked],
            "own": own is not None,
            "fault": fault,
        }

    def save(self, game: str, data: Mapping[str, Any], checked: Sequence[str]) -> None:
        """Keep a household's copy.

        Args:
            game: Which.
            data: As `as_json` gave it, changed.
            checked: The parts that somebody has compared with the printed game.

        Raises:
            InputError: The game's reader refuses it (says why), or nothing is kept here.
        """
        parts = _parts(game)
        done = [part for part in parts if part in checked]
        told = {**data, "official": len(done) == len(parts)}
        if game == "monopoly-scrabble":
            told["checked_on"] = f"{self._clock.now():%Y-%m-%d}" if told["official"] else ""
        _guard(told, DEEPEST)
        titles = told.pop("titles", None) if game == CARDS else None
        try:
            text = _CANONICAL[game](toml_lines(told))
        except ConfigError as refusal:
            raise InputError(str(refusal)) from refusal  # of a page, not of this program
        path = self._path(game)
        if titles is not None:
            self._keep_titles(text, titles, path.with_name(TITLES))
        write_whole(path, text.encode())
        write_json(path.with_name(CHECKED), {**self._checked(), game: done})
        log.info("the household's copy of %s was changed", game)

    def reset(self, game: str) -> None:
        """Go back to the bundled data."""
        _parts(game)
        path = self._path(game)
        path.unlink(missing_ok=True)
        if game == CARDS:
            path.with_name(TITLES).unlink(missing_ok=True)
        write_json(path.with_name(CHECKED), {**self._checked(), game: []})

    def _titles(self) -> dict[str, Any]:
        """Return the file of titles as it is read: `titles` and `colors` of the cards."""
        try:
            return tomllib.loads(titles_text(own_titles(self._folder)))
        except (CompanionError, tomllib.TOMLDecodeError) as refusal:
            log.warning("the household's titles are passed over: %s", refusal)
            return tomllib.loads(titles_text())

    def _keep_titles(self, deck: str, titles: object, path: Path) -> None:
        """Write what the cards have printed, if the card reader can go by it."""
        trial = path.with_name(f".{path.name}")
        write_whole(trial, toml_lines({**self._titles(), "titles": titles}).encode())
        try:
            cards_of_deck(parse_deck(deck), trial)
            trial.replace(path)
        except ConfigError as refusal:
            raise InputError(str(refusal)) from refusal
        finally:
            trial.unlink(missing_ok=True)

    def _path(self, game: str) -> Path:
        if self._folder is None:
            raise InputError("Nothing is kept here; start the program with a data folder.")
        return self._folder / FOLDER / f"{game}.toml"

    def _checked(self) -> Mapping[str, Any]:
        return read_json(self._folder / FOLDER / CHECKED) if self._folder else {}


def _parts(game: str) -> tuple[str, ...]:
    if game not in PARTS:
        raise InputError("This game has no board or cards to type in.")
    return PARTS[game]


def _guard(value: object, deeper: int) -> None:
    """Refuse what TOML cannot say; its writer takes plain values for granted."""
    match value:
        case bool() | int() | str():
            return
        case float() if value == value and abs(value) < 1e9:
            return
        case list() if deeper:
            for item in value:
                _guard(item, deeper - 1)
        case dict() if deeper:
            for item in value.values():
                _guard(item, deeper - 1)
        case _:
            raise InputError("This is no data of a board or of cards.")
