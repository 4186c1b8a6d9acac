"""Word lists that the household brings: checked, told what they hold, kept beside the games."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from typing import Any

from companion.errors import CompanionError, InputError
from companion.household.files import write_whole
from companion.lexicon import load
from companion.text import said

FOLDER = "words"
LONGEST_NAME = 40
_GZIP = b"\x1f\x8b"


def keep_list(folder: Path | None, name: str, data: bytes) -> dict[str, Any]:
    """Keep a list of words and return what it holds.

    Args:
        folder: The data folder.
        name: The file's name, as its owner calls it.
        data: One word a line, with a definition behind it or not; text or gzipped text.

    Returns:
        `name` (the path by which a game is set up with it), `title`, `words`, `twos` (how many
        have two letters) and `sha256` of its words and definitions.

    Raises:
        InputError: It is no list of words, has no name, or nothing is kept here.
    """
    if folder is None:
        raise InputError("Nothing is kept here; start the program with a data folder.")
    path = folder / FOLDER / f"{_stem(name)}.txt{'.gz' if data.startswith(_GZIP) else ''}"
    trial = path.with_name(f".{path.name}")
    write_whole(trial, data)
    try:
        words = load(trial)
        told = {"words": len(words), "twos": words.count_of_length(2), "sha256": words.sha256()}
    except CompanionError as refusal:
        args = refusal.said.args
        named = tuple((k, said("The file") if v == str(trial) else v) for k, v in args)
        raise InputError(replace(refusal.said, args=named)) from refusal
    else:
        _other(path).unlink(missing_ok=True)  # the same list, packed otherwise
        trial.replace(path)
    finally:
        trial.unlink(missing_ok=True)
    return {"name": str(path), "title": path.name.partition(".")[0], **told}


def _stem(name: str) -> str:
    """Return a name that leads nowhere but into its folder."""
    base = re.split(r"[/\\]", name)[-1]
    base = re.sub(r"(\.(txt|gz|csv|dic))+$", "", base, flags=re.IGNORECASE)
    stem = re.sub(r"[^\w -]", "", base)[:LONGEST_NAME].strip()
    if not stem:
        raise InputError("The file of a word list needs a name.")
    return stem


def _other(path: Path) -> Path:
    packed = path.name.endswith(".gz")
    return path.with_name(path.name[:-3] if packed else f"{path.name}.gz")
