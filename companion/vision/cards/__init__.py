"""Reads cards on a table: their outlines, their titles, and what they are."""

from __future__ import annotations
