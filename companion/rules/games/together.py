"""Scrabble Together for one to four players, who win or lose as one.

Source: rulebook "Scrabble Together" (facts S1). The goal cards come as the option `goals`, the
text of a goals file (`companion.gamedata.options("together")`); the colours of the board's
squares as the option `colours`, or from the empty board by `ReadColours`. Further options:
`starter` (0), `goal_count` (20), `seed` (0), `first` (0).
"""

from __future__ import annotations

from companion.rules.history import Book
from companion.rules.messages import CorrectTile, Pass, PlayTiles
from companion.rules.together.decide import decide, go_on
from companion.rules.together.evolve import evolve
from companion.rules.together.messages import (
    COMMANDS,
    EVENTS,
    ChooseFirst,
    ColourSquare,
    ReadColours,
    ShowGoals,
    StepTaken,
)
from companion.rules.together.scoreboard import scoreboard
from companion.rules.together.state import State, start
from companion.rules.turn_game import TurnGame

TOGETHER: TurnGame[State] = TurnGame(
    name="together",
    title="Scrabble Together",
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
        open=lambda state: state.judging or state.ended,
        go_on=go_on,
        takes=(PlayTiles, Pass),
        before=(ChooseFirst,),
        beside=(CorrectTile, ColourSquare, ReadColours, ShowGoals),
    ),
)
