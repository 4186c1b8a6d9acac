"""Pictures from files: decoded whole or refused, turned upright."""

from __future__ import annotations

import io
import warnings
from collections.abc import Sequence
from pathlib import Path
from typing import IO

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageOps, UnidentifiedImageError
from pillow_heif import register_heif_opener

from companion.errors import ImageError, InputError
from companion.text import Argument, said

MAX_PIXELS = 80_000_000
MAX_BYTES = 80_000_000
SUFFIXES = frozenset(
    {".jpg", ".jpeg", ".png", ".webp", ".bmp", ".tif", ".tiff", ".heic", ".heif"}
)

UPLOADED = ("JPEG", "PNG", "WEBP", "HEIF")
"""Kinds of picture that are opened when they come from somebody else's device."""

register_heif_opener()


def load_image(path: str | Path) -> NDArray[np.uint8]:
    """Return a picture file's pixels, upright.

    Args:
        path: JPEG, PNG, WebP, HEIC, BMP or TIFF.

    Returns:
        uint8 (H, W, 3) BGR, turned as the file's EXIF orientation says.

    Raises:
        ImageError: The file is missing, is no picture, is cut off, or is too large.
    """
    file = Path(path)
    try:
        if file.stat().st_size > MAX_BYTES:
            raise ImageError(
                "{file} is over {max_bytes} MB; save it smaller.",
                file=file.name,
                max_bytes=MAX_BYTES // 10**6,
            )
        with file.open("rb") as stream:
            return _decoded(stream, file.name)
    except FileNotFoundError as fault:
        raise ImageError("{file} does not exist; check the name.", file=str(file)) from fault
    except IsADirectoryError as fault:
        raise ImageError(
            "{file} is a folder; name the picture in it.", file=str(file)
        ) from fault
    except OSError as fault:
        raise ImageError(
            "{file} cannot be read: {why}.", file=file.name, why=str(fault.strerror or fault)
        ) from fault


def decode_image(data: bytes) -> NDArray[np.uint8]:
    """Return the pixels of a picture that came over the network; as `load_image` does.

    Only the kinds that cameras and tablets send are opened.

    Raises:
        ImageError: It is no such picture, is cut off, or is too large.
    """
    return _decoded(io.BytesIO(data), said("The picture"), UPLOADED)


def _decoded(
    stream: IO[bytes], name: Argument, kinds: tuple[str, ...] | None = None
) -> NDArray[np.uint8]:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            with Image.open(stream, formats=kinds) as picture:
                if picture.width * picture.height > MAX_PIXELS:
                    raise ImageError(
                        "{name} has {width} x {height} pixels; {max_pixels} million are "
                        "the most that are read.",
                        name=name,
                        width=picture.width,
                        height=picture.height,
                        max_pixels=MAX_PIXELS // 10**6,
                    )
                picture.load()
                upright = _eight_bits(ImageOps.exif_transpose(picture)).convert("RGB")
    except UnidentifiedImageError as fault:
        raise ImageError(
            "{name} is not a picture this program can open; use JPEG or PNG.", name=name
        ) from fault
    except Image.DecompressionBombError as fault:
        raise ImageError(
            "{name} unpacks to too many pixels; save it smaller.", name=name
        ) from fault
    except (OSError, SyntaxError, ValueError) as fault:
        raise ImageError(
            "{name} is damaged or cut off ({why}); copy it again from the camera.",
            name=name,
            why=str(fault),
        ) from fault
    return np.ascontiguousarray(np.asarray(upright, dtype=np.uint8)[..., ::-1])


def _eight_bits(picture: Image.Image) -> Image.Image:
    """The same picture with 8 bits a channel; deeper grey would be clipped, not scaled."""
    if not picture.mode.startswith(("I", "F")):
        return picture
    values = np.asarray(picture, dtype=np.float64)
    most = 1.0 if picture.mode == "F" and values.max() <= 1.0 else 65535.0
    return Image.fromarray(np.clip(values / most * 255.0 + 0.5, 0, 255).astype(np.uint8))


def list_frames(paths: Sequence[str | Path]) -> list[Path]:
    """Return picture files in order: those named, and those in folders named, by name.

    Raises:
        InputError: A name is missing, or there is no picture at all.
    """
    found: list[Path] = []
    for name in paths:
        path = Path(name)
        if path.is_dir():
            found += sorted(p for p in path.iterdir() if p.suffix.lower() in SUFFIXES)
        elif path.exists():
            found.append(path)
        else:
            raise InputError("{file} does not exist; check the name.", file=str(path))
    if not found:
        where = ", ".join(str(p) for p in paths) or "nothing"
        raise InputError(
            "There are no pictures in {where}; name a folder with JPEG or PNG files.",
            where=where,
        )
    return found
