"""The button box at the table: presses become commands, snapshots become lights and figures."""

from __future__ import annotations

from companion.device.box import ButtonBox
from companion.device.journal import known_presses
from companion.device.meaning import judge_by
from companion.device.rehearsal import RehearsalBox

__all__ = ["ButtonBox", "RehearsalBox", "judge_by", "known_presses"]
