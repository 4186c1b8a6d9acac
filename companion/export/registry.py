"""All forms that a game can be written in, and the reader of those that can be taken in."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from types import MappingProxyType

from companion.board.tiles import TileSet
from companion.errors import GcgError
from companion.export.api import FileForm, GameFile, GameFileError, Imported, Written
from companion.export.bundle import read_zip, write_zip
from companion.export.cgp import write_cgp
from companion.export.cgp_import import import_cgp, looks_like_cgp
from companion.export.gcg.game import check_begins_empty, export_gcg
from companion.export.gcg.read import parse_gcg
from companion.export.gcg.take_in import import_gcg
from companion.export.jsonl import read_jsonl, write_jsonl
from companion.export.sheet.html import write_html
from companion.export.turns_csv import write_csv
from companion.export.turns_json import write_json
from companion.rules.game import Game
from companion.rules.registry import game
from companion.text import listed, said


@dataclass(frozen=True, slots=True)
class Form:
    """A form and how to write it."""

    about: FileForm
    write: Callable[[GameFile], Written]
    suits: Callable[[Game], bool] = lambda _: True
    """Whether it can say anything of a game; what it cannot say is refused when written."""


def _gcg(game: GameFile) -> Written:
    check_begins_empty(game)
    text, losses = export_gcg(
        game.board, game.setup.tiles, title=game.name, lexicon=game.lexicon
    )
    return Written(text.encode("utf-8"), losses)


def _cgp(played: GameFile) -> Written:
    rules = game(played.ruleset)
    if not rules.has_board:
        raise GameFileError(
            "{game} has no board whose position could be written; take JSON Lines.",
            game=rules.title,
        )
    return write_cgp(played)


def _pdf(game: GameFile) -> Written:
    from companion.export.sheet.pdf import write_pdf  # the library takes its time to load

    return write_pdf(game)


_ALL = (
    Form(
        FileForm("gcg", said("GCG, for crossword programs"), "text/plain", open=True),
        _gcg,
        lambda game: game.is_crossword,
    ),
    Form(FileForm("html", said("Score sheet as a page"), "text/html", open=True), write_html),
    Form(FileForm("pdf", said("Score sheet for printing"), "application/pdf", open=True), _pdf),
    Form(FileForm("csv", said("Turns for spreadsheets"), "text/csv", open=True), write_csv),
    Form(
        FileForm("json", said("Turns for programs"), "application/json", open=True), write_json
    ),
    Form(
        FileForm("jsonl", said("Everything, to take in again"), "application/jsonl"),
        write_jsonl,
    ),
    Form(
        FileForm("cgp", said("The position, for engines"), "text/plain", open=True),
        _cgp,
        lambda game: game.has_board,
    ),
    Form(FileForm("zip", said("Everything with the pictures"), "application/zip"), write_zip),
)

FORMS = MappingProxyType({form.about.name: form for form in _ALL})
"""The forms by name, in menu order."""


def forms_of(ruleset: str) -> tuple[str, ...]:
    """Return the forms that suit a game, in menu order."""
    return tuple(name for name, form in FORMS.items() if form.suits(game(ruleset)))


def write_game(form: str, played: GameFile) -> Written:
    """Return a game in a form.

    Raises:
        GameFileError: There is no such form.
        GcgError: The game cannot be said in it.
    """
    if form not in FORMS:
        raise GameFileError(
            "There is no form {form!r}; the forms are {forms}.",
            form=form,
            forms=listed(FORMS, "comma"),
        )
    return FORMS[form].write(played)


def read_game(data: bytes, *, tiles: TileSet | None = None, encoding: str = "") -> Imported:
    """Return the game in a file's bytes: JSON Lines, a ZIP of ours, GCG, or a CGP position.

    What it is is told by its first bytes, never by its name.

    Args:
        data: The file.
        tiles: For a GCG or CGP file, the tile set it was played with; None to find out.
        encoding: Of a GCG file, as somebody says it is; empty to find out.

    Raises:
        GameFileError: None of these, damaged, or beyond the limits; the sentence says which.
    """
    if data.startswith((b"PK\x03\x04", b"PK\x05\x06")):
        return read_zip(data)
    if looks_like_cgp(data):
        return import_cgp(data, tiles=tiles)
    if data.lstrip(b"\xef\xbb\xbf \t\r\n")[:1] == b"{":
        return read_jsonl(data)
    try:
        return import_gcg(parse_gcg(data, encoding=encoding), tiles=tiles)
    except GcgError as error:
        raise GameFileError("The file cannot be taken in: {why}", why=error.said) from error
