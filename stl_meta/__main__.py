"""`python -m stl_meta FILE...`: what mesh files hold, as JSON."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

from stl_meta.faults import MeshError
from stl_meta.loaders.threemf import MM_PER_UNIT
from stl_meta.measuring.measure import measure_file
from stl_meta.report import file_json


def main() -> int:
    """Measure each file; return 1 if one was refused."""
    parser = argparse.ArgumentParser(prog="python -m stl_meta", description=__doc__)
    parser.add_argument("files", nargs="+", type=Path, metavar="FILE", help="STL, OBJ or 3MF")
    parser.add_argument("--unit", choices=sorted(MM_PER_UNIT), help="what the files are in")
    args = parser.parse_args()
    status = 0
    for path in args.files:
        try:
            print(json.dumps(file_json(measure_file(path, unit=args.unit)), ensure_ascii=False))
        except MeshError as fault:
            print(f"{path}: {fault} [{fault.reason}]", file=sys.stderr)
            status = 1
    return status


if __name__ == "__main__":
    sys.exit(main())
