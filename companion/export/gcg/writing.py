"""The turns of a game of ours as the lines of a GCG file.

A rack is what a file said, or what the turns show that the player held; never a guess.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from companion.board.spelling import DIGITS, Letters, spelled, written
from companion.board.tiles import Tile, TileSet
from companion.errors import InvalidNotation
from companion.export.gcg.lines import UNKNOWN_RACK
from companion.export.gcg.turns import item_of
from companion.export.gcg.types import (
    GcgChallenge,
    GcgEndRack,
    GcgEvent,
    GcgExchange,
    GcgItem,
    GcgNote,
    GcgPass,
    GcgPlay,
    GcgTime,
    GcgUnknown,
    GcgWithdrawal,
)
from companion.rules.api import Scoreboard, TurnRow
from companion.rules.crossword.bag import token
from companion.rules.noted import TurnNoted
from companion.text import Said, listed, said

_BESIDE = ("pass", "lost", "challenge", "time", "adjusted")
"""Turns after which their player holds what was held before."""


def one_line(text: str) -> str:
    """Return a text without line breaks."""
    return " ".join(text.split())


@dataclass(slots=True)
class Writing:
    """A game being written."""

    board: Scoreboard
    tiles: TileSet
    nicks: list[str]
    faithful: bool = False
    losses: list[Said] = field(default_factory=list)
    letters: Letters = field(init=False)
    swapped: list[int] = field(init=False)
    """Points that each player has more in the file than in the game."""

    unknown: list[int] = field(default_factory=list)
    """Turns in which nothing is known of the rack."""

    def __post_init__(self) -> None:
        self.letters = Letters.of(self.tiles, digits=True)
        self.swapped = [0] * len(self.nicks)

    def noted(self, at: int) -> TurnNoted:
        """Return what a file said of a turn."""
        told = self.board.noted[at] if at < len(self.board.noted) else None
        return told or TurnNoted()

    def turn(self, at: int) -> list[GcgItem]:
        """Return the lines of a turn."""
        turn, noted = self.board.turns[at], self.noted(at)
        if self._mends(at) or self._ends(at):
            return []
        if self._swaps(turn):
            items = self._swap(at)
        else:
            items = [self._shifted(item, turn.seat) for item in self._items(at)]
        if noted.trailing:
            items = [
                replace(item, trailing=noted.trailing) if isinstance(item, GcgEvent) else item
                for item in items
            ]
        if noted.total not in (None, self._figures(at)[1]):
            self.losses.append(
                said(
                    "The file gave {given} as the total of turn {turn}; {sum} is written, to "
                    "which the scores add up.",
                    given=noted.total or 0,
                    turn=turn.number,
                    sum=self._figures(at)[1],
                )
            )
        return [*items, *map(GcgUnknown, noted.lines)]

    def held(self) -> list[GcgItem]:
        """Return the lines on what is held now, and tell what could not be written."""
        out: list[GcgItem] = []
        shown = [at for at in range(len(self.board.turns)) if not self._mends(at)]
        for at in shown:
            lines, turn = self.noted(at).held, self.board.turns[at]
            if lines and at == shown[-1] and not self.board.ended:
                out += map(item_of, lines)
            elif lines:
                self.losses.append(
                    said(
                        "What was held after turn {turn} is left out, for the game went on.",
                        turn=turn.number,
                    )
                )
        if self.unknown:
            self.losses.append(
                said(
                    "Nothing is known of the racks in turns {turns}; {mark} stands for them, "
                    "which some programs refuse.",
                    turns=listed(self.unknown, "comma"),
                    mark=UNKNOWN_RACK,
                )
            )
        return out

    # --- figures ---

    def _mends(self, at: int) -> bool:
        """Whether a line only mends the score of the play before, as a file recorded it."""
        turns = self.board.turns
        if not 0 < at < len(turns) or turns[at].kind != "adjusted" or self.noted(at).move:
            return False
        before = turns[at - 1]
        return (
            "recorded" in turns[at].marks
            and before.kind in ("play", "withdrawn", "exchange")
            and before.seat == turns[at].seat
        )

    def _ends(self, at: int) -> bool:
        """Whether a line only mends the reckoning, as a file recorded it."""
        own = self.board.turns[at].kind == "adjusted" and self.noted(at).move[:1] == "("
        return bool(self.board.racks) and own

    def _figures(self, at: int) -> tuple[int, int]:
        """Score and total of a line, as a file had recorded them where it did."""
        turn = self.board.turns[at]
        if self._mends(at + 1):
            mended = self.board.turns[at + 1]
            return turn.score + mended.score, mended.total
        return turn.score, turn.total

    def _shifted(self, item: GcgItem, seat: int) -> GcgItem:
        points = self.swapped[seat]
        if not points or not isinstance(item, GcgEvent):
            return item
        return replace(item, total=(item.total or 0) + points)

    def _swaps(self, turn: TurnRow) -> bool:
        """Whether points that a challenger loses are to be written as the other's gain."""
        lost = turn.kind == "challenge" and turn.score < 0
        return lost and not self.faithful and len(self.nicks) == 2

    # --- lines ---

    def _items(self, at: int) -> list[GcgItem]:
        turn, move = self.board.turns[at], self.noted(at).move
        nick = self.nicks[turn.seat % len(self.nicks)]
        own = turn.kind in ("adjusted", "exchange") or "impossible" in turn.marks
        if own and move.strip("()"):
            return [self._as_file_had_it(at, nick, move)]
        if "impossible" in turn.marks:
            self.losses.append(
                said("Turn {turn} is impossible and is written as a pass.", turn=turn.number)
            )
            note = said(
                "turn {turn} cannot be played here: {why}", turn=turn.number, why=turn.detail
            )
            none = GcgPass(nick, self.rack(at), 0, turn.total)
            return [none, GcgNote(one_line(str(note)))]
        match turn.kind:
            case "play":
                return [self._play(at, nick)]
            case "withdrawn":
                told = [GcgNote(one_line(str(turn.detail)))] if turn.detail else []
                return [GcgWithdrawal(nick, self.rack(at), *self._figures(at)), *told]
            case "exchange":
                given = written(turn.tiles, self.tiles)
                if self.board.filed:  # as the file has them
                    texts = ["?" if tile.blank else tile.letter for tile in turn.tiles]
                    given = spelled(texts, self.tiles)
                count = None if given else turn.count
                return [GcgExchange(nick, self.rack(at), given, count, 0, turn.total)]
            case "challenge" if turn.score:
                return [GcgChallenge(nick, self.rack(at), turn.score, turn.total)]
            case "challenge":
                return [GcgNote(one_line(str(turn.detail)))]
            case "time" | "adjusted":
                return self._adjusted(at, nick)
            case kind:
                lost = [GcgNote("unsuccessful challenge: the turn is lost")]
                none = GcgPass(nick, self.rack(at), 0, turn.total)
                return [none, *(lost if kind == "lost" else [])]

    def _as_file_had_it(self, at: int, nick: str, move: str) -> GcgItem:
        rack, (score, total) = self.noted(at).rack, self._figures(at)
        if move == "--":
            return GcgWithdrawal(nick, rack or UNKNOWN_RACK, score, total)
        if move[0] == "(":
            return GcgEndRack(nick, rack, move[1:-1], score, total)
        if move[0] == "-":
            return GcgExchange(nick, rack or UNKNOWN_RACK, move[1:], None, score, total)
        coordinate, _, word = move.partition(" ")
        return GcgPlay(nick, rack or UNKNOWN_RACK, coordinate, word, score, total)

    def _play(self, at: int, nick: str) -> GcgPlay:
        turn, (score, total) = self.board.turns[at], self._figures(at)
        named = (word for word in turn.words if word.coordinate == self.noted(at).at)
        main = next(named, turn.words[0])
        shown = zip(main.tiles, main.new, strict=True)
        word = spelled([tile.text if new else "." for tile, new in shown], self.tiles)
        if "?" in word:
            self.losses.append(
                said(
                    "The letter of a blank in turn {turn} is not known; it is a ?.",
                    turn=turn.number,
                )
            )
        return GcgPlay(nick, self.rack(at), main.coordinate, word, score, total)

    def _adjusted(self, at: int, nick: str) -> list[GcgItem]:
        turn = self.board.turns[at]
        line = GcgTime(nick, self.rack(at), turn.score, turn.total)
        if turn.kind == "time":
            return [line]
        why = turn.detail or said("no reason given")
        self.losses.append(
            said(
                "The {points:+d} points of turn {turn} ({why}) are written as for time.",
                points=turn.score,
                turn=turn.number,
                why=why,
            )
        )
        return [line, GcgNote(one_line(str(why)))]

    def _swap(self, at: int) -> list[GcgItem]:
        turn = self.board.turns[at]
        other = 1 - turn.seat
        self.swapped[turn.seat] -= turn.score
        self.swapped[other] -= turn.score
        before = (t.total for t in self.board.turns[at::-1] if t.seat == other)
        total = next(before, 0) + self.swapped[other]
        self.losses.append(
            said(
                "The format has no line for the {points} points that {player} lost by a "
                "challenge; they are written as gained by the other player, so both totals are "
                "higher and the difference is right.",
                points=-turn.score,
                player=turn.player,
            )
        )
        bonus = GcgChallenge(self.nicks[other], self._held(at, other), -turn.score, total)
        nick = self.nicks[turn.seat]
        return [bonus, GcgNote(f"{nick} lost {-turn.score} points by this challenge")]

    def end(self) -> list[GcgItem]:
        """Return the reckoning: who is out gains the others' tiles, they lose their own."""
        board, items = self.board, []
        totals = [0] * len(self.nicks)
        for at, turn in enumerate(board.turns):
            if not self._ends(at):
                totals[turn.seat] = turn.total
        out_first = sorted(range(len(self.nicks)), key=lambda seat: bool(board.racks[seat]))
        for seat in out_first:
            rack, gain = board.racks[seat], board.rows[seat].total - totals[seat]
            own, after = written(rack, self.tiles), totals[seat] + gain + self.swapped[seat]
            others = (tile for other in board.racks for tile in other)
            if not rack and any(board.racks):
                held = written(others, self.tiles)
                items.append(GcgEndRack(self.nicks[seat], "", held, gain, after))
            elif gain:
                items.append(GcgEndRack(self.nicks[seat], own, own, gain, after))
        return list(items)

    # --- racks ---

    def rack(self, at: int) -> str:
        """Return what a turn's player held before it, as far as it is known."""
        turn = self.board.turns[at]
        stated = self._stated(at)
        if stated:
            return stated
        if turn.kind == "withdrawn":
            off = next(
                (i for i in range(at, -1, -1) if self._lays(i) and self._seat(i) == turn.seat),
                None,
            )
            return UNKNOWN_RACK if off is None else self.rack(off)
        if turn.tiles:
            return written(turn.tiles, self.tiles)
        if turn.kind == "exchange":  # what comes later was drawn
            self.unknown.append(turn.number)
            return UNKNOWN_RACK
        return self._held(at, turn.seat)

    def _lays(self, at: int) -> bool:
        return bool(self.board.turns[at].placements)

    def _seat(self, at: int) -> int:
        return self.board.turns[at].seat

    def _stated(self, at: int) -> str:
        """A file's rack, if it still holds what the turn lays or gives away."""
        turn, text = self.board.turns[at], self.noted(at).rack
        try:
            rack = self.letters.rack(text)
        except InvalidNotation:
            return text
        if "corrected" in turn.marks and _counted(turn.tiles) - _counted(rack):
            self.losses.append(
                said(
                    "The rack {rack} of turn {turn} does not hold its tiles and is left out.",
                    rack=text,
                    turn=turn.number,
                )
            )
            return ""
        return written(rack, self.tiles) if set(text) & set(DIGITS) else text

    def _held(self, at: int, seat: int) -> str:
        """What a player held who has not drawn until the next own play or exchange."""
        for later in range(at + 1, len(self.board.turns)):
            turn = self.board.turns[later]
            if turn.seat != seat:
                continue
            if stated := self.noted(later).rack:
                return stated
            if turn.tiles and "impossible" not in turn.marks:
                return written(turn.tiles, self.tiles)
            if turn.kind not in _BESIDE:
                break
        else:
            if self.board.racks and self.board.racks[seat]:
                return written(self.board.racks[seat], self.tiles)
        if self.board.turns[at].kind in ("pass", "lost"):
            self.unknown.append(self.board.turns[at].number)
        return UNKNOWN_RACK


def _counted(tiles: Iterable[Tile]) -> Counter[str]:
    return Counter(map(token, tiles))
