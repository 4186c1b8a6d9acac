"""A GCG file taken in and written again: all of it is kept, or each loss is told both times.

The way is a user's: a file, a game in the store, the program started anew, a file.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.board.square import parse_square
from companion.board.tiles import Tile
from companion.export.gcg.game import export_gcg
from companion.export.gcg.read import parse_gcg
from companion.export.registry import read_game, write_game
from companion.household.clock import SteppedClock
from companion.household.games import open_game
from companion.household.imports import take_in
from companion.household.saves import stored_game
from companion.rules.crossword.turns import Laid, Passed
from companion.rules.engine.messages import (
    AmendTurn,
    CorrectTile,
    DeleteTurn,
    EndGame,
    Exchange,
    InsertTurn,
    MoveTurn,
    Pass,
    PlayTiles,
)
from companion.session.order import ordered
from companion.store import EventStore
from tests.doubles.crossword import put
from tests.doubles.files import game_of

FULL = """\
#character-encoding UTF-8
#player1 ann Ann Lee
#player2 ben Ben Ray
#title Final, table 1
#description Final of the club, round 5
#id org.example 42
#lexicon NWL23
#style club-7
#tile-distribution english
>ann: EEINRST 8D RETINES +66 66 RE, TI
#note She hesitated between two anagrams.
#note Then she smiled.
>ben: ADEGHLO D8 .EAL +4 4
#note AGLEE was better
>ann: AAEIOUU -UAIOU +0 66
>ben: DGHO?IT -2 +0 4
>ann: AAEHIKT - +0 66
nobody knows what this is
>ben: ?DGHIOT 7G DOG +21 25
"""
HELD = "#rack1 AEELMNQ\n#rack2 HI?TRRS\n#incomplete\n"


class Evening:
    """A store that a file is taken into; every look at it opens it anew."""

    def __init__(self, path: Path, text: str, *orders: object) -> None:
        self.path = path / "games.sqlite"
        taken = read_game(text.encode())
        self.told = [str(remark) for remark in taken.remarks]
        with EventStore.open(self.path) as store:
            self.number = take_in(store, taken, clock=SteppedClock())
        for order in orders:
            with EventStore.open(self.path) as store:
                session = open_game(store, self.number, clock=SteppedClock())
                session.handle(ordered(order, "tablet", session.snapshot.seen))

    def written(self) -> tuple[str, list[str]]:
        with EventStore.open(self.path) as store:
            game = stored_game(store, self.number, clock=SteppedClock(), lexicon="ENABLE")
        made = write_game("gcg", game)
        return made.data.decode(), [str(loss) for loss in made.losses]


def test_notes_titles_racks_pragmas_list_and_nicks_are_kept(tmp_path: Path) -> None:
    evening = Evening(tmp_path, FULL + HELD)
    assert evening.told == [
        "line 18: not understood (neither a # nor a > line): nobody knows what this is"
    ]
    assert evening.written() == (FULL + HELD, [])


@pytest.mark.parametrize(
    "ending",
    [
        ">ben: (AEELMNQ) +32 57\n#note a good game\n",
        ">ann: AA (AA) -2 64\n>ben: HI (HI) -5 20\n",
        ">ann: KQ (time) -10 56\n>ben: (AEELMNQ) +32 57\n",
        ">ben: (AEELMNQ) +30 55\n",
    ],
    ids=["out", "nobody goes out", "time", "a wrong reckoning"],
)
def test_the_end_is_written_as_it_was(ending: str, tmp_path: Path) -> None:
    assert Evening(tmp_path, FULL + ending).written() == (FULL + ending, [])


BEGUN = (
    "#character-encoding UTF-8\n#player1 a Ann\n#player2 b Bob\n#tile-distribution english\n"
)
ODD = [
    pytest.param(">a: HOUSEXY 8D HOUSE +30 30\n", id="a score that is not so"),
    pytest.param(">a: HOUSEXY 1A HOUSE +8 8\n", id="a play that cannot be"),
    pytest.param(">a: HOUSEXY 8D H.USE +8 8\n>b: T - +0 0\n", id="a play through nothing"),
    pytest.param(">a: HOUSEXY 8D H.USE +8 8\n>a: HOUSEXY -- -8 0\n", id="taken off"),
    pytest.param(">a: HOUSEXY -ŁŁ +0 0\n>b: T - +0 0\n", id="tiles of another set"),
    pytest.param(">a: HOUSE 8D HOUSE +24 24\n>b: (IQ) +22 22\n", id="out"),
]


@pytest.mark.parametrize("text", ODD)
def test_what_cannot_be_so_is_written_as_it_was(text: str, tmp_path: Path) -> None:
    assert Evening(tmp_path, BEGUN + text).written() == (BEGUN + text, [])


def test_two_of_a_name_and_three_players_keep_their_nicks(tmp_path: Path) -> None:
    text = (
        "#character-encoding UTF-8\n#player1 a1 Ann Lee\n#player2 a2 Ann Lee\n#player3 c Cy\n"
        "#tile-distribution english\n>a1: HOUSEXY 8D HOUSE +24 24\n>a2: ABCDEFG - +0 0\n"
    )
    again, losses = Evening(tmp_path, text).written()
    assert again == text
    assert losses == ["The format is for two players; few programs read this file of 3."]


def test_each_loss_is_told_when_it_is_taken_in_and_when_it_is_written(tmp_path: Path) -> None:
    text = BEGUN + (
        "#incomplete\n>a: HOUSEXY 8D HOUSE +24 42\n>a: Q (challenge) +0 42\n>b: (XY) +24 24\n"
    )
    evening = Evening(tmp_path, text)
    lost = [
        "line 5: #incomplete is left out, for the game has ended.",
        "line 7: (challenge) of 0 points is left out.",
    ]
    assert set(lost) <= set(evening.told)
    total = "line 6: the total is given as 42, the scores given add up to 24."
    assert total in evening.told
    _, losses = evening.written()
    assert sorted(losses) == sorted(
        [
            *lost,
            (
                "The file gave 42 as the total of turn 1; 24 is written, to which the scores "
                "add up."
            ),
        ]
    )


def test_what_was_noted_goes_with_its_turn_through_corrections(tmp_path: Path) -> None:
    inserted = InsertTurn(1, Passed(1))
    text, _ = Evening(tmp_path, FULL + HELD, inserted).written()
    assert ">ann: EEINRST 8D RETINES +66 66 RE, TI\n#note She hesitated" in text
    assert "nobody knows what this is\n>ben: ?DGHIOT 7G DOG" in text
    (tmp_path / "moved").mkdir()
    moved, _ = Evening(tmp_path / "moved", FULL + HELD, MoveTurn(2)).written()
    assert moved.index("#note AGLEE") < moved.index("#note She hesitated")
    (tmp_path / "less").mkdir()
    less, _ = Evening(tmp_path / "less", FULL + HELD, DeleteTurn(5)).written()
    assert "nobody knows" not in less
    assert "#note AGLEE was better" in less


@pytest.mark.parametrize("named", ["9H .N", "I8 .N"])
def test_a_single_tile_keeps_the_word_that_its_line_names(named: str, tmp_path: Path) -> None:
    # The N forms XN across and TN down: (8 + 2) + (1 + 2).
    text = (
        "#character-encoding UTF-8\n#player1 a Ann\n#player2 b Ben\n"
        "#tile-distribution english\n#lexicon NWL23\n"
        ">a: AHT 8G HAT +12 12\n>b: EX H8 .XE +10 10\n" + f">a: N {named} +13 25\n"
    )
    made, losses = Evening(tmp_path, text).written()
    assert (made, losses) == (text, [])


def test_a_rack_that_a_correction_contradicts_is_left_out_and_told(tmp_path: Path) -> None:
    right = AmendTurn(6, Laid(1, put("7G", "DOM")))
    text, losses = Evening(tmp_path, FULL + HELD, right).written()
    assert ">ben: DMO 7G DOM" in text
    assert "The rack ?DGHIOT of turn 6 does not hold its tiles and is left out." in losses


def test_racks_at_the_end_of_a_file_hold_until_the_game_goes_on(tmp_path: Path) -> None:
    text, losses = Evening(tmp_path, FULL + HELD, Pass()).written()
    assert "#rack1" not in text
    assert losses[0] == "What was held after turn 6 is left out, for the game went on."


def test_a_corrected_letter_leaves_notes_and_restart_does_too(tmp_path: Path) -> None:
    change = CorrectTile(parse_square("11D"), Tile("T"))
    text, _ = Evening(tmp_path, FULL + HELD, change).written()
    assert "D8 .EAT" in text
    assert "#note AGLEE was better" in text


# --- racks are never invented ---


def test_an_exchange_whose_tiles_are_unknown_is_a_number_and_its_rack_stays_open() -> None:
    house, later = PlayTiles(put("8D", "HOUSE")), PlayTiles(put("9D", "AT"))
    game = game_of(house, Exchange(7), Pass(), later)
    lines = write_game("gcg", game).data.decode().splitlines()
    assert ">Bob: ~ -7 +0 0" in lines
    assert parse_gcg("\n".join(lines).encode()).events[1].rack == ""


def test_what_a_player_held_who_passed_is_what_he_lays_next() -> None:
    game = game_of(PlayTiles(put("8D", "HOUSE")), Pass(), Pass(), PlayTiles(put("9D", "AT")))
    text, losses = export_gcg(game.board, game.setup.tiles)
    assert ">Bob: AT - +0 0" in text
    assert ">Ann: ~ - +0 24" in text
    assert [str(loss) for loss in losses] == [
        (
            "Nothing is known of the racks in turns 3; ~ stands for them, which some programs "
            "refuse."
        )
    ]


def test_end_racks_tell_what_was_held_since_the_last_draw_only() -> None:
    house = PlayTiles(put("8D", "HOUSE"))
    tiles = tuple(tuple(map(Tile, rack)) for rack in ("AEINRST", "ADEGIJQ"))
    game = game_of(house, Pass(), Exchange(2), Pass(), EndGame(tiles))
    text, _ = export_gcg(game.board, game.setup.tiles)
    passes = [line for line in text.splitlines() if " - " in line or " -2 " in line]
    assert passes == [">Bob: ADEGIJQ - +0 0", ">Ann: ~ -2 +0 24", ">Bob: ADEGIJQ - +0 0"]


def test_an_end_with_a_rack_that_nobody_knows_has_no_reckoning_and_that_is_told() -> None:
    house = PlayTiles(put("8D", "HOUSE"))
    game = game_of(house, Pass(), EndGame(((), ())))
    text, losses = export_gcg(game.board, game.setup.tiles)
    assert "(" not in text
    told = [str(loss) for loss in losses]
    assert any(loss.startswith("Not all racks at the end are known") for loss in told)
