"""What is asked when a crossword game is set up, beyond players, tiles and words."""

from __future__ import annotations

from companion.rules.crossword.options import DEFAULTS
from companion.rules.game import Choice
from companion.text import said

ASKED = (
    Choice(
        "challenge",
        said("A wrong challenge"),
        (
            ("void", said("Words are checked as they are laid")),
            ("single", said("costs nothing")),
            ("double", said("costs the next turn")),
            ("points", said("costs 5 points a word")),
            ("10-point", said("costs 10 points a word")),
        ),
        DEFAULTS.challenge,
        first="single",
    ),
    Choice(
        "teams",
        said("Teams"),
        (
            ("0", said("Each alone")),
            ("1,2,1,2", said("Who sit opposite play together")),
            ("1,1,2,2", said("Who sit side by side play together")),
        ),
        DEFAULTS.teams,
        players=4,
    ),
)
