"""What can be wrong with buttons on the computer itself: each says what to do about it."""

from __future__ import annotations

import errno
import importlib
from typing import Any

from firmware_bridge.ports import BridgeError


class PackageMissing(BridgeError):
    """A package that these buttons need is not installed."""

    def __init__(self, name: str, what_for: str, extra: str) -> None:
        super().__init__(
            "For {what_for} the package {name} is needed; install it with pip "
            "install 'tabletop-companion[{extra}]'.",
            what_for=what_for,
            name=name,
            extra=extra,
        )


class InputPermission(BridgeError):
    """The system does not let this user read the input device."""

    def __init__(self, device: str) -> None:
        super().__init__(
            "The input device {device} may not be read by this user; join the group "
            "that owns it (mostly: sudo usermod -aG input $USER) and log in again.",
            device=device,
        )


class InputBusy(BridgeError):
    """Another program has taken the input device for itself."""

    def __init__(self, device: str) -> None:
        super().__init__(
            "Another program has the input device {device} for itself; close it (a "
            "second companion, perhaps, or a program that maps keys).",
            device=device,
        )


class InputGone(BridgeError):
    """There is no such input device, or not any more."""

    def __init__(self, device: str) -> None:
        super().__init__("There is no input device {device}; is it plugged in?", device=device)


class InputStrange(BridgeError):
    """The path is no input device, or it fails in another way."""

    def __init__(self, device: str, reason: str) -> None:
        super().__init__(
            "{device} cannot be read as an input device: {reason}. (python -m "
            "firmware_bridge ports lists them.)",
            device=device,
            reason=reason,
        )


class PinsUnusable(BridgeError):
    """There are no pins here, or they cannot be taken."""

    def __init__(self, reason: str) -> None:
        super().__init__(
            "The pins of a Raspberry Pi cannot be used here: {reason}. On a Pi "
            "install lgpio and join the group gpio (sudo usermod -aG gpio $USER).",
            reason=reason,
        )


class PinsBusy(BridgeError):
    """Something else uses the pins."""

    def __init__(self, reason: str) -> None:
        super().__init__(
            "Another program or device uses a pin of the buttons: {reason}.", reason=reason
        )


_KINDS: dict[int | None, type[InputPermission | InputBusy | InputGone]] = {
    errno.EACCES: InputPermission,
    errno.EPERM: InputPermission,
    errno.EBUSY: InputBusy,
    errno.ENOENT: InputGone,
    errno.ENODEV: InputGone,
    errno.ENXIO: InputGone,
    errno.EIO: InputGone,
    errno.EBADF: InputGone,
}


def explain_input(error: OSError, device: str) -> BridgeError:
    """Return what an operating system's error about an input device means."""
    if error.errno in _KINDS:
        return _KINDS[error.errno](device)
    return InputStrange(device, error.strerror or str(error) or type(error).__name__)


def explain_pins(error: Exception) -> BridgeError:
    """Return what an error of gpiozero's, or of what it works with, means."""
    reason = str(error).strip().rstrip(".") or type(error).__name__
    if type(error).__name__ in ("GPIOPinInUse", "PinReservedError") or "busy" in reason.lower():
        return PinsBusy(reason)
    return PinsUnusable(reason)


def package(name: str, what_for: str, extra: str) -> Any:
    """Import an optional package.

    Args:
        name: Of the package.
        what_for: What it is needed for, as words in a sentence.
        extra: Of ours, which brings it.

    Raises:
        PackageMissing: It is not installed.
    """
    try:
        return importlib.import_module(name)
    except ImportError as error:
        raise PackageMissing(name, what_for, extra) from error
