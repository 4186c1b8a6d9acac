"""Measures boards and tiles of a printed set from the section of their meshes."""

from __future__ import annotations
