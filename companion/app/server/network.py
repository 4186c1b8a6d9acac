"""Where other devices find this computer: its addresses, IP first, and a code to scan."""

from __future__ import annotations

import contextlib
import io
import re
import socket
import struct
import sys

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


_INNER = re.compile(r"lo|docker\d|br-|veth|virbr|lxc|lxd|cni|podman|vboxnet|vmnet")
"""Beginnings of names of interfaces behind which there is no device of the household."""

_VPN = re.compile(r"tun|tap|wg|tailscale|zt|ppp|utun")

_LIST_ADDRESSES = 0x8912
"""SIOCGIFCONF of Linux: the IPv4 addresses of all interfaces that are up."""

_ROW = struct.Struct("16s2xH4s16x" if sys.maxsize > 2**32 else "16s2xH4s8x")
"""struct ifreq: name, then a sockaddr_in."""

MOST_ROWS = 128


def own_ips() -> tuple[str, ...]:
    """Return this computer's IPv4 addresses under which other devices may find it.

    The one on the way out comes first, those of virtual private networks and those that were
    given by nobody (169.254) come last; without a way out there may be addresses all the same.
    """
    first = lan_ip()
    rows = [row for row in _interfaces() if not _INNER.match(row[0])]
    rows.sort(key=lambda row: (row[1].startswith("169.254."), bool(_VPN.match(row[0]))))
    found = [ip for _, ip in rows if not ip.startswith("127.")]
    return tuple(dict.fromkeys([*([first] if first else []), *found]))


def _interfaces() -> list[tuple[str, str]]:
    """Return (name, IPv4 address) of each interface that is up; none where Linux is not."""
    if sys.platform != "linux":
        return []
    import array
    import fcntl  # not on every system

    room = array.array("B", bytes(_ROW.size * MOST_ROWS))
    where, size = room.buffer_info()
    with contextlib.closing(socket.socket(socket.AF_INET, socket.SOCK_DGRAM)) as asked:
        try:
            told = fcntl.ioctl(asked, _LIST_ADDRESSES, struct.pack("iP", size, where))
        except OSError:
            return []
    used = struct.unpack("iP", told)[0]
    rows = _ROW.iter_unpack(room.tobytes()[: used // _ROW.size * _ROW.size])
    return [(name.partition(b"\0")[0].decode(), socket.inet_ntoa(ip)) for name, _, ip in rows]


def addresses(port: int, *, lan: bool, scheme: str = "http") -> tuple[str, ...]:
    """Return the page's full addresses for other devices, IPs first; empty if none is let in.

    The name comes last: many telephones do not resolve `.local`. Where others are let in it is
    told even without a network, which may come later.
    """
    if not lan:
        return ()
    hosts = (*own_ips(), f"{socket.gethostname().split('.')[0]}.local")
    return tuple(f"{scheme}://{host}:{port}/" for host in hosts)


def code_of(address: str) -> str:
    """Return a QR code of an address, drawn with characters for a terminal."""
    out = io.StringIO()
    segno.make(address, error="m", micro=False).terminal(out, compact=True, border=1)
    return out.getvalue()
