"""The demo's game: legal, made of known words, and played to its end through the pipeline."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest

from companion.board.layout import STANDARD
from companion.board.position import Position
from companion.errors import CameraError
from companion.lexicon import load as load_lexicon
from companion.rules.bag import check_bag
from companion.rules.scoring import score_play
from companion.runtime import wiring
from companion.runtime.demo_game import (
    HAPPENINGS,
    PLAYERS,
    PLAYS,
    DemoGame,
    Scenery,
    boards,
    placements_of,
)
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


def played(tmp_path: Path, eyes: TrueEyes, *, pause_s: float = 0.0) -> wiring.Table:
    with wiring.open_table(folder=tmp_path, players=PLAYERS) as table:
        game = DemoGame(
            table,
            wiring.pipeline_for(table, eyes, steady=2),
            lambda cells, *, frame, hand, scenery: encoded(cells, table.tiles, hand=hand),
            threading.Event(),
            pause_s=pause_s,
        )
        assert game.play()
        return table


def test_game_is_played_to_its_end_and_kept(tmp_path: Path) -> None:
    table = played(tmp_path, TrueEyes(load("english")))
    now = table.loop.snapshot
    assert now.position == list(boards())[-1]
    assert now.scoreboard.ended
    assert now.totals == (("Ada", 266), ("Grace", 346))
    with EventStore.open(tmp_path / wiring.STORE_FILE) as store:
        assert store.games()[0].entries >= 13


def test_misread_tiles_are_corrected(tmp_path: Path) -> None:
    eyes = TrueEyes(load("english"))
    eyes.misread["8B"] = (("C", 0.6), ("O", 0.4))
    now = played(tmp_path, eyes).loop.snapshot
    assert now.position == list(boards())[-1]
    assert now.totals == (("Ada", 266), ("Grace", 346))


def test_a_bump_and_a_lamp_are_shown_and_told(tmp_path: Path) -> None:
    shown: list[Scenery] = []
    told: list[str] = []
    with wiring.open_table(folder=tmp_path, players=PLAYERS) as table:
        table.loop.subscribe(lambda snapshot: told.append(snapshot.message))

        def render(
            cells: list[list[str]], *, frame: int, hand: bool, scenery: Scenery
        ) -> Picture:
            shown.append(scenery)
            return encoded(cells, table.tiles, hand=hand)

        eyes = TrueEyes(table.tiles)
        game = DemoGame(
            table, wiring.pipeline_for(table, eyes, steady=2), render, threading.Event(),
            pause_s=0.0,
        )  # fmt: skip
        assert game.play()
    assert list(dict.fromkeys(shown)) == [Scenery(), *(s for _, s in HAPPENINGS.values())]
    assert {text for text, _ in HAPPENINGS.values()} < set(told)
    assert told[-1] not in {text for text, _ in HAPPENINGS.values()}


def test_eyes_that_see_nothing_end_in_a_sentence(tmp_path: Path) -> None:
    eyes = TrueEyes(load("english"))
    with (
        wiring.open_table(folder=tmp_path, players=PLAYERS) as table,
        pytest.raises(CameraError, match="turn 1 was not read"),
    ):
        DemoGame(
            table,
            wiring.pipeline_for(table, eyes, steady=2),
            lambda cells, *, frame, hand, scenery: encoded([[""] * 15] * 15, table.tiles),
            threading.Event(),
            pause_s=0.0,
        ).play()


def test_stopped_game_ends_at_once(tmp_path: Path) -> None:
    stop = threading.Event()
    stop.set()
    with wiring.open_table(folder=tmp_path, players=PLAYERS) as table:
        game = DemoGame(
            table,
            wiring.pipeline_for(table, TrueEyes(table.tiles)),
            lambda cells, *, frame, hand, scenery: encoded(cells, table.tiles, hand=hand),
            stop,
        )
        assert game.play() is False
        assert table.loop.snapshot.turns == ()
