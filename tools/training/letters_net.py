"""The letter network, its augmentation on the fly, and its way to ONNX. Needs PyTorch."""

from __future__ import annotations

import math

import numpy as np
import onnx
import torch
from numpy.typing import NDArray
from onnx import TensorProto, helper, numpy_helper
from torch import Tensor, nn

from tools.synth.crops import CROP_PX, TILE_PX
from tools.training.compact import compact

INPUT_PX = 40
"""Side of the network's input."""
_WIDTHS = (24, 32, 64, 80, 160, 160)


class LetterNet(nn.Module):
    """Six convolutions, a weighted pool that keeps places apart, one linear layer.

    Args:
        classes: How many tokens.
    """

    def __init__(self, classes: int) -> None:
        super().__init__()
        a, b, c, d, e, f = _WIDTHS
        self.body = nn.Sequential(
            *_block(3, a, size=5, stride=2),
            *_block(a, b),
            nn.MaxPool2d(2),
            *_block(b, c),
            *_block(c, d),
            nn.MaxPool2d(2),
            *_block(d, e),
            *_block(e, f),
        )
        self.pool = nn.Conv2d(f, f, INPUT_PX // 8, groups=f, bias=True)
        self.drop = nn.Dropout(0.1)
        self.head = nn.Linear(f, classes)

    def forward(self, patches: Tensor) -> Tensor:
        """Logits (N, classes) of normalised patches (N, 3, INPUT_PX, INPUT_PX)."""
        pooled: Tensor = self.pool(self.body(patches)).flatten(1)
        logits: Tensor = self.head(self.drop(torch.relu(pooled)))
        return logits


def _block(inner: int, outer: int, *, size: int = 3, stride: int = 1) -> list[nn.Module]:
    return [
        nn.Conv2d(inner, outer, size, stride, size // 2, bias=False),
        nn.BatchNorm2d(outer),
        nn.ReLU(inplace=True),
    ]


def normalised(patches: Tensor) -> Tensor:
    """Each channel's mean removed, then all divided by their common deviation.

    The same as `companion.vision.recognisers.cnn.normalise`.
    """
    centred = patches - patches.mean(dim=(2, 3), keepdim=True)
    deviation = centred.square().mean(dim=(1, 2, 3), keepdim=True).sqrt()
    return centred / (deviation + 4.0)


def augmented(
    crops: Tensor, random: torch.Generator, *, astray: float = 0.0, cropped: float = 0.0
) -> tuple[Tensor, Tensor]:
    """Patches as a reader may cut them: shifted, turned, wider or tighter, coloured anew.

    Args:
        crops: uint8 (N, 3, CROP_PX, CROP_PX).
        random: Decides everything.
        astray: Part of the patches that are cut half a tile or more beside the tile.
        cropped: Part of the patches of which a side is missing, as where a tile reaches beyond
            the picture it was cut from.

    Returns:
        float32 (N, 3, INPUT_PX, INPUT_PX), not yet normalised; and bool (N,), True where the
        patch went astray and shows no tile in its middle.
    """
    count = len(crops)

    def uniform(low: float, high: float) -> Tensor:
        return torch.rand(count, generator=random) * (high - low) + low

    def normal(deviation: float) -> Tensor:
        return torch.randn(count, generator=random) * deviation

    window = TILE_PX / CROP_PX
    far = torch.rand(count, generator=random) < 0.12
    reach = torch.where(far, 0.15, 0.055)
    shift_x = normal(1.0).clamp(-2.2, 2.2) * reach
    shift_y = normal(1.0).clamp(-2.2, 2.2) * reach
    lost = torch.rand(count, generator=random) < astray
    beside = uniform(0.5, 0.8) * torch.sign(uniform(-1, 1))
    across = torch.rand(count, generator=random) < 0.5
    shift_x = torch.where(lost & across, beside, shift_x) * 2 * window
    shift_y = torch.where(lost & ~across, beside, shift_y) * 2 * window
    zoom = uniform(0.84, 1.3) * window
    aspect = torch.exp(normal(0.05).clamp(-0.2, 0.2))
    turn = (normal(4.0).clamp(-12, 12)) * (math.pi / 180)
    cos, sin = torch.cos(turn), torch.sin(turn)
    theta = torch.stack(
        [
            torch.stack([cos * zoom * aspect, -sin * zoom / aspect, shift_x], dim=1),
            torch.stack([sin * zoom * aspect, cos * zoom / aspect, shift_y], dim=1),
        ],
        dim=1,
    )
    shape = [count, 3, INPUT_PX, INPUT_PX]
    grid = nn.functional.affine_grid(theta, shape, align_corners=False)
    partial = (torch.rand(count, generator=random) < cropped) & ~lost
    inside, grid, bare = _cropped(grid, partial, random)
    cut = nn.functional.grid_sample(
        crops.float(), grid, mode="bilinear", padding_mode="reflection", align_corners=False
    )
    patches = _recoloured(cut, random)
    seen = inside[:, None].float()
    mean = (patches * seen).sum((2, 3), keepdim=True) / seen.sum((2, 3), keepdim=True)
    missing = ~inside[:, None] & bare[:, None, None, None]
    return torch.where(missing, mean, patches), lost


_BARE = 0.7
"""Part of the cropped patches filled with one colour; the others repeat or mirror the rest."""


def _cropped(
    grid: Tensor, partial: Tensor, random: torch.Generator
) -> tuple[Tensor, Tensor, Tensor]:
    """What of each patch is in a picture that was cut beside the tile.

    Args:
        grid: (N, S, S, 2), where the patches' pixels lie in the crops, -1 to 1.
        partial: bool (N,), which patches come out of such a picture.
        random: Decides where the picture lies.

    Returns:
        bool (N, S, S), True inside that picture; the grid with places outside it repeated or
        mirrored; bool (N,), True where what is outside is to be filled with one colour.
    """
    count, window = len(grid), TILE_PX / CROP_PX
    aside = torch.randn(count, 2, generator=random).clamp(-2, 2) * 0.26
    half = window * (0.95 + 0.2 * torch.rand(count, 1, generator=random))
    middle = (2 * window * aside)[:, None, None]
    half = torch.where(partial[:, None], half, torch.full_like(half, 9.0))[:, None, None]
    inside = ((grid - middle).abs() <= half).all(dim=3)
    roll = torch.rand(count, generator=random)
    low, high = middle - half, middle + half
    repeated = torch.minimum(torch.maximum(grid, low), high)
    mirrored = 2 * repeated - grid
    mirror = (roll > (1 + _BARE) / 2)[:, None, None, None]
    return inside, torch.where(mirror, mirrored, repeated), roll < _BARE


def _recoloured(patches: Tensor, random: torch.Generator) -> Tensor:
    """Channels mixed, polarity sometimes turned round, a little noise, an occluded edge."""
    count = len(patches)
    mix = torch.eye(3) + 0.13 * torch.randn(count, 3, 3, generator=random)
    grey = torch.rand(count, generator=random) < 0.12
    mix[grey] = 1 / 3
    shuffled = torch.rand(count, generator=random) < 0.15
    mix[shuffled] = mix[shuffled][:, [2, 0, 1]]
    mixed = torch.einsum("nij,njhw->nihw", mix, patches)
    turned = torch.rand(count, 1, 1, 1, generator=random) < 0.12
    mixed = torch.where(turned, 255 - mixed, mixed)
    level = torch.rand(count, 1, 1, 1, generator=random).square() * 10
    mixed = mixed + torch.randn(mixed.shape, generator=random) * level
    hidden = torch.rand(count, generator=random) < 0.06
    width = int(torch.randint(2, 7, (1,), generator=random))
    mixed[hidden, :, :, :width] = torch.rand(1, generator=random) * 255
    return mixed


def plain(crops: Tensor) -> Tensor:
    """Middle patches, nothing changed: float32 (N, 3, INPUT_PX, INPUT_PX)."""
    edge = (CROP_PX - TILE_PX) // 2
    return crops[:, :, edge : edge + TILE_PX, edge : edge + TILE_PX].float()


def to_onnx(net: LetterNet, temperature: float) -> bytes:
    """The network with its normalisations folded and its temperature in the last layer."""
    nodes, values = [], []

    def keep(name: str, array: NDArray[np.float32]) -> str:
        values.append(numpy_helper.from_array(np.ascontiguousarray(array, np.float32), name))
        return name

    at = "patches"
    layers = list(net.body)
    for k, layer in enumerate(layers):
        after = f"x{k}"
        if isinstance(layer, nn.Conv2d):
            norm = layers[k + 1]
            assert isinstance(norm, nn.BatchNorm2d)  # noqa: S101 - blocks are built that way
            weight, bias = _folded(layer, norm)
            pad = layer.kernel_size[0] // 2
            nodes.append(
                helper.make_node(
                    "Conv",
                    [at, keep(f"w{k}", weight), keep(f"b{k}", bias)],
                    [after],
                    kernel_shape=list(layer.kernel_size),
                    strides=list(layer.stride),
                    pads=[pad] * 4,
                )
            )
        elif isinstance(layer, nn.ReLU):
            nodes.append(helper.make_node("Relu", [at], [after]))
        elif isinstance(layer, nn.MaxPool2d):
            nodes.append(
                helper.make_node("MaxPool", [at], [after], kernel_shape=[2, 2], strides=[2, 2])
            )
        else:
            continue
        at = after
    side = net.pool.kernel_size[0]
    pool = [keep("wp", _numpy(net.pool.weight)), keep("bp", _numpy(net.pool.bias))]
    nodes += [
        helper.make_node(
            "Conv", [at, *pool], ["p"], kernel_shape=[side, side], group=net.pool.groups
        ),
        helper.make_node("Relu", ["p"], ["pr"]),
        helper.make_node("Flatten", ["pr"], ["flat"], axis=1),
        helper.make_node(
            "Gemm",
            [
                "flat",
                keep("wh", _numpy(net.head.weight) / temperature),
                keep("bh", _numpy(net.head.bias) / temperature),
            ],
            ["logits"],
            transB=1,
        ),
    ]
    graph = helper.make_graph(
        nodes,
        "letters",
        [
            helper.make_tensor_value_info(
                "patches", TensorProto.FLOAT, ["n", 3, INPUT_PX, INPUT_PX]
            )
        ],
        [
            helper.make_tensor_value_info(
                "logits", TensorProto.FLOAT, ["n", net.head.out_features]
            )
        ],
        values,
    )
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 13)])
    model.ir_version = 8
    onnx.checker.check_model(model)
    return compact(model.SerializeToString())


def _numpy(values: Tensor | None) -> NDArray[np.float32]:
    if values is None:
        raise ValueError("a layer of the letter network has no bias")
    return np.asarray(values.detach().float().numpy(), dtype=np.float32)


def _folded(conv: nn.Conv2d, norm: nn.BatchNorm2d) -> tuple[NDArray[np.float32], ...]:
    if norm.running_var is None or norm.running_mean is None:
        raise ValueError("a normalisation of the letter network kept no statistics")
    gain = norm.weight / torch.sqrt(norm.running_var + norm.eps)
    weight = conv.weight * gain[:, None, None, None]
    bias = norm.bias - norm.running_mean * gain
    return _numpy(weight), _numpy(bias)
