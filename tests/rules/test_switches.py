"""Every switch of facts 4.1, by its number there, and the end of the game of needs 4."""

from __future__ import annotations

import pytest

from companion.board.layout import STANDARD
from companion.board.tiles import BLANK, Tile, TileKind, TileSet
from companion.errors import ConfigError, RuleViolation
from companion.rules.api import Option, Scoreboard, Setup
from companion.rules.crossword.ending import deduced_racks
from companion.rules.crossword.game import GAME as CLASSIC
from companion.rules.crossword.options import CHOICES, HouseRules
from companion.rules.crossword.state import CrosswordState
from companion.rules.engine.messages import (
    Command,
    DrawStart,
    EndGame,
    Exchange,
    Pass,
    PlayTiles,
    Redo,
    Undo,
    Withdraw,
)
from companion.rules.game import Game
from tests.doubles.crossword import ENGLISH, last_tiles, play_all, put

BOOKCASE = CLASSIC.under("bookcase")
EITHER = pytest.mark.parametrize("game", [CLASSIC, BOOKCASE], ids=lambda game: game.key)
HOUSE = PlayTiles(put("8D", "HOUSE"))
TOY = PlayTiles(put("E7", "T.Y"))
TEN = TileSet("ten", tuple(TileKind(letter, 1, 1) for letter in "HOUSETYINK"))


def state_of(
    game: Game,
    *commands: Command,
    players: int = 2,
    tiles: TileSet = ENGLISH,
    **options: Option,
) -> CrosswordState:
    setup = Setup(("Ann", "Bob", "Cy", "Di")[:players], tiles, options=tuple(options.items()))
    return play_all(game, game.start(setup), commands)


def after(game: Game, *commands: Command, players: int = 2, **options: Option) -> Scoreboard:
    return game.scoreboard(state_of(game, *commands, players=players, **options))


def totals(board: Scoreboard) -> list[int]:
    return [row.total for row in board.rows]


def refused(game: Game, command: Command, *given: Command, **options: Option) -> str:
    with pytest.raises(RuleViolation) as violation:
        game.decide(state_of(game, *given, **options), command)
    return str(violation.value)


def draw(*letters: str) -> DrawStart:
    return DrawStart(tuple(BLANK if letter == "?" else Tile(letter) for letter in letters))


# 1, 2: who begins


@EITHER
@pytest.mark.parametrize(
    ("drawn", "first"),
    [(("B", "C"), 0), (("Q", "C"), 1), (("A", "?"), 1), (("?", "A"), 0)],
)
def test_1_nearest_to_a_begins_and_a_blank_beats_an_a(
    game: Game, drawn: tuple[str, ...], first: int
) -> None:
    board = after(game, draw(*drawn))
    assert board.on_turn == first
    name = board.rows[first].player
    assert str(board.panels[0].lines[0]) == f"{name} begins."


def test_1_or_who_has_begun_the_fewest_games_begins() -> None:
    board = after(CLASSIC, players=3, first_player="fewest", starts="2,1,4")
    assert board.on_turn == 1
    assert tuple(map(str, board.panels[0].lines)) == (
        "Bob has begun the fewest games and begins.",
    )
    assert "draw-start" not in [action.command for action in board.actions]
    told = refused(CLASSIC, draw("A", "B"), first_player="fewest", starts="1,0")
    assert "Bob has begun the fewest games" in told


def test_1_of_those_with_equally_few_starts_a_drawn_tile_decides() -> None:
    board = after(CLASSIC, players=3, first_player="fewest", starts="1,4,1")
    assert tuple(map(str, board.panels[0].lines)) == (
        "Ann and Cy have begun equally few games: draw a tile each.",
    )
    drawn = after(
        CLASSIC, draw("D", "A", "C"), players=3, first_player="fewest", starts="1,4,1"
    )
    assert drawn.on_turn == 2
    assert after(CLASSIC, players=2, first_player="fewest").on_turn == 0


@pytest.mark.parametrize("starts", ["1", "1,2,3", "x", "-1,2", ""])
def test_1_starts_are_one_number_a_player(starts: str) -> None:
    with pytest.raises(ConfigError, match="starts"):
        state_of(CLASSIC, first_player="fewest", starts=starts)


def test_1_the_turn_goes_round_from_who_begins() -> None:
    board = after(CLASSIC, draw("K", "L", "B"), HOUSE, Pass(), players=3)
    assert [t.player for t in board.turns] == ["Cy", "Ann"]
    assert board.on_turn == 1
    assert after(CLASSIC, draw("K", "B"), Undo()).on_turn == 0
    assert after(CLASSIC, players=3, first=2).on_turn == 2


