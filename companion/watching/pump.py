"""The one pump: pictures of a camera to whoever watches, whatever goes wrong on the way."""

from __future__ import annotations

import logging
import threading
from contextlib import AbstractContextManager, nullcontext
from typing import Protocol

from companion.camera.seldom import Seldom
from companion.errors import StoreError
from companion.session.notices import TROUBLE
from companion.text import Said
from companion.vision.types import Frame
from companion.watching.feed import SharedCamera

log = logging.getLogger(__name__)

FAILED = "eyes-failed"
"""Key of what is said when a picture could not be handled."""


class Watcher(Protocol):
    """What frames are fed to: a pipeline, or what stands around one."""

    def take(self, frame: Frame, /) -> object:
        """Take one frame."""

    def complain(self, text: Said, about: str, /) -> object:
        """Say why there are none, or take that back."""


def pump(
    camera: SharedCamera,
    watcher: Watcher,
    stop: threading.Event,
    *,
    alone: AbstractContextManager[object] | None = None,
) -> None:
    """Feed a watcher from a camera until it ends or `stop` is set.

    A frame that fails is told and passed over; the next one is tried.

    Args:
        camera: Gives the frames.
        watcher: Takes them.
        stop: Ends the watching.
        alone: Held while a frame is handled.
    """
    may_log = Seldom()
    for frame in camera.frames(stop):
        lack = camera.lack if frame is None else None
        try:
            with alone or nullcontext():
                if frame is not None:
                    watcher.take(camera.newer(frame))
                elif lack is not None:
                    watcher.complain(TROUBLE[lack], lack)
        except StoreError:
            pass  # the session has said it, and logged it; it is tried again with the next
        except Exception:  # one bad frame must not end the game's eyes
            if stop.is_set():
                return  # the game has been closed meanwhile
            if may_log(FAILED):
                log.exception("a frame failed; the next one is tried")
            _say(watcher, TROUBLE[FAILED], FAILED)


def _say(watcher: Watcher, text: Said, about: str) -> None:
    try:
        watcher.complain(text, about)
    except Exception as fault:
        log.debug("nor can that be said: %s", fault)
