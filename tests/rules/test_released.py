"""Games of every released version open as they were: board, score, money, each step back."""

from __future__ import annotations

import contextlib
import gzip
import json
from pathlib import Path
from typing import Any

import pytest

from companion.errors import RuleViolation
from companion.export.registry import read_game
from companion.household.clock import SteppedClock
from companion.rules.engine.codec import from_json, setup_from_json, to_json
from companion.rules.registry import game
from companion.session.log import event_of, is_of_game
from companion.session.session import Session
from companion.store.events import EventStore
from tests.doubles.corrections import correction
from tests.doubles.files import board_of
from tests.doubles.games import Memory
from tests.doubles.random_games import RandomGame
from tests.doubles.released import shown, steps_back

RELEASED = Path(__file__).parents[1] / "data" / "released"
VERSIONS = sorted(folder.name for folder in RELEASED.iterdir() if folder.is_dir())


def told(version: str) -> dict[str, Any]:
    packed = (RELEASED / version / "shown.json.gz").read_bytes()
    value: dict[str, Any] = json.loads(gzip.decompress(packed))
    return value


@pytest.fixture(scope="module", params=VERSIONS)
def store(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Any:
    path = tmp_path_factory.mktemp("released") / "games.sqlite"
    packed = RELEASED / request.param / "games.sqlite.gz"
    path.write_bytes(gzip.decompress(packed.read_bytes()))
    with EventStore.open(path, create=False) as opened:
        yield request.param, opened


def test_every_log_shows_what_it_showed(store: tuple[str, EventStore]) -> None:
    version, opened = store
    expected = told(version)
    assert {record.ruleset for record in opened.games()} >= {
        "classic", "bookcase", "monopoly-scrabble", "together", "monopoly-cards",
    }  # fmt: skip
    for record in opened.games():
        want = expected[str(record.game)]
        session = Session(
            game(record.ruleset),
            setup_from_json(record.setup),
            game=record.name,
            append=Memory(),
            now=SteppedClock().now,
            entries=opened.load(record.game),
        )
        found = shown(session.snapshot.scoreboard)
        assert found == {key: want[key] for key in found}, record.name
        assert steps_back(session._ruleset, session._state) == want["back"], record.name
    assert len(expected) == len(opened.games())


def test_every_log_goes_on_and_is_corrected(store: tuple[str, EventStore]) -> None:
    """A game of another version, gone on with: what is written now tells it on without that."""
    _, opened = store
    for record in opened.games():
        rules, setup = game(record.ruleset), setup_from_json(record.setup)
        table = RandomGame(rules, record.game)
        table.setup = setup
        state: Any = rules.start(setup)
        for entry in opened.load(record.game):
            if is_of_game(entry):
                state = rules.evolve(state, event_of(entry, rules))
        table.whole, begun = state, state
        for step in range(12):
            command = correction(table) if step % 2 else None
            if command is None and not table.board.ended:
                table.step()
            elif command is not None:
                with contextlib.suppress(RuleViolation):
                    table.do(command)
        for event in table.events:
            written = json.loads(json.dumps(to_json(event)))
            begun = rules.evolve(begun, from_json(written, rules.events))
        assert begun == table.whole, record.name
        assert begun.now == table.now, record.name
        assert rules.scoreboard(begun) == table.board, record.name


@pytest.mark.parametrize("version", VERSIONS)
def test_every_file_is_taken_in_as_it_was(version: str) -> None:
    files = [file for want in told(version).values() for file in want["files"]]
    assert {Path(file["file"]).suffix for file in files} == {".jsonl", ".zip", ".gcg"}
    for file in files:
        imported = read_game((RELEASED / version / file["file"]).read_bytes())
        found = shown(board_of(imported))
        assert found == {key: file[key] for key in found}, file["file"]
