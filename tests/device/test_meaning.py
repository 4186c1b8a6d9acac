"""What presses mean, and what the box shows."""

from __future__ import annotations

import pytest

from companion import gamedata
from companion.board.placement import Placement
from companion.device.faces import clocks_of, lights_of, plain, scores_of, text_of
from companion.device.meaning import (
    STALE,
    Ask,
    Nothing,
    Say,
    Wait,
    judge_by,
    meaning_of,
)
from companion.inference.propose import rank
from companion.lexicon import load as load_lexicon
from companion.rules.api import Setup
from companion.rules.cards.game import GAME as CARDS
from companion.rules.cards.messages import Discard
from companion.rules.crossword.challenges.rules import Judged
from companion.rules.engine import clock as chess
from companion.rules.engine.clock import ClockRules, Run
from companion.rules.engine.messages import Challenge, EndGame, Pass, PlayTiles, Undo
from companion.session.messages import AcceptProposal, PressClock, ShowProposal
from companion.session.order import ordered
from companion.text import said
from companion.tilesets import load
from firmware_bridge import Button, Clocks, Kind, Light, Lights, Scores, Text
from firmware_bridge.messages import NO_CLOCK_S, NOBODY
from tests.device.doubles import Game, press
from tests.doubles.fake_loop import FakeLoop
from tests.doubles.readings import laid, reading_of


def judge(word: str) -> Judged:
    return Judged(word, known=word != "XQ", lexicon="test")


def play(start: str, text: str) -> PlayTiles:
    return PlayTiles(tuple(Placement(s, t) for s, t in laid(start, text).items()))


def proposed(game: Game, start: str, text: str) -> ShowProposal:
    after = game.snapshot.position.with_tiles(laid(start, text))
    return ShowProposal(
        rank(game.snapshot.position, reading_of(after), tiles=load("english"), last_play=())
    )


def unchanged(game: Game) -> ShowProposal:
    here = game.snapshot.position
    return ShowProposal(rank(here, reading_of(here), tiles=load("english"), last_play=()))


def test_the_button_of_the_player_on_turn_accepts_what_the_camera_sees() -> None:
    game = Game()
    game.submit(ordered(proposed(game, "8G", "HUT"), "camera"))
    meaning = meaning_of(press(Button.PLAYER_1), game.snapshot, judge)
    assert meaning == Ask(AcceptProposal(player=0))


@pytest.mark.parametrize(("age_s", "kind"), [(0.0, Wait), (3.9, Wait), (4.0, Say)])
def test_a_turn_that_was_ended_waits_a_little_for_the_camera(age_s: float, kind: type) -> None:
    game = Game()
    pressed = press(Button.PLAYER_1, age_s=age_s)
    assert isinstance(meaning_of(pressed, game.snapshot, judge), kind)
    game.submit(ordered(unchanged(game), "camera"))
    assert isinstance(meaning_of(pressed, game.snapshot, judge), kind)


@pytest.mark.parametrize(
    ("button", "words"),
    [(Button.PLAYER_2, "It is Ann's turn."), (Button.PLAYER_4, "There is no player 4")],
)
def test_the_button_of_another_player_does_nothing_and_says_so(
    button: Button, words: str
) -> None:
    game = Game()
    meaning = meaning_of(press(button), game.snapshot, judge)
    assert isinstance(meaning, Say)
    assert words in str(meaning.sentence)
    assert len(meaning.short) <= 16


def test_a_turn_without_tiles_ends_at_once_by_what_its_game_says() -> None:
    setup = Setup(("Ann", "Ben"), load("english"), options=gamedata.options(CARDS.key))
    loop = FakeLoop(ruleset=CARDS, setup=setup)
    seat = loop.snapshot.scoreboard.on_turn
    assert seat is not None
    meaning = meaning_of(press(Button(seat)), loop.snapshot, judge)
    assert meaning == Ask(Discard())
    lays_down = Setup(
        loop.setup.players, setup.tiles, options=(*setup.options, ("deal", "table"))
    )
    loop = FakeLoop(ruleset=CARDS, setup=lays_down)
    assert isinstance(meaning_of(press(Button.PLAYER_1), loop.snapshot, judge), Say)


def test_after_the_end_no_turn_ends() -> None:
    game = Game()
    game.submit(ordered(EndGame(((), ())), "tablet"))
    assert game.snapshot.scoreboard.ended
    meaning = meaning_of(press(Button.PLAYER_1), game.snapshot, judge)
    assert isinstance(meaning, Say)


