"""White balance and the spread of light, from a picture of the empty board."""

from __future__ import annotations

import numpy as np

from calibration.models import Array, ColourReference, Image
from calibration.outcome import CalibrationError, Failed

_CLIPPED = 250
_DARK = 12


def reference(straight: Image, *, squares: int = 15) -> ColourReference | Failed:
    """Measure the light over an empty board.

    Args:
        straight: uint8 (S, S, 3) BGR, the squares from straight above and nothing else.
        squares: Along a side.

    The board's commonest colour is taken to be grey, unless it is plainly not; then only the
    spread of light is measured.
    """
    side = straight.shape[0] // squares
    if straight.shape[0] != straight.shape[1] or side < 4:
        raise CalibrationError("A square picture of at least 4 px a square is needed.")
    picture = straight[: side * squares, : side * squares].astype(np.float64)
    blocks = picture.reshape(squares, side, squares, side, 3)
    colours = np.median(
        blocks.transpose(0, 2, 1, 3, 4).reshape(squares, squares, -1, 3), axis=2
    )
    if (picture.max(axis=2) >= _CLIPPED).mean() > 0.2:
        return Failed("overexposed", "The board is too bright; turn the exposure down.")
    if np.median(picture) < _DARK:
        return Failed("too-dark", "The board is too dark; add light or exposure.")
    chroma = colours / colours.sum(axis=2, keepdims=True)
    middle = np.median(chroma.reshape(-1, 3), axis=0)
    plain = np.abs(chroma - middle).max(axis=2) < 0.03
    if plain.sum() < squares:
        plain = np.ones((squares, squares), dtype=bool)
    surface = np.median(colours[plain], axis=0)
    # A board with a strong colour of its own says nothing about the light's.
    grey = np.ptp(middle) < 0.12
    gains = surface.mean() / surface if grey else np.ones(3)
    light = _light(colours.mean(axis=2), plain)
    balanced = surface * gains
    b, g, r = (float(v) for v in gains)
    sb, sg, sr = (float(v) for v in balanced)
    rows = tuple(tuple(round(float(v), 4) for v in row) for row in light)
    return ColourReference((b, g, r), rows, (sb, sg, sr))


def _light(bright: Array, plain: Array) -> Array:
    """A smooth surface of second order through the plain squares' brightness, at most 1."""
    n = len(bright)
    y, x = (np.mgrid[0:n, 0:n] - (n - 1) / 2) / n
    terms = np.stack([np.ones_like(x), x, y, x * y, x * x, y * y], axis=-1)
    chosen = plain.copy()
    fitted = bright
    for _ in range(3):
        solution, *_ = np.linalg.lstsq(terms[chosen], bright[chosen], rcond=None)
        fitted = terms @ solution
        rest = np.abs(bright - fitted)
        near = plain & (rest <= 2.5 * max(float(np.median(rest[chosen])), 0.5))
        if near.sum() < len(solution) * 3:
            break
        chosen = near
    return np.asarray(np.clip(fitted / fitted.max(), 0.05, 1.0))


def corrected(straight: Image, colour: ColourReference) -> Image:
    """Return a straightened board picture with even light and grey greys, uint8 (S, S, 3)."""
    light = np.array(colour.light)
    n = len(light)
    at = (np.arange(straight.shape[0]) + 0.5) / straight.shape[0] * n - 0.5
    rows = np.stack([np.interp(at, np.arange(n), column) for column in light.T], axis=1)
    full = np.stack([np.interp(at, np.arange(n), row) for row in rows])
    found = straight / full[:, :, None] * np.array(colour.gains_bgr)
    return np.asarray(np.clip(found + 0.5, 0, 255), dtype=np.uint8)
