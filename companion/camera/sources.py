"""Everything that gives frames, behind one text: a number, a path, a folder, a URL."""

from __future__ import annotations

import os
import re
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Protocol
from urllib.parse import parse_qs, urlsplit

import cv2
import numpy as np

from companion.camera.addresses import PATIENCE_S, Pictures, is_address, without_password
from companion.camera.controls import AUTOMATIC, Fixed, fixed_by, hold_still
from companion.camera.files import SUFFIXES, list_frames, load_image
from companion.camera.synthetic import SyntheticSource
from companion.errors import CameraError, InputError
from companion.vision.types import Frame

Clock = Callable[[], float]
_MIRROR = re.compile(r"([?&])mirror=1(?:&|$)")
_PATIENCE = (
    cv2.CAP_PROP_OPEN_TIMEOUT_MSEC, int(PATIENCE_S * 1000),
    cv2.CAP_PROP_READ_TIMEOUT_MSEC, int(PATIENCE_S * 1000),
)  # fmt: skip
"""How long an address may be silent; left alone, half a minute passes before a loss is told."""

# What OpenCV and FFmpeg would print at each attempt is in our own log, in a sentence.
cv2.utils.logging.setLogLevel(cv2.utils.logging.LOG_LEVEL_FATAL)
os.environ.setdefault("OPENCV_FFMPEG_LOGLEVEL", "-8")

VIDEO_SUFFIXES = frozenset({".mp4", ".mov", ".mkv", ".avi", ".webm", ".m4v"})


class Source(Protocol):
    """Gives frames one after the other."""

    @property
    def name(self) -> str:
        """What was opened."""
        ...

    @property
    def live(self) -> bool:
        """Whether frames come by themselves, so that old ones are worthless."""
        ...

    def read(self) -> Frame | None:
        """Return the next frame, or None at the end.

        Raises:
            CameraError: The camera has gone.
        """
        ...

    def close(self) -> None:
        """Let go of it."""
        ...


class FileSource:
    """Pictures from files or folders, in order."""

    live = False

    def __init__(self, paths: list[Path]) -> None:
        self._paths = paths
        self._next = 0
        self.name = str(paths[0].parent if len(paths) > 1 else paths[0])

    def read(self) -> Frame | None:
        """Return the next picture, or why a file is none; None after the last."""
        if self._next >= len(self._paths):
            return None
        path, seq = self._paths[self._next], self._next
        self._next += 1
        try:
            return Frame(load_image(path), float(seq), seq, str(path))
        except InputError as fault:
            return Frame(np.zeros((1, 1, 3), np.uint8), float(seq), seq, str(path), fault.said)

    def close(self) -> None:
        """Nothing is held open."""


class VideoSource:
    """A camera, a video file or a stream, through OpenCV.

    Args:
        target: Device number, device path, file or URL.
        live: Whether it is a camera rather than a file.
        clock: Monotonic seconds.
        fixed: Focus and exposure that a camera is told to keep.

    Raises:
        CameraError: It cannot be opened.
    """

    def __init__(
        self, target: int | str, *, live: bool, clock: Clock = time.monotonic,
        fixed: Fixed = AUTOMATIC,
    ) -> None:  # fmt: skip
        self.name = f"camera {target}" if isinstance(target, int) else without_password(target)
        self.live = live
        self._target, self._clock, self._fixed = target, clock, fixed
        self._capture = self._open()
        self._start = clock()
        self._seq = 0

    def _open(self) -> cv2.VideoCapture:
        if isinstance(self._target, str) and is_address(self._target):
            capture = cv2.VideoCapture(self._target, cv2.CAP_FFMPEG, [*_PATIENCE])
            if not capture.isOpened():
                capture.release()
                raise CameraError(
                    "{name} gives no pictures; check the address, and that the camera is on "
                    "and in the same network.",
                    name=self.name,
                )
            return capture
        capture = cv2.VideoCapture(self._target)
        if not capture.isOpened():
            capture.release()
            raise CameraError(
                "{name} cannot be opened; check the cable and that no other program uses "
                "it (`companion doctor` lists the cameras).",
                name=self.name,
            )
        if self.live:
            hold_still(capture, self._fixed)
        return capture

    def read(self) -> Frame | None:
        """Return the next frame; None at the end of a file."""
        good, image = self._capture.read()
        if not good or image is None:
            if not self.live:
                return None
            if is_address(self.name):
                raise CameraError(
                    "{name} gives no more pictures; check that it is on.", name=self.name
                )
            raise CameraError("{name} gives no more pictures; check its cable.", name=self.name)
        seq, self._seq = self._seq, self._seq + 1
        if self.live:
            t_s = self._clock() - self._start
        else:
            t_s = float(self._capture.get(cv2.CAP_PROP_POS_MSEC)) / 1000
        return Frame(np.ascontiguousarray(image, dtype=np.uint8), t_s, seq, self.name)

    def close(self) -> None:
        """Release the device."""
        self._capture.release()


