"""Settings: defaults, a TOML file, the environment, the command line; the later one wins."""

from __future__ import annotations

import dataclasses
import difflib
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from types import UnionType
from typing import Any, get_args, get_type_hints

from companion.errors import ConfigError
from companion.files import toml_in
from companion.rules.registry import FIRST
from companion.text import Argument, Said, listed, said

PREFIX = "COMPANION_"
"""Environment variables are this, section, underscore, key: `COMPANION_WEB_PORT`."""

MAX_BYTES = 1_000_000


@dataclass(frozen=True, slots=True)
class GameSettings:
    """A new game."""

    players: tuple[str, ...] = ("Player 1", "Player 2")
    """Names in the order of play."""

    language: str = "english"
    """Tile set: a name, or the path of a tile-set file."""

    edition: str = FIRST
    """Game and board: a name, or the path of an edition's file."""

    name: str = ""
    """What the game is called."""


@dataclass(frozen=True, slots=True)
class CameraSettings:
    """Where pictures come from."""

    source: str = ""
    """Camera number, device, file, folder, address or `synthetic:`; empty for no camera."""

    calibration: str = ""
    """Profile of the camera; empty for the one that the dashboard made, if any."""

    set: str = ""
    """What is known of a printed set; empty for any other board."""


@dataclass(frozen=True, slots=True)
class ReadingSettings:
    """When a board counts as still."""

    steady_frames: int = 3
    """Pictures in a row that must show the same squares taken."""

    window_frames: int = 12
    """Pictures that are put together at most."""

    patience_s: float = 0.0
    """Seconds after which a sure play counts by itself; 0: when Done or a button is pressed."""


@dataclass(frozen=True, slots=True)
class WebSettings:
    """The dashboard."""

    port: int = 8000
    """Where it is served."""

    lan: bool = False
    """Whether other devices of the household may open it."""

    https: bool = False
    """Whether it is encrypted, with a certificate of the household."""

    certificate: str = ""
    """Path of a certificate from elsewhere (PEM, with its chain), which encrypts instead."""

    key: str = ""
    """Path of its key (PEM); empty where that is in the same file."""

    lexicon: str = "enable"
    """Word list: a name, or the path of a file with a word a line."""


@dataclass(frozen=True, slots=True)
class DeviceSettings:
    """The button box."""

    port: str = ""
    """Path or address of its port, `auto` to look for it; several with commas are one a table;
    empty for no box."""

    adapters: bool = False
    """Whether `auto` looks behind general USB adapters too, which resets what is there."""

    buttons: tuple[str, ...] = ()
    """Other buttons: `gpio` for the pins of a Raspberry Pi, paths of keyboards and gamepads."""

    keys: str = ""
    """What their keys mean, such as `KEY_A=player-1, KEY_L=player-2`; empty for the usual."""


@dataclass(frozen=True, slots=True)
class StoreSettings:
    """Where games are kept."""

    url: str = ""
    """Path of the store file, or a database address; empty for the household's data folder."""


@dataclass(frozen=True, slots=True)
class Settings:
    """All settings, a section each."""

    game: GameSettings = field(default_factory=GameSettings)
    camera: CameraSettings = field(default_factory=CameraSettings)
    reading: ReadingSettings = field(default_factory=ReadingSettings)
    web: WebSettings = field(default_factory=WebSettings)
    device: DeviceSettings = field(default_factory=DeviceSettings)
    store: StoreSettings = field(default_factory=StoreSettings)


def read_settings(
    path: str | Path | None = None,
    *,
    environment: Mapping[str, str] | None = None,
    flags: Mapping[str, object] | None = None,
) -> Settings:
    """Return the settings in effect.

    Args:
        path: A TOML file with a table a section; None for no file.
        environment: Variables such as `COMPANION_WEB_PORT`; others are passed over.
        flags: From the command line, as `web.port`; a None value is one that was not given.

    Raises:
        ConfigError: A key that is not known (the nearest known one is named), a value of the
            wrong kind, or a file that cannot be read.
    """
    given: dict[str, dict[str, object]] = {}
    for where, layer in (
        (str(path), _from_file(path)),
        (said("the environment"), _from_environment(environment or {})),
        (said("the command line"), _from_flags(flags or {})),
    ):
        for section, table in layer.items():
            for key, value in table.items():
                given.setdefault(section, {})[key] = _checked(section, key, value, where)
    sections = {
        name: dataclasses.replace(getattr(Settings(), name), **values)
        for name, values in given.items()
    }
    return Settings(**sections)


