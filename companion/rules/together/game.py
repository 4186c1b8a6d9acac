"""Scrabble Together for one to four players, who win or lose as one.

Source: rulebook "Scrabble Together" (facts S1). The goal cards come as the option `goals`, the
text of a goals file (`companion.gamedata.options("together")`); the colours of the board's
squares as the option `colours`, or from the empty board by `ReadColours`. Further options:
`starter` (0), `goal_count` (20), `seed` (0), `first` (0).
"""

from __future__ import annotations

from collections.abc import Sequence

from companion.board.square import Square
from companion.rules.engine.book import Book
from companion.rules.engine.game import TurnGame
from companion.rules.engine.messages import CorrectTile, Pass, PlayTiles
from companion.rules.game import Card, Game, Printed
from companion.rules.letters import check_lies, laid_by
from companion.rules.together import messages
from companion.rules.together.decide import decide, go_on
from companion.rules.together.evolve import evolve
from companion.rules.together.goals_file import parse_goals, write_goals
from companion.rules.together.scoreboard import scoreboard
from companion.rules.together.state import State, start
from companion.text import said

KEY = "together"

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
        open=lambda state: state.judging or state.ended,
        go_on=go_on,
        check_letter=lambda state, command: check_lies(
            state.position, state.setup.layout, state.tiles, command
        ),
        laid=lambda state, square: laid_by(state.turns, square),
        takes=(PlayTiles, Pass),
        before=(messages.ChooseFirst,),
        beside=(CorrectTile, messages.ColourSquare, messages.ReadColours, messages.ShowGoals),
    ),
)


def _cards(text: str) -> tuple[Card, ...]:
    return tuple(Card(goal.key, goal.told) for goal in parse_goals(text).cards)


def _colours(seen: Sequence[tuple[Square, str]]) -> messages.ReadColours:
    return messages.ReadColours(
        tuple(messages.Coloured(square, colour) for square, colour in seen)
    )


GAME = Game(
    key=KEY,
    title=said("Scrabble Together"),
    seats=(1, 4),
    events=_TURNS.events,
    commands=messages.COMMANDS,
    start=_TURNS.start,
    decide=_TURNS.decide,
    evolve=_TURNS.evolve,
    scoreboard=_TURNS.scoreboard,
    printed=Printed(
        option="goals",
        schema="together/1",
        file="together.toml",
        parts=(("cards", said("Goal cards")),),
        canonical=lambda text: write_goals(parse_goals(text)),
        cards=_cards,
        form="goals",
    ),
    is_shuffled=True,
    most_tiles=lambda _: 8,  # a helper gives an eighth
    see_colours=_colours,
)
