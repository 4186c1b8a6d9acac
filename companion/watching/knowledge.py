"""Files that tell the eyes what they need not work out: a calibration, a printed set."""

from __future__ import annotations

from pathlib import Path

from calibration import CalibrationError, load
from calibration.profile import find
from companion.errors import ConfigError, told
from companion.vision.known import Known
from stl_meta.faults import MeshError
from stl_meta.printed_set import PrintedSet, load_set

LENSES = "lenses"
"""Folder of the calibrations that the dashboard made, in the data folder."""


def known_in(calibration: Path | None, printed: Path | None) -> Known | None:
    """Return what two files tell; None without any.

    Args:
        calibration: A profile, as `python -m calibration` or the dashboard writes it.
        printed: A set, as `companion stl --set` writes it.

    Raises:
        ConfigError: One cannot be read or is something else.
    """
    if calibration is None and printed is None:
        return None
    measured = None
    if calibration is not None:
        try:
            measured = load(calibration)
        except CalibrationError as fault:
            raise ConfigError(told(fault)) from fault
    return Known(measured, None if printed is None else set_in(printed))


def set_in(path: Path) -> PrintedSet:
    """Return the set in a file.

    Raises:
        ConfigError: It cannot be read or is no set.
    """
    try:
        return load_set(path)
    except MeshError as fault:
        raise ConfigError(told(fault)) from fault


def known_of_camera(
    folder: Path | None, camera: str, size: tuple[int, int], printed: PrintedSet | None = None
) -> Known | None:
    """Return what was kept of a camera, and the set; None if that is nothing.

    Args:
        folder: The data folder; None keeps nothing.
        camera: Its source, under which its calibration was kept.
        size: (width, height) of its pictures.
        printed: The set, where one was given.
    """
    measured = None if folder is None else find(folder / LENSES, camera, *size)
    return None if measured is None and printed is None else Known(measured, printed)
