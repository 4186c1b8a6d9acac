"""`companion play`: any game in the terminal, from typed turns. No camera, no browser."""

from __future__ import annotations

import argparse
import secrets
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from companion.app.terminal import spoken, t, tell, write
from companion.errors import CompanionError, InputError
from companion.rules.registry import FIRST
from companion.text import listed, said

if TYPE_CHECKING:
    from companion.export.api import GameFile
    from companion.household.clock import SystemClock
    from companion.rules.api import Setup
    from companion.rules.crossword.challenges.void import Judge
    from companion.session.session import Session
    from companion.store import EventStore

PLAYS = said("""\
A play:      8D HOUSE runs across, D8 HOUSE down. Tiles already there are typed as letters, as
             dots or in brackets; a small letter is a blank. Where the set has CH,
             C[H] are two tiles.""")

HELP = said("""\
Anything:    the name of an action and its fields in order, or as name=value.
Also:        board, turns, actions, export FILE (gcg html pdf csv json jsonl cgp zip), link,
             help, quit. Everything is kept as it is typed; --resume goes on.""")


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command to the menu."""
    parser = subparsers.add_parser(
        "play",
        help=t("any game in the terminal, from typed turns"),
        description=t("Play a game by typing its turns: without camera, without browser."),
    )
    parser.add_argument(
        "--edition",
        default=FIRST,
        metavar="NAME",
        help=t("which game (default: {first})", first=FIRST),
    )
    parser.add_argument(
        "--players", metavar="A,B", help=t("names in order of play (default: Ann,Bob)")
    )
    parser.add_argument("--language", metavar="NAME", help=t("tile set, if not the edition's"))
    parser.add_argument(
        "--option",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help=t("a house rule, such as challenge=points; may be given again"),
    )
    parser.add_argument(
        "--lexicon", default="enable", metavar="NAME", help=t("word list for challenges")
    )
    parser.add_argument(
        "--game", metavar="FILE", type=Path, help=t("store file (default: your own games)")
    )
    parser.add_argument(
        "--resume",
        metavar="NUMBER",
        type=int,
        nargs="?",
        const=0,
        help=t("go on with this game of the store, the last one if no number is given"),
    )
    parser.add_argument(
        "--take",
        metavar="FILE",
        type=Path,
        help=t("take in a game from a .gcg, .jsonl, .zip or .cgp file and go on with it"),
    )
    parser.add_argument(
        "--encoding",
        metavar="NAME",
        default="",
        help=t(
            "character encoding of the .gcg file that is taken in, if it is not what it seems"
        ),
    )
    parser.add_argument(
        "--position",
        metavar="CGP",
        help=t("begin in this position, a line of CGP; --players names who is on turn first"),
    )
    parser.add_argument(
        "--data",
        metavar="FILE",
        help=t("the family's own board, goals or deck instead of the bundled example"),
    )
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Play until the end of the input; 0, however the game stands."""
    with _table(args) as table:
        file = str(table.where)
        tell(
            said(
                "Game {number}, kept in {file}. Type help for help.",
                number=table.number,
                file=file,
            )
        )
        table.show()
        for line in sys.stdin:
            words = line.split()
            if not words:
                continue
            if words[0].lower() in ("quit", "exit"):
                break
            try:
                table.take(line.strip())
            except CompanionError as fault:
                tell(fault.said)
    return 0


@dataclass(slots=True)
class _Table:
    """A game and where it is kept."""

    session: Session
    setup: Setup
    ruleset: str
    number: int
    where: Path
    store: EventStore
    lexicon: str
    judge: Judge

    def take(self, line: str) -> None:
        """Do what a line asks for. Raises CompanionError with a sentence."""
        word, _, rest = line.partition(" ")
        own: dict[str, Callable[[str], None]] = {
            "board": lambda _: self.show(),
            "turns": self._turns,
            "actions": self._actions,
            "help": self._help,
            "export": self._export,
            "link": self._link,
        }
        if word.lower() in own:
            own[word.lower()](rest.strip())
            return
        from companion.session.order import ordered

        before = self.session.snapshot
        after = self.session.handle(ordered(self._command(line), "terminal", before.seen))
        self._story(len(before.turns))
        self.show(board=before.position != after.position)

    def _command(self, line: str) -> object:
        from companion.app.typed import Typed
        from companion.rules.registry import game

        board = self.session.snapshot.scoreboard

        def answer(word: str) -> tuple[bool, str]:
            found = self.judge(word)
            return found.known, found.lexicon

        typed = Typed(board, self.setup.tiles, game(self.ruleset).commands, answer)
        return typed.command(line)

    def _story(self, before: int) -> None:
        from companion.app.shown import turn_text

        for turn in self.session.snapshot.turns[before:]:
            tell(turn_text(turn, write))

    def show(self, *, board: bool = True) -> None:
        """Draw the game, its board or only what stands beside it."""
        from companion.app.shown import board_text, panel_text, scores_text

        shown = self.session.snapshot.scoreboard
        fields = [field for action in shown.actions for field in action.fields]
        has_board = len(shown.position) or any(f.kind == "placements" for f in fields)
        if board and has_board:
            tell(board_text(shown, self.setup.layout))
        for panel in shown.panels:
            tell(panel_text(panel, write))
        tell(scores_text(shown, write))

    def _turns(self, _: str) -> None:
        from companion.app.shown import turns_text

        tell(turns_text(self.session.snapshot.scoreboard, write))

    def _actions(self, _: str) -> None:
        from companion.app.shown import actions_text

        tell(actions_text(self.session.snapshot.actions, write))

    def _help(self, _: str) -> None:
        fields = [f for action in self.session.snapshot.actions for f in action.fields]
        if any(field.kind == "placements" for field in fields):
            tell(PLAYS)
        tell(HELP)
        self._actions("")

    def _file(self) -> GameFile:
        from companion.export.api import GameFile
        from companion.lexicon import choosable

        return GameFile(
            ruleset=self.ruleset,
            setup=self.setup,
            board=self.session.snapshot.scoreboard,
            entries=self.store.load(self.number),
            name=self.session.snapshot.game,
            lexicon=choosable().get(self.lexicon.lower(), ""),
            speaks=spoken(),
        )

    def _export(self, name: str) -> None:
        from companion.export.registry import write_game

        if not name:
            raise InputError("Name a file, such as: export game.gcg")
        path = Path(name).expanduser()
        written = write_game(path.suffix.lstrip(".").lower(), self._file())
        try:
            path.write_bytes(written.data)
        except OSError as error:
            raise InputError(
                "{file} cannot be written: {why}.", file=str(path), why=str(error.strerror)
            ) from error
        for told in (said("Written to {file}.", file=str(path)), *written.losses):
            tell(told)

    def _link(self, _: str) -> None:
        from companion.export.woogles import woogles_link

        link, losses = woogles_link(self._file())
        tell(link)
        for told in losses:
            tell(told)


