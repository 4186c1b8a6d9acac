"""Monopoly Scrabble for two to four players.

Source: rulebook "Monopoly Scrabble" (facts S0). What is printed on board and cards, and the
switches for what the rulebook leaves open, come as the option `board`, the text of a board file
(`companion.gamedata.options("monopoly-scrabble")`). Further options: `seed` (order of the
decks), `first` (the seat that begins), `exchange_min_bag` (7).
"""

from __future__ import annotations

from companion.rules.engine.book import Book
from companion.rules.engine.game import TurnGame
from companion.rules.engine.messages import CorrectTile, DrawStart
from companion.rules.game import Card, Game, Printed
from companion.rules.letters import check_lies, laid_by
from companion.rules.monopoly import messages
from companion.rules.monopoly.decide import again, decide, go_on, taken_off
from companion.rules.monopoly.evolve import evolve
from companion.rules.monopoly.printed.board_file import parse_board
from companion.rules.monopoly.printed.board_writer import write_board
from companion.rules.monopoly.scoreboard import scoreboard
from companion.rules.monopoly.state import State, start
from companion.text import said

KEY = "monopoly-scrabble"

_TURNS: TurnGame[State] = TurnGame(
    name=KEY,
    facts=messages.EVENTS,
    commands=messages.COMMANDS,
    begin=start,
    board=scoreboard,
    book=Book(
        decide=decide,
        evolve=evolve,
        taken=lambda state: len(state.turns),
        open=lambda state: state.in_turn or state.ended,
        go_on=go_on,
        taken_off=taken_off,
        quiet=(messages.LetStand,),
        swaps=(messages.SwapBlank,),
        again=again,
        check_letter=lambda state, command: check_lies(
            state.position, state.layout, state.setup.tiles, command
        ),
        laid=lambda state, square: laid_by(state.turns, square),
        before=(DrawStart,),
        beside=(
            CorrectTile, messages.SeeBankRack, messages.CorrectBalance,
            messages.CorrectToken, messages.CorrectOwner, messages.CorrectRack,
            messages.ChooseToken,
        ),
    ),
)  # fmt: skip


def _cards(text: str) -> tuple[Card, ...]:
    return tuple(Card(deed.key, deed.told, deed.color) for deed in parse_board(text).deeds)


GAME = Game(
    key=KEY,
    title=said("Monopoly Scrabble"),
    seats=(2, 4),
    events=_TURNS.events,
    commands=messages.COMMANDS,
    start=_TURNS.start,
    decide=_TURNS.decide,
    evolve=_TURNS.evolve,
    scoreboard=_TURNS.scoreboard,
    printed=Printed(
        option="board",
        schema="monopoly-scrabble/1",
        file="monopoly_scrabble.toml",
        parts=(
            ("money", said("Money")),
            ("properties", said("Properties and their squares")),
            ("track", said("Track")),
            ("cards", said("Chance and Community Chest")),
        ),
        canonical=lambda text: write_board(parse_board(text)),
        cards=_cards,
        form="properties",
        is_dated=True,
    ),
    is_shuffled=True,
    most_tiles=lambda _: 15,  # bank tiles are laid beside one's own, up to a whole line
    swap_blank=messages.SwapBlank,
)
