"""What a screen shows of Scrabble Together."""

from __future__ import annotations

from companion.rules.api import Action, Field, Panel, Row, Scoreboard, TurnRow
from companion.rules.crossword.bag import unseen
from companion.rules.crossword.scoreboard import notation
from companion.rules.together.check_text import write_check
from companion.rules.together.messages import HELPERS, TITLES, Helper
from companion.rules.together.state import State, TurnTaken, usable_helpers
from companion.text import NOTHING, said, sentences

PLACEHOLDER = said(
    "Placeholder goals: nobody has compared them with the printed cards yet. "
    "Go by your cards, and type them in."
)
NO_COLOURS = said(
    "The board's colours are not known yet: read the empty board, or tap its squares."
)


def scoreboard(state: State, game: str) -> Scoreboard:
    """Return all that a screen shows; a player's total is the goals completed by them."""
    on_turn = None if state.ended else state.on_turn
    left = unseen(state.position, state.tiles)
    rows = tuple(
        Row(name, sum(by == seat for _, by in state.done), on_turn=seat == on_turn)
        for seat, name in enumerate(state.names)
    )
    return Scoreboard(
        game=game,
        rows=rows,
        turns=_turn_rows(state),
        position=state.position,
        unseen=tuple(left.items()),
        unseen_count=sum(state.racks) + state.bag,
        bag_count=state.bag,
        on_turn=on_turn,
        ended=state.ended,
        panels=_panels(state),
        actions=_actions(state),
        winners=tuple(range(len(state.names))) if state.won else (),
        team=True,
        open=True,
    )


def _turn_rows(state: State) -> tuple[TurnRow, ...]:
    totals = [0] * len(state.names)
    rows = []
    for number, turn in enumerate(state.turns, 1):
        totals[turn.player] += len(turn.goals)
        rows.append(_turn_row(state, turn, number, totals[turn.player]))
    return tuple(rows)


def _turn_row(state: State, turn: TurnTaken, number: int, total: int) -> TurnRow:
    play = turn.play
    marks = (("withdrawn", turn.withdrawn), ("corrected", turn.corrected))
    return TurnRow(
        number=number,
        seat=turn.player,
        player=state.names[turn.player],
        kind=turn.kind,
        coordinate=play.coordinate if play else "",
        word=play.main.text if play else "",
        notation=notation(play.main) if play else "",
        words=play.words if play else (),
        placements=play.placements if play else (),
        count=0,
        tiles=(),
        score=len(turn.goals),
        total=total,
        marks=tuple(mark for mark, holds in marks if holds),
        detail=sentences(*turn.story),
    )


def _panels(state: State) -> tuple[Panel, ...]:
    panels = [_goals(state), _now(state)]
    helpers = tuple(
        (TITLES[h], said("ready") if h in state.helpers else said("used")) for h in HELPERS
    )
    panels.append(
        Panel("table", said("Helpers"), columns=(said("Helper"), NOTHING), rows=helpers)
    )
    if state.colors:
        panels.append(_colours(state))
    else:
        panels.append(Panel("text", said("Colours"), lines=(NO_COLOURS,)))
    if any(state.goal(i).placeholder for i in state.open):
        panels.append(Panel("text", said("Placeholder goals"), lines=(PLACEHOLDER,)))
    return tuple(panels)


def _colours(state: State) -> Panel:
    """The coloured squares, to be drawn on the board."""
    squares: dict[str, list[str]] = {}
    for square, colour in state.colors:
        squares.setdefault(colour, []).append(square.name)
    rows = tuple((colour, " ".join(names)) for colour, names in squares.items())
    return Panel(
        "squares", said("Colours"), columns=(said("Colour"), said("Squares")), rows=rows
    )


def _goals(state: State) -> Panel:
    rows = tuple((g.key, g.told, write_check(g.need)) for g in map(state.goal, state.open))
    done = said(
        "{done} of {all} goals completed, {left} to come.",
        done=len(state.done),
        all=state.to_win,
        left=len(state.pile),
    )
    columns = (said("Id"), said("Goal"), said("Checked"))
    return Panel(
        "goals",
        said("Goals"),
        lines=(done,),
        columns=columns,
        rows=rows,
        progress=(len(state.done), state.to_win),
    )


def _now(state: State) -> Panel:
    name = state.names[state.on_turn]
    if state.won is not None:
        won = said("All goals are completed: everybody wins.")
        text = won if state.won else said("The game is lost.")
    elif state.judging:
        asked = sentences(*(state.goal(i).told for i in state.asked))
        text = said("Does {player}'s word meet this? {goals}", player=name, goals=asked)
    elif state.helped:
        text = said(
            "{player} has used a helper: play a word that completes a goal, or end the turn.",
            player=name,
        )
    else:
        text = said(
            "{player} plays a word that completes a goal, or uses a helper.", player=name
        )
    return Panel("now", said("Now"), lines=(text,))


COLOURS = ("red", "blue", "green", "yellow")
"""Those that goals speak of."""

_ANYONE = Field("player", "player", optional=True)


def _actions(state: State) -> tuple[Action, ...]:
    actions: list[Action] = []
    if state.judging:
        asked = Field("met", "texts", optional=True, of="goals")
        actions.append(Action(said("Say which goals are met"), "judge-goals", (asked,)))
    elif not state.ended:
        actions += _actions_turn(state)
    if state.last is not None:
        actions.append(Action(said("Take off the last play"), "withdraw"))
    square = Field("square", "square")
    if len(state.position):
        actions.append(
            Action(said("Correct a tile"), "correct-tile", (square, Field("tile", "tile")))
        )
    colour = Field("color", "text", optional=True, choices=COLOURS)
    actions.append(
        Action(said("Colour of a square"), "colour-square", (square, colour), aside=True)
    )
    if not state.ended and not state.judging:
        shown = Field("goals", "texts", of="goals")
        actions.append(Action(said("Which goals lie open"), "show-goals", (shown,), aside=True))
    return tuple(actions)


def _actions_turn(state: State) -> list[Action]:
    held = state.racks[state.on_turn]
    actions = []
    if held and state.open:
        fields = (Field("placements", "placements"), _ANYONE)
        actions.append(Action(said("Play"), "play-tiles", fields))
    if not (state.turns or state.helped or state.done):
        chosen = Field("player", "player")
        actions.append(Action(said("Choose who begins"), "choose-first", (chosen,), aside=True))
    if state.helped:
        actions.append(Action(said("End the turn"), "pass", (_ANYONE,), own=True))
    if not state.helped or not state.goals.rulings.one_helper_per_turn:
        actions += [_helper_action(helper) for helper in usable_helpers(state)]
    if not usable_helpers(state) and not state.helped:
        actions.append(Action(said("No goal can be completed"), "give-up"))
    return actions


def _helper_action(helper: Helper) -> Action:
    fields: tuple[Field, ...] = ()
    match helper:
        case "complete-goal":
            fields = (Field("goal", "text", of="goals"),)
        case "exchange-tiles" | "trade-tiles":
            fields = (Field("count", "number"),)
        case "make-blank":
            fields = (Field("tile", "tile", optional=True),)
        case _:
            pass
    return Action(TITLES[helper], helper, fields)
