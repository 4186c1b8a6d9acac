"""Words cut into tiles, the same way wherever they are typed: page, command line, file."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.app.typed import placements_json
from companion.board.layout import SUPER
from companion.board.placement import Placement
from companion.board.position import Position
from companion.board.spelling import Letters, laid_tiles, spelled, written
from companion.board.square import Direction, Square, parse_square
from companion.board.tiles import BLANK, Tile
from companion.errors import InvalidNotation
from companion.export.gcg.read import parse_gcg
from companion.export.gcg.replay import replay_gcg
from companion.rules.api import Setup
from companion.rules.engine.messages import PlayTiles
from companion.rules.registry import GAMES
from companion.session.snapshot import Snapshot
from companion.tilesets import load, names
from companion.web.requests.history import board_before, placements_of
from tests.doubles.crossword import play_all

SPANISH = load("spanish")
ONE_TILE, TWO_TILES = ["CH", "A"], ["C", "H", "A"]


def by_page(word: str) -> list[str]:
    laid = placements_of({"coordinate": "8H", "word": word}, Position(), SPANISH)
    return [placement.tile.text for placement in laid]


def by_command_line(word: str) -> list[str]:
    laid = placements_json(["8H", word], Position(), SPANISH)
    return [item["tile"]["letter"] for item in laid]


def by_command_line_in_the_past(word: str) -> list[str]:
    return [i["tile"]["letter"] for i in placements_json(["8H", word], None, SPANISH)]


def by_file(word: str) -> list[str]:
    head = "#character-encoding UTF-8\n#player1 a A\n#player2 b B\n#lexicon FISE2\n"
    game = parse_gcg(f"{head}>a: A 8H {word} +1 1\n".encode())
    return [tile.text for _, tile in replay_gcg(game, tiles=SPANISH).position.items()]


WAYS = [by_page, by_command_line, by_command_line_in_the_past, by_file]


@pytest.mark.parametrize("cut", WAYS)
@pytest.mark.parametrize(
    ("word", "tokens"),
    [
        ("CHA", ONE_TILE),
        ("[CH]A", ONE_TILE),
        ("C[H]A", TWO_TILES),
        ("[C]HA", TWO_TILES),
        ("[C][H][A]", TWO_TILES),
        ("ÑU", ["Ñ", "U"]),
    ],
)
def test_one_tile_and_two_are_both_possible_everywhere(
    cut: object, word: str, tokens: list[str]
) -> None:
    assert callable(cut)
    assert cut(word) == tokens


def test_small_letters_are_blanks_and_a_question_mark_is_any() -> None:
    laid = placements_of({"coordinate": "8H", "word": "CHa?[ll]"}, Position(), SPANISH)
    assert [placement.tile for placement in laid] == [
        Tile("CH"),
        Tile("A", blank=True),
        BLANK,
        Tile("LL", blank=True),
    ]
    # A large C and a small h are no CH.
    assert Letters.of(SPANISH).cut("Ch") == ["C", "h"]


@pytest.mark.parametrize("cut", WAYS[:3])
@pytest.mark.parametrize("word", ["W", "[CH", "[XX]A", "A]", "1A", "{0}"])
def test_what_is_no_letter_is_one_sentence(cut: object, word: str) -> None:
    assert callable(cut)
    with pytest.raises(InvalidNotation, match=r"no letter of the Spanish tile set\.\Z"):
        cut(word)


@given(st.data())
def test_what_is_spelled_is_cut_into_the_same(data: st.DataObject) -> None:
    tiles = load(data.draw(st.sampled_from(names())))
    letters = Letters.of(tiles)
    tokens = data.draw(
        st.lists(st.sampled_from([*letters.upper, *letters.lower, "?", "."]), max_size=9)
    )
    assert letters.cut(spelled(tokens, tiles)) == tokens


def test_a_rack_is_in_the_order_of_the_set() -> None:
    rack = (Tile("Z"), BLANK, Tile("H"), Tile("CH"), Tile("C"))
    assert written(rack, SPANISH) == "?C[CH]HZ"


def test_a_word_off_the_board_or_without_a_new_tile_is_refused() -> None:
    letters, there = Letters.of(SPANISH), Position({parse_square("8H"): Tile("A")})
    with pytest.raises(InvalidNotation, match="off the board"):
        laid_tiles("ALA", parse_square("8N"), Direction.ACROSS, there, letters)
    with pytest.raises(InvalidNotation, match="not there already"):
        laid_tiles("A", parse_square("8H"), Direction.ACROSS, there, letters)


def counted() -> Snapshot:
    row = tuple(
        Placement(Square(7, 5 + at), Tile(letter))
        for at, letter in enumerate(("C", "H", "A", "CH", "E"))
    )
    blanks = (Tile("LL", blank=True), Tile("A"), BLANK)
    down = tuple(Placement(Square(8 + at, 9), tile) for at, tile in enumerate(blanks))
    game = GAMES["classic"]
    begun = game.start(Setup(("Ana", "Bea"), SPANISH))
    board = game.scoreboard(play_all(game, begun, (PlayTiles(row), PlayTiles(down))))
    return Snapshot(1, 1, "", board)


def test_a_counted_play_confirmed_unchanged_never_changes() -> None:
    """What the page offers of a play, sent back as it is, lays the same tiles."""
    snapshot = counted()
    offered = [
        spelled([tile.text for tile in turn.words[0].tiles], SPANISH) for turn in snapshot.turns
    ]
    assert [Letters.of(SPANISH).cut(text) for text in offered] == [
        ["C", "H", "A", "CH", "E"],
        ["E", "ll", "A", "?"],
    ]
    for turn, typed in zip(snapshot.turns, offered, strict=True):
        value = {"coordinate": turn.coordinate, "word": typed}
        before = board_before(snapshot, turn.number)
        assert placements_of(value, before, SPANISH) == turn.placements
        again = placements_json([turn.coordinate, typed], before, SPANISH)
        assert [item["square"] for item in again] == [p.square.name for p in turn.placements]


def test_the_board_before_a_turn_has_what_it_began_with_and_its_size() -> None:
    options = (("position", "20K=C 20L=H"),)
    game = GAMES["classic"]
    begun = game.start(Setup(("A", "B"), SPANISH, SUPER, options))
    played = play_all(game, begun, (PlayTiles((Placement(Square(19, 12), Tile("A")),)),))
    snapshot = Snapshot(1, 1, "", game.scoreboard(played))
    before = board_before(snapshot, 1)
    assert (before.size, [square.name for square, _ in before.items()]) == (21, ["20K", "20L"])
    value = {"coordinate": "20K", "word": "C[H]A"}
    assert placements_of(value, before, SPANISH) == snapshot.turns[0].placements
