from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from companion.app.kept import keep
from companion.app.replay import Retold, retell
from companion.board.position import Position
from companion.board.reading import BoardReading, Reason, Unreadable
from companion.board.square import Square
from companion.camera import Source
from companion.errors import ConfigError, ImageError, RuleViolation
from companion.household.clock import SteppedClock
from companion.household.games import start_game
from companion.inference.turned import turned_square
from companion.store import EventStore
from companion.vision.types import Frame
from companion.watching.pipeline import Picture
from tests.doubles.games import session, setup
from tests.doubles.readings import cell, laid, reading_of

HUT = laid("8G", "HUT")
OX = laid("9G", "OX")
UNTO = laid("9H", "NTO", "down")
ARTE = laid("10F", "AR.E")


def board(*parts: object) -> Position:
    return Position({s: t for part in parts for s, t in part.items()})  # type: ignore[attr-defined]


class UpsideDown:
    """A picture that is read upside down unless the corners are told."""

    def __init__(self, truth: Position) -> None:
        self.truth = truth
        self.seen = Position({turned_square(s, 2, 15): t for s, t in truth.items()})


class GridOff(UpsideDown):
    """A picture whose grid is laid a column off unless the corners are told."""

    def __init__(self, truth: Position) -> None:
        self.truth = truth
        self.seen = Position({Square(s.row, s.col + 1): t for s, t in truth.items()})


class Album:
    """Eyes that know what each frame shows; a fault is no picture, a text is a refusal."""

    name = "album"
    live = False

    def __init__(self, *shown: object) -> None:
        self.shown = {f"frame-{n:02}.jpg": what for n, what in enumerate(shown, 1)}
        self.known: list[Position | None] = []
        self.opened = 0

    def open(self) -> Source:
        self.opened += 1
        return Opened(self.shown)

    def read(
        self,
        image: Picture,
        *,
        corners_px: object = None,
        previous: Position | None = None,
        seq: int = 0,
        t_s: float = 0.0,
        source: str = "",
    ) -> BoardReading | Unreadable:
        self.known.append(previous)
        what = self.shown[source]
        if isinstance(what, str):
            return Unreadable(Reason.BOARD_NOT_FOUND, what)
        if isinstance(what, Position):
            return reading_of(what)
        if isinstance(what, UpsideDown):
            return reading_of(what.seen if corners_px is None else what.truth)
        assert isinstance(what, BoardReading)
        return what


class Opened:
    """The pictures of an album, one after the other."""

    name = "album"
    live = False

    def __init__(self, shown: dict[str, object]) -> None:
        self.left = list(enumerate(shown.items()))

    def read(self) -> Frame | None:
        if not self.left:
            return None
        seq, (name, what) = self.left.pop(0)
        fault = str(what) if isinstance(what, Exception) else ""
        return Frame(np.zeros((1, 1, 3), np.uint8), float(seq), seq, name, fault)

    def close(self) -> None:
        pass


def told(*shown: object, players: tuple[str, ...] = ("Ann", "Bob")) -> Retold:
    album = Album(*shown)
    return retell(album.open, album, setup(*players))


def lines(game: Retold) -> list[tuple[str, str, str, int, int]]:
    return [
        (t.player, t.kind, t.play.main.text if t.play else "", t.score, t.total)
        for t in game.turns
    ]


def test_a_game_is_told_turn_by_turn() -> None:
    game = told(board(HUT), board(HUT, OX), board(HUT, OX), board(HUT, OX, laid("8J", "S")))
    assert lines(game) == [
        ("Ann", "play", "HUT", 12, 12),
        ("Bob", "play", "OX", 25, 25),
        ("Ann", "unchanged", "", 0, 12),
        ("Bob", "play", "HUTS", 7, 32),
    ]
    assert game.totals == (("Ann", 12), ("Bob", 32))
    assert [t.frame for t in game.turns] == [f"frame-0{n}.jpg" for n in range(1, 5)]


def test_three_players_take_turns() -> None:
    game = told(board(HUT), board(HUT), board(HUT), board(HUT, OX), players=("A", "B", "C"))
    assert [t.player for t in game.turns] == ["A", "B", "C", "A"]


def test_the_reader_is_told_what_is_known() -> None:
    album = Album(board(HUT), board(HUT, OX))
    retell(album.open, album, setup())
    assert album.known == [None, board(HUT)]


def test_a_withdrawn_play_gives_its_score_back_and_the_next_player_plays() -> None:
    game = told(board(HUT), board(HUT, OX), board(HUT), board(HUT, UNTO))
    assert lines(game) == [
        ("Ann", "play", "HUT", 12, 12),
        ("Bob", "play", "OX", 25, 25),
        ("Bob", "withdrawn", "OX", -25, 0),
        ("Ann", "play", "UNTO", 4, 16),
    ]


