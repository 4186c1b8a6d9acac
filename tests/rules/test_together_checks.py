"""Goals of Scrabble Together: what a check means, how people write it (facts 2.2, 2.3)."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion import gamedata
from companion.board.layout import STANDARD
from companion.board.position import Position
from companion.board.square import Square, parse_square
from companion.errors import ConfigError
from companion.rules.crossword.scoring import score_play
from companion.rules.together.check_text import (
    COMBINED,
    COUNTED,
    NUMBERED,
    WORDS,
    build,
    check_from_toml,
    parse_check,
    write_check,
)
from companion.rules.together.checks import KNOWN, OF_WORDS, Bounds, Check, PlayView, meets
from companion.rules.together.goals_file import Goal, parse_colors, parse_goals, write_goals
from companion.tilesets import load
from tests.doubles.at_table import lay
from tests.doubles.together import goals

ENGLISH = load("english")
COLORS = {parse_square("8H"): "red", parse_square("8I"): "blue", parse_square("8J"): "red"}


def view(word: str, at: str, *before: tuple[str, str], **given: bool) -> PlayView:
    position = Position()
    for old, where in before:
        position = position.with_tiles({p.square: p.tile for p in lay(old, where)})
    play = score_play(position, lay(word, at), STANDARD, ENGLISH, rack_size=15, bonus=0)
    return PlayView(play, position, ENGLISH, 15, COLORS, **given)


def met(need: str, word: str, at: str, *before: tuple[str, str], **given: bool) -> bool | None:
    return meets(parse_check(need), view(word, at, *before, **given))


TRAINER = ("TRAINER", "8G")
CASES = [
    # need, word, at, before, met
    ("premium red", "ON", "8G", (), True),  # D1
    ("premium blue", "ON", "8G", (), False),
    ("premium red x2", "TONE", "8G", (), True),
    ("premium red x2", "TON", "8G", (), False),
    ("premium red", "..S", "8G", (("ON", "8G"),), False),  # 8H is covered already
    ("edge", "E", "H1", (("ON", "H2"),), True),  # D2
    ("edge", "ON", "8G", (), False),
    ("direction horizontal", "ON", "8G", (), True),  # D3
    ("direction horizontal", "ON", "H7", (), False),
    ("direction vertical", "ON", "H7", (), True),
    ("letter_value 5", "OK", "8G", (), True),  # D4
    ("letter_value 5", "ON", "8G", (), False),
    ("letter_value >= 5", "OX", "8G", (), True),
    ("letter_value 1 x2", "ON", "8G", (), True),
    ("letter_value 1 x2", "OX", "8G", (), False),
    ("word_value >= 5", "OK", "8G", (), True),  # D5
    ("word_value >= 5", "ON", "8G", (), False),  # 4 points only by the star, which is no matter
    ("word_value 2", "ON", "8G", (), True),
    ("word_value <= 1", "ON", "8G", (), False),
    ("length 6", "TRAINS", "8G", (), True),  # D6
    ("length 6", "TRAIN", "8G", (), False),
    ("length 5", "TRAIN", "8G", (), True),  # D7
    ("length >= 7", "TRAINER", "8G", (), True),
    ("length <= 3", "TRAIN", "8G", (), False),
    ("all(corner, letter_value 3)", "C", "A1", (("AT", "2A"),), True),
    ("all(corner, letter_value 3)", "CAB", "1A", (("E", "2A"),), True),  # D8
    ("all(corner, letter_value 3)", "TAN", "1A", (("E", "2A"),), False),
    ("all(corner, letter_value 3)", "CAB", "1B", (("E", "2B"),), False),
    ("without IOU", "TEN", "8G", (), True),  # D9
    ("without IOU", "TON", "8G", (), False),
    ("vowels distinct 2", "TRAINE", "8G", (), False),
    ("vowels distinct 2", "TRAIN", "8G", (), True),  # D10
    ("vowels distinct 2", "TEE", "8G", (), False),
    ("vowels 2", "TEE", "8G", (), True),
    ("length 3", "TEN", "8G", (), True),  # D11
    ("contains RT", "TRAIN", "8G", (), True),
    ("contains RX", "TRAIN", "8G", (), False),
    ("starts TR", "TRAIN", "8G", (), True),
    ("starts R", "TRAIN", "8G", (), False),
    ("ends IN", "TRAIN", "8G", (), True),
    ("ends I", "TRAIN", "8G", (), False),
    ("only_vowel E", "TEETH", "8G", (), True),
    ("only_vowel E", "TRAINE", "8G", (), False),
    ("only_vowel E", "HMM", "8G", (), False),
    ("no_vowels", "HMM", "8G", (), True),
    ("no_vowels", "ON", "8G", (), False),
    ("double_letter", "TEETH", "8G", (), True),
    ("double_letter", "TETE", "8G", (), False),
    ("vowel_consonant_alternate", "TETE", "8G", (), True),
    ("vowel_consonant_alternate", "TEETH", "8G", (), False),
    ("tiles_laid 2", "ON", "8G", (), True),
    ("tiles_laid >= 3", "ON", "8G", (), False),
    ("words_formed >= 2", "ON", "9G", (("ON", "8G"),), True),
    ("words_formed >= 2", "ON", "8G", (), False),
    ("extends", "S.......S", "8F", (TRAINER,), True),  # way 1
    ("extends both", "S.......S", "8F", (TRAINER,), True),
    ("extends both", "S", "8N", (TRAINER,), False),
    ("extends back", "S", "8N", (TRAINER,), True),
    ("extends front", "S", "8N", (TRAINER,), False),
    ("extends front", "S", "8F", (TRAINER,), True),
    ("extends", "HROB", "G9", (TRAINER,), False),  # a single letter is no word
    ("right_angle", "HROB", "G9", (TRAINER,), True),  # way 2
    ("right_angle", "S", "8N", (TRAINER,), False),
    ("cross_words >= 2", "HOB", "9H", (("ION", "8G"), ("E", "8J")), True),  # way 3
    ("cross_words >= 2", "ON", "8G", (), False),
    ("hook", "HROB", "15K", (("NERTRAINE", "N6"),), True),
    ("hook", "THROBS", "N3", (("TRAINER", "8G"),), True),  # way 4: the S makes TRAINERS
    ("hook", "HOB", "9H", (("ION", "8G"),), False),  # two-letter words are not lengthened
    ("bridge", "CO.QUES.", "G1", (("N", "G3"), ("T", "G8")), True),  # way 5
    ("bridge", "HROB", "G9", (TRAINER,), False),
    ("bridge", "S.......S", "8F", (TRAINER,), False),
    ("uses_blank", "On", "8G", (), True),
    ("uses_blank", "ON", "8G", (), False),
    ("on_row 8", "ON", "8G", (), True),
    ("on_row 9", "ON", "8G", (), False),
    ("on_column H", "ON", "8G", (), True),
    ("on_column 1", "ON", "8G", (), False),
    ("quadrant top-left", "ON", "H7", (), False),  # on the middle lines
    ("quadrant top-left", "ON", "6G", (("E", "7G"),), True),
    ("quadrant bottom-right", "ON", "6G", (("E", "7G"),), False),
    ("any(length 9, edge)", "ON", "8G", (), False),
    ("any(length 2, edge)", "ON", "8G", (), True),
    ("not(edge)", "ON", "8G", (), True),
    ("manual", "ON", "8G", (), None),
    ("all(manual, edge)", "ON", "8G", (), False),
    ("all(manual, not(edge))", "ON", "8G", (), None),
    ("any(manual, not(edge))", "ON", "8G", (), True),
    ("not(manual)", "ON", "8G", (), None),
    ("length 3 in main", "ONE", "9G", (("TO", "8G"), ("T", "10G")), True),
    ("length 3 in all", "ONE", "9G", (("TO", "8G"), ("T", "10G")), False),
    ("length 2 in main", "ONE", "9G", (("TO", "8G"), ("T", "10G")), False),
]


@pytest.mark.parametrize(
    ("need", "word", "at", "before", "expected"),
    CASES,
    ids=lambda value: str(value) if isinstance(value, str) else None,
)
def test_a_check_means_what_it_says(
    need: str, word: str, at: str, before: tuple[tuple[str, str], ...], expected: bool | None
) -> None:
    assert met(need, word, at, *before) is expected


def test_every_check_has_a_case() -> None:
    used = {need.split()[0].split("(")[0].strip(",") for need, *_ in CASES}
    inside = {"corner"}
    assert set(KNOWN) == used | inside


def test_a_blank_is_worth_nothing_for_value_goals_by_switch() -> None:
    assert met("letter_value 5", "Ok", "8G") is False
    assert met("letter_value 5", "Ok", "8G", blank_is_zero=False) is True


def test_a_blanks_letter_counts_for_letter_goals_by_switch() -> None:
    assert met("contains K", "Ok", "8G") is True
    assert met("contains K", "Ok", "8G", blank_letter_counts=False) is False


# --- written by people -----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ({"edge": True}, "edge"),
        ({"length": {"eq": 5}}, "length 5"),
        ({"length": 5}, "length 5"),
        ({"premium": "red"}, "premium red"),
        ({"premium": {"colour": "red", "at_least": 2}}, "premium red x2"),
        ({"direction": "horizontal"}, "direction horizontal"),
        ({"cross_words": {"ge": 2}}, "cross_words >= 2"),
        (
            {"all": [{"corner": True}, {"letter_value": {"eq": 3, "at_least": 1}}]},
            "all(corner, letter_value 3)",
        ),
        ({"not": {"without": {"letters": "iou", "scope": "main"}}}, "not(without IOU in main)"),
        ({"vowels": {"count": "distinct", "ge": 2}}, "vowels distinct >= 2"),
        ("length >= 6", "length >= 6"),
    ],
)
def test_a_check_in_toml_is_the_typed_one(written: object, meant: str) -> None:
    assert check_from_toml(written, "here") == parse_check(meant)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "is not a check"),
        ("lenght 5", "no check 'lenght'"),
        ("length", "takes a number"),
        ("edge 5", "takes no number"),
        ("premium", "takes a word"),
        ("direction sideways", "one of horizontal, vertical"),
        ("length five", "takes a number"),
        ("length >= x", "needs a number"),
        ("all(edge", "closing bracket"),
        ("not(edge, corner)", "takes one check"),
        ("all", "takes checks"),
        ("edge corner", "does not take the word"),
        ("edge) corner", "goes on after"),
        ("edge x2", "does not take the count"),
        ("edge in main", "cannot be looked for"),
        ("not(" * 9 + "edge" + ")" * 9, "too deeply"),
        ("edge " * 100, "at most 400"),
    ],
)
def test_a_mistyped_check_is_refused_with_a_reason(text: str, says: str) -> None:
    with pytest.raises(ConfigError, match=says.replace("(", r"\(")):
        parse_check(text)


def _simple() -> st.SearchStrategy[Check]:
    names = st.sampled_from(sorted(set(KNOWN) - COMBINED))

    def of(name: str) -> st.SearchStrategy[Check]:
        numbers = st.integers(0, 99)
        bounds = (
            st.one_of(
                st.builds(Bounds, eq=numbers),
                st.builds(lambda a: Bounds(ge=a), numbers),
                st.builds(lambda a, b: Bounds(ge=a, le=b), numbers, numbers),
            )
            if name in NUMBERED
            else st.just(Bounds())
        )
        allowed = WORDS.get(name, ())
        word = (
            st.sampled_from(("RED", "E", "ST") if allowed is None else allowed)
            if name in WORDS
            else st.just("")
        )
        scope = st.sampled_from(("main", "any", "all") if name in OF_WORDS else ("any",))
        at_least = st.integers(1, 9) if name in COUNTED else st.just(1)
        return st.builds(build, st.just(name), word, bounds, at_least, scope)

    return names.flatmap(of)


def _checks() -> st.SearchStrategy[Check]:
    return st.recursive(
        _simple(),
        lambda inner: st.one_of(
            st.builds(
                lambda name, parts: build(name, parts=tuple(parts)),
                st.sampled_from(("all", "any")),
                st.lists(inner, min_size=1, max_size=3),
            ),
            st.builds(lambda part: build("not", parts=(part,)), inner),
        ),
        max_leaves=4,
    )


@given(check=_checks())
def test_a_check_written_and_read_again_is_the_same(check: Check) -> None:
    text = write_check(check)
    if len(text) < 400 and text.count("(") <= 6:
        assert parse_check(text) == check


# --- files -----------------------------------------------------------------------------------


def test_the_bundled_file_has_50_goals_of_which_20_are_starters_and_is_a_placeholder() -> None:
    found = parse_goals(gamedata.options("together")[0][1])
    assert len(found.cards) == 50
    assert sum(card.starter for card in found.cards) == 20
    assert not found.official
    assert all(card.placeholder for card in found.cards)


def test_a_family_types_its_own_card() -> None:
    text = 'schema = "together/1"\n[[card]]\nid = "x"\nstarter = true\ntext = "Ours."\n'
    card = parse_goals(text + "need = { length = { eq = 5 } }").cards[0]
    assert (card.key, card.starter, write_check(card.need)) == ("x", True, "length 5")


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (("together/1", "other"), "schema"),
        (('need = "edge"', 'need = "egde"'), "no check 'egde'"),
        (('id = "g1"', 'id = "g0"'), "two cards 'g0'"),
        (("[rules]", "[rules]\nspeed = true"), "unknown key"),
        (('text = "Goal 0."', ""), "text must be"),
        (("official = true", 'official = "yes"'), "true or false"),
    ],
)
def test_a_mistake_in_a_goals_file_is_named(change: tuple[str, str], says: str) -> None:
    with pytest.raises(ConfigError, match=says):
        parse_goals(goals("edge", "corner").replace(*change))


@given(text=st.text(min_size=1, max_size=40))
def test_a_card_typed_in_by_hand_is_read_as_it_was_typed(text: str) -> None:
    typed = Goal("own", text, True, parse_check("length>=6"), placeholder=False)
    try:
        block = write_goals(replace(parse_goals(goals("edge")), cards=(typed,)))
    except ConfigError as refusal:
        assert not text.strip() or any(ord(mark) < 32 for mark in text)
        assert "one line" in str(refusal)  # noqa: PT017
        return
    card = parse_goals(block).cards[0]
    assert (card.key, card.text, card.starter, card.placeholder) == ("own", text, True, False)
    assert write_check(card.need) == "length >= 6"


def test_colours_are_read_from_a_mapping_of_the_board_and_never_from_a_layout() -> None:
    assert parse_colors('red = ["1A", "h8"]') == ((Square(0, 0), "red"), (Square(7, 7), "red"))
    assert parse_colors("") == ()
    for text, says in (
        ('red = ["1A"]\nblue = ["1A"]', "two colours"),
        ('red = ["99Z9"]', "not a coordinate"),
        ("red = 5", "list of texts"),
    ):
        with pytest.raises(ConfigError, match=says):
            parse_colors(text)


# --- the goals and examples that are in print ------------------------------------------------


@pytest.mark.parametrize(
    ("need", "word", "at", "before"),
    [
        pytest.param("premium red", "ON", "8G", (), id="D1 on a red premium square"),
        pytest.param("edge", "E", "H1", (("ON", "H2"),), id="D2 at the edge of the board"),
        pytest.param("direction horizontal", "ON", "8G", (), id="D3 a horizontal word"),
        pytest.param("letter_value 5", "OK", "8G", (), id="D4 a tile worth 5 points"),
        pytest.param("word_value >= 5", "OK", "8G", (), id="D5 a word worth 5 points"),
        pytest.param("length 6", "TRAINS", "8G", (), id="D6 a word of six letters"),
        pytest.param("length 5", "TRAIN", "8G", (), id="D7 exactly five letters"),
        pytest.param(
            "all(corner, letter_value 3)",
            "CAB",
            "1A",
            (("E", "2A"),),
            id="D8 on a corner with a 3-point letter",
        ),
        pytest.param("without IOU", "TEN", "8G", (), id="D9 without I, O and U"),
        pytest.param("vowels distinct 2", "TRAIN", "8G", (), id="D10 two different vowels"),
        pytest.param("length 3", "TEN", "8G", (), id="D11 a word of three letters"),
    ],
)
def test_2_2_goals_seen_in_print_can_be_checked(
    need: str, word: str, at: str, before: tuple[tuple[str, str], ...]
) -> None:
    assert met(need, word, at, *before) is True


def formed(word: str, at: str, *before: tuple[str, str]) -> list[str]:
    return [w.text for w in view(word, at, *before).play.words]


def test_way_1_trainer_becomes_strainers_at_both_ends() -> None:
    assert formed("S.......S", "8F", TRAINER) == ["STRAINERS"]
    assert met("extends both", "S.......S", "8F", TRAINER) is True


def test_way_2_hrob_added_to_a_t_makes_throb_at_right_angles() -> None:
    assert formed("HROB", "G9", TRAINER) == ["THROB"]
    assert met("right_angle", "HROB", "G9", TRAINER) is True


def test_way_3_hob_laid_in_parallel_also_forms_hi_on_and_be() -> None:
    before = (("I", "9H"), ("N", "9I"), ("E", "9J"))
    assert formed("HOB", "8H", *before) == ["HOB", "HI", "ON", "BE"]
    assert met("cross_words >= 3", "HOB", "8H", *before) is True


def test_way_4_throbs_hooks_its_s_onto_trainer_to_make_strainer() -> None:
    assert formed("THROBS", "F3", TRAINER) == ["THROBS", "STRAINER"]
    assert met("hook", "THROBS", "F3", TRAINER) is True


def test_way_5_conquest_bridges_an_n_and_an_s_with_six_tiles() -> None:
    before = (("N", "G3"), ("S", "G7"))
    assert formed("CO.QUE.T", "G1", *before) == ["CONQUEST"]
    assert met("bridge", "CO.QUE.T", "G1", *before) is True
    assert met("tiles_laid 6", "CO.QUE.T", "G1", *before) is True
