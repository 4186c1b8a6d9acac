"""What a household keeps: games, files of games, word lists, pictures, what was chosen last."""

from __future__ import annotations
