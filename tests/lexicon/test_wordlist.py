from __future__ import annotations

import hashlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.lexicon import HouseList, WordList, load

WORDS = st.text("ABCÄßé", min_size=1, max_size=6)


@given(st.sets(WORDS, max_size=40), WORDS)
def test_a_list_agrees_with_a_set(words: set[str], probe: str) -> None:
    listed = WordList.from_words(words, title="T")
    expected = {word.upper() for word in words}
    assert list(listed) == sorted(expected)
    assert len(listed) == len(expected)
    assert (probe in listed) == (probe.upper() in expected)
    assert all(word in listed for word in words)
    starting = [word for word in sorted(expected) if word.startswith(probe.upper())]
    assert list(listed.words_with_prefix(probe)) == starting
    assert listed.has_prefix(probe) == bool(starting)


@given(st.dictionaries(WORDS, st.text("ab \t\n", max_size=8), max_size=30))
def test_definitions_do_not_disturb_the_words(glosses: dict[str, str]) -> None:
    listed = WordList.from_words(glosses.items(), title="T")
    expected = {word.upper(): " ".join(gloss.split()) for word, gloss in glosses.items()}
    assert {word: listed.definition(word) for word in listed} == expected


@pytest.mark.parametrize("word", ["", " ", "A\nB", "A\tB", "\n", "AB\tgloss", "AB\n"])
def test_what_is_not_one_word_is_not_known(word: str) -> None:
    listed = WordList.from_words([("AB", "gloss"), "B"], title="T")
    assert (word in listed) == (word.strip() == "AB")


def test_an_object_that_is_no_text_is_not_in_the_list() -> None:
    assert 7 not in WordList.from_words(["A"], title="T")


def test_the_id_changes_with_the_content_and_not_with_the_order() -> None:
    one = WordList.from_words(["CAT", "DOG"], title="Ours")
    same = WordList.from_words(["dog", "cat"], title="Ours")
    other = WordList.from_words(["CAT", "COG"], title="Ours")
    assert one.lexicon_id == same.lexicon_id
    assert one.lexicon_id != other.lexicon_id
    assert one.lexicon_id.startswith("Ours@")


def test_enable_is_whole_and_is_the_list_it_says_it_is() -> None:
    enable = load()
    assert len(enable) == 172_823
    assert enable.count_of_length(2) == 96
    text = "".join(f"{word.lower()}\n" for word in enable).encode()
    assert hashlib.sha256(text).hexdigest().startswith("3f16130220645692ed49c7134e24a185")


@pytest.mark.parametrize(
    ("word", "sentence"),
    [
        ("quiz", '"QUIZ" is in the ENABLE list'),
        ("QI", '"QI" is not in the ENABLE list'),
        ("aa", '"AA" is in the ENABLE list'),
        ("ZYZZYVAS", '"ZYZZYVAS" is in the ENABLE list'),
    ],
)
def test_a_verdict_names_the_list_and_never_says_invalid(word: str, sentence: str) -> None:
    verdict = load().judge(word)
    assert str(verdict.sentence) == sentence
    assert verdict.word == word.upper()
    assert verdict.known == ("not" not in sentence)
    assert (verdict.lexicon_id, verdict.lexicon_title) == ("enable", "ENABLE")


def test_a_household_adds_and_removes_words() -> None:
    enable = load()
    house = HouseList(enable).with_word("qi").without_word("aa")
    assert "QI" in house
    assert "aa" not in house
    assert "QUIZ" in house
    assert "QI" not in enable
    assert str(house.judge("QI").sentence) == '"QI" is in the house list'
    assert house.judge("QI").known
    assert str(house.judge("AA").sentence) == '"AA" was taken off the house list'
    assert not house.judge("AA").known
    assert str(house.judge("ZA").sentence) == '"ZA" is not in the ENABLE list'
    assert house.judge("ZA").lexicon_id == house.lexicon_id != "enable"


def test_taking_a_change_back_gives_the_plain_list() -> None:
    enable = load()
    house = (
        HouseList(enable).with_word("QI").without_word("QI").without_word("AA").with_word("AA")
    )
    assert house == HouseList(enable)
    assert house.lexicon_id == "enable"


def test_prefixes_follow_the_households_changes() -> None:
    house = HouseList(WordList.from_words(["CAT", "DO", "DOG"], title="T"))
    assert house.with_word("EMU").has_prefix("em")
    assert not house.without_word("CAT").has_prefix("CA")
    assert house.without_word("DOG").has_prefix("DO")
    assert not house.without_word("DOG").without_word("DO").has_prefix("D")
