from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from companion.errors import GcgError
from companion.export.gcg.read import (
    LIMIT_BYTES,
    LIMIT_LINE_CHARACTERS,
    LIMIT_LINES,
    parse_gcg,
    read_gcg,
)
from companion.export.gcg.replay import replay_gcg
from companion.export.gcg.types import (
    GcgChallenge,
    GcgEndRack,
    GcgEvent,
    GcgExchange,
    GcgGame,
    GcgNote,
    GcgPass,
    GcgPlay,
    GcgPlayer,
    GcgTime,
    GcgWithdrawal,
)

FILES = Path(__file__).resolve().parent.parent / "data" / "gcg"
HEAD = "#player1 a Ada Fenn\n#player2 b Ben Oakes\n"


def event(line: str) -> GcgEvent:
    """The one event of a line."""
    events = parse_gcg((HEAD + line).encode()).events
    assert len(events) == 1
    return events[0]


@pytest.mark.parametrize(
    ("line", "expect"),
    [
        (">a: ?EHOSUW 8D HOUSe +24 24", GcgPlay("a", "?EHOSUW", "8D", "HOUSe", 24, 24)),
        (">a: EHOSUW h10 HO.SE +24 24", GcgPlay("a", "EHOSUW", "H10", "HO.SE", 24, 24)),
        (">a:\tABC   8d \t (A)BC  24   24  ", GcgPlay("a", "ABC", "8D", "(A)BC", 24, 24)),
        (">a: 8D AB +8 8", GcgPlay("a", "", "8D", "AB", 8, 8)),
        (">a: ABC 8D AB +8 8 AT, BE", GcgPlay("a", "ABC", "8D", "AB", 8, 8, 0, "AT, BE")),
        (">a: ABC 8D AB", GcgPlay("a", "ABC", "8D", "AB", None, None)),
        (">a: ABC 8D AB +8", GcgPlay("a", "ABC", "8D", "AB", 8, None)),
        (">a : ABC 8D AB +8 8", GcgPlay("a", "ABC", "8D", "AB", 8, 8)),
        ("> a: ABC 8D AB +8 8", GcgPlay("a", "ABC", "8D", "AB", 8, 8)),
        (">a: ABC - +0 8", GcgPass("a", "ABC", 0, 8)),
        (">a: ABC -  +0 8", GcgPass("a", "ABC", 0, 8)),
        (">a: ABC -0 +0 8", GcgPass("a", "ABC", 0, 8)),
        (">a: - +0 8", GcgPass("a", "", 0, 8)),
        (">a: ABC? -?A +0 8", GcgExchange("a", "ABC?", "?A", None, 0, 8)),
        (">a: ABC -5 +0 8", GcgExchange("a", "ABC", "", 5, 0, 8)),
        (">a: ABC -- -24 8", GcgWithdrawal("a", "ABC", -24, 8)),
        (">a: ABC   --  +0 8", GcgWithdrawal("a", "ABC", 0, 8)),
        (">a: ABC (challenge) +5 8", GcgChallenge("a", "ABC", 5, 8)),
        (">a: (Challenge) -5 -5", GcgChallenge("a", "", -5, -5)),
        (">a: ABC (time) -10 8", GcgTime("a", "ABC", -10, 8)),
        (">a: (time) +-10 8", GcgTime("a", "", -10, 8)),
        (">a: (AB?) +8 8", GcgEndRack("a", "", "AB?", 8, 8)),
        (">a:    (AB)   +8 8", GcgEndRack("a", "", "AB", 8, 8)),
        (">a (AB) +8 8", GcgEndRack("a", "", "AB", 8, 8)),
        (">a: AB (AB) -4 -4", GcgEndRack("a", "AB", "AB", -4, -4)),
        (">a: () +0 8", GcgEndRack("a", "", "", 0, 8)),
    ],
)
def test_every_kind_of_line(line: str, expect: GcgEvent) -> None:
    assert event(line) == expect


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_any_line_ends(end: str) -> None:
    text = (HEAD + ">a: ABC 8D AB +8 8\n").replace("\n", end)
    assert len(parse_gcg(text.encode()).items) == 3


@pytest.mark.parametrize(
    ("file", "plays", "problems"),
    [
        ("plain.gcg", 7, 0),
        ("aligned.gcg", 6, 0),
        ("crlf_polish.gcg", 4, 0),
        ("latin1.gcg", 2, 1),
        ("utf8_undeclared.gcg", 2, 1),
        ("german_brackets.gcg", 2, 0),
        ("unfinished.gcg", 2, 0),
        ("four_players.gcg", 3, 0),
        ("spanish_digraphs.gcg", 2, 0),
        ("off_board.gcg", 2, 0),
        ("same_nick.gcg", 3, 1),
        ("typos.gcg", 3, 4),
        ("golden_quackle.gcg", 4, 0),
        ("golden_macondo.gcg", 3, 0),
    ],
)
def test_every_dialect(file: str, plays: int, problems: int) -> None:
    game = read_gcg(FILES / file)
    assert sum(isinstance(e, GcgPlay) for e in game.events) == plays
    assert len(game.problems) == problems


