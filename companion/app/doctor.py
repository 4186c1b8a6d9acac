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
from companion.errors import CompanionError
from companion.household.folders import VARIABLE, data_folder
from firmware_bridge import BridgeError, list_ports
from firmware_bridge.ports import list_inputs

_PROGRAM_PATIENCE_S = 10.0


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

    name: str
    found: bool
    essential: bool
    detail: str
    remedy: str = ""


def examine() -> Iterator[Finding]:
    """Yield the findings one after the other, the essential ones first."""
    for check in CHECKS:
        yield from check()


def check_python() -> Iterator[Finding]:
    """Python itself, and where the program was imported from."""
    version = platform.python_version()
    found = sys.version_info >= (3, 11)
    remedy = "" if found else "install Python 3.11 or newer and set up again"
    yield Finding("python", found, True, f"{version} at {sys.executable}", remedy)
    place = Path(str(resources.files("companion")))
    yield Finding("companion", True, True, f"{__version__} at {place}")


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
        remedy = "install tabletop-companion again, or run `make train` in a checkout"
        yield Finding("models", False, True, "no networks in the package", remedy)
    for model in models:
        yield _model(model)


def check_lexicon() -> Iterator[Finding]:
    """The word lists of the package."""
    for name, title in lexicon.BUNDLED.items():
        try:
            words = lexicon.load(name)
        except CompanionError as fault:
            yield Finding("word list", False, True, title, str(fault))
        else:
            twos = words.count_of_length(2)
            detail = f"{title}, {len(words):,} words, {twos} of two letters"
            yield Finding("word list", True, True, detail)


def check_definitions() -> Iterator[Finding]:
    """The optional dictionary that says what words mean."""
    if lexicon.definitions_missing():
        remedy = "optional; sudo apt-get install wordnet-base"
        yield Finding("definitions", False, False, "WordNet not found", remedy)
    else:
        yield Finding("definitions", True, False, "WordNet")


def check_tile_sets() -> Iterator[Finding]:
    """The tile sets of the package."""
    broken = []
    for name in tilesets.names():
        try:
            tilesets.load(name)
        except CompanionError as fault:
            broken.append(str(fault))
    if broken or not tilesets.names():
        detail = " ".join(broken) or "none in the package"
        yield Finding("tile sets", False, True, detail, "install tabletop-companion again")
    else:
        yield Finding("tile sets", True, True, ", ".join(tilesets.names()))


def check_data_folder() -> Iterator[Finding]:
    """Whether games can be kept."""
    folder = data_folder()
    # It is made at the first game; until then its nearest parent must let us make it.
    place = next(p for p in (folder, *folder.parents) if p.exists())
    if place.is_dir() and os.access(place, os.W_OK | os.X_OK):
        yield Finding("data folder", True, True, str(folder))
    else:
        remedy = f"make {place} writable, or name another folder in {VARIABLE}"
        yield Finding("data folder", False, True, f"{folder} cannot be written", remedy)


def check_fonts() -> Iterator[Finding]:
    """The fonts that rendered games are drawn with."""
    fonts = [
        file.name
        for file in _files(resources.files("companion") / "synth" / "data" / "fonts")
        if file.name.endswith((".ttf", ".otf"))
    ]
    remedy = "" if fonts else "install tabletop-companion again; `companion demo` needs them"
    yield Finding("fonts", bool(fonts), False, f"{len(fonts)} in the package", remedy)


def check_tesseract() -> Iterator[Finding]:
    """The optional second opinion on letters."""
    program = shutil.which("tesseract")
    remedy = "optional; sudo apt-get install tesseract-ocr"
    if program is None:
        yield Finding("tesseract", False, False, "not found", remedy)
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
        yield Finding("tesseract", False, False, f"{program} does not run: {error}", remedy)
    else:
        first = (done.stdout or done.stderr).strip().partition("\n")[0]
        yield Finding("tesseract", True, False, f"{first} at {program}")