def test_a_withdrawal_and_a_play_in_one_picture() -> None:
    game = told(board(HUT), board(HUT, OX), board(HUT, laid("7H", "M.LE", "down")))
    assert [(t.kind, t.frame[-6:-4]) for t in game.turns[1:]] == [
        ("play", "02"),
        ("withdrawn", "03"),
        ("play", "03"),
    ]


@pytest.mark.parametrize("bad", [ImageError("frame-02.jpg is cut off."), "There is no board."])
def test_an_unread_picture_gets_its_turn_from_the_next_one(bad: object) -> None:
    game = told(board(HUT), bad, board(HUT, UNTO, ARTE))
    assert [(t.frame[-6:-4], t.player, t.kind, t.play.main.text if t.play else "") for t in
            game.turns] == [
        ("01", "Ann", "play", "HUT"),
        ("02", "Bob", "play", "UNTO"),
        ("03", "Ann", "play", "ARTE"),
    ]  # fmt: skip
    assert game.turns[1].status in ("not-a-picture", "board-not-found")
    assert str(game.turns[1].detail) == str(bad)
    assert [frame for frame, _ in game.refusals] == ["frame-02.jpg"]


def test_an_unread_picture_of_which_nothing_is_known_is_a_turn_without_a_change() -> None:
    game = told(board(HUT), "No board.", board(HUT, OX), "No board.")
    assert [t.kind for t in game.turns] == ["play", "unchanged", "play", "unchanged"]
    assert [t.player for t in game.turns] == ["Ann", "Bob", "Ann", "Bob"]


def test_a_picture_that_was_read_upside_down_is_read_again() -> None:
    first = UpsideDown(board(laid("8H", "HUT")))
    second = UpsideDown(board(laid("8H", "HUT"), laid("9H", "OX")))
    last = board(laid("8H", "HUT"), laid("9H", "OX"), laid("8K", "S"))
    upright = told(first.truth, second.truth, last)
    assert told(first, second, last) == upright
    assert told(first.truth, second, last) == upright


def test_a_picture_of_another_board_is_told_to_be_one() -> None:
    parts = [HUT, UNTO, laid("10D", "STAR.E"), laid("11D", "AND", "down"), laid("13E", "ARKER")]
    game = board(*parts)
    shifted = Position({Square(s.row - 1, s.col): t for s, t in game.items()})
    retold = told(*(board(*parts[: n + 1]) for n in range(5)), shifted, game)
    assert [t.kind for t in retold.turns] == ["play"] * 5 + ["unchanged"] * 2
    assert retold.turns[5].status == "does-not-fit"
    assert len(retold.refusals) == 1


def test_a_picture_whose_grid_was_a_column_off_is_read_again() -> None:
    boards = [board(HUT, UNTO), board(HUT, UNTO, ARTE), board(HUT, UNTO, ARTE, laid("8J", "S"))]
    off = GridOff(boards[1])
    assert told(board(HUT), boards[0], off, boards[2]) == told(board(HUT), *boards)


def test_nothing_readable_at_all() -> None:
    game = told("No board.", "No board.")
    assert [t.kind for t in game.turns] == ["unchanged", "unchanged"]
    assert len(game.refusals) == 2
    assert game.totals == (("Ann", 0), ("Bob", 0))


def test_a_later_picture_mends_an_earlier_turn_and_its_score() -> None:
    wrong = cell("8G", 0.99, ("N", 0.9), ("H", 0.1))
    game = told(reading_of(board(HUT), wrong), board(HUT, OX), board(HUT, OX))
    assert lines(game)[0] == ("Ann", "play", "HUT", 12, 12)


def test_a_doubt_is_told_with_its_turn() -> None:
    unsure = cell("8G", 0.99, ("N", 0.6), ("H", 0.4))
    (turn,) = told(reading_of(board(HUT), unsure)).turns
    assert [(d.square.name, d.candidates[0][0]) for d in turn.doubts] == [("8G", "N")]


def test_a_blank_scores_nothing() -> None:
    (turn,) = told(board(laid("8G", "?UT"))).turns
    assert turn.score == 4
    assert turn.play is not None
    assert turn.play.main.text == "?UT"


def test_a_board_joined_half_way_scores_only_what_is_laid_from_then_on() -> None:
    lot = board(
        HUT,
        UNTO,
        laid("10D", "STAR.E"),
        laid("11D", "AND", "down"),
        laid("13E", "ARKER"),
        laid("12J", "E.OW", "down"),
    )
    game = told(lot, lot.with_tiles(laid("8J", "S")))
    assert lines(game) == [("Ann", "unchanged", "", 0, 0), ("Bob", "play", "HUTS", 7, 7)]
    assert "no turn explains" in str(game.turns[0].detail)


