"""Typed lines as commands of any game, by the actions that its scoreboard offers.

A line is an action's name (or the beginning of its label) and its fields, in order or as
`name=value`. A play may be typed bare: `8D HOUSE`.
"""

from __future__ import annotations

import json
import re
import shlex
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from companion.app.terminal import write
from companion.board.position import Position
from companion.board.spelling import Letters, laid_tiles
from companion.board.square import parse_coordinate, parse_square
from companion.board.tiles import Tile, TileSet
from companion.errors import InputError, InvalidNotation
from companion.rules.api import Action, Field, Scoreboard
from companion.rules.engine.codec import from_json
from companion.text import listed, verbatim

_COORDINATE = re.compile(r"(\d{1,2}[A-Za-z]|[A-Za-z]\d{1,2})\Z")
_YES = {"yes": True, "y": True, "true": True, "1": True}
_NO = {"no": False, "n": False, "false": False, "0": False}
NOTHING = ("-", "none")

Judge = Callable[[str], tuple[bool, str]]
"""Looks a word up: whether it is known, and the title of the list."""


@dataclass(frozen=True, slots=True)
class Typed:
    """What is needed to understand a line."""

    board: Scoreboard
    tiles: TileSet
    commands: tuple[type, ...]
    """Of the game in play."""

    judge: Judge

    def command(self, line: str) -> object:
        """Return the command that a line means.

        Raises:
            InputError: It means none that is offered, or a field is missing or ill-formed;
                says what to type.
        """
        try:
            words = shlex.split(line)
        except ValueError as error:
            raise InputError("A quotation mark is open; close it.") from error
        if len(words) >= 2 and _COORDINATE.match(words[0]):
            words = ["play-tiles", *words]
        action = self._action(words[0].lower() if words else "")
        given = self._fields(action, words[1:])
        return from_json({"type": action.command, **given}, self.commands)

    def _action(self, word: str) -> Action:
        actions = self.board.actions
        whole = [a for a in actions if word in (a.command, write(a.label).lower())]
        begun = [a for a in actions if a.command.startswith(word)]
        begun = begun or [a for a in actions if write(a.label).lower().startswith(word)]
        for found in (whole, begun):
            if len(found) == 1 and word:
                return found[0]
        if not whole and not begun and self._is_known(word):
            return Action(verbatim(word), word)  # the rules say why not
        raise InputError(
            "{word!r} is nothing that can be done now; it can be {names}.",
            word=word,
            names=listed((action.command for action in actions), "comma"),
        )

    def _is_known(self, word: str) -> bool:
        """Whether the game has such a command, one that asks for nothing."""
        try:
            from_json({"type": word}, self.commands)
        except InvalidNotation:
            return False
        return True

    def _fields(self, action: Action, words: Sequence[str]) -> dict[str, Any]:
        fields = {field.name: field for field in action.fields}
        named: dict[str, list[str]] = {}
        rest: list[str] = []
        for word in words:
            name, equals, value = word.partition("=")
            if equals and name in fields:
                named[name] = [value]
            else:
                rest.append(word)
        out: dict[str, Any] = {}
        for field in action.fields:
            taken = named.get(field.name)
            if taken is None:
                taken, rest = _take(field, rest, Letters.of(self.tiles))
            elif field.kind in ("placements", "turn-taken"):
                taken = taken[0].split()
            if taken is None and field.kind == "verdicts":
                taken = []  # all words of the last play
            if taken is None:
                if field.optional:
                    continue
                raise InputError(
                    "{action} also needs {what}: {usage}",
                    action=action.label,
                    what=_asked(field),
                    usage=usage(action),
                )
            out[field.name] = self._value(field, taken)
        if rest:
            raise InputError(
                "{rest!r} is too much: {usage}", rest=" ".join(rest), usage=usage(action)
            )
        return out

    def _value(self, field: Field, words: Sequence[str]) -> Any:  # noqa: C901
        text = " ".join(words)
        match field.kind:
            case "placements":
                return placements_json(words, self.board.position, self.tiles)
            case "tiles":
                return [] if text in NOTHING else [_tile_json(t) for t in self._rack(text)]
            case "racks":
                racks = text.split("/")
                return [
                    [] if rack in (*NOTHING, "") else [_tile_json(t) for t in self._rack(rack)]
                    for rack in racks
                ]
            case "tile":
                tiles = self._rack(text)
                if len(tiles) != 1:
                    raise InputError(
                        "{text!r} is not one tile: A a tile, a a blank for A.", text=text
                    )
                return _tile_json(tiles[0])
            case "square" | "blank":
                return parse_square(text).name
            case "player":
                return self._seat(text)
            case "turn" | "number":
                return _number(text)
            case "numbers":
                return [_number(part) for part in re.split(r"[,/]", text)]
            case "flag":
                return _flag(text)
            case "texts" | "cards":
                return [part.strip() for part in text.split(",") if part.strip()]
            case "verdicts":
                return self._verdicts([] if text == "" else re.split(r"[,\s]+", text))
            case "turn-taken":
                return self._turn(words)
            case "text" | "card":
                return text
            case _:
                return _any(text)

    def _rack(self, text: str) -> tuple[Tile, ...]:
        return Letters.of(self.tiles).rack(text)

    def _seat(self, text: str) -> int:
        names = [row.player for row in self.board.rows]
        lowered = [name.lower() for name in names]
        if text.lower() in lowered:
            return lowered.index(text.lower())
        if text.isdigit() and 1 <= int(text) <= len(names):
            return int(text) - 1
        raise InputError(
            "There is no player {text!r}; the players are {names}.",
            text=text,
            names=listed(names, "comma"),
        )

    def _verdicts(self, words: Sequence[str]) -> list[dict[str, Any]]:
        if not words:
            last = next((t for t in reversed(self.board.turns) if t.kind == "play"), None)
            words = [word.text for word in last.words] if last else []
        out = []
        for word in words:
            known, title = self.judge(word.upper())
            out.append({"word": word.upper(), "known": known, "lexicon": title})
        return out

    def _turn(self, words: Sequence[str]) -> dict[str, Any]:
        """A turn in the past: `pass ANN`, `exchange ANN 3`, `play ANN 8D HOUSE`."""
        if len(words) < 2:
            raise InputError("A turn is typed as: pass ANN, exchange ANN 3, play ANN 8D HOUSE.")
        seat = self._seat(words[1])
        match words[0].lower(), words[2:]:
            case "pass", []:
                return {"type": "passed", "player": seat}
            case "exchange", [count]:
                return {"type": "exchanged", "player": seat, "count": _number(count)}
            case "play", [where, word]:
                # The board of that moment is not known here: all letters are written out.
                laid = placements_json([where, word], None, self.tiles)
                return {"type": "laid", "player": seat, "placements": laid}
            case _:
                raise InputError(
                    "A turn is typed as: pass ANN, exchange ANN 3, play ANN 8D HOUSE."
                )


