"""A position taken in is played on like any game."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.board.position import Position
from companion.board.tiles import BLANK, Tile
from companion.errors import ConfigError, GcgError, RuleViolation
from companion.export.api import GameFile, GameFileError
from companion.export.cgp_import import import_cgp
from companion.export.jsonl import write_jsonl
from companion.export.registry import read_game, write_game
from companion.export.woogles import woogles_link
from companion.rules.crossword.bag import unseen
from companion.rules.crossword.game import GAME as CLASSIC
from companion.rules.crossword.opening import opening, position_text
from companion.rules.engine.messages import Command, Pass, PlayTiles
from tests.doubles.crossword import ENGLISH, play_all, positions, put
from tests.doubles.files import board_of, game_of, state_of
from tests.doubles.random_games import random_game

EMPTY = "/".join(["15"] * 7 + ["3HOUSe7"] + ["15"] * 7)
LINE = f"{EMPTY} AB?/ 100/120 1 ld english; mcnz 6; lex NWL23;"


def began(line: str, *commands: Command, players: tuple[str, ...] = ("Ann", "Bob")) -> GameFile:
    imported = import_cgp(line.encode(), players=players)
    state = play_all(CLASSIC, CLASSIC.start(imported.setup), commands)
    return GameFile("classic", imported.setup, CLASSIC.scoreboard(state))


def test_tiles_points_and_turn_are_those_of_the_line() -> None:
    board = began(LINE).board
    assert [(row.player, row.total) for row in board.rows] == [("Ann", 100), ("Bob", 120)]
    assert board.on_turn == 0
    assert board.unseen_count == 95
    assert board.bag_count == 81
    assert dict(board.position.items()).get(put("8H", "e")[0].square) == Tile("E", blank=True)


def test_play_goes_on_through_the_tiles_that_lie_there() -> None:
    board = began(LINE, PlayTiles(put("E7", "T.Y"))).board
    (turn,) = board.turns
    assert (turn.word, turn.score, turn.total) == ("TOY", 6, 106)
    with pytest.raises(RuleViolation):  # the board is not empty: a play must touch
        began(LINE, PlayTiles(put("A1", "CAT")))


def test_scoreless_turns_before_the_position_count() -> None:
    assert not began(LINE, *[Pass()] * 4).board.end_offer
    assert "6 turns" in str(began(LINE, *[Pass()] * 5).board.end_offer)


def test_racks_of_an_endgame_are_counted() -> None:
    position = random_game("classic", 3, 400).board.position
    held = sum(unseen(position, ENGLISH).values())
    assert held < 14
    game = game_of(position=position_text(position), held=f"{held},0" if held < 8 else "7,1")
    assert game.board.bag_count == 0
    line = f"{EMPTY} ABC/D 0/0 0"
    assert tuple(map(str, import_cgp(line.encode()).remarks)) == (
        "Racks are not kept; at the end the app asks who holds what.",
    )


@given(positions(), st.integers(-99, 900), st.integers(0, 900))
@settings(max_examples=25, deadline=None)
def test_any_position_written_is_taken_in_again(position: Position, one: int, two: int) -> None:
    game = game_of(position=position_text(position), totals=f"{one},{two}")
    line = write_game("cgp", game).data
    again = read_game(line)
    board = CLASSIC.scoreboard(state_of(again))
    assert board.position == position
    assert [row.total for row in board.rows] == [one, two]
    setup = again.setup
    assert opening(setup, 7).position == position


def test_a_game_from_a_position_is_lossless_in_json_lines_and_refused_by_gcg() -> None:
    game = game_of(
        PlayTiles(put("E7", "T.Y")),
        position="8D=H 8E=O 8F=U 8G=S 8H=E*",
        totals="7,9",
        scoreless=0,
    )
    again = read_game(write_jsonl(game).data)
    assert again.setup == game.setup
    assert board_of(again) == game.board
    with pytest.raises(GcgError, match="begins with an empty board"):
        write_game("gcg", game)
    with pytest.raises(GcgError, match="begins with an empty board"):
        woogles_link(game)
    for form in ("html", "pdf", "csv", "zip"):
        assert write_game(form, game).data


@pytest.mark.parametrize(
    ("line", "part"),
    [
        (f"{EMPTY} / 0/0", "A CGP line has rows"),
        (f"{EMPTY} AB/CD 0/0/0 0", "2 racks and 3 scores"),
        (f"{EMPTY} ZZ/Q 0/0 0", "cannot be played on"),
        ("/".join(["17"] * 17) + " / 0/0 0", "17 rows"),
        (EMPTY.replace("HOUSe", "H1USe") + " Ä/ 0/0 0", "no letter"),
        (f"{EMPTY} AB/CD/EF/GH/IJ 0/0/0/0/0 0", "2 to 4 players"),
    ],
    ids=["short", "counts", "bag", "size", "letter", "players"],
)
def test_what_cannot_be_played_on_gets_a_sentence(line: str, part: str) -> None:
    with pytest.raises(GameFileError, match=part):
        import_cgp(line.encode())


@pytest.mark.parametrize(
    "options",
    [
        {"position": "8D"},
        {"position": "8D=Ä"},
        {"position": "99Z=A"},
        {"position": "16A=A"},
        {"totals": "1,2,3"},
        {"totals": "x,y"},
        {"held": "9,9"},
        {"held": "-1,2"},
        {"scoreless": "x"},
    ],
)
def test_a_bad_opening_is_told_at_the_start(options: dict[str, str]) -> None:
    with pytest.raises(ConfigError):
        game_of(**options)


def test_an_unknown_tile_set_is_remarked() -> None:
    imported = import_cgp(LINE.replace("ld english", "ld klingon").encode())
    assert "klingon" in str(imported.remarks[0])
    assert tuple(map(str, import_cgp(LINE.encode()).remarks)) == (
        "Racks are not kept; at the end the app asks who holds what.",
    )


def test_random_bytes_that_look_like_it_are_refused() -> None:
    rng = random.Random(4)
    for _ in range(200):
        line = bytearray(LINE.encode())
        for _ in range(rng.randint(1, 6)):
            line[rng.randrange(len(line))] = rng.randrange(256)
        try:
            imported = read_game(bytes(line))
        except GameFileError as refusal:
            assert str(refusal).endswith(".")  # noqa: PT017
        else:
            CLASSIC.start(imported.setup)


def test_blanks_without_letters_survive() -> None:
    text = "8D=H 8E=* 8F=U*"
    position = opening(game_of(position=text).setup, 7).position
    assert position_text(position) == text
    assert BLANK in [tile for _, tile in position.items()]
