"""Looks at the machine and the installation: what is there, what is not, what to do about it.

A check never raises and never waits: it answers with a `Finding`, and bounded programs only.
"""

from __future__ import annotations

import hashlib
import importlib
import importlib.metadata
import os
import platform
import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path

from companion import __version__, lexicon, tilesets
from companion.app.speech import PROGRAM as VOICE
from companion.camera.video_devices import list_video_devices
from companion.errors import CompanionError, told
from companion.household.folders import STORE_FILE, VARIABLE, data_folder
from companion.store.place import trouble
from companion.text import NOTHING, Argument, Said, listed, said, sentences
from firmware_bridge import BridgeError, list_ports
from firmware_bridge.ports import input_path, list_inputs

_PROGRAM_PATIENCE_S = 10.0
_STORE_PATIENCE_S = 1.0

LEAST_FREE_MB = 100
"""With less room than this on the disk, games are in danger."""

AGAIN = said("install tabletop-companion again")


@dataclass(frozen=True, slots=True)
class Finding:
    """What one check found.

    Attributes:
        name: What was looked for.
        found: Whether it is there and whole.
        essential: Whether the program is of no use without it.
        detail: What was found, or what is wrong.
        remedy: What to do; empty when nothing is to be done.
    """

    name: Argument
    found: bool
    essential: bool
    detail: Argument
    remedy: Argument = NOTHING


def examine() -> Iterator[Finding]:
    """Yield the findings one after the other, the essential ones first."""
    for check in CHECKS:
        yield from check()


def check_python() -> Iterator[Finding]:
    """Python itself, and where the program was imported from."""
    version = platform.python_version()
    found = sys.version_info >= (3, 11)
    remedy = NOTHING if found else said("install Python 3.11 or newer and set up again")
    yield Finding("python", found, True, _at(version, sys.executable), remedy)
    place = Path(str(resources.files("companion")))
    yield Finding("companion", True, True, _at(__version__, str(place)))


def check_libraries() -> Iterator[Finding]:
    """The Python libraries nothing works without."""
    for module, distribution in (
        ("numpy", "numpy"),
        ("cv2", "opencv-python"),
        ("PIL", "pillow"),
        ("flask", "flask"),
        ("sqlalchemy", "sqlalchemy"),
    ):
        yield _library(module, distribution)


def check_models() -> Iterator[Finding]:
    """The networks, each compared with the hash on its card."""
    models = [
        file
        for file in _files(resources.files("companion") / "vision" / "data")
        if file.name.endswith(".onnx")
    ]
    if not models:
        remedy = said("install tabletop-companion again, or run `make train` in a checkout")
        yield Finding(said("models"), False, True, said("no networks in the package"), remedy)
    for model in models:
        yield _model(model)


def check_lexicon() -> Iterator[Finding]:
    """The word lists of the package."""
    for name, title in lexicon.BUNDLED.items():
        try:
            words = lexicon.load(name)
        except CompanionError as fault:
            yield Finding(said("word list"), False, True, title, fault.said)
        else:
            twos = words.count_of_length(2)
            detail = said(
                "{title}, {count:,} words, {twos} of two letters",
                title=title,
                count=len(words),
                twos=twos,
            )
            yield Finding(said("word list"), True, True, detail)


def check_definitions() -> Iterator[Finding]:
    """The optional dictionary that says what words mean."""
    if lexicon.definitions_missing():
        remedy = _optional("wordnet-base")
        yield Finding(said("definitions"), False, False, _not_found("WordNet"), remedy)
    else:
        yield Finding(said("definitions"), True, False, "WordNet")


def check_tile_sets() -> Iterator[Finding]:
    """The tile sets of the package."""
    broken: list[Said] = []
    for name in tilesets.names():
        try:
            tilesets.load(name)
        except CompanionError as fault:
            broken.append(fault.said)
    if broken or not tilesets.names():
        detail = sentences(*broken) or said("none in the package")
        yield Finding(said("tile sets"), False, True, detail, AGAIN)
    else:
        yield Finding(said("tile sets"), True, True, listed(tilesets.names(), "comma"))


