"""What would come of a play that lies uncounted, proposed by a camera or typed on a page."""

from __future__ import annotations

from typing import Any

from companion.board.placement import Placement, Play
from companion.board.square import Square
from companion.board.tiles import BLANK, Tile
from companion.errors import CompanionError, RuleViolation
from companion.inference.propose import Proposal
from companion.rules.api import Scoreboard
from companion.rules.crossword.scoring import score_play
from companion.rules.engine.messages import PlayTiles
from companion.session.snapshot import Snapshot
from companion.text.languages import Language
from companion.web.port import Playing
from companion.web.requests.amend import with_letter


def outcome(
    placements: tuple[Placement, ...], playing: Playing, speaks: Language
) -> dict[str, Any]:
    """Return what the rules say to tiles that are laid.

    Returns:
        `would` (a sentence), `refused` (why not), `counts` (points, or None) and `met` (ids of
        the goals that it completes).
    """
    try:
        foresight = playing.port.foresee(PlayTiles(placements))
    except RuleViolation as refusal:
        return {"would": "", "refused": speaks.write(refusal.said), "counts": None, "met": []}
    after = foresight.after
    last = after.turns[-1] if after.turns else None
    return {
        "would": speaks.write(last.detail) if last else "",
        "refused": "",
        "counts": last.score if last else None,
        "met": sorted(_goals(foresight.before) - _goals(after)),
    }


def draft(
    placements: tuple[Placement, ...], snapshot: Snapshot, playing: Playing, speaks: Language
) -> dict[str, Any]:
    """Return what tiles make that are being typed: `play` or None, and the `outcome`."""
    try:
        play = score_play(
            snapshot.position,
            placements,
            playing.layout,
            playing.tiles,
            rack_size=playing.rack_size,
        )
    except RuleViolation as refusal:
        refused = speaks.write(refusal.said)
        return {"play": None, "would": "", "refused": refused, "counts": None, "met": []}
    told = outcome(placements, playing, speaks)
    counts = play.score if told["counts"] is None else told["counts"]
    return {"play": play, **told, "counts": counts}


def made_by(
    proposal: Proposal, snapshot: Snapshot, square: Square, text: str, playing: Playing
) -> dict[str, Any] | None:
    """Return what a proposed play would be with a letter on a square it lays a tile on.

    Returns:
        `word`, `score` and `known` (None without a word list); None where it makes no play.
    """
    tile = BLANK if text == "?" else Tile(text)
    try:
        mended = with_letter(
            proposal, snapshot.position, square, tile,
            tiles=playing.tiles, layout=playing.layout, rack_size=playing.rack_size,
        )  # fmt: skip
    except CompanionError:
        return None
    if not mended.best.plays:
        return None
    play = mended.best.plays[-1]
    return {
        "word": play.words[0].text,
        "score": play.score,
        "known": None if tile == BLANK else _known(play, playing),
    }


def _known(play: Play, playing: Playing) -> bool | None:
    """Whether the word list has all words of a play; None where nobody can say."""
    if playing.lexicon is None or any("?" in word.text for word in play.words):
        return None
    return all(playing.lexicon.judge(word.text).known for word in play.words)


def _goals(board: Scoreboard) -> set[str]:
    """The ids of the goals that lie open."""
    goals = (panel for panel in board.panels if panel.kind == "goals")
    return {str(row[0]) for panel in goals for row in panel.rows}
