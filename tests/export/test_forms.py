"""Every form a game can be written in."""

from __future__ import annotations

import csv
import io
import json
import zipfile
from dataclasses import replace
from html.parser import HTMLParser
from urllib.parse import parse_qs, urlsplit

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.board.layout import STANDARD, SUPER
from companion.board.placement import Placement, WordFormed
from companion.board.position import Position
from companion.board.tiles import BLANK, Tile
from companion.errors import CompanionError
from companion.export.api import GameFile, GameFileError
from companion.export.bundle import write_zip
from companion.export.cgp import Cgp, format_cgp, parse_cgp
from companion.export.gcg.game import export_gcg
from companion.export.gcg.read import parse_gcg
from companion.export.gcg.replay import replay_gcg
from companion.export.jsonl import write_jsonl
from companion.export.registry import FORMS, forms_of, read_game, write_game
from companion.export.sheet.score_sheet import scale, sheet_of
from companion.export.woogles import woogles_link
from companion.rules.api import Scoreboard
from companion.rules.crossword.challenges.rules import Judged
from companion.rules.crossword.scoring import score_play
from companion.rules.engine.messages import (
    AdjustScore,
    Challenge,
    CorrectTile,
    EndGame,
    Exchange,
    Pass,
    PlayTiles,
    Undo,
)
from companion.rules.registry import GAMES
from companion.tilesets import load
from tests.doubles.crossword import ENGLISH, legal_placements, positions, put, rack
from tests.doubles.files import board_of, entries_of, game_of, state_of
from tests.doubles.random_games import random_game

HOUSE = PlayTiles(put("8D", "HOUSE"))
TOY = PlayTiles(put("E7", "t.Y"))
GOOD = (Judged("TOY", known=True, lexicon="ENABLE"),)
ENDED = (HOUSE, TOY, Challenge(GOOD), Exchange(2), EndGame((rack("AAEEIQ?"), rack("NNRRSTT"))))


def whole(name: str = "An evening") -> GameFile:
    return game_of(*ENDED, name=name, lexicon="ENABLE", challenge="points")


@pytest.mark.parametrize("form", FORMS)
def test_every_form_is_written_and_says_what_it_leaves_out(form: str) -> None:
    written = write_game(form, whole())
    assert len(written.data) > 50
    assert all(str(loss).endswith((".", "?")) for loss in written.losses)
    assert (written.losses == ()) == (form == "jsonl")


def test_a_form_that_is_not_there() -> None:
    with pytest.raises(GameFileError, match="no form 'doc'; the forms are gcg, html"):
        write_game("doc", whole())


# --- JSON Lines ------------------------------------------------------------------------------


def test_the_log_comes_back_to_the_same_state() -> None:
    game = game_of(HOUSE, TOY, CorrectTile(put("8D", "M")[0].square, Tile("M")), Undo(), Pass())
    back = read_game(write_game("jsonl", game).data)
    assert (back.setup, back.entries, back.ruleset) == (game.setup, game.entries, "classic")
    assert board_of(back) == game.board


@pytest.mark.parametrize("name", GAMES)
@given(seed=st.integers(0, 10_000))
@settings(max_examples=5, deadline=None)
def test_any_game_of_any_rules_comes_back_to_the_same_state(name: str, seed: int) -> None:
    played = random_game(name, seed, 40)
    game = replace(
        game_of(), ruleset=name, setup=played.setup, board=played.board, name="Märchen 𝄞"
    )
    game = replace(game, entries=entries_of(played.events))
    back = read_game(write_jsonl(game).data)
    assert back.name == "Märchen 𝄞"
    assert state_of(back) == played.whole


@pytest.mark.parametrize("name", GAMES)
def test_every_game_is_written_in_every_form_that_can_hold_it(name: str) -> None:
    played = random_game(name, 3, 30)
    game = replace(game_of(), ruleset=name, setup=played.setup, board=played.board)
    game = replace(game, entries=entries_of(played.events))
    for form in FORMS:
        if form not in forms_of(name):
            with pytest.raises(CompanionError, match=r"crossword games only|has no board"):
                write_game(form, game)
        else:
            assert write_game(form, game).data


# --- CSV, HTML, PDF --------------------------------------------------------------------------


def test_one_row_a_turn() -> None:
    data = write_game("csv", whole()).data
    rows = list(csv.DictReader(io.StringIO(data.decode("utf-8-sig"))))
    assert [(r["player"], r["kind"], r["score"], r["total"]) for r in rows] == [
        ("Ann", "play", "24", "24"),
        ("Bob", "play", "5", "5"),
        ("Bob", "challenge", "5", "10"),
        ("Ann", "exchange", "0", "24"),
        ("Ann", "end", "-15", "9"),  # A A E E I Q: 1 1 1 1 1 10
        ("Bob", "end", "-7", "3"),
        ("", "result", "", ""),
    ]
    assert rows[1]["notation"] == "t(O)Y"
    assert rows[0]["words"] == "HOUSE=24"


