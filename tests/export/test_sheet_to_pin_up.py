"""What a club pins up, and what spreadsheets and programs get."""

from __future__ import annotations

import csv
import io
import json
import re
from dataclasses import replace

import pytest

from companion.board.tiles import Tile
from companion.export.api import GameFile
from companion.export.registry import read_game, write_game
from companion.export.sheet import pdf as sheet_pdf
from companion.export.sheet.score_sheet import ScoreSheet, day_of, sheet_of
from companion.rules.engine.messages import EndGame, Pass, PlayTiles
from companion.text import Argument
from companion.text.languages import language
from tests.doubles.crossword import put
from tests.doubles.files import board_of, game_of

RACKS = (tuple(map(Tile, "AEINRST")), tuple(map(Tile, "ADEGIJL")))


def evening(*, ended: bool = True, seconds: bool = True) -> GameFile:
    end = (EndGame(RACKS),) if ended else ()
    game = game_of(
        PlayTiles(put("8D", "HOUSE")), PlayTiles(put("E7", "t.Y")), Pass(), *end,
        players=("Ann", "Bob"), name="Club evening", lexicon="NWL23",
    )  # fmt: skip
    if not seconds:
        return game
    turns = tuple(replace(turn, seconds=60 * turn.number + 5) for turn in game.board.turns)
    return replace(game, board=replace(game.board, turns=turns))


def test_a_sheet_tells_the_day_what_was_played_and_with_which_list() -> None:
    day, *others = map(str, sheet_of(evening()).about)
    assert re.fullmatch(r"[123] January 2026", day)  # of whoever looks at it
    assert others == ["Classic crossword game", "NWL23", "Ann wins with 17."]
    doubled = replace(evening(ended=False).setup, options=(("challenge", "10-point"),))
    assert [str(part) for part in sheet_of(replace(evening(ended=False), setup=doubled)).about][
        3:
    ] == ["A wrong challenge: costs 10 points a word."]
    german = sheet_of(replace(evening(), speaks=language("de")))
    assert re.fullmatch(r"\d\. Januar 2026", str(german.about[0]))


def test_of_a_file_taken_in_nobody_knows_the_day() -> None:
    text = b"#character-encoding UTF-8\n#player1 a A\n#player2 b B\n>a: HAT 8G HAT +12 12\n"
    taken = read_game(text)
    entries = tuple(replace(entry, actor="import") for entry in evening().entries)
    game = GameFile("classic", taken.setup, board_of(taken), entries)
    assert day_of(game) is None
    assert sheet_of(game).about == ()


def test_the_page_has_players_board_and_curve_before_the_turns() -> None:
    page = write_game("html", evening()).data.decode()
    parts = ("<h1>", "2026", 'class="board"', "Bob", "<svg", "HOUSE")
    places = [page.index(part) for part in parts]
    assert places == sorted(places)


@pytest.mark.parametrize("ended", [True, False])
def test_a_sheet_has_no_instructions(ended: bool) -> None:
    sheet = sheet_of(evening(ended=ended))
    assert all(panel.rows for panel in sheet.panels)
    said = [str(line) for panel in sheet.panels for line in panel.lines]
    assert not any(word in line for line in said for word in ("draw", "Draw", "Lift", "Who "))
    assert bool(said) == ended


def test_times_are_a_column_where_they_are_known() -> None:
    assert ">1:05<" in write_game("html", evening()).data.decode()
    assert ">Time<" not in write_game("html", evening(seconds=False)).data.decode()


def test_a_pdf_has_all_of_a_game_of_26_turns_on_its_first_page(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    pages: dict[str, int] = {}

    class Seen(sheet_pdf._Page):
        def text(self, text: Argument) -> str:
            pages[str(text)] = self.pdf.page_no()
            return super().text(text)

        def graph(self, sheet: ScoreSheet, beside_mm: float) -> None:
            super().graph(sheet, beside_mm)
            pages["the graph"] = self.pdf.page_no()

    monkeypatch.setattr(sheet_pdf, "_Page", Seen)
    game = evening()
    turns = tuple(replace(game.board.turns[n % 3], number=n + 1) for n in range(26))
    write_game("pdf", replace(game, board=replace(game.board, turns=turns)))
    assert {pages[part] for part in ("Club evening", "the graph", "O", "26")} == {1}


def test_csv_and_json_have_the_time_of_each_turn() -> None:
    table = write_game("csv", evening()).data.decode("utf-8-sig")
    assert [row["seconds"] for row in csv.DictReader(io.StringIO(table))] == [
        "65",
        "125",
        "185",
        "",  # how it ended, of both players
        "",
        "",  # and for all
    ]
    bare = write_game("csv", evening(seconds=False)).data.decode("utf-8-sig")
    assert {row["seconds"] for row in csv.DictReader(io.StringIO(bare))} == {""}
    told = json.loads(write_game("json", evening()).data)
    assert [turn["seconds"] for turn in told["turns"]] == [65, 125, 185]
    assert told["turns"][1]["notation"] == "t(O)Y"
    assert told["turns"][0]["words"] == [{"text": "HOUSE", "points": 24}]
    # Racks: 1+1+1+1+1+1+1 = 7; A1 D2 E1 G2 I1 J8 L1 = 16.
    assert [(p["name"], p["total"]) for p in told["players"]] == [("Ann", 17), ("Bob", -11)]
    assert (
        json.loads(write_game("json", evening(seconds=False)).data)["turns"][0]["seconds"]
        is None
    )


def test_csv_tells_how_the_game_ended_player_by_player() -> None:
    table = write_game("csv", evening()).data.decode("utf-8-sig")
    ends = [row for row in csv.DictReader(io.StringIO(table)) if row["kind"] == "end"]
    # Racks: 1+1+1+1+1+1+1 = 7; A1 D2 E1 G2 I1 J8 L1 = 16.
    assert [(r["player"], r["score"], r["total"], r["outcome"]) for r in ends] == [
        ("Ann", "-7", "17", "won"),
        ("Bob", "-16", "-11", "lost"),
    ]
    assert ends[1]["tiles"].split() == list("ADEGIJL")


def test_csv_and_json_tell_who_has_lost_by_the_clock() -> None:
    game = evening()
    board = replace(game.board, winners=(1,), out_of_time=(0,))
    table = write_game("csv", replace(game, board=board)).data.decode("utf-8-sig")
    *_, ann, bob, all_ = csv.DictReader(io.StringIO(table))
    assert (ann["outcome"], ann["marks"]) == ("lost", "out-of-time")
    assert (bob["outcome"], bob["marks"]) == ("won", "")
    assert (all_["kind"], all_["outcome"], all_["player"]) == ("result", "won", "")
    assert all_["detail"] == "Bob wins with -11."
    told = json.loads(write_game("json", replace(game, board=board)).data)
    assert (told["outcome"], told["winners"]) == ("won", ["Bob"])
    assert [(p["outcome"], p["out_of_time"]) for p in told["players"]] == [
        ("lost", True), ("won", False),
    ]  # fmt: skip


def test_a_game_that_goes_on_has_no_outcome() -> None:
    game = evening(ended=False)
    table = write_game("csv", game).data.decode("utf-8-sig")
    assert {row["outcome"] for row in csv.DictReader(io.StringIO(table))} == {""}
    told = json.loads(write_game("json", game).data)
    assert (told["outcome"], told["winners"]) == ("", [])
    assert {player["outcome"] for player in told["players"]} == {""}
