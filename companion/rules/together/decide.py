"""What a command causes in Scrabble Together, or why it is refused.

Source: rulebook "Scrabble Together" (facts S1).
"""

from __future__ import annotations

from companion.board.placement import Placement
from companion.rules.crossword.bag import check_bag
from companion.rules.engine import messages as shared
from companion.rules.engine import violations
from companion.rules.engine.book import Settled
from companion.rules.letters import check_lies, laid_by
from companion.rules.together import messages
from companion.rules.together import violations as refused
from companion.rules.together.draft import Draft, check_open_turn, turn_up, won
from companion.rules.together.helping import use
from companion.rules.together.state import RACK, State, judged, usable_helpers
from companion.text import said


def decide(state: State, command: messages.Command) -> tuple[messages.Event, ...]:
    """Return what an order causes that is no correction of the past. Raises RuleViolation."""
    draft = Draft(state)
    match command:
        case shared.PlayTiles():
            _play(draft, command)
        case shared.Pass():
            _pass(draft, command)
        case messages.JudgeGoals():
            _judge(draft, command.met)
        case shared.Withdraw():
            _withdraw(draft, command.turn)
        case messages.GiveUp():
            _give_up(draft)
        case messages.ChooseFirst(player=player):
            _choose_first(draft, player)
        case (
            shared.CorrectTile()
            | messages.ColourSquare()
            | messages.ReadColours()
            | messages.ShowGoals()
        ):
            _correct(draft, command)
        case (
            shared.Undo()
            | shared.Redo()
            | shared.AmendTurn()
            | shared.InsertTurn()
            | shared.DeleteTurn()
            | shared.MoveTurn()
        ):
            raise AssertionError("time is decided elsewhere")
        case _:
            use(draft, command)
    return tuple(draft.events)


def _check_player(state: State, player: int | None) -> None:
    if player is None:
        return
    if not 0 <= player < len(state.names):
        raise violations.NoSuchPlayer(player, len(state.names))
    if player != state.on_turn:
        raise violations.NotYourTurn(state.names[player], state.names[state.on_turn])


def _choose_first(draft: Draft, player: int) -> None:
    state = draft.state
    if state.turns or state.helped or state.done:
        raise violations.GameBegun
    if not 0 <= player < len(state.names):
        raise violations.NoSuchPlayer(player, len(state.names))
    draft.add(messages.FirstChosen(player))


def _play(draft: Draft, command: shared.PlayTiles) -> None:
    state = draft.state
    check_open_turn(state)
    _check_player(state, command.player)
    placements: tuple[Placement, ...] = tuple(
        sorted(command.placements, key=lambda p: p.square)
    )
    held = state.racks[state.on_turn]
    if held == 0:
        raise refused.BadTiles(said("{player} holds none", player=state.names[state.on_turn]))
    play, met, asked = judged(state, placements)
    on_board = (tile for _, tile in state.position.items())
    check_bag((*on_board, *(p.tile for p in placements)), state.tiles)
    if not met and not asked:
        raise refused.NoGoalMet(play.main.text, (state.goal(i).told for i in state.open))
    draft.add(shared.TilesPlayed(state.on_turn, placements))
    if asked:
        draft.add(messages.JudgementAsked(asked, met))
    else:
        _complete(draft, met)


def _judge(draft: Draft, keys: tuple[str, ...]) -> None:
    state = draft.state
    if not state.judging:
        raise refused.NothingToJudge
    named = []
    for key in keys:
        index = state.goals.index(key)
        if index is None or index not in state.asked:
            raise refused.NotAnOpenGoal(key, (state.goal(i).key for i in state.asked))
        named.append(index)
    met = tuple(i for i in state.open if i in state.met or i in named)
    if not met:
        play = state.turns[-1].play
        raise refused.NoGoalMet(
            play.main.text if play else "?", (state.goal(i).told for i in state.open)
        )
    _complete(draft, met)


def _complete(draft: Draft, met: tuple[int, ...]) -> None:
    player = draft.state.on_turn
    draft.add(messages.GoalsCompleted(player, met))
    end_turn(draft)


