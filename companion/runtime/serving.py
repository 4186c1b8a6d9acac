"""Runs the dashboard on the network: bind, tell where, stop."""

from __future__ import annotations

import socket
import sys
import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol, TextIO
from urllib.parse import urlsplit

from waitress import wasyncore
from waitress.server import create_server

from companion.errors import InputError
from companion.runtime.certificate import Certificate, certificate
from companion.runtime.clock import SystemClock
from companion.runtime.front import encrypted
from companion.runtime.network import ANY, LOOPBACK, addresses, code_of
from companion.web import Access, Dashboard
from companion.web.security import MAX_FILE_BYTES

THREADS = 48
"""An open page holds one for its stream: twenty viewers, and room for requests."""


class Serves(Protocol):
    """What has a dashboard: a table, or a hall of them."""

    def dashboard(self, access: Access, /) -> Dashboard:
        """Return it, for those who may come in."""


@dataclass(frozen=True, slots=True)
class Open:
    """A dashboard that is being served.

    Attributes:
        local: Its address on this computer.
        addresses: Its addresses for other devices, IP first.
    """

    local: str
    addresses: tuple[str, ...]
    pin: str | None

    def announce(self, out: TextIO | None = None) -> None:
        """Print where the page is, the IP first, with a code to scan."""
        out = sys.stderr if out is None else out
        for address in (*self.addresses, self.local):
            print(f"Open {address}", file=out)
        print(code_of(self.addresses[0] if self.addresses else self.local), file=out)
        if not self.addresses:
            print("Only this computer can open it; --lan lets other devices in.", file=out)
        if self.pin is not None:
            print(f"Host PIN: {self.pin}  (without it, visitors only watch)", file=out)
        out.flush()


@contextmanager
def served(
    what: Serves, *, port: int, lan: bool, pin: str | None, tls: Path | None = None
) -> Iterator[Open]:
    """Serve a dashboard until the block ends.

    Args:
        what: Whose.
        port: TCP port; 0 takes any free one.
        lan: Whether other devices may open it; otherwise only this computer.
        pin: What the host must enter to change the game; None lets every visitor.
        tls: The data folder, whose certificate encrypts everything; None for plain HTTP.

    Raises:
        InputError: The port is taken or may not be used.
    """
    # The addresses need the port, and the port may be any free one: bind first, build then.
    late = _Late()
    sockets: dict[int, object] = {}
    outer = _listener(ANY if lan else LOOPBACK, port)
    bound = int(outer.getsockname()[1])
    found = addresses(bound, lan=lan, scheme="https" if tls else "http")
    held = None if tls is None else _certificate(tls, found)
    # With HTTPS the server itself is behind the one that encrypts.
    listener = outer if held is None else _listener(LOOPBACK, 0)
    server = create_server(
        late,
        sockets=[listener],
        threads=THREADS,
        ident=None,
        max_request_body_size=MAX_FILE_BYTES + 64 * 1024,
        connection_limit=200,
        url_scheme="http" if held is None else "https",
        map=sockets,
    )
    late.app = what.dashboard(
        Access(found, pin, authority=b"" if held is None else held.authority)
    )
    stop = threading.Event()

    def run() -> None:
        # The sockets belong to this thread to the end: closing them from another one would
        # pull them away from under the running poll.
        while not stop.is_set():
            wasyncore.loop(timeout=0.5, map=sockets, count=1)
        server.task_dispatcher.shutdown(cancel_pending=True, timeout=0.1)
        server.close()
        wasyncore.close_all(sockets)

    thread = threading.Thread(target=run, name="companion-web", daemon=True)
    thread.start()
    try:
        with ExitStack() as stack:
            if held is not None:
                behind = int(listener.getsockname()[1])
                stack.enter_context(encrypted(outer, behind, held))
            scheme = "http" if held is None else "https"
            yield Open(f"{scheme}://{LOOPBACK}:{bound}/", found, pin)
    finally:
        stop.set()
        server.pull_trigger()
        thread.join(timeout=5)


def _certificate(folder: Path, found: tuple[str, ...]) -> Certificate:
    hosts = [urlsplit(address).hostname or "" for address in found]
    names = tuple(dict.fromkeys([*filter(None, hosts), "localhost", LOOPBACK]))
    return certificate(folder, names, now=SystemClock().now())


def _listener(host: str, port: int) -> socket.socket:
    """Return a socket bound to a port.

    Raises:
        InputError: The port is taken, may not be used, or is none.
    """
    listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((host, port))
    except (OSError, OverflowError) as error:
        listener.close()
        why = getattr(error, "strerror", None) or str(error)
        raise InputError(
            f"Port {port} cannot be used ({why}); choose another with --port."
        ) from error
    return listener


class _Late:
    """A WSGI application that is put in place after the port is bound."""

    app: object = None

    def __call__(self, environ: object, start_response: object) -> object:
        assert callable(self.app)  # noqa: S101 - set before the server runs
        return self.app(environ, start_response)
