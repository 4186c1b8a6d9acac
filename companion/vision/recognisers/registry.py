"""All recognisers by name."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

from companion.errors import ConfigError
from companion.text import listed
from companion.vision.recognisers.api import Recogniser


def _network() -> Recogniser:
    from companion.vision.recognisers.cnn import NetworkRecogniser

    return NetworkRecogniser()


def _tesseract() -> Recogniser:
    from companion.vision.recognisers.tesseract import TesseractRecogniser

    return TesseractRecogniser()


def _null() -> Recogniser:
    from companion.vision.recognisers.null import NullRecogniser

    return NullRecogniser()


RECOGNISERS: Mapping[str, Callable[[], Recogniser]] = MappingProxyType(
    {"network": _network, "tesseract": _tesseract, "null": _null}
)
"""Name to factory; a module is imported when its recogniser is asked for."""


def open_recogniser(name: str = "network") -> Recogniser:
    """The recogniser of that name, ready to read.

    Raises:
        ConfigError: There is none of that name.
        DependencyMissing: What it needs is not installed.
    """
    factory = RECOGNISERS.get(name)
    if factory is None:
        raise ConfigError(
            "no recogniser is called {name!r}; there are {recognisers}",
            name=name,
            recognisers=listed(RECOGNISERS, "comma"),
        )
    return factory()