def usage(action: Action) -> str:
    """Return how an action is typed."""
    parts = [f"[{_asked(f)}]" if f.optional else _asked(f) for f in action.fields]
    return " ".join([action.command, *parts])


_EXAMPLES: Mapping[str, str] = {
    "placements": "8D HOUSE",
    "tiles": "ABC?",
    "racks": "ABC/-/Q",
    "square": "8H",
    "blank": "8H",
    "tile": "A",
    "player": "PLAYER",
    "turn": "NUMBER",
    "number": "NUMBER",
    "numbers": "1,2,3",
    "flag": "yes|no",
    "text": "TEXT",
    "texts": "ONE,TWO",
    "card": "CARD",
    "cards": "ONE,TWO",
    "verdicts": "ALL",
    "turn-taken": "'play ANN 8D HOUSE'",
}


def _asked(field: Field) -> str:
    return f"{field.name}={_EXAMPLES.get(field.kind, 'JSON')}"


def _take(
    field: Field, rest: list[str], letters: Letters
) -> tuple[list[str] | None, list[str]]:
    """The words of a field from those left, and what is left after it."""
    if not rest:
        return None, rest
    match field.kind:
        case "placements":
            return (rest[:2], rest[2:]) if len(rest) >= 2 else (None, rest)
        case "verdicts":
            return rest, []
        case "turn-taken":
            return [*rest[0].split(), *rest[1:]], []
        case "tiles" if rest[0].isdigit():
            return None, rest
        case "number" if not re.fullmatch(r"[+-]?\d+", rest[0]):
            if field.name == "count":
                # `exchange AB?`: the tiles themselves tell how many; they stay for their field.
                return [str(len(letters.rack(rest[0])))], rest
            return (None, rest) if field.optional else (rest[:1], rest[1:])
        case _:
            return rest[:1], rest[1:]


def placements_json(
    words: Sequence[str], position: Position | None, tiles: TileSet
) -> list[dict[str, Any]]:
    """Return `8D HOUSE` as placements; tiles already there are letters, dots or in brackets.

    Without a position `.` steps over a square and every letter is laid.
    """
    if len(words) != 2:
        raise InvalidNotation("A play is typed as: 8D HOUSE (across) or D8 HOUSE (down).")
    start, way = parse_coordinate(words[0])
    letters = Letters.of(tiles)
    if position is not None:
        laid = laid_tiles(words[1], start, way, position, letters)
    else:
        tokens = letters.cut(words[1])
        laid = {
            start.moved(way, at): tile
            for at, token in enumerate(tokens)
            if token != "." and (tile := letters.tile(token)) is not None
        }
    return [{"square": s.name, "tile": _tile_json(t)} for s, t in sorted(laid.items())]


def _tile_json(tile: Tile) -> dict[str, Any]:
    return {"letter": tile.letter, "blank": tile.blank}


def _number(text: str) -> int:
    if not re.fullmatch(r"[+-]?\d{1,9}", text.strip()):
        raise InputError("{text!r} is no whole number.", text=text)
    return int(text)


def _flag(text: str) -> bool:
    answer = {**_YES, **_NO}.get(text.lower())
    if answer is None:
        raise InputError("{text!r} is neither yes nor no.", text=text)
    return answer


def _any(text: str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError) as error:
        raise InputError(
            "{text!r} is not JSON, which this field takes.", text=text[:40]
        ) from error
