"""A board written as the text of its file, so that what a family types in can be kept."""

from __future__ import annotations

from dataclasses import asdict
from itertools import groupby

from companion.rules.crossword.tables import write_toml
from companion.rules.monopoly.printed.board import Board, Deed, Effect, Space
from companion.text import Said
from companion.text.said import FROM_FILE


def write_board(board: Board) -> str:
    """Return the text of a board file that `parse_board` reads as this board."""
    return write_toml(
        {
            "schema": "monopoly-scrabble/1",
            "official": board.official,
            "checked_by": board.checked_by,
            "checked_on": board.checked_on,
            "money": {**asdict(board.prices), "sell_to_bank_fraction": _fraction(board.deeds)},
            "players": {
                "min": board.players_min,
                "max": board.players_max,
                "rack_size": board.rack_size,
                "bank_rack_size": board.bank_rack_size,
            },
            "tokens": {"names": board.tokens},
            "rules": asdict(board.rulings),
            "property": [
                {"id": deed.key, "name": deed.name, "color": deed.color, "value": deed.value}
                for deed in board.deeds
            ],
            "grid": _grid(board),
            "track": {"spaces": [_space(board, space) for space in board.track]},
            "cards": {"chance": _cards(board.chance), "community_chest": _cards(board.chest)},
        }
    )


def _fraction(deeds: tuple[Deed, ...]) -> float:
    """The share of a deed's value that the bank pays."""
    dearest = max(deeds, key=lambda deed: deed.value)
    return dearest.half / dearest.value if dearest.value else 0.5


def _grid(board: Board) -> dict[str, object]:
    size = 15 if board.layout is None else board.layout.size
    premium: object = "standard" if board.layout is None else board.layout.rows
    furthest = max((max(s.row, s.col) + 1 for s, _ in board.squares), default=0)
    size = max(size, furthest)
    squares: dict[str, list[str]] = {}
    for square, deed in board.squares:
        squares.setdefault(board.deeds[deed].key, []).append(square.name)
    return {"columns": size, "rows": size, "premium": premium, "property_squares": squares}


def _space(board: Board, space: Space) -> dict[str, object]:
    row: dict[str, object] = {"k": space.kind, "name": space.name}
    if space.deed is not None:
        row |= {"property": board.deeds[space.deed].key, "rent": space.amount}
    if space.kind in ("pay", "collect"):
        row["amount"] = space.amount
    if space.kind in ("pay", "move_to"):
        row["to"] = space.to
    return row


def _cards(cards: tuple[Effect, ...]) -> list[dict[str, object]]:
    return [
        {"n": len(list(alike)), "e": effect.kind, "text": _own(effect.text)} | _effect(effect)
        for effect, alike in groupby(cards)
    ]


def _own(text: Said) -> str:
    """The file's own words; what we say for want of them is not written down."""
    return text.template if text.context == FROM_FILE else ""


def _effect(effect: Effect) -> dict[str, object]:
    match effect.kind:
        case "move_to":
            return {"to": int(effect.to)}
        case "move_by":
            return {"steps": effect.steps}
        case "take_property":
            return {"which": effect.which}
        case "collect":
            return {"from": effect.source, "amount": effect.amount}
        case "pay":
            return {"to": effect.to, "amount": effect.amount}
        case "free_bank_tiles":
            return {"count": effect.count}
        case _:
            return {}
