"""Compilers, where they are installed."""

from __future__ import annotations

import shutil
import subprocess
from importlib import resources
from pathlib import Path

import pytest

FIRMWARE = Path(str(resources.files("firmware_bridge"))) / "firmware"


def need(*programs: str) -> None:
    missing = [name for name in programs if shutil.which(name) is None]
    if missing:
        pytest.skip(
            f"not installed: {', '.join(missing)}; the firmware is NOT tested here "
            "(scripts/system_packages.sh test)"
        )


def run_compiler(*words: object) -> None:
    done = subprocess.run([str(w) for w in words], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert "warning" not in done.stderr, done.stderr
