"""Files taken in as games: what GCG files say is kept, hostile files are refused."""

from __future__ import annotations

import io
import json
import struct
import zipfile
from pathlib import Path

import pytest

from companion.errors import exit_status
from companion.export.api import GameFile, GameFileError
from companion.export.bundle import write_zip
from companion.export.gcg.read import read_gcg
from companion.export.gcg.types import GcgNote
from companion.export.gcg.write import write_gcg
from companion.export.jsonl import write_jsonl
from companion.export.registry import read_game, write_game
from companion.rules.engine.messages import Pass, PlayTiles
from tests.doubles.crossword import put
from tests.doubles.files import board_of, game_of

HEAD = "#character-encoding UTF-8\n#player1 a Ann\n#player2 b Bob\n"
HOUSE = ">a: EHOSU 8D HOUSE +24 24\n"


def taken(
    text: str,
) -> tuple[list[tuple[str, str, int, int]], list[int], tuple[str, ...], bool]:
    """Turns, totals, remarks, and whether the game has ended."""
    imported = read_game((HEAD + text).encode())
    board = board_of(imported)
    turns = [(t.player, t.kind, t.score, t.total) for t in board.turns]
    return (
        turns,
        [row.total for row in board.rows],
        tuple(map(str, imported.remarks)),
        board.ended,
    )


def test_a_recorded_score_that_is_wrong_is_flagged_and_kept() -> None:
    # needs 54: Quackle 27, 19
    turns, totals, remarks, _ = taken(">a: EHOSU 8D HOUSE +29 29\n")
    assert turns == [("Ann", "play", 24, 24), ("Ann", "adjusted", 5, 29)]
    assert totals == [29, 0]
    assert any("5 points off; the recorded score is kept" in remark for remark in remarks)
    text = write_game("gcg", game_like(">a: EHOSU 8D HOUSE +29 29\n")).data.decode()
    assert ">a: EHOSU 8D HOUSE +29 29" in text


def game_like(text: str) -> GameFile:

    imported = read_game((HEAD + text).encode())
    return GameFile(imported.ruleset, imported.setup, board_of(imported))


@pytest.mark.parametrize(
    ("ending", "expect", "bonus"),
    [
        (">b: T (T) -1 -1\n>a: (T) +1 25\n", [25, -1], "sum"),
        (">a: (T) +2 26\n", [26, 0], "double"),
        (">a: (T) +1 25\n>b: T (T) -1 -1\n", [25, -1], "sum"),
    ],
)
def test_either_way_of_the_end_racks_keeps_its_totals(
    ending: str, expect: list[int], bonus: str
) -> None:
    # needs 45: Quackle 5, 94
    imported = read_game((HEAD + HOUSE + ending).encode())
    board = board_of(imported)
    assert [row.total for row in board.rows] == expect
    assert board.ended
    assert dict(imported.setup.options)["end_bonus"] == bonus
    assert not any("recorded" in turn.marks for turn in board.turns)


def test_six_passes_write_both_deductions() -> None:
    # needs 46: Quackle 53
    _, totals, _, ended = taken(HOUSE + ">b: Q (Q) -10 -10\n>a: A (A) -1 23\n")
    assert (totals, ended) == ([23, -10], True)
    text = write_game("gcg", game_like(HOUSE + ">b: Q (Q) -10 -10\n>a: A (A) -1 23\n"))
    assert text.data.decode().splitlines()[-2:] == [">a: A (A) -1 23", ">b: Q (Q) -10 -10"]


def test_what_follows_the_out_play_is_kept() -> None:
    # needs 48: Quackle 14
    turns, totals, _, ended = taken(HOUSE + ">a: Q (challenge) +5 29\n>a: (Q) +20 49\n")
    assert turns[1:] == [("Ann", "challenge", 5, 29)]
    assert (totals, ended) == ([49, 0], True)


def test_a_time_penalty_is_a_line_of_its_own() -> None:
    # needs 47
    turns, totals, _, _ = taken(HOUSE + ">a: Q (time) -20 4\n")
    assert turns[1] == ("Ann", "time", -20, 4)
    assert totals == [4, 0]


