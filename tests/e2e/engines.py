"""Three browsers behind one interface: a page of a size, taps at places, questions, a picture.

Chromium speaks its own protocol over a pipe, with a finger; Firefox Marionette, with a finger;
WebKit WebDriver, with a mouse (WebKitGTK 2.50 knows no other pointer), on a screen that is not
there. Nothing is downloaded at run time: all three are Debian's.
"""

from __future__ import annotations

import base64
import json
import os
import shutil
import socket
import subprocess
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Any, Protocol

import pytest

START_S = 60.0
WAIT_S = 120.0
Point = tuple[float, float]

MINIBROWSERS = "webkit2gtk-4.1/MiniBrowser"
PREFERENCES = {
    "app.normandy.enabled": False,
    "app.update.auto": False,
    "browser.aboutwelcome.enabled": False,
    "browser.shell.checkDefaultBrowser": False,
    "browser.startup.page": 0,
    "datareporting.policy.dataSubmissionEnabled": False,
    "dom.w3c_touch_events.enabled": 1,
    "extensions.update.enabled": False,
    "intl.accept_languages": "en-GB",
    "network.captive-portal-service.enabled": False,
    "network.connectivity-service.enabled": False,
    "services.settings.server": "data:,",
    "toolkit.telemetry.enabled": False,
}
"""A Firefox that has a finger and asks nothing of the world outside."""


class Engine(Protocol):
    """A browser with one page."""

    name: str
    pointer: str
    """`touch` or `mouse`: what a tap is made with."""

    whole: bool
    """Its pointer stands on whole pixels only."""

    def open(self, address: str, width: int, height: int, *, zoom: int = 1) -> None:
        """Open a page in a window of so many pixels, each `zoom` of them one of the page's."""

    def tap(self, points: Sequence[Point]) -> None:
        """Tap at places of the window, in the page's pixels, one after the other."""

    def ask(self, script: str) -> Any:
        """Return what the body of a function returns in the page."""

    def picture(self) -> bytes:
        """Return what the window shows, as PNG."""

    def close(self) -> None:
        """End the browser."""


class Chromium:
    """Chromium, with a finger, over a pipe: taps go out without waiting for each answer."""

    name = "chromium"
    pointer = "touch"
    whole = False

    def __init__(self, folder: Path) -> None:
        program = shutil.which("chromium") or shutil.which("chromium-browser")
        if program is None:
            pytest.skip("Chromium is not installed (apt-get install chromium)")
        self._stack = ExitStack()
        theirs, to_it = os.pipe()
        from_it, told = os.pipe()
        words = ["--headless", "--no-sandbox", "--remote-debugging-pipe", "--no-first-run"]
        words += ["--lang=en-GB", "--hide-scrollbars", f"--user-data-dir={folder}"]
        # It reads at 3 and writes at 4; the shell puts the pipe there.
        ends = f'exec 3<&{theirs} 4>&{told}; exec "$@"'
        self._stack.callback(
            ended,
            subprocess.Popen(
                ["bash", "-c", ends, "bash", program, *words],
                pass_fds=[theirs, told],
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
            ),
        )
        os.close(theirs)
        os.close(told)
        self._to = self._stack.enter_context(os.fdopen(to_it, "wb"))
        self._from = self._stack.enter_context(os.fdopen(from_it, "rb"))
        self._heard = b""
        self._number = 0
        self._page: dict[str, str] = {}

    def open(self, address: str, width: int, height: int, *, zoom: int = 1) -> None:
        if self._page:
            self._do("Target.closeTarget", targetId=self._target, page={})
        self._target = self._do("Target.createTarget", url="about:blank", page={})["targetId"]
        attached = {"targetId": self._target, "flatten": True, "page": {}}
        self._page = {"sessionId": self._do("Target.attachToTarget", **attached)["sessionId"]}
        size = {"width": width // zoom, "height": height // zoom, "deviceScaleFactor": zoom}
        self._do("Emulation.setDeviceMetricsOverride", **size, mobile=False)
        self._do("Emulation.setTouchEmulationEnabled", enabled=True)
        self._do("Page.navigate", url=address)
        until(lambda: self.ask("return document.readyState") == "complete" or None)

    def tap(self, points: Sequence[Point]) -> None:
        sent = []
        for x, y in points:
            down = {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]}
            sent.append(self._send("Input.dispatchTouchEvent", down))
            up = {"type": "touchEnd", "touchPoints": []}
            sent.append(self._send("Input.dispatchTouchEvent", up))
        for number in sent:
            self._answer(number)

    def ask(self, script: str) -> Any:
        body = f"(() => {{ {script} }})()"
        told = self._do("Runtime.evaluate", expression=body, returnByValue=True)
        assert "exceptionDetails" not in told, told["exceptionDetails"]
        return told["result"].get("value")

    def picture(self) -> bytes:
        return base64.b64decode(self._do("Page.captureScreenshot")["data"])

    def close(self) -> None:
        self._stack.close()

    def _do(self, method: str, *, page: dict[str, str] | None = None, **parameters: Any) -> Any:
        return self._answer(self._send(method, parameters, page))

    def _send(self, method: str, parameters: Any, page: dict[str, str] | None = None) -> int:
        self._number += 1
        said = {"id": self._number, "method": method, "params": parameters}
        self._to.write(
            json.dumps(said | (self._page if page is None else page)).encode() + b"\0"
        )
        self._to.flush()
        return self._number

    def _answer(self, number: int) -> Any:
        """Return the answer to a number; answers come in the order of what was asked."""
        while True:
            while b"\0" not in self._heard:
                more = os.read(self._from.fileno(), 65536)
                assert more, "Chromium has ended"
                self._heard += more
            line, _, self._heard = self._heard.partition(b"\0")
            answer = json.loads(line)
            if answer.get("id") == number:
                assert "error" not in answer, answer
                return answer["result"]


