"""Who is let in: hosts, origins, sizes, headers, and the host's PIN."""

from __future__ import annotations

import hmac
import ipaddress
import logging
import socket
import threading
import time
import unicodedata
from collections import deque
from collections.abc import Callable
from urllib.parse import urlsplit

from flask import Flask, Response, render_template, request, session

from companion.text import said
from companion.web import language
from companion.web.faults import refusal
from companion.web.port import Access
from companion.web.serving.limits import (
    MAX_BODY_BYTES,
    MAX_DATA_BYTES,
    MAX_FILE_BYTES,
    MAX_LIST_BYTES,
    MAX_PHOTO_BYTES,
    MAX_PICTURE_BYTES,
    MAX_PIN_TRIES,
    MOST_CHANGES,
    MOST_PIN_WAIT_S,
    MOST_VISITORS,
    PER_S,
    PIN_WAIT_S,
    SESSION_S,
)

log = logging.getLogger(__name__)

FILES = "/api/games"
"""Takes files of games."""

PHOTOS = "/api/cards/photo"
"""Takes photos of hands of cards."""

DATA_OF_GAMES = "/api/files/"
BOARDS = "/api/photo"
"""Takes photos of the board."""

PHONE_CLAIM = "/api/phone/claim"
PHONE_PICTURES = "/api/phone/picture"
"""A phone that is the camera has a key of its own and changes nothing of the game."""

LISTS = "/api/lists"
"""Takes word lists."""

_UPLOADS = {
    FILES: MAX_FILE_BYTES,
    PHOTOS: MAX_PHOTO_BYTES,
    BOARDS: MAX_PHOTO_BYTES,
    PHONE_PICTURES: MAX_PICTURE_BYTES,
    LISTS: MAX_LIST_BYTES,
}
"""The addresses that take more than JSON, and how much."""

_OPEN = frozenset({"/api/host", PHONE_CLAIM, PHONE_PICTURES})
"""What is not the host's alone: these ask for something of their own."""

_SAFE = frozenset({"GET", "HEAD", "OPTIONS"})

_POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",
        "connect-src 'self'",
        "manifest-src 'self'",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
    )
)

_HEADERS = {
    "Content-Security-Policy": _POLICY,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
}


def machine_names() -> frozenset[str]:
    """Return the names this computer goes by on its own network."""
    name = socket.gethostname().lower()
    short = name.split(".")[0]
    return frozenset({name, short, f"{short}.local"})


def host_allowed(host: str, names: frozenset[str]) -> bool:
    """Tell whether a Host header names this machine.

    Any IP address passes: a page of somebody else's can only be pointed here by a *name*
    of theirs (DNS rebinding), and such a name is on no list.
    """
    try:
        name = urlsplit(f"//{host}").hostname or ""
    except ValueError:
        return False
    name = name.rstrip(".").lower()
    if name == "localhost" or name in names:
        return True
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


def same_origin() -> bool:
    """Tell whether the current request comes from our own page, or from no page at all."""
    site = request.headers.get("Sec-Fetch-Site")
    if site is not None and site != "same-origin":
        return False
    origin = request.headers.get("Origin")
    if origin is None:
        return True
    return origin.rstrip("/") == request.host_url.rstrip("/")


def from_elsewhere() -> bool:
    """Tell whether a page of somebody else's asks for what only our own pages may ask for.

    A look at a camera wakes it, so reading is guarded too. Links to pages may stand anywhere,
    and so may what people type.
    """
    headers = request.headers
    site = headers.get("Sec-Fetch-Site", "none")
    own = request.host_url.rstrip("/")
    linked = headers.get("Sec-Fetch-Dest") == "document" and not _is_api()
    if site not in ("same-origin", "none") and not linked:
        return True
    if headers.get("Origin", own).rstrip("/") != own:
        return True
    # Browsers tell the above only on encrypted lines; our own pages never send this one.
    referrer = headers.get("Referer", "")
    return _is_api() and bool(referrer) and not referrer.startswith(f"{own}/")


def _is_api() -> bool:
    return request.path.startswith("/api/")


class Door:
    """Checks the host's PIN; who gives wrong ones waits longer and longer, nobody else does.

    Mutable because a limit on guesses has to count; guarded by its own lock.
    """

    def __init__(
        self, access: Access, monotonic_s: Callable[[], float] = time.monotonic
    ) -> None:
        self._pin = access.host_pin
        self._now_s = monotonic_s
        self._wrong: dict[str, tuple[int, float]] = {}  # how often, and shut until when
        self._lock = threading.Lock()

    @property
    def guarded(self) -> bool:
        """Whether changing the game takes a PIN at all."""
        return self._pin is not None

    def is_host(self) -> bool:
        """Tell whether the current visitor may change the game."""
        return not self.guarded or session.get("role") == "host"

    def wait_s(self) -> float:
        """Return how long the current visitor must wait before another PIN is looked at."""
        with self._lock:
            return self._wait_s(request.remote_addr or "")

    def _wait_s(self, who: str) -> float:
        return max(0.0, self._wrong.get(who, (0, 0.0))[1] - self._now_s())

    def try_pin(self, pin: str) -> bool:
        """Let the current visitor in as host if the PIN is right and none has to be waited for.

        Args:
            pin: As it was typed; letters with marks count as the same however they are coded.
        """
        if self._pin is None:
            return True
        with self._lock:
            who = request.remote_addr or ""
            if self._wait_s(who):
                return False
            if not hmac.compare_digest(_plain(pin), _plain(self._pin)):
                self._note_wrong(who)
                return False
            self._wrong.pop(who, None)
        session.permanent = True  # it ends with the time below, not with the tablet's browser
        session["role"] = "host"
        return True

    def _note_wrong(self, who: str) -> None:
        count = self._wrong.pop(who, (0, 0.0))[0] + 1
        more = count - MAX_PIN_TRIES
        wait_s = min(PIN_WAIT_S * 2.0 ** min(more, 30), MOST_PIN_WAIT_S) if more >= 0 else 0.0
        self._wrong[who] = (count, self._now_s() + wait_s)
        if len(self._wrong) > MOST_VISITORS:
            del self._wrong[next(iter(self._wrong))]  # who has not guessed for longest
        log.warning("wrong host PIN of %s, number %d", who, count)


