"""What the set-up offers, and what was chosen last."""

from __future__ import annotations

import dataclasses
from collections.abc import Collection, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from companion.camera.addresses import without_password
from companion.gamedata.editions import edition_names, load_edition
from companion.household import table_setup
from companion.household.archive import Archive
from companion.household.files import read_json, write_json
from companion.household.table_setup import MOST_PLAYERS, TableSetup
from companion.lexicon import choosable
from companion.lexicon import load as load_lexicon
from companion.rules.engine import clock
from companion.rules.registry import GAMES
from companion.session.labels import COLOURS
from companion.session.log import Json
from companion.store import EventStore
from companion.text import said
from companion.text.languages import LANGUAGES, language
from companion.tilesets import load as load_tiles
from companion.tilesets import names as tile_names
from companion.watching.cameras import Cameras

LAST = "last-order.json"
MOST_KNOWN = 12
"""Names that are offered to be tapped."""

CARDS = ("goals", "deck")
"""Forms of what is printed that are drawn as cards."""

WORD_FILES = (".txt", ".txt.gz")


class Choices:
    """The offer of a household.

    Args:
        folder: The data folder; None remembers nothing.
        cameras: Those there are.
        lexicon: A word list from the command line, offered besides those there are.
    """

    def __init__(self, folder: Path | None, cameras: Cameras, lexicon: str) -> None:
        self._folder = folder
        self._cameras = cameras
        self._lexicon = (lexicon, load_lexicon(lexicon).title)

    def as_json(self, given: str) -> dict[str, Any]:
        """Return what can be chosen, and what was chosen last, as JSON values and texts.

        Args:
            given: A camera from the command line; empty for none.
        """
        last = table_setup.as_json(self.last(given))
        if last["players"] == TableSetup().players:  # nobody has a name yet
            last["players"] = [
                said("Player {number}", number=n + 1) for n in range(len(last["players"]))
            ]
        return {
            "cameras": [{"id": i, "name": n} for i, n in self._cameras.offered().items()],
            "editions": [_edition_json(name) for name in edition_names()],
            "languages": [
                {"name": name, "title": load_tiles(name).title} for name in _languages()
            ],
            "lists": [{"name": n, "title": title} for n, title in self._lists().items()],
            "clocks": [{"name": name} for name in clock.TABLE],
            "colours": list(COLOURS),
            "again": bool(self._folder and (self._folder / LAST).is_file()),
            "most_players": MOST_PLAYERS,
            "last": {
                **{
                    each.option: each.first or each.default
                    for g in GAMES.values()
                    for each in g.choices
                },
                **last,
                "colours": last["colours"] or list(COLOURS[: len(last["players"])]),
            },
        }

    def choice(self, choice: Mapping[str, Any]) -> TableSetup:
        """Return what a page chose. Raises InputError for what was not offered."""
        offered = self._cameras.offered()
        return table_setup.setup_from(choice, cameras=offered, lists=self._lists())

    def last(self, given: str) -> TableSetup:
        """Return what was chosen last, as far as it can still be."""
        data = dict(read_json(self._folder / LAST)) if self._folder else {}
        data["camera"] = without_password(str(data.get("camera") or ""))
        if data["camera"] not in self._cameras.offered():
            data |= {"camera": "", "corners": None}  # unplugged; all else is as it was
        last = table_setup.remembered(data, self.choice) if "players" in data else TableSetup()
        if self._lexicon[0] != TableSetup().lexicon:
            last = dataclasses.replace(last, lexicon=self._lexicon[0])
        return dataclasses.replace(last, camera=given or last.camera)

    def taken_up(self, kept: Mapping[str, Json], given: str) -> TableSetup:
        """Return what a game is taken up with: its own, as far as that is here.

        Args:
            kept: What the store says of its table; nothing of games of earlier versions.
            given: A camera from the command line, which counts before its own; empty for none.
        """
        last = self.last(given)
        if "camera" not in kept:
            return last
        lexicon, camera = str(kept.get("lexicon", "")), str(kept["camera"])
        own = camera if camera in self._cameras.offered() else ""
        corners = kept.get("corners")
        return dataclasses.replace(
            last,
            lexicon=lexicon if lexicon in self._lists() else last.lexicon,
            camera=given or own,
            corners=table_setup.corners_of(corners) if own and not given else (),
        )

    def remember(self, chosen: TableSetup) -> None:
        """Keep a choice for next time."""
        if self._folder is not None:
            write_json(self._folder / LAST, table_setup.as_json(chosen))

    def _lists(self) -> dict[str, str]:
        """Return the word lists there are: installed ones and the household's files."""
        found = {**choosable(), **dict([self._lexicon])}
        folder = self._folder / "words" if self._folder else None
        if folder is not None and folder.is_dir():
            for path in sorted(folder.iterdir()):
                if path.name.endswith(WORD_FILES):
                    found[str(path)] = path.name.partition(".")[0]
        return found


def unfinished(
    store: EventStore, archive: Archive, playing: Collection[int]
) -> dict[str, Any] | None:
    """Return the newest game that was begun, if it is still open; None if it is over.

    Args:
        store: Where games are kept.
        archive: Knows which are over.
        playing: Numbers of the games on the tables, which need no offer.
    """
    for record in reversed(store.games()):
        if record.entries and record.game not in playing and not archive.deleted(record):
            game = archive.open(record)
            if game is None:
                return None
            return {"number": record.game, "name": game.game, "players": game.players}
    return None


def _languages() -> tuple[str, ...]:
    """Return the tile sets to choose from; the large board brings its own."""
    return tuple(name for name in tile_names() if not name.endswith("-super"))


def known_players(archive: Archive) -> list[str]:
    """Return the names of who has played, lately first; not what seats are called without one.

    Args:
        archive: The games that were played.
    """
    seat = [said("Player {number}", number=n + 1) for n in range(MOST_PLAYERS)]
    nobody = {language(code).write(text).casefold() for code in LANGUAGES for text in seat}
    found: dict[str, str] = {}
    for name in archive.names():
        found.setdefault(name.casefold(), name)
    return [name for key, name in found.items() if key not in nobody][:MOST_KNOWN]


def _edition_json(name: str) -> dict[str, Any]:
    edition = load_edition(name)
    game = GAMES[edition.game]
    asked = [
        {
            "option": each.option,
            "title": each.title,
            "values": [list(v) for v in each.values],
            "players": each.players,
        }
        for each in game.choices
    ]
    return {
        "name": name,
        "title": edition.title,
        "players": list(game.seats),
        "asks": asked,
        "printed": edition.game if game.printed else "",
        "board": game.has_board,
        "size": edition.layout.size if game.has_board else 0,
        "picture": _picture(name),
    }


@cache
def _picture(name: str) -> dict[str, Any]:
    """Return what an edition is drawn from: its board with what lies on it, or its cards."""
    game = GAMES[load_edition(name).game]
    form = game.printed.form if game.printed else ""
    if form in CARDS or not game.has_board:
        return {"kind": form if form in CARDS else "deck"}
    nobody = tuple(str(n) for n in range(game.seats[0]))
    _, setup = TableSetup(players=nobody, edition=name, seed=0).setup()
    panels = game.scoreboard(game.start(setup)).panels
    marked = {
        square: str(colour)
        for panel in panels
        if panel.kind == "estates"
        for *_, squares, colour in panel.rows
        for square in str(squares).split()
    }
    emblem = game.editions[name].emblem
    return {
        "kind": "board", "rows": list(setup.layout.rows), "marked": marked, "emblem": emblem
    }  # fmt: skip
