"""`--require`: a tool that was promised and is missing is a failure, not a skip."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

CONFTEST = Path(__file__).resolve().parents[1] / "conftest.py"

SKIPPING = """\
import pytest

@pytest.mark.browser
def test_a():
    pytest.skip("no Chromium here")

@pytest.mark.browser
@pytest.mark.xfail(reason="known")
def test_b():
    raise AssertionError

@pytest.mark.data
def test_c(shared_data):
    pass
"""


@pytest.fixture
def project(tmp_path: Path) -> Path:
    inner = tmp_path / "checkout" / "tests"
    inner.mkdir(parents=True)
    shutil.copy(CONFTEST, inner)
    (inner / "test_it.py").write_text(SKIPPING, encoding="utf-8")
    (inner / "pytest.ini").write_text(
        "[pytest]\nmarkers =\n  browser: b\n  data: d\n", encoding="utf-8"
    )
    return inner


def _pytest(folder: Path, *options: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", *options],
        cwd=folder,
        env=os.environ | {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"},
        capture_output=True,
        text=True,
        check=False,
    )


def test_without_it_a_skip_is_a_skip(project: Path) -> None:
    done = _pytest(project)
    assert done.returncode == 0, done.stdout
    assert "2 skipped, 1 xfailed" in done.stdout


def test_with_it_a_skip_fails_and_says_why(project: Path) -> None:
    done = _pytest(project, "--require=browser")
    assert done.returncode == 1
    assert "1 failed, 1 skipped, 1 xfailed" in done.stdout
    assert "browser is required here, but: Skipped: no Chromium here" in done.stdout


def test_a_missing_fixture_counts_as_well(project: Path) -> None:
    done = _pytest(project, "--require=data")
    assert "1 skipped, 1 xfailed, 1 error" in done.stdout
    assert "the measuring data is not here" in done.stdout


def test_a_marker_that_does_not_exist_is_refused(project: Path) -> None:
    done = _pytest(project, "--require=brwoser")
    assert done.returncode == 4
    assert "'brwoser', which is not a marker" in done.stderr
