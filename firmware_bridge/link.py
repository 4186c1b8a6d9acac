"""The way to the box: the only module that opens a port.

A link has a thread of its own. It finds the port, opens it for itself alone, waits for a valid
hello, hands every press to a callback and acknowledges it only when the callback says that
the press is safe. When the box goes, it is looked for again with growing patience, by the name
of its port that does not change.
"""

from __future__ import annotations

import importlib.util
import logging
import threading
import time
from collections.abc import Callable, Iterable
from dataclasses import replace
from pathlib import Path
from typing import Any, Protocol

import serial

from firmware_bridge.discovery import candidates
from firmware_bridge.faults import (
    DeviceSilent,
    NoBoxFound,
    NotOurBox,
    PortFault,
    PortGone,
    ProtocolMismatch,
    explain,
)
from firmware_bridge.happenings import (
    Dropped,
    Happening,
    Line,
    Met,
    Quiet,
    Silent,
    Stuck,
    WrongVersion,
)
from firmware_bridge.host import Host
from firmware_bridge.messages import PROTOCOL, State
from firmware_bridge.ports import BridgeError, Port, list_ports, stable_path
from firmware_bridge.presses import Press, PressKey
from firmware_bridge.spec import load_spec
from firmware_bridge.status import Episodes, LinkStatus, Phase, vitals

log = logging.getLogger(__name__)
wire_log = logging.getLogger("firmware_bridge.wire")

PORT_ERRORS: tuple[type[Exception], ...] = (OSError,)
"""What a port that fails may raise; pyserial's own exceptions are OSErrors."""
if importlib.util.find_spec("termios"):  # not on Windows
    PORT_ERRORS = (OSError, importlib.import_module("termios").error)

OPENING_ERRORS: tuple[type[Exception], ...] = (*PORT_ERRORS, ValueError)
"""The same for opening one; ValueError is for a URL that nobody serves."""

URL_HANDLERS = "firmware_bridge.urlhandler"
READ_S = 0.02
PATIENCE_S = (0.5, 8.0)
"""Seconds between attempts: at first, and at most; doubled from one to the other."""


LOOK_S = 0.5
"""How often is looked, without opening anything, whether something was plugged in."""

SHUN_S = 60.0
"""What is not our box, or speaks another version, is left alone for so long, or until something
is plugged in: opening a port resets most boards."""


class Wire(Protocol):
    """What a link needs of an open port."""

    def read(self, size: int = 1) -> bytes:
        """Return what has arrived, at the latest after the time-out."""

    def write(self, data: bytes, /) -> int | None:
        """Send bytes."""

    def close(self) -> None:
        """Close the port."""


def open_wire(port: str) -> Wire:
    """Open a port for this program alone.

    Raises:
        OSError: It cannot be opened.
    """
    if URL_HANDLERS not in serial.protocol_handler_packages:
        serial.protocol_handler_packages.append(URL_HANDLERS)
    only_ours = {} if "://" in port else {"exclusive": True}
    wire: Wire = serial.serial_for_url(
        port, baudrate=load_spec().baud, timeout=READ_S, write_timeout=1.0, **only_ours
    )
    return wire


