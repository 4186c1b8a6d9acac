"""A game that lives here alone: whoever comes first to so many points for tiles laid, wins.

Before a play one may boast how many tiles it will have, and is paid for it if it has. It is
there to show that a game is one folder and one object: nothing outside this folder knows of it.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass, replace
from typing import Any

from companion.board.placement import Placement, Play
from companion.board.position import Position
from companion.errors import ConfigError, RuleViolation
from companion.rules.api import Action, Field, Panel, Row, Scoreboard, Setup, TurnRow
from companion.rules.crossword.bag import unseen, unseen_count
from companion.rules.crossword.scoreboard import notation
from companion.rules.crossword.scoring import score_play
from companion.rules.engine.book import Book, Settled
from companion.rules.engine.game import TurnGame
from companion.rules.engine.messages import (
    AmendTurn,
    CorrectTile,
    DeleteTurn,
    InsertTurn,
    MoveTurn,
    Pass,
    PlayTiles,
    Redo,
    Undo,
)
from companion.rules.game import Choice, Game, Printed, Variant
from companion.rules.letters import laid_by
from companion.text import said

KEY = "tile-race"


@dataclass(frozen=True, slots=True)
class Boast:
    """The next play has so many tiles."""

    count: int


@dataclass(frozen=True, slots=True)
class Boasted:
    player: int
    count: int


@dataclass(frozen=True, slots=True)
class TilesCounted:
    player: int
    placements: tuple[Placement, ...]


@dataclass(frozen=True, slots=True)
class TurnSkipped:
    player: int


@dataclass(frozen=True, slots=True)
class Turn:
    player: int
    score: int
    play: Play | None
    withdrawn: bool = False


@dataclass(frozen=True, slots=True)
class State:
    setup: Setup
    tile: int
    boast: int
    turns: tuple[Turn, ...] = ()
    boasted: int = 0

    @property
    def names(self) -> tuple[str, ...]:
        return self.setup.players

    @property
    def goal(self) -> int:
        return self.setup.option("goal", 60)

    @property
    def on_turn(self) -> int:
        return len(self.turns) % len(self.setup.players)

    @property
    def ended(self) -> bool:
        return any(self.total(seat) >= self.goal for seat in range(len(self.setup.players)))

    @property
    def position(self) -> Position:
        position = Position(size=self.setup.layout.size)
        for turn in self.turns:
            if turn.play is not None:
                position = position.with_tiles({p.square: p.tile for p in turn.play.placements})
        return position

    def total(self, seat: int) -> int:
        return sum(turn.score for turn in self.turns if turn.player == seat)

    def played(self, placements: tuple[Placement, ...]) -> Play:
        setup = self.setup
        return score_play(self.position, placements, setup.layout, setup.tiles, bonus=0)


def canonical(text: str) -> str:
    tile, boast = _prices(text)
    official = str(bool(tomllib.loads(text).get("official"))).lower()
    return (
        f'schema = "tile-race/1"\nofficial = {official}\n'
        f"[points]\ntile = {tile}\nboast = {boast}\n"
    )


def _prices(text: str) -> tuple[int, int]:
    try:
        points = tomllib.loads(text)["points"]
        return int(points["tile"]), int(points["boast"])
    except (tomllib.TOMLDecodeError, KeyError, TypeError, ValueError) as error:
        raise ConfigError(f"The race's file is not one: {error}.") from error


def start(setup: Setup) -> State:
    tile, boast = _prices(setup.text_option("race", ""))
    if setup.text_option("pace", "walk") == "run":
        tile *= 2
    return State(setup, tile, boast)


def decide(state: State, command: object) -> tuple[Any, ...]:
    if state.ended:
        raise RuleViolation(said("The race is over."))
    match command:
        case PlayTiles(placements=placements, player=player):
            _check_seat(state, player)
            return (TilesCounted(state.on_turn, state.played(placements).placements),)
        case Pass(player=player):
            _check_seat(state, player)
            return (TurnSkipped(state.on_turn),)
        case Boast(count=count) if 2 <= count <= 7 and not state.boasted:
            return (Boasted(state.on_turn, count),)
        case Boast():
            raise RuleViolation(said("One boasts once, of 2 to 7 tiles."))
        case _:
            raise RuleViolation(said("There is no such thing in a race of tiles."))


def _check_seat(state: State, player: int | None) -> None:
    if player not in (None, state.on_turn):
        raise RuleViolation(said("It is another player's turn."))


def evolve(state: State, event: Any) -> State:
    match event:
        case Boasted(count=count):
            return replace(state, boasted=count)
        case TilesCounted(player=player, placements=placements):
            count = len(placements)
            score = count * state.tile + (state.boast if count == state.boasted else 0)
            turn = Turn(player, score, state.played(placements))
        case _:
            turn = Turn(event.player, 0, None)
    return replace(state, turns=(*state.turns, turn), boasted=0)


_COLUMNS = (said("Player"), said("Points"))


def go_on(state: State) -> Settled:
    """Who cannot play as written down has passed."""
    return None, () if state.ended else (TurnSkipped(state.on_turn),)


def scoreboard(state: State, key: str) -> Scoreboard:
    players = state.setup.players
    on_turn = None if state.ended else state.on_turn
    left = unseen(state.position, state.setup.tiles)
    totals = [state.total(seat) for seat in range(len(players))]
    to_go = tuple(
        (name, str(max(0, state.goal - total)))
        for name, total in zip(players, totals, strict=True)
    )
    return Scoreboard(
        game=key,
        rows=tuple(
            Row(name, total, on_turn=seat == on_turn)
            for seat, (name, total) in enumerate(zip(players, totals, strict=True))
        ),
        turns=tuple(_row(state, number) for number in range(1, len(state.turns) + 1)),
        position=state.position,
        unseen=tuple(left.items()),
        unseen_count=unseen_count(state.position, state.setup.tiles),
        bag_count=0,
        on_turn=on_turn,
        ended=state.ended,
        panels=(Panel("table", said("The way to go"), columns=_COLUMNS, rows=to_go),),
        actions=_actions(state),
        winners=tuple(s for s, n in enumerate(totals) if n >= state.goal),
        open=True,
        ends_turn=Pass(),
        display=f"Goal {state.goal}",
    )


def _row(state: State, number: int) -> TurnRow:
    turn = state.turns[number - 1]
    play, player = turn.play, state.setup.players[turn.player]
    total = sum(t.score for t in state.turns[:number] if t.player == turn.player)
    if play is None:
        return TurnRow(
            number, turn.player, player, "pass", "", "", "", (), (), 0, (), 0, total
        )  # fmt: skip
    tiles = tuple(p.tile for p in play.placements)
    return TurnRow(
        number, turn.player, player, "play", play.coordinate, play.main.text,
        notation(play.main), play.words, play.placements, len(tiles), tiles, turn.score, total,
    )  # fmt: skip


def _actions(state: State) -> tuple[Action, ...]:
    if state.ended:
        return ()
    count = Field("count", "number", label=said("How many tiles"))
    boast = () if state.boasted else (Action(said("Boast"), "boast", (count,)),)
    play = Action(said("Play"), "play-tiles", (Field("placements", "placements"),))
    return (play, Action(said("Pass"), "pass"), *boast)


_TURNS: TurnGame[State] = TurnGame(
    name=KEY,
    facts=(TilesCounted, TurnSkipped, Boasted),
    commands=(
        PlayTiles, Pass, Boast, Undo, Redo,
        AmendTurn, InsertTurn, DeleteTurn, MoveTurn, CorrectTile,
    ),
    begin=start,
    board=scoreboard,
    book=Book(
        decide=decide,
        evolve=evolve,
        taken=lambda state: len(state.turns),
        open=lambda state: state.ended,
        go_on=go_on,
        takes=(PlayTiles, Pass),
        laid=lambda state, square: laid_by(state.turns, square),
    ),
)  # fmt: skip

GAME = Game(
    key=KEY,
    title=said("Race of tiles"),
    seats=(2, 3),
    events=_TURNS.events,
    commands=_TURNS.commands,
    start=_TURNS.start,
    decide=_TURNS.decide,
    evolve=_TURNS.evolve,
    scoreboard=_TURNS.scoreboard,
    variants=(
        Variant(KEY, said("Race of tiles")),
        Variant("tile-dash", said("Dash of tiles"), options=(("goal", 20),)),
    ),
    choices=(
        Choice(
            "pace",
            said("How fast"),
            (("walk", said("Walking")), ("run", said("Running"))),
            "walk",
        ),
    ),
    printed=Printed(
        option="race",
        schema="tile-race/1",
        file="tile_race.toml",
        parts=(("points", said("What tiles are worth")),),
        canonical=canonical,
        package="tests.tile_race",
    ),
    points="tiles raced",
)