def test_missing_end_racks_leave_the_game_unfinished_and_ask() -> None:
    # needs 49: liwords 1295
    _, _, remarks, ended = taken(HOUSE + ">b: Q (Q) -10 -10\n")
    assert not ended
    assert "Who has tiles left?" in remarks[-1]


def test_a_withdrawn_phony_and_unknown_pragmas() -> None:
    # needs 52: macondo 42
    text = "#style wsc2001\n" + HOUSE + ">b: TY E7 TOY +6 6\n>b: TY -- -6 0\n>a: S - +0 24\n"
    turns, totals, _, _ = taken(text)
    assert [kind for _, kind, _, _ in turns] == ["play", "play", "withdrawn", "pass"]
    assert totals == [24, 0]


def test_a_play_that_cannot_be_stands_marked_with_its_score() -> None:
    turns, totals, remarks, _ = taken(HOUSE + ">b: HAT 1A HAT +7 7\n")
    assert turns[1:] == [("Bob", "play", 0, 0), ("Bob", "adjusted", 7, 7)]
    assert totals == [24, 7]
    assert remarks


def test_a_play_that_cannot_be_read_is_left_out_and_its_withdrawal_with_it() -> None:
    turns, totals, remarks, _ = taken(HOUSE + ">b: X 8E XX.X +7 7\n>b: X -- -7 0\n")
    assert totals == [24, 0]
    assert turns[1:] == [("Bob", "adjusted", 7, 7), ("Bob", "adjusted", -7, 0)]
    assert any("is left out" in remark for remark in remarks)


def test_exchanges_with_a_blank_by_tiles_and_by_count() -> None:
    # needs 23: liwords PR 1151
    game = game_like(">a: ?ABCDEF -?AB +0 0\n>b: X -5 +0 0\n")
    assert [t.count for t in game.board.turns] == [3, 5]
    lines = write_game("gcg", game).data.decode().splitlines()
    assert lines[4:6] == [">a: ?ABCDEF -?AB +0 0", ">b: X -5 +0 0"]


def test_several_notes_a_turn_stay_in_order(tmp_path: Path) -> None:
    # needs 53: Quackle 62

    path = tmp_path / "notes.gcg"
    path.write_text(HEAD + HOUSE + "#note one\n#note two\n#note three\n", encoding="utf-8")
    again = tmp_path / "again.gcg"
    again.write_text(write_gcg(read_gcg(path)), encoding="utf-8")
    notes = [item.text for item in read_gcg(again).items if isinstance(item, GcgNote)]
    assert notes == ["one", "two", "three"]


def test_racks_that_are_not_known_are_never_invented() -> None:
    # needs 27: liwords 1990
    text = write_game("gcg", game_of(PlayTiles(put("8D", "HOUSE")))).data.decode()
    assert ">Ann: EHOSU 8D HOUSE" in text


# --- hostile files ---


GOOD = write_jsonl(game_of(PlayTiles(put("8D", "HOUSE")), Pass())).data


def packed(name: str, data: bytes) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(name, data)
    return out.getvalue()


def lying(data: bytes) -> bytes:
    """A ZIP whose directory claims that its only file is small."""
    at = data.index(b"PK\x01\x02")
    return data[: at + 24] + struct.pack("<I", 10) + data[at + 28 :]


def changed(line: int, **values: object) -> bytes:
    lines = GOOD.decode().splitlines()
    lines[line] = json.dumps({**json.loads(lines[line]), **values})
    return ("\n".join(lines) + "\n").encode()


def with_kinds(kinds: list[list[object]]) -> bytes:
    setup = json.loads(GOOD.decode().splitlines()[0])["setup"]
    return changed(0, setup={**setup, "tiles": {**setup["tiles"], "kinds": kinds}})


