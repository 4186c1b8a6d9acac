"""Collects what is said from code and pages, and brings the catalogues up to date.

`make texts` rewrites `companion/text/locale/*.po`; with `--check` it only tells, by its exit
status, whether they are as the sources have them.
"""

from __future__ import annotations

import sys
import tomllib
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from typing import Any

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po, write_po

from companion.text.said import FROM_FILE

ROOT = Path(__file__).resolve().parents[1]
LOCALES = ROOT / "companion" / "text" / "locale"
GAME_FILES = ROOT / "companion" / "gamedata"

FAULTS = (
    "CompanionError", "InputError", "ConfigError", "ImageError", "NotationError",
    "InvalidNotation", "IllegalPlay", "AmbiguousPlay", "GcgError", "RuleViolation",
    "DependencyMissing", "StoreError", "CameraError", "GameFileError",
    "MeshError", "CalibrationError", "BridgeError", "Sentence",
)  # fmt: skip
"""Faults are made with a template and its arguments, as `said` is."""

CODE = dict.fromkeys(("said", "t", *FAULTS)) | {
    "said_n": (1, 2),
    "Warned": (2,),
    "said_in": ((1, "c"), 2),
}
PAGES = {"t": None, "tn": (1, 2), "tc": ((1, "c"), 2)}
SOURCES = (
    ("**.py", "python", CODE),
    ("web/static/js/**.js", "javascript", PAGES),
    ("web/templates/**.html", "jinja2.ext:babel_extract", PAGES),
)
"""Which files of a folder, how they are read, and the functions that say something there."""

SIBLING = (("**.py", "python", {**CODE, "__init__": None}),)
"""The same of a package beside: its faults take their text from where they are made."""

FOLDERS = ("companion", "stl_meta", "calibration", "firmware_bridge")


def main() -> int:
    """Bring every catalogue up to date, or tell whether all are."""
    fresh = collected()
    stale = []
    for path in sorted(LOCALES.glob("*.po")):
        text = updated(path, fresh)
        if text != path.read_bytes():
            stale.append(path.name)
            if "--check" not in sys.argv:
                path.write_bytes(text)
    for name in stale:
        print(f"{name} was not up to date", file=sys.stderr)
    return int(bool(stale) and "--check" in sys.argv)


def collected() -> Catalog:
    """Return a catalogue of all that is said, without translations."""
    catalogue = Catalog()
    for file, message, context in _found():
        catalogue.add(message, locations=[(file, 0)], context=context)
    return catalogue


def _found() -> Iterator[tuple[str, str | tuple[str, ...], str | None]]:
    for folder in FOLDERS:
        for pattern, how, keywords in SOURCES if folder == "companion" else SIBLING:
            for file, _, message, _, context in extract_from_dir(
                str(ROOT / folder),
                method_map=[(pattern, how)],
                options_map={pattern: {"parse_template_string": True}},
                keywords=keywords,
            ):
                yield f"{folder}/{file}", message, context
    for path in sorted(GAME_FILES.glob("*.toml")):
        for text in _in_file(tomllib.loads(path.read_text(encoding="utf-8"))):
            yield str(path.relative_to(ROOT)), text, FROM_FILE


def _in_file(value: object) -> Iterator[str]:
    """Yield the names and texts that a game's file has for people."""
    if isinstance(value, list):
        for one in value:
            yield from _in_file(one)
    elif isinstance(value, dict):
        for key, one in value.items():
            if key in ("name", "text") and isinstance(one, str) and one:
                yield one
            else:
                yield from _in_file(one)


def updated(path: Path, fresh: Catalog) -> bytes:
    """Return a catalogue with what is said now; translations of what is gone are dropped."""
    with path.open("rb") as stream:
        old = read_po(stream, locale=path.stem.replace("-", "_"))
    new = Catalog(
        locale=old.locale, project="Tabletop Companion", header_comment=old.header_comment
    )
    for message in fresh:
        if not message.id:
            continue
        one = message.id if isinstance(message.id, str) else message.id[0]
        known = old.get(one, message.context)
        new.add(
            message.id,
            string=_kept(known, plural=message.pluralizable),
            locations=message.locations,
            flags=message.flags - {"python-format"},
            user_comments=known.user_comments if known else (),
            context=message.context,
        )
    out = BytesIO()
    write_po(out, new, width=96, sort_output=True, include_lineno=False, omit_header=True)
    return _header(old) + out.getvalue()


def _kept(known: Message | None, *, plural: bool) -> Any:
    """The translation there is, unless the text has become a plural since, or is none now."""
    string = known.string if known else None
    return string if isinstance(string, tuple | list) == plural else None


def _header(old: Catalog) -> bytes:
    """A header without dates: a catalogue changes only with its texts."""
    comment = old.header_comment.strip()
    lines = (
        'msgid ""', 'msgstr ""',
        '"MIME-Version: 1.0\\n"',
        '"Content-Type: text/plain; charset=utf-8\\n"',
        '"Content-Transfer-Encoding: 8bit\\n"',
        f'"Language: {old.locale_identifier}\\n"',
        f'"Plural-Forms: {old.plural_forms}\\n"',
    )  # fmt: skip
    return ("\n".join((comment, *lines)) + "\n\n").encode()


if __name__ == "__main__":
    sys.exit(main())
