"""The score sheet: its values, and its HTML and PDF forms."""

from __future__ import annotations