@pytest.mark.parametrize(
    ("data", "says"),
    [
        pytest.param(b"", "no GCG file", id="empty"),
        pytest.param(b"\x00\x01\x02" * 100, "binary data", id="binary"),
        pytest.param(b"%PDF-1.4 nothing", "no GCG file", id="another kind"),
        pytest.param(b"x" * 2_000_001, "larger than 2,000,000", id="large text"),
        pytest.param(GOOD[: len(GOOD) // 2], "JSON", id="cut in a line"),
        pytest.param(b"\n".join(GOOD.split(b"\n")[:-2]), "was cut", id="cut between lines"),
        pytest.param(b"{" + b" " * 20_000_000, "larger than 20,000,000", id="twenty megabytes"),
        pytest.param(b'{"a": ' + b"[" * 100_000, "nests more than 32", id="deeply nested"),
        pytest.param(b'{"a": "' + b"x" * 1_000_001, "longer than 1,000,000", id="a long line"),
        pytest.param(b"{}\n" * 100_001, "more than 100,000 lines", id="many lines"),
        pytest.param('{"ä"}'.encode("latin-1"), "not UTF-8", id="another encoding"),
        pytest.param(b'{"format": "chess"}', "no game of this program", id="another format"),
        pytest.param(changed(0, version=2), "update the program", id="a newer version"),
        pytest.param(changed(0, ruleset="go"), "'go', which is not known", id="unknown rules"),
        pytest.param(changed(0, setup=None), "setup cannot be read", id="no set-up"),
        pytest.param(with_kinds([["A", 10**12, 1]]), "more tiles than any", id="a huge bag"),
        pytest.param(
            with_kinds([["A", 10**9, 1], ["B", -(10**9), 1]]), "more tiles", id="less than none"
        ),
        pytest.param(changed(1, kind="exploded"), "no 'exploded' here", id="unknown event"),
        pytest.param(changed(1, body={}), "no event", id="an event of nothing"),
        pytest.param(changed(1, seq=7), "not in order", id="misnumbered"),
        pytest.param(changed(1, at="noon"), "no entry", id="no time"),
        pytest.param(changed(1, schema=99), "newer", id="a newer entry"),
        pytest.param(
            changed(1, kind="game-ended", body={"racks": []}),
            "do not fit together",
            id="racks of nobody",
        ),
        pytest.param(b"PK\x03\x04 and then nothing", "damaged", id="a damaged ZIP"),
        pytest.param(packed("other.txt", b"hello"), "no game.jsonl", id="a ZIP without a log"),
        pytest.param(
            packed("game.jsonl", b"0" * 30_000_000), "would unpack to 30,000,000", id="a bomb"
        ),
        pytest.param(
            lying(packed("game.jsonl", b"0" * 30_000_000)), "damaged|larger than|JSON|nothing",
            id="a bomb that lies",
        ),
        pytest.param(packed("game.jsonl", b"nothing"), "not JSON", id="a ZIP of nonsense"),
    ],
)  # fmt: skip
def test_a_hostile_file_is_refused_in_a_sentence(data: bytes, says: str) -> None:
    with pytest.raises(GameFileError, match=says) as refused:
        read_game(data)
    assert exit_status(refused.value) == 1
    assert len(str(refused.value)) < 500


def test_a_zip_of_many_files_and_a_locked_one_are_refused() -> None:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for number in range(5001):
            archive.writestr(str(number), b"")
    with pytest.raises(GameFileError, match="more than 5,000 files"):
        read_game(out.getvalue())
    data = bytearray(write_zip(game_of(Pass())).data)
    for signature, offset in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        data[data.index(signature) + offset] |= 1
    with pytest.raises(GameFileError, match="locked with a password"):
        read_game(bytes(data))


@pytest.mark.data
def test_every_real_game_comes_in_with_its_totals_and_goes_out_again(shared_data: Path) -> None:
    files = sorted((shared_data / "gcg").rglob("*.gcg"))
    assert files
    for path in files:
        imported = read_game(path.read_bytes())
        board = board_of(imported)

        again = board_of(
            read_game(
                write_game("gcg", GameFile("classic", imported.setup, board)).data,
                tiles=imported.setup.tiles,
            )
        )
        assert [r.total for r in again.rows] == [r.total for r in board.rows], path.name
        assert again.position == board.position, path.name


def test_a_file_of_nothing_but_corrections_is_refused_at_once() -> None:
    lines = GOOD.split(b"\n")
    entry = json.loads(lines[1])
    many = [
        json.dumps({**entry, "seq": n, "kind": "turn-moved", "body": {"number": 1, "to": 2}})
        for n in range(1, 2_100)
    ]
    last = json.dumps({**json.loads(lines[-2]), "entries": len(many)})
    data = "\n".join([lines[0].decode(), *many, last, ""]).encode()
    with pytest.raises(GameFileError, match="corrects past turns more than 2,000 times"):
        read_game(data)
