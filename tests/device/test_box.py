"""The box at the table: presses are committed once, clocks run, the box shows the game."""

from __future__ import annotations

import pytest

from companion.device import ButtonBox, known_presses
from companion.device import box as box_module
from companion.device.journal import actor_of
from companion.errors import RuleViolation
from companion.rules.challenge import Judged
from companion.rules.clock import ClockRules, left_s
from companion.rules.messages import EndGame, Pass
from companion.session.messages import AcceptProposal, ShowMessage
from firmware_bridge import Button, Clocks, Lights, LinkStatus, Phase, PressKey, Scores, Text
from firmware_bridge.faults import DeviceSilent, PortGone
from tests.device.doubles import Game, press
from tests.device.test_meaning import play, proposed


class Table:
    """A box without a link, its clock in our hand."""

    def __init__(self, game: Game | None = None, clock: ClockRules | None = None) -> None:
        self.game = game or Game()
        self.now_s = 100.0
        self.shown: dict[type, object] = {}
        self.sent = 0
        self.box = ButtonBox(
            "nowhere",
            self.game,
            judge=lambda word: Judged(word, known=word != "HUX", lexicon="test"),
            known=known_presses(self.game.memory.entries),
            clock=clock,
            monotonic_s=lambda: self.now_s,
        )
        self.box.link.show = self._show  # type: ignore[method-assign]
        self.game.subscribe(self.box._changed)

    def _show(self, state: Lights | Scores | Clocks | Text) -> None:
        self.shown[type(state)] = state
        self.sent += 1

    def text(self) -> str:
        self.box.refresh()
        shown = self.shown[Text]
        assert isinstance(shown, Text)
        return shown.text

    def sentences(self) -> list[str]:
        return [c.text for c, _ in self.game.asked if isinstance(c, ShowMessage)]


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
    table.game.submit(proposed(table.game, "8G", "HUT"), "camera")
    assert table.box.pressed(press(Button.PLAYER_1))
    assert table.game.snapshot.totals == (("Ann", 12), ("Bob", 0))


def test_a_bad_play_comes_off_by_a_challenge_and_back_by_undo() -> None:
    table = Table()
    table.game.submit(play("8G", "HUX"), "tablet")
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
    table.now_s += 5
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
    monkeypatch.setattr(box_module, "ANSWER_S", 0.001)
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


def test_other_actors_are_no_presses() -> None:
    table = Table()
    for actor in ("tablet", "button up", "button a/b/c", actor_of(PressKey("x", 1, 2))):
        table.game.submit(Pass(), actor)
    assert list(known_presses(table.game.memory.entries)) == [PressKey("x", 1, 2)]


def test_only_what_has_changed_is_sent() -> None:
    table = Table()
    table.box.refresh()
    table.box.refresh()
    assert table.sent == 4
    table.game.submit(play("8G", "HUT"), "tablet")
    table.box.refresh()
    assert table.sent == 7
    assert table.shown[Scores] == Scores(0, 1, 12, 0, 0, 0)


def test_clocks_follow_the_turns() -> None:
    table = Table(clock=ClockRules(start_s=60))
    table.box.pressed(press(Button.PAUSE, 1))  # starts them
    table.now_s += 10
    table.game.submit(play("8G", "HUT"), "tablet")
    table.now_s += 5
    table.box.refresh()
    assert table.shown[Clocks] == Clocks(0, 1, 50, 55, 32767, 32767)
    table.box.pressed(press(Button.PAUSE, 2))
    table.now_s += 100
    assert table.text() == "Paused"
    table.box.pressed(press(Button.PAUSE, 3))
    table.now_s += 1
    assert table.text() == ""
    assert table.shown[Clocks] == Clocks(0, 1, 50, 54, 32767, 32767)


def test_clocks_that_nobody_started_run_from_the_first_turn_on() -> None:
    table = Table(clock=ClockRules(start_s=60))
    table.now_s += 30
    table.game.submit(play("8G", "HUT"), "tablet")
    table.now_s += 10
    clock = table.box.clock
    assert clock is not None
    assert left_s(clock, int(table.now_s * 1000)) == (60, 50)


def test_time_over_is_booked_once_at_the_end() -> None:
    table = Table(clock=ClockRules(start_s=60, lost_after_s=300))
    table.box.pressed(press(Button.PAUSE))
    table.now_s += 60 + 61
    table.game.submit(Pass(), "tablet")
    table.now_s += 60 + 400
    table.game.submit(EndGame(((), ())), "tablet")
    assert table.game.snapshot.totals == (("Ann", -20), ("Bob", -70))
    assert "Bob has lost by the clock." in table.sentences()
    booked = table.game.kinds.count("score-adjusted")
    table.box._changed(table.game.snapshot)
    assert table.game.kinds.count("score-adjusted") == booked == 2


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
    assert len(said) == 3
    assert "connected" in said[0]
    assert "plugged in" in said[1]


def test_health_is_told_as_json_values() -> None:
    health = Table().box.health()
    assert health["phase"] == "searching"
    assert health["trouble"] is None
    assert isinstance(health["sentence"], str)


def test_the_proposal_of_another_player_is_refused_by_the_game_itself() -> None:
    table = Table()
    table.game.submit(proposed(table.game, "8G", "HUT"), "camera")
    with pytest.raises(RuleViolation):
        table.game.submit(AcceptProposal(player=1), "x").result()
