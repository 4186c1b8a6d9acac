"""The second opinion on corrections: an account of the turns kept beside a game, and the game
that it comes to when it is played right from the start.

The account is changed by hand for every correction, and knows nothing of rewriting. The game
that is played right gets its orders one after the other, as at a table where nobody ever erred.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from companion.errors import RuleViolation
from companion.rules.api import Scoreboard
from companion.rules.cards import messages as cards
from companion.rules.crossword import turns as crossword
from companion.rules.engine import messages as shared
from companion.rules.engine.history import Did, KeptTurn, StepTaken
from companion.rules.monopoly.messages import ReturnTiles
from tests.doubles.random_games import RandomGame

Take = tuple[Any, ...]
"""A turn in few words: what it was, and with what."""


def take(order: object) -> Take | None:
    """Return an order, or the event that tells one, in few words; None if it takes no turn."""
    match order:
        case shared.PlayTiles() | shared.TilesPlayed() | crossword.Laid():
            return ("play", *sorted((p.square, p.tile.letter) for p in order.placements))
        case shared.Pass() | shared.TurnPassed() | crossword.Passed():
            return ("pass",)
        case shared.Exchange() | shared.TilesExchanged() | crossword.Exchanged():
            return ("exchange", order.count) if order.count else ("pass",)
        case shared.Withdraw() | shared.PlayWithdrawn():
            return ("off",)
        case shared.Challenge() | shared.PlayChallenged():
            return ("doubt", *order.words)
        case shared.AdjustScore() | shared.ScoreAdjusted():
            return ("booked", order.player, order.points)
        case cards.LayDown() | cards.AmendHand() | cards.InsertHand():
            return ("hand", *order.hands)
        case _:
            return None


class Account:
    """What has been played, as somebody beside the table writes it down."""

    def __init__(self, table: RandomGame) -> None:
        self.table = table
        self.own = bool(shared.AdjustScore in table.ruleset.commands)
        """Whether challenges and withdrawals are turns of their own."""
        self.takes: list[Take] = []
        self.past: list[list[Take]] = []
        self.future: list[list[Take]] = []

    def follow(self, command: object, before: Scoreboard) -> None:
        """Write down a command that was accepted."""
        if isinstance(command, shared.Undo):
            self.future.append(self.takes)
            self.takes = self.past.pop()
        elif isinstance(command, shared.Redo):
            self.past.append(self.takes)
            self.takes = self.future.pop()
        else:
            self.past.append(self.takes)
            self.future = []
            self.takes = self._after(command, before)

    def _after(self, command: Any, before: Scoreboard) -> list[Take]:
        takes = list(self.takes)
        number = getattr(command, "number", None)
        at = None if number is None else self._index(number, before)
        match command:
            case shared.AmendTurn(turn=turn):
                takes[at] = take(turn)
            case shared.InsertTurn(turn=turn):
                takes.insert(at, take(turn))
            case cards.AmendHand():
                takes[at] = take(command)
            case cards.InsertHand():
                takes.insert(at, take(command))
            case shared.DeleteTurn() | cards.DeleteHand():
                del takes[at]
            case shared.MoveTurn(later=later) | cards.MoveHand(later=later):
                to = at + (1 if later else -1)
                takes[at], takes[to] = takes[to], takes[at]
            case shared.CorrectTile(square=square, tile=tile):
                at = self._index(_layer(before, square), before)
                kind, *laid = takes[at]
                takes[at] = (kind, *((s, tile.letter if s == square else x) for s, x in laid))
            case shared.Withdraw() | shared.Challenge() if self.own:
                takes.insert(self._behind(command, before), take(command))
            case _:
                told = take(command)
                if told is not None and told[0] not in ("off", "doubt"):
                    takes.append(told)
        return takes

    def _index(self, number: int, board: Scoreboard) -> int:
        """Where turn `number` stands when turns lost by challenges are left out."""
        if not self.own:
            return number - 1
        return sum(row.kind != "lost" for row in board.turns[: number - 1])

    def _behind(self, command: Any, board: Scoreboard) -> int:
        """Where what becomes of a play stands: behind it, and what was said of it before."""
        good = getattr(command, "words", ()) and all(word.known for word in command.words)
        number = command.turn or len(board.turns)
        later = board.turns[number:]
        if good or all(row.kind in ("lost", "challenge", "time", "adjusted") for row in later):
            return len(self.takes)
        return self._index(number + 1, board)

    def holds(self) -> None:
        """Compare with what the game says was played."""
        kept = [took for turn in self.table.whole.turns[1:] if (took := _took(turn, self.own))]
        assert kept == self.takes


def _took(turn: KeptTurn, own: bool) -> Take | None:
    told = (take(order) for order in turn.orders)
    return next((t for t in told if t and (own or t[0] not in ("off", "doubt"))), None)


def _layer(board: Scoreboard, square: Any) -> int:
    """The turn whose play lies on a square."""
    return next(
        row.number
        for row in reversed(board.turns)
        if not {"withdrawn", "impossible"} & set(row.marks)
        and any(placement.square == square for placement in row.placements)
    )


def played_right(table: RandomGame) -> RandomGame:
    """Return the game that the turns of another come to when played right from the start."""
    right = object.__new__(RandomGame)
    right.__dict__.update(table.__dict__)
    right.events, right._shown = [], None
    setup = table.setup
    if table.ruleset.is_crossword:  # a challenge that was moved is no late one
        setup = replace(setup, options=(*setup.options, ("challenge_window", "soft")))
    if any("over-bag" in row.marks for row in table.board.turns):
        setup = replace(setup, options=(*setup.options, ("bag_check", False)))
    right.setup, right.whole = setup, table.ruleset.start(setup)
    player = _crossword if shared.AdjustScore in table.ruleset.commands else _steps
    player(table, right)
    return right


def _crossword(table: RandomGame, right: RandomGame) -> None:
    begun, *turns = table.whole.turns
    for order in begun.orders:
        if isinstance(order, shared.StartDrawn):
            right.do(shared.DrawStart(order.tiles))
    for turn in turns:
        if turn.orders:
            _one(right, turn, turn.orders[0])
    ends = [fact for fact in begun.facts if isinstance(fact, shared.GameEnded)]
    for end in ends[-1:]:
        right.do(shared.EndGame(end.racks))


def _one(right: RandomGame, turn: KeptTurn, event: Any) -> None:
    """Take one turn of a crossword game, though it be another's: who took it says the turn."""
    if turn.problem:
        if isinstance(event, shared.PlayChallenged | shared.ScoreAdjusted):
            return  # nobody's turn is used up by it
        command: Any = shared.Pass(event.player)
    else:
        match event:
            case shared.TilesPlayed(player=player, placements=placements):
                command = shared.PlayTiles(placements, player)
            case shared.TurnPassed(player=player):
                command = shared.Pass(player)
            case shared.TilesExchanged(player=player, count=count, tiles=tiles):
                command = shared.Exchange(count, tiles, player)
            case shared.PlayWithdrawn():
                command = shared.Withdraw()
            case shared.PlayChallenged(words=words, by=by, owner=owner):
                command = shared.Challenge(words, by, _doubted(right.board, owner, words))
            case _:
                command = shared.AdjustScore(event.player, event.points, event.reason)
    seat = getattr(command, "player", None)
    if seat is None or isinstance(command, shared.AdjustScore) or seat == right.now.on_turn:
        right.do(command)
        return
    told: Any = {
        shared.PlayTiles: lambda c: crossword.Laid(seat, c.placements),
        shared.Pass: lambda _: crossword.Passed(seat),
        shared.Exchange: lambda c: crossword.Exchanged(seat, c.count, c.tiles),
    }[type(command)](command)
    right.do(shared.InsertTurn(len(right.board.turns) + 1, told))


