"""The board finder's card: what it is, how it was made, how well it finds boards."""

from __future__ import annotations

import hashlib
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from companion.board.reading import Unreadable
from companion.vision.finding.fit import corner_error_cells
from companion.vision.finding.locate import Locator
from tools.training.locate_scenes import SceneLike

NOTE = (
    "The shipped weights took these steps in several sittings, the first of them on other "
    "scenes of the same renderers: the command follows the recipe, not the same bits."
)

FOUND_CELLS = 0.35
"""Largest error of the worst corner at which a board counts as found."""


@dataclass(frozen=True, slots=True)
class Finding:
    """Figures over scenes of fresh seeds; errors are of the worst corner, in cells.

    Attributes:
        boards: Scenes that show a whole board.
        found: Share of them with the worst corner within `FOUND_CELLS`.
        median_cells: Over the boards that were answered.
        high_cells: 95th percentile of the same.
        wrong: Share of boards answered with a worse corner, unnoticed.
        others: Scenes that show none.
        refused: Share of those that were refused.
        median_s: Seconds for a picture.
    """

    boards: int
    found: float
    median_cells: float
    high_cells: float
    wrong: float
    others: int
    refused: float
    median_s: float


def measure(
    renderer: Callable[[np.random.Generator], SceneLike], *, count: int, seed: int
) -> Finding:
    """Find the boards of `count` fresh scenes with the weights in the package."""
    locator = Locator()
    errors: list[float] = []
    refusals: list[bool] = []
    seconds: list[float] = []
    for index in range(count):
        scene = renderer(np.random.default_rng([seed, index]))
        height, width = scene.image.shape[:2]
        started = time.perf_counter()
        answer = locator.locate(scene.image)
        seconds.append(time.perf_counter() - started)
        if not scene.has_board:
            refusals.append(isinstance(answer, Unreadable))
            continue
        corners = scene.corners_px
        if (corners < 0).any() or (corners > (width - 1, height - 1)).any():
            continue
        errors.append(
            np.inf
            if isinstance(answer, Unreadable)
            else corner_error_cells(corners, answer.corners_px)
        )
    every = np.array(errors)
    answered = every[np.isfinite(every)]
    return Finding(
        boards=len(every),
        found=float(np.mean(every <= FOUND_CELLS)),
        median_cells=float(np.median(answered)),
        high_cells=float(np.percentile(answered, 95)),
        wrong=float(np.sum(answered > FOUND_CELLS) / len(every)),
        others=len(refusals),
        refused=float(np.mean(refusals)) if refusals else 1.0,
        median_s=float(np.median(seconds)),
    )


def card_text(recipe: Mapping[str, int | float], finding: Finding, weights: list[Path]) -> str:
    """The card as TOML."""
    lines = [
        "# How the board finder was made; how well it finds rendered boards of fresh seeds.",
        "",
        "[recipe]",
        'command = "python -m tools.training.locate"',
        'data = "rendered scenes only: companion.synth, locate_flat and locate_others"',
        f'note = "{NOTE}"',
        *(f"{key} = {value}" for key, value in recipe.items()),
        "",
        "[weights]",
        *(
            f'"{path.name}" = "{hashlib.sha256(path.read_bytes()).hexdigest()}"'
            for path in weights
        ),
        "",
        "[figures]",
        f"boards = {finding.boards}",
        f"found = {finding.found:.4f}  # worst corner within {FOUND_CELLS} cell",
        f"median_cells = {finding.median_cells:.4f}",
        f"percentile_95_cells = {finding.high_cells:.4f}",
        f"wrong_unnoticed = {finding.wrong:.4f}",
        f"others = {finding.others}",
        f"others_refused = {finding.refused:.4f}",
        f"median_s = {finding.median_s:.3f}",
    ]
    return "\n".join(lines) + "\n"
