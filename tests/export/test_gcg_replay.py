from __future__ import annotations

from pathlib import Path

import pytest

from companion.export.gcg.read import parse_gcg, read_gcg
from companion.export.gcg.replay import Replay, replay_gcg
from companion.tilesets import load

FILES = Path(__file__).resolve().parent.parent / "data" / "gcg"
HEAD = "#player1 a Ada Fenn\n#player2 b Ben Oakes\n"


def replay(lines: str) -> Replay:
    return replay_gcg(parse_gcg((HEAD + lines).encode()))


@pytest.mark.parametrize(
    ("file", "tiles", "totals"),
    [
        ("plain.gcg", "english", [135, 30]),
        ("aligned.gcg", "english", [94, 29]),
        ("crlf_polish.gcg", "polish", [24, 66]),
        ("latin1.gcg", "english", [32, 16]),
        ("utf8_undeclared.gcg", "english", [32, 16]),
        ("german_brackets.gcg", "german", [24, 9]),
        ("unfinished.gcg", "english", [-2, -7]),
        ("four_players.gcg", "english", [22, 28, 8, 0]),
        ("spanish_digraphs.gcg", "spanish", [30, 18]),
    ],
)
def test_look_alikes_replay_to_their_own_scores(
    file: str, tiles: str, totals: list[int]
) -> None:
    found = replay_gcg(read_gcg(FILES / file))
    assert (found.refusal, found.mismatches, found.remarks) == (None, 0, ())
    assert (found.tiles.name, list(found.totals.values())) == (tiles, totals)


def test_a_wrong_score_is_found_and_told() -> None:
    found = replay(">a: HOUSE 8D HOUSE +26 26\n>b: TY E7 T.Y +6 6\n")
    assert [p.differs for p in found.plays] == [True, False]
    assert str(found.remarks[0]) == "line 3: 8D HOUSE scores 24, not 26."
    assert found.totals == {"a": 24, "b": 6}


def test_a_wrong_total_is_told_once() -> None:
    found = replay(
        ">a: HOUSE 8D HOUSE +24 42\n>b: TY E7 T.Y +6 6\n>a: XY - +0 42\n>b: XY - +0 6\n"
    )
    assert found.mismatches == 0
    assert tuple(map(str, found.remarks)) == (
        "line 3: the total is given as 42, the scores given add up to 24.",
    )


@pytest.mark.parametrize(
    ("lines", "sentence"),
    [
        (">a: HAT 8M HATS +9 9", "line 3: 8M HATS: The word would run off the board"),
        (">a: HAT 16A HAT +9 9", "line 3: 16A HAT: 16A is off the board."),
        (">a: HAT 1A HAT +9 9", "must cover the start square"),
        (">a: HAT 8G HA. +9 9", "The word runs through 8I, which is empty."),
        (">a: HAT 8G H(A)T +9 9", "The word runs through 8H, which is empty."),
        (">a: HAT 8G HAT +9 9\n>b: X 8G COT +9 9", "8G holds H, but the word has C there"),
        (">a: HAT 8G HAT +9 9\n>b: X 8G HAT +9 9", "line 4: 8G HAT: The play lays no tile"),
        (">a: HAT 8G H4T +9 9", "'4' is no letter of the English tile set"),
        (">a: HAT 8G H[AT +9 9", "'[' is no letter"),
        (">a: HAT -- -9 9", "line 3: There is no play of this player just before"),
        (">a: HAT 8G HAT +9 9\n>b: X -- -9 9", "line 4: There is no play of this player"),
    ],
)
def test_the_impossible_is_refused_with_its_line(lines: str, sentence: str) -> None:
    refusal = replay(lines).refusal
    assert refusal is not None
    assert refusal.status == "illegal-play"
    assert sentence in str(refusal.detail)


def test_an_impossible_play_that_was_taken_off_does_no_harm() -> None:
    found = replay(">a: HAT 1A HAT +9 9\n>a: HAT -- -9 0\n>b: HAT 8G HAT +12 12\n")
    assert found.refusal is None
    assert str(found.remarks[0]).endswith("It was taken off.")
    assert found.totals == {"a": 0, "b": 12}


def test_racks_and_end_racks_are_checked() -> None:
    found = replay(
        ">a: HAX 8G HAT +12 12\n>b: UNKNOWN 9G E +6 6\n>b: ÄÖ - +0 6\n>a: (QI) +23 35\n"
    )
    assert tuple(map(str, found.remarks)) == (
        "line 3: the rack HAX has no T.",
        "line 4: the rack UNKNOWN has no E.",
        "line 6: the tiles QI are worth 11 or 22, not 23.",
    )


def test_a_game_on_the_large_board_is_scored_on_it() -> None:
    found = replay(
        "#board-layout SuperCrosswordGame\n#tile-distribution english_super\n"
        ">a: HAT 11K HAT +12 12"
    )
    assert found.refusal is None
    assert found.tiles.name == "english-super"
    assert (found.position.size, found.mismatches) == (21, 0)


@pytest.mark.parametrize(
    ("pragma", "name"),
    [
        ("#tile-distribution norwegian", "norwegian"),
        ("#tile-set dutch", "dutch"),
        ("#tile-set english set", "english"),
        ("#lexicon GERMAN", "german"),
        ("#lexicon OSPS52", "polish"),
        ("#lexicon RD29", "german"),
        ("#lexicon CSW24", "english"),
        ("#lexicon our own", "english"),
    ],
)
def test_pragmas_choose_the_tile_set(pragma: str, name: str) -> None:
    assert replay(pragma).tiles.name == name


def test_a_pragma_that_cannot_be_right_gives_way() -> None:
    found = replay("#lexicon CSW24\n>a: ŁÓDŹ 8G ŁÓDŹ +38 38\n")
    assert (found.tiles.name, found.refusal) == ("polish", None)


def test_a_pragma_that_the_scores_contradict_gives_way() -> None:
    found = replay("#lexicon CSW24\n>a: HUT 8G HUT +8 8\n>b: W 9G WO +19 19\n")
    assert (found.tiles.name, found.mismatches) == ("german", 0)


def test_without_a_pragma_the_scores_tell() -> None:
    # In German H is worth 2 and T 1, in English H is worth 4.
    assert replay(">a: HUT 8G HUT +8 8\n>b: W 9G WO +19 19\n").tiles.name == "german"


def test_a_tile_set_may_be_asked_for() -> None:
    game = parse_gcg((HEAD + ">a: HUT 8G HUT +12 12").encode())
    found = replay_gcg(game, tiles=load("german"))
    assert (str(found.chosen), found.mismatches) == ("as asked", 1)


@pytest.mark.data
def test_real_games_score_as_they_say(shared_data: Path) -> None:
    found = {
        f.name: replay_gcg(read_gcg(f)) for f in sorted((shared_data / "gcg").glob("*.gcg"))
    }
    assert [name for name, r in found.items() if r.refusal] == []
    exact = [name for name, r in found.items() if not r.mismatches]
    assert len(exact) >= len(found) - 3
    assert sum(len(r.plays) for r in found.values()) > 1800
