"""From frames to what the screens show, with eyes that can be told what to see."""

from __future__ import annotations

from typing import Any

import pytest

from companion.board.reading import Reason
from companion.board.square import parse_square
from companion.board.tiles import Tile
from companion.inference.propose import Proposal, rank
from companion.inference.settle import Window
from companion.rules.crossword.challenges.rules import Judged
from companion.rules.engine.messages import Challenge, CorrectTile, Undo
from companion.session.messages import AcceptProposal, ShowProposal, TurnsEnded
from companion.session.order import ordered
from companion.session.snapshot import Snapshot
from companion.vision.types import Frame
from companion.watching.pipeline import Pipeline
from companion.web import Playing
from companion.web.requests.amend import with_letter
from companion.web.state import state_json
from tests.doubles.fake_loop import FakeLoop
from tests.doubles.true_eyes import TrueEyes, encoded


class Watched:
    """A pipeline over a board that tests lay tiles on."""

    def __init__(self) -> None:
        self.loop = FakeLoop()
        self.tiles = self.loop.setup.tiles
        self.eyes = TrueEyes(self.tiles)
        self.pipeline = Pipeline(self.eyes, self.loop, self.tiles, Window(2))
        self.cells = [[""] * 15 for _ in range(15)]

    def lay(self, at: str, word: str) -> None:
        for placement in self.loop.placements(at, word):
            square = placement.square
            self.cells[square.row][square.col] = placement.tile.text

    def look(self, times: int = 2, *, hand: bool = False) -> Snapshot:
        for _ in range(times):
            image = encoded(self.cells, self.tiles, hand=hand)
            snapshot = self.pipeline.take(Frame(image, t_s=0.0, seq=0, source="test"))
        return snapshot

    def words(self) -> list[str]:
        proposal = self.loop.snapshot.proposal
        return [] if proposal is None else [p.main.text for p in proposal.best.plays]


def notice(snapshot: Snapshot, board: Watched) -> Any:
    return state_json(snapshot, Playing(board.loop, board.tiles))["notice"]


@pytest.fixture
def board() -> Watched:
    return Watched()


def test_play_is_proposed_once_the_board_is_still(board: Watched) -> None:
    board.lay("8D", "QUIET")
    assert board.look(1).proposal is None
    board.look(1)
    assert board.words() == ["QUIET"]


def test_a_still_board_sends_nothing_new(board: Watched) -> None:
    board.lay("8D", "QUIET")
    version = board.look().version
    assert board.look(5).version == version


def test_tiles_added_after_a_pause_extend_the_same_play(board: Watched) -> None:
    board.lay("8G", "DJ")
    board.look(4)
    board.lay("8G", "DJIN")
    board.look()
    assert board.words() == ["DJIN"]
    assert board.loop.snapshot.turns == ()


def test_hand_over_the_board_says_so_and_proposes_nothing(board: Watched) -> None:
    board.lay("8D", "QUIET")
    snapshot = board.look(3, hand=True)
    assert snapshot.proposal is None
    shown = notice(snapshot, board)
    assert shown["kind"] == "hand-over-board"
    assert notice(board.look(), board) is None


def test_blind_eyes_complain_once(board: Watched) -> None:
    board.eyes.blind = Reason.TOO_DARK
    version = board.look(1).version
    assert board.look(5).version == version
    assert notice(board.loop.snapshot, board)["kind"] == "too-dark"


def test_tiles_taken_away_again_drop_the_proposal(board: Watched) -> None:
    board.lay("8D", "QUIET")
    board.look()
    board.cells = [[""] * 15 for _ in range(15)]
    assert board.look().proposal is None


def test_accepted_play_is_not_proposed_again(board: Watched) -> None:
    board.lay("8D", "QUIET")
    board.look()
    board.loop.submit(ordered(AcceptProposal(), "tablet"))
    assert board.look(3).proposal is None
    assert board.loop.snapshot.totals[0] == ("Ann", 48)


def test_undone_play_that_still_lies_there_is_proposed_again(board: Watched) -> None:
    board.lay("8D", "QUIET")
    board.look()
    board.loop.submit(ordered(AcceptProposal(), "tablet"))
    board.loop.submit(ordered(Undo(), "tablet"))
    board.look()
    assert board.words() == ["QUIET"]


def pick(board: Watched, square: str, tile: Tile) -> None:
    """Correct a proposed letter, as the dashboard does."""
    now = board.loop.snapshot
    assert now.proposal is not None
    amended = with_letter(
        now.proposal,
        now.position,
        parse_square(square),
        tile,
        tiles=board.tiles,
        layout=board.loop.setup.layout,
        rack_size=7,
    )
    board.loop.submit(ordered(ShowProposal(amended), "tablet"))


def test_picked_letter_outlives_the_next_frames(board: Watched) -> None:
    board.lay("8D", "QUIET")
    board.eyes.misread["8D"] = (("O", 0.6), ("Q", 0.4))
    board.look()
    assert board.words() == ["OUIET"]
    pick(board, "8D", Tile("Q"))
    board.look(4)
    assert board.words() == ["QUIET"]


