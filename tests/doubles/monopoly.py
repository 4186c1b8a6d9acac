"""Small Monopoly Scrabble boards, and a random player, for tests."""

from __future__ import annotations

import random
from typing import Any

from companion import gamedata
from companion.board.tiles import Tile
from companion.rules.api import Setup
from companion.rules.crossword.challenges.rules import Judged
from companion.rules.engine.codec import kebab
from companion.rules.engine.messages import (
    Challenge,
    CorrectTile,
    DrawStart,
    Exchange,
    Pass,
    PlayTiles,
)
from companion.rules.monopoly.game import GAME as MONOPOLY_SCRABBLE
from companion.rules.monopoly.messages import (
    COMMANDS,
    BuyTiles,
    ChooseProperty,
    ChooseToken,
    CorrectBalance,
    CorrectOwner,
    CorrectRack,
    CorrectToken,
    DrawCard,
    SeeBankRack,
    SellProperty,
    SwapBlank,
)
from companion.rules.monopoly.turn import choices
from companion.tilesets import load
from tests.doubles.at_table import AtTable, past_command, random_placements

GO = '{k="go", name="GO"}'
PLAIN = '{k="none", name="plain"}'
JAIL = '{k="jail", name="Jail"}'
TO_JAIL = '{k="go_to_jail", name="To jail"}'
PARKING = '{k="free_parking", name="Free Parking"}'
CHANCE = '{k="chance", name="Chance"}'
CHEST = '{k="chest", name="Chest"}'
RED = '{k="property", name="Red street", property="red", rent=300}'
BLUE = '{k="property", name="Blue street", property="blue", rent=700}'


def track(length: int = 20, **at: str) -> str:
    """A track of plain spaces but for those given, as `_5=RED`."""
    spaces = [GO] + [PLAIN] * (length - 1)
    for key, space in at.items():
        spaces[int(key[1:])] = space
    return ",\n ".join(spaces)


def board(
    *,
    spaces: str | None = None,
    chance: str = '{e="none"}',
    chest: str = '{e="none"}',
    squares: str = 'red = ["8F", "1A"]\nblue = ["9H"]',
    money: str = "",
    rules: str = "",
    deeds: int = 2,
) -> str:
    named = [("red", 600), ("blue", 1000), ("green", 2000)][:deeds]
    cards = "\n".join(
        f'[[property]]\nid = "{k}"\nname = "{k.title()}"\nvalue = {v}' for k, v in named
    )
    return f"""
schema = "monopoly-scrabble/1"
official = true
[money]
{money}
[tokens]
names = ["a", "b", "c", "d"]
[rules]
{rules}
{cards}
[grid.property_squares]
{squares}
[track]
spaces = [
 {spaces or track(_5=RED, _10=JAIL)}
]
[cards]
chance = [{chance}]
community_chest = [{chest}]
"""


def monopoly(text: str | None = None, *, players: int = 2, **options: int | str) -> AtTable:
    names = ("Ann", "Bob", "Cyd", "Dan")[:players]
    given = gamedata.options("monopoly-scrabble") if text is None else (("board", text),)
    setup = Setup(names, load("english"), options=(*given, *options.items()))
    return AtTable(MONOPOLY_SCRABBLE, setup)


def command_for(name: str, table: Any, rng: random.Random) -> object | None:  # noqa: C901
    """A command of the offered kind that should be accepted; None if none comes to mind."""
    state = table.now
    seat = rng.choice(state.still_in() or (0,))
    match name:
        case "play-tiles":
            held = state.racks[state.on_turn]
            if not state.board.rulings.blank_swap_rack_may_be_eight and held > 7:
                return None
            laid = random_placements(
                state.position, state.layout, state.setup.tiles, rng,
                rng.choice((held, held, min(held, 4))) + len(state.bought), state.bought,
            )  # fmt: skip
            return None if laid is None else PlayTiles(laid)
        case "pass":
            return Pass()
        case "exchange":
            return Exchange(rng.randint(1, state.racks[state.on_turn]))
        case "buy-tiles":
            free = state.free_tiles[state.on_turn]
            most = min(state.bank_tiles, free + state.cash(state.on_turn) // 100, 2)
            if most + len(state.bought) > 9:
                return None
            rack = state.bank_rack
            if rack is None:
                laid = [t for _, t in state.position.items()]
                left = [Tile(t) for t in "EAIRT" if laid.count(Tile(t)) < 4]
                rack = tuple(left)
            picked = rack[: rng.randint(1, max(most, 1))]
            return BuyTiles(tuple(picked)) if picked else None
        case "swap-blank":
            return _swap(state, rng)
        case "challenge":
            return _doubt(state, rng)
        case "draw-start":
            return DrawStart(tuple(Tile(t) for t in rng.sample("ABCDEF", len(state.names))))
        case "choose-property":
            deed = rng.choice(choices(state, state.due.pool))
            return ChooseProperty(state.board.deeds[deed].key)
        case "draw-card":
            return DrawCard(rng.choice((None, 1)))
        case "sell-property":
            deed = rng.choice(state.deeds_of(state.due.payer))
            return SellProperty(state.board.deeds[deed].key)
        case "see-bank-rack":
            laid = [t for _, t in state.position.items()]
            spare = [Tile(t) for t in "EAIOUNRTLSDG" if laid.count(Tile(t)) < 2]
            return SeeBankRack(tuple(spare[: state.bank_tiles]))
        case "correct-tile":
            square, held_tile = rng.choice(list(state.position.items()))
            return CorrectTile(square, held_tile)
        case "correct-balance":
            return CorrectBalance(seat, rng.randrange(0, 3000, 100))
        case "choose-token":
            return ChooseToken(seat, rng.choice(state.free_tokens()))
        case "correct-token":
            return CorrectToken(seat, rng.randrange(len(state.board.track)))
        case "correct-owner":
            return CorrectOwner(rng.choice(state.board.deeds).key, rng.choice((None, seat)))
        case "correct-rack":
            count = rng.randint(0, min(7, state.racks[seat] + state.bag))
            return CorrectRack(seat, count)
        case "amend-turn" | "insert-turn" | "delete-turn" | "move-turn":
            return past_command(name, table, rng)
        case _:
            return _plain(name)


def _plain(name: str) -> object | None:

    kind = {kebab(k): k for k in COMMANDS}[name]
    return kind()


def _doubt(state: Any, rng: random.Random) -> object | None:
    others = [s for s in state.still_in() if s != state.turns[-1].player]
    good = rng.random() < 0.5
    words = tuple(Judged(word.text, good) for word in state.turns[-1].play.words)
    return Challenge(words, rng.choice((None, *others))) if others else None


def _swap(state: Any, rng: random.Random) -> object | None:
    laid = [t for _, t in state.position.items()]
    fit = [
        s
        for s, t in state.position.items()
        if t.blank and laid.count(Tile(t.letter)) < state.setup.tiles.count(Tile(t.letter))
    ]
    if not fit or state.racks[state.on_turn] < 1:
        return None
    return SwapBlank(rng.choice(fit))
