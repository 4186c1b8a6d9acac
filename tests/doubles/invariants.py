"""What holds at every moment of every game, whatever is played."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from types import MappingProxyType

from tests.doubles.random_games import RandomGame


def crossword(game: RandomGame) -> None:
    state, board = game.now, game.board
    sheet = state.sheet
    counted = [0] * len(board.rows)
    for turn in board.turns:
        counted[turn.seat] += turn.score
    assert tuple(counted) == sheet.totals
    assert sheet.bag >= 0
    assert all(0 <= held <= state.rules.rack_size for held in sheet.held)
    laid = Counter("?" if tile.blank else tile.letter for _, tile in board.position.items())
    over = {turn.number for turn in board.turns if "over-bag" in turn.marks}
    assert over or all(n <= dict(_counts(game))[token] for token, n in laid.items())


def _counts(game: RandomGame) -> list[tuple[str, int]]:
    return [(kind.token, kind.count) for kind in game.setup.tiles.kinds]


def monopoly(game: RandomGame) -> None:
    state = game.now
    assert state.ledger.total == 36_000
    assert all(amount % 100 == 0 for _, amount in state.ledger.accounts)
    assert all(state.cash(seat) >= 0 for seat in range(len(state.names)))
    assert state.ledger.balance("free-parking") >= 0
    held = sum(state.racks) + state.bank_tiles + state.bag + len(state.bought)
    assert held + len(state.position) == 100
    assert min(*state.racks, state.bank_tiles, state.bag) >= 0
    assert all(0 <= place < len(state.board.track) for place in state.places)
    assert sorted(state.chance) == list(range(24))
    assert sorted(state.chest) == list(range(24))


def together(game: RandomGame) -> None:
    state = game.now
    dealt = len(state.open) + len(state.pile) + len(state.done)
    assert dealt == state.to_win
    assert len({*state.open, *state.pile, *(g for g, _ in state.done)}) == dealt
    assert min(*state.racks, state.bag) >= 0
    assert max(state.racks) <= 8
    turned = state.tiles.blanks - 2
    assert turned in (0, 1)
    assert sum(state.racks) + state.bag + len(state.position) == 100
    full = min(3, len(state.open) + len(state.pile))
    assert state.won or state.judging or len(state.open) == full


def cards(game: RandomGame) -> None:
    state = game.now
    assert state.ledger.total == 0
    held = Counter(card for held in (*state.hands, *state.piles, state.draw) for card in held)
    assert state.at_table or held == Counter(state.deck.cards)
    for result in state.results:
        for reckoned in result.hands:
            assert sum(line.amount for line in reckoned.lines) == reckoned.total
            assert reckoned.total >= 0


CHECKS: MappingProxyType[str, Callable[[RandomGame], None]] = MappingProxyType(
    {
        "classic": crossword,
        "bookcase": crossword,
        "clabbers": crossword,
        "short-game": crossword,
        "monopoly-scrabble": monopoly,
        "together": together,
        "monopoly-cards": cards,
    }
)
"""The check of each game by its name."""
