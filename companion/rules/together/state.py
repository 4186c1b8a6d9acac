"""A game of Scrabble Together at one moment, how it starts, and which goals a play meets."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from types import MappingProxyType

from companion.board.placement import Placement, Play
from companion.board.position import Position
from companion.board.square import Square
from companion.board.tiles import TileKind, TileSet
from companion.errors import ConfigError
from companion.rules.api import Setup
from companion.rules.crossword.scoring import score_play
from companion.rules.engine.shuffle import shuffled
from companion.rules.together.checks import PlayView, meets
from companion.rules.together.goals_file import Goal, Goals, parse_colors, parse_goals
from companion.rules.together.messages import HELPERS, Helper
from companion.text import Said, said

RACK = 7
OPEN = 3
TO_WIN = 20


@dataclass(frozen=True, slots=True)
class TurnTaken:
    """One turn, as it is listed."""

    player: int
    kind: str
    play: Play | None = None
    goals: tuple[int, ...] = ()
    withdrawn: bool = False
    corrected: bool = False
    story: tuple[Said, ...] = ()


@dataclass(frozen=True, slots=True)
class State:
    """All that is known of a game; goals are indices into the file's list.

    Attributes:
        pile: Goals face down, top first.
        open: Goals face up.
        done: (goal, seat that completed it), in order.
        colors: Colours of the squares, as read from the empty board.
        tiles: The tile set as it is now: a tile turned over is a blank.
        asked: Goals of the last play that the players must judge.
        met: Goals of the last play that are met for certain.
        judging: Whether they are asked now.
        helped: Whether the player on turn has used a helper.
        last: What taking the last play off goes back to.
    """

    setup: Setup
    goals: Goals
    position: Position
    tiles: TileSet
    pile: tuple[int, ...]
    open: tuple[int, ...]
    racks: tuple[int, ...]
    bag: int
    colors: tuple[tuple[Square, str], ...] = ()
    done: tuple[tuple[int, int], ...] = ()
    helpers: tuple[Helper, ...] = HELPERS
    on_turn: int = 0
    helped: bool = False
    judging: bool = False
    asked: tuple[int, ...] = ()
    met: tuple[int, ...] = ()
    turns: tuple[TurnTaken, ...] = ()
    last: State | None = field(default=None, repr=False)
    to_win: int = TO_WIN
    won: bool | None = None

    @property
    def names(self) -> tuple[str, ...]:
        """The players."""
        return self.setup.players

    @property
    def ended(self) -> bool:
        """Whether the game is won or lost."""
        return self.won is not None

    def goal(self, index: int) -> Goal:
        """A goal card."""
        return self.goals.cards[index]


def start(setup: Setup) -> State:
    """Return the state before the first turn.

    Options: `goals` the goals file's text; `colours` the colours of the board's squares (none);
    `starter` whether only starter cards are dealt; `goal_count` (20); `seed` of the deal (0);
    `first` the seat that begins (0).

    Raises:
        ConfigError: No or a bad file, too few cards, or not one to four players.
    """
    text = setup.text_option("goals", "")
    if not text:
        raise ConfigError(
            said(
                "Scrabble Together needs goal cards: give a goals file's text as the option "
                "'goals'."
            )
        )
    goals = parse_goals(text)
    players = len(setup.players)
    if not 1 <= players <= 4:
        raise ConfigError(
            said("The game takes 1 to 4 players, not {players}.", players=players)
        )
    if len(set(setup.players)) != players:
        raise ConfigError(said("Every player needs a name of their own."))
    first = setup.option("first", 0)
    if not 0 <= first < players:
        raise ConfigError(
            said("The option 'first' is a seat from 0 to {players}.", players=players - 1)
        )
    colors = parse_colors(setup.text_option("colours", ""))
    if any(square not in setup.layout for square, _ in colors):
        raise ConfigError(said("The board's colours name a square beyond its edge."))
    dealt = _dealt(setup, goals)
    in_bag = setup.tiles.total - RACK * players
    if in_bag < 0:
        raise ConfigError(said("The tile set is too small to fill all racks."))
    return State(
        setup=setup,
        goals=goals,
        position=Position(size=setup.layout.size),
        tiles=setup.tiles,
        pile=dealt[OPEN:],
        open=dealt[:OPEN],
        racks=(RACK,) * players,
        bag=in_bag,
        colors=colors,
        on_turn=first,
        to_win=len(dealt),
    )


def _dealt(setup: Setup, goals: Goals) -> tuple[int, ...]:
    count = setup.option("goal_count", TO_WIN)
    starter = bool(setup.option("starter", 0))
    fit = [i for i, card in enumerate(goals.cards) if card.starter or not starter]
    if not 1 <= count <= len(fit):
        starters = said(
            "{count} goals cannot be dealt from {cards} starter cards.",
            count=count,
            cards=len(fit),
        )
        every = said(
            "{count} goals cannot be dealt from {cards} cards.", count=count, cards=len(fit)
        )
        raise ConfigError(starters if starter else every)
    return shuffled(fit, setup.option("seed", 0))[:count]


def judged(
    state: State, placements: tuple[Placement, ...]
) -> tuple[Play, tuple[int, ...], tuple[int, ...]]:
    """Return a play, the open goals it meets, and those that the players must judge.

    Raises:
        IllegalPlacement: The rules do not allow the placement.
    """
    most = max(state.racks[state.on_turn], 1)
    play = score_play(
        state.position, placements, state.setup.layout, state.tiles, rack_size=most, bonus=0
    )
    rulings = state.goals.rulings
    view = PlayView(
        play=play,
        before=state.position,
        tiles=state.tiles,
        size=state.setup.layout.size,
        colors=MappingProxyType(dict(state.colors)),
        vowels=state.goals.vowels,
        blank_is_zero=rulings.blank_is_zero,
        blank_letter_counts=rulings.blank_letter_counts,
    )
    answers = {index: meets(state.goal(index).need, view) for index in state.open}
    met = tuple(index for index, answer in answers.items() if answer)
    asked = tuple(index for index, answer in answers.items() if answer is None)
    return play, met, asked


def with_blank(tiles: TileSet, token: str | None) -> TileSet:
    """Return the tile set after a tile was turned over: one blank more, one letter less.

    If nobody said which letter, the set merely holds one blank more.
    """
    kinds = tuple(
        TileKind(k.token, k.count + (k.token == "?") - (k.token == token), k.value)
        for k in tiles.kinds
    )
    return TileSet(tiles.name, kinds, title=tiles.title)


def told(state: State, sentence: Said) -> State:
    """Return the state with a sentence added to the last turn's story."""
    if not state.turns:
        return state
    last = state.turns[-1]
    return replace(
        state, turns=(*state.turns[:-1], replace(last, story=(*last.story, sentence)))
    )


def usable_helpers(state: State) -> list[Helper]:
    """Return the helpers that can be used now, as far as tiles and goals go."""
    held = state.racks[state.on_turn]
    others = sum(state.racks) - held
    unfit: set[Helper] = set()
    if not state.open:
        unfit |= {"complete-goal"}
    short = held > state.bag and not state.goals.rulings.short_bag_deals_what_it_has
    if not held or (short and not state.bag):
        unfit |= {"exchange-tiles"}
    if not held:
        unfit |= {"make-blank"}
    if not min(held, others):
        unfit |= {"trade-tiles"}
    return [helper for helper in state.helpers if helper not in unfit]
