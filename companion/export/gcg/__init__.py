"""Games as GCG files: read, checked, taken in and written."""

from __future__ import annotations
