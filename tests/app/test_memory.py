"""Threads share what memory they have given back."""

from __future__ import annotations

import platform
import subprocess
import sys

import pytest

HEAPS = """
import ctypes, sys, threading
from companion.app.memory import share_memory

assert sys.argv[1] == "each" or share_memory()
libc = ctypes.CDLL(None)
libc.malloc.restype = libc.fopen.restype = ctypes.c_void_p
go = threading.Barrier(6)

def work():
    go.wait()
    libc.malloc(50_000)
    go.wait()

threads = [threading.Thread(target=work) for _ in range(6)]
[t.start() for t in threads]
[t.join() for t in threads]
out = ctypes.c_void_p(libc.fopen(b"/dev/stdout", b"w"))
libc.malloc_info(0, out)
libc.fflush(out)
"""


@pytest.mark.skipif(platform.libc_ver()[0] != "glibc", reason="other C libraries share anyway")
@pytest.mark.parametrize(("how", "shared"), [("shared", True), ("each", False)])
def test_threads_share_two_heaps(how: str, shared: bool) -> None:
    done = subprocess.run(
        [sys.executable, "-c", HEAPS, how], capture_output=True, text=True, check=True
    )
    assert (1 <= done.stdout.count("<heap nr=") <= 2) == shared
