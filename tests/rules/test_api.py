from __future__ import annotations

import json

from companion.rules.api import Setup, to_json
from companion.rules.crossword.game import GAME as CLASSIC
from companion.rules.engine.messages import PlayTiles
from tests.doubles.crossword import ENGLISH, board, play_all, put


def test_a_scoreboard_as_plain_values() -> None:
    game = CLASSIC
    state = play_all(
        game, game.start(Setup(("Ann", "Bob"), ENGLISH)), [PlayTiles(put("8H", "aT"))]
    )
    shown = json.loads(json.dumps(to_json(game.scoreboard(state))))
    turn = shown["turns"][0]
    assert shown["rows"][0] == {"player": "Ann", "total": 2, "on_turn": False}
    assert shown["position"][7][7:9] == ["a", "T"]
    assert ["?", 1] in shown["unseen"]
    assert turn["placements"][0] == {"square": "8H", "tile": "a"}
    assert turn["words"] == [
        {
            "text": "AT",
            "coordinate": "8H",
            "start": "8H",
            "direction": "across",
            "tiles": ["a", "T"],
            "new": [True, True],
            "points": 2,
        }
    ]
    (undo,) = (action for action in shown["actions"] if action["command"] == "undo")
    assert (undo["label"], undo["fields"]) == ("Undo", [])


def test_mappings_and_positions() -> None:
    assert to_json({"a": (1, None)}) == {"a": [1, None]}
    assert to_json(board(("1A", "A")))[0][0] == "A"


def test_options_have_defaults() -> None:
    setup = Setup(("A", "B"), ENGLISH, options=(("bingo", 35),))
    assert (setup.option("bingo", 50), setup.option("rack_size", 7)) == (35, 7)
    assert setup.text_option("end_bonus", "sum") == "sum"
