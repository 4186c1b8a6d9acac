"""What a command causes, collected event by event while the state follows."""

from __future__ import annotations

from companion.board.money import Dollars
from companion.rules.engine.draft import Drafting
from companion.rules.monopoly.evolve import evolve
from companion.rules.monopoly.messages import (
    DeedTaken,
    MoneyPaid,
    StepsSet,
    TokenMoved,
)
from companion.rules.monopoly.state import BANK, State, account
from companion.rules.monopoly.steps import Step
from companion.text import Said, said


class Draft(Drafting[State]):
    """The events of one command. Lives only while it is decided."""

    def __init__(self, state: State) -> None:
        super().__init__(state, evolve)

    def pay(self, source: str, target: str, amount: int, reason: Said) -> None:
        """Move money; a bank that is not unlimited pays what it has. Nothing moves for $0."""
        if source == BANK and not self.state.board.prices.bank_is_unlimited:
            amount = min(amount, max(0, self.state.ledger.balance(BANK)))
        if amount:
            self.add(MoneyPaid(source, target, Dollars(amount), reason))

    def collect(self, seat: int, amount: int, reason: Said) -> None:
        """Let the bank pay a player."""
        self.pay(BANK, account(seat), amount, reason)

    def take_deed(self, deed: int, player: int | None, reason: Said) -> None:
        """Give a deed to a player or back to the bank."""
        self.add(DeedTaken(deed, self.state.owners[deed], player, reason))

    def sell(self, deed: int) -> None:
        """Sell a deed to the bank at its sale price."""
        owner = self.state.owners[deed]
        if owner is not None:
            self.take_deed(deed, None, said("sold"))
            half = self.state.board.deeds[deed].half
            self.collect(owner, half, said("half the printed value"))

    def move(self, seat: int, space: int, reason: Said) -> None:
        """Put a token on a space."""
        self.add(TokenMoved(seat, space, reason))

    def set_steps(self, steps: tuple[Step, ...]) -> None:
        """Say what is still to be done, if that changed."""
        if steps != self.state.todo:
            self.add(StepsSet(steps))
