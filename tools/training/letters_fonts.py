"""The fonts of this machine that letters are trained with, and those kept for the exam."""

from __future__ import annotations

import json
import re
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from PIL import ImageFont

from companion.errors import DependencyMissing
from companion.synth.fonts import Font, bundled_fonts
from tools.synth.printable_fonts import unprintable

FONT_FOLDERS = (Path("/usr/share/fonts"), Path("/usr/share/texmf/fonts"))
"""Where Debian's font packages install."""

_UNFIT = re.compile(
    r"keyboard|D050000L|symbol|abogado|wasn.t me|wargames|junkyard|penguin|domestic"
    r"|ubuntu-title"
    r"|sifur|radis|chorus|z003|initi|nushu|script|freefarsi mono|math|eurofurence|outline"
    r"|essays|el-|humor",
    re.IGNORECASE,
)
_THIN = re.compile(r"hair|thin|extra ?light|ultra ?light", re.IGNORECASE)
_SERIF = re.compile(
    r"serif|roman|accanthis|arapey|c059|p052|caladea|cardo|century|charis|concrete|fanwood"
    r"|schola"
    r"|garamond|elstob|artemisia|didot|gentium|goudy|junicode|libertine|linden|myeongjo|termes"
    r"|old standard|pagella|bonum|bookman|prociono|quattrocento|rasa|yrsa|romande|slab|stix"
    r"|tinos"
    r"|vollkorn|verana$|solothurn|cmu classical|typewriter|courier|cursor|romand",
    re.IGNORECASE,
)
_MONO = re.compile(r"mono|code|agave|cousine|hack|inconsolata|coding|ocr", re.IGNORECASE)
_EXAM = re.compile(
    r"^(carlito|open sans|tex gyre adventor|cantarell|pt sans|tiresias signfont|manrope|andika"
    r"|national park|nanumsquare|comic neue|roboto slab|vollkorn|tinos|b612 mono|oxygen.*)$",
    re.IGNORECASE,
)
_BASE = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789")


@dataclass(frozen=True, slots=True)
class TrainingFonts:
    """Fonts by use. A family is in one of the two lists only.

    Attributes:
        practice: Fonts the network learns from.
        exam: Fonts it is measured with.
        missing: Font file to the needed characters it cannot print.
    """

    practice: tuple[Font, ...]
    exam: tuple[Font, ...]
    missing: dict[str, frozenset[str]]


def find_training_fonts(
    cache: Path, folders: Iterable[Path] = FONT_FOLDERS, *, least: int = 200
) -> TrainingFonts:
    """Every usable font file under the folders, with the bundled ones.

    Args:
        cache: JSON file that remembers what each font can print.
        folders: Where to look.
        least: Fewer fonts than this are too narrow to train on.

    Raises:
        DependencyMissing: Too few fonts are installed.
    """
    found = {str(p) for f in folders for p in f.rglob("*") if p.suffix in (".ttf", ".otf")}
    if len(found) < least:
        raise DependencyMissing(
            f"only {len(found)} font files are installed and training wants {least}: install "
            "the Debian packages in companion/training/fonts.txt"
        )
    known: dict[str, str] = json.loads(cache.read_text("utf8")) if cache.exists() else {}
    names = sorted(found | {font.path for font in bundled_fonts()})
    for path in names:
        if path not in known:
            known[path] = "".join(sorted(unprintable(path)))
    cache.parent.mkdir(parents=True, exist_ok=True)
    cache.write_text(json.dumps(known), "utf8")
    families: dict[str, list[tuple[str, str]]] = defaultdict(list)
    for path in names:
        if _BASE.isdisjoint(known[path]):
            family, style = (str(part) for part in ImageFont.truetype(path, 20).getname())
            if not _UNFIT.search(family):
                families[family].append((path, style))
    practice: list[Font] = []
    exam: list[Font] = []
    for family in sorted(families):
        (exam if _EXAM.match(family) else practice).extend(_weighed(family, families[family]))
    missing = {path: frozenset(known[path]) for path in names}
    return TrainingFonts(tuple(practice), tuple(exam), missing)


def _weighed(family: str, members: list[tuple[str, str]]) -> list[Font]:
    """A family's fonts; a large family weighs little more than a small one."""
    kind = 0.4 if _SERIF.search(family) else 0.45 if _MONO.search(family) else 1.0
    weights = [_weight_of_style(f"{style} {Path(path).stem}") for path, style in members]
    share = kind * len(members) ** 0.3 / sum(weights)
    return [Font(path, w * share) for (path, _), w in zip(members, weights, strict=True)]


def _weight_of_style(style: str) -> float:
    weight = 1.0
    if _THIN.search(style):
        weight *= 0.06
    elif re.search("light", style, re.IGNORECASE):
        weight *= 0.3
    elif re.search("bold|heavy|medium|demi", style, re.IGNORECASE):
        weight *= 1.8
    if re.search("italic|oblique", style, re.IGNORECASE):
        weight *= 0.25
    return weight
