"""Shared by the tests of the button box."""

from __future__ import annotations

import json
from importlib import resources
from typing import Any

import pytest


@pytest.fixture(scope="session")
def vectors() -> dict[str, Any]:
    text = (resources.files("firmware_bridge") / "vectors.json").read_text(encoding="utf-8")
    loaded: dict[str, Any] = json.loads(text)
    return loaded
