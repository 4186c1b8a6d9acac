"""A board file's text read into a `Board`, with every mistake named."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import cast

from companion.board.layout import Layout
from companion.board.money import Dollars
from companion.board.square import Square, parse_square
from companion.errors import ConfigError, InvalidNotation
from companion.rules.crossword.tables import Table, parse_toml
from companion.rules.monopoly.printed.board import (
    Board,
    Deed,
    Effect,
    EffectKind,
    Prices,
    Rulings,
    Space,
    SpaceKind,
)
from companion.text import Said, from_file, said, said_n

SPACE_KINDS = (
    "go", "property", "chance", "chest", "jail", "go_to_jail", "free_parking", "move_to",
    "pay", "collect", "none",
)  # fmt: skip
EFFECT_KINDS = (
    "go_to_jail", "move_to", "move_by", "take_property", "collect", "pay", "free_bank_tiles",
    "miss_turn", "none",
)  # fmt: skip
_CHOICES = {
    "move_by": ("turn_total", "main_word"),
    "bank_tile_on_failed_play": ("tile_back_no_refund", "tile_back_refund"),
    "challenge_window": ("before_claim", "until_next_turn"),
    "tie_break": ("property_value", "shared"),
}
HUNDRED = 100
_MOST_CARDS = 100


@lru_cache(maxsize=8)
def parse_board(text: str) -> Board:
    """Return the board that a TOML text describes.

    Raises:
        ConfigError: Something is missing, unknown or impossible; says where.
    """
    top = parse_toml(text, said("The board file"))
    schema = top.text("schema")
    if schema != "monopoly-scrabble/1":
        raise ConfigError(
            said(
                "The board file has schema {schema}, not 'monopoly-scrabble/1'.",
                schema=repr(schema),
            )
        )
    deeds = _deeds(top)
    players, tokens = top.table("players"), top.table("tokens")
    layout, squares = _grid(top.table("grid"), deeds)
    cards = top.table("cards")
    track = _track(top.table("track"), deeds)
    board = Board(
        official=top.flag("official", default=False),
        checked_by=top.text("checked_by", ""),
        checked_on=top.text("checked_on", ""),
        prices=_prices(top.table("money")),
        rulings=_rulings(top.table("rules")),
        players_min=players.whole("min", 2),
        players_max=players.whole("max", 4),
        rack_size=players.whole("rack_size", 7),
        bank_rack_size=players.whole("bank_rack_size", 7),
        tokens=tokens.texts("names"),
        deeds=deeds,
        layout=layout,
        squares=squares,
        track=track,
        chance=tuple(_cards(cards, "chance", deeds, track)),
        chest=tuple(_cards(cards, "community_chest", deeds, track)),
    )
    for table in (players, tokens, cards, top):
        table.close()
    _check_whole(board)
    return board


def _hundreds(table: Table, name: str, default: int | None = None) -> Dollars:
    amount = table.whole(name, default)
    if amount < 0 or amount % HUNDRED:
        raise table.bad(name, said("whole hundreds (there are $100 and $500 bills only)"))
    return Dollars(amount)


def _prices(money: Table) -> Prices:
    prices = Prices(
        start_cash=_hundreds(money, "start_cash", 1000),
        pass_go=_hundreds(money, "pass_go", 2000),
        free_parking_start=_hundreds(money, "free_parking_start", 500),
        bank_tile_price=_hundreds(money, "bank_tile_price", 100),
        blank_swap_fee=_hundreds(money, "blank_swap_fee", 500),
        jail_fine=_hundreds(money, "jail_fine", 100),
        bingo_no_property=_hundreds(money, "bingo_no_property", 1000),
        unplayed_tile=_hundreds(money, "unplayed_tile", 100),
        bank_is_unlimited=money.flag("bank_is_unlimited", default=True),
        in_the_box=_hundreds(money, "in_the_box", 36000),
    )
    money.asked.add("sell_to_bank_fraction")  # read with the deeds
    money.close()
    return prices


def _rulings(rules: Table) -> Rulings:
    values: dict[str, bool | str] = {}
    for name in Rulings.__dataclass_fields__:
        if name not in rules:
            continue
        if name in _CHOICES:
            values[name] = rules.choice(name, _CHOICES[name])
        else:
            values[name] = rules.flag(name, default=False)
    rules.close()
    return Rulings(**values)  # type: ignore[arg-type]  # the names were checked one by one


def _deeds(top: Table) -> tuple[Deed, ...]:
    fraction = top.table("money").value("sell_to_bank_fraction")
    share = 0.5 if fraction is None else fraction
    if not isinstance(share, int | float) or not 0 <= share <= 1:
        raise ConfigError(said("The board file: sell_to_bank_fraction must be from 0 to 1."))
    deeds: list[Deed] = []
    for row in top.rows("property"):
        value = _hundreds(row, "value")
        half = round(value * share)
        if half % HUNDRED:
            raise row.bad("value", said("such that its sale price is whole hundreds"))
        deed = Deed(
            row.text("id"), row.text("name"), row.text("color", ""), value, Dollars(half)
        )
        row.close()
        if any(deed.key == other.key for other in deeds):
            raise row.bad("id", said("an id of its own"))
        deeds.append(deed)
    if not deeds:
        raise ConfigError(said("The board file names no property."))
    return tuple(deeds)


def _deed_named(table: Table, name: str, key: str, deeds: tuple[Deed, ...]) -> int:
    for index, deed in enumerate(deeds):
        if deed.key == key:
            return index
    raise table.bad(name, said("the id of a property"))


def _grid(
    grid: Table, deeds: tuple[Deed, ...]
) -> tuple[Layout | None, tuple[tuple[Square, int], ...]]:
    rows, columns = grid.whole("rows", 15), grid.whole("columns", 15)
    layout = None
    if grid.value("premium") not in (None, "standard"):
        try:
            layout = Layout("monopoly-scrabble", grid.texts("premium"))
        except ValueError as error:
            raise ConfigError(
                said("The board file, [grid]: {error}.", error=str(error))
            ) from error
        if rows != layout.size or columns != layout.size:
            raise grid.bad(
                "premium", said("{rows} rows of {columns} marks", rows=rows, columns=columns)
            )
    named = grid.table("property_squares")
    squares: dict[Square, int] = {}
    for key in named.data:
        deed = _deed_named(named, key, key, deeds)
        for text in named.texts(key):
            try:
                square = parse_square(text)
            except InvalidNotation as error:
                raise ConfigError(
                    said("{where}: {error}", where=named.where, error=error.said)
                ) from error
            if not (0 <= square.row < rows and 0 <= square.col < columns):
                raise named.bad(key, said("squares on the board"))
            if square in squares:
                raise named.bad(key, said("squares that no other property has"))
            squares[square] = deed
    grid.close()
    return layout, tuple(sorted(squares.items()))


def _track(track: Table, deeds: tuple[Deed, ...]) -> tuple[Space, ...]:
    rows = track.rows("spaces")
    track.close()
    if not 2 <= len(rows) <= 200:
        raise track.bad("spaces", said("a list of 2 to 200 spaces"))
    kinds = tuple(row.choice("k", SPACE_KINDS) for row in rows)
    names = tuple(row.text("name", "") for row in rows)
    if kinds[0] != "go" or kinds.count("go") != 1:
        raise track.bad("spaces", said("a list that starts with its only GO space"))
    spaces = []
    for row, kind, name in zip(rows, kinds, names, strict=True):
        spaces.append(_space(row, cast("SpaceKind", kind), name, deeds, (kinds, names)))
        row.close()
    return tuple(spaces)


def _space(
    row: Table,
    kind: SpaceKind,
    name: str,
    deeds: tuple[Deed, ...],
    places: tuple[tuple[str, ...], tuple[str, ...]],
) -> Space:
    match kind:
        case "property":
            deed = _deed_named(row, "property", row.text("property"), deeds)
            return Space(kind, name, deed=deed, amount=_hundreds(row, "rent"))
        case "move_to":
            return Space(kind, name, to=find_space(row, "to", *places))
        case "pay":
            to = row.choice("to", ("bank", "free_parking"), "free_parking")
            return Space(kind, name, amount=_hundreds(row, "amount"), to=to)
        case "collect":
            return Space(kind, name, amount=_hundreds(row, "amount"))
        case _:
            return Space(kind, name)


def find_space(row: Table, key: str, kinds: tuple[str, ...], names: tuple[str, ...]) -> int:
    """Return the index of the space that a kind, a name or a number means."""
    wanted = row.value(key)
    if isinstance(wanted, int) and 0 <= wanted < len(kinds):
        return wanted
    if isinstance(wanted, str):
        for texts in (kinds, names):
            if wanted in texts:
                return texts.index(wanted)
    raise row.bad(key, said("a kind, a name or a number of a space"))


def _cards(
    cards: Table, name: str, deeds: tuple[Deed, ...], track: tuple[Space, ...]
) -> Iterator[Effect]:
    total = 0
    for row in cards.rows(name):
        count = row.whole("n", 1)
        effect = _effect(row, deeds, track)
        row.close()
        total += count
        if count < 1 or total > _MOST_CARDS:
            raise row.bad(
                "n",
                said(
                    "1 or more, and all cards of a deck at most {most}",
                    most=_MOST_CARDS,
                ),
            )
        yield from (effect,) * count


def _effect(row: Table, deeds: tuple[Deed, ...], track: tuple[Space, ...]) -> Effect:
    kind = cast("EffectKind", row.choice("e", EFFECT_KINDS))
    text = from_file(row.text("text", ""))
    match kind:
        case "move_to":
            kinds = tuple(space.kind for space in track)
            to = find_space(row, "to", kinds, tuple(space.name for space in track))
            words = text or said("Go on to {space}.", space=track[to].told)
            return Effect(kind, words, to=str(to))
        case "move_by":
            steps = row.whole("steps")
            return Effect(kind, text or _steps(steps), steps=steps)
        case "take_property":
            return _take(row, text, deeds)
        case "collect" | "pay":
            return _payment(row, kind, text)
        case "free_bank_tiles":
            count = row.whole("count")
            free = said_n(
                "Your next bank tile costs nothing.",
                "Your next {n} bank tiles cost nothing.",
                count,
            )
            return Effect(kind, text or free, count=count)
        case "go_to_jail":
            return Effect(kind, text or said("Go to jail."))
        case "miss_turn":
            return Effect(kind, text or said("Miss your next turn."))
        case _:
            return Effect(kind, text or said("Nothing happens."))


def _steps(steps: int) -> Said:
    if steps >= 0:
        return said_n("Go {n} space on.", "Go {n} spaces on.", steps)
    return said_n("Go {n} space back.", "Go {n} spaces back.", -steps)


def _take(row: Table, text: Said, deeds: tuple[Deed, ...]) -> Effect:
    which = row.text("which")
    words = {
        "any_unowned": said("Take a property nobody owns."),
        "any": said("Take any property."),
    }
    if which not in words:
        deed = deeds[_deed_named(row, "which", which, deeds)]
        words[which] = said("Take {deed}.", deed=deed.told)
    return Effect("take_property", text or words[which], which=which)


def _payment(row: Table, kind: EffectKind, text: Said) -> Effect:
    amount = _hundreds(row, "amount")
    if kind == "collect":
        source = row.choice("from", ("bank", "each_player"))
        bank = said("Collect ${amount} from the bank.", amount=amount)
        each = said("Collect ${amount} from each player.", amount=amount)
        words = text or (bank if source == "bank" else each)
        return Effect(kind, words, source=source, amount=amount)
    to = row.choice("to", ("bank", "free_parking", "each_player"))
    ours = {
        "bank": said("Pay ${amount} to the bank.", amount=amount),
        "free_parking": said("Pay ${amount} under Free Parking.", amount=amount),
        "each_player": said("Pay ${amount} to each player.", amount=amount),
    }
    return Effect(kind, text or ours[to], to=to, amount=amount)


def _check_whole(board: Board) -> None:
    kinds = {space.kind for space in board.track}
    jails = any(e.kind == "go_to_jail" for e in (*board.chance, *board.chest))
    if (jails or "go_to_jail" in kinds) and "jail" not in kinds:
        raise ConfigError(said("The board file sends players to jail, but the track has none."))
    for kind, cards in (("chance", board.chance), ("chest", board.chest)):
        if kind in kinds and not cards:
            raise ConfigError(
                said("The board file has a {kind} space, but no such card.", kind=kind)
            )
    if not 2 <= board.players_min <= board.players_max <= len(board.tokens):
        raise ConfigError(said("The board file, [players]: min and max must fit the tokens."))
    if not 1 <= board.rack_size <= 15 or not 0 <= board.bank_rack_size <= 15:
        raise ConfigError(said("The board file, [players]: racks hold 1 to 15 tiles."))
