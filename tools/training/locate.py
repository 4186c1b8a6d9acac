"""Train the three networks that find a board: `python -m tools.training.locate`.

Scenes are rendered into a folder (kept, so that a second run starts at once), then the
proposing, the refining and the fine network are fitted on one core and written to
`companion/vision/data` with their card.
"""

from __future__ import annotations

import argparse
import hashlib
import logging
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import torch
from torch import Tensor
from torch.nn import functional

from companion.vision.finding.networks import FINE_VIEW, PROPOSE_SIDE_PX, REFINE_VIEW
from tools.training.compact import compact
from tools.training.locate_card import card_text, measure
from tools.training.locate_data import ProposeSamples, RefineSamples, batch
from tools.training.locate_flat import flat_scene
from tools.training.locate_models import BoardNet, parameter_count
from tools.training.locate_others import other_scene
from tools.training.locate_scenes import Renderer, SceneStore, write_shards

log = logging.getLogger(__name__)

BATCH = 32
STAGES = ("propose", "refine", "polish", "fine")
FINE_SPREADS = (0.3, 0.12, 0.04)
DATA = Path(__file__).resolve().parents[2] / "companion" / "vision" / "data"
SIZES = ((640, 480), (480, 640), (640, 640), (640, 360))


def render_scene(rng: np.random.Generator) -> Any:
    """A careful scene (height, light, lens) at a training size."""
    from tools.synth.random_scenes import random_scene

    return random_scene(rng, size=SIZES[int(rng.integers(len(SIZES)))])


def render_solid(rng: np.random.Generator) -> Any:
    """A careful scene of a board with recessed squares, at a training size."""
    from tools.synth.random_scenes import random_scene

    size = SIZES[int(rng.integers(len(SIZES)))]
    return random_scene(rng, size=size, board=True, solid=True)


def render_flat(rng: np.random.Generator) -> Any:
    """A flat scene of any colours at a training size."""
    return flat_scene(rng, size=SIZES[int(rng.integers(len(SIZES)))])


def render_other(rng: np.random.Generator) -> Any:
    """A thing that is no board, at a training size."""
    return other_scene(rng, size=SIZES[int(rng.integers(len(SIZES)))])


def propose_loss(answer: Tensor, target: Tensor) -> Tensor:
    """Mask: cross-entropy and overlap. Corners: cross-entropy, heavier where hot."""
    mask, heat = answer[:, 0], answer[:, 1]
    truth, hot = target[:, 0], target[:, 1]
    entropy = functional.binary_cross_entropy_with_logits(mask, truth)
    share = torch.sigmoid(mask)
    common = (share * truth).sum((1, 2))
    dice = 1 - (2 * common + 1) / (share.sum((1, 2)) + truth.sum((1, 2)) + 1)
    weight = 1 + 30 * hot
    corner = functional.binary_cross_entropy_with_logits(heat, hot, weight=weight)
    return entropy + 0.5 * dice.mean() + corner


def refine_loss(answer: Tensor, target: Tensor) -> Tensor:
    """Residuals as Laplace with a scale of their own (cells); mask as cross-entropy."""
    residual, truth = answer[:, :2], target[:, :2]
    weight, inside = target[:, 2], target[:, 3]
    log_scale = answer[:, 3].clamp(-4.5, 2.0)
    distance = torch.sqrt(((residual - truth) ** 2).sum(1) + 1e-5)
    likelihood = distance * torch.exp(-log_scale) + log_scale
    fit = (likelihood * weight).sum() / weight.sum().clamp(min=1)
    direct = (distance * weight).sum() / weight.sum().clamp(min=1)
    entropy = functional.binary_cross_entropy_with_logits(answer[:, 2], inside)
    return fit + direct + entropy


def order(rng: np.random.Generator, count: int) -> Iterator[int]:
    """Numbers below `count` without end, each pass in a new order."""
    while True:
        yield from rng.permutation(count)


def fit(
    net: BoardNet, samples: Any, loss: Any, *, count: int, steps: int, rate: float, seed: int
) -> None:
    """Fit a network in `steps` batches with AdamW and one cosine."""
    net.train().to(memory_format=torch.channels_last)
    optimiser = torch.optim.AdamW(net.parameters(), rate, weight_decay=0.01)
    schedule = torch.optim.lr_scheduler.OneCycleLR(
        optimiser, rate, total_steps=steps + 1, pct_start=0.08
    )
    indices = order(np.random.default_rng(seed), count)
    mean, started = 0.0, time.perf_counter()
    for step in range(1, steps + 1):
        inputs, targets = batch(samples, [next(indices) for _ in range(BATCH)])
        x = torch.from_numpy(inputs).contiguous(memory_format=torch.channels_last)
        with torch.autocast("cpu", dtype=torch.bfloat16):
            answer = net(x)
        value = loss(answer.float(), torch.from_numpy(targets))
        optimiser.zero_grad()
        value.backward()
        torch.nn.utils.clip_grad_norm_(net.parameters(), 5.0)
        optimiser.step()
        schedule.step()
        mean += (value.item() - mean) / min(step, 50)
        if step % 50 == 0:
            rate_s = step * BATCH / (time.perf_counter() - started)
            log.info("step %d of %d: loss %.4f, %.0f samples/s", step, steps, mean, rate_s)


def export(net: BoardNet, path: Path) -> str:
    """Write ONNX; returns its sha256."""
    net.eval().to(memory_format=torch.contiguous_format)
    path.parent.mkdir(parents=True, exist_ok=True)
    torch.onnx.export(
        net,
        (torch.zeros(1, 3, net.side_px, net.side_px),),
        str(path),
        dynamo=False,
        opset_version=13,
        input_names=["picture"],
        output_names=["maps"],
    )
    path.write_bytes(compact(path.read_bytes()))
    return hashlib.sha256(path.read_bytes()).hexdigest()


