"""How messages become bytes. One module a form; none does any I/O."""

from __future__ import annotations
