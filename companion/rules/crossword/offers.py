"""What may be done in a crossword game at a moment, as the actions a screen offers."""

from __future__ import annotations

from companion.rules.api import Action, Field
from companion.rules.crossword.challenges.rules import TABLE
from companion.rules.crossword.deciding import words_judged
from companion.rules.crossword.state import CrosswordState, may_begin
from companion.text import said

_PLAYER = Field("player", "player", optional=True)


def actions_of(state: CrosswordState) -> tuple[Action, ...]:
    """Return what may be done now, in menu order."""
    actions: list[Action] = []
    sheet = state.sheet
    if not state.ended:
        actions += [
            Action(said("Play"), "play-tiles", (Field("placements", "placements"), _PLAYER)),
            Action(said("Pass"), "pass", (_PLAYER,)),
        ]
        can_draw = sheet.bag or state.rules.exchange_return_first
        if sheet.held[sheet.on_turn] and can_draw and sheet.bag >= state.rules.exchange_min_bag:
            tiles = Field("tiles", "tiles", optional=True)
            actions.append(
                Action(said("Exchange"), "exchange", (Field("count", "number"), tiles, _PLAYER))
            )
        actions.append(Action(said("End the game"), "end-game", (Field("racks", "racks"),)))
    elif state.unknown:
        actions.append(Action(said("Tell the racks"), "end-game", (Field("racks", "racks"),)))
    if not (sheet.lines or state.ended) and len(may_begin(state.setup, state.rules)) > 1:
        actions.append(
            Action(
                said("Draw who begins"), "draw-start", (Field("tiles", "tiles"),), aside=True
            )
        )
    if sheet.lines:
        actions += _actions_on_last(state)
        if len(sheet.position):
            asked = (Field("square", "square"), Field("tile", "tile"))
            actions.append(Action(said("Correct a tile"), "correct-tile", asked))
    reason = Field("reason", "text", optional=True)
    booked = (Field("player", "player"), Field("points", "number"), reason)
    actions.append(Action(said("Book points"), "adjust-score", booked, aside=True))
    return tuple(actions)


def _actions_on_last(state: CrosswordState) -> list[Action]:
    """What may be done about the last play: take it off, or doubt its words."""
    sheet = state.sheet
    at = sheet.standing
    play = None if at is None else sheet.lines[at].play
    if at is None or play is None or sheet.lines[at].withdrawn:
        return []
    actions = [Action(said("Take off the last play"), "withdraw")]
    judged = words_judged(state, at + 1)
    formed = {word.text for word in play.words}
    if TABLE[state.rules.challenge].allowed and formed - judged:
        by = Field("by", "player", optional=True)
        asked = (Field("words", "verdicts"), by, Field("turn", "turn", optional=True))
        actions.insert(0, Action(said("Challenge"), "challenge", asked))
    return actions
