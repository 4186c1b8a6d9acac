"""Opens strangers' archives and XML without being flooded by them."""

from __future__ import annotations

import io
import lzma
import struct
import zipfile
import zlib
from collections.abc import Callable, Iterator
from xml.parsers import expat

from stl_meta.faults import Limits, MeshError, Reason

_CHUNK = 1 << 16
_MEGABYTE = 1_000_000
_DAMAGE = (
    zipfile.BadZipFile, zlib.error, lzma.LZMAError, struct.error, EOFError, OSError,
    NotImplementedError, RuntimeError, ValueError, OverflowError, IndexError,
)  # fmt: skip
"""All that the library raises for archives that somebody bent."""


Attributes = dict[str, str]


class Archive:
    """A ZIP file whose members are unpacked within limits.

    Args:
        raw: The file.
        limits: How much is unpacked.

    Raises:
        MeshError: It is no archive, is damaged, or unpacks to too much.
    """

    def __init__(self, raw: bytes, limits: Limits) -> None:
        try:
            self._zip = zipfile.ZipFile(io.BytesIO(raw))
            infos = self._zip.infolist()
        except _DAMAGE as error:
            raise MeshError(
                "The archive is damaged or cut short; fetch it again.", Reason.BAD_ARCHIVE
            ) from error
        if len(infos) > limits.members:
            raise MeshError(
                "The archive has {infos} members; at most {members} are read.",
                Reason.TOO_LARGE,
                infos=len(infos),
                members=limits.members,
            )
        self._limits = limits
        self._members = {info.filename.lstrip("/").lower(): info for info in infos}
        self._left = limits.unpacked_bytes

    def __contains__(self, path: str) -> bool:
        return path.lstrip("/").lower() in self._members

    def parse(self, path: str, start: Callable[[str, Attributes], None],
              end: Callable[[str], None] | None = None) -> None:  # fmt: skip
        """Parse a member as XML; names come without their namespace's address.

        Args:
            path: Of the member.
            start: Called at each element with its name and attributes.
            end: Called at the end of each.

        Raises:
            MeshError: The member is absent, too large, or no harmless XML.
        """
        parser = expat.ParserCreate(namespace_separator="|")
        depth = 0

        def opened(name: str, attributes: Attributes) -> None:
            nonlocal depth
            depth += 1
            if depth > 4 * self._limits.nesting:
                raise MeshError(
                    "{path} nests its elements too deep.", Reason.NESTING, path=path
                )
            if any("|" in key for key in attributes):
                attributes = {key.rpartition("|")[2]: text for key, text in attributes.items()}
            start(name.rpartition("|")[2], attributes)

        def closed(name: str) -> None:
            nonlocal depth
            depth -= 1
            if end is not None:
                end(name.rpartition("|")[2])

        def refused(*_: object) -> None:
            raise MeshError(
                "{path} declares a document type, which no printing file needs.",
                Reason.DOCTYPE,
                path=path,
            )

        parser.StartElementHandler, parser.EndElementHandler = opened, closed
        parser.StartDoctypeDeclHandler = parser.EntityDeclHandler = refused
        try:
            for chunk in self._chunks(path):
                parser.Parse(chunk, False)
            parser.Parse(b"", True)
        except (expat.ExpatError, LookupError, ValueError) as error:
            # Encodings that nobody knows come as other errors than what is wrong in a text.
            code = getattr(error, "code", None)
            raise MeshError(
                "{path} is not well-formed XML ({ErrorString}).",
                Reason.BAD_XML,
                path=path,
                ErrorString=error if code is None else expat.ErrorString(code),
            ) from error

    def read(self, path: str, *, at_most: int) -> bytes:
        """Return a small member whole."""
        found = bytearray()
        for chunk in self._chunks(path):
            found += chunk
            if len(found) > at_most:
                raise MeshError(
                    "{path} is larger than {at_most} bytes.",
                    Reason.TOO_LARGE,
                    path=path,
                    at_most=at_most,
                )
        return bytes(found)

    def _chunks(self, path: str) -> Iterator[bytes]:
        info = self._members.get(path.lstrip("/").lower())
        if info is None:
            raise MeshError(
                "The archive has no member {path}.", Reason.MISSING_OBJECT, path=path
            )
        if info.flag_bits & 1:
            raise MeshError(
                "{path} is encrypted; save the model anew.", Reason.BAD_ARCHIVE, path=path
            )
        unpacked = 0
        try:
            with self._zip.open(info) as stream:
                while chunk := stream.read(_CHUNK):
                    # What is counted is what comes out, whatever the directory promises.
                    unpacked += len(chunk)
                    self._left -= len(chunk)
                    self._check(path, unpacked, info.compress_size)
                    yield chunk
        except _DAMAGE as error:
            raise MeshError(
                "{path} is damaged; fetch the file again.", Reason.BAD_ARCHIVE, path=path
            ) from error

    def _check(self, path: str, unpacked: int, packed: int) -> None:
        if unpacked > _MEGABYTE and unpacked > self._limits.ratio * max(packed, 1):
            raise MeshError(
                "{path} unpacks to more than {ratio} times its size.",
                Reason.BOMB,
                path=path,
                ratio=self._limits.ratio,
            )
        if unpacked > self._limits.member_bytes or self._left < 0:
            raise MeshError("{path} unpacks to more than is read.", Reason.TOO_LARGE, path=path)
