"""What a screen shows of Scrabble Together."""

from __future__ import annotations

from companion.rules.api import Action, Field, Panel, Row, Scoreboard, TurnRow
from companion.rules.bag import unseen
from companion.rules.scoreboard import notation
from companion.rules.together.check_text import write_check
from companion.rules.together.messages import HELPERS, Helper
from companion.rules.together.state import State, TurnTaken, usable_helpers

PLACEHOLDER = (
    "Placeholder goals: nobody has compared them with the printed cards yet. "
    "Go by your cards, and type them in."
)
NO_COLOURS = "The board's colours are not known yet: read the empty board, or tap its squares."

_HELPER_TEXT: dict[Helper, str] = {
    "complete-goal": "Complete a goal",
    "exchange-tiles": "Exchange tiles",
    "extra-tile": "An extra tile for everybody",
    "make-blank": "Make a blank",
    "refresh-goals": "Refresh the goals",
    "trade-tiles": "Trade tiles",
}


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
        detail=" ".join(turn.story),
    )


def _panels(state: State) -> tuple[Panel, ...]:
    panels = [_goals(state), _now(state)]
    helpers = tuple(
        (_HELPER_TEXT[h], "ready" if h in state.helpers else "used") for h in HELPERS
    )
    panels.append(Panel("table", "Helpers", columns=("Helper", ""), rows=helpers))
    if state.colors:
        panels.append(_colours(state))
    else:
        panels.append(Panel("text", "Colours", lines=(NO_COLOURS,)))
    if any(state.goal(i).placeholder for i in state.open):
        panels.append(Panel("text", "Placeholder goals", lines=(PLACEHOLDER,)))
    return tuple(panels)


def _colours(state: State) -> Panel:
    """The coloured squares, to be drawn on the board."""
    squares: dict[str, list[str]] = {}
    for square, colour in state.colors:
        squares.setdefault(colour, []).append(square.name)
    rows = tuple((colour, " ".join(names)) for colour, names in squares.items())
    return Panel("squares", "Colours", columns=("Colour", "Squares"), rows=rows)


def _goals(state: State) -> Panel:
    rows = tuple((g.key, g.text, write_check(g.need)) for g in map(state.goal, state.open))
    done = f"{len(state.done)} of {state.to_win} goals completed, {len(state.pile)} to come."
    return Panel("goals", "Goals", lines=(done,), columns=("Id", "Goal", "Checked"), rows=rows)


def _now(state: State) -> Panel:
    name = state.names[state.on_turn]
    if state.won is not None:
        text = "All goals are completed: everybody wins." if state.won else "The game is lost."
    elif state.judging:
        asked = "; ".join(state.goal(i).text for i in state.asked)
        text = f"Does {name}'s word meet this? {asked}"
    elif state.helped:
        text = f"{name} has used a helper: play a word that completes a goal, or end the turn."
    else:
        text = f"{name} plays a word that completes a goal, or uses a helper."
    return Panel("now", "Now", lines=(text,))


COLOURS = ("red", "blue", "green", "yellow")
"""Those that goals speak of."""

_ANYONE = Field("player", "player", optional=True)


def _actions(state: State) -> tuple[Action, ...]:
    actions: list[Action] = []
    if state.judging:
        asked = Field("met", "texts", optional=True, of="goals")
        actions.append(Action("Say which goals are met", "judge-goals", (asked,)))
    elif not state.ended:
        actions += _actions_turn(state)
    if state.last is not None:
        actions.append(Action("Take off the last play", "withdraw"))
    square = Field("square", "square")
    if len(state.position):
        actions.append(
            Action("Correct a tile", "correct-tile", (square, Field("tile", "tile")))
        )
    colour = Field("color", "text", optional=True, choices=COLOURS)
    actions.append(Action("Colour of a square", "colour-square", (square, colour), aside=True))
    if not state.ended and not state.judging:
        shown = Field("goals", "texts", of="goals")
        actions.append(Action("Which goals lie open", "show-goals", (shown,), aside=True))
    return tuple(actions)


def _actions_turn(state: State) -> list[Action]:
    held = state.racks[state.on_turn]
    actions = []
    if held and state.open:
        fields = (Field("placements", "placements"), _ANYONE)
        actions.append(Action("Play", "play-tiles", fields))
    if not (state.turns or state.helped or state.done):
        chosen = Field("player", "player")
        actions.append(Action("Choose who begins", "choose-first", (chosen,), aside=True))
    if state.helped:
        actions.append(Action("End the turn", "pass", (_ANYONE,), own=True))
    if not state.helped or not state.goals.rulings.one_helper_per_turn:
        actions += [_helper_action(helper) for helper in usable_helpers(state)]
    if not usable_helpers(state) and not state.helped:
        actions.append(Action("No goal can be completed", "give-up"))
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
    return Action(_HELPER_TEXT[helper], helper, fields)
