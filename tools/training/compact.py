"""Makes a network's file smaller to pack, and no other network of it.

    python -m tools.training.compact FILE.onnx ...

Weights keep 15 of the 23 bits behind their point, so the last byte of each is zero and takes no
room in an archive: a quarter less to download. That moves a weight by a 65,000th of itself at
most.
"""

from __future__ import annotations

import hashlib
import sys
from pathlib import Path

import numpy as np
import onnx
from onnx import TensorProto, numpy_helper

_HALF, _KEPT = np.uint32(0x80), np.uint32(0xFFFFFF00)


def compact(model: bytes) -> bytes:
    """Return the network with its weights rounded."""
    network = onnx.load_from_string(model)
    for weights in network.graph.initializer:
        if weights.data_type == TensorProto.FLOAT:
            bits = np.ascontiguousarray(numpy_helper.to_array(weights)).view(np.uint32)
            rounded = ((bits + _HALF) & _KEPT).view(np.float32)
            weights.CopyFrom(numpy_helper.from_array(rounded, weights.name))
    return bytes(network.SerializeToString())


def main(names: list[str]) -> None:
    """Rewrite the named files and tell their digests, which belong in their cards."""
    for path in map(Path, names):
        path.write_bytes(compact(path.read_bytes()))
        print(f"{path}: sha256 {hashlib.sha256(path.read_bytes()).hexdigest()}")


if __name__ == "__main__":
    main(sys.argv[1:])
