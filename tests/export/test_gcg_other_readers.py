"""Files of Quackle, macondo and Woogles are read, and ours are such that those read them.

The golden files are written by hand in the manner of each program's writer; the grammars below
are what each program's reader asks of a line, told in our own words.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from companion.board.tiles import Tile
from companion.export.api import GameFile
from companion.export.gcg.read import read_gcg
from companion.export.gcg.replay import replay_gcg
from companion.export.registry import read_game, write_game
from companion.rules.engine.messages import EndGame, Exchange, Pass, PlayTiles, Withdraw
from tests.doubles.crossword import put
from tests.doubles.files import board_of, game_of

FILES = Path(__file__).parents[1] / "data" / "gcg"


@pytest.mark.parametrize(
    ("name", "totals"),
    [
        # HOUSE 24, XI 28: 24 for X on a tripled letter, 1, and STI 3.
        ("golden_quackle.gcg", {"Ann": 52, "Bob": 15}),
        # HOUSE 24, XI 36 with SX and EI, 5 for a challenge, 2 x (10 + 4) at the end.
        ("golden_macondo.gcg", {"ann": 93, "bob": -5}),
    ],
)
def test_a_golden_file_is_read_without_a_remark(name: str, totals: dict[str, int]) -> None:
    game = read_gcg(FILES / name)
    found = replay_gcg(game)
    assert (game.problems, found.refusal, found.mismatches) == ((), None, 0)
    assert found.totals == totals
    taken = read_game((FILES / name).read_bytes())
    assert [row.total for row in board_of(taken).rows] == list(totals.values())


@pytest.mark.parametrize(
    ("name", "ours"),
    [
        (
            "golden_quackle.gcg",
            {
                "#description Written as Quackle writes": [
                    "#description Written as Quackle writes",
                    "#tile-distribution english",
                ],
                ">Bob: ?AIRTTY --  -5 0": [">Bob: ?AIRTTY -- -5 0"],
                # Nobody knows Bob's next rack but for what stands at the end of the file.
                ">Bob: UNKNOWN (challenge) +5 15": [">Bob: ~ (challenge) +5 15"],
            },
        ),
        (
            "golden_macondo.gcg",
            {
                "#character-encoding utf-8": ["#character-encoding UTF-8"],
                "#lexicon NWL23": ["#lexicon NWL23", "#tile-distribution english"],
            },
        ),
    ],
)
def test_a_golden_file_is_written_again_line_by_line(
    name: str, ours: dict[str, list[str]]
) -> None:
    data = (FILES / name).read_bytes()
    taken = read_game(data)
    again = GameFile("classic", taken.setup, board_of(taken), name=taken.name)
    lines = data.decode().splitlines()
    want = [line for old in lines for line in ours.get(old, [old])]
    got = write_game("gcg", again).data.decode().splitlines()
    assert sorted(got) == sorted(want)
    assert [x for x in got if x[0] == ">"] == [x for x in want if x[0] == ">"]


# --- what the others ask of a line ---

NICK, RACK, TOTAL = r">[^\s:]+:\s+", r"\S+\s+", r"\s+-?\d+"
SHAPES = {
    "play": NICK + RACK + r"\w+\s+\S+\s+\+\d+\s+\d+",
    "pass": NICK + RACK + r"-\s+\+0\s+\d+",
    "exchange": NICK + RACK + r"-[^-\s]\S*\s+\+0\s+\d+",
    "withdrawn": NICK + RACK + r"--\s+-\d+\s+\d+",
    "challenge": NICK + r"\S*\s+\(challenge\)\s+\+\d+\s+\d+",
    "time": NICK + r"\S*\s+\(time\)\s+-\d+" + TOTAL,
    "out": NICK + r"\(\S+\)\s+\+\d+" + TOTAL,
    "left": NICK + RACK + r"\(\S+\)\s+-\d+" + TOTAL,
}
HEAD = (
    "player1", "player2", "title", "lexicon", "board-layout", "tile-distribution", "id",
    "description", "character-encoding", "note", "incomplete", "rack1", "rack2",
)  # fmt: skip


def shape_of(line: str) -> str:
    if line[0] == "#":
        name = line[1:].split()[0]
        return name if name in HEAD else ""
    fitting = [kind for kind, shape in SHAPES.items() if re.fullmatch(shape, line)]
    return fitting[0] if len(fitting) == 1 else ""


def played() -> GameFile:
    return game_of(
        PlayTiles(put("8D", "HOUSE")),
        PlayTiles(put("E7", "t.Y")),
        Withdraw(),
        Pass(),
        Exchange(2, (Tile("V"), Tile("Q"))),
        Exchange(3),
        PlayTiles(put("9G", "TAT")),
        EndGame((tuple(map(Tile, "AEINRST")), tuple(map(Tile, "ADEGIJL")))),
        players=("Ann Ode", "Bob"),
        name="An evening",
        lexicon="ENABLE",
    )


def test_macondo_and_woogles_take_every_line() -> None:
    lines = write_game("gcg", played()).data.decode().splitlines()
    assert lines[0] == "#character-encoding UTF-8"  # nowhere else
    shapes = [shape_of(line) for line in lines]
    assert "" not in shapes, lines[shapes.index("")]
    events = [i for i, line in enumerate(lines) if line[0] == ">"]
    pragmas = [i for i, s in enumerate(shapes) if s in HEAD and s not in ("note", "incomplete")]
    assert max(pragmas) < min(events)
    nicks = {line.split(":")[0] for line in lines if line[0] == ">"}
    assert nicks == {">Ann_Ode", ">Bob"}
    assert [shapes[i] for i in events] == [
        "play", "play", "withdrawn", "pass", "exchange", "exchange", "play", "left", "left",
    ]  # fmt: skip


def test_quackle_takes_every_line() -> None:
    """It splits at white space: nick and colon, rack, what; a rack stands everywhere."""
    for line in write_game("gcg", played()).data.decode().splitlines():
        if line[0] != ">":
            continue
        first, rack, what, *_ = line.split()
        assert first.endswith(":")
        if rack[0] != "(":
            assert rack[0] not in "+-"
            assert re.fullmatch(r"--?\S*|\(\S+\)|[0-9]+[A-O]|[A-O][0-9]+", what)
