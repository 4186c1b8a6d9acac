"""Shared by all tests: no skip is silent where the tool was promised, and where the data lies.

`--require=browser,tesseract` says that these tools are here. A test with such a marker that is
skipped all the same then fails, so that a lost installation step shows.
"""

from __future__ import annotations

import os
from pathlib import Path

import hypothesis
import pytest

# How long an example takes says nothing on a busy machine; speed is measured in benchmarks.
hypothesis.settings.register_profile("unhurried", deadline=None)
# Where only it matters whether a test fails (tools/mutants.py): always alike, and no shrinking.
hypothesis.settings.register_profile(
    "brief",
    deadline=None,
    derandomize=True,
    phases=[hypothesis.Phase.explicit, hypothesis.Phase.generate],
)
hypothesis.settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "unhurried"))

# Commands speak the language of who sits there; tests read English.
os.environ.update(LC_ALL="C", LANGUAGE="")
os.environ.pop("COMPANION_LANG", None)

CHECKOUT = Path(__file__).resolve().parent.parent


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--require",
        default="",
        metavar="MARKERS",
        help="markers, separated by commas, whose tests must not be skipped",
    )


def pytest_configure(config: pytest.Config) -> None:
    known = {line.partition(":")[0].strip() for line in config.getini("markers")}
    for name in sorted(_required(config) - known):
        raise pytest.UsageError(f"--require names {name!r}, which is not a marker")


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item, call: pytest.CallInfo[None]) -> object:
    report: pytest.TestReport = yield  # type: ignore[misc]
    promised = {mark.name for mark in item.iter_markers()} & _required(item.config)
    if report.skipped and promised and not hasattr(report, "wasxfail"):
        reason = report.longrepr[2] if isinstance(report.longrepr, tuple) else report.longrepr
        report.outcome = "failed"
        report.longrepr = f"{', '.join(sorted(promised))} is required here, but: {reason}"
    return report


def _required(config: pytest.Config) -> set[str]:
    return {name.strip() for name in config.getoption("--require").split(",") if name.strip()}


@pytest.fixture(scope="session")
def shared_data() -> Path:
    """The folder of measuring data beside the checkout; the test is skipped where it is not."""
    folder = CHECKOUT.parent / "shared" / "data"
    if not folder.is_dir():
        pytest.skip("the measuring data is not here (../shared/data)")
    return folder
