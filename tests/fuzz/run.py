"""`make fuzz`: many thousand damaged files for each parser, with bounds on time and memory."""

from __future__ import annotations

import argparse
import hashlib
import multiprocessing
import random
import resource
import signal
import sys
import time
import traceback
from pathlib import Path

from tests.fuzz.damage import damaged
from tests.fuzz.targets import TARGETS, check

MOST_S = 10
"""Longer than this for one file is a hang."""

MOST_MB = 300
"""More memory than this, beyond what the program takes at rest, is too much."""

KEPT = Path("var/fuzz")


class Hang(Exception):
    """A file took too long."""


def _late(*_: object) -> None:
    raise Hang(f"over {MOST_S} s")


def peak_mb() -> float:
    """Return the most memory that this process ever had."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def fuzz(name: str, count: int, seed: int) -> int:
    """Try one parser; print a line and return how many faults there were."""
    target, chance = TARGETS[name], random.Random(f"{name} {seed}")
    seeds = target.seeds()
    for each in seeds:
        check(target, each)  # loads what is loaded once
    before_mb, slowest_s, taken, faults = peak_mb(), 0.0, 0, 0
    signal.signal(signal.SIGALRM, _late)
    for _ in range(count):
        data = damaged(chance.choice(seeds), chance.choice(seeds), chance)
        began = time.perf_counter()
        signal.alarm(MOST_S)
        try:
            taken += check(target, data)
        except Exception:
            faults += 1
            KEPT.mkdir(parents=True, exist_ok=True)
            kept = KEPT / f"{name}-{hashlib.sha256(data).hexdigest()[:12]}"
            kept.write_bytes(data)
            if faults <= 3:
                sys.stderr.write(f"{kept}: {traceback.format_exc()}\n")
        finally:
            signal.alarm(0)
        slowest_s = max(slowest_s, time.perf_counter() - began)
    more_mb = peak_mb() - before_mb
    sys.stdout.write(
        f"{name:12} {count:7} inputs, {taken:6} taken, {faults:4} faults, "
        f"slowest {slowest_s:5.2f} s, {more_mb:4.0f} MB more\n"
    )
    sys.stdout.flush()
    return faults + (more_mb > MOST_MB)


def main() -> int:
    """Try all parsers, each in a process of its own."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--inputs", type=int, default=100_000, help="for each parser")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("names", nargs="*", help="parsers; all if none is named")
    args = parser.parse_args()
    start = multiprocessing.get_context("spawn")
    wrong = 0
    for name in args.names or TARGETS:
        with start.Pool(1) as pool:
            wrong += pool.apply(fuzz, (name, args.inputs, args.seed))
    return 1 if wrong else 0
