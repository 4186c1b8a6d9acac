from __future__ import annotations

import json

import pytest

from companion.board.placement import Placement
from companion.board.position import Position
from companion.board.square import parse_square
from companion.board.tiles import Tile
from companion.errors import RuleViolation, StoreError
from companion.inference.propose import rank
from companion.rules.engine.messages import CorrectTile, Pass, PlayTiles, Redo, Undo, Withdraw
from companion.session.messages import (
    AcceptProposal,
    DropProposal,
    RaiseDoubt,
    ShowMessage,
    ShowProposal,
)
from companion.session.order import ordered
from companion.session.session import Session
from companion.tilesets import load
from tests.doubles.games import Memory, session
from tests.doubles.readings import cell, laid, reading_of


def play(start: str, text: str, direction: str = "across") -> PlayTiles:
    return PlayTiles(tuple(Placement(s, t) for s, t in laid(start, text, direction).items()))


def seen(game: Session, after: Position, *changed: object, **options: object) -> ShowProposal:
    last = game.snapshot.last_play
    squares = tuple(p.square for p in last.placements) if last else ()
    reading = reading_of(after, *changed)  # type: ignore[arg-type]
    return ShowProposal(
        rank(
            game.snapshot.position,
            reading,
            tiles=load("english"),
            last_play=squares,
            **options,  # type: ignore[arg-type]
        )
    )


def test_a_play_is_committed_scored_and_shown() -> None:
    memory = Memory()
    after = session(memory).handle(ordered(play("8G", "HUT"), "tablet"))
    assert after.totals == (("Ann", 12), ("Bob", 0))
    assert str(after.message) == "Ann: HUT at 8G, 12 points."
    assert after.last_play is not None
    assert after.last_play.word == "HUT"
    (entry,) = memory.entries
    assert (entry.seq, entry.actor, entry.kind) == (1, "tablet", "tiles-played")


def test_the_version_grows_and_the_past_stays_as_it_was() -> None:
    game = session()
    first = game.snapshot
    second = game.handle(ordered(play("8G", "HUT"), "tablet"))
    assert second.version == first.version + 1
    assert len(first.position) == 0


def test_a_refused_command_changes_nothing() -> None:
    memory = Memory()
    game = session(memory)
    before = game.snapshot
    with pytest.raises(RuleViolation):
        game.handle(ordered(play("1A", "HUT"), "tablet"))
    assert game.snapshot == before
    assert memory.entries == []


def test_what_cannot_be_committed_has_not_happened() -> None:
    memory = Memory()
    game = session(memory)
    memory.full = True
    with pytest.raises(StoreError):
        game.handle(ordered(play("8G", "HUT"), "tablet"))
    assert len(game.snapshot.position) == 0
    memory.full = False
    assert game.handle(ordered(play("8G", "HUT"), "tablet")).totals[0] == ("Ann", 12)


def test_a_game_is_taken_up_where_it_was_left() -> None:
    memory = Memory()
    game = session(memory)
    game.handle(ordered(play("8G", "HUT"), "tablet"))
    game.handle(ordered(play("9G", "OX"), "tablet"))
    game.handle(ordered(CorrectTile(parse_square("9G"), Tile("A")), "tablet"))
    game.handle(ordered(Undo(), "tablet"))
    game.handle(ordered(Pass(), "tablet"))
    game.handle(ordered(Withdraw(2), "tablet"))
    again = session(memory).snapshot
    assert again.scoreboard == game.snapshot.scoreboard
    assert again.seq == 6


def test_undo_is_an_entry_of_its_own() -> None:
    memory = Memory()
    game = session(memory)
    game.handle(ordered(play("8G", "HUT"), "tablet"))
    assert game.handle(ordered(Undo(), "tablet")).totals[0] == ("Ann", 0)
    assert game.handle(ordered(Redo(), "tablet")).totals[0] == ("Ann", 12)
    assert [e.kind for e in memory.entries] == ["tiles-played", "step-undone", "step-redone"]


def test_an_entry_of_an_unknown_kind_is_named() -> None:
    memory = Memory()
    game = session(memory)
    game.handle(ordered(play("8G", "HUT"), "tablet"))
    object.__setattr__(memory.entries[0], "kind", "dice-rolled")
    with pytest.raises(StoreError, match=r"entry 1.*dice-rolled"):
        session(memory)


def test_a_proposal_is_shown_and_accepted() -> None:
    memory = Memory()
    game = session(memory)
    shown = game.handle(ordered(seen(game, Position(laid("8G", "HUT"))), "camera"))
    assert memory.entries == []
    assert shown.proposal is not None
    assert shown.to_json()["proposal"]["plays"][0]["score"] == 12
    after = game.handle(ordered(AcceptProposal(), "tablet"))
    assert after.proposal is None
    assert after.totals[0] == ("Ann", 12)