def check_data_folder() -> Iterator[Finding]:
    """Whether games can be kept."""
    folder = data_folder()
    # It is made at the first game; until then its nearest parent must let us make it.
    place = next(p for p in (folder, *folder.parents) if p.exists())
    if place.is_dir() and os.access(place, os.W_OK | os.X_OK):
        yield Finding(said("data folder"), True, True, str(folder))
    else:
        remedy = said(
            "make {folder} writable, or name another folder in {variable}",
            folder=str(place),
            variable=VARIABLE,
        )
        yield Finding(
            said("data folder"),
            False,
            True,
            said("{folder} cannot be written", folder=str(folder)),
            remedy,
        )


def check_store() -> Iterator[Finding]:
    """Whether the games that are there can be added to, and have room to grow."""
    name, store = said("games"), data_folder() / STORE_FILE
    if not store.is_file():
        yield Finding(name, True, True, said("none were played yet"))
        return
    fault = trouble(store, _STORE_PATIENCE_S)
    free_mb = shutil.disk_usage(store.parent).free // 10**6
    if fault != NOTHING:
        remedy = said("see to that; `companion check` tells which games can be read")
        yield Finding(name, False, True, fault, remedy)
    elif free_mb < LEAST_FREE_MB:
        remedy = said("make room on the disk, or games will not be kept")
        yield Finding(
            name, False, True, said("{free} MB of the disk are free", free=free_mb), remedy
        )
    else:
        yield Finding(name, True, True, str(store))


def check_fonts() -> Iterator[Finding]:
    """The fonts that rendered games are drawn with."""
    fonts = [
        file.name
        for file in _files(resources.files("companion") / "synth" / "data" / "fonts")
        if file.name.endswith((".ttf", ".otf"))
    ]
    remedy = (
        NOTHING
        if fonts
        else said("install tabletop-companion again; `companion demo` needs them")
    )
    yield Finding(
        said("fonts"),
        bool(fonts),
        False,
        said("{count} in the package", count=len(fonts)),
        remedy,
    )


def check_tesseract() -> Iterator[Finding]:
    """The optional second opinion on letters."""
    program = shutil.which("tesseract")
    remedy = _optional("tesseract-ocr")
    if program is None:
        yield Finding("tesseract", False, False, said("not found"), remedy)
        return
    try:
        done = subprocess.run(
            [program, "--version"],
            capture_output=True,
            text=True,
            timeout=_PROGRAM_PATIENCE_S,
            check=True,
        )
    except (OSError, subprocess.SubprocessError) as error:
        yield Finding(
            "tesseract",
            False,
            False,
            said("{program} does not run: {why}", program=program, why=str(error)),
            remedy,
        )
    else:
        first = (done.stdout or done.stderr).strip().partition("\n")[0]
        yield Finding("tesseract", True, False, _at(first, program))


def check_voice() -> Iterator[Finding]:
    """The optional voice of this computer, for tablets whose browser has none."""
    program = shutil.which(VOICE)
    if program is None:
        remedy = _optional(VOICE)
        yield Finding(said("voice"), False, False, _not_found(VOICE), remedy)
    else:
        yield Finding(said("voice"), True, False, _at(VOICE, program))


def check_cameras() -> Iterator[Finding]:
    """The cameras of the machine; none is opened for pictures."""
    devices = list_video_devices()
    for device in devices:
        if device.trouble:
            remedy = said("see that no other program holds it")
            if not os.access(device.path, os.R_OK | os.W_OK):
                remedy = _join("video")
            yield Finding(
                said("camera"), False, False, f"{device.path}: {device.trouble}", remedy
            )
        elif device.captures:
            yield Finding(said("camera"), True, False, f"{device.path}: {device.card}")
    if not any(device.captures or device.trouble for device in devices):
        remedy = said(
            "plug one in, or use a network camera's address; `companion demo` needs none"
        )
        yield Finding(said("camera"), False, False, said("none found"), remedy)


