"""Every fault the application can name, and what each means outside of it.

A measurement that fails is a value (`companion.board.reading.Unreadable`); a fault is an
exception from this tree. Messages say what happened, the value, and what to do; they are texts
(`companion.text`), written in a language where somebody reads them.
"""

from __future__ import annotations

from typing import ClassVar

from companion.text import NOTHING, Argument, Said, said, verbatim


class CompanionError(Exception):
    """Base of all faults the application names.

    Made with a template and its arguments, as `said` takes them, or with what is said already.
    """

    def __init__(self, text: Said | str = "", /, **args: Argument) -> None:
        super().__init__(text if isinstance(text, Said) else said(text, **args))

    @property
    def said(self) -> Said:
        """What is told to people."""
        text: Said = self.args[0]
        return text


class InputError(CompanionError):
    """Something that was handed in cannot be used as it is."""


class ConfigError(InputError):
    """A setting or a data file of ours is wrong."""


class ImageError(InputError):
    """A file is not a picture that can be decoded."""


class NotationError(InputError):
    """A text is not good notation."""


class InvalidNotation(NotationError):
    """The text cannot be parsed."""


class IllegalPlay(NotationError):
    """The text can be parsed, but the play is not allowed here."""


class AmbiguousPlay(NotationError):
    """The text can be parsed, and two meanings fit."""


class GcgError(InputError):
    """A GCG file cannot be used; `line` is the number of the first bad line, from 1."""

    def __init__(
        self, text: Said | str, /, *, line: int | None = None, **args: Argument
    ) -> None:
        super().__init__(text, **args)
        self.line = line
        if line is not None:
            self.args = (said("line {line}: {problem}", line=line, problem=self.said),)


class RuleViolation(CompanionError):
    """The rules of the game in play do not allow this command; the message is a sentence."""

    text: ClassVar[Said] = NOTHING
    """What is told where no more is said."""

    def __init__(self, text: Said | str | None = None, /, **args: Argument) -> None:
        super().__init__(self.text if text is None else text, **args)


class DependencyMissing(CompanionError):
    """A program, weight file or word list is not there; the message ends in the remedy."""


class StoreError(CompanionError):
    """The event log cannot be opened, read or written."""


class CameraError(CompanionError):
    """A source of frames cannot be opened or has gone."""


def told(thing: object) -> Said:
    """Return what a sibling package tells.

    Those packages know no texts: their faults carry a template and its arguments.
    """
    template = getattr(thing, "template", None)
    if template is None:
        return verbatim(str(thing))
    args = getattr(thing, "args_", {})
    return Said(template, tuple((name, _argument(value)) for name, value in args.items()))


def _argument(value: object) -> Argument:
    if hasattr(value, "template"):
        return told(value)
    return value if isinstance(value, int | float) else str(value)


EXIT_AND_STATUS: dict[type[CompanionError], tuple[int, int]] = {
    CompanionError: (1, 500),
    InputError: (1, 400),
    ConfigError: (2, 500),
    ImageError: (1, 400),
    NotationError: (1, 400),
    InvalidNotation: (1, 400),
    IllegalPlay: (1, 409),
    AmbiguousPlay: (1, 409),
    GcgError: (1, 400),
    RuleViolation: (1, 409),
    DependencyMissing: (1, 503),
    StoreError: (1, 503),
    CameraError: (1, 503),
}
"""The one table from fault to (exit status of the command line, HTTP status)."""


def exit_status(fault: CompanionError) -> int:
    """Return the exit status for a fault; a subclass without a row takes its nearest base's."""
    return _row(fault)[0]


def http_status(fault: CompanionError) -> int:
    """Return the HTTP status for a fault; a subclass without a row takes its nearest base's."""
    return _row(fault)[1]


def _row(fault: CompanionError) -> tuple[int, int]:
    for kind in type(fault).__mro__:
        if kind in EXIT_AND_STATUS:
            return EXIT_AND_STATUS[kind]
    return EXIT_AND_STATUS[CompanionError]
