"""Reading a data file's tables: what is wrong is named, what is hostile is refused."""

from __future__ import annotations

import pytest

from companion.errors import ConfigError
from companion.rules.crossword.tables import LIMIT_CHARS, parse_toml

TABLE = parse_toml(
    'n = 3\nt = "x"\nf = true\nlist = ["a"]\nnumbers = [1]\nrows = [{a = 1}]\n[sub]\nk = 1',
    "The file",
)


def test_values_are_read_by_kind() -> None:
    assert (TABLE.whole("n"), TABLE.text("t"), TABLE.flag("f", default=False)) == (3, "x", True)
    assert (TABLE.texts("list"), TABLE.wholes("numbers")) == (("a",), (1,))
    assert TABLE.table("sub").whole("k") == 1
    assert [row.whole("a") for row in TABLE.rows("rows")] == [1]
    assert TABLE.choice("t", ("x", "y")) == "x"


def test_defaults_stand_in_for_what_is_absent() -> None:
    assert (TABLE.whole("m", 5), TABLE.text("u", "z"), TABLE.flag("g", default=True)) == (
        5,
        "z",
        True,
    )
    assert TABLE.table("none").data == {}


@pytest.mark.parametrize(
    ("read", "says"),
    [
        (lambda t: t.whole("t"), "t must be a whole number"),
        (lambda t: t.whole("f"), "a whole number, not True"),
        (lambda t: t.whole("missing"), "not nothing"),
        (lambda t: t.text("n"), "must be a text"),
        (lambda t: t.flag("n", default=True), "true or false"),
        (lambda t: t.choice("t", ("a", "b")), "one of a, b"),
        (lambda t: t.table("n"), "must be a table"),
        (lambda t: t.rows("list"), "a list of tables"),
        (lambda t: t.texts("numbers"), "a list of texts"),
        (lambda t: t.wholes("list"), "a list of whole numbers"),
    ],
)
def test_the_wrong_kind_is_refused_with_the_right_one(read: object, says: str) -> None:
    with pytest.raises(ConfigError, match=says):
        read(TABLE)  # type: ignore[operator]


def test_keys_nobody_asked_for_are_refused_with_those_that_are_known() -> None:
    table = parse_toml("a = 1\nb = 2", "The file")
    table.whole("a")
    with pytest.raises(ConfigError, match="unknown key 'b'; known are a"):
        table.close()
    table.whole("b")
    table.close()


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("x" * (LIMIT_CHARS + 1), "longer than"),
        ("a = ", "not TOML"),
        ("a = " + "[" * 50_000, "not TOML"),
        ("a = " + "{b = " * 5_000, "not TOML"),
        ("a = 1\na = 2", "not TOML"),
    ],
)
def test_hostile_texts_are_refused_in_a_sentence(text: str, says: str) -> None:
    with pytest.raises(ConfigError, match=says):
        parse_toml(text, "The file")


def test_numbers_beyond_reason_are_refused() -> None:
    with pytest.raises(ConfigError, match="a whole number"):
        parse_toml("n = 99999999999", "The file").whole("n")
