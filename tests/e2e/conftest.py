"""Drives the real command line in a process of its own, and Chromium before it."""

from __future__ import annotations

import os
import queue
import re
import shutil
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

CHECKOUT = Path(__file__).resolve().parents[2]
ADDRESS = re.compile(r"Open (http://127\.0\.0\.1:\d+/)")
START_S = 60.0


class Program:
    """A running command; its standard error is read as it comes."""

    def __init__(self, *words: str, data: Path) -> None:
        environment = {**os.environ, "PYTHONPATH": str(CHECKOUT), "COMPANION_DATA": str(data)}
        self.process = subprocess.Popen(
            [sys.executable, "-m", *words],
            cwd=CHECKOUT,
            env=environment,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
            encoding="utf-8",
        )
        self.said: list[str] = []
        self._lines: queue.Queue[str | None] = queue.Queue()
        self._reader = threading.Thread(target=self._listen, daemon=True)
        self._reader.start()

    def _listen(self) -> None:
        assert self.process.stderr is not None
        for line in self.process.stderr:
            self._lines.put(line)
        self._lines.put(None)

    def address(self) -> str:
        """Wait for the page's address."""
        deadline = time.monotonic() + START_S
        while time.monotonic() < deadline:
            line = self._lines.get(timeout=START_S)
            if line is None:
                break
            self.said.append(line)
            if found := ADDRESS.match(line):
                return found.group(1)
        raise AssertionError("no address was printed:\n" + "".join(self.said))

    def end(self) -> None:
        self.process.terminate()
        self.process.wait(timeout=20)
        self._reader.join(timeout=5)
        if self.process.stderr is not None:
            self.process.stderr.close()


def starting(folder: Path) -> Iterator[Callable[..., str]]:
    running: list[Program] = []

    def begin(*words: str) -> str:
        running.append(Program(*words, data=folder))
        return running[-1].address()

    yield begin
    for program in running:
        program.end()


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Callable[..., str]]:
    """Start `python -m WORDS`; gives the address of its page."""
    yield from starting(tmp_path)


@pytest.fixture(scope="module")
def start_once(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[..., str]]:
    """The same for all tests of a module that only look."""
    yield from starting(tmp_path_factory.mktemp("data"))


@pytest.fixture(scope="session")
def chromium() -> Iterator[Any]:
    """A running Chromium."""
    api = pytest.importorskip("playwright.sync_api")
    path = shutil.which("chromium") or shutil.which("chromium-browser")
    if path is None:
        pytest.skip("Chromium is not installed (apt-get install chromium)")
    with api.sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        yield browser
        browser.close()


@pytest.fixture
def served() -> Iterator[Callable[..., str]]:
    """Serve a dashboard of this process; gives its address."""
    from companion.app.server.serving import served as shipped

    with ExitStack() as stack:

        def begin(app: Any) -> str:
            built = SimpleNamespace(dashboard=lambda access: app)
            return stack.enter_context(shipped(built, port=0, lan=False, pin=None)).local

        yield begin


@pytest.fixture
def page_at(chromium: Any) -> Iterator[Callable[..., Any]]:
    """Open an address in a fresh touch screen; any error of a script fails the test."""
    contexts: list[Any] = []
    errors: list[str] = []

    def open_page(address: str, *, width: int, height: int, **options: Any) -> Any:
        context = chromium.new_context(
            viewport={"width": width, "height": height},
            has_touch=True,
            accept_downloads=True,
            locale=options.pop("locale", "en-GB"),
            **options,
        )
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(20_000)
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.on(
            "console",
            lambda message: (
                errors.append(message.text) if "Content Security" in message.text else None
            ),
        )
        page.goto(address)
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert errors == []
