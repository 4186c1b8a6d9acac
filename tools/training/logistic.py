"""Weights of witnesses, fitted to what was true."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from companion.vision.reading.weigh import chance

Array = NDArray[np.float64]

_RIDGE = 0.5
_STEPS = 40


def fit_weights(evidence: Array, truth: Array, *, towards: Array | None = None) -> Array:
    """Return the likeliest weights of a logistic model, by Newton's method.

    Args:
        evidence: (N, K), a column a witness.
        truth: (N,), 0 or 1.
        towards: (K,), weights that few examples leave in place; zeros when None.
    """
    prior = np.zeros(evidence.shape[1]) if towards is None else towards
    weights = prior.copy()
    for _ in range(_STEPS):
        p = chance(evidence @ weights)
        gradient = evidence.T @ (truth - p) - _RIDGE * (weights - prior)
        curvature = (evidence * (p * (1 - p))[:, None]).T @ evidence
        weights += np.linalg.solve(curvature + _RIDGE * np.eye(len(weights)), gradient)
    return weights
