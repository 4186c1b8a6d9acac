"""The demo's game: legal, made of known words, and played to its end through the pipeline."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from companion.app.demo_game import (
    HAPPENINGS,
    PLAYERS,
    PLAYS,
    STAGE,
    DemoGame,
    Render,
    Scenery,
    Stage,
    boards,
    placements_of,
)
from companion.app.hall import open_hall
from companion.board.layout import STANDARD
from companion.board.position import Position
from companion.errors import CameraError
from companion.household.folders import STORE_FILE
from companion.household.table_setup import TableSetup
from companion.lexicon import load as load_lexicon
from companion.rules.crossword.bag import check_bag
from companion.rules.crossword.scoring import score_play
from companion.session.snapshot import Snapshot
from companion.store import EventStore
from companion.tilesets import load
from companion.watching.pipeline import Picture
from tests.doubles.true_eyes import TrueEyes, encoded


def test_every_play_is_legal_and_every_word_known() -> None:
    tiles, words, position = load("english"), load_lexicon(), Position()
    for coordinate, word in PLAYS:
        laid = placements_of(position, coordinate, word)
        play = score_play(position, laid, STANDARD, tiles)
        assert play.coordinate == coordinate
        assert play.main.text == word.upper()
        assert [w.text for w in play.words if w.text not in words] == []
        position = position.with_tiles({p.square: p.tile for p in laid})
    check_bag((tile for _, tile in position.items()), tiles)
    assert list(boards())[-1] == position
    assert sum(tile.blank for _, tile in position.items()) == 1


@contextmanager
def demo(
    folder: Path, eyes: TrueEyes, render: Render | None = None, **more: Any
) -> Iterator[DemoGame]:
    """The game before its camera, in a hall as `companion serve` opens it."""

    def true(cells: list[list[str]], *, frame: int, hand: bool, scenery: Scenery) -> Picture:
        return encoded(cells, eyes.tiles, hand=hand)

    stage = Stage(render or true)
    with open_hall(
        folder, camera=STAGE, eyes=lambda tiles: eyes, sources={STAGE: lambda: stage}
    ) as hall:
        hall.seat(TableSetup(PLAYERS, camera=STAGE))
        yield DemoGame(hall.table, stage, **{"stop": threading.Event(), "pause_s": 0.0, **more})


def played(folder: Path, eyes: TrueEyes) -> Snapshot:
    with demo(folder, eyes) as game:
        assert game.play()
        return game.table.loop.snapshot


def test_game_is_played_to_its_end_and_kept(tmp_path: Path) -> None:
    now = played(tmp_path, TrueEyes(load("english")))
    assert now.position == list(boards())[-1]
    assert now.scoreboard.ended
    assert now.totals == (
        ("Ada", 266 - 12),
        ("Grace", 346 - 15),
    )  # D 2, K 5; F 4, M 3, V 4; others 1
    assert now.scoreboard.winners == (1,)
    with EventStore.open(tmp_path / STORE_FILE) as store:
        assert store.games()[0].entries >= 13


def test_misread_tiles_are_corrected(tmp_path: Path) -> None:
    eyes = TrueEyes(load("english"))
    eyes.misread["8B"] = (("C", 0.6), ("O", 0.4))
    now = played(tmp_path, eyes)
    assert now.position == list(boards())[-1]
    assert now.totals == (("Ada", 266 - 12), ("Grace", 346 - 15))


def test_a_bump_and_a_lamp_are_shown_and_told(tmp_path: Path) -> None:
    shown: list[Scenery] = []
    told: list[str] = []
    eyes = TrueEyes(load("english"))

    def render(cells: list[list[str]], *, frame: int, hand: bool, scenery: Scenery) -> Picture:
        shown.append(scenery)
        return encoded(cells, eyes.tiles, hand=hand)

    with demo(tmp_path, eyes, render) as game:
        game.table.loop.subscribe(lambda snapshot: told.append(str(snapshot.message)))
        assert game.play()
    assert list(dict.fromkeys(shown)) == [Scenery(), *(s for _, s in HAPPENINGS.values())]
    assert {str(text) for text, _ in HAPPENINGS.values()} < set(told)
    assert told[-1] not in {str(text) for text, _ in HAPPENINGS.values()}


def test_eyes_that_see_nothing_end_in_a_sentence(tmp_path: Path) -> None:
    eyes = TrueEyes(load("english"))

    def empty(cells: list[list[str]], *, frame: int, hand: bool, scenery: Scenery) -> Picture:
        return encoded([[""] * 15] * 15, eyes.tiles)

    with (
        demo(tmp_path, eyes, empty) as game,
        pytest.raises(CameraError, match="turn 1 was not read"),
    ):
        game.play()


def test_stopped_game_ends_at_once(tmp_path: Path) -> None:
    stop = threading.Event()
    stop.set()
    with demo(tmp_path, TrueEyes(load("english")), stop=stop) as game:
        assert game.play() is False
        assert game.table.loop.snapshot.turns == ()
