"""What a game is: its rules as functions, and all that others ask of it.

A game lies in one folder, and its `GAME` there is all that anybody outside knows of it: the
set-up, the files, the screens, the box and the archive ask it, and hold no lists of games.
`companion.rules.registry` lists the games there are.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from companion.board.square import Square
from companion.rules.api import DoubtCost, Option, Scoreboard, Setup
from companion.text import Said, said, verbatim


@dataclass(frozen=True, slots=True)
class Variant:
    """A game as one edition has it: its tiles, its board, its house rules."""

    key: str
    """Its name on the command line and in an order."""

    title: Said
    tiles: str = "english"
    """Name of the tile set that it is played with, if no other is chosen."""

    board: str = "standard"
    options: tuple[tuple[str, Option], ...] = ()
    """House rules that differ from the game's own."""

    emblem: str = ""
    """Letters that lie on the board in its picture, to tell it from others on that board."""


@dataclass(frozen=True, slots=True)
class Choice:
    """Something that is asked when a game is set up, and becomes an option of its set-up."""

    option: str
    title: Said
    values: tuple[tuple[str, Said], ...]
    """Each value, and what it means."""

    default: str
    """What counts where nothing is chosen."""

    players: int = 0
    """Asked only of so many players; 0: of any number."""

    first: str = ""
    """What the set-up page has chosen at first, where that is not the default: families find a
    challenge that costs something unkind."""

    def asks(self, setup: Setup) -> bool:
        """Whether it is asked of these players."""
        return self.players in (0, len(setup.players))

    @property
    def offered(self) -> tuple[str, ...]:
        """The values alone."""
        return tuple(value for value, _ in self.values)


@dataclass(frozen=True, slots=True)
class Card:
    """One kind of card, as a camera may meet it."""

    key: str
    name: Said
    """For people; also what is printed on it, where nothing else is known."""

    colour: str = ""
    """Such as #ED1B24; empty where it is not known."""

    count: int = 1


@dataclass(frozen=True, slots=True)
class Printed:
    """What is printed on a game's board or cards: a file that a family may have its own of.

    Attributes:
        option: The option of the set-up that carries the file's text.
        schema: What the file says it is, under this key.
        file: The bundled example.
        parts: What is compared with the printed game, part by part: key and title.
        canonical: Reads a text and writes it as its own writer does; ConfigError if it cannot.
        cards: The cards that a text tells of, to be met by a camera.
        package: Where the bundled files lie.
        form: How the editor draws it: "properties" (a board of them), "goals", "deck", or
            "plain", value by value.
        is_dated: Whether the file says when it was compared.
        titles: A second file beside it, of what each card has printed; the part "titles".
    """

    option: str
    schema: str
    file: str
    parts: tuple[tuple[str, Said], ...]
    canonical: Callable[[str], str]
    cards: Callable[[str], tuple[Card, ...]] = lambda _: ()
    package: str = "companion.gamedata"
    form: str = "plain"
    is_dated: bool = False
    titles: str = ""


@dataclass(frozen=True, slots=True)
class Hands:
    """Hands of cards that can be reckoned up; both functions take the printed file's text.

    Attributes:
        kinds: Each kind of card and its title.
        worth: What a hand is worth, as JSON values and texts: `total`, `lines`, `goes_out`,
            `left`, `excess` (a card of which there are too many) and `official`.
    """

    kinds: Callable[[str], tuple[tuple[str, Said], ...]]
    worth: Callable[[str, Sequence[str]], dict[str, Any]]


def chosen(choices: Sequence[Choice], setup: Setup) -> tuple[Said, ...]:
    """Return what a set-up has of what is asked, where it is not what counts unasked."""
    told = []
    for choice in choices:
        value = setup.text_option(choice.option, choice.default)
        if value != choice.default:
            answer = dict(choice.values).get(value, verbatim(value))
            told.append(said("{what}: {answer}.", what=choice.title, answer=answer))
    return tuple(told)


def _no_doubt(_: Setup) -> DoubtCost:
    return DoubtCost()


def _full_rack(setup: Setup) -> int:
    return setup.option("rack_size", 7)


@dataclass(frozen=True, slots=True)
class Game:
    """A game.

    Attributes:
        key: Stable, stored in logs.
        title: For people.
        seats: Fewest and most players.
        events: All kinds of event, so that a log can be read without further knowledge.
        commands: All kinds of command.
        start: The state before the first turn; ConfigError for an impossible set-up.
        decide: What a command causes. Raises RuleViolation, and then nothing has changed.
        evolve: The state after an event. Total: never raises.
        scoreboard: What a screen shows of a state.
        variants: What can be chosen; empty for the game alone, on the usual board.
        choices: What the set-up asks beyond players, tiles and words.
        printed: What its board or cards have printed.
        hands: How hands of its cards are reckoned; None for a game that counts none.
        has_board: Whether it is played on a board of squares.
        is_shuffled: Whether its set-up takes a `seed`, for the order of its decks.
        is_crossword: Whether its turns are what the files of crossword programs can hold.
        points: The kind of points that its totals are: those of all games with points of one
            kind are counted together; empty where no two games can be compared.
        doubt: What a challenge costs, by the rules of a set-up.
        most_tiles: How many tiles one play may lay.
        swap_blank: The command that takes a blank off a square for its letter's tile.
        see_colours: The command that tells the colours of the empty board's squares.
    """

    key: str
    title: Said
    seats: tuple[int, int]
    events: tuple[type, ...]
    commands: tuple[type, ...]
    start: Callable[[Setup], Any]
    decide: Callable[[Any, Any], tuple[Any, ...]]
    evolve: Callable[[Any, Any], Any]
    scoreboard: Callable[[Any], Scoreboard]
    variants: tuple[Variant, ...] = ()
    choices: tuple[Choice, ...] = ()
    printed: Printed | None = None
    hands: Hands | None = None
    has_board: bool = True
    is_shuffled: bool = False
    is_crossword: bool = False
    points: str = ""
    doubt: Callable[[Setup], DoubtCost] = _no_doubt
    most_tiles: Callable[[Setup], int] = _full_rack
    swap_blank: Callable[[Square], object] | None = None
    see_colours: Callable[[Sequence[tuple[Square, str]]], object] | None = None

    @property
    def editions(self) -> Mapping[str, Variant]:
        """What can be chosen, by key."""
        alone = (Variant(self.key, self.title),)
        return {variant.key: variant for variant in self.variants or alone}

    def text(self, setup: Setup) -> str:
        """Return what is printed, as a set-up carries it; empty for a game without."""
        return setup.text_option(self.printed.option, "") if self.printed else ""

    def title_of(self, setup: Setup) -> Said:
        """Return what a game of this set-up is called, by its edition where it has one."""
        given = dict(setup.options).items()
        fits = [
            variant
            for variant in self.variants
            if variant.board == setup.layout.name and dict(variant.options).items() <= given
        ]
        best = max(fits, key=lambda variant: len(variant.options), default=None)
        return best.title if best else self.title

    def under(self, key: str) -> Game:
        """Return the game under the name of one of its variants, with that one's house rules.

        Logs of earlier versions hold games by such names, and not their rules.
        """
        variant = self.editions[key]

        def ruled(setup: Setup) -> Setup:
            return replace(setup, options=(*variant.options, *setup.options))

        return replace(
            self,
            key=key,
            title=variant.title,
            variants=(),
            start=lambda setup: self.start(ruled(setup)),
            doubt=lambda setup: self.doubt(ruled(setup)),
            scoreboard=lambda state: replace(self.scoreboard(state), game=key),
        )
