"""The button box at the table: presses become commands, snapshots become lights and figures."""

from __future__ import annotations

from companion.device.box import ButtonBox
from companion.device.journal import known_presses, presses_of
from companion.device.local import TableButtons
from companion.device.meaning import judge_by
from companion.device.rehearsal import RehearsalBox
from companion.device.table import Buttons, Health, at_table, buttons_of, of_table
from companion.device.trial import Trial

__all__ = [
    "ButtonBox",
    "Buttons",
    "Health",
    "RehearsalBox",
    "TableButtons",
    "Trial",
    "at_table",
    "buttons_of",
    "judge_by",
    "known_presses",
    "of_table",
    "presses_of",
]
