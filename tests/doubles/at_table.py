"""A game at a table, for tests: do commands, expect refusals, lay words at random."""

from __future__ import annotations

import random
from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from companion.board.layout import Layout
from companion.board.placement import Placement
from companion.board.position import Position
from companion.board.square import Direction, parse_coordinate
from companion.board.tiles import BLANK, Tile, TileSet
from companion.errors import RuleViolation
from companion.rules.api import Scoreboard, Setup
from companion.rules.crossword import turns
from companion.rules.crossword.bag import unseen
from companion.rules.crossword.legality import check_placements, neighbours
from companion.rules.engine.messages import AmendTurn, DeleteTurn, InsertTurn, MoveTurn
from companion.rules.game import Game


def lay(text: str, at: str) -> tuple[Placement, ...]:
    """Placements of a word from a coordinate (`8F` across, `F8` down).

    Lower case is a blank; a `.` is a square already covered.
    """
    square, direction = parse_coordinate(at)
    out = []
    for mark in text:
        if mark != ".":
            out.append(Placement(square, Tile(mark.upper(), blank=mark.islower())))
        square = square.moved(direction)
    return tuple(out)


def tiles(text: str) -> tuple[Tile, ...]:
    return tuple(BLANK if mark == "?" else Tile(mark) for mark in text)


class AtTable:
    """A game in progress and the events so far."""

    def __init__(self, ruleset: Game, setup: Setup) -> None:
        self.ruleset, self.setup = ruleset, setup
        self.whole: Any = ruleset.start(setup)
        self.events: list[Any] = []

    @property
    def now(self) -> Any:
        return self.whole.now

    @property
    def board(self) -> Scoreboard:
        return self.ruleset.scoreboard(self.whole)

    def do(self, *commands: object) -> AtTable:
        for command in commands:
            for event in self.ruleset.decide(self.whole, command):
                self.whole = self.ruleset.evolve(self.whole, event)
                self.events.append(event)
        return self

    def having(self, **changes: Any) -> AtTable:
        """Make the state another one, whatever the turns say."""
        known = self.whole.moment.known(replace(self.now, **changes))
        self.whole = self.whole.at(known)
        return self

    def refuses(self, command: object) -> str:
        """The sentence with which a command is refused; nothing may change."""
        before = self.whole
        try:
            self.ruleset.decide(self.whole, command)
        except RuleViolation as refusal:
            assert self.whole == before
            text = str(refusal)
            assert (text.endswith(".") and text[0].isupper()) or text[0] in "'\"$", text
            return text
        raise AssertionError(f"{command} was accepted")

    def panel(self, title: str) -> Any:
        return next(p for p in self.board.panels if str(p.title) == title)

    def offered(self) -> set[str]:
        return {action.command for action in self.board.actions}


def random_placements(
    position: Position,
    layout: Layout,
    tile_set: TileSet,
    rng: random.Random,
    most: int,
    must: Iterable[Tile] = (),
) -> tuple[Placement, ...] | None:
    """A legal placement of random unseen tiles, or None if none was found quickly."""
    bag = [t for t, n in unseen(position, tile_set).items() for _ in range(n)]
    needed = ["?" if t.blank else t.letter for t in must]
    for token in needed:
        if token not in bag:
            return None
        bag.remove(token)
    rng.shuffle(bag)
    most = min(most, len(bag) + len(needed))
    for _ in range(40):
        least = max(len(needed), 1 if len(position) else 2)
        if most < least:
            return None
        count = min(most, max(least, rng.randint(1, 7)))
        found = _line(position, layout, rng, count)
        if found is None:
            continue
        tokens = (needed + bag)[:count]
        rng.shuffle(tokens)
        laid = tuple(
            Placement(s, Tile(rng.choice("AEST"), blank=True) if t == "?" else Tile(t))
            for s, t in zip(found, tokens, strict=True)
        )
        try:
            check_placements(position, laid, layout, tile_set, rack_size=len(laid))
        except RuleViolation:
            continue
        return laid
    return None


def _line(position: Position, layout: Layout, rng: random.Random, count: int) -> Any:
    direction = rng.choice(list(Direction))
    if not len(position):
        square = layout.start.moved(direction, -rng.randrange(count))
    else:
        held = rng.choice([s for s, _ in position.items()])
        square = rng.choice(neighbours(held)).moved(direction, -rng.randrange(count))
    out = []
    while square in layout and len(out) < count:
        if square not in position:
            out.append(square)
        square = square.moved(direction)
    return out if len(out) == count else None


def past_command(name: str, table: Any, rng: random.Random) -> object | None:
    """A correction of the past that should be accepted; None if none comes to mind."""
    rows = table.board.turns
    if not rows:
        return None
    row = rng.choice(rows)
    match name:
        case "delete-turn":
            return DeleteTurn(row.number)
        case "move-turn":
            return MoveTurn(rng.randint(1, len(rows) - 1), later=True) if rows[1:] else None
        case "amend-turn":
            command: object = AmendTurn(row.number, turns.Passed(row.seat))
        case _:
            command = InsertTurn(row.number, turns.Passed(row.seat))
    try:  # a turn may have bought tiles that have to be laid, or its player may be out by now
        table.ruleset.decide(table.whole, command)
    except RuleViolation:
        return None
    return command
