"""What can be wrong with the way to a box: each says what to do about it."""

from __future__ import annotations

import errno

from firmware_bridge.ports import BridgeError


class PortPermission(BridgeError):
    """The system does not let this user open the port."""

    def __init__(self, port: str) -> None:
        super().__init__(
            "The port {port} may not be opened by this user; join the group that "
            "owns it (mostly: sudo usermod -aG dialout $USER) and log in again.",
            port=port,
        )


class PortBusy(BridgeError):
    """Another program has the port."""

    def __init__(self, port: str) -> None:
        super().__init__(
            "Another program uses the port {port}; close it (a serial monitor, "
            "perhaps, or a second companion).",
            port=port,
        )


class PortGone(BridgeError):
    """There is no such port, or not any more."""

    def __init__(self, port: str) -> None:
        super().__init__("There is no port {port}; is the box plugged in?", port=port)


class PortFault(BridgeError):
    """The port cannot be opened or used, for another reason."""

    def __init__(self, port: str, reason: str) -> None:
        super().__init__("The port {port} cannot be used: {reason}.", port=port, reason=reason)


class DeviceSilent(BridgeError):
    """The device behind the port says nothing."""

    def __init__(self, port: str) -> None:
        super().__init__(
            "The device at {port} says nothing; is the program of the box on it, and "
            "is the cable one that carries data?",
            port=port,
        )


class NotOurBox(BridgeError):
    """The device behind the port speaks, but not our protocol."""

    def __init__(self, port: str) -> None:
        super().__init__(
            "The device at {port} speaks, but it is not our button box.", port=port
        )


class ProtocolMismatch(BridgeError):
    """The box speaks another version of the protocol."""

    def __init__(self, port: str, theirs: int, ours: int) -> None:
        super().__init__(
            "The box at {port} speaks version {theirs} of the protocol and this "
            "program version {ours}; bring the older of the two up to date.",
            port=port,
            theirs=theirs,
            ours=ours,
        )


class NoBoxFound(BridgeError):
    """No port looks like one of a box."""

    def __init__(self) -> None:
        super().__init__(
            "No button box was found; plug it in, or name its port if it has a general "
            "adapter inside (python -m firmware_bridge ports lists them)."
        )


_KINDS: dict[int | None, type[PortPermission | PortBusy | PortGone]] = {
    errno.EACCES: PortPermission,
    errno.EPERM: PortPermission,
    errno.EBUSY: PortBusy,
    errno.EAGAIN: PortBusy,  # the lock of an exclusive opening
    errno.ENOENT: PortGone,
    errno.ENODEV: PortGone,
    errno.ENXIO: PortGone,
    errno.EIO: PortGone,
    errno.EBADF: PortGone,
}


def explain(error: Exception, port: str) -> BridgeError:
    """Return what an operating system's error about a port means."""
    number = error.errno if isinstance(error, OSError) else None
    if number in _KINDS:
        return _KINDS[number](port)
    return PortFault(port, str(error) or type(error).__name__)
