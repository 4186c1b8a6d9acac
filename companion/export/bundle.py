"""A game in one ZIP: the lossless log, the readable forms, and a picture of each turn."""

from __future__ import annotations

import io
import struct
import zipfile
import zlib

from companion.errors import GcgError
from companion.export.api import GameFile, GameFileError, Imported, Written
from companion.export.gcg.game import export_gcg
from companion.export.jsonl import LIMIT_BYTES as LIMIT_LOG_BYTES
from companion.export.jsonl import read_jsonl, write_jsonl
from companion.export.sheet.html import write_html
from companion.export.turns_csv import write_csv
from companion.text import Said, said

LOG = "game.jsonl"
LIMIT_BYTES = 200_000_000
LIMIT_MEMBERS = 5_000
LIMIT_UNPACKED_BYTES = 1_000_000_000
LIMIT_RATIO = 200
"""Bytes out of one byte in; a log shrinks to a tenth, a bomb to a thousandth."""

DAMAGED = (
    zipfile.BadZipFile,
    zlib.error,
    struct.error,
    EOFError,
    OSError,
    RuntimeError,
    ValueError,
)
"""What the library raises for archives whose numbers and bytes are not so."""

_EPOCH = (1980, 1, 1, 0, 0, 0)
"""Of all members: the same game gives the same bytes."""


def write_zip(game: GameFile) -> Written:
    """Return a game with all its forms and its pictures as a ZIP."""
    out = io.BytesIO()
    losses: list[Said] = []
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        _add(archive, LOG, write_jsonl(game).data)
        _add(archive, "turns.csv", write_csv(game).data)
        _add(archive, "score-sheet.html", write_html(game).data)
        try:
            text, _ = export_gcg(
                game.board, game.setup.tiles, title=game.name, lexicon=game.lexicon
            )
            _add(archive, "game.gcg", text.encode("utf-8"))
        except GcgError as error:
            losses.append(error.said)
        for number, picture in sorted(game.pictures.items()):
            end = "png" if picture.startswith(b"\x89PNG") else "jpg"
            _add(archive, f"pictures/turn-{number:03d}.{end}", picture, packed=False)
    if not game.pictures:
        losses.append(said("No pictures of the turns were kept."))
    return Written(out.getvalue(), tuple(losses))


def _add(archive: zipfile.ZipFile, name: str, data: bytes, *, packed: bool = True) -> None:
    info = zipfile.ZipInfo(name, _EPOCH)
    info.compress_type = zipfile.ZIP_DEFLATED if packed else zipfile.ZIP_STORED
    archive.writestr(info, data)


def read_zip(data: bytes) -> Imported:
    """Return the game in a ZIP: only its log is looked at, nothing is unpacked to a disk.

    Raises:
        GameFileError: No ZIP, without a log, locked, or far larger inside than outside.
    """
    if len(data) > LIMIT_BYTES:
        raise GameFileError(
            "The ZIP is larger than {limit_bytes:,} bytes.", limit_bytes=LIMIT_BYTES
        )
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            return read_jsonl(_log(archive, len(data)))
    except DAMAGED as error:
        raise GameFileError(
            "The ZIP is damaged or of an unknown kind: {why}.", why=str(error)
        ) from error


def _log(archive: zipfile.ZipFile, packed_bytes: int) -> bytes:
    members = archive.infolist()
    if len(members) > LIMIT_MEMBERS:
        raise GameFileError(
            "The ZIP holds more than {limit_members:,} files.", limit_members=LIMIT_MEMBERS
        )
    unpacked = sum(member.file_size for member in members)
    if unpacked > min(LIMIT_UNPACKED_BYTES, LIMIT_RATIO * max(packed_bytes, 10_000)):
        raise GameFileError(
            "The ZIP would unpack to {unpacked:,} bytes; no game does.", unpacked=unpacked
        )
    found = next((member for member in members if member.filename == LOG), None)
    if found is None:
        raise GameFileError("The ZIP holds no {log}; it is no game of this program.", log=LOG)
    if found.flag_bits & 1:
        raise GameFileError("The ZIP is locked with a password.")
    with archive.open(found) as stream:  # the size that is stated may be a lie
        log = stream.read(LIMIT_LOG_BYTES + 1)
    if len(log) > LIMIT_LOG_BYTES:
        raise GameFileError(
            "The log in the ZIP is larger than {limit_log_bytes:,} bytes.",
            limit_log_bytes=LIMIT_LOG_BYTES,
        )
    return log