def test_a_pass_is_one_unless_new_tiles_lie_there() -> None:
    game = Game()
    assert meaning_of(press(Button.PASS), game.snapshot, judge) == Ask(Pass())
    game.submit(ordered(unchanged(game), "camera"))
    assert meaning_of(press(Button.PASS), game.snapshot, judge) == Ask(Pass())
    game.submit(ordered(proposed(game, "8G", "HUT"), "camera"))
    assert isinstance(meaning_of(press(Button.PASS), game.snapshot, judge), Say)


def test_a_challenge_names_all_words_of_the_last_play_with_their_verdicts() -> None:
    game = Game()
    assert isinstance(meaning_of(press(Button.CHALLENGE), game.snapshot, judge), Say)
    game.submit(ordered(play("8G", "HUT"), "tablet"))
    asked = meaning_of(press(Button.CHALLENGE), game.snapshot, judge)
    assert asked == Ask(Challenge((judge("HUT"),)))
    assert isinstance(meaning_of(press(Button.CHALLENGE), game.snapshot, None), Say)


def test_a_word_list_is_a_judge() -> None:
    judged = judge_by(load_lexicon("enable"))
    assert judged("HUT").known
    assert not judged("XQ").known
    assert judged("HUT").lexicon


def test_undo_and_pause() -> None:
    game = Game()
    assert meaning_of(press(Button.UNDO), game.snapshot, judge) == Ask(Undo())
    assert isinstance(meaning_of(press(Button.PAUSE), game.snapshot, judge), Say)
    timed = Game(clocks=ClockRules())
    assert meaning_of(press(Button.PAUSE), timed.snapshot, judge) == Ask(PressClock())
    timed.submit(ordered(EndGame(((), ())), "tablet"))
    over = meaning_of(press(Button.PAUSE), timed.snapshot, judge)
    assert over == Say(said("The game is over."), "Game over")
    held = press(Button.PAUSE, kind=Kind.HOLD)
    assert meaning_of(held, game.snapshot, judge) == Nothing()


@pytest.mark.parametrize(
    "button", [Button.CHALLENGE, Button.PASS, Button.UNDO, Button.PAUSE], ids=lambda b: b.name
)
def test_an_old_press_that_could_hit_the_wrong_turn_asks(button: Button) -> None:
    game = Game()
    game.submit(ordered(play("8G", "HUT"), "tablet"))
    assert meaning_of(press(button, stale=True), game.snapshot, judge) == STALE


def test_an_old_press_of_the_player_on_turn_still_ends_the_turn() -> None:
    game = Game()
    game.submit(ordered(proposed(game, "8G", "HUT"), "camera"))
    meaning = meaning_of(press(Button.PLAYER_1, stale=True), game.snapshot, judge)
    assert meaning == Ask(AcceptProposal(player=0))


def test_lights_show_turn_challenge_and_a_play_to_be_confirmed() -> None:
    game = Game()
    assert lights_of(game.snapshot) == Lights(0, 1 << Light.TURN_1, 0)
    game.submit(ordered(proposed(game, "8G", "HUT"), "camera"))
    assert lights_of(game.snapshot).blink == 1 << Light.TURN_1
    game.submit(ordered(AcceptProposal(player=0), "x"))
    lights = lights_of(game.snapshot)
    assert lights.on == 1 << Light.TURN_2 | 1 << Light.CHALLENGE
    assert lights.blink == 0


def test_scores_and_text_follow() -> None:
    game = Game()
    game.submit(ordered(play("8G", "HUT"), "tablet"))
    assert scores_of(game.snapshot) == Scores(0, 1, 12, 0, 0, 0)
    assert text_of(game.snapshot, "", has_clock=False) == Text(0, "HUT +12")
    assert text_of(game.snapshot, "", has_clock=True) == Text(0, "")
    assert text_of(game.snapshot, "No new tiles", has_clock=True) == Text(0, "No new tiles")
    game.submit(ordered(Pass(), "tablet"))
    assert text_of(game.snapshot, "", has_clock=False) == Text(0, "pass")


def test_clocks_follow() -> None:
    assert clocks_of(None, 5) == Clocks(0, NOBODY, *[NO_CLOCK_S] * 4)
    clock = chess.handle(chess.start(ClockRules(start_s=60), 2), Run(1), 0)
    assert clocks_of(clock, 61_000) == Clocks(0, 1, 60, -1, NO_CLOCK_S, NO_CLOCK_S)


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("Größe", "Grosse"),
        ("ŻÓŁW +20", "ZOLW +20"),
        ("a$b*c,d", "abcd"),
        ("QUIXOTRIES at 8D", "QUIXOTRIES at 8D"),
        ("x" * 40, "x" * 16),
        ("語", ""),
    ],
)
def test_the_displays_get_only_what_they_can_show(text: str, shown: str) -> None:
    assert plain(text) == shown
