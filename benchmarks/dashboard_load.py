"""Twenty viewers and a host at the shipped server: what is lost, how long a tap takes.

    python benchmarks/dashboard_load.py --minutes 10

Prints the events each viewer got against those there were, the median and the 95th percentile
of a tap (from sending a change to the answer with the new state), and the memory at the start
and at the end.
"""

from __future__ import annotations

import argparse
import json
import resource
import statistics
import sys
import tempfile
import threading
import time
import urllib.request
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from companion.runtime import wiring
from companion.runtime.serving import served


def listen(address: str, ids: list[int], ready: threading.Barrier) -> None:
    """Keep the ids of a stream's events."""
    with urllib.request.urlopen(f"{address}api/stream", timeout=60) as stream:  # noqa: S310
        for line in stream:
            if line.startswith(b"id: "):
                ids.append(int(line[4:]))
                if len(ids) == 1:
                    ready.wait()


def change(address: str, path: str, body: object) -> float:
    """Send a change; return the seconds until its answer."""
    request = urllib.request.Request(  # noqa: S310 - our own server
        address + path,
        data=json.dumps(body).encode(),
        headers={"Content-Type": "application/json"},
    )
    begun = time.perf_counter()
    with urllib.request.urlopen(request, timeout=60) as answer:  # noqa: S310
        answer.read()
    return time.perf_counter() - begun


def resident_mb() -> float:
    """Return the memory this process holds now."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * resource.getpagesize() / 1e6


def main() -> int:
    """Run and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=10)
    parser.add_argument("--viewers", type=int, default=20)
    parser.add_argument("--every", type=float, default=1.0, help="seconds between taps")
    args = parser.parse_args()
    with (
        tempfile.TemporaryDirectory() as folder,
        wiring.open_table(folder=Path(folder), players=("Ann", "Ben")) as table,
        served(table, port=0, lan=False, pin=None) as page,
    ):
        ready = threading.Barrier(args.viewers + 1)
        seen: list[list[int]] = [[] for _ in range(args.viewers)]
        for ids in seen:
            threading.Thread(target=listen, args=(page.local, ids, ready), daemon=True).start()
        ready.wait()
        taps: list[float] = []
        memory = [resident_mb()]
        end = time.monotonic() + 60 * args.minutes
        while time.monotonic() < end:
            step = len(taps) % 2
            path, body = (("api/turns", {"kind": "pass"}), ("api/undo", {}))[step]
            taps.append(change(page.local, path, body))
            if len(taps) == 20:
                memory.append(resident_mb())
            time.sleep(args.every)
        memory.append(resident_mb())
        time.sleep(2)
        wanted = list(range(len(taps) + 1))
        whole = sum(ids == wanted for ids in seen)
    ordered = sorted(taps)
    print(
        f"{args.viewers} viewers, {len(taps)} changes in {args.minutes:g} min: "
        f"{whole} viewers missed nothing; tap to answer median "
        f"{1000 * statistics.median(taps):.0f} ms, 95 % within "
        f"{1000 * ordered[int(0.95 * len(ordered))]:.0f} ms; memory "
        + " -> ".join(f"{mb:.0f}" for mb in memory)
        + " MB (start, after 20 changes, end)"
    )
    return 0 if whole == args.viewers else 1


if __name__ == "__main__":
    sys.exit(main())