def test_the_doubt_stays_with_the_tile_until_it_is_corrected() -> None:
    game = session()
    unsure = cell("8G", 0.999, ("H", 0.6), ("N", 0.4))
    game.handle(ordered(seen(game, Position(laid("8G", "HUT")), unsure), "camera"))
    after = game.handle(ordered(AcceptProposal(), "tablet"))
    assert [d.square.name for d in after.doubtful] == ["8G"]
    assert after.to_json()["doubtful"][0]["candidates"][0][0] == "H"
    mended = game.handle(ordered(CorrectTile(parse_square("8G"), Tile("N")), "tablet"))
    assert mended.doubtful == ()
    assert mended.totals[0] == ("Ann", 6)


def test_an_alternative_can_be_chosen() -> None:
    game = session()
    unsure = cell("8G", 0.999, ("H", 0.6), ("N", 0.4))
    game.handle(ordered(seen(game, Position(laid("8G", "HUT")), unsure), "camera"))
    after = game.handle(ordered(AcceptProposal(choice=1), "tablet"))
    assert after.last_play is not None
    assert after.last_play.word == "NUT"
    game.handle(ordered(seen(game, after.position), "camera"))
    with pytest.raises(RuleViolation, match="choice 9"):
        game.handle(ordered(AcceptProposal(choice=9), "tablet"))


def test_a_withdrawal_and_a_play_are_committed_together() -> None:
    memory = Memory()
    game = session(memory)
    game.handle(ordered(play("8G", "HUT"), "tablet"))
    game.handle(ordered(play("9G", "OX"), "tablet"))
    after = Position(laid("8G", "HUT") | laid("7H", "M.LE", "down"))
    game.handle(ordered(seen(game, after), "camera"))
    shown = game.handle(ordered(AcceptProposal(), "tablet"))
    assert [t.kind for t in shown.turns] == ["play", "play", "withdrawn", "play"]
    assert dict(shown.totals)["Bob"] == 0
    assert [e.kind for e in memory.entries[2:]] == ["play-withdrawn", "tiles-played"]


def test_two_turns_seen_at_once_go_to_two_players() -> None:
    game = session()
    game.handle(ordered(play("8G", "HUT"), "tablet"))
    more = laid("8G", "HUT") | laid("9H", "NTO", "down") | laid("10F", "AR.E")
    game.handle(ordered(seen(game, Position(more), missed=1), "camera"))
    shown = game.handle(ordered(AcceptProposal(), "tablet"))
    assert [(t.player, t.word) for t in shown.turns[1:]] == [("Bob", "UNTO"), ("Ann", "ARTE")]


def test_an_unchanged_board_is_accepted_as_a_pass() -> None:
    game = session()
    game.handle(ordered(seen(game, Position()), "camera"))
    assert game.handle(ordered(AcceptProposal(), "button")).turns[0].kind == "pass"


def test_without_a_proposal_there_is_nothing_to_accept() -> None:
    game = session()
    with pytest.raises(RuleViolation, match="no proposal"):
        game.handle(ordered(AcceptProposal(), "tablet"))
    game.handle(ordered(seen(game, Position(laid("8G", "HUT"))), "camera"))
    assert game.handle(ordered(DropProposal(), "tablet")).proposal is None


def test_messages_and_doubts_are_shown() -> None:
    game = session()
    game.handle(ordered(play("8G", "HUT"), "tablet"))
    shown = game.handle(ordered(ShowMessage("A hand is over the board."), "camera"))
    assert str(shown.message) == "A hand is over the board."
    doubt = RaiseDoubt((("8H", (("O", 0.6), ("U", 0.4))), ("1A", (("X", 0.5),))))
    shown = game.handle(ordered(doubt, "camera"))
    assert [d.square.name for d in shown.doubtful] == ["8H"], "there is no tile on 1A"


def test_a_snapshot_is_json() -> None:
    game = session()
    game.handle(ordered(play("8G", "HUt"), "tablet"))
    game.handle(ordered(seen(game, Position(laid("8G", "HUt") | laid("9G", "OX"))), "camera"))
    data = json.loads(json.dumps(game.snapshot.to_json()))
    assert data["cells"][7][6:9] == ["H", "U", "t"]
    assert data["totals"] == {"Ann": 10, "Bob": 0}
    assert data["turns"][0]["word"] == "HUT"
    assert data["proposal"]["kind"] == "play"
    assert {a["command"] for a in data["actions"]} >= {"play-tiles", "undo"}
