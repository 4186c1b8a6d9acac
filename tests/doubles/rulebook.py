"""The score of a play as the rulebook has it, written from its text alone.

Shares nothing with the program: tokens on (row, column), premiums and values typed in here.
"""

from __future__ import annotations

import random

Square = tuple[int, int]
Laid = dict[Square, tuple[str, bool]]
"""What was laid where: the letter, and whether it is a blank."""

VALUES = {
    "english": "A1 B3 C3 D2 E1 F4 G2 H4 I1 J8 K5 L1 M3 N1 O1 P3 Q10 R1 S1 T1 U1 V4 W4 X8 "
    "Y4 Z10",
    "german": "A1 Ä6 B3 C4 D1 E1 F4 G2 H2 I1 J6 K4 L2 M3 N1 O2 Ö8 P4 Q10 R1 S1 T1 U1 Ü6 V6 W3 "
    "X8 Y10 Z3",
    "french": "A1 B3 C3 D2 E1 F4 G2 H4 I1 J8 K10 L1 M2 N1 O1 P3 Q8 R1 S1 T1 U1 V4 W10 X10 Y10 "
    "Z10",
    "spanish": "A1 B3 C3 CH5 D2 E1 F4 G2 H4 I1 J8 L1 LL8 M3 N1 Ñ8 O1 P3 Q5 R1 RR8 S1 T1 U1 V4 "
    "X8 Y4 Z10",
    "polish": "A1 Ą5 B3 C2 Ć6 D2 E1 Ę5 F5 G3 H3 I1 J3 K2 L2 Ł3 M2 N1 Ń7 O1 Ó5 P2 R1 S1 Ś5 T2 "
    "U3 W1 Y2 Z1 Ź9 Ż5",
}

EIGHTH = {  # one eighth of the board; the rest is its mirror images
    "3W": [(0, 0), (0, 7)],
    "2W": [(1, 1), (2, 2), (3, 3), (4, 4), (7, 7)],
    "3L": [(1, 5), (5, 5)],
    "2L": [(0, 3), (2, 6), (3, 7), (6, 6)],
}


def premiums() -> dict[Square, str]:
    """The squares of the board that are worth more."""
    out = {}
    for kind, squares in EIGHTH.items():
        for r, c in squares:
            for a, b in ((r, c), (c, r)):
                for square in ((a, b), (14 - a, b), (a, 14 - b), (14 - a, 14 - b)):
                    out[square] = kind
    return out


PREMIUMS = premiums()


def values(language: str) -> dict[str, int]:
    """What each letter is worth."""
    found = {}
    for part in VALUES[language].split():
        letters = part.rstrip("0123456789")
        found[letters] = int(part[len(letters) :])
    return found


def word_at(board: Laid, square: Square, step: Square) -> list[Square]:
    """The squares of the unbroken row of tiles through a square."""
    r, c = square
    while (r - step[0], c - step[1]) in board:
        r, c = r - step[0], c - step[1]
    out = []
    while (r, c) in board:
        out.append((r, c))
        r, c = r + step[0], c + step[1]
    return out


def score(board: Laid, laid: Laid, worth: dict[str, int]) -> int:
    """Points of a play: its word, every word it crosses, and fifty for seven tiles."""
    after = {**board, **laid}
    across = len({row for row, _ in laid}) == 1
    if len(laid) == 1:
        across = len(word_at(after, next(iter(laid)), (0, 1))) > 1
    along, over = ((0, 1), (1, 0)) if across else ((1, 0), (0, 1))
    words = [word_at(after, next(iter(laid)), along)]
    words += [word for square in laid if len(word := word_at(after, square, over)) > 1]
    total = 50 if len(laid) == 7 else 0
    for word in words:
        points, times = 0, 1
        for square in word:
            letter, blank = after[square]
            own = 0 if blank else worth[letter]
            premium = PREMIUMS.get(square, "") if square in laid else ""
            points += own * (int(premium[0]) if premium.endswith("L") else 1)
            times *= int(premium[0]) if premium.endswith("W") else 1
        total += points * times
    return total


def random_play(board: Laid, letters: list[str], rng: random.Random) -> Laid:
    """Tiles on free squares of one line without a gap, that touch what lies there."""
    while True:
        step = rng.choice([(0, 1), (1, 0)])
        r, c = rng.randrange(15), rng.randrange(15)
        if not board:
            r, c = (7, rng.randrange(3, 8)) if step == (0, 1) else (rng.randrange(3, 8), 7)
        laid: Laid = {}
        for _ in range(rng.randint(1 if board else 2, 7)):
            while (r, c) in board:
                r, c = r + step[0], c + step[1]
            if r > 14 or c > 14:
                break
            laid[r, c] = (rng.choice(letters), rng.random() < 0.06)
            r, c = r + step[0], c + step[1]
        if not board and (7, 7) in laid and len(laid) > 1:
            return laid
        beside = (
            (r + a, c + b) for r, c in laid for a, b in ((0, 1), (1, 0), (0, -1), (-1, 0))
        )
        if laid and any(square in board for square in beside):
            return laid