Layer = Mapping[str, Mapping[str, object]]


def _from_file(path: str | Path | None) -> Layer:
    if path is None:
        return {}
    file = Path(path)
    data = toml_in(file, said("The settings file {file}", file=str(file)), MAX_BYTES)
    for section, table in data.items():
        if section not in _sections():
            raise ConfigError(_unknown(said("section"), section, _sections(), str(file)))
        if not isinstance(table, dict):
            raise ConfigError(
                "{file}: {section!r} is a section; write [{section}] above its keys.",
                file=str(file),
                section=section,
            )
    return data


def _from_environment(environment: Mapping[str, str]) -> Layer:
    found: dict[str, dict[str, object]] = {}
    for section in _sections():
        for key, kind in _keys(section).items():
            text = environment.get(f"{PREFIX}{section}_{key}".upper())
            if text is not None:
                found.setdefault(section, {})[key] = _from_text(text, kind)
    return found


def _from_flags(flags: Mapping[str, object]) -> Layer:
    found: dict[str, dict[str, object]] = {}
    for name, value in flags.items():
        section, _, key = name.partition(".")
        if section not in _sections():
            raise ConfigError(
                _unknown(said("section"), section, _sections(), said("the command line"))
            )
        if value is not None:
            found.setdefault(section, {})[key] = value
    return found


def _sections() -> tuple[str, ...]:
    return tuple(f.name for f in dataclasses.fields(Settings))


def _keys(section: str) -> Mapping[str, Any]:
    kind: type = get_type_hints(Settings)[section]
    return get_type_hints(kind)


def _from_text(text: str, kind: object) -> object:
    """Read a variable's text; one that does not fit is left for the check to complain of."""
    if kind is bool:
        return {
            "1": True,
            "true": True,
            "yes": True,
            "0": False,
            "false": False,
            "no": False,
        }.get(text.strip().lower(), text)
    if kind in (int, float):
        try:
            return int(text) if kind is int else float(text)
        except ValueError:
            return text
    if kind is str:
        return text
    return tuple(part.strip() for part in text.split(","))


def _checked(section: str, key: str, value: object, where: Argument) -> object:
    keys = _keys(section)
    if key not in keys:
        raise ConfigError(
            _unknown(said("setting in [{section}]", section=section), key, tuple(keys), where)
        )
    kind = keys[key]
    if kind is float and type(value) is int:
        return float(value)
    if isinstance(kind, UnionType):
        fits = any(type(value) is member for member in get_args(kind))
    elif kind in (bool, int, float, str):
        fits = type(value) is kind
    else:
        fits = isinstance(value, list | tuple) and all(isinstance(v, str) for v in value)
        value = tuple(value) if fits and isinstance(value, list | tuple) else value
    if not fits:
        wanted = {
            bool: said("true or false"),
            int: said("a whole number"),
            float: said("a number"),
            str: said("a text"),
        }
        takes = wanted.get(kind, said("a list of texts"))
        raise ConfigError(
            "{where}: {section}.{key} takes {takes}, not {value}.",
            where=where,
            section=section,
            key=key,
            takes=takes,
            value=repr(value),
        )
    return value


def _unknown(what: Said, name: str, known: tuple[str, ...], where: Argument) -> Said:
    near = difflib.get_close_matches(name, known, n=1, cutoff=0.4)
    hint = (
        said("did you mean {near!r}?", near=near[0])
        if near
        else said("known are {known}.", known=listed(known, "comma"))
    )
    return said(
        "{where}: there is no {what} {name!r}; {hint}",
        where=where, what=what, name=name, hint=hint,
    )  # fmt: skip