def test_no_cell_is_a_formula() -> None:
    game = game_of(Pass(), players=("=HYPERLINK(1)", "+Bob"))
    rows = list(csv.DictReader(io.StringIO(write_game("csv", game).data.decode("utf-8-sig"))))
    assert rows[0]["player"] == "'=HYPERLINK(1)"


class Texts(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.words: list[str] = []

    def handle_starttag(self, tag: str, attrs: object) -> None:
        self.tags.append(tag)

    def handle_data(self, data: str) -> None:
        self.words.append(data)


def test_the_page_shows_turns_board_and_graph_and_needs_nothing_else() -> None:
    text = write_game("html", whole()).data.decode()
    page = Texts()
    page.feed(text)
    assert page.tags.count("td") > 225
    assert page.tags.count("polyline") == 2
    assert {"HOUSE", "t(O)Y", "The board", "End of the game"} <= set(page.words)
    assert "http" not in text.replace("http-equiv", "")


def test_names_cannot_break_the_page() -> None:
    # needs 65
    game = game_of(HOUSE, players=('"; touch x; "', "<script>alert(1)</script>"))
    text = write_game("html", game).data.decode()
    assert "<script" not in text
    assert "&lt;script&gt;" in text
    for form in FORMS:
        assert write_game(form, game).data


def test_the_pdf_has_the_letters_of_every_tile_set_and_names_what_it_lacks() -> None:
    pdf = write_game("pdf", whole("Łódź Ñandú Ærø")).data
    assert pdf.startswith(b"%PDF-")
    assert pdf.rstrip().endswith(b"%%EOF")
    assert not any(
        "lacks" in str(loss) for loss in write_game("pdf", whole("Łódź Ñandú")).losses
    )
    odd = write_game("pdf", whole("日本"))
    assert any(
        "lacks some characters" in str(loss) and "日" in str(loss) for loss in odd.losses
    )


def test_the_sheet_has_the_final_board_and_one_curve_a_player() -> None:
    sheet = sheet_of(whole())
    assert [c.letter for c in sheet.cells[7][3:8]] == list("HOUSE")
    assert (sheet.cells[6][4].blank, sheet.cells[6][4].value) == (True, 0)
    assert sheet.cells[0][0].label == "3W"
    assert sheet.curves == ((0, 24, 24, 24, 24, 9), (0, 0, 5, 10, 10, 3))
    assert sheet.totals == (("Ann", 9, True), ("Bob", 3, False))


@given(st.lists(st.lists(st.integers(-500, 2000), min_size=1).map(tuple), min_size=1))
def test_the_axis_covers_all_points(curves: list[tuple[int, ...]]) -> None:
    low, high, step = scale(tuple(curves))
    assert low <= min(0, *(v for c in curves for v in (0, *c)))
    assert high >= max(v for c in curves for v in c)
    assert low % step == high % step == 0
    assert high - low > 0


# --- GCG ---


def gcg_lines(game: GameFile) -> list[str]:
    return write_game("gcg", game).data.decode().splitlines()


def test_a_challenge_bonus_has_its_line_and_no_rack_is_invented() -> None:
    # needs 37: every line has something in the place of the rack; ~ is no tile
    assert gcg_lines(whole())[5:] == [
        "#tile-distribution english",
        ">Ann: EHOSU 8D HOUSE +24 24",
        ">Bob: ?Y E7 t.Y +5 5",
        ">Bob: NNRRSTT (challenge) +5 10",
        ">Ann: ~ -2 +0 24",
        ">Ann: ?AAEEIQ (?AAEEIQ) -15 9",
        ">Bob: NNRRSTT (NNRRSTT) -7 3",
    ]


def test_a_lost_turn_is_a_pass_with_a_note_and_a_phony_a_withdrawal() -> None:
    lost = gcg_lines(game_of(HOUSE, TOY, Challenge(GOOD)))
    assert lost[-4:] == [
        "#note Ann challenged: TOY is in the ENABLE list.",
        ">Ann: ~ - +0 24",
        "#note unsuccessful challenge: the turn is lost",
        "#incomplete",
    ]
    bad = (Judged("TOY", known=False, lexicon="ENABLE"),)
    off = gcg_lines(game_of(HOUSE, TOY, Challenge(bad)))
    assert ">Bob: ?Y -- -5 0" in off
    assert "#note Ann challenged: TOY is not in the ENABLE list." in off


def test_points_that_a_challenger_loses_keep_the_spread() -> None:
    # needs 35
    options = {"challenge": "points", "challenge_points": 10, "challenge_books": "challenger"}
    game = game_of(HOUSE, TOY, Challenge(GOOD), PlayTiles(put("8I", "S")), Pass(), **options)
    assert [row.total for row in game.board.rows] == [24 - 10 + 9, 5]
    written = write_game("gcg", game)
    lines = written.data.decode().splitlines()
    assert ">Bob: ~ (challenge) +10 15" in lines
    assert ">Ann: S 8D .....S +9 33" in lines
    assert lines[-2].endswith("- +0 15")
    assert "difference is right" in str(written.losses[0])
    found = replay_gcg(parse_gcg(written.data))
    assert [*found.totals.values()] == [33, 15]
    assert found.remarks == ()


def test_time_is_its_own_line_and_other_points_are_a_loss() -> None:
    # needs 47
    game = game_of(HOUSE, AdjustScore(0, -20, "time"), AdjustScore(1, 3, "a late arrival"))
    written = write_game("gcg", game)
    assert ">Ann: ~ (time) -20 4" in written.data.decode()
    assert tuple(map(str, written.losses)) == (
        "The +3 points of turn 3 (a late arrival) are written as for time.",
    )


def test_four_players_are_written_in_the_extended_form_and_come_back() -> None:
    names = ("Ann", "Bob", "Cy", "Di")
    game = game_of(HOUSE, TOY, Pass(), Exchange(3), players=names)
    written = write_game("gcg", game)
    assert "#player4 Di Di" in written.data.decode()
    assert "for two players" in str(written.losses[0])
    back = board_of(read_game(written.data))
    assert [(t.player, t.kind, t.score) for t in back.turns] == [
        (t.player, t.kind, t.score) for t in game.board.turns
    ]


def test_a_game_of_other_rules_is_no_gcg_file() -> None:
    played = random_game("together", 1, 5)
    game = replace(game_of(), ruleset="together", setup=played.setup, board=played.board)
    with pytest.raises(
        Exception, match="crossword games only, not together; export it as JSON"
    ):
        write_game("gcg", game)
    archive = zipfile.ZipFile(io.BytesIO(write_zip(game).data))
    assert "game.gcg" not in archive.namelist()


def test_a_phony_that_stood_is_written_like_any_play() -> None:
    # needs 58
    assert ">Ann: CHX 8H XCH +30 30" in gcg_lines(game_of(PlayTiles(put("8H", "XCH"))))


def test_c_beside_h_stays_two_tiles_and_the_one_tile_ch_stays_one() -> None:
    # needs 32, 34: digraphs are tokens in rack, board, GCG and CGP
    spanish = load("spanish")
    two = put("8G", "ACHO")
    one = (put("8G", "A")[0], replace(put("8H", "C")[0], tile=Tile("CH")), put("8I", "O")[0])
    for laid, given_word in ((two, "[A][C][H][O]"), (one, "A[CH]O")):
        game = game_of(PlayTiles(laid), tiles=spanish)
        assert f">Ann: {given_word} 8G" in write_game("gcg", game).data.decode()
        for form in ("gcg", "jsonl"):
            back = read_game(write_game(form, game).data)
            assert board_of(back).position == game.board.position
        line = write_game("cgp", game).data.decode()
        assert parse_cgp(line, spanish).position == game.board.position


def test_a_middle_dot_digraph_is_one_tile_everywhere() -> None:
    # needs 34: Quackle 12
    catalan = load("catalan")
    laid = tuple(
        replace(p, tile=Tile(token))
        for p, token in zip(put("8G", "AAA"), ("C", "L·L", "NY"), strict=True)
    )
    game = game_of(PlayTiles(laid), tiles=catalan)
    assert board_of(read_game(write_game("gcg", game).data)).position == game.board.position
    assert "[L·L]" in write_game("cgp", game).data.decode()


@given(st.data())
@settings(max_examples=30, deadline=None)
def test_any_game_comes_back_from_gcg_with_its_totals_and_board(data: st.DataObject) -> None:
    rule = data.draw(st.sampled_from(["single", "double", "points"]))
    books = data.draw(st.sampled_from(["player", "challenger"]))
    commands: list[object] = []
    options = {"challenge": rule, "challenge_books": books}
    for _ in range(data.draw(st.integers(1, 8))):
        board = game_of(*commands, **options).board
        laid = data.draw(legal_placements(board.position))
        known = data.draw(st.booleans())
        judged = [Judged(word.text, known) for word in score_play_of(board, laid)]
        choices: list[list[object]] = [
            [PlayTiles(laid)],
            [Pass()],
            [Exchange(2)],
            [AdjustScore(0, -10, "time")],
        ]
        if all("?" not in word.word for word in judged):  # else the letter is asked for first
            choices.append([PlayTiles(laid), Challenge(tuple(judged))])
        commands += data.draw(st.sampled_from(choices))
    game = game_of(*commands, **options)
    text = export_gcg(game.board, ENGLISH, faithful=True)[0]
    back = board_of(read_game(text.encode(), tiles=ENGLISH))
    assert [row.total for row in back.rows] == [row.total for row in game.board.rows]
    assert back.position == game.board.position
    kept = [t for t in game.board.turns if not (t.kind == "challenge" and not t.score)]
    assert [(t.seat, t.score) for t in back.turns] == [(t.seat, t.score) for t in kept]


def score_play_of(board: Scoreboard, laid: tuple[Placement, ...]) -> tuple[WordFormed, ...]:
    return score_play(board.position, laid, STANDARD, ENGLISH).words


# --- CGP -------------------------------------------------------------------------------------


def test_a_position_in_one_line() -> None:
    line = write_game("cgp", whole()).data.decode()
    assert line == (
        "15/15/15/15/15/15/4t10/3HOUSE7/4Y10/15/15/15/15/15/15 ?AAEEIQ/NNRRSTT 9/3 1 "
        "bdn CrosswordGame; ld english; lex ENABLE;\n"
    )


@given(positions(), st.integers(-50, 900), st.integers(0, 6))
@settings(max_examples=40, deadline=None)
def test_a_position_comes_back(position: Position, score: int, zeroes: int) -> None:
    named = Position({s: t if t.letter else Tile("E", blank=True) for s, t in position.items()})
    cgp = Cgp(
        named, ((BLANK, Tile("A")), ()), (score, 7), zeroes, {"lex": "X", "ld": "english"}
    )
    assert parse_cgp(format_cgp(cgp, ENGLISH), ENGLISH) == cgp


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("", "A CGP line has"),
        ("15/15 / 0/0 0", "Row 1 has 15 squares, and the board has 2 rows"),
        ("2/2 A/B 0/0/0 0", "2 racks and 3 scores"),
        ("2/Ä1 / 0/0 0", "'Ä' is no letter of the English"),
        ("2/2 / 0/x 0", "'x' is no score"),
        ("2/2 / 0/0 many", "'many' is no count"),
        ("/".join(["1"] * 40) + " / 0/0 0", "2 to 26 rows, not 40"),
        ("9" * 30_000, "longer than 20,000"),
        ("2/[CH / 0/0 0", "'[' is no letter"),
    ],
)
def test_a_bad_position_is_refused_in_a_sentence(line: str, says: str) -> None:
    # needs 3.3: MAGPIE 126
    with pytest.raises(GameFileError) as refused:
        parse_cgp(line, ENGLISH)
    assert says in str(refused.value)


