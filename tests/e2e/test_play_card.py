"""The play card: beside the board in every state, its answer in sight, few taps, keys alone."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest

from companion.board.square import parse_square
from companion.board.tiles import Tile
from companion.inference.diff import Doubt
from companion.lexicon import load as load_lexicon
from companion.rules.engine.messages import EndGame, Pass
from companion.session.messages import ShowMessage
from companion.session.order import ordered
from companion.text import said
from companion.web import OneGame, Playing, create_app
from tests.doubles.fake_loop import FakeLoop
from tests.e2e.touch import expect, lay, menu, square

pytestmark = pytest.mark.browser

MORE = [(810, 1080), (360, 640), (844, 390), (1920, 1080), (640, 400)]
"""The last is a tablet at 200 %."""

SIZES = pytest.mark.parametrize(
    ("width", "height"),
    [(1280, 800), (390, 844), *(pytest.param(*size, marks=pytest.mark.long) for size in MORE)],
)

BOXES = """() => {
  const box = (id) => document.getElementById(id).getBoundingClientRect();
  const [board, card, done] = [box("board"), box("play"), box("done")];
  const wide = Math.min(board.right, card.right) - Math.max(board.left, card.left);
  const high = Math.min(board.bottom, card.bottom) - Math.max(board.top, card.top);
  const over = wide > 0.5 && high > 0.5;
  const hidden = document.getElementById("done").hidden;
  const at = document.elementFromPoint(done.x + done.width / 2, done.y + done.height / 2);
  return {
    over,
    sideways: document.documentElement.scrollWidth > innerWidth,
    reached: hidden || at?.closest("#done") !== null,
    touch: hidden ? 99 : done.height,
    covered: [...document.querySelectorAll("#doubt-list button")].filter((choice) => {
      const { x, y, width, height } = choice.getBoundingClientRect();
      const there = document.elementFromPoint(x + width / 2, y + height / 2);
      return there?.closest("button") !== choice;
    }).length,
  };
}"""
"""Whether the card lies over the board, and whether a finger gets at its buttons."""


@pytest.fixture
def loop() -> FakeLoop:
    loop = FakeLoop(("Ann", "Ben"))
    loop.play("8D", "QUIET")
    loop.play("F8", "IVORY")
    return loop


@pytest.fixture
def open_at(
    loop: FakeLoop, served: Callable[..., str], page_at: Callable[..., Any]
) -> Callable[..., Any]:
    def begin(width: int, height: int, **more: Any) -> Any:
        playing = Playing(
            loop, loop.setup.tiles, lexicon=load_lexicon(), number=1, colours=("red", "blue")
        )
        return page_at(
            served(create_app(OneGame(playing))),
            width=width,
            height=height,
            reduced_motion="reduce",
            **more,
        )

    return begin


def waiting(page: Any, loop: FakeLoop) -> None:
    expect(page.locator("#play-title")).to_have_text("Ann to play")


def proposed(page: Any, loop: FakeLoop) -> None:
    loop.propose("12D", "MAYBE")
    expect(page.locator("#done")).to_have_text("Done, 26 points")


def doubt(page: Any, loop: FakeLoop) -> None:
    open_ = Doubt(parse_square("12D"), (("M", 0.6), ("N", 0.3)))
    loop.propose("12D", "MAYBE", odds=0.5, doubts=(open_,), left_out=("1A",))
    expect(page.locator("#done")).to_have_text("Done with M, 26 points")


def blank(page: Any, loop: FakeLoop) -> None:
    loop.propose("12D", "MAYB?")
    expect(page.locator("#play-title")).to_have_text("Which letter is the blank on 12H?")


def typing(page: Any, loop: FakeLoop) -> None:
    page.evaluate("document.querySelector('[data-square=\"12D\"]').scrollIntoView()")
    lay(page, "12D", "MAYBE")
    expect(page.locator("#done")).to_have_text("Done, 26 points")


def challenge(page: Any, loop: FakeLoop) -> None:
    page.locator(".doubtit").tap()
    expect(page.locator("#challenge-cost")).to_contain_text("Ann loses the next turn")


def camera(page: Any, loop: FakeLoop) -> None:
    told = ShowMessage(said("The camera does not see the whole board."), "board-not-found")
    loop.submit(ordered(told, "camera")).result()
    expect(page.locator(".camtrouble")).to_contain_text("all four corners")


def over(page: Any, loop: FakeLoop) -> None:
    racks = (tuple(map(Tile, "AEIOUTT")), tuple(map(Tile, "EEEDDOO")))
    loop.submit(ordered(EndGame(racks), "test")).result()
    expect(page.locator(".winner")).to_contain_text("wins with")


STATES = (waiting, proposed, doubt, blank, typing, challenge, camera, over)


@SIZES
@pytest.mark.parametrize("state", STATES, ids=lambda state: state.__name__)
def test_the_card_is_beside_the_board_and_its_answer_in_sight(
    loop: FakeLoop, open_at: Callable[..., Any], state: Any, width: int, height: int
) -> None:
    page = open_at(width, height)
    state(page, loop)
    page.wait_for_timeout(100)
    boxes = page.evaluate(BOXES)
    assert not boxes["over"]
    assert not boxes["sideways"]
    assert boxes["reached"]
    assert boxes["touch"] >= 44
    assert boxes["covered"] == 0


@pytest.fixture
def counted(open_at: Callable[..., Any]) -> Any:
    page = open_at(810, 1080)
    page.evaluate("window.taps = 0; addEventListener('pointerdown', () => taps++, true)")
    return page


def taps(page: Any) -> int:
    return int(page.evaluate("window.taps"))


def test_a_play_by_hand_takes_two_taps_and_the_word(counted: Any, loop: FakeLoop) -> None:
    lay(counted, "12D", "MAYBE")
    counted.locator("#done").tap()
    expect(counted.locator("#turns .word").first).to_have_text("MAYBE")
    assert taps(counted) == 2


def test_a_challenge_takes_three_taps_at_most(counted: Any) -> None:
    counted.locator(".doubtit").tap()
    counted.locator("#done").tap()
    expect(counted.locator("#play .verdict")).to_have_text("IVORY is in the ENABLE list.")
    assert taps(counted) <= 3


def test_a_correction_three_turns_back_takes_four_taps(counted: Any, loop: FakeLoop) -> None:
    loop.play("12D", "MAYBE")
    loop.play("H8", "TEA")
    counted.get_by_role("button", name="Turn 1, open").tap()
    counted.get_by_role("button", name="Mend this turn").tap()
    counted.keyboard.press("Tab")
    counted.locator("#edit-word").fill("QUIeT")
    counted.get_by_role("button", name="What will change?").tap()
    expect(counted.locator("#preview-totals li").first).to_contain_text("→")
    counted.locator("#dialog button.primary").tap()
    expect(square(counted, "8G")).to_have_attribute("aria-label", re.compile("blank as E"))
    assert taps(counted) == 4


def test_who_begins_a_second_word_is_asked_about_the_first(
    loop: FakeLoop, open_at: Callable[..., Any]
) -> None:
    page = open_at(810, 1080)
    lay(page, "12D", "MAYBE")
    square(page, "1A").tap()
    expect(page.locator("#play-title")).to_have_text("MAYBE is not counted yet")
    page.get_by_role("button", name="Go on with MAYBE").tap()
    expect(square(page, "12D")).to_have_attribute("aria-label", re.compile("M.*proposed"))
    square(page, "1A").tap()
    page.get_by_role("button", name="Take MAYBE back").tap()
    expect(page.locator("#play .at")).to_have_text("1A across")
    expect(square(page, "12D")).to_have_attribute("aria-label", re.compile("empty"))
    assert len(loop.snapshot.turns) == 2

    page.keyboard.press("Escape")
    loop.propose("12D", "MAYBE")  # now it lies there, and the camera sees it
    expect(page.locator("#done")).to_have_text("Done, 26 points")
    square(page, "1A").tap()
    page.get_by_role("button", name="Count MAYBE, 26 points").tap()
    expect(page.locator("#turns .word").first).to_have_text("MAYBE")
    expect(page.locator("#play .at")).to_have_text("1A across")


def test_what_is_typed_outlasts_a_refusal_and_a_lost_connection(
    loop: FakeLoop, open_at: Callable[..., Any]
) -> None:
    page = open_at(810, 1080)
    square(page, "1A").tap()
    for letter in "quiz":
        page.keyboard.press(letter)
    expect(page.locator("#running")).to_contain_text("touches no tile")
    expect(page.locator("#done")).to_be_disabled()
    page.keyboard.press("Escape")
    lay(page, "12D", "MAYBE")
    page.context.set_offline(True)
    expect(page.locator("#link")).to_be_visible()
    page.locator("#done").tap()
    expect(page.locator("#fault")).not_to_be_empty(timeout=20_000)  # it was tried three times
    page.context.set_offline(False)
    expect(square(page, "12H")).to_have_attribute("aria-label", re.compile("E.*proposed"))
    expect(page.locator("#done")).to_be_enabled(timeout=20_000)
    page.locator("#done").tap()
    expect(page.locator("#turns .word").first).to_have_text("MAYBE")
    assert [turn.word for turn in loop.snapshot.turns] == ["QUIET", "IVORY", "MAYBE"]


def test_keys_of_the_page_lay_letters_and_blanks(
    loop: FakeLoop, open_at: Callable[..., Any]
) -> None:
    page = open_at(390, 844)
    square(page, "12D").tap()
    for key in page.locator("#pad button").all():
        assert key.bounding_box()["width"] >= 32
    for letter in "MAYB":
        page.locator(f'#pad [data-key="{letter}"]').tap()
    page.locator("#pad [data-blank]").tap()
    page.locator('#pad [data-key="E"]').tap()
    expect(square(page, "12H")).to_have_attribute("aria-label", re.compile("blank as E"))
    page.locator("#type-back").tap()
    held = page.locator('#pad [data-key="E"]')
    held.dispatch_event("pointerdown")
    page.wait_for_timeout(600)  # pressed long, it lays a blank
    held.dispatch_event("pointerup")
    expect(square(page, "12H")).to_have_attribute("aria-label", re.compile("blank as E"))
    expect(page.locator("#done")).to_be_enabled()


def test_the_keyboard_alone_lays_plays_and_counts_them(
    loop: FakeLoop, open_at: Callable[..., Any]
) -> None:
    page = open_at(1280, 800)
    press = page.keyboard.press
    for _ in range(5):
        press("Tab")
        if page.evaluate("document.activeElement.classList.contains('sq')"):
            break
    expect(square(page, "8H")).to_be_focused()
    for _ in range(4):
        press("ArrowDown")
    for _ in range(4):
        press("ArrowLeft")
    for letter in "maybe":
        press(letter)
    expect(page.locator("#done")).to_have_text("Done, 26 points")
    expect(page.locator("#said")).to_have_text("MAYBE, 26 points")
    press("Enter")
    expect(page.locator("#turns .word").first).to_have_text("MAYBE")
    loop.submit(ordered(Pass(), "test")).result()
    square(page, "9H").focus()
    press(" ")
    press(" ")
    expect(page.locator("#play .at")).to_have_text("H9 down")
    press("e")
    press("Shift+A")
    expect(square(page, "10H")).to_have_attribute("aria-label", re.compile("blank as A"))
    press("Backspace")
    press("a")
    expect(page.locator("#done")).to_be_enabled()
    press("Enter")
    expect(page.locator("#turns .word").first).to_have_text("TEA")
    assert [turn.word for turn in loop.snapshot.turns if turn.word][2:] == ["MAYBE", "TEA"]


@pytest.mark.parametrize("language", ["en", "de"])
def test_the_page_is_light(open_at: Callable[..., Any], language: str) -> None:
    page = open_at(810, 1080, locale=language)
    assert page.locator("html").get_attribute("lang") == language
    expect(page.locator("body[data-drawn]")).to_have_count(1)
    weight = page.evaluate(
        """() => [...performance.getEntriesByType("navigation"),
            ...performance.getEntriesByType("resource")]
            .filter((entry) => entry.initiatorType !== "img")
            .reduce((sum, entry) => sum + entry.decodedBodySize, 0)"""
    )
    assert 100_000 < weight <= 250_000


def test_a_state_is_drawn_within_50_ms(loop: FakeLoop, open_at: Callable[..., Any]) -> None:
    page = open_at(810, 1080)
    page.evaluate(
        """() => {
          window.late = [];
          const parse = JSON.parse;
          JSON.parse = (text) => {
            const begun = performance.now(), value = parse(text);
            if (value.cells) queueMicrotask(() => late.push(performance.now() - begun));
            return value;
          };
        }"""
    )
    for at, word in (("12D", "MAYBE"), ("H8", "TEA")):
        loop.play(at, word)
        expect(page.locator("#turns .word").first).to_have_text(word)
    late = page.evaluate("window.late")
    assert late
    assert min(late) < 50  # the machine of the tests may be busy with something else once


def test_racks_are_tapped_at_the_end_though_most_tiles_are_unseen(
    loop: FakeLoop, open_at: Callable[..., Any]
) -> None:
    page = open_at(390, 844)
    assert loop.snapshot.scoreboard.unseen_count > 40
    menu(page, "End game")
    dialog = page.locator("#dialog")
    for player, rack in (("Ann", "AEIOUTT"), ("Ben", "EEEDDOO")):
        dialog.locator(".racks").get_by_role("button", name=player, exact=True).tap()
        for letter in rack:
            dialog.locator(".letters button").filter(has_text=re.compile(f"^{letter}×")).tap()
    dialog.locator("button.primary").tap()
    # 48 less A E I O U T T (7), 13 less E E E D D O O (1 1 1 2 2 1 1).
    expect(page.locator(".winner")).to_have_text("Ann wins with 41.")
    assert [row.total for row in loop.snapshot.scoreboard.rows] == [41, 4]
