"""Keeps a calibration as TOML, and reads it back with care."""

from __future__ import annotations

import logging
import tomllib
import zlib
from dataclasses import asdict, fields, replace
from pathlib import Path

import tomli_w

from calibration.models import BoardPose, Calibration, ColourReference, LensModel
from calibration.outcome import CalibrationError

log = logging.getLogger(__name__)

SCHEMA = "calibration/1"
_LIMIT_BYTES = 200_000
_TOP = {"schema", "camera", "made_on", "tile_height_mm", "lens", "pose", "colour"}


def to_toml(calibration: Calibration) -> str:
    """Return a calibration as TOML text; numbers keep all their digits."""
    known = {name: value for name, value in asdict(calibration).items() if value is not None}
    return tomli_w.dumps({"schema": SCHEMA, **known})


def save(calibration: Calibration, path: Path) -> None:
    """Write a calibration to a file.

    Raises:
        CalibrationError: The file cannot be written.
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(to_toml(calibration), encoding="utf-8")
    except OSError as error:
        raise CalibrationError(
            "{path} cannot be written: {why}.", path=path, why=error.strerror or error
        ) from error


def path_for(folder: Path, camera: str, width_px: int, height_px: int) -> Path:
    """Return where the profile of a camera at a picture size is kept in a folder."""
    plain = (
        "".join(c if c.isalnum() else "-" for c in camera.lower()).strip("-")[:60] or "camera"
    )
    # Names that only differ in other characters must not share a file.
    mark = zlib.crc32(camera.encode("utf-8")) & 0xFFFF
    return folder / f"{plain}-{mark:04x}-{width_px}x{height_px}.toml"


def find(folder: Path, camera: str, width_px: int, height_px: int) -> Calibration | None:
    """Return what is known of a camera: at this size, else at another of the same shape.

    Args:
        folder: Where profiles are kept.
        camera: The name they were saved under.
        width_px: Of the pictures it now takes.
        height_px: The same.

    The lens is fitted to the size; a pose belongs to its size and is left out for another.
    Files that cannot be read are passed over.
    """
    exact = path_for(folder, camera, width_px, height_px)
    candidates = [exact] if exact.is_file() else []
    stem = exact.name.rpartition("-")[0]
    candidates += sorted(each for each in folder.glob(f"{stem}-*.toml") if each != exact)
    for path in candidates:
        try:
            found = load(path)
            lens = found.lens.for_size(width_px, height_px)
        except CalibrationError as error:
            log.warning("%s", error)
            continue
        if path == exact:
            return found
        return replace(found, lens=lens, pose=None, colour=None)
    return None


def load(path: Path) -> Calibration:
    """Return the calibration in a file.

    Raises:
        CalibrationError: It cannot be read or is no calibration; says what is wrong.
    """
    try:
        with path.open("rb") as stream:
            raw = stream.read(_LIMIT_BYTES + 1)
    except OSError as error:
        raise CalibrationError(
            "{path} cannot be read: {why}.", path=path, why=error.strerror or error
        ) from error
    if len(raw) > _LIMIT_BYTES:
        raise CalibrationError(
            "{path} is larger than {limit_bytes} bytes.", path=path, limit_bytes=_LIMIT_BYTES
        )
    try:
        return from_toml(raw.decode("utf-8"))
    except UnicodeDecodeError as error:
        raise CalibrationError("{path} is not a text in UTF-8.", path=path) from error
    except CalibrationError as error:
        raise CalibrationError("{path}: {why}", path=path, why=error) from error


def from_toml(text: str) -> Calibration:
    """Return the calibration in a TOML text; raises `CalibrationError`."""
    try:
        data = tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise CalibrationError("it is not TOML: {why}.", why=error) from error
    if data.get("schema") != SCHEMA:
        raise CalibrationError(
            "its schema is {get!r}; {schema!r} is wanted.",
            get=data.get("schema"),
            schema=SCHEMA,
        )
    unknown = set(data) - _TOP
    if unknown:
        raise CalibrationError("unknown key {unknown!r}.", unknown=min(unknown))
    lens = _part(data, "lens", LensModel)
    if not isinstance(lens, LensModel):
        raise CalibrationError("the table [lens] is missing.")
    if lens.width_px < 1 or lens.height_px < 1 or lens.fx_px <= 0 or lens.fy_px <= 0:
        raise CalibrationError("a lens has a picture size and a focal length above 0.")
    pose, colour = _part(data, "pose", BoardPose), _part(data, "colour", ColourReference)
    height = data.get("tile_height_mm")
    return Calibration(
        str(data.get("camera", "")), str(data.get("made_on", "")), lens,
        pose if isinstance(pose, BoardPose) else None,
        None if height is None else _number(height, "tile_height_mm"),
        colour if isinstance(colour, ColourReference) else None,
    )  # fmt: skip


_LISTS = {"rotation": 3, "translation_mm": 3, "gains_bgr": 3, "surface_bgr": 3}


def _part(
    data: dict[str, object], name: str,
    kind: type[LensModel] | type[BoardPose] | type[ColourReference],
) -> LensModel | BoardPose | ColourReference | None:  # fmt: skip
    table = data.get(name)
    if table is None:
        return None
    if not isinstance(table, dict):
        raise CalibrationError("[{name}] is no table.", name=name)
    known = {field.name: field.type for field in fields(kind)}
    unknown = set(table) - set(known)
    if unknown:
        raise CalibrationError(
            "[{name}] has the unknown key {unknown!r}.", name=name, unknown=min(unknown)
        )
    values: dict[str, object] = {}
    for key, value in table.items():
        where = f"{name}.{key}"
        if key in _LISTS:
            values[key] = _numbers(value, where, _LISTS[key])
        elif key == "light":
            rows = value if isinstance(value, list) else []
            values[key] = tuple(_numbers(row, where, len(rows)) for row in rows)
        elif known[key] == "int":
            values[key] = round(_number(value, where))
        else:
            values[key] = _number(value, where)
    try:
        return kind(**values)  # type: ignore[arg-type]  # checked one by one above
    except TypeError as error:
        raise CalibrationError("[{name}] is not complete.", name=name) from error


def _number(value: object, where: str) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not abs(value) < 1e9:
        raise CalibrationError("{where} is no plain number.", where=where)
    return float(value)


def _numbers(value: object, where: str, count: int) -> tuple[float, ...]:
    if not isinstance(value, list) or len(value) != count:
        raise CalibrationError("{where} needs {count} numbers.", where=where, count=count)
    return tuple(_number(each, where) for each in value)