class Link:
    """Keeps in touch with one box."""

    def __init__(
        self,
        port: str = "",
        *,
        on_press: Callable[[Press], bool],
        on_status: Callable[[LinkStatus], None] = lambda _: None,
        on_turn: Callable[[], None] = lambda: None,
        known: Iterable[PressKey] = (),
        adapters: bool = False,
        opener: Callable[[str], Wire] = open_wire,
        ports: Callable[[], tuple[Port, ...]] = list_ports,
        stable: Callable[[str], str] = stable_path,
        monotonic_s: Callable[[], float] = time.monotonic,
        wait: Callable[[float], object] | None = None,
    ) -> None:
        """Prepare a link; `start` begins.

        Args:
            port: A path or a URL such as `virtual://?seed=3`; empty to look for the box.
            on_press: Called in the link's thread. True says that the press is in the journal
                and may be acknowledged; with False, or if it raises, the press comes again.
            on_status: Called in the link's thread when the status has changed.
            on_turn: Called in the link's thread some dozen times a second while a port is open;
                the place to `show` what time changes.
            known: Presses that are in the journal already.
            adapters: Look behind general USB adapters too.
            opener: Opens a port.
            ports: Lists the ports.
            stable: Finds the name of a port that does not change.
            monotonic_s: The clock.
            wait: Waits between attempts, until the time is over or the link stops.
        """
        self._port = port
        self._on_press = on_press
        self._on_status = on_status
        self._on_turn = on_turn
        self._adapters = adapters
        self._open = opener
        self._list = ports
        self._stable = stable
        self._now_s = monotonic_s
        self._stopping = threading.Event()
        self._wait = wait or self._stopping.wait
        self._host = Host(known=known)
        self._shown: dict[type, State] = {}
        self._shown_lock = threading.Lock()
        self._remembered = ""
        self._shunned_until_s: dict[str, float] = {}
        self._episodes = Episodes()
        self._patience_s = PATIENCE_S[0]
        self._thread: threading.Thread | None = None
        self.status = LinkStatus()

    def start(self) -> Link:
        """Start the thread."""
        if self._thread is None:
            self._thread = threading.Thread(
                target=self.run, name="firmware-bridge-link", daemon=True
            )
            self._thread.start()
        return self

    def stop(self) -> None:
        """End the thread and close the port."""
        self._stopping.set()
        if self._thread is not None:
            self._thread.join()

    def show(self, state: State) -> None:
        """Set lights, scores, clocks or text. Thread-safe; the last one of a kind wins."""
        with self._shown_lock:
            self._shown[type(state)] = state

    def health(self) -> dict[str, Any]:
        """Return how it stands with the box and the line, as JSON values. Thread-safe."""
        return vitals(self.status, self._host, self._now_ms())

    def run(self) -> None:
        """Keep in touch until `stop`."""
        while not self._stopping.is_set():
            for port in self._to_try():
                if self._now_s() < self._shunned_until_s.get(port, 0):
                    continue
                trouble = self._converse_safely(port)
                if isinstance(trouble, ProtocolMismatch | NotOurBox):
                    self._shunned_until_s[port] = self._now_s() + SHUN_S
                if self._stopping.is_set():
                    break
                self._tell(phase=Phase.SEARCHING, trouble=trouble, hello=None)
            else:
                self._rest()
        self._tell(phase=Phase.STOPPED, trouble=None, hello=None)

    def _rest(self) -> None:
        """Wait before the next attempt; something that is plugged in ends the waiting."""
        before, left_s = self._plugged(), self._patience_s
        self._patience_s = min(self._patience_s * 2, PATIENCE_S[1])
        while left_s > 0 and not self._stopping.is_set():
            self._wait(min(LOOK_S, left_s))
            left_s -= LOOK_S
            if self._plugged() != before:
                self._wait(LOOK_S)  # the system still sets up who may open it
                self._patience_s = PATIENCE_S[0]
                self._shunned_until_s.clear()
                return

    def _plugged(self) -> object:
        """What is plugged in, as far as it concerns this link. Opens nothing."""
        if "://" in self._port:
            return None
        if self._port:
            return Path(self._port).exists()
        try:
            return frozenset(port.device for port in self._list())
        except BridgeError:
            return None

    def _to_try(self) -> tuple[str, ...]:
        """The ports to try now, by names that do not change."""
        if self._port:
            return (self._port,)
        try:
            found = candidates(
                self._list(), adapters=self._adapters, remembered=self._remembered
            )
        except BridgeError as trouble:
            self._tell(phase=Phase.SEARCHING, trouble=trouble)
            return ()
        if not found:
            self._tell(phase=Phase.SEARCHING, trouble=NoBoxFound())
        return tuple(port.device for port in found)

    def _converse_safely(self, port: str) -> BridgeError | None:
        try:
            return self._converse(port)
        except Exception as error:  # the link must outlive any bug, also behind a callback
            log.exception("the conversation with %s failed", port)
            return PortFault(port, f"this program failed ({type(error).__name__})")

    def _converse(self, port: str) -> BridgeError | None:
        """Talk to what is behind a port until that ends; return why it ended."""
        stable = port if "://" in port else self._stable(port)
        try:
            wire = self._open(port)
        except OPENING_ERRORS as error:
            return explain(error, port)
        try:
            self._host.start(self._now_ms())
            self._tell(phase=Phase.GREETING, port=port, trouble=None, bad_line=False, stuck=())
            while not self._stopping.is_set():
                if trouble := self._turn(wire, port, stable):
                    return trouble
        except PORT_ERRORS as error:
            # What breaks while we talk is the box that went, whatever the system calls it.
            log.info("the line to %s broke: %s", port, error)
            return PortGone(port)
        finally:
            _close(wire)
        return None

    def _turn(self, wire: Wire, port: str, stable: str) -> BridgeError | None:
        """Read, think and write once."""
        self._on_turn()
        with self._shown_lock:
            shown = tuple(self._shown.values())
            self._shown.clear()
        for state in shown:
            self._host.show(state)
        data = wire.read(256)
        if data:
            wire_log.debug("< %r", data)
        happened = self._host.receive(data, self._now_ms())
        happened += self._host.tick(self._now_ms())
        for each in happened:
            if trouble := self._take(each, port, stable):
                return trouble
        if output := self._host.take_output():
            wire_log.debug("> %r", output)
            wire.write(output)
        if self._host.pulse is not None:
            pulse = self._host.pulse
            garbled = pulse.bad_frames + self._host.counters.garbled
            self._tell(queued=pulse.queued, garbled=garbled)
            self._tell(**self._episodes.over(self._now_s(), pulse.queued))
        return None

    def _take(self, happening: Happening, port: str, stable: str) -> BridgeError | None:
        match happening:
            case Press():
                self._hand_over(happening)
            case Met(hello=hello):
                self._remember(port, stable)
                restarts = self._episodes.met(self._now_s())
                self._tell(phase=Phase.READY, trouble=None, hello=hello, restarts=restarts)
            case WrongVersion(protocol=theirs):
                return ProtocolMismatch(port, theirs, PROTOCOL)
            case Silent(heard_something=heard):
                return NotOurBox(port) if heard else DeviceSilent(port)
            case Quiet():
                return DeviceSilent(port)
            case Dropped(count=count):
                log.warning("the box lost %d presses because its queue was full", count)
                self._tell(dropped=self._episodes.lost(self._now_s(), count))
            case Line(is_bad=is_bad):
                self._tell(bad_line=is_bad)
            case Stuck(buttons=buttons):
                self._tell(stuck=buttons)
        return None

    def _hand_over(self, press: Press) -> None:
        try:
            is_safe = self._on_press(press)
        except Exception:  # the link must outlive any bug behind the callback
            log.exception("a press could not be handed over: %s", press)
            is_safe = False
        if is_safe:
            self._host.acknowledge(press.key)
        else:
            self._host.forget(press.key)

    def _remember(self, port: str, stable: str) -> None:
        self._patience_s = PATIENCE_S[0]
        if self._port:
            self._port = stable
            return
        for each in self._list():
            if each.device == port:
                self._remembered = each.serial_number

    def _tell(self, **changes: object) -> None:
        status = replace(self.status, **changes)  # type: ignore[arg-type]  # names are fields
        if (status, status.sentence) == (self.status, self.status.sentence):
            return
        if status.sentence != self.status.sentence:
            log.info("%s", status.sentence)
        self.status = status
        self._on_status(status)

    def _now_ms(self) -> int:
        return int(self._now_s() * 1000)


def _close(wire: Wire) -> None:
    # pyserial lets go of a socket whose other end has gone without closing it.
    inner = getattr(wire, "_socket", None)
    try:
        wire.close()
        if inner is not None:
            inner.close()
    except PORT_ERRORS as error:  # the device has gone already
        log.debug("closing failed: %s", error)
