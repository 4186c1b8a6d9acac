"""What lights and displays of the box show of a game. Pure."""

from __future__ import annotations

import unicodedata

from companion.device.meaning import can_challenge
from companion.rules.engine.clock import ClockState, left_s
from companion.session.snapshot import Snapshot
from firmware_bridge import Clocks, Light, Lights, Scores, Text
from firmware_bridge.messages import NO_CLOCK_S, NOBODY

SEATS = 4
MOST = 0x7FFF
WIDTH = 16
_SPREAD = str.maketrans(
    {"ß": "ss", "ł": "l", "Ł": "L", "ø": "o", "Ø": "O", "æ": "ae", "Æ": "AE"}
)
"""Letters that Unicode does not take apart by itself."""


def lights_of(snapshot: Snapshot) -> Lights:
    """Whose turn it is; blinking where the camera has a play ready to be confirmed."""
    on = blink = 0
    on_turn = snapshot.scoreboard.on_turn
    if on_turn is not None and on_turn < SEATS:
        turn = 1 << on_turn
        on |= turn
        if snapshot.proposal is not None and snapshot.proposal.best.plays:
            blink |= turn
    if snapshot.doubtful or (snapshot.proposal is not None and snapshot.proposal.doubts):
        on |= 1 << Light.DOUBT
    if can_challenge(snapshot):
        on |= 1 << Light.CHALLENGE
    return Lights(0, on, blink)


def scores_of(snapshot: Snapshot) -> Scores:
    """All scores and whose turn it is."""
    points = [max(-MOST, min(MOST, total)) for _, total in snapshot.totals[:SEATS]]
    points += [0] * (SEATS - len(points))
    on_turn = snapshot.scoreboard.on_turn
    return Scores(0, NOBODY if on_turn is None or on_turn >= SEATS else on_turn, *points)


def clocks_of(clock: ClockState | None, now_ms: int) -> Clocks:
    """All clocks; none where the game is played without."""
    if clock is None:
        return Clocks(0, NOBODY, *[NO_CLOCK_S] * SEATS)
    seconds = [max(-MOST, min(MOST - 1, s)) for s in left_s(clock, now_ms)[:SEATS]]
    seconds += [NO_CLOCK_S] * (SEATS - len(seconds))
    running = clock.running
    return Clocks(0, NOBODY if running is None or running >= SEATS else running, *seconds)


def text_of(snapshot: Snapshot, notice: str, *, has_clock: bool) -> Text:
    """A notice; else what the game says or the last turn, where no clock needs the line."""
    display = snapshot.scoreboard.display
    if notice or has_clock or display or not snapshot.turns:
        return Text(0, plain(notice or ("" if has_clock else display)))
    last = snapshot.turns[-1]
    if last.kind == "play":
        return Text(0, plain(f"{last.word[:11]} {last.score:+d}"))
    return Text(0, plain(last.kind))


def plain(text: str) -> str:
    """Return as much of a text as the displays can show, in their characters."""
    spread = unicodedata.normalize("NFKD", text.translate(_SPREAD))
    kept = [c for c in spread if " " <= c <= "~" and c not in "$*,"]
    return "".join(kept)[:WIDTH]
