from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

from calibration.lens import View, observe
from calibration.markers import CharucoSpec
from calibration.models import LensModel


def _load(name: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location(name, Path(__file__).parent / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


rendering = _load("rendering")

TRUTH = LensModel(1280, 720, 1010.0, 1014.0, 655.0, 350.0, k1=-0.25, k2=0.06)
TURNS = [
    (0, 0), (30, 0), (-30, 0), (0, 30), (0, -30), (20, 20), (0, 0), (0, 0), (0, 0), (0, 0),
    (10, 25),
]  # fmt: skip
SHIFTS = [
    (0, 0), (0, 0), (0, 0), (0, 0), (0, 0), (60, 30), (-130, -60), (130, -60), (-130, 60),
    (130, 60), (80, 0),
]  # fmt: skip


@pytest.fixture(scope="session")
def truth() -> LensModel:
    return TRUTH


@pytest.fixture(scope="session")
def spec() -> CharucoSpec:
    return CharucoSpec()


@pytest.fixture(scope="session")
def pictures(spec: CharucoSpec) -> list[np.ndarray]:
    """Rendered views of a calibration board, with noise and a lens that bends strongly."""
    sheet = rendering.with_margin(spec.picture(6), 60)
    found = []
    for number, ((tilt, turn), shift) in enumerate(zip(TURNS, SHIFTS, strict=True)):
        pose = rendering.posed(
            distance_mm=330 if number else 250, about_mm=(97.5, 135), shift_mm=shift,
            turn_deg=(tilt, turn, 80 + 2 * number),
        )  # fmt: skip
        found.append(rendering.rendered(sheet, 6, TRUTH, pose, seed=number))
    return found


@pytest.fixture(scope="session")
def views(pictures: list[np.ndarray], spec: CharucoSpec) -> list[View]:
    found = [observe(picture, spec, str(k)) for k, picture in enumerate(pictures)]
    assert all(isinstance(view, View) for view in found)
    return [view for view in found if isinstance(view, View)]
