"""Options by which commands are told of a camera and a printed set."""

from __future__ import annotations

import argparse
from pathlib import Path

from companion.app.terminal import t


def add_known_options(parser: argparse.ArgumentParser, *others: str) -> None:
    """Add `--calibration` and `--set`.

    Args:
        parser: Of the command.
        others: More names of the first option, kept for those who know them.
    """
    parser.add_argument(
        "--calibration", *others, metavar="PROFILE.toml", type=Path, dest="calibration",
        help=t("a calibration of the camera, see `python -m calibration`"),
    )  # fmt: skip
    parser.add_argument(
        "--set", metavar="SET.json", type=Path, dest="printed",
        help=t("what is known of a printed set, see `companion stl`"),
    )  # fmt: skip
