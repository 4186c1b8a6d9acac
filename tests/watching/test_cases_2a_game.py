"""Cases of needs section 2 A that begin with readings: what the game makes of them."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest

from companion.app import wiring
from companion.app.watched import Manner, pipeline_for
from companion.board.position import Position
from companion.board.square import parse_square
from companion.board.tiles import Tile
from companion.camera import LatestFrame
from companion.errors import CameraError
from companion.inference.propose import Kind, rank
from companion.inference.settle import Window
from companion.rules.engine.messages import CorrectTile, Undo
from companion.session.messages import AcceptProposal
from companion.session.order import ordered
from companion.session.snapshot import Snapshot
from companion.vision.types import Frame
from companion.watching.pipeline import Pipeline
from companion.watching.spectator import Counted, Spectator, Told
from companion.web import Access
from tests.doubles.fake_loop import FakeLoop
from tests.doubles.readings import laid, reading_of
from tests.doubles.true_eyes import TrueEyes, encoded


class Board:
    """A board that tests lay tiles on, before eyes that read it as they are told."""

    def __init__(self, steady: int = 2) -> None:
        self.loop = FakeLoop()
        self.tiles = self.loop.setup.tiles
        self.eyes = TrueEyes(self.tiles)
        self.pipeline = Pipeline(self.eyes, self.loop, self.tiles, Window(steady))
        self.cells = [[""] * 15 for _ in range(15)]
        self.t_s = 0.0

    def lay(self, at: str, word: str) -> None:
        for placement in self.loop.placements(at, word):
            square = placement.square
            self.cells[square.row][square.col] = placement.tile.text

    def frame(self, every_s: float = 0.1) -> Frame:
        self.t_s += every_s
        return Frame(encoded(self.cells, self.tiles), self.t_s, 0, "test")

    def look(self, times: int = 2) -> Snapshot:
        for _ in range(times):
            snapshot = self.pipeline.take(self.frame())
        return snapshot

    @property
    def words(self) -> list[str]:
        proposal = self.loop.snapshot.proposal
        return [] if proposal is None else [p.main.text for p in proposal.best.plays]


@pytest.fixture
def board() -> Board:
    return Board()


def test_case_03_a_thinking_pause_splits_no_move(board: Board) -> None:
    board.lay("8H", "D")
    board.look(60)
    board.lay("8H", "DJIN")
    board.look()
    assert board.words == ["DJIN"]
    after = board.loop.submit(ordered(AcceptProposal(), "button")).result()
    assert [turn.word for turn in after.turns] == ["DJIN"]


def test_case_03_when_nobody_presses_done_the_draft_grows_until_patience_ends(
    board: Board,
) -> None:
    told: list[Told] = []
    spectator = Spectator(board.pipeline, board.loop, told.append, patience_s=10.0)

    def still(seconds: float) -> None:
        for _ in range(round(seconds * 10)):
            spectator.take(board.frame())

    board.lay("8G", "DJ")
    still(6)
    assert not any(isinstance(each, Counted) for each in told)
    board.lay("8G", "DJIN")
    still(12)
    counted = [each for each in told if isinstance(each, Counted)]
    assert [turn.word for each in counted for turn in each.turns] == ["DJIN"]


def test_case_03_where_people_can_be_asked_a_doubtful_play_waits_for_them(
    board: Board,
) -> None:
    told: list[Told] = []
    spectator = Spectator(board.pipeline, board.loop, told.append, patience_s=2.0, asks=True)

    def still(seconds: float) -> None:
        for _ in range(round(seconds * 10)):
            spectator.take(board.frame())

    board.eyes.misread["8H"] = (("I", 0.6), ("J", 0.4))
    board.lay("8G", "DJIN")
    still(8)
    assert board.words != []
    assert not any(isinstance(each, Counted) for each in told)
    board.eyes.misread.clear()
    still(8)
    counted = [each for each in told if isinstance(each, Counted)]
    assert [turn.word for each in counted for turn in each.turns] == ["DJIN"]


def test_case_05_a_settled_letter_read_otherwise_stays_and_is_doubted(board: Board) -> None:
    board.lay("8D", "BRISK")
    board.loop.play("8D", "BRISK")
    board.look()
    board.eyes.misread["8D"] = (("R", 0.6), ("B", 0.4))
    snapshot = board.look(12)
    assert snapshot.position.get(parse_square("8D")) == Tile("B")
    assert [doubt.square.name for doubt in snapshot.doubtful] == ["8D"]


@pytest.mark.parametrize(("start", "token"), [("QAT", "Q"), ("h?t", "?")])
def test_case_05_the_bag_is_never_overdrawn(start: str, token: str) -> None:
    tiles = FakeLoop().setup.tiles
    known = Position(laid("8G", start))
    after = known.with_tiles(laid("9G", f"{token}X"))
    proposal = rank(known, reading_of(after, letter=0.8), tiles=tiles)
    assert proposal.play is not None
    first = proposal.play.placements[0].tile
    assert not first.blank if token == "?" else first.letter != "Q"


def test_case_06_two_letters_that_alternate_make_no_flicker(board: Board) -> None:
    board.lay("8D", "QUIET")
    for k in range(20):
        pair = (("O", 0.9), ("Q", 0.1)) if k % 2 else (("Q", 0.9), ("O", 0.1))
        board.eyes.misread["8D"] = pair
        board.look(1)
        if k == 4:
            version = board.loop.snapshot.version
    now = board.loop.snapshot
    assert now.version == version
    assert now.proposal is not None
    assert [doubt.square.name for doubt in now.proposal.doubts] == ["8D"]


def test_case_07_a_corrected_tile_is_scored_anew_and_logged_as_manual(tmp_path: Path) -> None:
    with wiring.open_table(folder=tmp_path, players=("Ann", "Ben")) as table:
        eyes = TrueEyes(table.tiles)
        eyes.misread["8D"] = (("O", 0.9), ("Q", 0.1))
        pipeline = pipeline_for(table, eyes, Manner(steady=2))
        cells = [[""] * 15 for _ in range(15)]
        cells[7][3:8] = list("QUIET")
        for seq in range(2):
            pipeline.take(Frame(encoded(cells, table.tiles), float(seq), seq, "test"))
        before = table.loop.submit(ordered(AcceptProposal(), "tablet")).result()
        assert before.totals[0] == ("Ann", 12)
        correction = CorrectTile(parse_square("8D"), Tile("Q"))
        after = table.loop.submit(ordered(correction, "tablet")).result()
        assert after.totals[0] == ("Ann", 48)
        last = table.store.load(table.number)[-1]
    assert last.actor == "tablet"
    assert last.kind == "turns-rewritten"


def test_case_08_two_turns_unseen_are_offered_as_two_moves_with_their_scores(
    board: Board,
) -> None:
    board.lay("8G", "HUT")
    board.loop.play("8G", "HUT")
    for at, word in (("H8", "UNTO"), ("J8", "SANDED")):
        board.lay(at, word)
    snapshot = board.look()
    assert snapshot.proposal is not None
    assert snapshot.proposal.kind is Kind.SPLIT
    plays = snapshot.proposal.best.plays
    assert sum(len(play.placements) for play in plays) == 9
    assert len(plays) == 2
    assert all(play.score > 0 for play in plays)


def test_case_10_a_restored_state_lists_what_differs_and_scores_nothing(board: Board) -> None:
    for at, word in (("8D", "QUIET"), ("H8", "TOWEL")):
        board.lay(at, word)
        board.look()
        board.loop.submit(ordered(AcceptProposal(), "tablet")).result()
    board.loop.submit(ordered(Undo(), "tablet")).result()
    restored = board.loop.submit(ordered(Undo(), "tablet")).result()
    snapshot = board.look(4)
    assert snapshot.totals == restored.totals
    assert snapshot.turns == ()
    assert snapshot.proposal is not None
    differs = {p.square for p in snapshot.proposal.best.placements}
    assert {s.name for s in differs} == {
        "8D", "8E", "8F", "8G", "8H", "9H", "10H", "11H", "12H",
    }  # fmt: skip


def test_case_10_tiles_that_are_known_and_gone_are_listed(board: Board) -> None:
    board.lay("8D", "QUIET")
    board.loop.play("8D", "QUIET")
    board.look()
    totals = board.loop.snapshot.totals
    board.cells[7][4] = ""
    snapshot = board.look(4)
    assert [doubt.square.name for doubt in snapshot.doubtful] == ["8E"]
    assert snapshot.totals == totals


def test_case_17_two_quick_moves_come_in_the_order_in_which_they_can_lie() -> None:
    tiles = FakeLoop().setup.tiles
    start = Position(laid("8G", "HUT"))
    after = start.with_tiles(laid("9H", "NTO", "down") | laid("10F", "AR.E"))
    proposal = rank(start, reading_of(after), tiles=tiles, missed=1)
    assert [play.main.text for play in proposal.best.plays] == ["UNTO", "ARTE"]


class Flaky:
    """A camera that is unplugged after one frame."""

    name = "flaky"
    live = False  # so that no frame is dropped for a newer one

    def __init__(self, frame: Frame) -> None:
        self.frames = [frame]

    def read(self) -> Frame:
        if self.frames:
            return self.frames.pop()
        raise CameraError("The camera gives no more pictures; check its cable.")

    def close(self) -> None:
        pass


def test_case_21_the_page_stays_up_while_the_camera_comes_and_goes(tmp_path: Path) -> None:
    with wiring.open_table(folder=tmp_path, players=("Ann", "Ben")) as table:
        client = table.dashboard(Access()).test_client()
        pipeline = pipeline_for(table, TrueEyes(table.tiles), Manner(steady=2))
        cells = [[""] * 15 for _ in range(15)]
        cells[7][3:8] = list("QUIET")
        frame = Frame(encoded(cells, table.tiles), 0.0, 0, "flaky")
        gone = threading.Event()
        latest = LatestFrame(lambda: Flaky(frame), wait=lambda _: gone.wait(0.01))
        for _ in range(3):
            taken = latest.take(5.0)
            assert taken is not None
            pipeline.take(taken)
            assert client.get("/api/snapshot").status_code == 200
        latest.close()
        proposal = table.loop.snapshot.proposal
    assert proposal is not None
    assert [play.main.text for play in proposal.best.plays] == ["QUIET"]