def test_picked_letter_outlives_tiles_that_are_added(board: Watched) -> None:
    board.lay("8E", "QUIE")
    board.eyes.misread["8E"] = (("O", 0.6), ("Q", 0.4))
    board.look()
    pick(board, "8E", Tile("Q"))
    board.look()
    board.lay("8E", "QUIET")
    board.look()
    assert board.words() == ["QUIET"]


def test_known_letter_that_is_read_otherwise_is_doubted_once(board: Watched) -> None:
    board.lay("8D", "QUIET")
    board.loop.play("8D", "QUIET")
    assert board.look().doubtful == ()
    board.eyes.misread["8D"] = (("O", 0.9), ("Q", 0.1))
    snapshot = board.look(8)
    assert [doubt.square.name for doubt in snapshot.doubtful] == ["8D"]
    assert snapshot.position.get(parse_square("8D")) == Tile("Q")
    assert board.look(3).version == snapshot.version


def test_letter_that_people_decided_is_not_doubted_again(board: Watched) -> None:
    board.lay("8D", "OUIET")
    board.look()
    board.loop.submit(ordered(AcceptProposal(), "tablet"))
    board.look()
    board.loop.submit(ordered(CorrectTile(parse_square("8D"), Tile("Q")), "tablet"))
    board.lay("F8", "IVORY")
    snapshot = board.look(4)
    assert board.words() == ["IVORY"]
    assert snapshot.doubtful == ()
    assert snapshot.proposal is not None
    assert snapshot.proposal.doubts == ()


def test_named_blank_outlives_the_next_frames(board: Watched) -> None:
    board.lay("8D", "QU?ET")
    board.look()
    assert board.words() == ["QU?ET"]
    pick(board, "8F", Tile("I", blank=True))
    board.look(4)
    assert board.words() == ["QUIET"]
    proposal = board.loop.snapshot.proposal
    assert proposal is not None
    assert proposal.best.plays[0].score == 46


def test_tiles_challenged_off_are_asked_for_and_not_proposed_again(board: Watched) -> None:
    board.lay("8D", "QUIET")
    board.look()
    board.loop.submit(ordered(AcceptProposal(), "test"))
    after = board.loop.submit(
        ordered(Challenge((Judged("QUIET", known=False),)), "test")
    ).result()
    assert [square.name for square in after.lift] == ["8D", "8E", "8F", "8G", "8H"]
    assert board.look(3).proposal is None
    tiles, board.cells = board.cells, [[""] * 15 for _ in range(15)]
    assert board.look().lift == ()
    board.cells = tiles
    board.look()
    assert board.words() == ["QUIET"]


def test_a_play_that_is_lifted_in_part_is_still_to_be_lifted(board: Watched) -> None:
    board.lay("8D", "QUIET")
    board.look()
    board.loop.submit(ordered(AcceptProposal(), "test"))
    board.loop.submit(ordered(Challenge((Judged("QUIET", known=False),)), "test"))
    for col in (3, 4, 5):
        board.cells[7][col] = ""
        after = board.look()
        assert [square.name for square in after.lift] == ["8D", "8E", "8F", "8G", "8H"]
        assert after.proposal is None
    board.cells[7][6] = board.cells[7][7] = ""
    assert board.look().lift == ()


@pytest.mark.parametrize(("ended", "missed"), [(0, 0), (1, 0), (2, 1), (4, 3)])
def test_turns_that_were_ended_are_expected_but_for_the_one_on_the_board(
    board: Watched, monkeypatch: pytest.MonkeyPatch, ended: int, missed: int
) -> None:
    asked: list[int] = []

    def ranked(*args: Any, **options: Any) -> Proposal:
        asked.append(options["missed"])
        return rank(*args, **options)

    monkeypatch.setattr("companion.watching.pipeline.rank", ranked)
    board.loop.submit(ordered(TurnsEnded(ended), "box"))
    board.lay("8D", "QUIET")
    board.look()
    assert set(asked) == {missed}


def test_the_newest_picture_without_a_hand_is_kept(board: Watched) -> None:
    board.lay("8D", "QUIET")
    board.look(1)
    seen = board.pipeline.seen
    assert seen is not None
    assert seen.image[7, 3, 0] != 0
    board.look(1, hand=True)
    assert board.pipeline.seen is seen


def test_case_1_what_fits_no_play_is_shown_as_left_out_and_taken_back(board: Watched) -> None:
    board.lay("8D", "QUIET")
    board.look()
    board.loop.submit(ordered(AcceptProposal(), "tablet")).result()
    board.cells[0][0] = "Z"
    playing = Playing(board.loop, board.tiles)
    assert state_json(board.look(), playing)["ignored"] == ["1A"]
    version = board.loop.snapshot.version
    assert board.look(3).version == version
    board.lay("F9", "VORY")
    state = state_json(board.look(), playing)
    assert (state["ignored"], board.words()) == (["1A"], ["IVORY"])
    board.cells[0][0] = ""
    assert state_json(board.look(), playing)["ignored"] == []
