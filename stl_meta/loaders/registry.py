"""Chooses the reader of a file by what is in it; the name only helps where that is unclear."""

from __future__ import annotations

from pathlib import Path

from stl_meta.faults import LIMITS, Limits, MeshError, Reason
from stl_meta.loaders.model import Loaded
from stl_meta.loaders.obj import read_obj
from stl_meta.loaders.stl import read_stl, refuse_strangers
from stl_meta.loaders.threemf import read_3mf

READERS = {".stl": read_stl, ".obj": read_obj, ".3mf": read_3mf}
"""By the ending of the file's name."""


def load(path: Path, limits: Limits = LIMITS) -> Loaded:
    """Return the meshes of a file.

    Args:
        path: An STL, OBJ or 3MF file.
        limits: How much is read.

    Raises:
        MeshError: The file is refused; the message says why and what to do.
    """
    return load_bytes(read_bytes(path, limits), path.name, limits)


def read_bytes(path: Path, limits: Limits) -> bytes:
    """Return the bytes of a file that is not too large; raises `MeshError`."""
    try:
        size = path.stat().st_size
        if size > limits.bytes:
            raise MeshError(
                "The file has {size} bytes; at most {bytes} are read.",
                Reason.TOO_LARGE,
                size=size,
                bytes=limits.bytes,
            )
        return path.read_bytes()
    except OSError as error:
        raise MeshError(
            "The file cannot be read: {why}.", Reason.UNREADABLE, why=error.strerror or error
        ) from error


def load_bytes(raw: bytes, name: str, limits: Limits = LIMITS) -> Loaded:
    """Return the meshes of a file's bytes; see `load`."""
    if not raw:
        raise MeshError("The file is empty.", Reason.EMPTY)
    if raw[:4] == b"PK\x03\x04":
        return read_3mf(raw, name, limits)
    ending = Path(name).suffix.lower()
    if ending not in READERS:
        raise MeshError(
            "{ending} is none of {readers}.",
            Reason.UNKNOWN_FORMAT,
            ending=ending or "A name without ending",
            readers=", ".join(READERS),
        )
    if ending == ".3mf":
        # A download that went wrong is more often one of these than a broken archive.
        refuse_strangers(raw)
        raise MeshError("The file is not a 3MF archive; fetch it again.", Reason.BAD_ARCHIVE)
    if ending == ".obj":
        refuse_strangers(raw)
    return READERS[ending](raw, name, limits)
