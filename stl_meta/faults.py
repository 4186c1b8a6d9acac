"""What can be wrong with a mesh file, each by name."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Reason(StrEnum):
    """Why a file is refused."""

    EMPTY = "empty"
    HEADER_ONLY = "header-only"
    TRUNCATED = "truncated"
    WEB_PAGE = "web-page"
    LFS_POINTER = "lfs-pointer"
    NOT_A_MESH = "not-a-mesh"
    NO_TRIANGLES = "no-triangles"
    BAD_NUMBER = "bad-number"
    BAD_COUNT = "bad-count"
    BAD_ARCHIVE = "bad-archive"
    BAD_XML = "bad-xml"
    DOCTYPE = "doctype"
    NESTING = "nesting"
    BOMB = "bomb"
    TOO_LARGE = "too-large"
    TOO_MANY_TRIANGLES = "too-many-triangles"
    UNKNOWN_UNIT = "unknown-unit"
    MISSING_OBJECT = "missing-object"
    BAD_INDEX = "bad-index"
    UNKNOWN_FORMAT = "unknown-format"
    UNREADABLE = "unreadable"


class MeshError(Exception):
    """A mesh cannot be read or makes no sense.

    Attributes:
        template: What is told, with gaps.
        args_: What goes into the gaps, by name.
        reason: Its name in reports.
    """

    def __init__(
        self, template: str, reason: Reason = Reason.NOT_A_MESH, /, **args: object
    ) -> None:
        super().__init__(template.format_map(args) if args else template)
        self.template, self.args_, self.reason = template, args, reason


class Warned:
    """Something odd about a file that was put right or set aside.

    Attributes:
        name: Short name in reports, such as `trailing-bytes`.
        template: One sentence, with gaps.
        args_: What goes into the gaps, by name.
    """

    def __init__(self, name: str, template: str, /, **args: object) -> None:
        self.name, self.template, self.args_ = name, template, args

    def plain(self) -> dict[str, str]:
        """Return it as a report has it, in English."""
        text = self.template.format_map(self.args_) if self.args_ else self.template
        return {"name": self.name, "text": text}


@dataclass(frozen=True, slots=True)
class Limits:
    """How much of a stranger's file is read before it is refused.

    Attributes:
        bytes: Size of the file.
        triangles: In the whole file, every copy counted.
        member_bytes: Size of one unpacked member of an archive.
        unpacked_bytes: Of all members together.
        ratio: Unpacked to packed size of a member above a megabyte.
        members: Files in an archive.
        parts: Different things in one file.
        pieces: Volumes of one of them, and steps to find them.
        nesting: Depth of components and of XML elements.
    """

    bytes: int = 512_000_000
    triangles: int = 5_000_000
    member_bytes: int = 512_000_000
    unpacked_bytes: int = 1_000_000_000
    ratio: int = 150
    members: int = 2_000
    parts: int = 2_000
    pieces: int = 10_000
    nesting: int = 16


LIMITS = Limits()
