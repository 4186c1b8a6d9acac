from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.errors import DependencyMissing
from companion.lexicon import definition, definitions, definitions_missing, load
from companion.lexicon.wordnet import FOLDER, WordNet

needs_wordnet = pytest.mark.skipif(
    not (FOLDER / "index.noun").is_file(), reason="WordNet is not installed (wordnet-base)"
)


def test_every_word_of_two_letters_has_a_gloss_of_our_own() -> None:
    twos = [word for word in load() if len(word) == 2]
    assert len(twos) == 96
    for word in [*twos, "QI", "ZA"]:
        found = definition(word)
        assert found is not None, word
        assert found.source == definitions.OWN
        assert found.lemma == found.word == word
        assert 3 < len(found.gloss) < 90


def test_our_glosses_are_one_line_a_word() -> None:
    lines = (
        (Path(definitions.__file__).parent / "data" / "glosses.tsv").read_text().splitlines()
    )
    words = [line.split("\t")[0] for line in lines if not line.startswith("#")]
    assert len(words) == len(set(words))
    known = {"noun", "verb", "adjective", "adverb", "pronoun", "preposition"}
    known |= {"interjection", "conjunction", "article"}
    for line in lines:
        if not line.startswith("#"):
            word, part, gloss = line.split("\t")
            assert word.isalpha()
            assert word.islower()
            assert part in known, line
            assert gloss
            assert not gloss.endswith(".")


@pytest.mark.wordnet
@needs_wordnet
@pytest.mark.parametrize(
    ("word", "lemma", "part"),
    [
        ("quiz", "QUIZ", "noun"),
        ("QUIZZES", "QUIZ", "noun"),
        ("geese", "GOOSE", "noun"),
        ("leaves", "LEAF", "noun"),
        ("wolves", "WOLF", "noun"),
        ("churches", "CHURCH", "noun"),
        ("firemen", "FIREMAN", "noun"),
        ("ran", "RUN", "verb"),
        ("running", "RUN", "verb"),
        ("saw", "SEE", "verb"),
        ("died", "DIE", "verb"),
        ("abetted", "ABET", "verb"),
        ("tried", "TRY", "verb"),
        ("bigger", "BIG", "adjective"),
        ("happiest", "HAPPY", "adjective"),
        ("dunnesses", "DUN", "adjective"),
        ("valorously", "VALOROUSLY", "adverb"),
        ("misspells", "MISSPELL", "verb"),
        ("overneat", "NEAT", "adjective"),
        ("detainer", "DETAIN", "verb"),
    ],
)
def test_forms_of_a_word_are_traced_to_it(word: str, lemma: str, part: str) -> None:
    found = definition(word)
    assert found is not None
    assert (found.word, found.lemma, found.part) == (word.upper(), lemma, part)
    assert found.source == "WordNet"
    assert '"' not in found.gloss


@pytest.mark.wordnet
@needs_wordnet
@pytest.mark.parametrize(
    "word", ["PARIS", "GERMAN", "ZZZZ", "", "A B", "DAS·", "ÄRA", "X" * 999]
)
def test_names_and_what_is_no_word_have_no_definition(word: str) -> None:
    assert definition(word) is None


@pytest.mark.wordnet
@needs_wordnet
def test_a_form_of_a_word_with_our_gloss_is_traced_too() -> None:
    found = definition("ECUS")
    assert found is not None
    assert found.sentence == "ECUS, from ECU (noun): an old French coin"


@pytest.mark.wordnet
@needs_wordnet
def test_more_than_two_thirds_of_the_list_have_a_definition() -> None:
    sample = list(load())[::97]
    assert sum(definition(word) is not None for word in sample) / len(sample) > 0.68


@pytest.mark.wordnet
@needs_wordnet
@given(st.text(max_size=12))
@settings(deadline=None)
def test_any_text_may_be_asked_for(text: str) -> None:
    found = definition(text)
    assert found is None or found.gloss


def test_only_english_words_are_explained() -> None:
    assert definition("ES") is not None
    assert definition("ES", "de") is None


def test_without_wordnet_one_sentence_says_what_to_do(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(DependencyMissing, match="apt-get install wordnet-base"):
        WordNet(tmp_path)
    for name in ("noun", "verb", "adj", "adv"):
        (tmp_path / f"{name}.exc").write_text("")
        (tmp_path / f"index.{name}").write_text("")
    with pytest.raises(DependencyMissing, match="apt-get install wordnet-base"):
        WordNet(tmp_path)
    monkeypatch.setattr(definitions, "_wordnet", lambda: "Definitions need WordNet.")
    assert definitions_missing() == "Definitions need WordNet."
    assert definition("QUIZZES") is None
    assert definition("XU") is not None