@contextmanager
def _table(args: argparse.Namespace) -> Iterator[_Table]:
    from companion.household.clock import SystemClock
    from companion.household.folders import STORE_FILE, data_folder
    from companion.household.games import open_game, start_game
    from companion.store import EventStore

    where = args.game or data_folder() / STORE_FILE
    if args.game is None:
        where.parent.mkdir(parents=True, exist_ok=True)
    with EventStore.open(where) as store:
        clock = SystemClock()
        if args.take is not None or args.position is not None:
            number = _taken(args, store, clock)
            setup, ruleset = _kept(store, number)
            judge = _judge_by(args, setup)
            session = open_game(store, number, clock=clock, judge=judge)
        elif args.resume is None:
            setup, ruleset, title = _setup(args)
            judge = _judge_by(args, setup)
            number, session = start_game(
                store, setup, name=title, clock=clock, ruleset=ruleset, judge=judge
            )
            setup, ruleset = _kept(store, number)
        else:
            number = args.resume or max((g.game for g in store.games()), default=0)
            setup, ruleset = _kept(store, number)
            judge = _judge_by(args, setup)
            session = open_game(store, number, clock=clock, judge=judge)
        yield _Table(session, setup, ruleset, number, where, store, args.lexicon, judge)


def _judge_by(args: argparse.Namespace, setup: Setup) -> Judge:
    """What the word list says, with the household's own words where their games are kept."""
    from companion.household.folders import data_folder
    from companion.household.own_words import HouseWords
    from companion.lexicon import load
    from companion.rules.crossword.challenges.rules import Judged
    from companion.rules.crossword.challenges.void import by_anagram

    base = load(args.lexicon)
    folder = data_folder() if args.game is None else args.game.parent
    file = folder / "words" / f"{base.title}.house"
    words = HouseWords(base, file, anagrams=by_anagram(setup))

    def judge(word: str) -> Judged:
        found = words.judge(word)
        return Judged(word, found.known, found.lexicon_title)

    return judge


def _taken(args: argparse.Namespace, store: EventStore, clock: SystemClock) -> int:
    from companion.export.cgp_import import import_cgp
    from companion.household.imports import read_file, take_in
    from companion.tilesets import load

    tiles = load(args.language) if args.language else None
    if args.position is not None:
        players = _names(args) if args.players else ()
        imported = import_cgp(args.position.encode(), tiles=tiles, players=players)
    else:
        imported = read_file(args.take, tiles=tiles, encoding=args.encoding)
    for remark in imported.remarks:
        tell(remark)
    return take_in(store, imported, clock=clock)


def _names(args: argparse.Namespace) -> tuple[str, ...]:
    return tuple(name.strip() for name in (args.players or "Ann,Bob").split(","))


def _setup(args: argparse.Namespace) -> tuple[Setup, str, str]:
    from companion import gamedata
    from companion.gamedata.editions import load_edition
    from companion.rules.api import Setup
    from companion.rules.registry import game
    from companion.tilesets import load

    edition = load_edition(args.edition)
    tiles = load(args.language) if args.language else edition.tiles
    if args.data and edition.game not in gamedata.games():
        raise InputError(
            "{edition} is played without a data file; --data is for {games}.",
            edition=edition.title,
            games=listed(gamedata.games(), "comma"),
        )
    options = dict(edition.options) | dict(gamedata.options(edition.game, args.data))
    for text in args.option:
        name, equals, value = text.partition("=")
        if not equals or not name.strip():
            raise InputError(
                "--option takes NAME=VALUE, such as bingo=35; not {text!r}.", text=text
            )
        options[name.strip()] = int(value) if value.lstrip("-").isdigit() else value
    if game(edition.game).is_shuffled:
        options.setdefault("seed", secrets.randbelow(2**31))
    players = _names(args)
    setup = Setup(players, tiles, edition.layout, tuple(options.items()))
    return setup, edition.game, str(edition.title)


def _kept(store: EventStore, number: int) -> tuple[Setup, str]:
    from companion.rules.engine.codec import setup_from_json

    record = next(record for record in store.games() if record.game == number)
    return setup_from_json(record.setup), record.ruleset
