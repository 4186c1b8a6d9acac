"""Cameras behind addresses: names without secrets, and those that give single pictures."""

from __future__ import annotations

import re
import ssl
import time
from collections.abc import Callable
from http.client import HTTPException
from typing import Any
from urllib.error import HTTPError
from urllib.parse import unquote, urlsplit
from urllib.request import (
    HTTPBasicAuthHandler,
    HTTPDigestAuthHandler,
    HTTPPasswordMgrWithPriorAuth,
    HTTPSHandler,
    OpenerDirector,
    ProxyHandler,
    Request,
    build_opener,
)

from companion.camera.files import decode_image
from companion.errors import CameraError
from companion.vision.types import Frame

Clock = Callable[[], float]

PATIENCE_S = 8.0
"""How long an address may be silent."""

PACE_S = 0.5
"""From one asking for a single picture to the next; more where the camera is slow."""

LONGEST_PACE_S = 4.0
MOST_BYTES = 20_000_000

_ADDRESS = re.compile(r"(https?|rtsps?|rtmps?|udp)://", re.IGNORECASE)
_SECRETS = re.compile(
    r"(?<![a-z])((?:user|usr|login|account|pass|pwd|pw|token|key|secret|auth|sid|session|"
    r"access|api)[a-z_-]*)=[^&;/#]*",
    re.IGNORECASE,
)


def is_address(text: str) -> bool:
    """Tell whether a source is a camera in the network."""
    return _ADDRESS.match(text) is not None


def without_password(text: str) -> str:
    """Return a source's name without the secrets in it: shown, kept, logged.

    Names and passwords go, before the host as well as in what follows it. Other sources, and
    such names themselves, stay as they are.
    """
    scheme, mark, rest = text.partition("://")
    if not mark:
        return text
    authority = re.split(r"[/?#]", rest, maxsplit=1)[0]
    tail = rest[len(authority) :]
    if "@" in authority:
        authority = authority.rpartition("@")[2]
    elif ":" in authority and not re.fullmatch(r"(\[.*\]|[^:]*)(:\d*)?", authority):
        # A password with a slash in it, written as it is.
        authority, tail = "", rest.rpartition("@")[2]
    return scheme + mark + authority + _SECRETS.sub(r"\1=", tail)


class Pictures:
    """A camera that gives one picture whenever it is asked.

    It is asked twice a second at most, and no more than half of the time is spent waiting for
    it, so that a slow camera is not kept busy.

    Args:
        address: `http://` or `https://`, with name and password if need be.
        clock: Monotonic seconds.
        sleep: Waits for so many seconds.
    """

    live = True

    def __init__(
        self, address: str, *, clock: Clock = time.monotonic,
        sleep: Callable[[float], object] = time.sleep,
    ) -> None:  # fmt: skip
        self.name = without_password(address)
        self._plain, self._open = _opener(address)
        self._clock, self._sleep = clock, sleep
        self._start_s = self._next_s = clock()
        self._seq = 0
        self._first: bytes | None = None

    def gives_pictures(self) -> bool:
        """Ask once; tell whether a single picture comes, rather than a stream.

        Raises:
            CameraError: Nothing is there, or it does not let us in.
        """
        self._first = self._ask()
        return self._first is not None

    def read(self) -> Frame:
        """Return the next picture, when it is time for it.

        Raises:
            CameraError: There is none.
            ImageError: It is damaged.
        """
        data, self._first = self._first, None
        if data is None:
            self._sleep(max(0.0, self._next_s - self._clock()))
            data = self._ask()
        if data is None:
            raise CameraError("{name} gives no more pictures; check that it is on.",
                              name=self.name)  # fmt: skip
        seq, self._seq = self._seq, self._seq + 1
        return Frame(decode_image(data), self._clock() - self._start_s, seq, self.name)

    def close(self) -> None:
        """Nothing is held open."""

    def _ask(self) -> bytes | None:
        """Return the bytes of a picture; None where something else comes."""
        began_s = self._clock()
        try:
            with self._open.open(self._plain, timeout=PATIENCE_S) as answer:
                if not answer.headers.get_content_type().startswith("image/"):
                    return None
                data: bytes = answer.read(MOST_BYTES)
        except HTTPError as fault:
            fault.close()
            if fault.code in (401, 403):
                raise CameraError(
                    "{name} lets nobody in with this name and password; write them into the "
                    "address, as http://NAME:PASSWORD@CAMERA/.",
                    name=self.name,
                ) from None
            raise CameraError(
                "{name} answers with error {code} instead of a picture; check the address.",
                name=self.name,
                code=fault.code,
            ) from None
        except HTTPException:
            return None  # no web server as it should be; FFmpeg takes more
        except (OSError, ValueError):
            raise CameraError(
                "{name} gives no pictures; check the address, and that the camera is on "
                "and in the same network.",
                name=self.name,
            ) from None
        finally:
            took_s = self._clock() - began_s
            self._next_s = began_s + max(PACE_S, min(2 * took_s, LONGEST_PACE_S))
        return data


def _opener(address: str) -> tuple[Request, OpenerDirector]:
    """Return an address without name and password, and what opens it with them."""
    scheme, _, rest = address.partition("://")
    authority = re.split(r"[/?#]", rest, maxsplit=1)[0]
    who, mark, host = authority.rpartition("@")
    plain = f"{scheme.lower()}://{host}{rest[len(authority) :]}"
    context = ssl.create_default_context()
    # Cameras at home sign for themselves; FFmpeg does not look either.
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    handlers: list[Any] = [HTTPSHandler(context=context), ProxyHandler({})]
    if mark:
        name, _, password = who.partition(":")
        held = HTTPPasswordMgrWithPriorAuth()
        site = urlsplit(plain)
        held.add_password(
            None, f"{site.scheme}://{site.netloc}/", unquote(name), unquote(password),
            is_authenticated=True,
        )  # fmt: skip
        handlers += [HTTPBasicAuthHandler(held), HTTPDigestAuthHandler(held)]
    return Request(plain, headers={"Accept": "*/*"}), build_opener(*handlers)  # noqa: S310
