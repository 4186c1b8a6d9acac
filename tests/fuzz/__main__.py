"""Runs `make fuzz`; what the processes for the parsers do must stand in another module."""

from __future__ import annotations

import sys

from tests.fuzz.run import main

if __name__ == "__main__":
    sys.exit(main())