def end_turn(draft: Draft) -> None:
    """Win, or fill the rack and the open goals, and go on to the next player."""
    if won(draft):
        return
    turn_up(draft)
    state = draft.state
    own = min(RACK - state.racks[state.on_turn], state.bag)
    if own > 0:
        draft.add(messages.TilesDrawn(state.on_turn, own))
    draft.add(messages.TurnEnded((state.on_turn + 1) % len(state.names)))


def _pass(draft: Draft, command: shared.Pass) -> None:
    state = draft.state
    check_open_turn(state)
    _check_player(state, command.player)
    if not state.helped:
        raise refused.MustUseHelper if usable_helpers(state) else refused.NothingLeft
    draft.add(shared.TurnPassed(state.on_turn))
    end_turn(draft)


def go_on(state: State) -> Settled:
    """Return what ends the turn: goals in question count as met, a due word is a pass.

    Only turns that are taken once more need it; in play the players decide.
    """
    draft, order = Draft(state), None
    if state.ended:
        return None, ()
    if state.judging:
        order = messages.JudgeGoals(tuple(state.goal(i).key for i in state.asked))
        _judge(draft, order.met)
    else:
        draft.add(shared.TurnPassed(state.on_turn))
        end_turn(draft)
    return order, tuple(draft.events)


def _give_up(draft: Draft) -> None:
    state = draft.state
    check_open_turn(state)
    if state.helped:
        raise refused.AlreadyHelped
    if left := usable_helpers(state):
        raise refused.HelpersLeft(messages.TITLES[helper] for helper in left)
    draft.add(messages.GameLost())


def _withdraw(draft: Draft, number: int | None) -> None:
    state = draft.state
    turns = len(state.turns)
    if turns and state.turns[-1].withdrawn and number in (None, turns):
        raise violations.AlreadyWithdrawn(turns)
    if state.last is None or number not in (None, turns):
        raise violations.NothingToWithdraw(number)
    draft.add(shared.PlayWithdrawn(turns, state.turns[-1].player))
    if not state.goals.rulings.invalid_word_tries_again:
        draft.add(messages.TurnEnded((draft.state.on_turn + 1) % len(state.names)))


def _correct(
    draft: Draft,
    command: shared.CorrectTile
    | messages.ColourSquare
    | messages.ReadColours
    | messages.ShowGoals,
) -> None:
    state = draft.state
    match command:
        case shared.CorrectTile():
            _correct_tile(draft, command)
        case messages.ColourSquare(square=square, color=color):
            colors = dict(state.colors)
            colors[square] = color.strip().lower()
            _read(draft, tuple(messages.Coloured(s, c) for s, c in sorted(colors.items()) if c))
        case messages.ReadColours(squares=squares):
            _read(draft, squares)
        case messages.ShowGoals(goals=keys):
            _show(draft, keys)


def _read(draft: Draft, squares: tuple[messages.Coloured, ...]) -> None:
    layout = draft.state.setup.layout
    for coloured in squares:
        if coloured.square not in layout:
            raise violations.OffBoard(coloured.square, layout.size)
    draft.add(messages.ColoursRead(squares))


def _show(draft: Draft, keys: tuple[str, ...]) -> None:
    state = draft.state
    if state.judging:
        raise refused.JudgeFirst
    if len(keys) != len(state.open):
        raise refused.BadGoals(
            said("{open} goals lie open, not {keys}", open=len(state.open), keys=len(keys))
        )
    found = []
    done = {goal for goal, _ in state.done}
    for key in keys:
        index = state.goals.index(key)
        if index is None or index in done or index in found:
            raise refused.BadGoals(
                said("{key} is unknown, completed or named twice", key=repr(key))
            )
        found.append(index)
    draft.add(messages.GoalsShown(tuple(found)))


def _correct_tile(draft: Draft, command: shared.CorrectTile) -> None:
    """In logs of version 0.1 alone; since then a letter corrected later is right all along."""
    state, square, tile = draft.state, command.square, command.tile
    check_lies(state.position, state.setup.layout, state.tiles, command)
    number = laid_by(state.turns, square)
    draft.add(shared.TileCorrected(number, square, tile))
    before, play = draft.state.last, draft.state.turns[-1].play
    if state.judging and before is not None and play is not None:
        _, met, asked = judged(before, play.placements)  # go by the right letters
        draft.add(messages.JudgementAsked(asked, met))