def check_serial_ports() -> Iterator[Finding]:
    """The ports where a box with buttons may be, and other devices with buttons."""
    try:
        ports = list_ports()
    except BridgeError as fault:
        yield Finding(said("serial port"), False, False, told(fault))
        return
    for port in ports:
        shown = f"{port.device}: {port.description}"
        yield _openable(said("serial port"), port.device, shown, group="dialout")
    if not ports:
        remedy = said("only needed for a box with buttons")
        yield Finding(said("serial port"), False, False, said("none found"), remedy)
    for device in list_inputs():
        path = input_path(device.device)
        yield _openable(said("keys or gamepad"), path, device.device, group="input")


CHECKS: tuple[Callable[[], Iterator[Finding]], ...] = (
    check_python,
    check_libraries,
    check_models,
    check_lexicon,
    check_definitions,
    check_tile_sets,
    check_data_folder,
    check_store,
    check_fonts,
    check_tesseract,
    check_voice,
    check_cameras,
    check_serial_ports,
)


def _at(what: str, place: str) -> Said:
    return said("{what} at {place}", what=what, place=place)


def _not_found(what: str) -> Said:
    return said("{what} not found", what=what)


def _optional(package: str) -> Said:
    return said("optional; sudo apt-get install {package}", package=package)


def _join(group: str) -> Said:
    return said("sudo usermod -aG {group} $USER, then log in again", group=group)


def _openable(name: Said, path: str, shown: str, *, group: str) -> Finding:
    """Tell whether this user may open a device, and whom to join if not."""
    if not Path(path).exists() or os.access(path, os.R_OK | os.W_OK):
        return Finding(name, True, False, shown)
    told = said("{path} may not be opened by this user", path=path)
    return Finding(name, False, False, told, _join(group))


def _library(module: str, distribution: str) -> Finding:
    try:
        importlib.import_module(module)
    except ImportError as error:
        return Finding(distribution, False, True, str(error), _library_remedy(error))
    try:
        version: Argument = importlib.metadata.version(distribution)
    except importlib.metadata.PackageNotFoundError:
        version = said("there, but not as a package of pip, so of unknown version")
    return Finding(distribution, True, True, version)


def _library_remedy(error: ImportError) -> Argument:
    """The wheel of OpenCV leaves out some libraries of the system; pip cannot bring those."""
    packages = {"libGL": "libgl1", "libgthread": "libglib2.0-0", "libglib": "libglib2.0-0"}
    lacks = re.match(r"(lib[A-Za-z]+)\S*\.so", str(error))
    if lacks and (package := packages.get(lacks.group(1))):
        return f"sudo apt-get install {package}"
    return AGAIN


def _model(model: Traversable) -> Finding:
    name, remedy = said("model {name}", name=model.name), AGAIN
    try:
        expected = _expected_digest(model.name)
    except (OSError, ValueError) as error:
        return Finding(
            name, False, True, said("its card cannot be read: {why}", why=str(error)), remedy
        )
    if expected is None:
        return Finding(name, False, True, said("no card tells of it"), remedy)
    digest = hashlib.sha256(model.read_bytes()).hexdigest()
    if digest != expected:
        return Finding(name, False, True, said("its SHA-256 is not that on its card"), remedy)
    return Finding(name, True, True, said("sha256 {digest} as on its card", digest=digest[:12]))


def _expected_digest(model: str) -> str | None:
    """Return the SHA-256 on a model's own card, or on the card of the set it belongs to."""
    cards = [
        file
        for file in _files(resources.files("companion") / "vision" / "data")
        if file.name.endswith(".toml")
    ]
    for card in cards:
        facts = tomllib.loads(card.read_text(encoding="utf-8"))
        if card.name == f"{model[:-5]}.toml":
            return str(facts.get("sha256"))
        if model in facts.get("weights", {}):
            return str(facts["weights"][model])
    return None


def _files(folder: Traversable) -> list[Traversable]:
    """Return what lies in a folder, by name; nothing where there is no such folder."""
    if not folder.is_dir():
        return []
    return sorted(folder.iterdir(), key=lambda file: file.name)
