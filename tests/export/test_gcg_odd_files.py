"""GCG files of other programs, other times and other keyboards."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.commands.score import score_file
from companion.errors import GcgError
from companion.export.gcg.read import parse_gcg, read_gcg
from companion.export.gcg.replay import replay_gcg
from companion.export.gcg.types import GcgExchange, GcgPlay
from companion.export.registry import read_game
from tests.doubles.files import board_of

PLAIN = """\
#player1 ann Ann Lee
#player2 ben Ben Ray
>ann: EEINRST 8D RETINES +66 66
>ben: ADEGHLO D8 .EAL +4 4
"""


@pytest.mark.parametrize(
    "space",
    ["\t", "\u00a0", " \t ", "\u2003", "\u3000", "\u202f"],
    ids=["tab", "no-break", "mixed", "em", "ideographic", "narrow"],
)
def test_white_space_of_any_kind_separates(space: str) -> None:
    text = "#character-encoding UTF-8\n" + PLAIN.replace(" ", space)
    game = parse_gcg(text.encode())
    assert game.problems == ()
    assert [(p.nick, " ".join(p.name.split())) for p in game.players] == [
        ("ann", "Ann Lee"),
        ("ben", "Ben Ray"),
    ]
    assert replay_gcg(game).totals == {"ann": 66, "ben": 4}


def test_what_nobody_sees_is_passed_over() -> None:
    text = "#character-encoding UTF-8\n" + PLAIN.replace("\n>", "\u200b\n\ufeff>")
    game = parse_gcg(text.encode())
    assert (game.problems, replay_gcg(game).mismatches) == ((), 0)


def test_long_dashes_are_dashes() -> None:
    text = "#character-encoding UTF-8\n#player1 a A\n#player2 b B\n>a: ABC \u2013AB +0 0\n"
    (event,) = parse_gcg(text.encode()).events
    assert isinstance(event, GcgExchange)
    assert event.tiles == "AB"


# --- withdrawals, refusals ---

LATER = """\
#character-encoding UTF-8
#player1 ann Ann
#player2 ben Ben
>ann: EEINRST 8D RETINES +66 66
>ben: ADEGHLO - +0 0
>ann: EEINRST -- -66 0
#note it was a word after all
>ben: ADEGHLO 8H HAG +14 14
"""


def test_a_withdrawal_that_stands_later_is_understood_and_told() -> None:
    found = replay_gcg(parse_gcg(LATER.encode()))
    assert found.refusal is None
    assert found.totals == {"ann": 0, "ben": 14}
    assert len(found.position) == 3
    told = "line 6: the play of line 4 is taken off here, after other turns; it counts as"
    assert str(found.remarks[0]).startswith(told)
    taken = read_game(LATER.encode())
    board = board_of(taken)
    assert [row.total for row in board.rows] == [0, 14]
    assert [turn.kind for turn in board.turns] == ["play", "withdrawn", "pass", "play"]
    assert board.noted[1] is not None
    assert board.noted[1].lines == ("#note it was a word after all",)
    assert any(str(remark).startswith(told) for remark in taken.remarks)


def test_checking_goes_on_after_a_line_that_cannot_be(tmp_path: Path) -> None:
    path = tmp_path / "a.gcg"
    path.write_text(
        "#character-encoding UTF-8\n#player1 ann Ann\n#player2 ben Ben\n"
        ">ann: EEINRST 8D RETINES +66 66\n"
        ">ben: ADEGHLO H8 XAG +20 20\n"
        ">ann: AEIOU -AEI +0 66\n"
        ">ben: DELO 9H LO +99 250\n"
        ">ann: A - +0 70\n",
        encoding="utf-8",
    )
    answer = score_file(str(path))
    assert answer["status"] == "illegal-play"
    assert (answer["plays"], answer["mismatches"]) == (2, 1)
    # 20 as the file says for the line that cannot be; LO NL EO score 2 each, with 9I doubled
    assert answer["totals"] == {"ann": 66, "ben": 20 + 8}
    for told in (
        "Line 5: H8 XAG: 8H holds N, but the word has X there.",
        "Line 7: 9H LO scores 8, not 99.",
        "Line 7: the total is given as 250, the scores given add up to 119.",
        "Line 8: the total is given as 70, the scores given add up to 66.",
    ):
        assert told in answer["detail"]


# --- encodings ---

POLISH = """\
#player1 zosia Zosia Żak
#player2 ola Ola Łoś
>zosia: ŻÓŁWIEA 8G ŻÓŁW +28 28
>ola: KĄTYEAO H8 .Ą +8 8
"""
GERMAN = "#player1 a Ann\n#player2 b Bob\n>a: ÄÖÜSTEN 8G TÜS +18 18\n"


@pytest.mark.parametrize(
    ("text", "encoding", "called", "tiles"),
    [
        (POLISH, "iso8859-2", "ISO 8859-2", "Polish"),
        (POLISH, "cp1250", "Windows-1250", "Polish"),
        (POLISH, "cp852", "CP852", "Polish"),
        (GERMAN, "iso8859-1", "ISO 8859-1", "German"),
        (GERMAN, "cp850", "CP850", "German"),
        (GERMAN, "mac-roman", "MacRoman", "German"),
    ],
)
def test_an_undeclared_encoding_is_guessed_by_the_letters_of_the_tile_sets_and_told(
    text: str, encoding: str, called: str, tiles: str
) -> None:
    game = parse_gcg(text.encode(encoding))
    assert [p.name for p in game.players] == [
        line.split(None, 2)[2] for line in text.splitlines()[:2]
    ]
    assert [str(problem.said) for problem in game.problems] == [
        (
            f"line 1: no encoding is declared. It is read as {called}, which makes letters of "
            f"the {tiles} tile set of most bytes."
        )
    ]
    assert str(read_game(text.encode(encoding)).remarks[0]) == str(game.problems[0].said)


def test_latin_1_is_told_too_when_only_names_have_it() -> None:
    (problem,) = parse_gcg(PLAIN.replace("Lee", "Léa").encode("latin-1")).problems
    assert str(problem.said) == "line 1: no encoding is declared. It is read as ISO 8859-1."


def test_an_option_names_the_encoding(tmp_path: Path) -> None:
    path = tmp_path / "a.gcg"
    path.write_bytes(POLISH.encode("cp1250"))
    game = read_gcg(path, encoding="windows-1250")
    assert (game.players[1].name.split()[-1], game.problems) == ("Łoś", ())
    assert score_file(str(path), None, "cp1250")["status"] == "ok"
    with pytest.raises(GcgError, match="not in the encoding 'utf-8'"):
        read_gcg(path, encoding="utf-8")
    for nonsense in ("klingon", "rot13", "zip", "\0", "idna"):
        with pytest.raises(GcgError, match="There is no encoding"):
            read_gcg(path, encoding=nonsense)


@pytest.mark.parametrize("after", [b"\0\0\0\0USE", b"\0", b" \0x"])
def test_a_nul_in_an_encoding_line_is_a_sentence(after: bytes) -> None:
    data = b"#character-encoding UTF-8" + after + b"\n" + PLAIN.encode() + b"\xef\xff"
    with pytest.raises(GcgError, match=r"binary data; it is no GCG file\.\Z"):
        parse_gcg(data)


# --- digits for digraphs ---

SPANISH = """\
#player1 ann Ann Lee
#player2 ben Ben Ray
#lexicon FISE2
>ann: 1EAORSN 8G 1EAO +16 16
>ben: 2A 9G 2A +40 40
"""


def test_digits_stand_for_spanish_digraphs_and_that_is_told() -> None:
    game = parse_gcg(SPANISH.encode())
    assert [e.rack for e in game.events if isinstance(e, GcgPlay)] == ["1EAORSN", "2A"]
    found = replay_gcg(game)
    assert (found.tiles.name, found.mismatches) == ("spanish", 0)
    assert str(found.remarks[0]) == (
        "Digits stand for tiles of two letters: 1 is CH, 2 LL, 3 RR."
    )
    board = board_of(read_game(SPANISH.encode()))
    assert [tile.letter for tile in board.turns[0].tiles] == ["CH", "E", "A", "O"]
    assert [row.total for row in board.rows] == [16, 40]


def test_digits_tell_the_tile_set_where_no_line_does() -> None:
    game = parse_gcg(SPANISH.replace("#lexicon FISE2\n", "").encode())
    assert replay_gcg(game).tiles.name == "spanish"


def test_digits_are_no_letters_of_other_sets() -> None:
    text = PLAIN.replace("D8 .EAL", "D8 .E1L")
    assert replay_gcg(parse_gcg(b"#lexicon NWL23\n" + text.encode())).refusal is not None
