"""The box at the table: presses are committed once, clocks run, the box shows the game."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from companion.device import ButtonBox, known_presses
from companion.device import desk as desk_module
from companion.device.journal import actor_of
from companion.errors import RuleViolation
from companion.household.clock import SteppedClock
from companion.inference.propose import rank
from companion.rules.crossword.challenges.rules import Judged
from companion.rules.engine.clock import ClockRules
from companion.rules.engine.messages import Pass
from companion.session.messages import AcceptProposal, ShowMessage, ShowProposal
from companion.session.order import ordered
from companion.tilesets import load
from firmware_bridge import Button, Clocks, Lights, LinkStatus, Phase, PressKey, Scores, Text
from firmware_bridge.faults import DeviceSilent, PortGone, PortPermission
from tests.device.doubles import Game, press
from tests.device.test_meaning import play, proposed
from tests.doubles.readings import laid, reading_of


class Table:
    """A box without a link, its clock in our hand."""

    def __init__(self, game: Game | None = None, clock: ClockRules | None = None) -> None:
        self.time = SteppedClock()
        self.time.step(100)
        self.game = game or Game(clocks=clock, clock=self.time)
        self.shown: dict[type, object] = {}
        self.sent = 0
        self.box = ButtonBox(
            "nowhere",
            self.game,
            judge=lambda word: Judged(word, known=word != "HUX", lexicon="test"),
            known=known_presses(self.game.memory.entries),
            monotonic_s=self.time.monotonic_s,
        )
        self.box.link.show = self._show  # type: ignore[method-assign]
        self.game.subscribe(self.box._desk.follow)

    def _show(self, state: Lights | Scores | Clocks | Text) -> None:
        self.shown[type(state)] = state
        self.sent += 1

    def text(self) -> str:
        self.box.refresh()
        shown = self.shown[Text]
        assert isinstance(shown, Text)
        return shown.text

    def sentences(self) -> list[str]:
        return [str(c.text) for c, _ in self.game.asked if isinstance(c, ShowMessage)]


def test_a_press_is_in_the_log_with_its_key() -> None:
    table = Table()
    assert table.box.pressed(press(Button.PASS, 7))
    (entry,) = table.game.memory.entries
    assert entry.kind == "turn-passed"
    assert list(known_presses([entry])) == [PressKey("0badcafe", 1, 7)]


def test_ending_a_turn_commits_the_play() -> None:
    table = Table()
    assert not table.box.pressed(press(Button.PLAYER_1))
    assert table.text() == "Reading..."
    table.game.submit(ordered(proposed(table.game, "8G", "HUT"), "camera"))
    assert table.box.pressed(press(Button.PLAYER_1))
    assert table.game.snapshot.totals == (("Ann", 12), ("Bob", 0))


def test_a_bad_play_comes_off_by_a_challenge_and_back_by_undo() -> None:
    table = Table()
    table.game.submit(ordered(play("8G", "HUX"), "tablet"))
    before = table.game.snapshot.totals
    assert table.box.pressed(press(Button.CHALLENGE, 1))
    assert table.game.snapshot.totals == (("Ann", 0), ("Bob", 0))
    assert table.box.pressed(press(Button.UNDO, 2))
    assert table.game.snapshot.totals == before
    assert len(list(known_presses(table.game.memory.entries))) == 2


def test_a_refused_press_is_explained_and_does_not_come_again() -> None:
    table = Table()
    assert table.box.pressed(press(Button.UNDO))
    assert table.game.memory.entries == []
    assert table.sentences()
    assert table.text() == "Not possible"
    table.time.step(5)
    assert table.text() == ""


def test_a_press_that_cannot_be_saved_is_not_acknowledged() -> None:
    table = Table()
    table.game.memory.full = True
    assert not table.box.pressed(press(Button.PASS))
    assert table.text() == "Not saved!"
    table.game.memory.full = False
    assert table.box.pressed(press(Button.PASS))
    assert table.game.kinds == ["turn-passed"]


def test_a_slow_answer_is_waited_for_and_not_asked_twice(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(desk_module, "ANSWER_S", 0.001)
    table = Table()
    table.game.answers = False
    assert not table.box.pressed(press(Button.PASS))
    assert not table.box.pressed(press(Button.PASS))
    table.game.work()
    assert table.box.pressed(press(Button.PASS))
    assert table.game.kinds == ["turn-passed"]
    assert sum(isinstance(c, Pass) for c, _ in table.game.asked) == 1


def test_after_a_crash_the_log_tells_which_presses_count() -> None:
    table = Table()
    table.box.pressed(press(Button.PASS, 1))
    again = Table(Game(table.game.memory))
    assert PressKey("0badcafe", 1, 1) in again.box.link._host._known


def test_a_press_that_comes_again_after_a_crash_counts_once_whoever_asks_the_log() -> None:
    table = Table()
    table.box.pressed(press(Button.PASS, 1))
    again = Table(Game(table.game.memory))
    assert again.box.pressed(press(Button.PASS, 1)), "it need not come again"
    assert again.game.kinds == ["turn-passed"]


def test_a_press_means_the_turn_that_was_on_when_it_was_pressed() -> None:
    table = Table()
    table.time.step(10)
    table.game.submit(ordered(Pass(), "page 1"))
    table.time.step(1)
    assert table.box.pressed(press(Button.PASS, 1, age_s=1.5)), "it was on its way meanwhile"
    assert table.game.kinds == ["turn-passed"]
    assert table.sentences() == ["The game has gone on; look again."]
    assert table.box.pressed(press(Button.PASS, 2, age_s=0.5))
    assert table.game.kinds == ["turn-passed"] * 2


def test_a_key_whose_turn_was_ended_by_a_page_meanwhile_ends_no_later_one() -> None:
    table = Table()
    table.time.step(10)
    table.game.submit(ordered(play("8G", "HUT"), "page 1"))
    table.game.submit(ordered(Pass(), "page 1"))
    table.game.submit(ordered(proposed(table.game, "9G", "OX"), "camera"))
    table.time.step(1)
    assert table.box.pressed(press(Button.PLAYER_1, 1, age_s=2.0))
    assert table.game.kinds == ["tiles-played", "turn-passed"]


def test_two_presses_on_one_box_mean_one_after_the_other() -> None:
    table = Table()
    table.time.step(10)
    assert table.box.pressed(press(Button.PASS, 1, age_s=3.0))
    assert table.box.pressed(press(Button.PASS, 2, age_s=2.0))
    assert table.game.kinds == ["turn-passed"] * 2


def test_other_actors_are_no_presses() -> None:
    table = Table()
    for actor in ("tablet", "button up", "button a/b/c", actor_of(PressKey("x", 1, 2))):
        table.game.submit(ordered(Pass(), actor))
    assert list(known_presses(table.game.memory.entries)) == [PressKey("x", 1, 2)]


def test_only_what_has_changed_is_sent() -> None:
    table = Table()
    table.box.refresh()
    table.box.refresh()
    assert table.sent == 4
    table.game.submit(ordered(play("8G", "HUT"), "tablet"))
    table.box.refresh()
    assert table.sent == 7
    assert table.shown[Scores] == Scores(0, 1, 12, 0, 0, 0)


def test_clocks_follow_the_turns() -> None:
    table = Table(clock=ClockRules(start_s=60))
    table.box.pressed(press(Button.PAUSE, 1))  # starts them
    table.time.step(10)
    table.game.submit(ordered(play("8G", "HUT"), "tablet"))
    table.time.step(5)
    table.box.refresh()
    assert table.shown[Clocks] == Clocks(0, 1, 50, 55, 32767, 32767)
    table.box.pressed(press(Button.PAUSE, 2))
    table.time.step(100)
    assert table.text() == "Paused"
    table.box.pressed(press(Button.PAUSE, 3))
    table.time.step(1)
    assert table.text() == ""
    assert table.shown[Clocks] == Clocks(0, 1, 50, 54, 32767, 32767)


def test_pausing_is_in_the_log_once_like_any_press() -> None:
    table = Table(clock=ClockRules(start_s=60))
    assert table.box.pressed(press(Button.PAUSE, 1))
    assert table.game.kinds == ["clocks-set"]
    assert list(known_presses(table.game.memory.entries)) == [PressKey("0badcafe", 1, 1)]


def test_without_clocks_pause_says_so() -> None:
    table = Table()
    assert table.box.pressed(press(Button.PAUSE))
    assert table.text() == "No clocks"


def test_the_screens_hear_when_the_box_comes_and_goes_but_not_every_attempt() -> None:
    table = Table()
    ready = LinkStatus(Phase.READY, "p")
    for status in (
        LinkStatus(Phase.GREETING, "p"),
        ready,
        LinkStatus(Phase.SEARCHING, "p", PortGone("p")),
        LinkStatus(Phase.GREETING, "p"),
        LinkStatus(Phase.SEARCHING, "p", DeviceSilent("p")),
        ready,
        LinkStatus(Phase.STOPPED, "p"),
    ):
        table.box._status_changed(status)
    said = table.sentences()
    assert len(said) == 4
    assert "connected" in said[0]
    assert "plugged in" in said[1]
    assert "says nothing" in said[2]
    assert "connected" in said[3]


def test_a_trouble_from_the_start_is_said_once() -> None:
    table = Table()
    for _ in range(3):
        table.box._status_changed(LinkStatus(Phase.GREETING, "p"))
        table.box._status_changed(LinkStatus(Phase.SEARCHING, "p", PortPermission("p")))
    (said,) = table.sentences()
    assert "dialout" in said


def test_health_is_told_as_json_values() -> None:
    health = Table().box.health()
    assert health["phase"] == "searching"
    assert health["trouble"] is None
    assert str(health["sentence"]) == "Looking for the button box."
    assert health["last_press"] is None
    told = {**health, "sentence": str(health["sentence"])}
    assert json.loads(json.dumps(told)) == told


def test_the_last_press_is_told_with_what_came_of_it() -> None:
    table = Table()
    table.box.pressed(press(Button.PASS, 1))
    table.time.step(2)
    assert table.box.health()["last_press"] == {"button": "pass", "came": "counted", "ago_s": 2}
    table.box.pressed(press(Button.PAUSE, 2))
    assert table.box.health()["last_press"]["came"] == "refused"
    table.box.pressed(press(Button.PLAYER_2, 3))
    assert table.box.health()["last_press"]["came"] == "waiting"


def test_the_proposal_of_another_player_is_refused_by_the_game_itself() -> None:
    table = Table()
    table.game.submit(ordered(proposed(table.game, "8G", "HUT"), "camera"))
    with pytest.raises(RuleViolation):
        table.game.submit(ordered(AcceptProposal(player=1), "x")).result()


def both(game: Game) -> ShowProposal:
    """What the camera makes of two plays that it saw at once."""
    before = game.snapshot.position
    after = before.with_tiles(laid("9H", "NTO", "down") | laid("10F", "AR.E"))
    found = rank(
        before, reading_of(after), tiles=load("english"),
        missed=max(0, game.snapshot.ended - 1),
    )  # fmt: skip
    return ShowProposal(found)


def test_case_17_two_presses_in_one_gap_of_the_camera_count_two_turns_in_their_order() -> None:
    table = Table()
    table.game.submit(ordered(play("8G", "HUT"), "tablet"))
    first, second = press(Button.PLAYER_2, 1), press(Button.PLAYER_1, 2)
    assert not table.box.pressed(first)
    assert not table.box.pressed(second), "it waits for the turn before it"
    assert table.game.snapshot.ended == 2
    table.game.submit(ordered(both(table.game), "camera"))
    assert not table.box.pressed(second)
    assert table.box.pressed(first)
    told = [(turn.player, turn.word) for turn in table.game.snapshot.turns]
    assert told == [("Ann", "HUT"), ("Bob", "UNTO"), ("Ann", "ARTE")]
    assert table.box.pressed(second), "its turn counts already"
    assert len(table.game.snapshot.turns) == 3
    assert table.game.snapshot.ended == 0
    assert table.sentences() == []


def test_an_old_press_of_an_earlier_turn_does_not_end_a_later_one() -> None:
    """The cable was out, the turn was counted by hand, and the player's turn comes again."""
    table = Table()
    table.time.step(20)
    table.game.submit(ordered(play("8G", "HUT"), "tablet"))
    table.game.submit(ordered(Pass(), "tablet"))
    table.time.step(15)
    after = table.game.snapshot.position.with_tiles(laid("9H", "NTO", "down"))
    before = table.game.snapshot.position
    half = rank(before, reading_of(after), tiles=load("english"), last_play=())
    table.game.submit(ordered(ShowProposal(half), "camera"))
    old = replace(press(Button.PLAYER_1, 1, stale=True), age_s=16.0)
    assert table.box.pressed(old)
    assert len(table.game.snapshot.turns) == 2
    assert table.text() == "Press again?"
    late = replace(press(Button.PLAYER_1, 2, stale=True), age_s=14.0)
    assert table.box.pressed(late)
    assert [turn.word for turn in table.game.snapshot.turns][2] == "UNTO"


