"""`companion markers`: the sheets to print for calibrating a camera and marking a board."""

from __future__ import annotations

import argparse
from pathlib import Path

from companion.app.terminal import t, tell
from companion.errors import InputError, told
from companion.text import said

_PAPERS = ("a4", "letter", "a3")


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the subcommand."""
    parser = subparsers.add_parser(
        "markers",
        help=t("print a calibration board and corner markers"),
        description=t("Writes a PDF: a board to measure the lens with, and corner markers."),
    )
    parser.add_argument(
        "--pdf", metavar="FILE.pdf", default="markers.pdf", help=t("where it goes")
    )
    parser.add_argument("--paper", choices=_PAPERS, default="a4", help=t("size of the paper"))
    parser.add_argument(
        "--marker-mm", type=float, default=24.0, metavar="MM", help=t("side of a corner marker")
    )
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Write the sheets; return 0."""
    from calibration import CalibrationError
    from calibration.sheet import sheets

    if not 8 <= args.marker_mm <= 60:
        raise InputError(
            "A corner marker of {marker_mm:g} mm is not between 8 and 60 mm.",
            marker_mm=args.marker_mm,
        )
    path = Path(args.pdf)
    try:
        path.write_bytes(sheets(paper=args.paper, marker_mm=args.marker_mm))
    except CalibrationError as fault:
        raise InputError(told(fault)) from fault
    except OSError as error:
        raise InputError(
            "{file} cannot be written: {why}.", file=str(path), why=str(error.strerror or error)
        ) from error
    tell(
        said(
            "{file}: print it at 100 %, then measure the line that must be 100 mm",
            file=str(path),
        )
    )
    return 0