def _doubted(board: Scoreboard, owner: int, words: Any) -> int:
    """The last play of a player that forms the words."""
    return next(
        row.number
        for row in reversed(board.turns)
        if row.seat == owner and {w.word for w in words} <= {w.text for w in row.words}
    )


def _steps(table: RandomGame, right: RandomGame) -> None:
    """Play a game whose turns have several steps."""
    for turn in table.whole.turns:
        for did in turn.done:
            if turn.withdrawn and isinstance(did.order, shared.PlayTiles):
                _laid_and_taken_off(right, did.order)
            elif did.order is None:
                if not turn.withdrawn:
                    _passed(right)
            elif did.facts:
                _ordered(right, did)


def _ordered(right: RandomGame, did: Did) -> None:
    order = did.order
    if isinstance(order, cards.CorrectBalance) and right.ruleset.key == "monopoly-cards":
        (paid,) = did.facts  # money that was put right stays more or less by as much
        more = paid.amount if paid.source == "bank" else -paid.amount
        order = replace(order, amount=right.now.balance(order.player) + more)
    if isinstance(order, cards.LayDown):
        over = len(right.now.results)
        if right.board.ended:  # hands that were played after the end count
            order = cards.InsertHand(over + 1, order.hands, order.out, order.reward, order.uses)
        elif over == right.now.number:
            right.do(cards.NextHand())
    right.do(order)


def _passed(right: RandomGame) -> None:
    """Let the player pass whose turn could not be taken; without a helper where one is due."""
    if getattr(right.now, "bought", ()):
        right.do(ReturnTiles())
    try:
        right.do(shared.Pass())
    except RuleViolation:
        _settled(right, _book(right).go_on)


def _laid_and_taken_off(right: RandomGame, order: shared.PlayTiles) -> None:
    """Lay a play and take it off at once: the same as taking it off when it was noticed.

    In the game of goals who took a word off may try again; noticed later it was a turn.
    """
    if right.ruleset.key == "together":
        _passed(right)
        return
    try:
        right.do(order)
    except RuleViolation:  # other corrections leave it no place; it came off all the same
        _settled(right, _book(right).taken_off)
    else:
        right.do(shared.Withdraw())


def _book(right: RandomGame) -> Any:
    return right.ruleset.evolve.__self__.book  # type: ignore[attr-defined]


def _settled(right: RandomGame, settles: Any) -> None:
    """Let a turn end in a way that nobody can order."""
    _, facts = settles(right.now)
    for fact in (StepTaken(shared.Pass(), len(right.whole.turns)), *facts):
        right.whole = right.ruleset.evolve(right.whole, fact)
