"""The one pump: what a camera, the eyes or the store may do, and the game is watched on."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from itertools import pairwise
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from companion.app.loop import Loop
from companion.board.reading import Reason, Unreadable
from companion.camera import Lack, LatestFrame, latest
from companion.errors import CameraError, ConfigError, StoreError
from companion.household.clock import SteppedClock
from companion.household.games import start_game
from companion.inference.settle import Window
from companion.session.notices import CAMERA, TROUBLE
from companion.session.snapshot import Snapshot
from companion.store import EventStore
from companion.tilesets import load
from companion.vision.types import Frame
from companion.watching import feed
from companion.watching.feed import SharedCamera
from companion.watching.following.eyes import LiveEyes
from companion.watching.pipeline import Picture, Pipeline
from companion.watching.pump import FAILED, pump
from companion.watching.sight import Cornered
from companion.watching.spectator import Spectator
from tests.doubles.games import setup
from tests.doubles.live_camera import Camera, showing
from tests.doubles.sabotaged import Sabotaged
from tests.doubles.true_eyes import TrueEyes

SAYS: dict[str, str] = {k: str(text) for k, text in {**CAMERA, **TROUBLE}.items()}
ENGLISH = load("english")
SOON_S = 20.0


class Watched:
    """A game over a store that may fail, before a camera."""

    def __init__(self, real: EventStore) -> None:
        self.store: Any = Sabotaged(real)
        number, session = start_game(self.store, setup(), name="x", clock=SteppedClock())
        self.loop = Loop(session).start()
        self.eyes = TrueEyes(ENGLISH)
        self.said: list[str] = []
        self.loop.subscribe(lambda now: self.said.append(str(now.trouble or now.notice)))
        self.log = lambda: [entry.kind for entry in real.load(number)]

    @contextmanager
    def before(
        self, camera: Camera, *, patience_s: float = 0.3, address: str = "double"
    ) -> Iterator[None]:
        pipeline = Pipeline(self.eyes, self.loop, ENGLISH, Window(2))
        spectator = Spectator(pipeline, self.loop, lambda _: None, patience_s=patience_s)
        shared, stop = SharedCamera(address, camera, clock=camera.clock), threading.Event()
        thread = threading.Thread(target=pump, args=(shared, spectator, stop))
        thread.start()
        try:
            yield
        finally:
            assert thread.is_alive(), "the eyes have ended"
            stop.set()
            thread.join(SOON_S)
            shared.close()

    def until(self, true: Callable[[Snapshot], bool]) -> Snapshot:
        deadline = time.monotonic() + SOON_S
        while not true(now := self.loop.snapshot):
            assert time.monotonic() < deadline, self.said
            self.loop.wait(now.version, 0.1)
        return now


@pytest.fixture
def game() -> Iterator[Watched]:
    with EventStore.open(":memory:") as real:
        watched = Watched(real)
        yield watched
        watched.loop.stop()


def test_a_play_counts_though_the_camera_is_lost_again_and_again(game: Watched) -> None:
    out = CameraError("the cable is out")
    camera = Camera(lambda k: out if k % 12 == 11 else showing("HUT"))
    with game.before(camera, patience_s=1.0):
        game.until(lambda now: bool(now.turns))
    assert camera.opened >= 3
    assert game.log().count("tiles-played") == 1


@pytest.mark.parametrize("when", ["before", "after"])
@pytest.mark.parametrize("fault", [StoreError("full"), OSError(28), RuntimeError("bug")])
def test_a_commit_that_fails_is_told_and_tried_again(
    game: Watched, when: str, fault: Exception
) -> None:
    getattr(game.store, when).extend([fault, fault])
    game.store.unreadable = 1
    with game.before(Camera(lambda _: showing("HUT"))):
        game.until(lambda now: bool(now.turns) and not now.trouble)
        game.until(lambda now: now.proposal is None)
    assert any("cannot be kept" in said for said in game.said)
    assert game.log().count("tiles-played") == 1
    assert [turn.word for turn in game.loop.snapshot.turns] == ["HUT"]


def test_eyes_that_fail_say_so_until_they_see_again_and_fill_no_log(
    game: Watched, caplog: pytest.LogCaptureFixture
) -> None:
    def pictures(count: int) -> Picture:
        return showing("HUT")[:3] if count < 30 else showing("HUT")

    with game.before(Camera(pictures)):
        game.until(lambda now: str(now.notice) == SAYS[FAILED])
        game.until(lambda now: bool(now.turns) and not now.notice)
    assert game.said.count(SAYS[FAILED]) == 1
    assert len([r for r in caplog.records if r.levelno >= logging.WARNING]) == 1


@pytest.mark.parametrize("lack", list(Lack))
def test_each_trouble_of_the_camera_is_said_once_and_taken_back(
    game: Watched, lack: Lack, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(latest, "FROZEN_S", 0.5)
    monkeypatch.setattr(latest, "FIRST_WAIT_S", 0.4)
    monkeypatch.setattr(feed, "WAIT_S", 0.2)
    rng = np.random.default_rng(1)

    def pictures(count: int) -> Picture | Exception | int:
        if count == 40 and lack in {Lack.GONE, Lack.UNREACHABLE, Lack.PHONE}:
            camera.away = 2
            return CameraError("the cable is out")
        if count == 40 and lack is Lack.SILENT:
            return 160
        image = showing("HUT").copy()
        if lack is not Lack.FROZEN or not 40 <= count < 200:
            image[..., 1] = rng.integers(0, 255, (15, 15))  # noise; the eyes pass over it
        else:
            image[..., 1] = 7
        return image

    camera = Camera(pictures)
    address = {Lack.UNREACHABLE: "http://camera/", Lack.PHONE: "phone"}.get(lack, "double")
    with game.before(camera, patience_s=1000.0, address=address):
        game.until(lambda now: str(now.notice) == SAYS[lack])
        game.until(lambda now: not now.notice)
    assert [said for said in game.said if said] == [SAYS[lack]]


def test_a_hanging_camera_lets_no_play_count(
    game: Watched, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(feed, "WAIT_S", 0.1)
    monkeypatch.setattr(latest, "FROZEN_S", 1.0)
    rng = np.random.default_rng(1)

    def pictures(count: int) -> Picture:
        image = showing("HUT").copy()
        image[..., 1] = rng.integers(0, 255, (15, 15)) if count < 20 else 7
        return image

    with game.before(Camera(pictures), patience_s=1.5):
        game.until(lambda now: str(now.notice) == SAYS[Lack.FROZEN])
    assert game.loop.snapshot.turns == ()


@pytest.mark.parametrize("live", [True, False])
@pytest.mark.parametrize(
    "times", [[5.0, 6.0, 0.0, 1.0], [0.0, float("nan"), -1e9, 3.0], [0.0, 1e12, 1.0, 0.0]]
)
def test_time_never_runs_backwards_nor_leaps(live: bool, times: list[float]) -> None:
    class Odd:
        name = "odd"

        def __init__(self) -> None:
            self.live = live
            self.left = list(times)

        def read(self) -> Frame | None:
            if not self.left:
                return None
            return Frame(
                np.full((8, 8, 3), len(self.left), np.uint8), self.left.pop(0), 0, "odd"
            )

        def close(self) -> None:
            pass

    camera = LatestFrame(Odd)
    seen = [frame.t_s for frame in iter(lambda: camera.take(5), None)]
    camera.close()
    assert all(0.0 <= a <= b <= a + 5 for a, b in pairwise(seen))


def test_an_old_picture_is_not_shown_as_what_lies_there(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(feed, "OLD_S", 0.3)
    monkeypatch.setattr(feed, "WAIT_S", 0.2)
    camera = SharedCamera("double", Camera(lambda k: 150 if k == 3 else showing("HUT")))
    try:
        camera.newest()
        time.sleep(0.5)
        with pytest.raises(CameraError, match="gives no pictures"):
            camera.newest()
        assert camera.age_s > 0.3
    finally:
        camera.close()


def test_corners_that_were_shown_do_not_count_once_the_camera_is_turned() -> None:
    class Asked:
        def __init__(self) -> None:
            self.corners: list[object] = []

        def read(self, image: Picture, *, corners_px: object = None, **_: object) -> Any:
            self.corners.append(corners_px)
            return Reason.BOARD_NOT_FOUND

    asked = Asked()
    eyes = Cornered(asked, ((0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0)))
    for shape in ((60, 80, 3), (120, 160, 3), (80, 60, 3), (60, 80, 3)):
        eyes.read(np.zeros(shape, np.uint8))
    assert [corners is not None for corners in asked.corners] == [True, True, False, True]


class Lens:
    """A lens measured for wide pictures."""

    def for_size(self, width_px: int, height_px: int) -> Lens:
        if abs(width_px / height_px - 4 / 3) > 0.01:
            raise ConfigError("The lens was measured for pictures of another shape.")
        return self

    def straightened(self, picture: Picture) -> Picture:
        return picture[:, ::-1]


def test_a_lens_is_undone_in_pictures_of_its_shape_only() -> None:
    seen: list[int] = []

    class Finds:
        def locate(self, image: Picture) -> Unreadable:
            seen.append(int(image[0, 0, 0]))
            return Unreadable(Reason.BOARD_NOT_FOUND, "nothing")

    eyes: Any = LiveEyes(None, Finds(), lens=Lens())  # type: ignore[arg-type]
    for k, shape in enumerate(((60, 80), (80, 60), (60, 80))):
        image = np.zeros((*shape, 3), np.uint8)
        image[:, -1] = 9
        eyes.read(image, t_s=float(k))
    assert seen == [9, 0, 9]


def test_a_file_that_is_no_picture_is_told_and_the_next_is_looked_at(
    game: Watched, tmp_path: Path
) -> None:
    for k in range(9):
        cv2.imwrite(str(tmp_path / f"{k}.png"), showing("HUT"))
    (tmp_path / "1.png").write_bytes(b"no picture")
    pipeline = Pipeline(game.eyes, game.loop, ENGLISH, Window(2))
    with closing(SharedCamera(str(tmp_path))) as camera:
        pump(camera, pipeline, threading.Event())
    assert [said for said in game.said if said] == [SAYS[Reason.NOT_A_PICTURE]]
    assert game.loop.snapshot.proposal is not None