class Firefox:
    """Firefox, with a finger, over Marionette."""

    name = "firefox"
    pointer = "touch"
    whole = False

    def __init__(self, folder: Path) -> None:
        program = shutil.which("firefox-esr") or shutil.which("firefox")
        if program is None:
            pytest.skip("Firefox is not installed (apt-get install firefox-esr)")
        self._stack = ExitStack()
        port = free_port()
        written = {**PREFERENCES, "marionette.port": port}
        (folder / "user.js").write_text(
            "".join(
                f"user_pref({json.dumps(k)}, {json.dumps(v)});\n" for k, v in written.items()
            )
        )
        words = ["--headless", "--marionette", "-remote-allow-system-access", "--no-remote"]
        self._stack.callback(
            ended,
            subprocess.Popen(
                [program, *words, "--profile", str(folder), "about:blank"],
                env={**os.environ, "HOME": str(folder), "MOZ_HEADLESS": "1"},
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
            ),
        )
        self._socket = until(lambda: socket.create_connection(("127.0.0.1", port), 2.0))
        self._socket.settimeout(WAIT_S)
        self._stack.callback(self._socket.close)
        self._heard = self._stack.enter_context(self._socket.makefile("rb"))
        self._take()  # its greeting
        self._number = 0
        self._do("WebDriver:NewSession", capabilities={})
        # Larger than any page; the page itself is made as large as asked, below.
        self._do("WebDriver:SetWindowRect", width=2200, height=1400)

    def open(self, address: str, width: int, height: int, *, zoom: int = 1) -> None:
        self._do("WebDriver:Navigate", url=address)
        self._do("Marionette:SetContext", value="chrome")  # as its menu does it
        self.ask(
            "const view = gBrowser.selectedBrowser; view.style.flex = 'none'; "
            f"view.style.width = '{width}px'; view.style.height = '{height}px'; "
            f"ZoomManager.setZoomForBrowser(view, {zoom});"
        )
        self._do("Marionette:SetContext", value="content")
        wide = f"return [innerWidth, innerHeight].join() === '{width // zoom},{height // zoom}'"
        assert until(lambda: self.ask(wide) or None), "the window has another size"

    def tap(self, points: Sequence[Point]) -> None:
        self._do("WebDriver:PerformActions", actions=[taps(points, self.pointer)])
        self._do("WebDriver:ReleaseActions")

    def ask(self, script: str) -> Any:
        return self._do("WebDriver:ExecuteScript", script=script, args=[])["value"]

    def picture(self) -> bytes:
        return base64.b64decode(self._do("WebDriver:TakeScreenshot", full=False)["value"])

    def close(self) -> None:
        self._stack.close()

    def _do(self, command: str, **parameters: Any) -> Any:
        self._number += 1
        said = json.dumps([0, self._number, command, parameters]).encode()
        self._socket.sendall(b"%d:%s" % (len(said), said))
        _, _, fault, result = self._take()
        assert fault is None, f"{command}: {fault['message']}"
        return result

    def _take(self) -> Any:
        length = b""
        while (byte := self._heard.read(1)) != b":":
            assert byte, "Firefox has ended"
            length += byte
        return json.loads(self._heard.read(int(length)))


