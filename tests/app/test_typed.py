"""Typed lines become the commands that screens would send, in every game."""

from __future__ import annotations

import shlex
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.app.shown import (
    actions_text,
    board_text,
    panel_text,
    scores_text,
    turns_text,
)
from companion.app.typed import Typed, usage
from companion.errors import CompanionError, InputError
from companion.rules.api import Action
from companion.rules.crossword.challenges.rules import Judged
from companion.rules.crossword.turns import Exchanged, Laid, Passed
from companion.rules.engine.codec import kebab, to_json
from companion.rules.engine.messages import (
    AmendTurn,
    Challenge,
    CorrectTile,
    EndGame,
    Exchange,
    InsertTurn,
    Pass,
    PlayTiles,
)
from companion.rules.registry import GAMES
from tests.doubles.crossword import ENGLISH, put, tile
from tests.doubles.files import game_of
from tests.doubles.random_games import RandomGame, random_game

HOUSE = PlayTiles(put("8D", "HOUSE"))


def typed(*commands: object) -> Typed:
    board = game_of(*commands).board
    return Typed(board, ENGLISH, GAMES["classic"].commands, lambda w: (w != "XQ", "ENABLE"))


@pytest.mark.parametrize(
    ("line", "command"),
    [
        ("8D HOUSE", HOUSE),
        ("8d HOUSE", HOUSE),
        ("play-tiles 8D HOUSE", HOUSE),
        ("play 8D HOUSE", HOUSE),
        ("H8 cAT", PlayTiles(put("H8", "cAT"))),
        ("pass", Pass()),
        ("pass bob", Pass(1)),
        ("pass 2", Pass(1)),
        ("exchange 3", Exchange(3)),
        ("exchange AB?", Exchange(3, (tile("A"), tile("B"), tile("?")))),
        ("exch 2", Exchange(2)),
        ("end-game Q/-", EndGame(((tile("Q"),), ()))),
        ("end-game -/AB?", EndGame(((), (tile("A"), tile("B"), tile("?"))))),
    ],
)
def test_a_line_before_the_first_turn(line: str, command: object) -> None:
    assert typed().command(line) == command


@pytest.mark.parametrize(
    ("line", "command"),
    [
        ("E7 T.Y", PlayTiles(put("E7", "T.Y"))),
        ("E7 TOY", PlayTiles(put("E7", "T.Y"))),
        ("E7 T(O)Y", PlayTiles(put("E7", "T.Y"))),
        ("challenge", Challenge((Judged("HOUSE", known=True, lexicon="ENABLE"),))),
        ("challenge house", Challenge((Judged("HOUSE", known=True, lexicon="ENABLE"),))),
        (
            "challenge XQ by=bob",
            Challenge((Judged("XQ", known=False, lexicon="ENABLE"),), by=1),
        ),
        ("correct-tile 8D m", CorrectTile(put("8D", "m")[0].square, tile("m"))),
        ("amend-turn 1 pass Ann", AmendTurn(1, Passed(0))),
        ("amend-turn 1 'play ann 8D MOUSE'", AmendTurn(1, Laid(0, put("8D", "MOUSE")))),
        ("insert-turn 1 exchange bob 2", InsertTurn(1, Exchanged(1, 2))),
        ("amend-turn number=1 turn='pass bob'", AmendTurn(1, Passed(1))),
    ],
)
def test_a_line_after_a_play(line: str, command: object) -> None:
    assert typed(HOUSE).command(line) == command


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("dance", "'dance' is nothing that can be done now; it can be play-tiles, pass"),
        ("", "nothing that can be done"),
        ("8D", "nothing that can be done"),
        ("play", "Play also needs placements=8D HOUSE: play-tiles placements=8D HOUSE"),
        ("play HOUSE 8D", "not a coordinate"),
        ("8D H@USE", "no letter"),
        ("8D 'HOUSE", "quotation mark"),
        ("pass zoe", "no player 'zoe'; the players are Ann, Bob"),
        ("pass bob bob", "'bob' is too much: pass [player=PLAYER]"),
        ("exchange", "also needs count=NUMBER"),
        ("correct-tile 1A AB", "not one tile"),
        ("correct-tile Z A", "coordinate"),
        ("delete-turn one", "no whole number"),
        ("move-turn 1 later=perhaps", "neither yes nor no"),
        ("amend-turn 1 sing", "A turn is typed as"),
        ("amend-turn 1 sing bob", "A turn is typed as"),
    ],
)
def test_a_line_that_means_nothing_gets_a_sentence(line: str, says: str) -> None:
    with pytest.raises(CompanionError) as refused:
        typed(HOUSE, Pass()).command(line)
    assert says in str(refused.value)
    assert "\n" not in str(refused.value)


