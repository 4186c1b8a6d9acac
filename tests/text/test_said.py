"""What is said: templates, plurals, lists and languages, and the way through JSON."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog

from companion.errors import GcgError, InputError, told
from companion.text import (
    NOTHING,
    Said,
    listed,
    said,
    said_in,
    said_n,
    sentences,
    verbatim,
)
from companion.text import codec as texts
from companion.text.languages import (
    LANGUAGES,
    PSEUDO,
    Language,
    best_of,
    language,
)
from firmware_bridge.ports import BridgeError, Sentence
from stl_meta.faults import MeshError, Reason

ROOT = Path(__file__).resolve().parents[2]


def tongue(*messages: tuple[object, object], context: str | None = None) -> Language:
    """A language made here, with the plural forms of Polish."""
    catalogue = Catalog(locale="pl")
    for template, string in messages:
        catalogue.add(template, string, context=context)  # type: ignore[arg-type]

    def form(n: int) -> int:
        few = n % 10 in (2, 3, 4) and n % 100 not in (12, 13, 14)
        return 0 if n == 1 else 1 if few else 2

    return Language("pl", catalogue.locale, catalogue, form)  # type: ignore[arg-type]


def test_gaps_are_filled_by_name_whatever_the_order_in_a_language() -> None:
    wins = said("{player} wins with {points}.", player="Ann", points=312)
    assert str(wins) == "Ann wins with 312."
    other = tongue(("{player} wins with {points}.", "Z {points} wygrywa {player}."))
    assert other.write(wins) == "Z 312 wygrywa Ann."


@pytest.mark.parametrize("name", ["Pass", "{x}", "{0}", "Red", "%s", "{", "Green"])
def test_a_name_is_never_translated_nor_taken_for_a_gap(name: str) -> None:
    other = tongue(("{player} to play", "Gra {player}"), ("Pass", "Pas"), ("Green", "Zielony"))
    assert other.write(said("{player} to play", player=name)) == f"Gra {name}"
    assert other.write(verbatim(name)) == name


def test_what_is_said_in_a_gap_is_translated_with_the_rest() -> None:
    other = tongue(("Late: {why}.", "Za późno: {why}."), ("time", "czas"))
    assert other.write(said("Late: {why}.", why=said("time"))) == "Za późno: czas."


@pytest.mark.parametrize(
    ("count", "told"), [(1, "1 litera"), (2, "2 litery"), (5, "5 liter"), (22, "22 litery")]
)
def test_a_language_has_as_many_plural_forms_as_it_needs(count: int, told: str) -> None:
    forms = ("{n} litera", "{n} litery", "{n} liter")
    other = tongue((("{n} letter", "{n} letters"), forms))
    tiles = said_n("{n} letter", "{n} letters", count)
    assert other.write(tiles) == told
    assert str(tiles) == ("1 letter" if count == 1 else f"{count} letters")


def test_lists_follow_the_language() -> None:
    assert str(listed(["A"])) == "A"
    assert str(listed(["A", "B", "C"])) == "A, B and C"
    assert str(listed(["A", "B"], "or")) == "A or B"
    assert language("en").write(listed(["A", "B", "C"])) == "A, B and C"
    assert language("de").write(listed(["A", "B", "C"])) == "A, B und C"
    assert language("de").write(listed(["A", "B"], "or")) == "A oder B"


def test_sentences_follow_each_other_without_empty_ones() -> None:
    assert str(sentences(said("One."), NOTHING, said("Two."))) == "One. Two."
    assert sentences(NOTHING, said("One.")) == said("One.")
    assert not sentences(NOTHING)


def test_a_context_tells_two_meanings_apart() -> None:
    other = tongue(("To", "Do"), context="a place")
    assert other.write(said_in("a place", "To")) == "Do"
    assert other.write(said("To")) == "To"


def test_a_text_cannot_be_built_into_an_f_string() -> None:
    with pytest.raises(TypeError, match="argument"):
        f"{said('One')} two"


@pytest.mark.parametrize(
    "text",
    [
        said("Plain."),
        NOTHING,
        said("{a} and {b}", a="x", b=3),
        said("{why}", why=said("time")),
        said_n("{n} tile", "{n} tiles", 2),
        said_in("a place", "To"),
        listed([said("One"), "Two"], "or"),
        verbatim("said"),
    ],
)
def test_a_text_comes_back_from_json(text: Said) -> None:
    assert texts.from_json(texts.to_json(text)) == text


@pytest.mark.parametrize(
    "data",
    [3, None, {}, {"said": 3}, {"said": "{a}", "args": {"b": 1}}, {"said": "x", "kind": "q"},
     {"said": "{a}", "args": {"a": None}}, {"said": "{", "args": {"a": 1}}, {"x": 1}],
)  # fmt: skip
def test_json_that_is_no_text_is_refused(data: object) -> None:
    if data == {}:
        assert texts.from_json(data) == NOTHING
        return
    with pytest.raises(ValueError, match="text"):
        texts.from_json(data)


def test_faults_carry_their_text() -> None:
    fault = InputError(said("{file} is empty.", file="a.gcg"))
    assert fault.said == said("{file} is empty.", file="a.gcg")
    assert str(fault) == "a.gcg is empty."
    assert str(GcgError(said("no header"), line=3)) == "line 3: no header"
    assert str(InputError("in words")) == "in words"


def test_the_pseudo_language_brackets_every_text_and_makes_it_a_third_longer() -> None:
    shown = language(PSEUDO).write(said("{player} to play", player="Ann"))
    assert shown[0] == "["
    assert shown[-1] == "]"
    assert "Ann to play" in shown
    assert len(shown) >= 1.3 * len("Ann to play")
    assert language(PSEUDO).write("Ann") == "Ann"


def test_the_best_language_is_found() -> None:
    assert best_of(["de_AT.UTF-8"]).code == "de"
    assert best_of(["xx", "fr-FR", "de"]).code == "de"
    assert best_of(["C"]).code == "en"
    assert best_of([]).code == "en"
    assert language("de").name == "Deutsch"


@pytest.mark.parametrize("code", LANGUAGES)
def test_every_offered_language_opens(code: str) -> None:
    assert language(code).write(said("not in any catalogue")) == "not in any catalogue"


def test_the_catalogues_hold_what_is_said_now() -> None:
    program = [sys.executable, "-m", "tools.texts", "--check"]
    done = subprocess.run(program, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, f"{done.stderr}run `make texts`"


@pytest.mark.parametrize("code", LANGUAGES[1:])
def test_every_text_is_translated_with_the_same_gaps(code: str) -> None:
    catalogue = language(code).catalogue
    assert catalogue is not None
    for message in catalogue:
        if not message.id:
            continue
        ids = (message.id,) if isinstance(message.id, str) else tuple(message.id)
        strings = (message.string,) if isinstance(message.string, str) else message.string
        assert strings, ids
        gaps = set(re.findall(r"\{\w+", ids[-1]))
        for string in strings:
            assert string, f"{ids[0]!r} is not translated to {code}"
            assert set(re.findall(r"\{\w+", string)) <= gaps | {"{n"}, ids[0]
        assert set(re.findall(r"\{\w+", strings[-1])) == gaps, ids[0]


def test_what_a_sibling_package_tells_becomes_a_text() -> None:
    fault = BridgeError("There is no port {port}; is the box plugged in?", port="/dev/x")
    assert str(fault) == str(told(fault)) == "There is no port /dev/x; is the box plugged in?"
    assert language("de").write(told(fault)) != str(fault)
    lost = Sentence("; {count} presses were lost", count=2)
    status = Sentence(
        "The button box is connected ({port}){lost}{line}{stuck}{restarts}.",
        port="{x}",
        lost=lost,
        line="",
        stuck="",
        restarts="",
    )
    assert str(told(status)) == "The button box is connected ({x}); 2 presses were lost."
    assert "Knopfkasten" in language("de").write(told(status))
    assert "2 Tastendrücke" in language("de").write(told(status))
    assert told(MeshError("The file has no triangles.", Reason.NO_TRIANGLES)).args == ()
    assert told(OSError("{broken")).template == "{broken"
