"""Reads a hand of cards in a photo: finds them, straightens each, and tells which it is."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.errors import ConfigError
from companion.text import said
from companion.vision.cards.match import colour_shares, rank
from companion.vision.cards.quads import find_hands
from companion.vision.cards.strays import places_by_titles, stray_places
from companion.vision.cards.titles import CARD_PX, check_tesseract, read_ends
from companion.vision.cards.types import (
    CardReading,
    HandReading,
    HandUnreadable,
    KnownCard,
    NoCards,
)

Image = NDArray[np.uint8]
Quad = NDArray[np.float64]

SURE = 0.9
"""Below this probability somebody should look."""

MOST_CARDS = 24
_LEAST_SIDE_PX = 120
_HANDS_TRIED = 3
_BORNE_OUT = 0.8
"""Share of titles known for sure with which a hand is taken for found."""

_FOUND = 0.5
"""With fewer titles known for sure the outlines are taken for wrong."""

_LEAST_LOG = -60.0
_LONGEST_TEXT = 120


class CardReader:
    """Reads the cards of one list.

    Args:
        cards: Those that may lie there, each with a key of its own and at least one title.

    Raises:
        ConfigError: The list is empty, a key comes twice, or a card has no title.
        DependencyMissing: Tesseract is not installed.
    """

    def __init__(self, cards: Sequence[KnownCard]) -> None:
        keys = [card.key for card in cards]
        if not keys or len(set(keys)) != len(keys):
            raise ConfigError("A list of cards needs at least one card, and each key once.")
        for card in cards:
            if not any(title.strip() for title in card.titles):
                raise ConfigError("The card {key!r} has no title to be known by.", key=card.key)
        self.cards = tuple(cards)
        self.version = check_tesseract()

    def read(self, image: Image) -> HandReading | HandUnreadable:
        """Return the cards of a photo.

        Args:
            image: uint8 (H, W, 3) BGR; any size, any turn.
        """
        if min(image.shape[:2]) < _LEAST_SIDE_PX:
            size = f"{image.shape[1]} x {image.shape[0]}"
            detail = said(
                "The picture is only {size} px, too small to show titles: use a larger one.",
                size=size,
            )
            return HandUnreadable(NoCards.TOO_SMALL, detail)
        hands = find_hands(image)
        if not hands:
            return HandUnreadable(
                NoCards.NOT_FOUND,
                said(
                    "No cards were found: lay them apart on a plain, darker table and "
                    "photograph them from above."
                ),
            )
        cards = self._likeliest(image, hands)
        if not cards:
            return HandUnreadable(
                NoCards.NOT_READABLE,
                said(
                    "{hands} shapes like cards were found, but no title could be read: go "
                    "nearer, hold still, avoid glare.",
                    hands=len(hands[0]),
                ),
            )
        if _sure(cards) < _FOUND * max(len(cards), 3):
            by_titles = self._looked_at(image, places_by_titles(image, self.cards), ())
            if len(by_titles) > _sure(cards):
                cards = by_titles
        else:
            cards += self._strays(image, cards)
        return HandReading(self._more_than_there_are(_in_order(cards)))

    def _strays(self, image: Image, cards: Sequence[CardReading]) -> list[CardReading]:
        """Cards known by their titles alone; somebody should look, their rims are not seen."""
        return self._looked_at(image, stray_places(image, cards, self.cards), cards)

    def _looked_at(
        self, image: Image, everywhere: Iterable[tuple[Quad, ...]], cards: Sequence[CardReading]
    ) -> list[CardReading]:
        """Read the best of the places where each card may lie."""
        found: list[CardReading] = []
        for places in everywhere:
            read = [self._read_card(image, quad) for quad in places]
            best = max(read, key=lambda card: card.candidates[0][1])
            apart = all(_apart(best, other) for other in (*cards, *found))
            if best.text and not best.doubtful and apart:
                found.append(replace(best, doubtful=True))
        return found

    def _likeliest(self, image: Image, hands: Sequence[Sequence[Quad]]) -> list[CardReading]:
        """Read the likeliest hand; the next ones too while titles do not bear it out.

        Where cards run together, halves or pairs of them look like cards as well.
        """
        best: list[CardReading] = []
        for quads in hands[:_HANDS_TRIED]:
            read = [self._read_card(image, quad) for quad in quads[:MOST_CARDS]]
            cards = [card for card in read if card.text]
            if not best or _sure(cards) > _sure(best):
                best = cards
            if _sure(best) >= _BORNE_OUT * len(quads):
                break
        return best

    def _read_card(self, image: Image, quad: Quad) -> CardReading:
        card = straighten(image, quad)
        shares = colour_shares(card, self.cards)
        ends: list[tuple[float, CardReading]] = []
        for turns, end in enumerate(read_ends(card)):
            ranked, evidence = rank(end.words, self.cards, shares)
            sure = ranked[0][1]
            # An end that shows nothing explains itself well; what counts is a title that fits.
            score = math.log(max(sure, 1e-9)) + 0.05 * max(evidence, _LEAST_LOG)
            corners = np.roll(quad, -2 * turns, axis=0)
            reading = CardReading(
                tuple((float(x), float(y)) for x, y in corners),
                tuple(ranked[:5]),
                " ".join(end.words)[:_LONGEST_TEXT],
                doubtful=sure < SURE,
            )
            ends.append((score, reading))
        return max(ends, key=lambda pair: pair[0])[1]

    def _more_than_there_are(self, cards: Sequence[CardReading]) -> tuple[CardReading, ...]:
        """Doubt all cards of a kind of which more were read than there are."""
        counts = {card.key: card.count for card in self.cards}
        held = Counter(card.key for card in cards)
        return tuple(
            CardReading(c.corners_px, c.candidates, c.text, doubtful=True)
            if held[c.key] > counts[c.key]
            else c
            for c in cards
        )


def _apart(one: CardReading, other: CardReading) -> bool:
    """Whether two cards may both lie there: neither has its middle within the other's core."""
    a, b = np.array(one.corners_px), np.array(other.corners_px)
    side = min(float(np.linalg.norm(q[1] - q[0])) for q in (a, b))
    return float(np.linalg.norm(a.mean(axis=0) - b.mean(axis=0))) > 0.5 * side


