"""The Bookcase Edition of the classic game: the same rules with other switches.

Source: rulebook "Scrabble Bookcase Edition" (facts S3). Tiles may be exchanged at any time, the
discards going into the bag first; the game ends when all pass twice in a row; a tie goes to the
higher total before the reckoning.
"""

from __future__ import annotations

from companion.rules.games.classic import Classic

BOOKCASE = Classic(
    name="bookcase",
    title="Crossword game, Bookcase Edition",
    rules=(
        ("exchange_min_bag", 0),
        ("exchange_return_first", True),
        ("end_on", "passes"),
    ),
)
