"""Train the letter network: `python -m tools.training.letters`.

Renders tiles of thousands of random sets (kept under var/letters), fits the network on one
core, sets its temperature, examines it on tiles printed in fonts it never saw, and writes
the ONNX and its card to companion/vision/data.
"""

from __future__ import annotations

import argparse
import hashlib
import logging
import sys
import time
from collections.abc import Sequence
from copy import deepcopy
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from companion.errors import CompanionError
from companion.vision.recognisers.api import BLANK_TOKEN, CLASSES, NOT_A_TILE
from tools.training.letters_card import Examination, card_text
from tools.training.letters_data import RenderedTiles, cached_tiles, joined
from tools.training.letters_fonts import find_training_fonts
from tools.training.letters_net import LetterNet, augmented, normalised, plain, to_onnx

log = logging.getLogger(__name__)

DATA = Path(__file__).resolve().parents[2] / "companion" / "vision" / "data"
BATCH = 256
_SMOOTHING = 0.04
_DECAY = 0.998
_ASTRAY = 0.06
"""Part of the patches that miss their tile and must be seen to."""
_CROPPED = 0.15
"""Part of the patches of which a side is missing."""


def train(
    tiles: RenderedTiles,
    *,
    passes: float,
    seed: int,
    peak_rate: float,
    start: Path | None = None,
    keep: Path | None = None,
) -> LetterNet:
    """The averaged network after that many passes over the tiles.

    Args:
        tiles: What it learns from.
        passes: How often each tile is shown, each time cut and coloured anew.
        seed: Decides everything.
        peak_rate: Highest learning rate of the one cycle.
        start: Weights to go on from.
        keep: Where the averaged weights are kept on the way, and at the end.
    """
    torch.manual_seed(seed)
    torch.set_num_threads(1)
    random = torch.Generator().manual_seed(seed)
    net = LetterNet(len(CLASSES))
    if start is not None:
        net.load_state_dict(torch.load(start))
    net = net.to(memory_format=torch.channels_last)
    mean = deepcopy(net).eval()
    crops = torch.from_numpy(tiles.crops)
    labels = torch.from_numpy(tiles.labels)
    often = _log_shares(labels)
    steps = int(passes * len(labels) / BATCH)
    optimiser = torch.optim.AdamW(net.parameters(), lr=peak_rate, weight_decay=0.02)
    schedule = torch.optim.lr_scheduler.OneCycleLR(
        optimiser, peak_rate, total_steps=steps + 1, pct_start=0.08 if start is None else 0.03
    )
    began, hits, seen = time.monotonic(), 0, 0
    order = torch.randperm(len(labels), generator=random)
    at = 0
    for step in range(1, steps + 1):
        if at + BATCH > len(order):
            order, at = torch.randperm(len(labels), generator=random), 0
        chosen = order[at : at + BATCH]
        at += BATCH
        cut, lost = augmented(
            crops[chosen].permute(0, 3, 1, 2), random, astray=_ASTRAY, cropped=_CROPPED
        )
        truth = torch.where(lost, CLASSES.index(NOT_A_TILE), labels[chosen])
        patches = normalised(cut).to(memory_format=torch.channels_last)
        with torch.autocast("cpu", dtype=torch.bfloat16):
            logits = net(patches)
        loss = nn.functional.cross_entropy(
            logits.float() + often, truth, label_smoothing=_SMOOTHING
        )
        optimiser.zero_grad()
        loss.backward()  # type: ignore[no-untyped-call]  # torch leaves it untyped
        optimiser.step()
        schedule.step()
        _average(mean, net, min(_DECAY, step / (step + 20)))
        hits += int((logits.argmax(1) == truth).sum())
        seen += BATCH
        if step % 100 == 0 or step == steps:
            took = time.monotonic() - began
            log.info("step %d of %d, %.0f s, right %.4f", step, steps, took, hits / seen)
            hits = seen = 0
            if keep is not None:
                torch.save(mean.state_dict(), keep)
    return mean.eval()


def _log_shares(labels: Tensor) -> Tensor:
    """How much oftener than the mean letter each was shown, as a logarithm, (K,).

    Added to the logits while training, it keeps the habits of the rendered row of tiles out of
    the network: it learns likelihoods, to be weighed with the counts of the set in play. Blanks
    and "no tile" keep theirs.
    """
    shown = torch.bincount(labels, minlength=len(CLASSES)).clamp(min=1).float()
    letters = torch.tensor([token not in (BLANK_TOKEN, NOT_A_TILE) for token in CLASSES])
    return torch.where(letters, torch.log(shown / shown[letters].mean()), torch.zeros(()))


def _average(mean: LetterNet, net: LetterNet, decay: float) -> None:
    """Move the averaged network a little towards the trained one."""
    with torch.no_grad():
        for kept, new in zip(
            mean.state_dict().values(), net.state_dict().values(), strict=True
        ):
            if kept.dtype.is_floating_point:
                kept.lerp_(new, 1 - decay)
            else:
                kept.copy_(new)


