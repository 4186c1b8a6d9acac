"""A crowd at the shipped server: what streams lose, how long a host's tap takes.

    python benchmarks/dashboard_load.py --streams 1000 --taps 100
    python benchmarks/dashboard_load.py --streams 20 --taps 600 --every 1

The streams are read by a process of their own, and so are the taps sent: a pass and its undo in
turn. Prints how many streams got every state, the median and the 95th percentile of a tap (from
sending a change to the answer with the new state), and the memory at the start and at the end.
With `--half` and `--idle` as many connections with half a request, and silent ones, are open
too.
"""

from __future__ import annotations

import argparse
import json
import resource
import ssl
import statistics
import subprocess
import sys
import tempfile
import time
from http.client import HTTPConnection, HTTPSConnection
from pathlib import Path
from uuid import uuid4

from companion.session.order import ordered

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

CROWD = ROOT / "tests" / "doubles" / "crowd.py"
JSON = {"Content-Type": "application/json"}


def line_to(port: int, *, encrypted: bool) -> HTTPConnection:
    """Return a connection, as a page has one."""
    if not encrypted:
        return HTTPConnection("127.0.0.1", port, timeout=60)
    context = ssl.create_default_context()
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    return HTTPSConnection("127.0.0.1", port, timeout=60, context=context)


def tap(line: HTTPConnection, count: int, every_s: float) -> list[float]:
    """Send changes on one connection, as a page does; return the seconds until each answer."""
    line.request("GET", "/api/snapshot")
    told = json.load(line.getresponse())
    took = []
    for step in range(count):
        path, what = (("/api/turns", {"kind": "pass"}), ("/api/undo", {}))[step % 2]
        body = {**what, "id": uuid4().hex, "client": "load", "seen": told["state"]["seen"]}
        begun = time.perf_counter()
        line.request("POST", path, json.dumps(body), JSON)
        told = json.load(line.getresponse())
        took.append(time.perf_counter() - begun)
        if not told["ok"]:
            raise SystemExit(f"a tap was refused: {told}")
        time.sleep(every_s)
    return took


def resident_mb() -> float:
    """Return the memory this process holds now."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * resource.getpagesize() / 1e6


def measured(args: argparse.Namespace) -> int:
    """Serve, let the others run, print."""
    from companion.app import wiring
    from companion.app.server.serving import served

    with (
        tempfile.TemporaryDirectory() as folder,
        wiring.open_table(folder=Path(folder), players=("Ann", "Ben")) as table,
        served(
            table, port=0, lan=False, pin=None, tls=Path(folder) if args.https else None
        ) as page,
    ):
        for word in ("8D QUIET", "F8 IVORY"):
            lay(table, *word.split())
        port = page.local.rsplit(":", 1)[1].rstrip("/")
        begun = time.perf_counter()
        many = [f"--{what}={getattr(args, what)}" for what in ("streams", "half", "idle")]
        many += [f"--tls={args.https:d}"]
        crowd = subprocess.Popen(
            [sys.executable, str(CROWD), port, *many],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        assert crowd.stdout is not None
        assert crowd.stdout.readline() == "ready\n"
        opened_s, memory = time.perf_counter() - begun, [resident_mb()]
        options = [f"--port={port}", f"--taps={args.taps}", f"--every={args.every}"]
        options += ["--https"] if args.https else []
        taps = subprocess.run(
            [sys.executable, __file__, *options], stdout=subprocess.PIPE, check=True
        )
        took = sorted(json.loads(taps.stdout))
        memory.append(resident_mb())
        newest = table.loop.snapshot.version
        told = json.loads(crowd.communicate(str(newest))[0])
        begun = time.perf_counter()
    current = sum(version == newest for version in told["last"])
    p95_ms = 1000 * took[int(0.95 * len(took))]
    print(
        f"{args.streams} streams opened in {opened_s:.1f} s, {len(took)} changes: "
        f"{told['whole']} missed nothing, {current} have the newest; tap to answer median "
        f"{1000 * statistics.median(took):.0f} ms, 95 % within {p95_ms:.0f} ms, all within "
        f"{1000 * took[-1]:.0f} ms; memory "
        + " -> ".join(f"{mb:.0f}" for mb in memory)
        + f" MB; stopped in {time.perf_counter() - begun:.2f} s"
    )
    return 0 if current == args.streams and p95_ms <= 100 else 1


def lay(table: object, at: str, word: str) -> None:
    """Lay a word, so that a state has its usual size."""
    from companion.app.wiring import Table
    from companion.board.placement import Placement
    from companion.board.square import parse_coordinate
    from companion.board.tiles import Tile
    from companion.rules.engine.messages import PlayTiles

    assert isinstance(table, Table)
    square, way = parse_coordinate(at)
    held = table.loop.snapshot.position
    squares = [square.moved(way, step) for step in range(len(word))]
    laid = [Placement(s, Tile(c)) for s, c in zip(squares, word, strict=True) if s not in held]
    table.loop.submit(ordered(PlayTiles(tuple(laid)), "test")).result()


def main() -> int:
    """Run."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--streams", type=int, default=1000)
    parser.add_argument("--half", type=int, default=0)
    parser.add_argument("--idle", type=int, default=0)
    parser.add_argument("--taps", type=int, default=100)
    parser.add_argument("--every", type=float, default=0.5, help="seconds between taps")
    parser.add_argument("--https", action="store_true", help="encrypted")
    parser.add_argument("--port", type=int, help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.port:
        line = line_to(args.port, encrypted=args.https)
        print(json.dumps(tap(line, args.taps, args.every)))
        return 0
    return measured(args)


if __name__ == "__main__":
    sys.exit(main())
