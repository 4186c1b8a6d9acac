"""Reads the title of a straightened card with Tesseract: both ends of the card in one call.

The strip that Tesseract is given is prepared so that the colour behind a title is no matter:
a pixel's darkness is how far it lies from the colour around it. Frames and pictures, which are
larger than letters, are taken off.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
import pytesseract
from numpy.typing import NDArray

from companion.errors import DependencyMissing

Image = NDArray[np.uint8]

CARD_PX = (560, 784)
"""Width and height of a straightened card."""

STRIP_SHARE = 0.5
"""How much of the card, from its end, may hold the title."""

TIMEOUT_S = 12
_GAP_PX = 60
_RIM_SHARE = 0.035
_AROUND_PX = 61
_LEAST_CONTRAST = 28.0
_MOST_LETTERS = 220


@dataclass(frozen=True, slots=True)
class EndText:
    """What was read at one end of a card: words from top to bottom."""

    words: tuple[str, ...]


def check_tesseract() -> str:
    """Return the version of the program.

    Raises:
        DependencyMissing: It is not installed.
    """
    try:
        return str(pytesseract.get_tesseract_version())
    except (pytesseract.TesseractNotFoundError, OSError, SystemExit) as error:
        raise DependencyMissing(
            "Titles of cards are read with the program tesseract, which was not "
            "found: install it (Debian: apt install tesseract-ocr)."
        ) from error


def read_ends(card: Image) -> tuple[EndText, EndText]:
    """Return the words at the top of a card, and at its other end read upside down.

    Args:
        card: uint8 (784, 560, 3) BGR, straightened.

    Raises:
        DependencyMissing: Tesseract is not there.
    """
    height = round(card.shape[0] * STRIP_SHARE)
    top = prepared(np.ascontiguousarray(card[:height]))
    bottom = prepared(np.ascontiguousarray(card[::-1, ::-1][:height]))
    gap = np.full((_GAP_PX, card.shape[1]), 255, np.uint8)
    sheet = cv2.copyMakeBorder(
        np.vstack([top, gap, bottom]), 20, 20, 20, 20, cv2.BORDER_CONSTANT, value=255
    )
    border = 20 + height + _GAP_PX // 2
    ends: tuple[list[str], list[str]] = ([], [])
    for word, middle_y in _ask(np.asarray(sheet, np.uint8)):
        ends[middle_y > border].append(word)
    return EndText(tuple(ends[0])), EndText(tuple(ends[1]))


def scattered_words(sheet: Image) -> list[tuple[str, int, int, int, int]]:
    """Return words anywhere on a sheet, dark on white: text, left, top, width, height in px.

    Raises:
        DependencyMissing: Tesseract is not there.
    """
    return [(text, *box) for text, box in _words(sheet, psm=11)]


def _ask(sheet: Image) -> list[tuple[str, float]]:
    """Words with the height of their middle, px; none if Tesseract takes too long."""
    return [(text, top + height / 2) for text, (_, top, _, height) in _words(sheet, psm=6)]


def _words(sheet: Image, *, psm: int) -> list[tuple[str, tuple[int, int, int, int]]]:
    """Words with left, top, width, height; `psm` says how they may lie."""
    try:
        found = pytesseract.image_to_data(
            sheet,
            lang="eng",
            config=f"--psm {psm} -c load_system_dawg=0 -c load_freq_dawg=0",
            output_type=pytesseract.Output.DICT,
            timeout=TIMEOUT_S,
        )
    except (pytesseract.TesseractNotFoundError, OSError) as error:
        raise DependencyMissing(
            "Titles of cards are read with the program tesseract, which was not "
            "found: install it (Debian: apt install tesseract-ocr)."
        ) from error
    except pytesseract.TesseractError as error:
        raise DependencyMissing(
            "The program tesseract gave up ({why}): install it with its English "
            "data (Debian: apt install tesseract-ocr-eng).",
            why=error.message.strip()[:80],
        ) from error
    except RuntimeError:  # its time is over: as if nothing could be read
        return []
    boxes = zip(found["left"], found["top"], found["width"], found["height"], strict=True)
    return [
        (text.strip(), box)
        for text, box, confidence in zip(found["text"], boxes, found["conf"], strict=True)
        if text.strip() and float(confidence) > 5
    ]


def written_dark(picture: Image) -> Image:
    """Return a picture of many cards as dark letters on white; what is no letter is taken off.

    Args:
        picture: uint8 (H, W, 3) BGR, the cards upright and 300 px wide.

    Returns:
        uint8 (H, W).
    """
    away = np.zeros(picture.shape[:2], np.uint8)
    for channel in cv2.split(picture):
        around = cv2.medianBlur(channel, _AROUND_PX // 2 | 1)
        away = np.maximum(away, np.asarray(cv2.absdiff(channel, around), np.uint8))
    ink = (away > _LEAST_CONTRAST).astype(np.uint8)
    count, labels, stats, _ = cv2.connectedComponentsWithStats(ink, connectivity=8)
    wide, tall = stats[:, cv2.CC_STAT_WIDTH], stats[:, cv2.CC_STAT_HEIGHT]
    bad = (wide > 60) | (tall > 60) | (tall < 7) | (stats[:, cv2.CC_STAT_AREA] < 12)
    bad[0] = False
    if count > 1:
        away[bad[labels]] = 0
    dark = np.clip(away.astype(np.float32) / 110 - 0.1, 0, 1)
    return np.asarray(255 - dark * 255, np.uint8)


def prepared(strip: Image) -> Image:
    """Return a strip as dark letters on white, whatever the colours were.

    Args:
        strip: uint8 (H, W, 3) BGR.

    Returns:
        uint8 (H, W).
    """
    away = np.zeros(strip.shape[:2], np.uint8)
    for channel in cv2.split(strip):
        around = cv2.medianBlur(channel, _AROUND_PX)
        away = np.maximum(away, np.asarray(cv2.absdiff(channel, around), np.uint8))
    rim = round(_RIM_SHARE * strip.shape[1])
    away[:rim] = 0
    away[:, :rim] = 0
    away[:, -rim:] = 0
    letters = _take_off_large(away, _full_ink(away) * 0.5)
    if letters > _MOST_LETTERS:  # a texture, no print
        away[:] = 0
    dark = np.clip(away.astype(np.float32) / _full_ink(away) * 1.25 - 0.12, 0, 1)
    return np.asarray(255 - dark * 255, np.uint8)


def _full_ink(away: Image) -> float:
    """How far the ink lies from the ground; a short title covers few pixels."""
    return max(_LEAST_CONTRAST, 0.9 * float(np.percentile(away, 99.6)))


def _take_off_large(away: Image, threshold: float) -> int:
    """Whiten what is too large, too long or too small for a letter, in place; count others."""
    ink = (away > threshold).astype(np.uint8)
    count, labels, stats, _ = cv2.connectedComponentsWithStats(ink, connectivity=8)
    height, width = away.shape
    wide, tall = stats[:, cv2.CC_STAT_WIDTH], stats[:, cv2.CC_STAT_HEIGHT]
    area = stats[:, cv2.CC_STAT_AREA]
    bad = (wide > 0.45 * width) | (tall > 0.3 * height) | (area < 12)
    bad |= (tall < 0.012 * width) & (wide > 6 * tall)
    bad[0] = False
    if count > 1 and bad.any():
        gone = cv2.dilate(bad[labels].astype(np.uint8), np.ones((5, 5), np.uint8))
        away[gone > 0] = 0
    return count - 1 - int(bad.sum())
