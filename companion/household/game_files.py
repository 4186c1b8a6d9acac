"""The household's own copies of what is printed on boards and cards, edited on the page.

A copy is kept only when the game's own reader takes it, and as that reader's writer writes it.
Until every part has been compared with the printed game its data counts as placeholder.
"""

from __future__ import annotations

import logging
import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from companion import gamedata
from companion.errors import CompanionError, ConfigError, InputError
from companion.household.card_lists import cards_in, titles_text
from companion.household.clock import Clock
from companion.household.files import read_json, write_json, write_whole
from companion.rules.crossword.tables import write_toml
from companion.rules.game import Game, Printed
from companion.rules.registry import GAMES
from companion.text import NOTHING, from_file

log = logging.getLogger(__name__)

FOLDER = "games"
CHECKED = "checked.json"
DEEPEST = 6


def own_file(folder: Path | None, game: str) -> Path | None:
    """Return the household's copy of a game's data; None where there is none."""
    return _there(folder, f"{game}.toml") if game in gamedata.games() else None


def own_titles(folder: Path | None, game: Game) -> Path | None:
    """Return the household's file of what a game's cards have printed; None without one."""
    titles = game.printed.titles if game.printed else ""
    return _there(folder, titles) if titles else None


def _there(folder: Path | None, name: str) -> Path | None:
    path = folder / FOLDER / name if folder else None
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

        What has a name or a text in `data` is also `shown`; `names` are those of cards.

        A copy that cannot be read is told in `fault`, and the bundled data stand in for it.

        Raises:
            InputError: The game has no such data.
        """
        printed = _printed(game)
        fault = NOTHING
        own = own_file(self._folder, game)
        try:
            text = printed.canonical(gamedata.options(game, own)[0][1])
        except CompanionError as refusal:
            log.warning("%s is passed over: %s", own, refusal)
            fault, own = refusal.said, None
            text = printed.canonical(gamedata.options(game)[0][1])
        data = tomllib.loads(text)
        if printed.titles:
            data["titles"] = self._titles(GAMES[game])["titles"]
        checked = self._checked().get(game, []) if own else []
        if data.get("official"):
            checked = [part for part, _ in printed.parts]  # a file that came from elsewhere
        return {
            "game": game,
            "title": GAMES[game].title,
            "form": printed.form,
            "data": _worded(data),
            "names": {card.key: card.name for card in printed.cards(text)},
            "parts": [list(part) for part in printed.parts],
            "checked": [part for part, _ in printed.parts if part in checked],
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
        printed = _printed(game)
        done = [part for part, _ in printed.parts if part in checked]
        told = {**_plain(data), "official": len(done) == len(printed.parts)}
        if printed.is_dated:
            told["checked_on"] = f"{self._clock.now():%Y-%m-%d}" if told["official"] else ""
        _guard(told, DEEPEST)
        titles = told.pop("titles", None) if printed.titles else None
        try:
            text = printed.canonical(write_toml(told))
        except ConfigError as refusal:
            raise InputError(refusal.said) from refusal  # of a page, not of this program
        path = self._path(game)
        if titles is not None:
            self._keep_titles(GAMES[game], text, titles, path.with_name(printed.titles))
        write_whole(path, text.encode())
        write_json(path.with_name(CHECKED), {**self._checked(), game: done})
        log.info("the household's copy of %s was changed", game)

    def reset(self, game: str) -> None:
        """Go back to the bundled data."""
        printed = _printed(game)
        path = self._path(game)
        path.unlink(missing_ok=True)
        if printed.titles:
            path.with_name(printed.titles).unlink(missing_ok=True)
        write_json(path.with_name(CHECKED), {**self._checked(), game: []})

    def _titles(self, game: Game) -> dict[str, Any]:
        """Return the file of titles as it is read: `titles` and `colors` of the cards."""
        try:
            return tomllib.loads(titles_text(game, own_titles(self._folder, game)))
        except (CompanionError, tomllib.TOMLDecodeError) as refusal:
            log.warning("the household's titles are passed over: %s", refusal)
            return tomllib.loads(titles_text(game))

    def _keep_titles(self, game: Game, text: str, titles: object, path: Path) -> None:
        """Write what the cards have printed, if the card reader can go by it."""
        trial = path.with_name(f".{path.name}")
        write_whole(trial, write_toml({**self._titles(game), "titles": titles}).encode())
        try:
            cards_in(game, text, trial)
            trial.replace(path)
        except ConfigError as refusal:
            raise InputError(refusal.said) from refusal
        finally:
            trial.unlink(missing_ok=True)

    def _path(self, game: str) -> Path:
        if self._folder is None:
            raise InputError("Nothing is kept here; start the program with a data folder.")
        return self._folder / FOLDER / f"{game}.toml"

    def _checked(self) -> Mapping[str, Any]:
        return read_json(self._folder / FOLDER / CHECKED) if self._folder else {}


def _printed(game: str) -> Printed:
    printed = GAMES[game].printed if game in GAMES else None
    if printed is None:
        raise InputError("This game has no board or cards to type in.")
    return printed


def _worded(value: Any) -> Any:
    """Return data in which all with a name or a text also tells how it is `shown`."""
    match value:
        case dict():
            shown = value.get("name") or value.get("text")
            more = {"shown": from_file(shown)} if isinstance(shown, str) else {}
            return {**{key: _worded(one) for key, one in value.items()}, **more}
        case list():
            return [_worded(one) for one in value]
        case _:
            return value


def _plain(value: Any) -> Any:
    """Return data of a page without what was only shown."""
    match value:
        case dict():
            return {key: _plain(one) for key, one in value.items() if key != "shown"}
        case list():
            return [_plain(one) for one in value]
        case _:
            return value


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
