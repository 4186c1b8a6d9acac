"""`companion play`: games typed in a terminal, kept in a store, never lost."""

from __future__ import annotations

import io
import json
from collections.abc import Callable
from pathlib import Path

import pytest

from companion import cli, gamedata
from companion.export.registry import read_game
from companion.gamedata.editions import load_edition
from tests.doubles.files import board_of

Play = Callable[..., str]


@pytest.fixture
def play(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Play:
    def run(*lines: str, args: tuple[str, ...] = (), status: int = 0) -> str:
        monkeypatch.setattr("sys.stdin", io.StringIO("\n".join(lines) + "\n"))
        store = str(tmp_path / "games.sqlite")
        assert cli.main(["play", "--game", store, *args]) == status
        out, err = capsys.readouterr()
        assert out == ""
        assert "Traceback" not in err
        return err

    return run


def test_a_whole_game_to_its_end(play: Play) -> None:
    said = play("8D HOUSE", "E7 T.Y", "pass", "exchange 2", "end-game AAEEIIQ/NNRRSTT", "turns")
    assert "  1. Ann: 8D HOUSE +24 = 24" in said
    assert "  2. Bob: E7 T(O)Y +6 = 6" in said
    assert "Ann wins with 8." in said  # 24 - 16 against 6 - 7


def test_nothing_is_lost_when_the_input_breaks_off(play: Play) -> None:
    play("8D HOUSE")
    said = play("turns", args=("--resume",))
    assert "Ann: 8D HOUSE +24 = 24" in said
    assert play("E7 T.Y", args=("--resume", "1")).count("Bob: E7 T(O)Y +6") == 1
    assert "No turn has been taken." in play("turns")
    assert "No turn has been taken." in play("turns", args=("--resume",))


def test_bad_input_gets_a_sentence_and_the_game_goes_on(play: Play) -> None:
    said = play("nonsense", "", "1A CAT", "8D H?USE'", "8D HOUSE", "export", "export a.doc")
    assert "'nonsense' is nothing that can be done now" in said
    assert "start square 8H" in said
    assert "quotation mark" in said
    assert "Ann: 8D HOUSE +24" in said
    assert "Name a file, such as: export game.gcg" in said
    assert "no form 'doc'" in said


def test_a_challenge_looks_the_words_up(play: Play) -> None:
    said = play("8D HOUSE", "challenge", "8D HOUSEX", "challenge")
    assert "Bob challenged: HOUSE is in the ENABLE list." in said
    assert "HOUSEX is not in the ENABLE list." in said


def test_under_the_void_rule_unknown_words_are_refused(play: Play) -> None:
    said = play("8D XQHHZ", "8D HOUSE", args=("--option", "challenge=void"))
    assert "XQHHZ is not in the ENABLE list; with this rule it may not be laid." in said
    assert "Ann: 8D HOUSE" in said


def test_exports_and_the_link(play: Play, tmp_path: Path) -> None:
    names = [f"game.{form}" for form in ("gcg", "html", "pdf", "csv", "jsonl", "cgp", "zip")]
    said = play("8D HOUSE", *(f"export {tmp_path / name}" for name in names), "link")
    assert all((tmp_path / name).stat().st_size for name in names)
    assert "https://woogles.io/" in said
    board = board_of(read_game((tmp_path / "game.jsonl").read_bytes()))
    assert board.rows[0].total == 24
    head = json.loads((tmp_path / "game.jsonl").read_text("utf-8").splitlines()[0])
    assert head["name"] == "Classic crossword game"


def test_a_file_is_taken_in_and_played_on(play: Play, tmp_path: Path) -> None:
    for form in ("gcg", "jsonl", "zip"):
        file = tmp_path / f"one.{form}"
        play("8D HOUSE", f"export {file}")
        said = play("E7 T.Y", "turns", args=("--take", str(file)))
        assert "  1. Ann: 8D HOUSE +24 = 24" in said
        assert "  2. Bob: E7 T(O)Y +6 = 6" in said
    assert "Bob: E7 T(O)Y" in play("turns", args=("--resume",))
    (tmp_path / "bad.gcg").write_bytes(b"\0\0\0")
    said = play(args=("--take", str(tmp_path / "bad.gcg")), status=1)
    assert "binary data" in said
    assert "cannot be read" in play(args=("--take", str(tmp_path / "none.gcg")), status=1)


def test_in_together_a_pass_that_is_not_offered_says_what_to_do(play: Play) -> None:
    said = play("pass", args=("--edition", "together"))
    assert "Who cannot complete a goal must use a helper first." in said


def test_help_names_what_can_be_typed_now(play: Play) -> None:
    said = play("help", "actions")
    assert "play-tiles placements=8D HOUSE [player=PLAYER]" in said
    assert "export FILE" in said


@pytest.mark.parametrize(
    ("edition", "lines", "expect"),
    [
        ("bookcase", ("8D HOUSE",), "Ann: 8D HOUSE +24"),
        ("super", ("11K QUEEN",), "Ann: 11K QUEEN"),
        ("monopoly-scrabble", ("8D HOUSE", "let-stand"), "Money and property"),
        ("together", ("8D HOUSE", "8D HORSES"), "Goals"),
        (
            "monopoly-cards",
            ("draw", "help", "export game.gcg"),
            "A GCG file holds crossword games only",
        ),
    ],
)
def test_every_edition_can_be_tried(
    play: Play, edition: str, lines: tuple[str, ...], expect: str
) -> None:
    assert expect in play(*lines, args=("--edition", edition))


def test_other_languages_and_players(play: Play) -> None:
    said = play("8G MÜ", "turns", args=("--language", "german", "--players", "Uwe,Änne,Zoë"))
    assert "Uwe: 8G MÜ" in said
    assert load_edition("classic").tiles.name == "english"


@pytest.mark.parametrize(
    ("args", "status"),
    [
        (("--edition", "chess"), 2),
        (("--players", "Ann"), 2),
        (("--option", "bingo"), 1),
        (("--option", "bingos=3"), 2),
        (("--option", "bingo=many"), 2),
        (("--language", "klingon"), 2),
        (("--resume", "9"), 1),
    ],
)
def test_an_impossible_start_is_one_sentence(
    play: Play, args: tuple[str, ...], status: int
) -> None:
    said = play(args=args, status=status)
    assert said.startswith("companion: ")
    assert said.count("\n") == 1


def test_a_position_is_the_beginning_of_a_game(play: Play) -> None:
    rows = "/".join(["15"] * 7 + ["3HOUSE7"] + ["15"] * 7)
    line = f"{rows} / 100/90 0 ld english;"
    said = play("E7 T.Y", "turns", args=("--position", line, "--players", "Cy,Di"))
    assert "Cy: E7 T(O)Y +6 = 106" in said
    said = play(args=("--position", f"{rows} //// 1/2/3/4/5 0"), status=1)
    assert "2 to 4 players" in said


def test_a_familys_own_data_is_played_with(play: Play, tmp_path: Path) -> None:
    own = tmp_path / "ours.toml"
    text = (Path(gamedata.__file__).parent / "monopoly_scrabble.toml").read_text()
    own.write_text(
        text.replace("official = false", "official = true").replace('"Dark blue"', '"Elm"')
    )
    args = ("--edition", "monopoly-scrabble", "--data", str(own))
    said = play("board", args=args)
    assert "Elm" in said
    assert "Placeholder board" not in said
    assert "Placeholder board" in play("board", args=args[:2])
    said = play(args=("--edition", "monopoly-scrabble", "--data", "nowhere.toml"), status=2)
    assert "cannot be read" in said
    said = play(args=("--data", str(own)), status=1)
    assert "--data is for monopoly-scrabble" in said


def test_cards_are_dealt_anew_each_game_unless_a_seed_is_given(play: Play) -> None:
    def hand(*given: str) -> str:
        said = play("actions", args=("--edition", "together", *given))
        return said.split("\n", 1)[1]

    assert len({hand() for _ in range(4)}) > 1
    assert hand("--option", "seed=5") == hand("--option", "seed=5")
