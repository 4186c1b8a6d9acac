"""What may be done in a crossword game: a command becomes one event, or a refusal.

Source: rulebook "Scrabble" (facts S4).
"""

from __future__ import annotations

from typing import assert_never

from companion.rules.crossword.bag import check_bag
from companion.rules.crossword.challenges.refusals import AlreadyJudged
from companion.rules.crossword.challenges.rules import (
    check_challenger,
    check_named,
    check_void,
    check_window,
    check_words,
)
from companion.rules.crossword.held import check_held, final_racks
from companion.rules.crossword.sheet import check_turn
from companion.rules.crossword.starting import first_by_draw
from companion.rules.crossword.state import CrosswordState, ended, may_begin
from companion.rules.crossword.turns import (
    Adjusted,
    Challenged,
    Exchanged,
    Laid,
    Withdrawn,
    beside_the_turns,
)
from companion.rules.engine import messages, violations
from companion.text import said


def decide(state: CrosswordState, command: messages.Command) -> tuple[messages.Event, ...]:
    """Return what a command causes. Raises RuleViolation with a sentence."""
    match command:
        case messages.PlayTiles() | messages.Pass() | messages.Exchange():
            return (_decide_turn(state, command),)
        case messages.Withdraw():
            return (_decide_withdrawal(state, command),)
        case messages.Challenge():
            return (_decide_challenge(state, command),)
        case messages.DrawStart():
            return (_decide_start(state, command),)
        case messages.AdjustScore(player=player, points=points, reason=reason):
            check_turn(state.sheet, Adjusted(player, points, reason))
            return (messages.ScoreAdjusted(player, points, reason),)
        case messages.EndGame():
            return (_decide_end(state, command),)
        case _:
            raise AssertionError("corrections of the past are decided elsewhere")


def _decide_turn(
    state: CrosswordState, command: messages.PlayTiles | messages.Pass | messages.Exchange
) -> messages.Event:
    if state.ended:
        raise violations.GameOver
    sheet, names = state.sheet, state.setup.players
    player = sheet.on_turn if command.player is None else command.player
    _check_seat(state, player)
    if player != sheet.on_turn:
        raise violations.NotYourTurn(names[player], names[sheet.on_turn])
    match command:
        case messages.PlayTiles(placements=placements, words=words):
            ordered = tuple(sorted(placements, key=lambda p: p.square))
            check_turn(sheet, Laid(player, ordered))
            check_held(sheet, Laid(player, ordered))
            check_void(state.rules, words)
            if state.rules.bag_check:
                on_board, laid = sheet.position.items(), [p.tile for p in ordered]
                check_bag((*(t for _, t in on_board), *laid), state.setup.tiles, laying=laid)
            return messages.TilesPlayed(player, ordered)
        case messages.Pass():
            return messages.TurnPassed(player)
        case messages.Exchange(count=0, tiles=()):
            return messages.TurnPassed(player)
        case messages.Exchange(count=count, tiles=tiles):
            check_turn(sheet, Exchanged(player, count, tiles))
            check_held(sheet, Exchanged(player, count, tiles))
            return messages.TilesExchanged(player, count, tiles)
        case _:
            assert_never(command)


def _check_seat(state: CrosswordState, seat: int) -> None:
    if not 0 <= seat < len(state.setup.players):
        raise violations.NoSuchPlayer(seat, len(state.setup.players))


def _last_play(state: CrosswordState, turn: int | None) -> int:
    """Return the number of the play that is meant: one that lies on the board.

    Raises:
        RuleViolation: There is none, it is no play, or it has been taken off.
    """
    lines = state.sheet.lines
    if turn is not None and not 1 <= turn <= len(lines):
        raise violations.NoSuchTurn(turn, len(lines))
    standing = state.sheet.standing
    number = turn if turn is not None else (0 if standing is None else standing + 1)
    if not number:
        raise violations.NothingToWithdraw
    line = lines[number - 1]
    removal = turn is None and isinstance(line.turn, Withdrawn | Challenged)
    if line.withdrawn or removal:
        raise violations.AlreadyWithdrawn(number - 1 if removal else number)
    if line.play is None:
        raise violations.NothingToWithdraw(turn)
    return number


def _decide_withdrawal(state: CrosswordState, command: messages.Withdraw) -> messages.Event:
    number = _last_play(state, command.turn)
    return messages.PlayWithdrawn(number, state.sheet.lines[number - 1].seat)


def _decide_challenge(state: CrosswordState, command: messages.Challenge) -> messages.Event:
    sheet, rules, names = state.sheet, state.rules, state.setup.players
    number = _last_play(state, command.turn)
    line, later = sheet.lines[number - 1], sheet.lines[number:]
    following = (line.seat + 1) % len(names)
    by = following if command.by is None else command.by
    _check_seat(state, by)
    check_challenger(rules, names, by=by, owner=line.seat, next_seat=following)
    check_words(command.words, line.play.words if line.play else ())
    check_named(command.words)
    asked = [word.word for word in command.words]
    if words_judged(state, number) >= set(asked):
        raise AlreadyJudged(asked)
    warning = check_window(
        rules,
        later_turns=not all(beside_the_turns(after.turn) for after in later),
        seconds=command.seconds,
    )
    return messages.PlayChallenged(number, by, line.seat, command.words, warning, settled=True)


def words_judged(state: CrosswordState, number: int) -> set[str]:
    """Return the words of turn `number` that have been challenged since and stood."""
    judged: set[str] = set()
    for line in state.sheet.lines[number:]:
        if not beside_the_turns(line.turn):
            break
        if isinstance(line.turn, Challenged):
            judged |= {word.word for word in line.turn.words}
    return judged


def _decide_start(state: CrosswordState, command: messages.DrawStart) -> messages.Event:
    if state.sheet.lines or state.ended:
        raise violations.GameBegun
    names, among = state.setup.players, may_begin(state.setup, state.rules)
    if len(among) == 1:
        raise violations.BadDraw(
            said(
                "{player} has begun the fewest games and begins this one",
                player=names[among[0]],
            )
        )
    first = first_by_draw(command.tiles, names, state.setup.tiles, among)
    return messages.StartDrawn(command.tiles, first)


def _decide_end(state: CrosswordState, command: messages.EndGame) -> messages.Event:
    if state.ended and not state.unknown:
        raise violations.GameOver
    return ended(state, final_racks(state.sheet, command.racks))