@given(st.text(max_size=40))
def test_no_line_at_all_is_a_crash(line: str) -> None:
    try:
        typed(HOUSE).command(line)
    except CompanionError as refusal:
        assert str(refusal)  # noqa: PT017


KNOWN = {
    "placements", "tiles", "racks", "square", "tile", "turn", "number", "numbers", "player",
    "text", "flag", "verdicts", "turn-taken", "texts", "hands", "blank", "card", "cards",
}  # fmt: skip


@pytest.mark.parametrize("name", GAMES)
@given(seed=st.integers(0, 10_000))
@settings(max_examples=10, deadline=None)
def test_every_command_of_every_game_can_be_typed(name: str, seed: int) -> None:
    game = RandomGame(GAMES[name], seed)
    for _ in range(15):
        for action in game.board.actions:
            assert {field.kind for field in action.fields} <= KNOWN
            assert usage(action).startswith(action.command)
            command = game.command(action.command)
            if command is None or kebab(type(command)) != action.command:
                continue
            line = written(action, to_json(command), game)
            if line is not None:
                reader = Typed(
                    game.board, game.setup.tiles, GAMES[name].commands, judge_of(command)
                )
                assert reader.command(line) == command, line
        game.step()


def judge_of(command: object) -> Any:
    known = {word.word: (word.known, word.lexicon) for word in getattr(command, "words", ())}
    return lambda word: known.get(word, (True, ""))


def written(action: Action, body: dict[str, Any], game: RandomGame) -> str | None:
    """The line that a person would type; None for what cannot be told in a line."""
    parts = [action.command]
    for field in action.fields:
        value = body.get(field.name)
        if value is None or (field.optional and value in ([], "")):
            continue
        text = _text(field.kind, value, game)
        if text is None:
            return None
        parts.append(f"{field.name}={shlex.quote(text)}")
    given = {field.name for field in action.fields}
    rest = {k: v for k, v in body.items() if k not in given and k != "type"}
    if any(value not in (None, [], "", False) for value in rest.values()):
        return None
    return " ".join(parts)


def _text(kind: str, value: Any, game: RandomGame) -> str | None:  # noqa: C901
    match kind:
        case "placements":
            return None  # a line names a word, not squares; see below
        case "tiles":
            if any(t.get("blank") and t["letter"] for t in value):
                return None
            return "".join(_tile(t) for t in value) or "-"
        case "racks":
            return "/".join("".join(_tile(t) for t in rack) or "-" for rack in value)
        case "tile":
            return _tile(value)
        case "player":
            return game.board.rows[value].player
        case "verdicts":
            words = [word["word"] for word in value]
            return None if "?" in "".join(words) else " ".join(words)
        case "flag":
            return "yes" if value else "no"
        case "numbers" | "texts" | "cards":
            return ",".join(map(str, value))
        case "hands" | "turn-taken":
            return None
        case _:
            return str(value)


def _tile(value: dict[str, Any]) -> str:
    if not value["letter"]:
        return "?"
    return str(value["letter"].lower() if value.get("blank") else value["letter"])


@pytest.mark.parametrize("name", GAMES)
@given(seed=st.integers(0, 10_000))
@settings(max_examples=6, deadline=None)
def test_every_game_can_be_shown_as_text(name: str, seed: int) -> None:
    game = random_game(name, seed, 25)
    board = game.board
    assert len(board_text(board, game.setup.layout).splitlines()) == game.setup.layout.size + 1
    assert all(row.player in scores_text(board, str) for row in board.rows)
    assert all(str(panel.title) in panel_text(panel, str) for panel in board.panels)
    assert actions_text(board.actions, str).count("\n") == max(0, len(board.actions) - 1)
    assert len(turns_text(board, str).splitlines()) >= max(1, len(board.turns))


def test_plays_are_typed_as_words() -> None:
    with pytest.raises(InputError):
        typed().command("play-tiles placements=8D")
    assert typed().command("play-tiles placements='8D HOUSE'") == HOUSE