def check_voice() -> Iterator[Finding]:
    """The optional voice of this computer, for tablets whose browser has none."""
    program = shutil.which(VOICE)
    if program is None:
        remedy = f"optional; sudo apt-get install {VOICE}"
        yield Finding("voice", False, False, f"{VOICE} not found", remedy)
    else:
        yield Finding("voice", True, False, f"{VOICE} at {program}")


def check_cameras() -> Iterator[Finding]:
    """The cameras of the machine; none is opened for pictures."""
    devices = list_video_devices()
    for device in devices:
        if device.trouble:
            remedy = "see that no other program holds it"
            if not os.access(device.path, os.R_OK | os.W_OK):
                remedy = "sudo usermod -aG video $USER, then log in again"
            yield Finding("camera", False, False, f"{device.path}: {device.trouble}", remedy)
        elif device.captures:
            yield Finding("camera", True, False, f"{device.path}: {device.card}")
    if not any(device.captures or device.trouble for device in devices):
        remedy = "plug one in, or use a network camera's address; `companion demo` needs none"
        yield Finding("camera", False, False, "none found", remedy)


def check_serial_ports() -> Iterator[Finding]:
    """The ports where a box with buttons may be, and other devices with buttons."""
    try:
        ports = list_ports()
    except BridgeError as fault:
        yield Finding("serial port", False, False, str(fault))
        return
    for port in ports:
        shown = f"{port.device}: {port.description}"
        yield _openable("serial port", port.device, shown, group="dialout")
    if not ports:
        remedy = "only needed for a box with buttons"
        yield Finding("serial port", False, False, "none found", remedy)
    for device in list_inputs():
        yield _openable("keys or gamepad", device, device, group="input")


CHECKS: tuple[Callable[[], Iterator[Finding]], ...] = (
    check_python,
    check_libraries,
    check_models,
    check_lexicon,
    check_definitions,
    check_tile_sets,
    check_data_folder,
    check_fonts,
    check_tesseract,
    check_voice,
    check_cameras,
    check_serial_ports,
)


def _openable(name: str, path: str, shown: str, *, group: str) -> Finding:
    """Tell whether this user may open a device, and whom to join if not."""
    if not Path(path).exists() or os.access(path, os.R_OK | os.W_OK):
        return Finding(name, True, False, shown)
    remedy = f"sudo usermod -aG {group} $USER, then log in again"
    return Finding(name, False, False, f"{path} may not be opened by this user", remedy)


def _library(module: str, distribution: str) -> Finding:
    try:
        importlib.import_module(module)
    except ImportError as error:
        return Finding(distribution, False, True, str(error), _library_remedy(error))
    try:
        version = importlib.metadata.version(distribution)
    except importlib.metadata.PackageNotFoundError:
        version = "there, but not as a package of pip, so of unknown version"
    return Finding(distribution, True, True, version)


def _library_remedy(error: ImportError) -> str:
    """The wheel of OpenCV leaves out some libraries of the system; pip cannot bring those."""
    packages = {"libGL": "libgl1", "libgthread": "libglib2.0-0", "libglib": "libglib2.0-0"}
    lacks = re.match(r"(lib[A-Za-z]+)\S*\.so", str(error))
    if lacks and (package := packages.get(lacks.group(1))):
        return f"sudo apt-get install {package}"
    return "install tabletop-companion again"


def _model(model: Traversable) -> Finding:
    name = f"model {model.name}"
    remedy = "install tabletop-companion again"
    try:
        expected = _expected_digest(model.name)
    except (OSError, ValueError) as error:
        return Finding(name, False, True, f"its card cannot be read: {error}", remedy)
    if expected is None:
        return Finding(name, False, True, "no card tells of it", remedy)
    digest = hashlib.sha256(model.read_bytes()).hexdigest()
    if digest != expected:
        return Finding(name, False, True, "its SHA-256 is not that on its card", remedy)
    return Finding(name, True, True, f"sha256 {digest[:12]} as on its card")


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
