"""`python -m firmware_bridge`: the button box from the command line."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence

from firmware_bridge import codegen


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command line and return its exit status."""
    parser = argparse.ArgumentParser(prog="firmware_bridge", description=__doc__)
    subparsers = parser.add_subparsers(metavar="COMMAND", required=True)
    generate = subparsers.add_parser("codegen", help="write what follows from protocol.toml")
    generate.add_argument("--check", action="store_true", help="only compare")
    generate.set_defaults(run=_codegen)
    args = parser.parse_args(argv)
    status: int = args.run(args)
    return status


def _codegen(args: argparse.Namespace) -> int:
    stale = codegen.differing() if args.check else codegen.write()
    for path in stale:
        print(f"{path}: {'is stale; run codegen' if args.check else 'written'}")
    return int(args.check and bool(stale))


if __name__ == "__main__":
    sys.exit(main())
