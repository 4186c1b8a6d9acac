"""The classic crossword game for two to four players, and its editions.

Sources: rulebook "Scrabble" (facts S4); rulebook "Scrabble Bookcase Edition" (facts S3): tiles
may be exchanged at any time, the discards going into the bag first; the game ends when all pass
twice in a row; a tie goes to the higher total before the reckoning. House rules are options;
`companion.rules.crossword.options` lists them with their defaults.
"""

from __future__ import annotations

from companion.rules.api import DoubtCost, Setup
from companion.rules.crossword import deciding
from companion.rules.crossword import state as crossword
from companion.rules.crossword.asked import ASKED
from companion.rules.crossword.challenges.rules import TABLE, points_of
from companion.rules.crossword.options import rules_of
from companion.rules.crossword.scoreboard import scoreboard
from companion.rules.engine.book import Book
from companion.rules.engine.game import TurnGame
from companion.rules.engine.messages import COMMANDS, EVENTS, TurnLost
from companion.rules.game import Game, Variant
from companion.rules.letters import check_letter, laid_by
from companion.rules.noted import NOTED
from companion.text import said

KEY = "classic"


def _doubt(setup: Setup) -> DoubtCost:
    rules = rules_of(setup)
    rule = TABLE[rules.challenge]
    return DoubtCost(
        rule.good,
        points_of(rules),
        rules.challenge_per,
        checked=not rule.allowed,
        books=rules.challenge_books,
    )


_TURNS: TurnGame[crossword.CrosswordState] = TurnGame(
    name=KEY,
    facts=EVENTS,
    commands=COMMANDS,
    begin=crossword.start,
    board=scoreboard,
    book=Book(
        decide=deciding.decide,
        evolve=crossword.evolve,
        taken=lambda state: len(state.sheet.lines),
        takes=(*crossword.TAKEN, TurnLost),
        notes=NOTED,
        again=crossword.again,
        order_of=crossword.event_of,
        check_letter=lambda state, command: check_letter(state.setup.tiles, command.tile),
        laid=lambda state, square: laid_by(state.sheet.lines, square),
        own=crossword.OWN,
    ),
)

GAME = Game(
    key=KEY,
    title=said("Classic crossword game"),
    seats=(2, 4),
    events=_TURNS.events,
    commands=COMMANDS,
    start=_TURNS.start,
    decide=_TURNS.decide,
    evolve=_TURNS.evolve,
    scoreboard=_TURNS.scoreboard,
    variants=(
        Variant(KEY, said("Classic crossword game"), emblem="WORDS"),
        Variant(
            "bookcase",
            said("Crossword game, Bookcase Edition"),
            options=(
                ("exchange_min_bag", 0),
                ("exchange_return_first", True),
                ("end_on", "passes"),
            ),
            emblem="BOOKS",
        ),
        Variant(
            "clabbers",
            said("Clabbers: anagrams of words count"),
            options=(("words", "anagrams"),),
            emblem="SWORD",
        ),
        Variant(
            "short-game",
            said("Short crossword game, to 150 points"),
            options=(("target", 150), ("end_bonus", "none")),
            emblem="150",
        ),
        Variant(
            "super",
            said("Crossword game on the large board"),
            tiles="english-super",
            board="super",
            emblem="LARGEBOARD",
        ),
    ),
    choices=ASKED,
    is_crossword=True,
    points="words",
    doubt=_doubt,
)
