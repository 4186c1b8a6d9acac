"""What is printed on a family's board, and the file that says so."""

from __future__ import annotations
