"""A measurement that failed is a value, not an exception."""

from __future__ import annotations

from dataclasses import dataclass


class CalibrationError(Exception):
    """Something handed in cannot be used, such as a file that is no profile.

    Attributes:
        template: What is told, with gaps.
        args_: What goes into the gaps, by name.
    """

    def __init__(self, template: str, /, **args: object) -> None:
        super().__init__(template.format_map(args) if args else template)
        self.template, self.args_ = template, args


@dataclass(frozen=True, slots=True)
class Failed:
    """Why a measurement says nothing.

    Attributes:
        reason: Short name, such as `too-few-views`.
        detail: One sentence: what happened and what to do.
    """

    reason: str
    detail: str
