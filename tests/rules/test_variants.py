"""What clubs play beside the usual game: Clabbers, challenges, teams, short games."""

from __future__ import annotations

import pytest

from companion.errors import ConfigError, RuleViolation
from companion.gamedata.editions import edition_names, load_edition
from companion.household.own_words import HouseWords
from companion.lexicon import WordList
from companion.rules.api import Option, Scoreboard, Setup
from companion.rules.crossword.challenges.rules import Judged
from companion.rules.crossword.challenges.void import by_anagram
from companion.rules.crossword.game import GAME
from companion.rules.engine.messages import Challenge, Command, EndGame, PlayTiles
from tests.doubles.crossword import ENGLISH, last_tiles, play_all, put, rack

HOUSE = PlayTiles(put("8D", "HOUSE"))
TOY = PlayTiles(put("E7", "T.Y"))
NAMES = ("Ann", "Bob", "Cy", "Di")


def after(*commands: Command, players: int = 2, **options: Option) -> Scoreboard:
    setup = Setup(NAMES[:players], ENGLISH, options=tuple(options.items()))
    return GAME.scoreboard(play_all(GAME, GAME.start(setup), commands))


def good(*words: str) -> tuple[Judged, ...]:
    return tuple(Judged(word, known=True) for word in words)


def totals(board: Scoreboard) -> list[int]:
    return [row.total for row in board.rows]


def test_in_clabbers_words_are_anagrams_of_valid_words() -> None:
    edition = load_edition("clabbers")
    assert "clabbers" in edition_names()
    assert by_anagram(Setup(("Ann", "Bob"), ENGLISH, options=edition.options))
    assert not by_anagram(Setup(("Ann", "Bob"), ENGLISH))
    base = WordList.from_words(["HOUSE", "TOY"], lexicon_id="tiny", title="TINY")
    words = HouseWords(base, None, anagrams=True)
    found = words.judge("uhoes")
    assert (found.word, found.known) == ("UHOES", True)
    assert str(found.sentence) == '"UHOES" is an anagram of "HOUSE"'
    assert [words.judge(word).known for word in ("TOY", "YOT", "TOO", "HOUSES", "TO")] == [
        True, True, False, False, False,
    ]  # fmt: skip
    assert ("YOT" in words, "TYO" in words, "TOO" in words) == (True, True, False)
    assert not HouseWords(base, None).judge("UHOES").known


@pytest.mark.parametrize(
    ("rule", "totals_after", "on_turn"),
    [
        ("single", [24, 6], 0),
        ("double", [24, 6], 1),
        ("5-point", [24, 6 + 5], 0),
        ("10-point", [24, 6 + 10], 0),
    ],
)
def test_a_wrong_challenge_costs_nothing_a_turn_five_or_ten_points(
    rule: str, totals_after: list[int], on_turn: int
) -> None:
    board = after(HOUSE, TOY, Challenge(good("TOY"), by=0), challenge=rule)
    assert (totals(board), board.on_turn) == (totals_after, on_turn)


def test_cooperative_challenge_void_refuses_unknown_words_as_they_are_laid() -> None:
    unknown = PlayTiles(put("8D", "HOUSE"), words=(Judged("HOUSE", known=False),))
    with pytest.raises(RuleViolation, match="may not be laid"):
        after(unknown, challenge="void")


def test_points_named_by_the_rule_are_told_to_the_page() -> None:
    cost = GAME.doubt(Setup(("Ann", "Bob"), ENGLISH, options=(("challenge", "10-point"),)))
    assert (cost.good, cost.points, cost.per) == ("points", 10, "word")


def test_partners_play_as_a_team_and_win_together() -> None:
    given: dict[str, Option] = {"teams": "1,2,1,2", "held": "0,0,0,0"}
    board = after(EndGame(((),) * 4), players=4, totals="90,100,80,60", **given)
    assert board.winners == (0, 2)
    table = board.panels[0]
    assert [str(line) for line in table.lines] == ["Ann and Cy win with 170."]
    rows = [[str(cell) for cell in row] for row in board.panels[1].rows]
    assert rows == [["Ann and Cy", "170"], ["Bob and Di", "160"]]


def test_teams_that_are_level_tie_by_the_game_s_own_rule() -> None:
    given: dict[str, Option] = {"teams": "1,2,1,2", "held": "0,0,0,0"}
    board = after(EndGame(((),) * 4), players=4, totals="90,100,80,70", **given)
    assert board.winners == (0, 1, 2, 3)
    assert "tie" in str(board.panels[0].lines[0])


def test_teams_are_one_number_a_player() -> None:
    with pytest.raises(ConfigError, match="2 numbers, and there are 4 players"):
        after(players=4, teams="1,2")
    with pytest.raises(ConfigError, match="such as 1,2,1,2"):
        after(teams="red,blue")


def test_a_short_game_ends_with_so_many_points_and_tiles_left_do_not_count() -> None:
    short = dict(load_edition("short-game").options)
    assert short["target"] == 150
    before = after(HOUSE, **{**short, "target": 25})
    assert not before.end_offer
    reached = {**short, "target": 24}
    board = after(HOUSE, **reached)
    assert str(board.end_offer) == "Ann has 24 points or more: the short game is over."
    ended = after(HOUSE, EndGame(((), ())), **reached)
    assert (totals(ended), ended.winners) == ([24, 0], (0,))


def test_the_reckoning_of_others_is_not_touched_by_a_short_game() -> None:
    left = last_tiles("HOUSETYQ")
    setup = Setup(("Ann", "Bob"), left, options=(("held", "5,3"),))
    ended = [HOUSE, TOY, EndGame(((), rack("Q")))]
    assert totals(GAME.scoreboard(play_all(GAME, GAME.start(setup), ended))) == [34, -4]
