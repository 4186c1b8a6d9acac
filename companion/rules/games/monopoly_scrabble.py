"""Monopoly Scrabble for two to four players.

Source: rulebook "Monopoly Scrabble" (facts S0). What is printed on board and cards, and the
switches for what the rulebook leaves open, come as the option `board`, the text of a board file
(`companion.gamedata.options("monopoly-scrabble")`). Further options: `seed` (order of the
decks), `first` (the seat that begins), `exchange_min_bag` (7).
"""

from __future__ import annotations

from companion.rules.history import Book
from companion.rules.messages import CorrectTile, DrawStart
from companion.rules.monopoly.decide import decide, go_on
from companion.rules.monopoly.evolve import evolve
from companion.rules.monopoly.messages import (
    COMMANDS,
    EVENTS,
    CorrectBalance,
    CorrectOwner,
    CorrectRack,
    CorrectToken,
    SeeBankRack,
    StepTaken,
)
from companion.rules.monopoly.scoreboard import scoreboard
from companion.rules.monopoly.state import State, start
from companion.rules.turn_game import TurnGame

MONOPOLY_SCRABBLE: TurnGame[State] = TurnGame(
    name="monopoly-scrabble",
    title="Monopoly Scrabble",
    events=EVENTS,
    commands=COMMANDS,
    begin=start,
    decide_now=decide,
    evolve_now=evolve,
    board=scoreboard,
    book=Book(
        decide=decide,
        evolve=evolve,
        step=StepTaken,
        taken=lambda state: len(state.turns),
        open=lambda state: state.in_turn or state.ended,
        go_on=go_on,
        before=(DrawStart,),
        beside=(
            CorrectTile, SeeBankRack, CorrectBalance, CorrectToken, CorrectOwner, CorrectRack,
        ),
    ),
)  # fmt: skip
