"""The encoding of a GCG file: as somebody says, as it declares, or guessed and told.

Files that declare none are ISO 8859-1 by the format's description. Many are of older programs
and have the encoding of their country; the letters of the tile sets tell which.
"""

from __future__ import annotations

import codecs
import re
from collections.abc import Callable
from dataclasses import dataclass

from companion.errors import GcgError
from companion.export.gcg.tiles import letters_that_fit
from companion.export.gcg.types import GcgGame
from companion.text import NOTHING, Said, said

_DECLARED = re.compile(
    rb"^[ \t]*#character-encoding[ \t]+([^\r\n]*)", re.IGNORECASE | re.MULTILINE
)
_SAFE = re.compile(
    r"(utf-?(8|16|32)|ascii|us-ascii|iso|latin|cp|windows|koi8|mac)[\w:.-]*\Z",
    re.IGNORECASE | re.ASCII,
)
_OLD = {
    "iso8859-1": "ISO 8859-1",
    "cp1252": "Windows-1252",
    "iso8859-2": "ISO 8859-2",
    "cp1250": "Windows-1250",
    "iso8859-9": "ISO 8859-9",
    "cp850": "CP850",
    "cp852": "CP852",
    "mac-roman": "MacRoman",
}
"""What is tried, in order, and how each is called."""


@dataclass(frozen=True, slots=True)
class Decoded:
    """A file's text."""

    text: str
    encoding: str
    doubt: Said = NOTHING
    """How the encoding was found, if the file does not say it."""


def decoded(data: bytes, parse: Callable[[str], GcgGame], encoding: str = "") -> Decoded:
    """Return the text of a file.

    Args:
        data: The file.
        parse: Reads a text, to see which encoding makes the better game of it.
        encoding: As somebody says it is; empty to find out.

    Raises:
        GcgError: It is not in the encoding that somebody says, or there is no such encoding.
    """
    if encoding:
        return _as_said(data, encoding)
    for mark, name in (
        (codecs.BOM_UTF8, "utf-8"),
        (codecs.BOM_UTF16_LE, "utf-16-le"),
        (codecs.BOM_UTF16_BE, "utf-16-be"),
    ):
        if data.startswith(mark):
            return Decoded(data[len(mark) :].decode(name, "replace"), name)
    doubt = said("no encoding is declared.")
    declared = _DECLARED.search(data[:100_000])
    if declared:
        name = " ".join(declared[1].decode("ascii", "replace").split())
        found = _decoded(data, name)
        if found is not None:
            return found
        doubt = said("the bytes are not {encoding} as declared.", encoding=name[:40])
    if data.isascii():
        return Decoded(data.decode("ascii"), "utf-8", doubt if declared else NOTHING)
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        return _guessed(data, parse, doubt)
    return Decoded(
        text, "utf-8", _told(doubt, said("It is read as {encoding}.", encoding="UTF-8"))
    )


def _told(doubt: Said, how: Said) -> Said:
    return said("{doubt} {how}", doubt=doubt, how=how)


def _decoded(data: bytes, name: str) -> Decoded | None:
    """The text in a declared encoding; None if it is no encoding of texts, or not in it."""
    if not _SAFE.match(name):
        return None
    try:
        return Decoded(data.decode(name), codecs.lookup(name).name)
    except (LookupError, ValueError):
        return None


def _as_said(data: bytes, name: str) -> Decoded:
    found = _decoded(data, name)
    if found is not None:
        return found
    try:
        known = bool(_SAFE.match(name) and codecs.lookup(name))
    except LookupError:
        known = False
    if known:
        raise GcgError("The file is not in the encoding {encoding!r}.", encoding=name)
    raise GcgError(
        "There is no encoding {encoding!r}; known are, for example, {names}.",
        encoding=name[:40],
        names=", ".join(["utf-8", *_OLD]),
    )


def _guessed(data: bytes, parse: Callable[[str], GcgGame], doubt: Said) -> Decoded:
    """The first old encoding in which most racks and words are letters of one tile set."""
    tried: list[tuple[tuple[int, int], str, str, str]] = []
    for name in _OLD:
        text = data.decode(name, "replace")
        title, odd = letters_that_fit(parse(text))
        cost = (odd, sum(not c.isalpha() for c in text if ord(c) > 127))
        tried.append((cost, name, text, title))
    _, name, text, title = min(tried, key=lambda each: each[0])
    called = _OLD[name]
    if title:
        how = said(
            "It is read as {encoding}, which makes letters of the {tiles} tile set of most "
            "bytes.",
            encoding=called,
            tiles=title,
        )
    else:
        how = said("It is read as {encoding}.", encoding=called)
    return Decoded(text, name, _told(doubt, how))