def test_1_equal_tiles_are_drawn_again() -> None:
    assert refused(CLASSIC, draw("C", "C")) == (
        "The drawn tiles do not tell who begins: Ann and Bob both drew C, so these draw again."
    )
    assert "both drew a blank" in refused(CLASSIC, draw("?", "?"))
    assert "2 players and 1 tiles" in refused(CLASSIC, draw("C"))
    assert "no 'Ä'" in refused(CLASSIC, draw("Ä", "B"))
    assert refused(CLASSIC, draw("A", "B"), HOUSE).startswith(
        "The first player is drawn before"
    )


def test_2_the_start_tile_goes_back_or_is_kept() -> None:
    lines = [
        str(after(CLASSIC, draw("A", "B"), return_start_tile=flag).panels[0].lines[1])
        for flag in (True, False)
    ]
    assert lines[0] == "The drawn tiles go back into the bag."
    assert lines[1] == "Everyone keeps the drawn tile and takes 6 more."


# 3: the star


@EITHER
def test_3_the_star_doubles_the_first_word_of_ten_to_twenty(game: Game) -> None:
    # Bookcase, Gameplay 1: a first word of 10 scores 20.
    ten = PlayTiles(put("8G", "HOPE"))
    assert totals(after(game, ten)) == [18, 0]
    assert totals(after(game, PlayTiles(put("8H", "QUA")))) == [24, 0]
    assert totals(after(game, ten, star_is_double=0)) == [9, 0]
    assert totals(after(game, PlayTiles(put("8G", "JOE")))) == [20, 0]


# 4, 5, 6: exchanges


def test_4_an_exchange_needs_seven_in_the_bag_or_none() -> None:
    almost = PlayTiles(put("8G", "AT"))
    twenty = TileSet("twenty", (TileKind("A", 10, 1), TileKind("T", 10, 1)))
    setup = Setup(("Ann", "Bob"), twenty)
    with pytest.raises(RuleViolation, match="at least 7; it holds 4"):
        CLASSIC.decide(play_all(CLASSIC, CLASSIC.start(setup), [almost]), Exchange(1))
    ended = play_all(BOOKCASE, BOOKCASE.start(setup), [almost, Exchange(7)])
    assert BOOKCASE.scoreboard(ended).turns[1].kind == "exchange"


def test_5_drawing_before_returning_limits_the_exchange_to_the_bag() -> None:
    fifteen = TileSet("fifteen", (TileKind("A", 8, 1), TileKind("T", 8, 1)))
    setup = Setup(("Ann", "Bob"), fifteen, options=(("exchange_min_bag", 0),))
    with pytest.raises(RuleViolation, match="the bag holds 2; 3 cannot be exchanged"):
        CLASSIC.decide(CLASSIC.start(setup), Exchange(3))
    assert CLASSIC.decide(CLASSIC.start(setup), Exchange(2))
    assert BOOKCASE.decide(BOOKCASE.start(setup), Exchange(3))


@EITHER
def test_6_an_exchange_of_none_is_a_pass(game: Game) -> None:
    assert [t.kind for t in after(game, Exchange(0)).turns] == ["pass"]
    assert "1 to 7 tiles, not 8" in refused(game, Exchange(8))


# 7, 8: the end


def test_7_bookcase_ends_when_all_pass_twice_in_a_row() -> None:
    assert not after(BOOKCASE, HOUSE, *[Pass()] * 3).end_offer
    told = after(BOOKCASE, HOUSE, *[Pass()] * 4).end_offer
    assert str(told) == "All have passed twice in a row: the game may end."
    assert not after(BOOKCASE, HOUSE, Pass(), Pass(), Exchange(1), Pass()).end_offer
    assert not after(BOOKCASE, *[Pass()] * 5, players=3).end_offer
    assert after(BOOKCASE, *[Pass()] * 6, players=3).end_offer
    assert str(after(BOOKCASE, *[Pass()] * 2, end_rounds=1).end_offer).startswith(
        "All have passed once"
    )


def test_7_classic_ends_after_two_scoreless_turns_each() -> None:
    assert not after(CLASSIC, HOUSE, Pass(), Exchange(1), Pass()).end_offer
    told = after(CLASSIC, HOUSE, Pass(), Exchange(1), Pass(), Exchange(1)).end_offer
    assert str(told) == "No one has scored in 4 turns: the game may end now."