class WebKit:
    """WebKitGTK's small browser, with a mouse, over WebDriver."""

    name = "webkit"
    pointer = "mouse"
    whole = True
    AT_ONCE = 25
    """Taps of one request: each waits for a picture to be drawn, on a busy machine for long."""

    def __init__(self, folder: Path) -> None:
        driver = shutil.which("WebKitWebDriver")
        browser = next(Path("/usr/lib").glob(f"*/{MINIBROWSERS}"), None)
        screen = shutil.which("Xvfb")
        if driver is None or browser is None or screen is None:
            pytest.skip("WebKit is not installed (apt-get install webkit2gtk-driver xvfb)")
        self._stack = ExitStack()
        display = self._screen(screen)
        port = free_port()
        still = folder / "gtk-3.0" / "settings.ini"
        still.parent.mkdir()
        still.write_text("[Settings]\ngtk-enable-animations=0\n")
        private = dict.fromkeys(("HOME", "XDG_CONFIG_HOME", "XDG_RUNTIME_DIR"), str(folder))
        private["DISPLAY"] = display
        self._stack.callback(
            ended,
            subprocess.Popen(
                [driver, f"--port={port}"],
                env={**os.environ, **private, "GDK_BACKEND": "x11", "NO_AT_BRIDGE": "1"},
                stderr=subprocess.DEVNULL,
            ),
        )
        until(lambda: socket.create_connection(("127.0.0.1", port), 2.0)).close()
        self._at = f"http://127.0.0.1:{port}/session"
        options = {"binary": str(browser), "args": ["--automation"]}
        wanted = {"alwaysMatch": {"webkitgtk:browserOptions": options}}
        self._at += "/" + self._do("POST", "", {"capabilities": wanted})["sessionId"]
        self._stack.callback(self._do, "DELETE", "")
        self._bare_window()

    def open(self, address: str, width: int, height: int, *, zoom: int = 1) -> None:
        size = {"width": width // zoom, "height": height // zoom}
        self._do("POST", "/window/rect", size)
        self._do("POST", "/url", {"url": address})
        wide = f"return innerWidth === {size['width']} && innerHeight === {size['height']}"
        assert until(lambda: self.ask(wide) or None), "the window has another size"

    def tap(self, points: Sequence[Point]) -> None:
        for first in range(0, len(points), self.AT_ONCE):
            some = points[first : first + self.AT_ONCE]
            self._do("POST", "/actions", {"actions": [taps(some, self.pointer)]})

    def ask(self, script: str) -> Any:
        return self._do("POST", "/execute/sync", {"script": script, "args": []})

    def picture(self) -> bytes:
        return base64.b64decode(self._do("GET", "/screenshot"))

    def close(self) -> None:
        self._stack.close()

    def _screen(self, program: str) -> str:
        """Start a screen that nobody sees; return its name."""
        end, told = os.pipe()
        words = ["-displayfd", str(told), "-screen", "0", "2200x1400x24", "-nolisten", "tcp"]
        running = subprocess.Popen(
            [program, *words], pass_fds=[told], stderr=subprocess.DEVNULL
        )
        self._stack.callback(ended, running)
        os.close(told)
        with os.fdopen(end) as line:
            return f":{line.readline().strip()}"

    def _bare_window(self) -> None:
        """Go to a window without a tool bar, which would not let it be as narrow as a phone."""
        bare = "width=390,height=844,toolbar=no,location=no,menubar=no"
        opening = f"open('about:blank', '_blank', '{bare}')"
        page = f'data:text/html,<body onclick="{opening}" style="height:100vh">'
        self._do("POST", "/url", {"url": page})
        self.tap([(50, 50)])
        assert until(self._found_bare), "no window without a tool bar"

    def _found_bare(self) -> bool | None:
        for handle in self._do("GET", "/window/handles"):
            self._do("POST", "/window", {"handle": handle})
            self._do("POST", "/window/rect", {"width": 390, "height": 844})
            if self.ask("return innerWidth") == 390:
                return True
        return None

    def _do(self, method: str, path: str, body: object = None) -> Any:
        asked = urllib.request.Request(
            self._at + path,
            method=method,
            data=None if body is None else json.dumps(body).encode(),
            headers={"Content-Type": "application/json"},
        )
        try:
            with urllib.request.urlopen(asked, timeout=WAIT_S) as answer:
                return json.load(answer)["value"]
        except urllib.error.HTTPError as fault:
            raise AssertionError(f"{method} {path}: {fault.read().decode()[:300]}") from None


def taps(points: Sequence[Point], pointer: str) -> dict[str, Any]:
    """Return the actions of WebDriver that tap at places."""
    steps: list[dict[str, Any]] = []
    for x, y in points:
        steps += [
            {"type": "pointerMove", "duration": 0, "x": x, "y": y},
            {"type": "pointerDown", "button": 0},
            {"type": "pointerUp", "button": 0},
        ]
    kind = {"pointerType": pointer}
    return {"type": "pointer", "id": "finger", "parameters": kind, "actions": steps}


def free_port() -> int:
    """Return a port that nobody listens on."""
    with socket.create_server(("127.0.0.1", 0)) as probe:
        return int(probe.getsockname()[1])


def until(attempt: Callable[[], Any]) -> Any:
    """Try until something comes of it, at most a minute."""
    deadline = time.monotonic() + START_S
    while True:
        try:
            if (found := attempt()) is not None:
                return found
        except OSError:
            pass
        if time.monotonic() > deadline:
            raise AssertionError("a browser does not answer")
        time.sleep(0.05)


def ended(program: subprocess.Popen[Any]) -> None:
    """End a program that was started here."""
    program.terminate()
    try:
        program.wait(10)
    except subprocess.TimeoutExpired:
        program.kill()
        program.wait()
