"""Cases that people met in the field (needs 2 B) and the rulebooks' worked examples."""

from __future__ import annotations

import pytest

from companion.board.layout import STANDARD, Layout
from companion.board.placement import Placement
from companion.board.position import Position
from companion.board.square import Square
from companion.board.tiles import BLANK, Tile
from companion.errors import RuleViolation
from companion.export.cgp import parse_cgp
from companion.export.gcg.read import parse_gcg
from companion.export.gcg.replay import replay_gcg
from companion.export.gcg.write import write_gcg
from companion.rules.api import Setup
from companion.rules.crossword.game import GAME as CLASSIC
from companion.rules.crossword.scoring import score_play
from companion.rules.engine.codec import from_json, to_json
from companion.rules.engine.messages import COMMANDS, EndGame, Exchange, PlayTiles
from companion.tilesets import load
from tests.doubles.crossword import ENGLISH, board, play_all, put

PLAIN = Layout("plain", ("+" + "." * 14, *("." * 15 for _ in range(14))))


def test_hooks_and_cross_words_are_all_listed() -> None:
    # needs 22: Quackle 113
    before = board(("8G", "OVA"), ("7I", "APP"))
    play = score_play(before, put("J5", "UM.S"), STANDARD, ENGLISH)
    assert [(w.text, w.coordinate) for w in play.words] == [("UMPS", "J5"), ("OVAS", "8G")]


def test_eight_tiles_are_refused() -> None:
    # needs 24: liwords 1776
    state = CLASSIC.start(Setup(("Ann", "Bob"), ENGLISH))
    with pytest.raises(RuleViolation, match="uses at most 7 tiles; this one lays 8"):
        CLASSIC.decide(state, PlayTiles(put("8A", "CONQUEST")))


def test_a_rack_that_cannot_follow_from_what_was_kept_is_warned_of() -> None:
    # needs 26: Quackle 24
    text = (
        "#player1 a Ann\n#player2 b Bob\n"
        ">a: AHRRSTU 8G HUTS +14 14\n>b: X - +0 0\n>a: {rack} 9G AR +11 25\n"
    )
    lacking = replay_gcg(parse_gcg(text.format(rack="ARDEFGI").encode()))
    assert lacking.refusal is None
    assert any("lacks R, which was kept." in str(remark) for remark in lacking.remarks)
    whole = replay_gcg(parse_gcg(text.format(rack="ARRDEFG").encode()))
    assert not any("which was kept" in str(remark) for remark in whole.remarks)
    part = replay_gcg(parse_gcg(text.format(rack="AR").encode()))
    assert not any("which was kept" in str(remark) for remark in part.remarks)


def test_parts_of_racks_come_back_unchanged() -> None:
    # needs 28: liwords 1269
    text = "#player1 a A\n#player2 b B\n>a: QU? - +0 0\n#rack2 XZ\n"
    game = parse_gcg(text.encode())
    assert parse_gcg(write_gcg(game).encode()) == game
    ended = EndGame(((Tile("Q"), BLANK), ()))
    assert from_json(to_json(ended), COMMANDS) == ended
    assert parse_cgp("2/2 QU?/ 0/0 0", ENGLISH).racks == ((Tile("Q"), Tile("U"), BLANK), ())


def test_an_exchange_of_a_blank_keeps_it_a_blank() -> None:
    # needs 23
    command = Exchange(3, (BLANK, Tile("A"), Tile("B")))
    assert from_json(to_json(command), COMMANDS) == command


def test_a_refused_bingo_leaves_no_bonus_behind() -> None:
    # needs 31: Scrabble3D 1
    game = CLASSIC
    state = game.start(Setup(("Ann", "Bob"), ENGLISH))
    with pytest.raises(RuleViolation):
        game.decide(state, PlayTiles(put("1A", "PENSION")))
    shown = game.scoreboard(play_all(game, state, [PlayTiles(put("8H", "AT"))]))
    assert (shown.turns[0].score, shown.turns[0].marks) == (4, ())


def test_c_and_h_never_merge_into_ch() -> None:
    # needs 32: scrabble-solver 285
    spanish = load("spanish")
    laid = [Placement(Square(7, 6 + n), Tile(t)) for n, t in enumerate(("C", "H", "E"))]
    play = score_play(Position(), laid, STANDARD, spanish)
    assert [t.letter for t in play.main.tiles] == ["C", "H", "E"]
    assert play.main.points == (3 + 4 + 1) * 2


def test_one_tile_of_two_letters_is_no_word() -> None:
    # needs 33: scrabble-solver 398
    spanish = load("spanish")
    alone = [Placement(Square(7, 7), Tile("CH"))]
    with pytest.raises(RuleViolation, match="at least two letters"):
        score_play(Position(), alone, STANDARD, spanish)
    below = [Placement(Square(8, 7), Tile("O"))]
    before = Position({Square(7, 7): Tile("CH"), Square(7, 8): Tile("E")})
    words = score_play(before, below, STANDARD, spanish).words
    assert [[t.letter for t in w.tiles] for w in words] == [["CH", "O"]]


@pytest.mark.parametrize(
    ("layout", "where", "old", "expect"),
    [
        (PLAIN, "1A", "O", 19),
        (STANDARD, "8A", "T", (19 + 10) * 3),
        (STANDARD, "1A", "O", (19 + 10) * 9),
    ],
)
def test_conquest_19_29_87_261(layout: Layout, where: str, old: str, expect: int) -> None:
    # facts 4.2, the control of the Mattel text: Q on a double letter, one and two triple words
    word = put(where, "CONQUEST")
    kept = [p for p in word if p.tile.letter in (old, "U")]
    before = Position({p.square: p.tile for p in kept})
    play = score_play(before, [p for p in word if p not in kept], layout, ENGLISH)
    assert (play.main.points, play.bonus) == (expect, 0)


def test_aroma_as_it_is_worded_would_be_26() -> None:
    # facts 4.2: the text says triple letter and double word, its sum is for the other pair
    worded = Layout("worded", ("+..tD", ".....", ".....", ".....", "....."))
    play = score_play(Position(size=5), put("1A", "AROMA"), worded, ENGLISH)
    assert play.main.points == (1 + 1 + 1 + 3 * 3 + 1) * 2 == 26


def test_a_player_with_100_points_and_9_on_the_rack_ends_with_91() -> None:
    # Bookcase, Scoring 4: 100 - 9
    game = CLASSIC
    state = game.start(Setup(("Ann", "Bob"), ENGLISH, options=(("held", "2,1"),)))
    racks = EndGame(((Tile("J"), Tile("A")), (Tile("E"),)))
    shown = game.scoreboard(play_all(game, state, [racks]))
    assert [row.total for row in shown.rows] == [-9, -1]
