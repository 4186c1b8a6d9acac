"""Fits the board network to rendered boards.

python -m tools.training.board --out FOLDER [--scenes N] [--epochs N] [--seed N]
"""

from __future__ import annotations

import argparse
import hashlib
import logging
import time
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import nn
from torch.nn import functional

from companion.errors import DependencyMissing
from companion.synth.fonts import Font
from companion.vision.reading.board_net import PX_PER_CELL
from tools.training.board_data import BoardSamples, render_samples
from tools.training.compact import compact
from tools.training.letters_fonts import find_training_fonts

log = logging.getLogger(__name__)


class _Block(nn.Module):
    """Residual block of two 3 x 3 convolutions, the second one spread out."""

    def __init__(self, width: int, dilation: int) -> None:
        super().__init__()
        self.body = nn.Sequential(
            nn.Conv2d(width, width, 3, padding=dilation, dilation=dilation, bias=False),
            nn.BatchNorm2d(width), nn.ReLU(inplace=True),
            nn.Conv2d(width, width, 3, padding=1, bias=False), nn.BatchNorm2d(width),
        )  # fmt: skip

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return functional.relu(x + self.body(x))


class BoardModel(nn.Module):
    """Straightened board (N, 3, 408, 408) to (N, 4, 15, 15): tile, hidden, right, down."""

    def __init__(self) -> None:
        super().__init__()

        def step(a: int, b: int, kernel: int, stride: int) -> nn.Sequential:
            return nn.Sequential(
                nn.Conv2d(a, b, kernel, stride, kernel // 2, bias=False), nn.BatchNorm2d(b),
                nn.ReLU(inplace=True),
            )  # fmt: skip

        self.stem = nn.Sequential(
            step(3, 20, 5, 3), step(20, 24, 3, 1), step(24, 40, 3, 2), step(40, 48, 3, 2),
            step(48, 64, 3, 2),
        )  # fmt: skip
        self.near = nn.Sequential(_Block(64, 1), _Block(64, 2))
        self.wide = nn.Linear(128, 64)
        self.far = nn.Sequential(_Block(64, 4), _Block(64, 1))
        self.head = nn.Conv2d(64, 4, 1)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        """Return the raw maps, (N, 4, 15, 15)."""
        x = self.near(self.stem(x))
        # What the whole board looks like: its squares and its tiles, to compare each one with.
        whole = torch.cat([x.mean(dim=(2, 3)), x.amax(dim=(2, 3))], dim=1)
        x = self.far(x + self.wide(whole)[:, :, None, None])
        return self.head(x)[:, :, 1:-1, 1:-1]


def augment(
    images: np.ndarray[Any, Any], state: np.ndarray[Any, Any], offset: np.ndarray[Any, Any],
    rng: np.random.Generator,
) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:  # fmt: skip
    """Turn, mirror and recolour a batch; normalise it as at run time."""
    batch = []
    state, offset = state.copy(), offset.astype(np.float32)
    for k, image in enumerate(images):
        x = image.astype(np.float32)
        turns, mirror = int(rng.integers(4)), bool(rng.random() < 0.5)
        if mirror:
            x, state[k], offset[k] = x[:, ::-1], state[k][:, ::-1], offset[k][:, ::-1]
            offset[k][..., 0] *= -1
        x, state[k], offset[k] = (
            np.rot90(x, turns),
            np.rot90(state[k], turns),
            np.rot90(offset[k], turns),
        )
        for _ in range(turns):
            # A quarter turn to the left takes (right, down) to (down, -right).
            offset[k] = np.stack([offset[k][..., 1], -offset[k][..., 0]], axis=-1)
        x = x * np.exp(rng.normal(0, 0.12, 3)).astype(np.float32)
        if rng.random() < 0.3:
            x = 255 * (np.clip(x, 0, 255) / 255) ** np.float32(np.exp(rng.normal(0, 0.25)))
        if rng.random() < 0.15:
            x = np.repeat(x.mean(axis=2, keepdims=True), 3, axis=2)
        elif rng.random() < 0.2:
            x = x[..., rng.permutation(3)]
        if rng.random() < 0.3:
            x = x + rng.normal(0, rng.uniform(1, 8), x.shape[:2]).astype(np.float32)[..., None]
        x = np.clip(x, 0, 255)
        inner = x[PX_PER_CELL:-PX_PER_CELL, PX_PER_CELL:-PX_PER_CELL]
        x = (x - inner.mean(axis=(0, 1), keepdims=True)) / (inner.std() + 4.0)
        batch.append(np.ascontiguousarray(x.transpose(2, 0, 1)))
    return (
        torch.from_numpy(np.stack(batch).astype(np.float32)),
        torch.from_numpy(state.astype(np.int64)),
        torch.from_numpy(offset),
    )


def loss_of(out: torch.Tensor, state: torch.Tensor, offset: torch.Tensor) -> torch.Tensor:
    """Cross entropy of tile and hidden, and the distance of the faces' middles."""
    seen = (state != 2).float()
    tile = (state == 1).float()
    hidden = (state == 2).float()
    # Smoothed targets keep the probabilities honest at both ends.
    target = tile * 0.994 + 0.003
    occupied = functional.binary_cross_entropy_with_logits(out[:, 0], target, reduction="none")
    loss = (occupied * seen).sum() / seen.sum()
    loss = loss + 0.3 * functional.binary_cross_entropy_with_logits(out[:, 1], hidden)
    miss = functional.smooth_l1_loss(
        out[:, 2:4], offset.permute(0, 3, 1, 2), beta=0.05, reduction="none"
    ).sum(dim=1)
    return loss + 3 * (miss * tile).sum() / (tile.sum() + 1)


@torch.no_grad()
def evaluate(model: nn.Module, samples: BoardSamples, count: int) -> dict[str, float]:
    """Errors on rendered boards that were not trained on."""
    model.eval()
    rng = np.random.default_rng(0)
    wrong = squares = 0
    exact = 0
    offsets = []
    for k in range(0, count, 16):
        part = slice(k, min(k + 16, count))
        x, state, offset = augment(samples.images[part], samples.state[part],
                                   samples.offset[part], rng)  # fmt: skip
        out = model(x)
        guess = (out[:, 0] > 0).long()
        bad = ((guess != state) & (state != 2)).flatten(1).sum(dim=1)
        wrong += int(bad.sum())
        exact += int((bad == 0).sum())
        squares += int((state != 2).sum())
        tile = state == 1
        miss = (out[:, 2:4].permute(0, 2, 3, 1) - offset)[tile]
        offsets.append(miss.norm(dim=1).numpy())
    model.train()
    return {
        "wrong_per_1000": 1000 * wrong / squares,
        "exact_boards": exact / count,
        "offset_p50_cells": float(np.median(np.concatenate(offsets))),
        "offset_p95_cells": float(np.percentile(np.concatenate(offsets), 95)),
    }


def train(
    samples: BoardSamples, held_out: BoardSamples, *, epochs: int, seed: int, out: Path,
    batch: int = 16,
) -> dict[str, float]:  # fmt: skip
    """Fit the model and write `board.onnx`; returns the figures on held-out boards."""
    torch.manual_seed(seed)
    rng = np.random.default_rng(seed)
    model = BoardModel().to(memory_format=torch.channels_last)  # type: ignore[call-overload]  # torch's stubs
    count = len(samples.images)
    steps = epochs * (count // batch)
    optimiser = torch.optim.AdamW(model.parameters(), lr=2.5e-3, weight_decay=1e-3)
    schedule = torch.optim.lr_scheduler.OneCycleLR(
        optimiser, max_lr=4e-3, total_steps=steps, pct_start=0.15
    )
    start = time.monotonic()
    step = 0
    figures: dict[str, float] = {}
    for epoch in range(epochs):
        order = rng.permutation(count)
        for k in range(count // batch):
            chosen = np.sort(order[k * batch : (k + 1) * batch])
            x, state, offset = augment(samples.images[chosen], samples.state[chosen],
                                       samples.offset[chosen], rng)  # fmt: skip
            x = x.contiguous(memory_format=torch.channels_last)
            with torch.autocast("cpu", dtype=torch.bfloat16):
                out_maps = model(x)
            loss = loss_of(out_maps.float(), state, offset)
            optimiser.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(model.parameters(), 5.0)
            optimiser.step()
            schedule.step()
            step += 1
            if step % 50 == 0:
                log.info("step %d of %d, loss %.4f, %.0f s", step, steps, loss.item(),
                         time.monotonic() - start)  # fmt: skip
        figures = evaluate(model, held_out, min(400, len(held_out.images)))
        log.info("epoch %d: %s", epoch, figures)
        export(model, out / "board.onnx")
    return figures


def export(model: nn.Module, path: Path) -> None:
    """Write the model for OpenCV's dnn."""
    model.eval()
    side = 17 * PX_PER_CELL
    torch.onnx.export(
        model, (torch.zeros(1, 3, side, side),), str(path), input_names=["board"],
        output_names=["squares"], opset_version=13, dynamo=False,
    )  # fmt: skip
    path.write_bytes(compact(path.read_bytes()))
    model.train()


def main() -> None:
    """Run the whole recipe."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, default=Path("companion/vision/data"))
    parser.add_argument("--cache", type=Path, default=Path("var/training"))
    parser.add_argument("--scenes", type=int, default=5000)
    parser.add_argument("--epochs", type=int, default=8)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--render-only", action="store_true")
    options = parser.parse_args()
    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(message)s")
    torch.set_num_threads(1)
    practice, exam = _fonts(options.cache)
    held_out = render_samples(options.cache, count=300, seed=options.seed + 1000, fonts=exam)
    samples = render_samples(
        options.cache, count=options.scenes, seed=options.seed, fonts=practice
    )
    if options.render_only:
        return
    options.out.mkdir(parents=True, exist_ok=True)
    figures = train(
        samples, held_out, epochs=options.epochs, seed=options.seed, out=options.out
    )
    digest = hashlib.sha256((options.out / "board.onnx").read_bytes()).hexdigest()
    card = [
        'name = "board"',
        'input = "1 x 3 x 408 x 408, BGR, straightened board and one cell around, mean out"',
        'output = "1 x 4 x 15 x 15: logits of tile and hidden, face right and down (cells)"',
        f"seed = {options.seed}",
        f"scenes = {options.scenes}",
        f"epochs = {options.epochs}",
        'data = "companion.synth.scene.random_scene, fonts of companion/training/fonts.txt"',
        f'sha256 = "{digest}"',
        "[held_out]",
        *(f"{name} = {value:.5f}" for name, value in figures.items()),
    ]
    (options.out / "board.toml").write_text("\n".join(card) + "\n", encoding="utf-8")


def _fonts(cache: Path) -> tuple[list[Font] | None, list[Font] | None]:
    """Fonts to learn from and to be measured with; the bundled ones where too few are there."""
    try:
        found = find_training_fonts(cache / "fonts.json")
    except DependencyMissing as fault:
        log.warning("%s The bundled fonts are used.", fault)
        return None, None
    return list(found.practice), list(found.exam)


if __name__ == "__main__":
    main()