def test_a_retold_game_is_kept_in_a_store() -> None:
    game = told(
        board(HUT), board(HUT, OX), board(HUT), board(HUT), board(HUT, UNTO), "No board."
    )
    with EventStore.open(":memory:") as store:
        number, kept = start_game(store, setup(), name="x", clock=SteppedClock())
        keep(game, kept)
        assert kept.snapshot.totals == game.totals
        assert kept.snapshot.position == game.position
        assert [(t.player, t.score, t.total) for t in kept.snapshot.turns] == [
            (t.player, t.score, t.total) for t in game.turns
        ]
        assert len(store.load(number)) == 6


def test_a_play_withdrawn_one_picture_late_is_kept_the_same() -> None:
    game = told(board(HUT), board(HUT, OX), board(HUT, OX), board(HUT), board(HUT, UNTO))
    assert [t.kind for t in game.turns] == ["play", "play", "unchanged", "withdrawn", "play"]
    kept = session()
    keep(game, kept)
    assert kept.snapshot.totals == game.totals
    assert kept.snapshot.turns[-1].player == game.turns[-1].player


def test_tiles_that_no_turn_explains_cannot_be_kept() -> None:
    lost = laid("2B", "WORD")
    game = told(board(HUT), board(HUT, lost), board(HUT, lost, laid("2F", "S")))
    with pytest.raises(RuleViolation):
        keep(game, session())


def test_one_player_is_no_game() -> None:
    with pytest.raises(ConfigError, match="two players"):
        told(board(HUT), players=("Ann",))


def test_eyes_that_fail_on_one_picture_cost_that_picture_only() -> None:
    class Failing(Album):
        def read(self, image: Picture, *, source: str = "", **more: Any) -> Any:
            if source == "frame-02.jpg":
                raise RuntimeError("a bug")
            return super().read(image, source=source, **more)

    album = Failing(board(HUT), board(HUT), board(HUT, OX))
    game = retell(album.open, album, setup())
    assert [turn.play.main.text for turn in game.turns if turn.play] == ["HUT", "OX"]
    assert [turn.status for turn in game.turns] == ["ok", "failed", "ok"]
    assert [frame for frame, _ in game.refusals] == ["frame-02.jpg"]


LEMON, MELON = laid("8D", "LEMON"), laid("8D", "MELON")
BELOW = laid("9D", "A")


@pytest.mark.parametrize("later", [1, 2, 5])
def test_no_word_is_told_that_no_picture_shows(later: int) -> None:
    """Two tiles of a word changed places: each turn is told as its own picture shows it."""
    game = told(board(LEMON), *[board(MELON, BELOW)] * later)
    # L on 8D doubled, the star: (2 + 1 + 3 + 1 + 1) x 2; then M 3 + A 1.
    assert lines(game)[:2] == [("Ann", "play", "LEMON", 16, 16), ("Bob", "play", "MA", 4, 4)]
    assert game.turns[0].doubts == ()
    assert str(game.turns[1].detail) == "The tiles of LEMON lie as MELON from this picture on."
    assert game.position == board(MELON, BELOW)


@pytest.mark.parametrize("first", [1, 2, 3])
def test_tiles_may_change_places_late(first: int) -> None:
    game = told(*[board(LEMON)] * first, board(MELON), board(MELON, BELOW))
    words = [turn.play.main.text for turn in game.turns if turn.play]
    assert words == ["LEMON", "MA"]
    assert "lie as MELON" in str(game.turns[first].detail)


def test_tiles_that_went_round_in_three_are_told_as_each_picture_shows_them() -> None:
    game = told(board(LEMON), board(laid("8D", "MENOL")), board(laid("8D", "MENOLS")))
    words = [turn.play.main.text for turn in game.turns if turn.play]
    assert words == ["LEMON", "MENOLS"]


def test_letters_that_were_read_as_one_another_once_are_no_moved_tiles() -> None:
    """One bad look among many: the picture is wrong, not the tiles."""
    game = told(board(LEMON), board(LEMON), board(MELON), *[board(LEMON, BELOW)] * 3)
    assert [t.play.main.text for t in game.turns if t.play] == ["LEMON", "LA"]
    assert all(not turn.moved for turn in game.turns)


def test_a_game_with_moved_tiles_is_kept_as_the_board_is() -> None:
    game = told(board(LEMON), board(MELON, BELOW), board(MELON, BELOW))
    with EventStore.open(":memory:") as store:
        _, kept = start_game(store, setup(), name="x", clock=SteppedClock())
        keep(game, kept)
        assert kept.snapshot.position == game.position
        assert [turn.word for turn in kept.snapshot.turns if turn.word] == ["MELON", "MA"]