# --- ZIP and link ----------------------------------------------------------------------------


def test_the_zip_holds_every_form_and_the_pictures_of_the_turns() -> None:
    game = replace(whole(), pictures={1: b"\xff\xd8\xff one", 2: b"\x89PNG two"})
    data = write_game("zip", game).data
    archive = zipfile.ZipFile(io.BytesIO(data))
    assert archive.namelist() == [
        "game.jsonl",
        "turns.csv",
        "score-sheet.html",
        "game.gcg",
        "pictures/turn-001.jpg",
        "pictures/turn-002.png",
    ]
    assert archive.read("pictures/turn-001.jpg") == b"\xff\xd8\xff one"
    assert write_game("zip", game).data == data
    assert board_of(read_game(data)) == game.board


def test_the_woogles_link_carries_the_gcg_file() -> None:
    link, losses = woogles_link(whole())
    parts = urlsplit(link)
    assert (parts.scheme, parts.netloc) == ("https", "woogles.io")
    (carried,) = parse_qs(parts.query)["gcg"]
    assert carried == write_game("gcg", replace(whole(), lexicon="")).data.decode()
    assert losses == write_game("gcg", whole()).losses
    with pytest.raises(GameFileError, match="two players, not 3"):
        woogles_link(game_of(players=("A", "B", "C")))
    with pytest.raises(GameFileError, match="too long for a link"):
        woogles_link(game_of(*[Pass()] * 1500))


def test_a_game_on_the_large_board_comes_back() -> None:
    laid = PlayTiles(put("11K", "QUEEN"))
    game = game_of(laid, tiles=load("english-super"), layout=SUPER)
    for form in ("gcg", "jsonl", "zip"):
        back = board_of(read_game(write_game(form, game).data))
        assert back.position == game.board.position
        assert [r.total for r in back.rows] == [r.total for r in game.board.rows]
    assert json.loads(write_game("jsonl", game).data.split(b"\n")[0])["ruleset"] == "classic"