def test_case_17_holds_for_a_box_that_tells_of_the_second_press_after_the_first() -> None:
    table = Table()
    table.game.submit(ordered(play("8G", "HUT"), "tablet"))
    first, second = press(Button.PLAYER_2, 1), press(Button.PLAYER_1, 2, age_s=3)
    assert not table.box.pressed(first)
    assert table.game.snapshot.ended == 1
    table.box.link.status = LinkStatus(Phase.READY, "p", queued=2)  # by its pulse
    table.time.step(1)
    assert not table.box.pressed(first)
    assert table.game.snapshot.ended == 2
    table.game.submit(ordered(both(table.game), "camera"))
    table.time.step(1)
    assert table.box.pressed(first)
    assert [turn.player for turn in table.game.snapshot.turns] == ["Ann", "Bob", "Ann"]
    table.time.step(1)
    assert table.box.pressed(second), "its turn counts already"
    assert len(table.game.snapshot.turns) == 3
    assert table.sentences() == []
    # Pressed after that, it would be a new turn.
    assert table.box.pressed(press(Button.PLAYER_1, 3))
    assert table.sentences() == ["It is Bob's turn."]


def test_a_press_made_after_its_turn_counted_is_a_new_one() -> None:
    table = Table()
    table.game.submit(ordered(play("8G", "HUT"), "tablet"))
    first, second = press(Button.PLAYER_2, 1), press(Button.PLAYER_1, 2, age_s=3)
    assert not table.box.pressed(first)
    table.box.link.status = LinkStatus(Phase.READY, "p", queued=2)
    table.time.step(1)
    assert not table.box.pressed(first)
    table.game.submit(ordered(both(table.game), "camera"))
    table.time.step(1)
    assert table.box.pressed(first)
    table.time.step(2)
    # Ann presses anew before the press comes that ended her turn: it is Bob's turn by now.
    assert table.box.pressed(press(Button.PLAYER_1, 3, age_s=0.5))
    assert table.sentences() == ["It is Bob's turn."]
    assert table.box.pressed(replace(second, age_s=4.0)), "its turn counts already"
    assert table.sentences() == ["It is Bob's turn."]


def test_turns_that_end_one_after_the_other_wait_for_one_each() -> None:
    table = Table()
    assert not table.box.pressed(press(Button.PLAYER_1, 1))
    table.game.submit(ordered(proposed(table.game, "8G", "HUT"), "camera"))
    assert table.box.pressed(press(Button.PLAYER_1, 1))
    assert not table.box.pressed(press(Button.PLAYER_2, 2))
    assert table.game.snapshot.ended == 1


def test_a_press_of_somebody_else_is_refused_while_a_turn_waits() -> None:
    table = Table()
    assert not table.box.pressed(press(Button.PLAYER_1, 1))
    assert table.box.pressed(press(Button.PLAYER_1, 2))
    assert table.sentences() == ["It is Bob's turn."]


def test_a_turn_whose_press_never_comes_again_is_not_waited_for() -> None:
    table = Table()
    assert not table.box.pressed(press(Button.PLAYER_1, 1))
    table.time.step(desk_module.FORGOTTEN_S)
    assert table.box.pressed(press(Button.PLAYER_2, 2))
    assert table.sentences() == ["It is Ann's turn."]