def test_7_six_zeroes_end_a_tournament_game_and_two_passes_do_not() -> None:
    six: dict[str, Option] = {"end_on": "six-zero"}
    assert not after(CLASSIC, HOUSE, *[Pass()] * 4, **six).end_offer
    mixed: list[Command] = [Pass(), Exchange(2), TOY, Withdraw(), Pass(), Pass(), Exchange(1)]
    assert after(CLASSIC, HOUSE, *mixed, **six).end_offer
    assert not after(CLASSIC, HOUSE, *mixed[:-1], **six).end_offer


@EITHER
def test_8_the_game_ends_when_the_bag_and_a_rack_are_empty(game: Game) -> None:
    state = state_of(game, HOUSE, tiles=TEN, rack_size=5)
    assert state.now.sheet.is_out(0)
    offer = game.scoreboard(state).end_offer
    assert str(offer) == "Ann has laid the last tile; the game ends with the others' racks."
    assert deduced_racks(state.now) == ((), tuple(Tile(letter) for letter in "TYINK"))
    assert game.scoreboard(state).likely_racks == deduced_racks(state.now)
    assert not after(game, HOUSE).end_offer


def test_8_an_empty_bag_alone_ends_it_only_by_the_letter_of_the_bookcase_text() -> None:
    short = PlayTiles(put("8G", "HO"))
    eleven = TileSet("eleven", (*TEN.kinds, TileKind("A", 1, 1)))
    kept = state_of(BOOKCASE, short, tiles=eleven, rack_size=5)
    assert (kept.now.sheet.bag, kept.now.sheet.held) == (0, (4, 5))
    assert not BOOKCASE.scoreboard(kept).end_offer
    strict = state_of(BOOKCASE, short, tiles=eleven, rack_size=5, end_when_bag_empty=1)
    board = BOOKCASE.scoreboard(strict)
    assert str(board.end_offer) == "The bag is empty; with this rule the game ends."
    assert (
        str(board.panels[0].lines[-1]) == "Who holds what? On the racks are U S E T Y I N K A."
    )
    assert deduced_racks(strict.now) is None


# 9: ties


def level(game: Game, **options: Option) -> Scoreboard:
    """4 - 1 and 5 - 2: level after the reckoning, not before."""
    even = TileSet("even", (TileKind("A", 6, 1), TileKind("B", 2, 2)))
    plays = [PlayTiles(put("8G", "AAB")), PlayTiles(put("G9", "AAA"))]
    state = state_of(game, *plays, tiles=even, star_is_double=0, **options)
    assert state.now.sheet.totals == (4, 5)
    racks = EndGame(((Tile("A"),), (Tile("B"),)))
    return game.scoreboard(play_all(game, state, [racks]))


@EITHER
def test_9_a_tie_goes_to_the_higher_total_before_the_reckoning(game: Game) -> None:
    # Bookcase, Scoring 4: 119 - 1 and 120 - 2 are level, and the second wins.
    board = level(game)
    assert (totals(board), board.winners) == ([3, 3], (1,))
    assert tuple(map(str, board.panels[0].lines)) == (
        "Bob wins with 3 by the higher total before the reckoning.",
    )


def test_9_or_the_tie_stands() -> None:
    board = level(CLASSIC, tie="stands")
    assert board.winners == (0, 1)
    assert tuple(map(str, board.panels[0].lines)) == ("A tie: Ann and Bob with 3 each.",)


def test_9_equal_totals_are_a_tie_not_a_win() -> None:
    # needs 30: Xanado 135
    board = after(CLASSIC, EndGame(((), ())), held="0,0")
    assert board.winners == (0, 1)
    assert tuple(map(str, board.panels[0].lines)) == ("A tie: Ann and Bob with 0 each.",)
    assert after(CLASSIC, HOUSE).winners == ()


# 16, 18, 20, 21


@EITHER
def test_16_the_first_word_has_two_letters_or_more(game: Game) -> None:
    assert "at least two letters" in refused(game, PlayTiles(put("8H", "A")))
    assert "start square 8H" in refused(game, PlayTiles(put("7A", "AT")))


@EITHER
def test_18_the_tile_set_has_a_hundred_tiles_worth_187(game: Game) -> None:
    setup = Setup(("Ann", "Bob"), ENGLISH)
    tiles = game.start(setup).now.setup.tiles
    assert tiles.total == 100
    assert sum(kind.count * kind.value for kind in tiles.kinds) == 187