def _sure(cards: Sequence[CardReading]) -> int:
    return sum(not card.doubtful for card in cards)


def straighten(image: Image, quad: Quad) -> Image:
    """Return a card seen from straight above, uint8 (784, 560, 3).

    Args:
        image: The photo.
        quad: (4, 2) px, clockwise from the top left as the card is to be seen.
    """
    width, height = CARD_PX
    flat = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32) - 0.5
    homography = cv2.getPerspectiveTransform(quad.astype(np.float32), flat)
    # Cubic: most cards in a photo are smaller than this, and letters shall stay sharp.
    card = cv2.warpPerspective(image, homography, (width, height), flags=cv2.INTER_CUBIC)
    return np.asarray(card, np.uint8)


def _in_order(cards: Sequence[CardReading]) -> list[CardReading]:
    """Sort as they are read: by rows along the direction in which most titles run."""
    quads = np.array([card.corners_px for card in cards])
    across = np.mean(quads[:, 1] - quads[:, 0] + quads[:, 2] - quads[:, 3], axis=0)
    length = float(np.linalg.norm(across))
    x_axis = across / length if length > 1e-6 else np.array([1.0, 0.0])
    y_axis = np.array([-x_axis[1], x_axis[0]])
    middles = quads.mean(axis=1)
    xs, ys = middles @ x_axis, middles @ y_axis
    tall = float(np.median(np.linalg.norm(quads[:, 3] - quads[:, 0], axis=1)))
    order = sorted(range(len(cards)), key=lambda k: ys[k])
    rows: list[list[int]] = []
    for k in order:
        if rows and ys[k] - ys[rows[-1][0]] < 0.55 * tall:
            rows[-1].append(k)
        else:
            rows.append([k])
    return [cards[k] for row in rows for k in sorted(row, key=lambda k: xs[k])]