def test_every_look_alike_is_tested_here() -> None:
    (mark,) = test_every_dialect.pytestmark
    tested = {row[0] for row in mark.args[1]}
    assert {path.name for path in FILES.glob("*.gcg")} == tested


@pytest.mark.parametrize(
    ("data", "name", "encoding"),
    [
        ("#player1 José x".encode("latin-1"), "José", "iso8859-1"),
        ("#player1 José x".encode(), "José", "utf-8"),
        ("\ufeff#player1 José x".encode(), "José", "utf-8"),
        ("\ufeff#player1 José x".encode("utf-16-le"), "José", "utf-16-le"),
        (
            "#character-encoding ISO-8859-2\n#player1 Łuk x".encode("iso-8859-2"),
            "Łuk",
            "iso8859-2",
        ),
        ("#character-encoding utf8\r\n#player1 Łuk x".encode(), "Łuk", "utf-8"),
        # declared wrongly, or not text at all: the bytes decide
        ("#character-encoding UTF-8\n#player1 José x".encode("latin-1"), "José", "iso8859-1"),
        ("#character-encoding rot13\n#player1 José x".encode(), "José", "utf-8"),
        (b"#character-encoding what?\n#player1 Jo x", "Jo", "utf-8"),
    ],
)
def test_encodings(data: bytes, name: str, encoding: str) -> None:
    game = parse_gcg(data)
    assert (game.players[0].nick, game.encoding) == (name, encoding)


def test_typos_are_mended_and_reported_with_their_lines() -> None:
    game = read_gcg(FILES / "typos.gcg")
    assert [e.nick for e in game.events] == ["Vera", "Hugo", "Vera", "Hugo", "Vera"]
    assert [(u.line, u.text) for u in game.unknown] == [
        (4, "Played at the kitchen table"),
        (12, ">Nobody knows what this is"),
    ]
    assert [p.line for p in game.problems] == [4, 9, 10, 12]
    assert str(game.problems[1].reason) == "the nick 'Vera\"' was taken for 'Vera'."


def test_a_note_goes_on_over_lines() -> None:
    notes = [i for i in read_gcg(FILES / "typos.gcg").items if isinstance(i, GcgNote)]
    assert notes == [GcgNote("The clock stood still\nfor a minute.")]


def test_pragmas_known_and_unknown_are_kept() -> None:
    game = read_gcg(FILES / "unfinished.gcg")
    assert game.pragma("lexicon") == "NWL23"
    assert game.pragma("house-rule") == "tea at ten"
    assert game.pragma("incomplete") == ""
    assert game.pragma("rack1") == "ELRSUYY"
    assert game.pragma("title") is None


def test_players_of_one_nick_are_told_apart_by_their_totals() -> None:
    game = read_gcg(FILES / "same_nick.gcg")
    assert game.players == (GcgPlayer(0, "Sam", "Sam Lowe"), GcgPlayer(1, "Sam_2", "Sam High"))
    assert [e.nick for e in game.events] == ["Sam", "Sam_2", "Sam"]


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        (b"", "no player line and no play"),
        (b"just a letter to a friend\n", "no player line and no play"),
        (b"\xff\xd8\xff\xe0\0\x10JFIF\0", "binary data"),
        (b"#player1 a b\n" + b"x" * LIMIT_BYTES, "larger than"),
        (b"\n" * (LIMIT_LINES + 1), "more than 5,000 lines"),
        (b"#player1 a b\n#note " + b"x" * LIMIT_LINE_CHARACTERS, "line 2: longer than 4,000"),
    ],
)
def test_what_is_no_gcg_file_is_refused_with_a_sentence(data: bytes, sentence: str) -> None:
    with pytest.raises(GcgError, match=sentence):
        parse_gcg(data)


def test_a_missing_file(tmp_path: Path) -> None:
    with pytest.raises(GcgError, match=r"none\.gcg cannot be read: No such file"):
        read_gcg(tmp_path / "none.gcg")


def test_a_player_named_twice_is_kept_as_unknown() -> None:
    game = parse_gcg(b"#player1 a Ada\n#player1 b Ben\n#player2\n")
    assert [(u.line, str(u.reason)) for u in game.unknown] == [
        (2, "player 1 is named twice"),
        (3, "a player without a nick"),
    ]


TOKENS = st.sampled_from(
    ["#player1 a A", "#player2 a B", "#player2 b", "#note", "#", ">", ">a:", ">b:", "AB?", "8D",
     "h8", "H8", "A1", "15O", "15P", "99Z", "HAT", "h(A)t", ".AT", "[CH", "()", "(", "--", "-",
     "-AB", "-3", "+0", "-5", "+9", "12", "(challenge)", "(time)", "(AB)", "\n", "\n", "\0",
     "\r", "²", "٣", "Ż", "ß", "#lexicon FILE", "#board-layout super", "#tile-set dutch"]
)  # fmt: skip


@given(st.lists(TOKENS, max_size=40).map(" ".join).map(str.encode) | st.binary(max_size=200))
@example(b"#player1 a A\n>a: X 8D X -5 +9\n>a: -- -- -- --\n")
def test_no_file_crashes_the_reader_or_the_replay(data: bytes) -> None:
    try:
        game = parse_gcg(data)
    except GcgError:
        return
    assert isinstance(game, GcgGame)
    replay_gcg(game)
