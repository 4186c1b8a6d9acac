"""Names, colours, seats, the game's name, deleted and brought back: in the log, everywhere."""

from __future__ import annotations

import json

import pytest

from companion.errors import InputError, RuleViolation
from companion.export.api import GameFile
from companion.export.jsonl import read_jsonl, write_jsonl
from companion.export.registry import write_game
from companion.household.clock import SteppedClock
from companion.rules.engine.messages import DrawStart, EndGame, Pass, Undo
from companion.rules.registry import GAMES
from companion.session.messages import NameGame, NamePlayers, SetAside
from companion.session.order import GameWentOn, ordered
from companion.session.session import Session
from companion.text.languages import language
from tests.doubles.games import Memory, session, setup
from tests.doubles.random_games import RandomGame
from tests.doubles.timed import CAT

NEW = NamePlayers(("Zoe", "Émile"), ("red", "blue"), ("Ann", "Bob"))


def names_in(game: Session) -> str:
    return json.dumps(game.snapshot.to_json(), ensure_ascii=False)


def test_names_change_during_a_game_everywhere_they_stand() -> None:
    game = session()
    for command in (CAT, Pass(), NEW):
        game.handle(ordered(command, "host 1"))
    told = names_in(game)
    assert game.snapshot.players == ("Zoe", "Émile")
    assert [row.player for row in game.snapshot.turns] == ["Zoe", "Émile"]
    assert game.snapshot.colours == ("red", "blue")
    assert "Ann" not in told
    assert "Bob" not in told


def test_names_change_after_a_game_and_the_log_says_who_did_it() -> None:
    memory = Memory()
    game = session(memory)
    for command in (CAT, EndGame(((), ()))):
        game.handle(ordered(command, "host 1"))
    ended = game.snapshot.scoreboard
    game.handle(ordered(NEW, "host 2"))
    assert (memory.entries[-1].kind, memory.entries[-1].actor) == ("labels-set", "host 2")
    assert game.snapshot.seq == len(memory.entries) - 1  # a name is no step of the game
    assert [row.total for row in game.snapshot.rows] == [row.total for row in ended.rows]
    assert "Ann" not in names_in(game)
    again = session(memory)
    assert again.snapshot.scoreboard == game.snapshot.scoreboard
    assert again.setup.players == ("Zoe", "Émile")


@pytest.mark.parametrize("key", sorted(GAMES))
def test_a_renamed_game_is_the_same_game_under_other_names(key: str) -> None:
    memory, clock = Memory(), SteppedClock()
    played = RandomGame(GAMES[key], 11)
    before = played.setup.players
    game = Session(played.ruleset, played.setup, game="", append=memory, now=clock.now)
    for _ in range(40):
        offered = [action.command for action in game.snapshot.scoreboard.actions]
        command = next((c for c in map(played.command, offered) if c is not None), None)
        if command is None:
            break
        played.do(command)
        game.handle(ordered(command, "table"))
    totals = game.snapshot.totals
    names = tuple(f"Quux{seat}" for seat in range(len(before)))
    game.handle(ordered(NamePlayers(names, (), before), "table"))
    assert game.snapshot.totals == tuple(
        (name, total) for name, (_, total) in zip(names, totals, strict=True)
    )
    again = Session(
        played.ruleset, played.setup, game="", append=memory, now=clock.now,
        entries=tuple(memory.entries),
    )  # fmt: skip
    assert again.snapshot.scoreboard == game.snapshot.scoreboard
    told = names_in(again)
    assert not [name for name in before if f'"{name}' in told or f" {name} " in told]


def test_exports_tell_the_new_names() -> None:
    memory = Memory()
    game = session(memory)
    for command in (CAT, Pass(), NEW, NameGame("Final")):
        game.handle(ordered(command, "host"))
    file = GameFile(
        "classic", game.setup, game.snapshot.scoreboard, tuple(memory.entries),
        game.snapshot.game,
    )  # fmt: skip
    for form in ("gcg", "csv", "html"):
        text = write_game(form, file).data.decode("utf-8")
        assert "Zoe" in text
        assert "Ann" not in text
    back = read_jsonl(write_jsonl(file).data)
    memory.entries = list(back.entries)
    taken_in = Session(
        GAMES["classic"], back.setup, game=back.name, append=memory, now=SteppedClock().now,
        entries=back.entries,
    )  # fmt: skip
    assert taken_in.snapshot.scoreboard == game.snapshot.scoreboard
    assert taken_in.snapshot.game == "Final"


def test_names_alone_leave_colours_and_seats_take_theirs_along() -> None:
    game = session()
    names = ("Ann", "Bob")
    game.handle(ordered(NamePlayers(names, ("black", "red"), names), "host"))
    game.handle(ordered(NamePlayers(("Zoe", "Bob"), (), names), "host"))
    assert game.snapshot.colours == ("black", "red")
    game.handle(ordered(NamePlayers(("Bob", "Zoe"), (), ("Zoe", "Bob"), order=(1, 0)), "host"))
    assert (game.snapshot.players, game.snapshot.colours) == (("Bob", "Zoe"), ("red", "black"))


