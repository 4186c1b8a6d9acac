"""The command `companion`: finds the subcommand, runs it, turns faults into one sentence.

Nothing is decided here. A subcommand is a module of `companion.commands`; only the one that
is asked for is imported, so `companion score` needs no OpenCV.
"""

from __future__ import annotations

import argparse
import importlib
import logging
import os
import sys
import traceback
from collections.abc import Sequence

from companion import __version__
from companion.app import terminal
from companion.app.terminal import t
from companion.errors import CompanionError, InputError, exit_status
from companion.text import Said, said

COMMANDS = (
    "read",
    "cards",
    "letters",
    "replay",
    "score",
    "play",
    "watch",
    "serve",
    "demo",
    "stl",
    "markers",
    "doctor",
    "backup",
    "restore",
    "check",
)
"""In menu order; each is the module `companion.commands.NAME`."""

PACKAGES = ("companion", "calibration", "stl_meta", "firmware_bridge")
"""Whose logs are shown."""

INTERRUPTED = 130
"""Exit status after Ctrl-C, as shells expect it."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command line and return its exit status.

    Args:
        argv: The arguments after the program's name; `None` takes those of the process.
    """
    words = list(sys.argv[1:] if argv is None else argv)
    try:
        terminal.use(terminal.asked(words, os.environ))
    except CompanionError as fault:
        _explain(fault, fault.said, verbose=False)
        return exit_status(fault)
    if (strange := _no_text(words)) is not None:
        _explain(strange, strange.said, verbose=False)
        return exit_status(strange)
    args = build_parser(words).parse_args(words)
    _start_logging(verbose=args.verbose)
    try:
        status: int = args.run(args)
        sys.stdout.flush()
    except CompanionError as fault:
        _explain(fault, fault.said, verbose=args.verbose)
        return exit_status(fault)
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        # The reader of our output has gone; without this Python complains again at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    except Exception as fault:  # the last net: nobody shall meet a bare traceback
        told = said("unexpected {kind}: {fault}", kind=type(fault).__name__, fault=str(fault))
        if not args.verbose:
            told = said("{told} (run again with --verbose to see where)", told=told)
        _explain(fault, told, verbose=args.verbose)
        return 1
    return status


def _no_text(words: Sequence[str]) -> InputError | None:
    """Return what is wrong with arguments whose bytes are no UTF-8, as in old file names."""
    for word in words:
        if not word.isprintable() and any("\ud800" <= letter <= "\udfff" for letter in word):
            shown = word.encode("utf-8", "surrogateescape").decode("utf-8", "backslashreplace")
            return InputError(
                "The argument {word} is no text in UTF-8; rename the file, or type it anew.",
                word=shown,
            )
    return None


def build_parser(words: Sequence[str] = ()) -> argparse.ArgumentParser:
    """Return the parser for a command line; without words, the one that knows all commands."""
    parser = argparse.ArgumentParser(
        prog="companion",
        description=t("Reads a word game from a real board and keeps the score."),
        epilog=t("companion COMMAND --help tells more about one of them."),
    )
    parser.add_argument("--version", action="version", version=f"%(prog)s {__version__}")
    _add_for_all(parser, default=False)
    subparsers = parser.add_subparsers(metavar="COMMAND", required=True)
    for name in _wanted(words):
        importlib.import_module(f"companion.commands.{name}").add_parser(subparsers)
    for subparser in subparsers.choices.values():
        _add_for_all(subparser, default=argparse.SUPPRESS)
    return parser


def _wanted(words: Sequence[str]) -> tuple[str, ...]:
    """Return the one command that is asked for, or all of them when that is not clear."""
    first = next((word for word in words if not word.startswith("-")), None)
    return (first,) if first in COMMANDS else COMMANDS


def _add_for_all(parser: argparse.ArgumentParser, *, default: object) -> None:
    parser.add_argument(
        "-v",
        "--verbose",
        action="store_true",
        default=default,
        help=t("log more, and show the traceback of a fault"),
    )
    parser.add_argument(
        terminal.FLAG,
        metavar="CODE",
        default=argparse.SUPPRESS,
        help=t("language of what is told (default: your computer's)"),
    )


def _start_logging(*, verbose: bool) -> None:
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(logging.Formatter("%(levelname)s %(name)s: %(message)s"))
    for name in PACKAGES:
        root = logging.getLogger(name)
        root.handlers = [handler]
        root.setLevel(logging.DEBUG if verbose else logging.WARNING)


def _explain(fault: Exception, told: Said, *, verbose: bool) -> None:
    """Print one line on standard error; the traceback too when the user asked for it."""
    if verbose:
        traceback.print_exception(fault, file=sys.stderr)
    print(f"companion: {' '.join(terminal.write(told).split())}", file=sys.stderr)


if __name__ == "__main__":
    sys.exit(main())
