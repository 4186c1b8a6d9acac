"""A board written as the text of its file, so that what a family types in can be kept."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby

from companion.rules.monopoly.board import Board, Deed, Effect, Prices, Rulings, Space
from companion.rules.tables import toml_lines, toml_value


def write_board(board: Board) -> str:
    """Return the text of a board file that `parse_board` reads as this board."""
    head = {
        "schema": "monopoly-scrabble/1",
        "official": board.official,
        "checked_by": board.checked_by,
        "checked_on": board.checked_on,
    }
    players = {
        "min": board.players_min,
        "max": board.players_max,
        "rack_size": board.rack_size,
        "bank_rack_size": board.bank_rack_size,
    }
    money = {name: getattr(board.prices, name) for name in Prices.__dataclass_fields__}
    rules = {name: getattr(board.rulings, name) for name in Rulings.__dataclass_fields__}
    parts = (
        toml_lines(head),
        f"[money]\n{toml_lines({**money, 'sell_to_bank_fraction': _fraction(board.deeds)})}",
        f"[players]\n{toml_lines(players)}",
        f"[tokens]\n{toml_lines({'names': board.tokens})}",
        f"[rules]\n{toml_lines(rules)}",
        *(_deed(deed) for deed in board.deeds),
        _grid(board),
        f"[track]\nspaces = [\n{_rows(_space(board, space) for space in board.track)}]\n",
        _decks(board),
    )
    return "\n".join(parts)


def _rows(rows: Iterable[dict[str, object]]) -> str:
    return "".join(f" {toml_value(row)},\n" for row in rows)


def _decks(board: Board) -> str:
    chance, chest = _rows(_cards(board.chance)), _rows(_cards(board.chest))
    return f"[cards]\nchance = [\n{chance}]\ncommunity_chest = [\n{chest}]\n"


def _fraction(deeds: tuple[Deed, ...]) -> float:
    """The share of a deed's value that the bank pays."""
    dearest = max(deeds, key=lambda deed: deed.value)
    return dearest.half / dearest.value if dearest.value else 0.5


def _deed(deed: Deed) -> str:
    values = {"id": deed.key, "name": deed.name, "color": deed.color, "value": deed.value}
    return f"[[property]]\n{toml_lines(values)}"


def _grid(board: Board) -> str:
    size = 15 if board.layout is None else board.layout.size
    premium: object = "standard" if board.layout is None else board.layout.rows
    furthest = max((max(s.row, s.col) + 1 for s, _ in board.squares), default=0)
    size = max(size, furthest)
    squares: dict[str, list[str]] = {}
    for square, deed in board.squares:
        squares.setdefault(board.deeds[deed].key, []).append(square.name)
    grid = {"columns": size, "rows": size, "premium": premium}
    return f"[grid]\n{toml_lines(grid)}[grid.property_squares]\n{toml_lines(squares)}"


def _space(board: Board, space: Space) -> dict[str, object]:
    row: dict[str, object] = {"k": space.kind, "name": space.name}
    if space.deed is not None:
        row |= {"property": board.deeds[space.deed].key, "rent": space.amount}
    if space.kind in ("pay", "collect"):
        row["amount"] = space.amount
    if space.kind in ("pay", "move_to"):
        row["to"] = space.to
    return row


def _cards(cards: tuple[Effect, ...]) -> Iterable[dict[str, object]]:
    for effect, alike in groupby(cards):
        yield {"n": len(list(alike)), "e": effect.kind, "text": effect.text} | _effect(effect)


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
