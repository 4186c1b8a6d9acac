"""Pictures from files: decoded whole or refused, turned upright."""

from __future__ import annotations

import io
import threading
import warnings
from collections.abc import Sequence
from pathlib import Path
from typing import IO

import cv2
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

UPLOADED_PIXELS = {"JPEG": 110_000_000, "HEIF": 50_000_000}
USUAL_PIXELS = 25_000_000
"""Most pixels of such a picture; telephones that take more than usual write these two."""

ENOUGH_PIXELS = 16_000_000
"""With more than these it is halved, while it is decoded where that can be."""

_ONE_AT_A_TIME = threading.Lock()
"""A picture takes up to 350 MB while it is decoded; many at once would take them all."""

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
        with _ONE_AT_A_TIME, warnings.catch_warnings():
            warnings.simplefilter("ignore")
            with Image.open(stream, formats=kinds) as picture:
                most = _most_pixels(picture) if kinds else MAX_PIXELS
                if picture.width * picture.height > most:
                    raise ImageError(
                        "{name} has {width} x {height} pixels; {max_pixels} million are "
                        "the most that are read.",
                        name=name,
                        width=picture.width,
                        height=picture.height,
                        max_pixels=most // 10**6,
                    )
                return _pixels(_loaded(picture, shrinks=kinds is not None))
    except ImageError:
        raise
    except UnidentifiedImageError as fault:
        raise ImageError(
            "{name} is not a picture this program can open; use JPEG or PNG.", name=name
        ) from fault
    except Image.DecompressionBombError as fault:
        raise ImageError(
            "{name} unpacks to too many pixels; save it smaller.", name=name
        ) from fault
    except (
        Exception
    ) as fault:  # decoders raise what they like, such as EOFError and RuntimeError
        raise ImageError(
            "{name} is damaged or cut off ({why}); copy it again from the camera.",
            name=name,
            why=str(fault),
        ) from fault


def _most_pixels(picture: Image.Image) -> int:
    return UPLOADED_PIXELS.get(picture.format or "", USUAL_PIXELS)


def _loaded(picture: Image.Image, *, shrinks: bool) -> Image.Image:
    """Return the picture upright with 8 bits a channel, halved if it may and need be."""
    large = shrinks and picture.width * picture.height > ENOUGH_PIXELS
    if large:
        scale = 2 if picture.width * picture.height < 4 * ENOUGH_PIXELS else 4
        picture.draft(
            "RGB", (picture.width // scale, picture.height // scale)
        )  # JPEG alone can
    picture.load()
    picture = _eight_bits(picture)
    if large and picture.width * picture.height > ENOUGH_PIXELS:
        picture = picture.convert("RGB") if picture.mode == "P" else picture
        picture = picture.reduce(2)
    return ImageOps.exif_transpose(picture)


def _pixels(picture: Image.Image) -> NDArray[np.uint8]:
    pixels = np.array(picture if picture.mode == "RGB" else picture.convert("RGB"))
    return np.asarray(cv2.cvtColor(pixels, cv2.COLOR_RGB2BGR, dst=pixels), dtype=np.uint8)


def _eight_bits(picture: Image.Image) -> Image.Image:
    """The same picture with 8 bits a channel; deeper grey would be clipped, not scaled."""
    if not picture.mode.startswith(("I", "F")):
        return picture
    values = np.asarray(picture)
    most = 1.0 if picture.mode == "F" and values.max() <= 1.0 else 65535.0
    if values.dtype != np.uint16:
        values = np.clip(values, 0, most).astype(np.float32)
    made = Image.fromarray(
        np.asarray(cv2.convertScaleAbs(values, alpha=255.0 / most), np.uint8)
    )
    made.info = picture.info  # what says how it is turned
    return made


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