@EITHER
def test_20_seven_tiles_earn_fifty_after_the_premiums(game: Game) -> None:
    bingo = PlayTiles(put("8D", "PENSION"))
    assert totals(after(game, bingo)) == [2 * (9 + 3) + 50, 0]
    assert totals(after(game, bingo, bingo=0)) == [24, 0]


def test_21_two_to_four_players_play() -> None:
    for players in (2, 3, 4):
        assert after(BOOKCASE, players=players).on_turn == 0


# racks


def test_a_rack_near_the_end_holds_six_never_eight() -> None:
    # needs 25: Xanado 48
    fifteen = TileSet("fifteen", (TileKind("A", 8, 1), TileKind("T", 7, 1)))
    state = state_of(CLASSIC, PlayTiles(put("8G", "AT")), tiles=fifteen)
    assert state.now.sheet.held == (6, 7)
    back = play_all(CLASSIC, state, [Withdraw()])
    assert (back.now.sheet.held, back.now.sheet.bag) == ((7, 7), 1)


def test_six_passes_with_an_empty_bag_book_both_racks() -> None:
    # needs 44: MAGPIE 671
    even = TileSet("even", (TileKind("A", 7, 1), TileKind("B", 7, 2)))
    racks = EndGame(((Tile("A"),) * 7, (Tile("B"),) * 7))
    state = state_of(CLASSIC, *[Pass()] * 6, tiles=even, end_on="six-zero")
    assert CLASSIC.scoreboard(state).end_offer
    assert totals(CLASSIC.scoreboard(play_all(CLASSIC, state, [racks]))) == [-7, -14]


@pytest.mark.parametrize(
    ("bonus", "expect"), [("sum", [24 + 14, 6 - 14]), ("double", [24 + 28, 6])]
)
def test_once_and_deducted_or_twice_and_kept(bonus: str, expect: list[int]) -> None:
    # needs 4, end of game: the spread is the same either way
    racks = EndGame(((), (Tile("Q"), Tile("F"))))
    left: dict[str, Option] = {"held": "5,4", "end_bonus": bonus}
    state = state_of(CLASSIC, HOUSE, TOY, racks, tiles=last_tiles("HOUSETYQF"), **left)
    board = CLASSIC.scoreboard(state)
    assert totals(board) == expect
    assert expect[0] - expect[1] == 46


# the switches themselves


def test_unknown_options_are_refused_with_the_nearest_known() -> None:
    setup = Setup(("Ann", "Bob"), ENGLISH, options=(("bingos", 40),))
    with pytest.raises(ConfigError, match="no option 'bingos'; did you mean 'bingo'"):
        CLASSIC.start(setup)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("bingo", "many"),
        ("bingo", -1),
        ("first", 2),
        ("rack_size", 0),
        ("end_rounds", 0),
        ("star_is_double", 2),
        *((name, "never") for name in CHOICES),
    ],
)
def test_impossible_values_are_refused(name: str, value: Option) -> None:
    with pytest.raises(ConfigError):
        CLASSIC.start(Setup(("Ann", "Bob"), ENGLISH, options=((name, value),)))


def test_the_editions_differ_in_three_switches_and_a_set_up_overrules_them() -> None:
    setup = Setup(("Ann", "Bob"), ENGLISH, options=(("exchange_min_bag", 3),))
    assert BOOKCASE.start(setup).now.rules == HouseRules(
        exchange_min_bag=3, exchange_return_first=True, end_on="passes"
    )
    assert STANDARD.premium(STANDARD.start).word_factor == 2


def test_a_drawn_start_is_undone_and_done_again() -> None:
    state = state_of(CLASSIC, draw("B", "A"))
    assert CLASSIC.scoreboard(state).on_turn == 1
    before = play_all(CLASSIC, state, [Undo()])
    board = CLASSIC.scoreboard(before)
    assert board.on_turn == 0
    assert before.now.drawn == ()
    assert "draw-start" in [action.command for action in board.actions]
    again = play_all(CLASSIC, before, [Redo()])
    assert CLASSIC.scoreboard(again).on_turn == 1
    assert again.now.drawn == (Tile("B"), Tile("A"))
    other = play_all(CLASSIC, before, [draw("A", "B"), HOUSE])
    assert CLASSIC.scoreboard(other).turns[0].player == "Ann"
