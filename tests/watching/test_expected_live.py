"""What is known never hides what happens: rendered boards through the eyes that follow them."""

from __future__ import annotations

import pytest

from companion.app.demo_game import boards
from companion.board.position import Position
from companion.board.reading import BoardReading
from companion.session.messages import AcceptProposal
from companion.session.order import ordered
from companion.watching.following.eyes import LiveEyes
from tests.doubles.readings import laid
from tests.doubles.rendered_table import RenderedTable, noisy, reader, scene_of

HUT = Position(laid("8G", "HUT"))
LATE = tuple(boards())[5]


def read(position: Position, previous: Position | None) -> BoardReading:
    """The third reading of a board by eyes that know another one."""
    eyes = LiveEyes(reader())
    image = scene_of(position).image
    for k in range(3):
        seen = eyes.read(noisy(image, k), previous=previous, t_s=float(k))
    assert isinstance(seen, BoardReading)
    return seen


def test_a_tile_that_was_lifted_is_gone_and_doubted_at_once() -> None:
    table = RenderedTable()
    table.lay(HUT)
    table.loop.submit(ordered(AcceptProposal(), "test")).result()
    table.lay(HUT, frames=4)
    snapshot = table.lay(HUT.without([*laid("8I", "T")]), frames=8)
    assert [doubt.square.name for doubt in snapshot.doubtful] == ["8I"]
    assert snapshot.position == HUT, "what is known stands until somebody says otherwise"


def test_a_whole_play_that_was_challenged_off_is_seen_to_be_gone() -> None:
    last = [square for square, _ in LATE.items() if square not in tuple(boards())[4]]
    seen = read(LATE.without(last), LATE)
    assert [square.name for square in last if seen.cell(square).best is not None] == []


def test_a_nudged_tile_is_seen_where_it_lies_now() -> None:
    seen = read(Position(laid("8G", "HU.T")), HUT)
    assert seen.position().cells()[7][6:10] == ["H", "U", "", "T"]


@pytest.mark.parametrize(("known", "there"), [("HUT", "H?T"), ("H?T", "HUT")])
def test_a_tile_swapped_for_a_blank_and_back_is_read_as_what_lies_there(
    known: str, there: str
) -> None:
    seen = read(Position(laid("8G", there)), Position(laid("8G", known)))
    assert seen.position().cells()[7][6:9] == list(there)


def test_a_letter_swapped_for_another_is_read_as_it_is() -> None:
    seen = read(Position(laid("8G", "HOT")), HUT)
    assert seen.position().cells()[7][6:9] == list("HOT")


def test_what_was_expected_can_be_taken_out_of_every_cell() -> None:
    known = read(HUT, HUT)
    for cell in known.cells:
        if cell.square in HUT:
            assert cell.prior > 0
        elif cell.prior:
            assert cell.prior < 0
