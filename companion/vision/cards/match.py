"""From words and colours to probabilities of the cards that may lie there.

A title explains the words read at a cost for every edit, cheaper between letters that look
alike; words left over cost a little. Against every title stands the chance that the card is
none of the list. The colour band then weighs the cards against each other.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.vision.cards.types import Bgr, KnownCard

Image = NDArray[np.uint8]

_ALIKE = tuple("1IL|!TJ7 0OQDC 5S 8B 2Z 6G VY UV MN EF CG RN HN KX PF".split())
_PER_EDIT = 3.6
_ALIKE_COST = 0.5
_SHORT_EDIT = 6.5
"""In a title of up to three letters, which anything may look like."""

_PER_LETTER_OF_NONE = 0.75
_PRIOR_OF_NONE = math.log(0.03)
_PER_WORD_LEFT = (0.9, 0.3)
"""Beside a short title, and beside a longer one: among many words any short one is found."""

_PER_LETTER_LEFT = 0.35
_MOST_WORDS = 24
_LEAST_CHROMA = 15.0
"""In a and b of CIE Lab; what lies nearer to grey is in every print."""


def plain(text: str) -> str:
    """Capitals and digits only, words parted by single spaces."""
    kept = "".join(c if c.isalnum() else " " if c.isspace() or c in "-_" else "" for c in text)
    return " ".join(kept.upper().split())


def edit_cost(read: str, title: str) -> float:
    """Return the cheapest sum of edits from one text to the other."""
    row = [float(k) * (1 if k else 0) for k in range(len(title) + 1)]
    for i, mark in enumerate(read, start=1):
        before, row[0] = row[0], float(i)
        for j, wanted in enumerate(title, start=1):
            change = before + _change(mark, wanted)
            before = row[j]
            row[j] = min(change, row[j] + _lost(mark), row[j - 1] + _lost(wanted))
    return row[-1]


def _lost(mark: str) -> float:
    return 0.4 if mark == " " else 1.0


def _change(mark: str, wanted: str) -> float:
    if mark == wanted:
        return 0.0
    alike = any(mark in group and wanted in group for group in _ALIKE)
    return _ALIKE_COST if alike else 1.0


def log_likelihood(words: Sequence[str], titles: Sequence[str]) -> float:
    """Return how well the best of a card's titles explains the words read, 0 at best."""
    read = [w for w in (plain(word) for word in words[:_MOST_WORDS]) if w]
    total = sum(len(w) for w in read)
    best = -math.inf
    for title in titles:
        wanted = plain(title)
        per_edit = _SHORT_EDIT if len(wanted) <= 3 else _PER_EDIT
        count = wanted.count(" ") + 1
        for length in range(max(1, count - 1), count + 3):
            for start in range(max(1, len(read) - length + 1)):
                window = read[start : start + length]
                left = total - sum(len(w) for w in window)
                spare = (len(read) - len(window)) * _PER_WORD_LEFT[len(wanted) > 3]
                cost = spare + per_edit * edit_cost(" ".join(window), wanted)
                best = max(best, -cost - _PER_LETTER_LEFT * min(left, 60))
    return best


def log_none(words: Sequence[str], longest: int) -> float:
    """Return how well the words are explained by a card that is not in the list."""
    letters = sum(len(plain(word)) for word in words)
    left = _PER_LETTER_LEFT * min(letters, 60)
    return _PRIOR_OF_NONE - left - _PER_LETTER_OF_NONE * min(letters, longest, 12)


def rank(
    words: Sequence[str], cards: Sequence[KnownCard], shares: Sequence[float | None]
) -> tuple[list[tuple[str, float]], float]:
    """Return (key, probability) best first, and the log of all evidence together.

    Args:
        words: Read at the end taken for the top.
        cards: That may lie there, with different keys.
        shares: For each card how much of its end shows the card's colour; None without one.
    """
    logs = [
        log_likelihood(words, card.titles) + colour_log(share)
        for card, share in zip(cards, shares, strict=True)
    ]
    longest = max(len(plain(t)) for card in cards for t in card.titles)
    every = np.array([*logs, log_none(words, longest)])
    top = float(every.max())
    weights = np.exp(every - top)
    total = float(weights.sum())
    ranked = [(card.key, float(w / total)) for card, w in zip(cards, weights, strict=False)]
    return sorted(ranked, key=lambda pair: -pair[1]), top


def colour_log(share: float | None) -> float:
    """Return what the share of a card's own colour says for the card; 0 if it has none."""
    if share is None:
        return 0.0
    return 0.6 if share > 0.03 else -1.2


def colour_shares(card: Image, cards: Sequence[KnownCard]) -> list[float | None]:
    """Return for each known card how much of this one shows its colour.

    Args:
        card: uint8 (H, W, 3) BGR, straightened; its paper is taken for white.
        cards: The list.
    """
    small = cv2.resize(card, (70, 98), interpolation=cv2.INTER_AREA).astype(np.float32)
    light = small.reshape(-1, 3)
    bright = light[light.sum(axis=1) >= np.percentile(light.sum(axis=1), 60)]
    paper = np.median(bright, axis=0)
    balanced = np.clip(light / np.maximum(paper, 1.0), 0, 1).astype(np.float32)
    seen = _chroma(balanced)
    return [_share(seen, card.colour_bgr) for card in cards]


def _share(seen: NDArray[np.float32], colour: Bgr | None) -> float | None:
    if colour is None:
        return None
    wanted = _chroma(np.array([colour], np.float32) / np.float32(255))[0]
    if np.hypot(wanted[0], wanted[1]) < _LEAST_CHROMA:
        return None
    # Light and print change how strong a colour is more than which colour it is.
    strength = np.hypot(seen[:, 0], seen[:, 1])
    turn = np.abs(np.arctan2(seen[:, 1], seen[:, 0]) - math.atan2(wanted[1], wanted[0]))
    turn = np.minimum(turn, 2 * math.pi - turn)
    near = (strength > 0.35 * np.hypot(wanted[0], wanted[1])) & (turn < math.radians(18))
    return float(near.mean())


def _chroma(colours: NDArray[np.float32]) -> NDArray[np.float32]:
    lab = cv2.cvtColor(colours[None].astype(np.float32), cv2.COLOR_BGR2LAB)[0]
    return np.asarray(lab[:, 1:], np.float32)