class Unmirrored:
    """A source whose pictures are mirrored, turned round before anybody sees them.

    Args:
        source: Gives them.
    """

    def __init__(self, source: Source) -> None:
        self._source = source
        self.name, self.live = source.name, source.live

    def read(self) -> Frame | None:
        """Return the next frame as an ordinary camera would see it; None at the end."""
        frame = self._source.read()
        if frame is None:
            return None
        return replace(frame, image=np.ascontiguousarray(frame.image[:, ::-1]))

    def close(self) -> None:
        """Let go of the source."""
        self._source.close()


def open_source(text: str) -> Source:
    """Open a source of frames; with `mirror=1` among its options one that is mirrored.

    Args:
        text: As `_opened` takes it.

    Raises:
        CameraError: It cannot be opened.
        InputError: The text means nothing that gives frames.
    """
    plain = _MIRROR.sub(r"\1", text)
    source = _opened(plain[:-1] if plain != text and plain[-1:] in ("?", "&") else plain)
    return source if plain == text else Unmirrored(source)


def _opened(text: str) -> Source:
    """Open a source of frames.

    Args:
        text: A camera's number (`0`), a device (`/dev/video0`), either with what it is to keep
            (`0?focus=30&exposure=200`), a picture, video or folder, a URL (`http://`,
            `rtsp://`), or `synthetic:?seed=3`.

    Raises:
        CameraError: It cannot be opened.
        InputError: The text means nothing that gives frames.
    """
    device, _, options = text.partition("?")
    if device.isdecimal():
        return VideoSource(int(device), live=True, fixed=fixed_by(options))
    if text.startswith("synthetic:"):
        return SyntheticSource(_seed(text))
    if is_address(text):
        return _behind(text)
    if device.startswith("/dev/"):
        return VideoSource(stable_device(device), live=True, fixed=fixed_by(options))
    path = Path(text)
    if path.is_dir() or path.suffix.lower() in SUFFIXES:
        return FileSource(list_frames([path]))
    if path.suffix.lower() in VIDEO_SUFFIXES and path.exists():
        return VideoSource(str(path), live=False)
    raise InputError(
        "{text!r} gives no pictures; name a camera (0, /dev/video0), a folder, a "
        "picture, a video, an http:// or rtsp:// address, or synthetic:?seed=3.",
        text=without_password(text),
    )


def _behind(address: str) -> Source:
    """Open an address: asked for one picture after the other if that is what it gives."""
    if address.lower().startswith(("http:", "https:")):
        pictures = Pictures(address)
        if pictures.gives_pictures():
            return pictures
    return VideoSource(address, live=True)


def _seed(text: str) -> int:
    value = parse_qs(urlsplit(text).query).get("seed", ["0"])[0]
    if not value.isdecimal():
        raise InputError("{value!r} is not a seed; write synthetic:?seed=3.", value=value)
    return int(value)


def stable_device(path: str, folder: Path = Path("/dev/v4l/by-id")) -> str:
    """Return a device's name that stays when it is plugged in again, where there is one."""
    real = Path(path).resolve()
    if folder.is_dir():
        for link in sorted(folder.iterdir()):
            if link.resolve() == real and "index0" in link.name:
                return str(link)
    return path


class Opener:
    """Opens one source again and again, a camera always by the name that stays its own.

    A camera that is plugged in again may come back under another number.

    Args:
        text: As `open_source` takes it.
        folder: Where lasting names are.
        open_: Opens a source by its text.
    """

    def __init__(
        self, text: str, *, folder: Path = Path("/dev/v4l/by-id"),
        open_: Callable[[str], Source] = open_source,
    ) -> None:  # fmt: skip
        self._text, self._folder, self._open = text, folder, open_
        self._lasting = ""

    def __call__(self) -> Source:
        """Open it.

        Raises:
            CameraError: It cannot be opened now.
        """
        source = self._open(self._lasting or self._text)
        if not self._lasting:
            self._lasting = self._named()
        return source

    def _named(self) -> str:
        device, mark, options = self._text.partition("?")
        path = f"/dev/video{device}" if device.isdecimal() else device
        if not path.startswith("/dev/") and not Path(path).is_relative_to(self._folder.parent):
            return self._text
        lasting = stable_device(path, self._folder)
        return self._text if lasting == path else lasting + mark + options
