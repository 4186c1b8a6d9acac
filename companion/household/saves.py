"""A game as files: what the dashboard offers to save, for the running game and for old ones."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import replace

from companion.export.api import GameFile
from companion.export.registry import FORMS, write_game
from companion.household.clock import Clock
from companion.household.games import open_game, record_of
from companion.household.pictures import TurnPictures
from companion.store import EventStore
from companion.text.languages import Language
from companion.web import Export, Exported


def exports_of(
    gather: Callable[[], GameFile], offered: Collection[str] = FORMS
) -> Mapping[str, Export]:
    """Return all forms there are for a game.

    Args:
        gather: Gives the game as it stands, whenever a file is asked for.
        offered: The forms that suit it.
    """

    def written(name: str) -> Callable[[Language], Exported]:
        def write(speaks: Language) -> Exported:
            game = replace(gather(), speaks=speaks)
            made = write_game(name, game)
            return Exported(made.data, game.board.open, made.losses)

        return write

    return {
        name: Export(about.title, about.media_type, written(name), about.open, name in offered)
        for name, about in ((name, form.about) for name, form in FORMS.items())
    }


def stored_game(
    store: EventStore,
    number: int,
    *,
    clock: Clock,
    lexicon: str = "",
    pictures: TurnPictures | None = None,
) -> GameFile:
    """Return a game of the store, as it stands, ready to be written.

    Args:
        store: Where it is kept.
        number: Which.
        clock: The time.
        lexicon: Title of the word list in use.
        pictures: The camera's, if they were kept.

    Raises:
        StoreError: No such game, or its log cannot be read.
    """
    record = record_of(store, number)
    session = open_game(store, number, clock=clock)
    board = session.snapshot.scoreboard
    kept = {}
    if pictures is not None:
        kept = {row.number: data for row in board.turns if (data := pictures.of(row))}
    return GameFile(
        ruleset=record.ruleset,
        setup=session.setup,
        board=board,
        entries=store.load(number),
        name=session.snapshot.game,
        lexicon=lexicon,
        pictures=kept,
    )