def logits_of(net: LetterNet, tiles: RenderedTiles, *, augment_seed: int | None) -> Tensor:
    """Logits for all tiles, as they are or cut like in training."""
    random = torch.Generator().manual_seed(augment_seed or 0)
    rows = []
    with torch.inference_mode():
        for start in range(0, len(tiles.labels), 500):
            crops = torch.from_numpy(tiles.crops[start : start + 500]).permute(0, 3, 1, 2)
            cut = plain(crops) if augment_seed is None else augmented(crops, random)[0]
            rows.append(net(normalised(cut)))
    return torch.cat(rows)


def best_temperature(logits: Tensor, labels: Tensor) -> float:
    """The temperature under which the labels are likeliest."""
    options = np.exp(np.linspace(np.log(0.4), np.log(2.5), 80))
    losses = [float(nn.functional.cross_entropy(logits / t, labels)) for t in options]
    return float(options[int(np.argmin(losses))])


def examine(logits: Tensor, labels: NDArray[np.int64]) -> Examination:
    """Figures for the card."""
    probabilities = torch.softmax(logits, dim=1).double().numpy()
    return Examination.of(probabilities, labels)


def main(argv: Sequence[str] | None = None) -> int:
    """Command line; returns the exit status."""
    parser = argparse.ArgumentParser(
        description="Train the letter network from rendered tiles."
    )
    parser.add_argument(
        "--tiles", type=int, default=96_000, help="rendered tiles to learn from"
    )
    parser.add_argument(
        "--hard", type=int, default=48_000, help="rendered tiles of hard sets besides"
    )
    parser.add_argument(
        "--exam", type=int, default=6_000, help="tiles in unseen fonts to measure with"
    )
    parser.add_argument("--passes", type=float, default=10.0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--rate", type=float, default=3e-3)
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument(
        "--started", default="", help="how that network came about, for the card"
    )
    parser.add_argument("--start", type=Path, help="network (.pt) to go on from")
    parser.add_argument("--work", type=Path, default=Path("var/letters"))
    parser.add_argument("--out", type=Path, default=DATA)
    args = parser.parse_args(argv)
    logging.basicConfig(level=logging.INFO, format="%(message)s", stream=sys.stderr)
    try:
        fonts = find_training_fonts(args.work / "fonts.json")
    except CompanionError as error:
        log.error("%s", error)
        return 1
    render = {"missing": fonts.missing, "processes": args.processes}
    began = time.monotonic()
    seed, work = args.seed, args.work
    tiles = joined(
        cached_tiles(work / "practice", args.tiles, seed, fonts.practice, **render),
        cached_tiles(work / "hard", args.hard, seed, fonts.practice, hard=True, **render),
    )
    seed += 9000
    exam = cached_tiles(work / "exam", args.exam, seed, fonts.exam, **render)
    hard = cached_tiles(
        work / "hard-exam", 2 * args.exam // 3, seed, fonts.exam, hard=True, **render
    )
    log.info(
        "%d tiles and %d for the exam, %.0f s",
        len(tiles.labels), len(exam.labels) + len(hard.labels), time.monotonic() - began,
    )  # fmt: skip
    net = train(
        tiles,
        passes=args.passes,
        seed=args.seed,
        peak_rate=args.rate,
        start=args.start,
        keep=args.work / "letters.pt",
    )
    # As on tables, hard tiles are the smaller part. Every other tile sets the temperature, the
    # ones between are measured with it.
    mixed = joined(exam, hard.first(len(exam.labels) // 10))
    shaken = logits_of(net, mixed, augment_seed=7)
    temperature = best_temperature(shaken[::2], torch.from_numpy(mixed.labels[::2]))
    figures = examine(shaken[1::2] / temperature, mixed.labels[1::2])
    centred = examine(logits_of(net, exam, augment_seed=None) / temperature, exam.labels)
    difficult = examine(logits_of(net, hard, augment_seed=None) / temperature, hard.labels)
    model = to_onnx(net, temperature)
    args.out.mkdir(parents=True, exist_ok=True)
    (args.out / "letters.onnx").write_bytes(model)
    recipe = (
        f"{args.tiles} rendered tiles of random sets and {args.hard} of hard ones, "
        f"{len(fonts.practice)} fonts, "
        f"{args.passes:g} passes, seed {args.seed}, AdamW one cycle to {args.rate:g}, "
        f"label smoothing {_SMOOTHING}, logits relieved of the shares of letters, "
        "averaged weights"
    )
    if args.start is not None:
        recipe += f", going on from {args.started or args.start.name}"
    text = card_text(
        sha256=hashlib.sha256(model).hexdigest(),
        seed=args.seed,
        recipe=recipe,
        temperature=temperature,
        shaken=figures,
        centred=centred,
        hard=difficult,
        exam_fonts=len(fonts.exam),
    )
    (args.out / "letters.toml").write_text(text, "utf8")
    log.info(
        "right on unseen fonts: %.4f centred, %.4f as cut in training; ECE %.4f; %.0f s in all",
        centred.accuracy, figures.accuracy, figures.calibration_error, time.monotonic() - began,
    )  # fmt: skip
    return 0


if __name__ == "__main__":
    sys.exit(main())
