"""Runs the dashboard on the network: bind, tell where, stop."""

from __future__ import annotations

import asyncio
import logging
import resource
import socket
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Protocol, TextIO
from urllib.parse import urlsplit

from companion.app.server.certificate import Certificate, certificate
from companion.app.server.listening import Server
from companion.app.server.network import ANY, LOOPBACK, addresses, code_of
from companion.app.terminal import t
from companion.errors import InputError
from companion.household.clock import SystemClock
from companion.web import Access, Dashboard
from companion.web.serving.asgi import Program
from companion.web.serving.limits import LIMITS, Limits

log = logging.getLogger(__name__)


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
            print(t("Open {address}", address=address), file=out)
        print(code_of(self.addresses[0] if self.addresses else self.local), file=out)
        if not self.addresses:
            print(t("Only this computer can open it; --lan lets other devices in."), file=out)
        if self.pin is not None:
            print(
                t("Host PIN: {pin}  (without it, visitors only watch)", pin=self.pin), file=out
            )
        out.flush()


@contextmanager
def served(
    what: Serves,
    *,
    port: int,
    lan: bool,
    pin: str | None,
    tls: Path | Certificate | None = None,
    limits: Limits = LIMITS,
) -> Iterator[Open]:
    """Serve a dashboard until the block ends.

    Args:
        what: Whose.
        port: TCP port; 0 takes any free one.
        lan: Whether other devices may open it; otherwise only this computer.
        pin: What the host must enter to change the game; None lets every visitor.
        tls: The data folder, whose certificate encrypts everything, or one from elsewhere;
            None for plain HTTP.
        limits: What those who connect are granted.

    Raises:
        InputError: The port is taken or may not be used.
    """
    # The addresses need the port, and the port may be any free one: bind first, build then.
    listener = _listener(ANY if lan else LOOPBACK, port)
    bound = int(listener.getsockname()[1])
    found = addresses(bound, lan=lan, scheme="https" if tls else "http")
    held = None if tls is None else _certificate(tls, found)
    names = () if held is None else held.names
    if found:
        found = (*(f"https://{name}:{bound}/" for name in names), *found)
    access = Access(found, pin, frozenset(names))
    if held is not None:
        access = replace(access, encrypted=True, authority=held.authority)
    app = what.dashboard(access)
    granted = limits.within(_files(limits.files))
    server = Server(
        Program(app, granted), listener, granted, None if held is None else held.context()
    )
    with _running(server):
        scheme = "http" if held is None else "https"
        yield Open(f"{scheme}://{LOOPBACK}:{bound}/", found, pin)


@contextmanager
def _running(server: Server) -> Iterator[None]:
    """Run a server in a thread of its own until the block ends."""
    loop = asyncio.new_event_loop()
    stop = asyncio.Event()

    def run() -> None:
        with asyncio.Runner(loop_factory=lambda: loop) as runner:
            runner.run(server.run(stop))

    thread = threading.Thread(target=run, name="companion-web", daemon=True)
    thread.start()
    try:
        yield
    finally:
        loop.call_soon_threadsafe(stop.set)
        thread.join(timeout=5)


def _files(wanted: int) -> int:
    """Let the process open as many files as wanted, if it may; return how many it can."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
    if soft == resource.RLIM_INFINITY or soft >= most:
        return wanted if soft == resource.RLIM_INFINITY else soft
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
    except (OSError, ValueError) as error:
        log.warning("no more than %d files can be open: %s", soft, error)
        return soft
    return most


def _certificate(tls: Path | Certificate, found: tuple[str, ...]) -> Certificate:
    if isinstance(tls, Certificate):
        return tls
    hosts = [urlsplit(address).hostname or "" for address in found]
    names = tuple(dict.fromkeys([*filter(None, hosts), "localhost", LOOPBACK]))
    return certificate(tls, names, now=SystemClock().now())


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
            "Port {port} cannot be used ({why}); choose another with --port.",
            port=port,
            why=why,
        ) from error
    return listener
