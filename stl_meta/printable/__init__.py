"""Parts to print, made to measure: a whole set, and what a camera needs beside a board.

Importing a module of this package needs manifold3d (the extra `print`).
"""

from __future__ import annotations
