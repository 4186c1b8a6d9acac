"""Where other devices find this computer: its addresses, IP first, and a code to scan."""

from __future__ import annotations

import contextlib
import io
import socket

import segno

ANY = "0.0.0.0"  # noqa: S104 - only with --lan, which says so
LOOPBACK = "127.0.0.1"


def lan_ip() -> str | None:
    """Return this computer's address on its own network, or None without one.

    Nothing is sent: a datagram socket that is connected only asks the routing table. The target
    is an address reserved for documentation.
    """
    with contextlib.closing(socket.socket(socket.AF_INET, socket.SOCK_DGRAM)) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
            address = str(probe.getsockname()[0])
        except OSError:
            return None
    return None if address.startswith("127.") else address


def addresses(port: int, *, lan: bool, scheme: str = "http") -> tuple[str, ...]:
    """Return the page's full addresses for other devices, IP first; empty without a network.

    Names come last: many telephones do not resolve `.local`.
    """
    ip = lan_ip() if lan else None
    if ip is None:
        return ()
    name = socket.gethostname().split(".")[0]
    return (f"{scheme}://{ip}:{port}/", f"{scheme}://{name}.local:{port}/")


def code_of(address: str) -> str:
    """Return a QR code of an address, drawn with characters for a terminal."""
    out = io.StringIO()
    segno.make(address, error="m", micro=False).terminal(out, compact=True, border=1)
    return out.getvalue()