def parser() -> argparse.ArgumentParser:
    """The command line."""
    options = argparse.ArgumentParser(prog="python -m tools.training.locate")
    options.add_argument(
        "stage",
        nargs="?",
        default="all",
        help="all, render, propose, refine, polish, fine or card",
    )
    options.add_argument("--scenes", type=int, default=3000, help="careful scenes")
    options.add_argument("--solids", type=int, default=1000, help="scenes of recessed boards")
    options.add_argument("--flat", type=int, default=4250, help="flat scenes")
    options.add_argument("--others", type=int, default=1500, help="scenes of other things")
    options.add_argument("--propose-steps", type=int, default=1550, help="batches of 32")
    options.add_argument("--refine-steps", type=int, default=1500, help="batches of 32")
    options.add_argument("--polish-steps", type=int, default=1400, help="batches of 32")
    options.add_argument("--fine-steps", type=int, default=1200, help="batches of 32")
    options.add_argument("--measured", type=int, default=150, help="fresh scenes for the card")
    options.add_argument("--rate", type=float, default=2e-3)
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--cache", type=Path, default=Path("var/locate"))
    options.add_argument("--out", type=Path, default=DATA)
    return options


def main(argv: Sequence[str] | None = None) -> int:
    """Render, train and export; returns the exit status."""
    args = parser().parse_args(argv)
    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(message)s", stream=sys.stderr)
    torch.set_num_threads(1)
    cv2.setNumThreads(1)
    if args.stage in ("all", "render"):
        render(args)
    for stage in STAGES:
        if args.stage in ("all", stage):
            train(stage, args)
    if args.stage in ("all", "card"):
        write_card(args)
    return 0


def render(args: argparse.Namespace) -> None:
    """Fill the cache; the two streams of careful scenes may be rendered side by side."""
    kinds: tuple[tuple[str, Renderer, int, int], ...] = (
        ("flat", render_flat, args.flat, args.seed),
        ("other", render_other, args.others, args.seed),
        ("solid", render_solid, args.solids, 10 * args.seed + 4),
        ("bent0", render_scene, args.scenes // 2, 10 * args.seed + 2),
        ("bent1", render_scene, args.scenes // 2, 10 * args.seed + 3),
    )
    for kind, renderer, count, seed in kinds:
        for path in write_shards(args.cache, kind, renderer, count=count, seed=seed):
            log.info("%s", path)


def write_card(args: argparse.Namespace) -> None:
    """Measure the weights in the package on fresh scenes and write their card."""
    finding = measure(render_scene, count=args.measured, seed=10_000 + args.seed)
    recipe = {
        "seed": args.seed,
        "scenes": args.scenes,
        "solids": args.solids,
        "flat": args.flat,
        "others": args.others,
        "propose_steps": args.propose_steps,
        "refine_steps": args.refine_steps,
        "polish_steps": args.polish_steps,
        "fine_steps": args.fine_steps,
        "batch": BATCH,
        "rate": args.rate,
    }
    weights = [args.out / f"locate_{name}.onnx" for name in ("propose", "refine", "fine")]
    text = card_text(recipe, finding, weights)
    (args.out / "locate.toml").write_text(text, encoding="utf8")
    log.info("%s", finding)


def adopt(net: BoardNet, weights: dict[str, Tensor]) -> None:
    """Start from weights of a network with another input size: its places are stretched."""
    place = functional.interpolate(
        weights["place"], size=net.place.shape[-2:], mode="bilinear", align_corners=True
    )
    net.load_state_dict(weights | {"place": place})


def train(stage: str, args: argparse.Namespace) -> None:
    """Fit one network on everything in the cache and export it.

    Polishing goes on from the refining network's last weights at a lower rate.
    """
    torch.manual_seed(args.seed)
    rng = np.random.default_rng([args.seed, STAGES.index(stage)])
    store = SceneStore(args.cache.glob("*.npz"))
    name = "refine" if stage == "polish" else stage
    weights = args.cache / f"{name}.pt"
    samples: ProposeSamples | RefineSamples
    if stage == "propose":
        net = BoardNet(2, fine=True, side_px=PROPOSE_SIDE_PX)
        samples, loss, steps = ProposeSamples(store, rng), propose_loss, args.propose_steps
    elif stage == "fine":
        net = BoardNet(4, fine=False, side_px=FINE_VIEW.side_px)
        samples, loss = RefineSamples(store, rng, FINE_VIEW, FINE_SPREADS), refine_loss
        steps = args.fine_steps
        adopt(net, torch.load(args.cache / "refine.pt"))
    else:
        net = BoardNet(4, fine=False, side_px=REFINE_VIEW.side_px)
        samples, loss = RefineSamples(store, rng, REFINE_VIEW), refine_loss
        steps = args.polish_steps if stage == "polish" else args.refine_steps
    if stage == "polish":
        net.load_state_dict(torch.load(weights))
    log.info("%s: %d scenes, %d parameters", stage, len(store), parameter_count(net))
    rate = args.rate / 2 if stage in ("polish", "fine") else args.rate
    seed = args.seed + STAGES.index(stage)
    fit(net, samples, loss, count=len(store), steps=steps, rate=rate, seed=seed)
    torch.save(net.state_dict(), weights)
    digest = export(net, args.out / f"locate_{name}.onnx")
    log.info("%s: sha256 %s", stage, digest)


if __name__ == "__main__":
    sys.exit(main())
