"""Plays said aloud by this computer, with espeak-ng: for tablets whose browser has no voice."""

from __future__ import annotations

import logging
import queue
import shutil
import subprocess
import threading

from companion.errors import DependencyMissing, InputError
from companion.text import listed

log = logging.getLogger(__name__)

PROGRAM = "espeak-ng"
VOICES = {"en": "en-gb", "de": "de"}
LONGEST = 300
"""Characters of a sentence; the longest that the page makes has some 200."""

MOST_WAITING = 4
"""Sentences that wait; what comes on top of them would be old when it is said."""

PATIENCE_S = 30.0


class HostVoice:
    """Says sentences one after the other. Thread-safe.

    Args:
        program: Name or path of espeak-ng.
    """

    def __init__(self, program: str = PROGRAM) -> None:
        self._program = program
        self._waiting: queue.Queue[tuple[str, str] | None] = queue.Queue(MOST_WAITING)
        self._thread: threading.Thread | None = None
        self._lock = threading.Lock()

    def say(self, sentence: str, language: str) -> None:
        """Say a sentence; returns at once.

        Raises:
            DependencyMissing: The program is not installed.
            InputError: The sentence is too long, or there is no such voice.
        """
        if language not in VOICES:
            raise InputError(
                "There is no voice {language!r}; one of {voices}.",
                language=language,
                voices=listed(VOICES, "comma"),
            )
        if not sentence.strip() or len(sentence) > LONGEST:
            raise InputError(
                "A sentence to say has 1 to {longest} characters.", longest=LONGEST
            )
        if shutil.which(self._program) is None:
            raise DependencyMissing(
                "This computer has no voice: install espeak-ng, or let the tablet speak."
            )
        with self._lock:
            if self._thread is None:
                self._thread = threading.Thread(
                    target=self._speak, name="companion-voice", daemon=True
                )
                self._thread.start()
        try:
            self._waiting.put_nowait((sentence, VOICES[language]))
        except queue.Full:
            log.info("a sentence is left out: others still wait to be said")

    def close(self) -> None:
        """Say what waits, then no more."""
        with self._lock:
            thread, self._thread = self._thread, None
        if thread is not None:
            self._waiting.put(None)
            thread.join(timeout=PATIENCE_S)

    def _speak(self) -> None:
        while (told := self._waiting.get()) is not None:
            sentence, voice = told
            words = [self._program, "-v", voice, "--", sentence]  # never through a shell
            try:
                subprocess.run(
                    words, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                    stderr=subprocess.DEVNULL, timeout=PATIENCE_S, check=True,
                )  # fmt: skip
            except (OSError, subprocess.SubprocessError) as fault:
                log.warning("a sentence could not be said: %s", fault)
