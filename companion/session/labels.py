"""What people call a game and its players, and whether they have put it aside: in its log.

No rule needs it. As with the clocks the log keeps the whole of it at every change, and who made
it, so that the last entry alone tells. Pure.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from companion.errors import InputError, RuleViolation, StoreError
from companion.rules.api import Scoreboard, Setup
from companion.rules.engine.codec import kebab
from companion.session.clocks import turns_taken
from companion.session.log import Entry, kept_beside
from companion.session.messages import NameGame, NamePlayers, SetAside
from companion.text import listed, said

COLOURS = ("red", "blue", "green", "yellow", "purple", "black")
"""Colours of players; each has a name in every language and is told apart by it."""

LONGEST_NAME = 40
JOINER = "\u200d"
"""Makes one sign of several, as in a family of faces, and joins letters of some scripts."""

LONGEST_TITLE = 200

NO_NAMES = frozenset({"word", "words", "card", "letter", "tile", "square", "coordinate"})
"""Gaps of texts that may hold what only looks like a player's name."""


@dataclass(frozen=True, slots=True)
class LabelsSet:
    """The game was called this.

    Attributes:
        players: Names in the order of play.
        colours: One for each player; empty for those of the set-up.
        name: The game's.
        deleted: It was put aside, and is shown nowhere until it is brought back.
        starts: How often each player had begun, if the seats were changed and that counts.
    """

    players: tuple[str, ...]
    colours: tuple[str, ...] = ()
    name: str = ""
    deleted: bool = False
    starts: str = ""

    def of(self, setup: Setup) -> Setup:
        """Return a set-up under these names."""
        options = setup.options
        if self.starts:
            options = tuple((k, self.starts if k == "starts" else v) for k, v in options)
        return replace(setup, players=self.players, options=options)


KIND = kebab(LabelsSet)


def kept_in(entry: Entry, players: int) -> LabelsSet:
    """Return what an entry keeps. Raises StoreError where it cannot be read."""
    kept = kept_beside(entry, LabelsSet)
    if len(kept.players) != players:
        raise StoreError(
            said("entry {seq} of the log has the names of other players.", seq=entry.seq)
        )
    return kept


def names_of(value: Sequence[str]) -> tuple[str, ...]:
    """Return names of players as they are kept. Raises InputError for what is none."""
    names = tuple(" ".join(name.split()) for name in value)
    for name in names:
        bare = name.replace(JOINER, "")
        if not bare or len(name) > LONGEST_NAME or not bare.isprintable():
            raise InputError(
                "A name has 1 to {longest_name} letters.", longest_name=LONGEST_NAME
            )
    if len({name.casefold() for name in names}) < len(names):
        raise InputError("Each player needs a name of their own.")
    return names


def changed(
    labels: LabelsSet,
    command: NamePlayers | NameGame | SetAside,
    setup: Setup,
    board: Scoreboard,
    *,
    is_begun: bool,
) -> LabelsSet:
    """Return what a command makes of the labels.

    Args:
        labels: As they are.
        command: What is asked.
        setup: Of the game, under these labels.
        board: What screens show.
        is_begun: Whether something was done before the first turn that names seats.

    Raises:
        InputError: No such names or colours.
        RuleViolation: The seats can no longer be changed.
    """
    match command:
        case NameGame(name=name):
            return replace(labels, name=" ".join(name.split())[:LONGEST_TITLE])
        case SetAside(deleted=deleted):
            return replace(labels, deleted=deleted)
        case NamePlayers():
            named = _named(labels, command)
            order, count = command.order, len(labels.players)
            if not order or list(order) == list(range(count)):
                return named
            if sorted(order) != list(range(count)):
                raise InputError("The order must name each seat once.")
            if is_begun or turns_taken(board):
                raise RuleViolation(
                    said("Seats are changed before the first turn; names at any time.")
                )
            if not command.colours and labels.colours:
                named = replace(named, colours=tuple(labels.colours[seat] for seat in order))
            starts = setup.text_option("starts", "").split(",")
            if len(starts) != count:
                return named
            return replace(named, starts=",".join(starts[seat] for seat in order))


def _named(labels: LabelsSet, command: NamePlayers) -> LabelsSet:
    """The labels with other names, and other colours if they are told."""
    players, colours, count = command.players, command.colours, len(labels.players)
    if len(players) != count or len(colours) not in (0, count):
        raise InputError("Each player keeps a seat: as many names, as many colours.")
    if not set(colours) <= set(COLOURS):
        raise InputError("`colours` must be of {colours}.", colours=listed(COLOURS, "comma"))
    kept = tuple(colours) or labels.colours
    return replace(labels, players=names_of(players), colours=kept)


def retold(
    entries: Iterable[Entry], first: Sequence[str], now: Sequence[str]
) -> Iterator[Entry]:
    """Yield the entries of a log with the players called in its texts as they are now.

    Args:
        entries: The whole log.
        first: What they were called at first.
        now: What they are called now.
    """
    then = first
    for entry in entries:
        if entry.kind == KIND:
            then = kept_in(entry, len(first)).players
        names = {old: new for old, new in zip(then, now, strict=True) if old != new}
        yield replace(entry, body=_renamed(entry.body, names)) if names else entry


def _renamed(value: Any, names: Mapping[str, str], *, is_text: bool = False) -> Any:
    if isinstance(value, Mapping):
        is_args = is_text
        return {
            key: names.get(part, part)
            if is_args and isinstance(part, str) and key not in NO_NAMES
            else _renamed(part, names, is_text=key == "args" and "said" in value)
            for key, part in value.items()
        }
    if isinstance(value, list | tuple):
        return [_renamed(part, names) for part in value]
    return value
