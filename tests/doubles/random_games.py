"""Random games: at every step one of the offered actions is done, all are tried."""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable
from typing import Any

from companion import gamedata
from companion.board.placement import Placement
from companion.board.tiles import Tile
from companion.rules.api import Scoreboard, Setup
from companion.rules.crossword import turns
from companion.rules.crossword.challenges.rules import Judged
from companion.rules.engine import messages as shared
from companion.rules.game import Game
from companion.rules.registry import game as game_named
from companion.tilesets import load
from tests.doubles import cards, monopoly, together
from tests.doubles.at_table import random_placements
from tests.doubles.crossword import tile

Maker = Callable[[str, Any, random.Random], "object | None"]
"""Makes a command of an offered kind that should be accepted; None if none comes to mind."""


class RandomGame:
    """One game in progress; `whole` is the ruleset's state."""

    def __init__(
        self, ruleset: Game, seed: int, players: tuple[str, ...] = ("Ann", "Bob", "Cyd", "Dan")
    ) -> None:
        self.ruleset = ruleset
        self.rng = random.Random(seed)
        names = players[: self.rng.randint(2, 4)]
        given = gamedata.options(ruleset.key)
        options = (*given, ("seed", seed)) if given else ()
        self.setup = Setup(names, load("english"), options=options)
        self.whole: Any = ruleset.start(self.setup)
        self.events: list[Any] = []
        self._shown: tuple[Any, Scoreboard] | None = None

    @property
    def now(self) -> Any:
        return self.whole.now

    @property
    def board(self) -> Scoreboard:
        if self._shown is None or self._shown[0] is not self.whole:
            self._shown = (self.whole, self.ruleset.scoreboard(self.whole))
        return self._shown[1]

    def command(self, name: str) -> object | None:
        maker = MAKERS.get(self.ruleset.key, crossword_command)
        return maker(name, self, self.rng)

    def do(self, command: object) -> None:
        for event in self.ruleset.decide(self.whole, command):
            self.whole = self.ruleset.evolve(self.whole, event)
            self.events.append(event)

    def step(self) -> None:
        """Do one offered action, rather one that goes on than one that corrects."""
        command = self.offered()
        if command is not None:
            self.do(command)

    def offered(self) -> object | None:
        """A command of one of the kinds on offer; None if none comes to mind."""
        board = self.board
        names = [a.command for a in board.actions]
        ends = 60.0 if board.end_offer else 0.02
        weights = [ends if name == "end-game" else WEIGHTS.get(name, 10) for name in names]
        for _ in range(20):
            name = self.rng.choices(names, weights)[0]
            command = self.command(name)
            if command is not None:
                return command
        return None

    def play(self, steps: int) -> None:
        for _ in range(steps):
            if self.board.ended:
                return
            self.step()


WEIGHTS = {
    "play-tiles": 200, "pass": 3, "exchange": 3, "undo": 3, "redo": 2, "withdraw": 1,
    "amend-turn": 1, "insert-turn": 1, "delete-turn": 1, "correct-tile": 2,
    "call-end": 0.1, "correct-balance": 0.5, "correct-token": 0.5, "correct-owner": 0.5,
    "choose-token": 0.5,
    "correct-rack": 0.5, "see-bank-rack": 2, "challenge": 3, "let-stand": 60, "draw-card": 60,
    "choose-property": 60, "return-tiles": 3, "buy-tiles": 10, "swap-blank": 5,
    "sell-property": 60, "go-bankrupt": 60, "judge-goals": 60, "give-up": 20,
    "colour-square": 1, "show-goals": 1, "draw": 60, "discard": 60, "go-out": 200,
    "trade": 30,
    "next-hand": 60, "pass-cards": 60, "draw-start": 5, "adjust-score": 0.5, "move-turn": 1,
}  # fmt: skip


def crossword_command(  # noqa: C901  # one case a command
    name: str, game: RandomGame, rng: random.Random
) -> object | None:
    """For the games of the shared crossword core."""
    board, setup = game.board, game.setup
    count = len(board.turns)
    seat = board.on_turn or 0
    match name:
        case "play-tiles":
            return _crossword_play(game, rng)
        case "pass":
            return shared.Pass()
        case "exchange":
            return shared.Exchange(rng.randint(1, max(1, game.now.sheet.held[seat])))
        case "withdraw":
            return shared.Withdraw()
        case "correct-tile":
            square, tile = rng.choice(list(board.position.items()))
            return shared.CorrectTile(square, tile)
        case "amend-turn":
            return shared.AmendTurn(_own_turn(board, rng), turns.Passed(seat))
        case "insert-turn":
            return shared.InsertTurn(rng.randint(1, count + 1), turns.Passed(seat))
        case "delete-turn":
            return shared.DeleteTurn(_own_turn(board, rng))
        case "move-turn":
            number = rng.randint(1, count - 1)
            lost = {t.number for t in board.turns if t.kind == "lost"}
            return None if lost & {number, number + 1} else shared.MoveTurn(number, later=True)
        case "end-game":
            return _crossword_end(game, rng)
        case "challenge":
            return _crossword_challenge(board, rng)
        case "draw-start":
            letters = rng.sample("ABCDEFG", len(setup.players))
            return shared.DrawStart(tuple(Tile(letter) for letter in letters))
        case "adjust-score":
            return shared.AdjustScore(seat, rng.choice((-10, 5)), "time")
        case "undo":
            return shared.Undo()
        case "redo":
            return shared.Redo()
        case _:
            return None


def _own_turn(board: Scoreboard, rng: random.Random) -> int:
    return rng.choice([t.number for t in board.turns if t.kind != "lost"])


def _crossword_challenge(board: Scoreboard, rng: random.Random) -> object:
    play = next(t for t in reversed(board.turns) if t.kind == "play")
    known = rng.random() < 0.5
    words = tuple(Judged(word.text, known, "Test") for word in play.words)
    by = (play.seat + rng.randint(1, len(board.rows) - 1)) % len(board.rows)
    return shared.Challenge(words, by)


def _crossword_end(game: RandomGame, rng: random.Random) -> object:
    """Racks dealt from the unseen tiles; one in three is not told."""
    left = [tile(token) for token, count in game.board.unseen for _ in range(count)]
    rng.shuffle(left)
    held = iter(left)
    racks = [tuple(itertools.islice(held, count)) for count in game.now.sheet.held]
    if rng.random() < 1 / 3:
        racks[0] = ()
    return shared.EndGame(tuple(racks))


def _crossword_play(game: RandomGame, rng: random.Random) -> object | None:
    setup = game.setup
    most = game.now.sheet.held[game.now.on_turn]
    if not most:
        return None
    laid: tuple[Placement, ...] | None = random_placements(
        game.board.position, setup.layout, setup.tiles, rng, most
    )
    return None if laid is None else shared.PlayTiles(laid)


MAKERS: dict[str, Maker] = {
    "monopoly-scrabble": monopoly.command_for,
    "together": together.command_for,
    "monopoly-cards": cards.command_for,
}


def random_game(name: str, seed: int, steps: int) -> RandomGame:
    game = RandomGame(game_named(name), seed)
    game.play(steps)
    return game