def _plain(pin: str) -> bytes:
    return unicodedata.normalize("NFC", pin.strip()).encode("utf-8", "replace")


class Pace:
    """Counts the changes of each visitor. Thread-safe."""

    def __init__(self, monotonic_s: Callable[[], float] = time.monotonic) -> None:
        self._now_s = monotonic_s
        self._seen: dict[str, deque[float]] = {}
        self._lock = threading.Lock()

    def allows(self, visitor: str) -> bool:
        """Count one more request; False when there were too many of late."""
        now_s = self._now_s()
        with self._lock:
            times = self._seen.setdefault(visitor, deque(maxlen=MOST_CHANGES))
            if len(times) == MOST_CHANGES and now_s - times[0] < PER_S:
                return False
            times.append(now_s)
            if len(self._seen) > MOST_VISITORS:
                oldest = min(self._seen, key=lambda name: self._seen[name][-1])
                del self._seen[oldest]
        return True


def install(app: Flask, access: Access, door: Door) -> None:
    """Put the checks before and the headers behind every request of an app."""
    pace = Pace()
    names = frozenset(n.lower() for n in access.host_names) | machine_names()
    app.config["MAX_CONTENT_LENGTH"] = MAX_BODY_BYTES
    app.config["SESSION_COOKIE_NAME"] = "companion_session"
    app.config["SESSION_COOKIE_SAMESITE"] = "Strict"
    app.config["SESSION_COOKIE_HTTPONLY"] = True
    app.config["SESSION_COOKIE_SECURE"] = access.encrypted
    app.config["PERMANENT_SESSION_LIFETIME"] = SESSION_S
    app.config["PIN_DIGITS"] = (access.host_pin or "0").isdecimal()

    @app.before_request
    def check() -> Response | None:
        if not host_allowed(request.host, names):
            log.warning("refused host %r", request.host)
            sentence = said("This name is not one of this computer's. Use its IP address.")
            return refusal(421, "wrong-host", sentence)
        if access.encrypted and request.scheme == "http":
            return _in_clear(access)
        if request.method in _SAFE:
            return _from_here_only() if from_elsewhere() else None
        if request.path != PHONE_PICTURES and not pace.allows(request.remote_addr or ""):
            log.warning("too many requests from %s", request.remote_addr)
            return refusal(
                429, "too-fast", said("These are too many requests; wait some seconds.")
            )
        return _check_change(door)

    @app.after_request
    def seal(answer: Response) -> Response:
        for name, value in _HEADERS.items():
            answer.headers.setdefault(name, value)
        if request.path.startswith(("/api/", "/export/")) or request.path == "/":
            answer.headers.setdefault("Cache-Control", "no-store")
        return answer


def _in_clear(access: Access) -> Response | None:
    """Explain to who came without encryption how to come with it."""
    if request.endpoint in ("static", "board.authority"):
        return None
    speaks = language.speaking(request)
    page = render_template(
        "plain.html",
        lang=speaks.code,
        authority=bool(access.authority),
        **language.for_template(speaks),
    )
    return Response(page, 426, {"Upgrade": "TLS/1.2, HTTP/1.1", "Connection": "close, Upgrade"})


def _from_here_only() -> Response:
    log.warning("refused a request from %r", request.headers.get("Origin"))
    return refusal(403, "wrong-origin", said("Requests are taken from this page only."))


def _check_change(door: Door) -> Response | None:
    """Refuse a request that would change something and must not."""
    if not same_origin():
        return _from_here_only()
    if request.path in _UPLOADS:
        if request.mimetype != "application/octet-stream":
            return refusal(415, "not-a-file", said("Send the file's bytes as they are."))
        if door.is_host() or request.path == PHONE_PICTURES:
            request.max_content_length = _UPLOADS[request.path]
    elif request.mimetype != "application/json":
        return refusal(415, "not-json", said("Send JSON (Content-Type: application/json)."))
    elif request.path.startswith(DATA_OF_GAMES) and door.is_host():
        request.max_content_length = MAX_DATA_BYTES
    if request.path not in _OPEN and not door.is_host():
        sentence = said("You are watching. Only the host can change the game.")
        return refusal(403, "viewer", sentence)
    return None
