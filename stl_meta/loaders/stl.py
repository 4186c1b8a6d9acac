"""Reads STL, binary and ASCII.

Binary if and only if the length fits the count at byte 80: files in the wild start with `solid`
and are binary all the same.
"""

from __future__ import annotations

import re
import struct

import numpy as np
from numpy.typing import NDArray

from stl_meta.faults import Limits, MeshError, Reason, Warned
from stl_meta.loaders.model import Loaded, LoadedPart, Piece
from stl_meta.mesh import welded

_HEADER = 84
_RECORD = np.dtype([("normal", "<f4", 3), ("corners", "<f4", (3, 3)), ("attribute", "<u2")])
_NUMBER = rb"[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?"
_WORDS = re.compile(rb"(?i)\bvertex\s+(\S+)\s+(\S+)\s+(\S+)")
_COMMA = re.compile(rb"(?<=\d),(?=\d)")

FARTHEST = 1e9
"""Of any unit from the origin; beyond it squares and products lose all meaning."""

Found = tuple[NDArray[np.floating], tuple[Warned, ...]]


def read_stl(raw: bytes, name: str, limits: Limits) -> Loaded:
    """Return the mesh of an STL file.

    Args:
        raw: The file.
        name: Of the file, for messages.
        limits: How much is read.

    Raises:
        MeshError: The file is refused; `reason` says why.
    """
    kind, (corners, warnings) = (
        ("stl-binary", _binary(raw, limits))
        if _is_binary(raw)
        else ("stl-ascii", _ascii(raw, limits))
    )
    corners, more = finite(corners)
    mesh = welded(corners)
    dropped = len(corners) - len(mesh)
    if dropped:
        flat = Warned(
            "degenerate-triangles",
            "{count} triangles without any area were left out.",
            count=dropped,
        )
        more = (*more, flat)
    if not len(mesh):
        raise MeshError("The file holds no triangle that has an area.", Reason.NO_TRIANGLES)
    # What programs write as a title is their own name more often than the part's.
    return Loaded(kind, (LoadedPart("", (Piece("", mesh),)),), None, (*warnings, *more))


def finite(corners: NDArray[np.floating]) -> tuple[NDArray[np.floating], tuple[Warned, ...]]:
    """Return the triangles whose corners are numbers, and a warning about the others."""
    corners = np.ascontiguousarray(corners)
    worst = np.abs(corners).max() if len(corners) else 0.0
    if worst <= FARTHEST:  # which no comparison with something that is no number is
        return corners, ()
    good = (np.abs(corners) <= FARTHEST).all(axis=(1, 2))
    bad = int((~good).sum())
    if bad == len(corners):
        raise MeshError("No triangle of the file has sensible corners.", Reason.BAD_NUMBER)
    warned = Warned(
        "not-finite",
        "{count} triangles with corners that are no sensible numbers were left out.",
        count=bad,
    )
    return corners[good], (warned,)


def _is_binary(raw: bytes) -> bool:
    if len(raw) < _HEADER:
        return False
    (count,) = struct.unpack_from("<I", raw, 80)
    whole = _HEADER + _RECORD.itemsize * count
    if whole <= len(raw) and (count or len(raw) == _HEADER):
        # A text could spell a fitting count by chance; then it also says `facet`.
        return whole == len(raw) or b"facet" not in raw[:1024].lower()
    text = raw[:1024].lstrip().lower()
    texts = (b"solid", b"<", b"version https://git-lfs", b"facet")
    return b"\0" in raw[:4096] and not (text.startswith(texts) and b"facet" in text)


def _binary(raw: bytes, limits: Limits) -> Found:
    (count,) = struct.unpack_from("<I", raw, 80)
    there = (len(raw) - _HEADER) // _RECORD.itemsize
    if count == 0:
        if there:
            raise MeshError(
                "The file says it has no triangles, but {there} follow; export it again.",
                Reason.BAD_COUNT,
                there=there,
            )
        raise MeshError("The file ends after its header: no triangles.", Reason.HEADER_ONLY)
    if count > limits.triangles and count <= there:
        raise _too_many(count, limits)
    if count > there:
        if count > 100 * max(there, 1) and count > limits.triangles:
            raise MeshError(
                "The file says it has {count} triangles and has room for {there}.",
                Reason.BAD_COUNT,
                count=count,
                there=there,
            )
        raise MeshError(
            "The file is cut short: {there} of {count} triangles are whole; fetch it again.",
            Reason.TRUNCATED,
            there=there,
            count=count,
        )
    records = np.frombuffer(raw, _RECORD, count, _HEADER)
    extra = len(raw) - _HEADER - count * _RECORD.itemsize
    warnings: tuple[Warned, ...] = ()
    if extra:
        warnings = (
            Warned(
                "trailing-bytes",
                "{count} bytes after the last triangle were ignored.",
                count=extra,
            ),
        )
    return records["corners"], warnings


def _ascii(raw: bytes, limits: Limits) -> Found:
    refuse_strangers(raw)
    text = raw.replace(b"\0", b"")
    found = _WORDS.findall(text)
    facets = len(re.findall(rb"(?i)\bendfacet\b", text))
    solids = re.findall(rb"(?im)^\s*solid\b[ \t]*([^\r\n]*)", text)
    if not found:
        if solids:
            raise MeshError("The file has no triangles.", Reason.NO_TRIANGLES)
        raise MeshError("The file is not an STL mesh.", Reason.NOT_A_MESH)
    ends = len(re.findall(rb"(?i)\bendsolid\b", text))
    if len(found) != 3 * facets or (solids and ends < len(solids)):
        raise MeshError(
            "The file is cut short or damaged after {facets} whole triangles; fetch it again.",
            Reason.TRUNCATED,
            facets=facets,
        )
    if facets > limits.triangles:
        raise _too_many(facets, limits)
    warnings: tuple[Warned, ...] = ()
    words = b" ".join(b" ".join(triple) for triple in found)
    if b"," in words:
        words = _COMMA.sub(b".", words)
        warnings = (Warned("decimal-commas", "Decimal commas were read as points."),)
    try:
        numbers = np.array(words.split(), dtype="S").astype(np.float64)
    except ValueError:
        bad = next((w for w in words.split() if not re.fullmatch(_NUMBER, w)), b"")
        raise MeshError(
            "{decode!r} is not a number in an STL file.",
            Reason.BAD_NUMBER,
            decode=bad[:30].decode("ascii", "replace"),
        ) from None
    if len(solids) > 1:
        warnings = (
            *warnings,
            Warned(
                "several-solids", "{count} solids were read as one part.", count=len(solids)
            ),
        )
    return numbers.reshape(-1, 3, 3), warnings


def refuse_strangers(raw: bytes) -> None:
    """Raise `MeshError` for empty files, web pages and pointers to a file elsewhere."""
    text = raw[:1024].lstrip(b"\xef\xbb\xbf \t\r\n").lower()
    if not text:
        raise MeshError("The file is empty.", Reason.EMPTY)
    if text.startswith(b"version https://git-lfs"):
        raise MeshError(
            "The file is only a Git LFS pointer; fetch the real one with `git lfs pull`.",
            Reason.LFS_POINTER,
        )
    if text.startswith((b"<!doctype html", b"<html")) or b"<body" in text:
        raise MeshError(
            "The file is a web page, not a mesh; download the model itself.", Reason.WEB_PAGE
        )


def _too_many(count: int, limits: Limits) -> MeshError:
    message = (
        f"The file has {count} triangles; at most {limits.triangles} are read. "
        "Reduce it in the modelling program."
    )
    return MeshError(message, Reason.TOO_MANY_TRIANGLES)
