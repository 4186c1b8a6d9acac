"""Write the games that tests keep of a released version: logs, files, and what they show.

    python -m tools.released_games tests/data/released/0.1

Random games of every kind are played through a session, as at a table, with every sort of
correction. Run it once with a version before it is released, and never again with a later one.
"""

from __future__ import annotations

import argparse
import gzip
import json
import random
import tempfile
from dataclasses import replace
from pathlib import Path
from typing import Any

from companion.errors import CompanionError, RuleViolation
from companion.export.api import GameFile
from companion.export.registry import read_game, write_game
from companion.household.clock import SteppedClock
from companion.household.games import milliseconds_of
from companion.rules.engine import messages as shared
from companion.rules.engine.clock import ClockRules
from companion.rules.engine.codec import setup_to_json
from companion.rules.registry import GAMES
from companion.session.messages import KeepTime, PressClock
from companion.session.order import ordered
from companion.session.session import Session
from companion.store.events import EventStore
from tests.doubles.corrections import correction
from tests.doubles.random_games import RandomGame
from tests.doubles.released import shown, steps_back

EACH = 7
FILES = (("jsonl", "gcg"), ("zip",), ("gcg",))
"""In which forms the first games of a kind are written."""
STEPS = {"monopoly-cards": 50, "together": 60}

OPTIONS: dict[str, tuple[dict[str, Any], ...]] = {
    "classic": (
        {}, {"challenge": "single"}, {"challenge": "points", "challenge_books": "challenger"},
        {"challenge": "double", "challenge_who": "next"}, {"end_bonus": "double"},
        {"first_player": "fewest", "starts": "1,0,2,1", "bag_check": 0},
        {"challenge": "single", "challenge_window": "soft"}, {"bingo": 35, "rack_size": 8},
    ),
    "monopoly-cards": (
        {"deal": "table"}, {}, {}, {"deal": "table"}, {"deal": "table"}, {},
        {"deal": "table"}, {},
    ),
}  # fmt: skip


class Played(RandomGame):
    """A random game that is played through a session."""

    def __init__(self, name: str, seed: int, store: EventStore) -> None:
        super().__init__(GAMES[name], seed)
        given = OPTIONS.get(name, ({},))
        options = {**dict(self.setup.options), **given[seed % len(given)]}
        if "starts" in options:
            counts = str(options["starts"]).split(",")
            options["starts"] = ",".join(counts[: len(self.setup.players)])
        self.setup = replace(self.setup, options=tuple(options.items()))
        self.clock = SteppedClock()
        self.number = store.create_game(
            f"{name} {seed}", name, setup_to_json(self.setup), at=self.clock.now()
        )
        rules = ClockRules(start_s=600, lost_after_s=900, bonus_s=seed % 3)
        self.session = Session(
            self.ruleset,
            self.setup,
            game=f"{name} {seed}",
            append=lambda entries, seq: store.append(self.number, entries, seq),
            now=self.clock.now,
            clocks=rules if seed % 2 == 0 else None,
            now_ms=milliseconds_of(self.clock),
        )
        self.whole = self.session._state  # noqa: SLF001 - the random player looks inside

    def do(self, command: object) -> None:
        self.clock.step(self.rng.choice((1, 4, 20, 45)))
        actor = self.rng.choice(("tablet", "camera", "Ann"))
        self.session.handle(ordered(command, actor))
        self.whole = self.session._state  # noqa: SLF001 - the random player looks inside

    def tried(self, command: object | None) -> None:
        """Do what may be refused."""
        if not isinstance(command, (*self.ruleset.commands, PressClock, KeepTime)):
            return
        try:
            self.do(command)
        except RuleViolation:
            return

    def corrected(self) -> None:
        """Ask for something that the random player never asks for."""
        self.tried(correction(self))
        if self.rng.random() < 0.1:
            for command in (PressClock(), PressClock(), KeepTime()):
                self.tried(command)


def play(game: Played, steps: int) -> None:
    rng = game.rng
    if "draw-start" in {a.command for a in game.board.actions}:
        game.tried(game.command("draw-start"))
        if rng.random() < 0.4:
            game.tried(shared.Undo())
            game.tried(shared.Redo())
    for _ in range(steps):
        if game.board.ended and rng.random() < 0.7:
            break
        if rng.random() < 0.2:
            game.corrected()
        elif not game.board.ended or rng.random() < 0.5:
            game.step()
        else:
            game.tried(shared.Undo())
        if rng.random() < 0.05:
            for _ in range(rng.randint(1, 4)):
                game.tried(shared.Undo())
            for _ in range(rng.randint(0, 3)):
                game.tried(shared.Redo())


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    folder: Path = parser.parse_args().folder
    folder.mkdir(parents=True, exist_ok=True)
    told: dict[str, Any] = {}
    with tempfile.TemporaryDirectory() as place:
        database = Path(place) / "games.sqlite"
        with EventStore.open(database) as store:
            for name in GAMES:
                for seed in range(EACH):
                    game = Played(name, seed, store)
                    play(game, STEPS.get(name, 60 if seed % 4 else 400))
                    told[str(game.number)] = {
                        **shown(game.board),
                        "back": steps_back(game.ruleset, game.whole),
                        "files": _files(folder, game, store, seed),
                    }
        packed = gzip.compress(database.read_bytes(), 9, mtime=0)
        (folder / "games.sqlite.gz").write_bytes(packed)
    text = json.dumps(told, ensure_ascii=False, separators=(",", ":"))
    (folder / "shown.json.gz").write_bytes(gzip.compress(text.encode(), 9, mtime=0))


def _files(folder: Path, game: Played, store: EventStore, seed: int) -> list[dict[str, Any]]:
    """Write a game as the files that can be taken in again; what each then shows."""
    entries = store.load(game.number)
    name = f"{game.ruleset.key}-{game.number}"
    whole = GameFile(game.ruleset.key, game.setup, game.board, entries, name)
    files = []
    for form in FILES[seed] if seed < len(FILES) else ():
        try:
            data = write_game(form, whole).data
            imported = read_game(data)
        except CompanionError:
            continue
        path = folder / f"{name}.{form}"
        path.write_bytes(data)
        rules = GAMES[imported.ruleset]
        state: Any = rules.start(imported.setup)
        for event in imported.events:
            state = rules.evolve(state, event)
        files.append({"file": path.name, **shown(rules.scoreboard(state))})
    return files


if __name__ == "__main__":
    random.seed(0)
    main()
