"""Challenges: what they cost, who may make them, and words looked up as they are laid."""

from __future__ import annotations
