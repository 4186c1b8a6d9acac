"""`companion watch`: the live pipeline without the web."""

from __future__ import annotations

import argparse
import json
import sys
import threading
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from companion.runtime.pipeline import Pipeline
    from companion.session.snapshot import Snapshot
    from companion.vision.types import Frame


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the subcommand."""
    parser = subparsers.add_parser(
        "watch",
        help="watch a board and print what is played",
        description="Prints each play that is seen. Enter ends a turn, Ctrl-C the watching; "
        "with --auto a play counts as soon as the board is still again after the next one began.",
    )
    parser.add_argument(
        "source", metavar="SOURCE", help="number, device, file, folder or address"
    )
    parser.add_argument("--language", default="english", help="tile set, or a file of one")
    parser.add_argument(
        "--players", default="A,B", metavar="A,B", help="names in order of play"
    )
    parser.add_argument("--auto", action="store_true", help="count each settled play by itself")
    parser.add_argument("--json", action="store_true", help="one JSON object per play")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Watch until the frames end or Ctrl-C."""
    from companion.runtime import wiring
    from companion.runtime.frames import watch

    stop = threading.Event()
    players = tuple(name.strip() for name in args.players.split(","))
    with wiring.open_table(folder=None, players=players, language=args.language) as table:
        eyes = wiring.eyes_for(table.tiles)
        pipeline = wiring.pipeline_for(table, eyes)
        teller = Teller(pipeline, auto=args.auto, as_json=args.json)
        if not args.auto and sys.stdin.isatty():
            threading.Thread(target=teller.listen, daemon=True).start()
        watch(teller, args.source, stop, gone="The camera gives no pictures.")
        teller.finish()
        totals = dict(table.loop.snapshot.totals)
    if args.json:
        print(json.dumps({"totals": totals}, ensure_ascii=False))
    print(", ".join(f"{name} {points}" for name, points in totals.items()), file=sys.stderr)
    return 0


class Teller:
    """Stands around a pipeline and prints what its snapshots say.

    Args:
        pipeline: Takes the frames.
        auto: Whether a proposal counts once the board shows more than it.
        as_json: Whether to print JSON Lines on standard output.
    """

    def __init__(self, pipeline: Pipeline, *, auto: bool, as_json: bool) -> None:
        self._pipeline, self._auto, self._as_json = pipeline, auto, as_json
        self._told = 0
        self._shown = ""

    def run(self, frames: Iterable[Frame]) -> None:
        """Take frames until they end."""
        from companion.session.messages import AcceptProposal

        for frame in frames:
            before = self._pipeline.port.snapshot.proposal
            now = self._pipeline.take(frame)
            if self._auto and before is not None and now.proposal is not None:
                laid = {p.square for p in before.best.placements}
                more = {p.square for p in now.proposal.best.placements}
                # Tiles of the last proposal and others: the next player has begun.
                if len(now.proposal.best.plays) > 1 and laid < more:
                    now = self._pipeline.port.submit(AcceptProposal(), "camera").result()
            self.tell(now)

    def complain(self, text: str) -> Snapshot:
        """Say why there are no frames."""
        now = self._pipeline.complain(text)
        self.tell(now)
        return now

    def listen(self) -> None:
        """Let each line on standard input end a turn."""
        from companion.errors import RuleViolation
        from companion.session.messages import AcceptProposal

        for _ in sys.stdin:
            try:
                self.tell(self._pipeline.port.submit(AcceptProposal(), "keyboard").result())
            except RuleViolation as fault:
                print(fault, file=sys.stderr)

    def finish(self) -> None:
        """Count what is still proposed when the frames have ended."""
        from companion.session.messages import AcceptProposal

        if self._auto and self._pipeline.port.snapshot.proposal is not None:
            self.tell(self._pipeline.port.submit(AcceptProposal(), "camera").result())

    def tell(self, now: Snapshot) -> None:
        """Print turns that are new, and what is proposed or wrong when that changes."""
        for turn in now.turns[self._told :]:
            line = f"{turn.number}. {turn.player} {turn.coordinate} {turn.word} {turn.score:+d}"
            self._print({"turn": turn.number, "player": turn.player, "kind": turn.kind,
                         "coordinate": turn.coordinate, "words": list(turn.words),
                         "score": turn.score, "total": turn.total}, line)  # fmt: skip
        self._told = len(now.turns)
        if now.proposal is not None and now.proposal.best.plays:
            plays = now.proposal.best.plays
            text = "seen: " + ", ".join(
                f"{p.coordinate} {p.main.text} {p.score}" for p in plays
            )
        else:
            text = now.message
        if text and text != self._shown:
            print(text, file=sys.stderr)
        self._shown = text

    def _print(self, facts: dict[str, Any], line: str) -> None:
        if self._as_json:
            print(json.dumps(facts, ensure_ascii=False), flush=True)
        else:
            print(line, flush=True)
