"""How much memory the threads of many tables keep for themselves."""

from __future__ import annotations

import ctypes

M_ARENA_MAX = -8
"""As malloc.h of the GNU C library has it."""

ARENAS = 2


def share_memory() -> bool:
    """Let all threads share two heaps; False where the C library has no such choice.

    Each thread of eyes or of a camera gets a heap of its own otherwise, which keeps what the
    largest reading once needed: four tables took 380 MB, and take 180 MB so.
    """
    try:
        return bool(ctypes.CDLL(None).mallopt(M_ARENA_MAX, ARENAS))
    except (AttributeError, OSError, TypeError):
        return False
