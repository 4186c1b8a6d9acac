"""The pages' JavaScript, by tools from npm (`make pages` shows what they say)."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

CHECKOUT = Path(__file__).resolve().parents[2]


@pytest.mark.npm
@pytest.mark.parametrize("script", ["lint", "types", "test"])
def test_the_pages_pass(script: str) -> None:
    npm = shutil.which("npm")
    if npm is None or not (CHECKOUT / "node_modules").is_dir():
        pytest.skip("npm's tools are not here (scripts/npm.sh fetches them)")
    done = subprocess.run(
        [npm, "run", "--silent", script],
        cwd=CHECKOUT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
