from __future__ import annotations

from dataclasses import dataclass

import pytest

from companion.board.square import Direction, Square
from companion.board.tiles import BLANK, Tile
from companion.errors import InvalidNotation
from companion.rules.api import Setup
from companion.rules.crossword.game import GAME as CLASSIC
from companion.rules.crossword.turns import Exchanged
from companion.rules.engine import codec
from companion.rules.engine.messages import COMMANDS, PlayTiles, TilesPlayed, TurnAmended
from companion.tilesets import load
from tests.doubles.crossword import put


@dataclass(frozen=True, slots=True)
class Sample:
    """An event of another game, with the other kinds of field."""

    direction: Direction
    share: float
    pair: tuple[int, str]
    maybe: Square | None = None


@pytest.mark.parametrize(
    ("event", "written"),
    [
        (
            TilesPlayed(1, put("8H", "Aq")),
            {
                "type": "tiles-played",
                "player": 1,
                "placements": [
                    {"type": "placement", "square": "8H", "tile": {"letter": "A"}},
                    {
                        "type": "placement",
                        "square": "8I",
                        "tile": {"letter": "Q", "blank": True},
                    },
                ],
            },
        ),
        (
            TurnAmended(3, Exchanged(0, 2, (BLANK, Tile("L·L")))),
            {
                "type": "turn-amended",
                "number": 3,
                "turn": {
                    "type": "exchanged",
                    "player": 0,
                    "count": 2,
                    "tiles": [{"letter": "", "blank": True}, {"letter": "L·L"}],
                },
            },
        ),
        (
            Sample(Direction.DOWN, 0.5, (1, "x"), Square(0, 14)),
            {
                "type": "sample",
                "direction": "down",
                "share": 0.5,
                "pair": [1, "x"],
                "maybe": "1O",
            },
        ),
    ],
)
def test_written_so_and_read_back(event: object, written: dict[str, object]) -> None:
    assert codec.to_json(event) == written
    assert codec.from_json(written, (*CLASSIC.events, Sample)) == event


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        (None, 'an object with a "type"'),
        ([], 'an object with a "type"'),
        ({"type": 3}, 'an object with a "type"'),
        ({"type": "tiles-eaten"}, "no 'tiles-eaten' here; known are adjust-score, "),
        ({"type": "turn-passed"}, "turn-passed lacks 'player'"),
        ({"type": "turn-passed", "player": "0"}, "turn-passed.player cannot be '0'"),
        ({"type": "turn-passed", "player": True}, "turn-passed.player cannot be True"),
        ({"type": "turn-passed", "player": 0, "x": 1}, "turn-passed has no field 'x'"),
        ({"type": "tiles-played", "player": 0, "placements": 7}, "placements is a list"),
        (
            {"type": "tiles-played", "player": 0, "placements": [7]},
            r"placements\[0\] cannot be 7",
        ),
        (
            {
                "type": "tile-corrected",
                "number": 1,
                "square": "Z99",
                "tile": {"letter": "A", "blank": "yes"},
            },
            "cannot be the tile",
        ),
        (
            {"type": "tile-corrected", "number": 1, "square": 3, "tile": {"letter": "A"}},
            "square cannot be 3",
        ),
        (
            {"type": "tile-corrected", "number": 1, "square": "what", "tile": {"letter": "A"}},
            "'what' is not a coordinate",
        ),
        ({"type": "turn-amended", "number": 1, "turn": {"type": "danced"}}, "no 'danced' here"),
        ({"type": "turn-amended", "number": 1, "turn": 5}, "turn cannot be 5"),
        (
            {"type": "sample", "direction": "up", "share": 1, "pair": [1, "x"]},
            "direction cannot be 'up'",
        ),
        (
            {"type": "sample", "direction": "down", "share": 1, "pair": [1]},
            "holds 2 values, not 1",
        ),
    ],
)
def test_refused_with_a_sentence(data: object, sentence: str) -> None:
    with pytest.raises(InvalidNotation, match=sentence):
        codec.from_json(data, (*CLASSIC.events, Sample))


def test_a_command_of_a_tablet() -> None:
    data = {
        "type": "play-tiles",
        "placements": [{"square": "8H", "tile": {"letter": "A"}}],
    }
    assert codec.from_json(data, COMMANDS) == PlayTiles(put("8H", "A"))


def test_a_setup_is_written_whole() -> None:
    setup = Setup(
        ("Ann", "Bob"), load("catalan"), options=(("bingo", 35), ("end_bonus", "sum"))
    )
    assert codec.setup_from_json(codec.setup_to_json(setup)) == setup


@pytest.mark.parametrize(
    "data",
    [None, {}, {"players": []}, {**codec.setup_to_json(Setup((), load("dutch"))), "tiles": 3}],
)
def test_a_broken_setup_is_refused(data: object) -> None:
    with pytest.raises(InvalidNotation, match="setup cannot be read"):
        codec.setup_from_json(data)


def test_what_has_no_form_is_an_error_of_ours() -> None:
    with pytest.raises(TypeError):
        codec.to_json(Square(0, 0))
    with pytest.raises(TypeError):
        codec.to_json(TilesPlayed(0, {1}))  # type: ignore[arg-type]