def test_who_saw_other_names_does_not_change_them_back() -> None:
    game = session()
    seen = game.snapshot.seen
    game.handle(ordered(NEW, "tablet", seen))
    with pytest.raises(GameWentOn):
        game.handle(ordered(NEW, "phone", seen))
    game.handle(ordered(Pass(), "tablet", game.snapshot.seen))
    later = NamePlayers(("Z", "E"), (), ("Zoe", "Émile"))
    game.handle(ordered(later, "phone", seen))  # a turn since does not matter
    assert game.snapshot.players == ("Z", "E")


@pytest.mark.parametrize(
    "names",
    [
        ("", "Bob"),
        ("Ann", "ann"),
        ("A" * 41, "Bob"),
        ("\u200d", "Bob"),
        ("Ann",),
        ("A\u202eb", "Bob"),
    ],
)
def test_impossible_names_are_refused_with_a_sentence(names: tuple[str, ...]) -> None:
    game, before = session(), ("Ann", "Bob")
    with pytest.raises(InputError):
        game.handle(ordered(NamePlayers(names, (), before), "host"))
    with pytest.raises(InputError):
        game.handle(ordered(NamePlayers(before, ("pink", "red"), before), "host"))
    assert game.snapshot.players == before


def test_seats_change_before_the_first_turn_only() -> None:
    turned = NamePlayers(("Bob", "Ann"), (), ("Ann", "Bob"), order=(1, 0))
    game = session()
    game.handle(ordered(turned, "host"))
    game.handle(ordered(CAT, "host"))
    assert game.snapshot.turns[0].player == "Bob"
    back = NamePlayers(("Ann", "Bob"), (), ("Bob", "Ann"), order=(1, 0))
    with pytest.raises(RuleViolation):
        game.handle(ordered(back, "host"))
    game.handle(ordered(Undo(), "host"))
    game.handle(ordered(back, "host"))
    assert game.snapshot.players == ("Ann", "Bob")


def test_seats_do_not_change_once_tiles_were_drawn_for_the_start() -> None:
    from companion.board.tiles import Tile

    game = session()
    game.handle(ordered(DrawStart((Tile("B"), Tile("A"))), "host"))
    turned = NamePlayers(("Bob", "Ann"), (), ("Ann", "Bob"), order=(1, 0))
    with pytest.raises(RuleViolation):
        game.handle(ordered(turned, "host"))


def test_a_word_that_looks_like_a_name_stays_a_word() -> None:
    memory = Memory()
    game = Session(
        GAMES["classic"], setup("CAT", "Bob"), game="", append=memory,
        now=SteppedClock().now,
    )  # fmt: skip
    game.handle(ordered(CAT, "host"))
    game.handle(ordered(NamePlayers(("Zoe", "Bob"), (), ("CAT", "Bob")), "host"))
    (row,) = game.snapshot.turns
    assert (row.player, row.word) == ("Zoe", "CAT")


def test_a_game_is_renamed() -> None:
    memory = Memory()
    game = session(memory)
    game.handle(ordered(NameGame("  Christmas   2026 "), "host"))
    assert game.snapshot.game == "Christmas 2026"
    assert session(memory).snapshot.game == "Christmas 2026"
    game.handle(ordered(NameGame(""), "host"))
    assert game.snapshot.game == ""


def test_a_deleted_game_keeps_its_log_and_comes_back() -> None:
    memory = Memory()
    game = session(memory)
    game.handle(ordered(CAT, "host"))
    before = game.snapshot.scoreboard
    game.handle(ordered(SetAside(), "host"))
    assert session(memory).snapshot.deleted
    game.handle(ordered(SetAside(deleted=False), "host"))
    again = session(memory).snapshot
    assert (again.deleted, again.scoreboard) == (False, before)


def test_texts_in_the_log_call_players_as_they_are_called_now() -> None:
    from companion.session.labels import retold
    from companion.session.log import entry_of
    from companion.text import listed, said

    text = said(
        "{player} wins: {words}, {names}.",
        player="Ann", words="Ann", names=listed(["Ann", "Bob"]),
    )  # fmt: skip
    from companion.rules.engine.messages import TurnImpossible, TurnPassed

    event = TurnImpossible(TurnPassed(0), text)
    entry = entry_of(1, SteppedClock().now(), ordered(event, "x"), event)
    (told,) = retold([entry], ("Ann", "Bob"), ("Zoe", "Bob"))
    from companion.session.log import event_of

    problem = event_of(told, GAMES["classic"]).problem  # type: ignore[attr-defined]
    assert language("en").write(problem) == "Zoe wins: Ann, Zoe and Bob."
