"""The lossless form: the set-up and every event, one JSON object a line.

The first line tells what the file is, the last how many events it holds, so that a file that
was cut is noticed. Taken in again it gives the same state, whatever the game.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import datetime
from typing import Any

from companion.errors import CompanionError, ConfigError, StoreError
from companion.export.api import GameFile, GameFileError, Imported, Written
from companion.rules.engine.codec import from_json, setup_from_json, setup_to_json
from companion.rules.registry import game
from companion.session import clocks, labels
from companion.session.log import Entry, is_of_game, upcast

FORMAT = "tabletop-companion-game"
VERSION = 1

LIMIT_BYTES = 20_000_000
LIMIT_LINES = 100_000
LIMIT_LINE = 1_000_000
LIMIT_DEPTH = 32
LIMIT_CORRECTIONS = 2_000
"""Corrections of past turns: each takes the game once more from its beginning."""

_CORRECTIONS = ("turn-amended", "turn-inserted", "turn-deleted", "turn-moved", "turn-taken-off")
"""Brackets within brackets; the deepest event has fewer than ten."""


def write_jsonl(played: GameFile) -> Written:
    """Return a game's whole log as JSON Lines in UTF-8. Nothing is lost."""
    head = {
        "format": FORMAT,
        "version": VERSION,
        "ruleset": played.ruleset,
        "name": played.name,
        "setup": setup_to_json(played.setup),
    }
    lines: list[Any] = [
        head,
        *map(_entry_json, played.entries),
        {"entries": len(played.entries)},
    ]
    text = "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines)
    return Written(text.encode("utf-8"))


def read_jsonl(data: bytes) -> Imported:
    """Return the game in a file's bytes.

    Raises:
        GameFileError: Too large, not UTF-8, not this form, cut, or of a newer program.
    """
    lines = _lines(data)
    head, end = _object(lines[0], 1), _object(lines[-1], len(lines))
    if head.get("format") != FORMAT:
        raise GameFileError("The file is JSON, but no game of this program.")
    if head.get("version") != VERSION:
        raise GameFileError(
            "The file has version {found!r}, and this program reads {version}; update "
            "the program.",
            found=str(head.get("version")),
            version=VERSION,
        )
    if len(lines) < 2 or end.get("entries") != len(lines) - 2:
        raise GameFileError("The file was cut: its last line does not count its events.")
    name = head.get("ruleset")
    try:
        game(str(name))
    except ConfigError as error:
        raise GameFileError(
            "The file holds a game of {name!r}, which is not known here.", name=str(name)
        ) from error
    entries = tuple(_entry(_object(line, n), n) for n, line in enumerate(lines[1:-1], 2))
    if sum(entry.kind in _CORRECTIONS for entry in entries) > LIMIT_CORRECTIONS:
        raise GameFileError(
            "The file corrects past turns more than {limit_corrections:,} times, far "
            "more than a game.",
            limit_corrections=LIMIT_CORRECTIONS,
        )
    return _checked(str(name), head, entries)


def _checked(name: str, head: dict[str, Any], entries: Sequence[Entry]) -> Imported:
    """Fold the events once, so that a file that does not hold together stops here."""
    rules = game(name)
    try:
        setup = setup_from_json(head.get("setup"))
        state = rules.start(setup)
        events = []
        for number, entry in enumerate(entries, 2):
            if entry.seq != number - 1:
                raise GameFileError(
                    "Line {number}: the events are not in order.", number=number
                )
            if not is_of_game(entry):
                _check_beside(entry, len(setup.players))
                continue
            current = upcast(entry)
            event = from_json({**current.body, "type": current.kind}, rules.events)
            state = rules.evolve(state, event)
            events.append(event)
        rules.scoreboard(state)
    except GameFileError:
        raise
    except StoreError as error:
        raise GameFileError("The file cannot be read: {why}", why=error.said) from error
    except CompanionError as error:
        raise GameFileError(
            "The file holds something that is no event: {why}", why=error.said
        ) from error
    except (ValueError, KeyError, IndexError, TypeError, AttributeError) as error:
        raise GameFileError("The events of the file do not fit together.") from error
    shown = head.get("name")
    return Imported(
        ruleset=name,
        setup=setup,
        events=tuple(events),
        name=shown if isinstance(shown, str) else "",
        entries=tuple(entries),
    )


def _check_beside(entry: Entry, players: int) -> None:
    if entry.kind == labels.KIND:
        labels.kept_in(entry, players)
    else:
        clocks.restored(entry, players, 0)


def _lines(data: bytes) -> list[str]:
    if len(data) > LIMIT_BYTES:
        raise GameFileError(
            "The file is larger than {limit_bytes:,} bytes, far more than a game.",
            limit_bytes=LIMIT_BYTES,
        )
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise GameFileError(
            "The file is not UTF-8, so it is no game of this program."
        ) from error
    lines = text.split("\n")
    while lines and not lines[-1].strip():
        lines.pop()
    if not lines:
        raise GameFileError("The file is empty.")
    if len(lines) > LIMIT_LINES:
        raise GameFileError(
            "The file has more than {limit_lines:,} lines, far more than a game.",
            limit_lines=LIMIT_LINES,
        )
    return lines


def _object(line: str, number: int) -> dict[str, Any]:
    if len(line) > LIMIT_LINE:
        raise GameFileError(
            "Line {number} is longer than {limit_line:,} characters.",
            number=number,
            limit_line=LIMIT_LINE,
        )
    if line.count("[") + line.count("{") > LIMIT_DEPTH and _depth(line) > LIMIT_DEPTH:
        raise GameFileError(
            "Line {number} nests more than {limit_depth} brackets.",
            number=number,
            limit_depth=LIMIT_DEPTH,
        )
    try:
        value = json.loads(line)
        # Python reads more than can be kept: halves of characters, and numbers that are none.
        json.dumps(value, ensure_ascii=False, allow_nan=False).encode()
    except ValueError as error:
        raise GameFileError("Line {number} is not JSON.", number=number) from error
    if not isinstance(value, dict):
        raise GameFileError("Line {number} is not a JSON object.", number=number)
    return value


def _depth(line: str) -> int:
    depth = deepest = 0
    for mark in line:
        depth += (mark in "[{") - (mark in "]}")
        deepest = max(deepest, depth)
    return deepest


def _entry_json(entry: Entry) -> dict[str, Any]:
    return {
        "seq": entry.seq,
        "at": entry.at.isoformat(),
        "actor": entry.actor,
        "kind": entry.kind,
        "body": entry.body,
        "schema": entry.schema,
        "order": entry.order,
    }


def _entry(line: dict[str, Any], number: int) -> Entry:
    try:
        seq, schema = line["seq"], line["schema"]
        if (
            type(seq) is not int
            or type(schema) is not int
            or not isinstance(line["body"], dict)
        ):
            raise TypeError
        return Entry(
            seq=seq,
            at=datetime.fromisoformat(line["at"]),
            actor=str(line["actor"])[:200],
            kind=str(line["kind"]),
            body=line["body"],
            schema=schema,
            order=str(line.get("order", ""))[:100],
        )
    except (KeyError, TypeError, ValueError) as error:
        raise GameFileError(
            "Line {number} is no entry of a game's log.", number=number
        ) from error
