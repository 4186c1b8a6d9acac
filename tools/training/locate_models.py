"""The two networks that find a board, as PyTorch modules (training only)."""

from __future__ import annotations

import torch
from torch import Tensor, nn
from torch.nn import functional


def _conv(inputs: int, outputs: int, kernel: int = 3, stride: int = 1) -> nn.Sequential:
    return nn.Sequential(
        nn.Conv2d(inputs, outputs, kernel, stride, kernel // 2, bias=False),
        nn.BatchNorm2d(outputs),
        nn.ReLU(inplace=True),
    )


class _Residual(nn.Module):
    """Two convolutions around a shortcut."""

    def __init__(self, width: int) -> None:
        super().__init__()
        self.first = _conv(width, width)
        self.second = nn.Sequential(
            nn.Conv2d(width, width, 3, 1, 1, bias=False), nn.BatchNorm2d(width)
        )

    def forward(self, x: Tensor) -> Tensor:
        return torch.relu(x + self.second(self.first(x)))


def _doubled(x: Tensor) -> Tensor:
    return functional.interpolate(x, scale_factor=2.0, mode="nearest")


class BoardNet(nn.Module):
    """An encoder to 1/32 with a learned map of places at its bottom, and a short decoder.

    The bottom sees the whole picture and knows where it is looking, so that the pattern of
    premium squares can decide questions of whole cells.

    Args:
        outputs: Channels of the answer.
        fine: Answer at 1/4 of the input instead of 1/8.
        side_px: Side of the square input; a multiple of 32.
    """

    def __init__(self, outputs: int, *, fine: bool, side_px: int) -> None:
        super().__init__()
        self.side_px = side_px
        c1, c2, c3, c4, c5 = 16, 32, 48, 64, 68
        self.stage1 = _conv(3, c1, 5, 2)
        self.stage2 = _conv(c1, c2, 3, 2)
        self.stage3 = nn.Sequential(_conv(c2, c3, 3, 2), _Residual(c3))
        self.stage4 = nn.Sequential(_conv(c3, c4, 3, 2), _Residual(c4))
        self.stage5 = _conv(c4, c5, 3, 2)
        self.place = nn.Parameter(0.02 * torch.randn(1, c5, side_px // 32, side_px // 32))
        self.bottom = nn.Sequential(_Residual(c5), _Residual(c5))
        self.join4 = nn.Sequential(_conv(c4 + c5, c4, 1), _Residual(c4))
        self.join3 = nn.Sequential(_conv(c3 + c4, c3, 1), _conv(c3, c3))
        self.join2 = nn.Sequential(_conv(c2 + c3, 24, 1), _conv(24, 24)) if fine else None
        self.head = nn.Conv2d(24 if fine else c3, outputs, 1)

    def forward(self, x: Tensor) -> Tensor:
        """Pictures (N, 3, S, S), centred and scaled, to maps (N, outputs, S / 4 or 8, ...)."""
        at4 = self.stage2(self.stage1(x))
        at8 = self.stage3(at4)
        at16 = self.stage4(at8)
        at32 = self.bottom(self.stage5(at16) + self.place)
        at16 = self.join4(torch.cat([at16, _doubled(at32)], 1))
        at8 = self.join3(torch.cat([at8, _doubled(at16)], 1))
        if self.join2 is None:
            return self.head(at8)
        return self.head(self.join2(torch.cat([at4, _doubled(at8)], 1)))


def parameter_count(module: nn.Module) -> int:
    """How many numbers a module holds."""
    return sum(p.numel() for p in module.parameters())
