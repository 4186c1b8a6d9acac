"""What the name of a file or a part tells: a tile's letter, and how many there are."""

from __future__ import annotations

import re

_LETTER = r"(blank|[^\W\d_](?:·?[^\W\d_])?)"
_NAMED = re.compile(
    rf"(?i)(?:tile|letter|stein|lettre|buchstabe)s?[-_ ]*{_LETTER}(?:[-_ .\d]|$)"
)
_COUNT = re.compile(r"(?i)(?:^|[-_ (\[])(?:x(\d{1,3})|(\d{1,3})x)(?=[-_ .)\]]|$)")
_VERSION = re.compile(r"(?i)(?:^|[-_ .])v\d+(?=[-_ .]|$)")
_PARTING = re.compile(r"[-_ .()\[\]]+")
_MOST = 200


def count_in(name: str) -> int:
    """Return how many a name says there are, as in `tile-E_x12` or `4x edge`; else 1."""
    found = _COUNT.search(name)
    number = int(found.group(1) or found.group(2)) if found else 1
    return number if 0 < number <= _MOST else 1


def letter_in(name: str) -> str | None:
    """Return the letter that a tile's name tells, upper case; empty for a blank, None for none.

    `tile-A`, `Stein_ä` and `letter L·L 2` tell it by what stands before, `A`, `NY` and
    `scrabble_A_x9` because nothing else in them can be one.
    """
    name = _VERSION.sub("", _COUNT.sub("", name))
    found = _NAMED.search(name)
    if found:
        text = found.group(1)
    else:
        words = [word for word in _PARTING.split(name) if word]
        single = [word for word in words if len(word) == 1 and word.isalpha()]
        if any(word.lower() == "blank" for word in words):
            text = "blank"
        elif len(single) == 1:
            text = single[0]
        elif len(words) == 1 and re.fullmatch(_LETTER, words[0]):
            text = words[0]
        else:
            return None
    return "" if text.lower() == "blank" else text.upper()
