"""Boards, goals and decks written as files are read again as the same."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion import gamedata
from companion.board.layout import STANDARD
from companion.board.money import Dollars
from companion.rules.cards.deck import parse_deck
from companion.rules.cards.deck_writer import write_deck
from companion.rules.crossword.tables import parse_toml, write_toml
from companion.rules.monopoly.printed.board import Board, Deed, Effect, Rulings, Space
from companion.rules.monopoly.printed.board_file import parse_board
from companion.rules.monopoly.printed.board_writer import write_board
from companion.rules.together.goals_file import parse_goals, write_goals
from companion.text import from_file
from tests.doubles import monopoly

BOARD = parse_board(gamedata.options("monopoly-scrabble")[0][1])
TEXTS = st.text(st.characters(exclude_categories=("Cs",)), max_size=20)


def test_the_bundled_files_are_written_and_read_as_the_same() -> None:
    goals = parse_goals(gamedata.options("together")[0][1])
    deck = parse_deck(gamedata.options("monopoly-cards")[0][1])
    assert parse_board(write_board(BOARD)) == BOARD
    assert parse_goals(write_goals(goals)) == goals
    assert parse_deck(write_deck(deck)) == deck


def changed(**parts: object) -> Board:
    return replace(BOARD, **parts)  # type: ignore[arg-type]


def effect(kind: Any, text: str, **more: Any) -> Effect:
    return Effect(kind, from_file(text), **more)


HUNDREDS = st.integers(0, 40).map(lambda n: Dollars(n * 100))


@given(
    name=TEXTS,
    value=st.integers(0, 40).map(lambda n: Dollars(n * 200)),
    rent=HUNDREDS,
    flags=st.tuples(st.booleans(), st.booleans()),
    length=st.integers(1, 30),
)
def test_a_board_typed_in_is_kept_as_it_was_typed(
    name: str, value: Dollars, rent: Dollars, flags: tuple[bool, bool], length: int
) -> None:
    deed = Deed("own", name, "#123", value, Dollars(value // 2))
    spaces = [Space("go", "GO"), Space("jail", name), Space("property", name, 0, rent)]
    spaces += [Space("pay", name, amount=rent, to="bank"), Space("move_to", name, to=1)]
    spaces += [Space("collect", name, amount=rent)] * length
    cards = (
        effect("none", "x"), effect("none", "x"), effect("move_to", "y", to="1"),
        effect("move_by", "z", steps=-length), effect("take_property", "t", which="own"),
        effect("collect", "c", source="each_player", amount=rent),
        effect("pay", "p", to="free_parking", amount=rent), effect("miss_turn", "m"),
        effect("free_bank_tiles", "f", count=length), effect("go_to_jail", "j"),
    )  # fmt: skip
    board = changed(
        official=flags[0],
        rulings=Rulings(landing_on_go_pays=flags[1], move_by="main_word"),
        deeds=(deed, BOARD.deeds[7]),
        squares=((BOARD.squares[0][0], 0),),
        track=tuple(spaces),
        chance=cards,
        chest=cards[:1],
        layout=STANDARD if flags[0] else None,
    )
    read = parse_board(write_board(board))
    if board.layout is not None and read.layout is not None:
        assert read.layout.rows == board.layout.rows
        read, board = replace(read, layout=None), replace(board, layout=None)
    assert read == board


def test_a_board_kept_this_way_can_be_played() -> None:
    text = write_board(replace(BOARD, official=True))
    table = monopoly.monopoly(text)
    assert not [p for p in table.board.panels if "laceholder" in str(p.title)]


@given(values=st.dictionaries(TEXTS, st.one_of(TEXTS, st.integers(-99, 99), st.booleans())))
def test_any_text_survives_toml(values: dict[str, object]) -> None:
    assert dict(parse_toml(write_toml(values), "x").data) == values


@pytest.mark.parametrize("marks", ["\x7f", "\x00", '"\\', "\n\r\t", "ä·𝄞"])
def test_awkward_marks_survive_toml(marks: str) -> None:
    assert parse_toml(write_toml({"a": marks}), "x").text("a") == marks
