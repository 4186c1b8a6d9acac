"""`python -m firmware_bridge`: the button box from the command line."""

from __future__ import annotations

import argparse
import logging
import shutil
import sys
import time
from collections.abc import Sequence
from importlib import resources
from pathlib import Path

from firmware_bridge import Link, LinkStatus, Phase, Press, list_ports
from firmware_bridge.discovery import name_of
from firmware_bridge.local import DEFAULT_KEYS
from firmware_bridge.local.evdev_keys import listen
from firmware_bridge.local.keys import DOWN
from firmware_bridge.messages import Light, Lights, Scores, Text
from firmware_bridge.ports import BLUETOOTH, BridgeError, list_inputs


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command line and return its exit status."""
    parser = argparse.ArgumentParser(
        prog="python -m firmware_bridge", description="The button box from the command line."
    )
    subparsers = parser.add_subparsers(metavar="COMMAND", required=True)

    monitor = subparsers.add_parser("monitor", help="show what a box or another device sends")
    monitor.add_argument(
        "port",
        nargs="?",
        default="",
        help="path or URL of a box, or an input device; none: look for a box",
    )
    monitor.add_argument("--wire", action="store_true", help="show every byte as well")
    monitor.add_argument("--adapters", action="store_true", help="ask general adapters too")
    monitor.add_argument("--seconds", type=float, help="stop after this time")
    monitor.set_defaults(run=_monitor)

    ports = subparsers.add_parser("ports", help="list serial ports, keyboards and gamepads")
    ports.set_defaults(run=_ports)

    export = subparsers.add_parser("export", help="write the sources of the firmware")
    export.add_argument("folder", type=Path, help="a folder that does not exist yet")
    export.set_defaults(run=_export)

    args = parser.parse_args(argv)
    try:
        status: int = args.run(args)
    except BridgeError as fault:
        print(fault, file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130
    return status


def _monitor(args: argparse.Namespace) -> int:
    if args.port.startswith(("/dev/input/", BLUETOOTH)):
        return _monitor_keys(args)
    if args.wire:
        logging.basicConfig(stream=sys.stderr, format="%(message)s")
        logging.getLogger("firmware_bridge.wire").setLevel(logging.DEBUG)
    link = Link(args.port, on_press=_show_press, on_status=_show_status, adapters=args.adapters)
    link.show(Scores(0, 0, 0, 0, 0, 0))
    link.show(Text(0, "monitor"))
    link.show(Lights(0, on=1 << Light.TURN_1, blink=0))
    link.start()
    began_s = time.monotonic()
    try:
        while args.seconds is None or time.monotonic() - began_s < args.seconds:
            time.sleep(0.1)
    finally:
        link.stop()
    return 0


def _monitor_keys(args: argparse.Namespace) -> int:
    """Show what a keyboard, a pedal or a gamepad sends, and what it would press."""
    began_s = time.monotonic()

    def heard(key: str, value: int) -> None:
        if value == DOWN:
            button = DEFAULT_KEYS.meaning(key, value)
            meaning = button.name.lower() if button is not None else "nothing"
            print(f"{key}\t{meaning}", flush=True)

    listen(
        args.port,
        lambda *_: None,
        heard=heard,
        is_stopping=lambda: (
            args.seconds is not None and time.monotonic() - began_s >= args.seconds
        ),
    )
    return 0


def _show_press(press: Press) -> bool:
    old = f", {press.age_s:.0f} s ago" if press.stale else ""
    print(
        f"{press.key}  {press.button.name.lower()} {press.kind.name.lower()}{old}", flush=True
    )
    return True


def _show_status(status: LinkStatus) -> None:
    if status.phase is not Phase.READY or status.hello is None:
        print(status.sentence, flush=True)
        return
    hello = status.hello
    print(
        f"{status.sentence} Box {hello.uid}, start {hello.boot}, firmware "
        f"{hello.firmware / 100:.2f}, {hello.players} players, {status.queued} presses "
        f"waiting, {status.garbled} frames damaged",
        flush=True,
    )


def _ports(_: argparse.Namespace) -> int:
    found = list_ports()
    for port in found:
        print(f"{port.device}\t{name_of(port) or 'unknown'}\t{port.description}")
    inputs = list_inputs()
    for device in inputs:
        print(f"{device.device}\tkeys\t{device.description}")
    if not found:
        print("no serial ports", file=sys.stderr)
    return 0 if found or inputs else 1


def _export(args: argparse.Namespace) -> int:
    if args.folder.exists():
        print(f"{args.folder} exists already; name a new folder", file=sys.stderr)
        return 1
    with resources.as_file(resources.files("firmware_bridge") / "firmware") as source:
        shutil.copytree(source, args.folder, ignore=shutil.ignore_patterns("build", ".pio"))
        # The Arduino program compiles what lies in the folder of the sketch and nothing else.
        sketch = args.folder / "arduino" / "button_box"
        for path in sorted(source.glob("lib/*/*.[ch]")):
            shutil.copy(path, sketch)
    print(f"PlatformIO and make: {args.folder}; Arduino: {sketch}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
