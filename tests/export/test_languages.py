"""Files to be read are in the language of who asks; names stay as they were typed."""

from __future__ import annotations

import csv
import io
from dataclasses import replace

import pytest

from companion.export.api import GameFile
from companion.export.registry import FORMS, write_game
from companion.export.sheet import pdf as sheet_pdf
from companion.rules.registry import GAMES
from companion.text import Argument
from companion.text.languages import LANGUAGES, PSEUDO, language
from tests.doubles.random_games import RandomGame
from tests.export.test_every_game_out import file_of

NAMES = ("Green", "Pass", "Red", "{x}")
PLAIN = ("Quill", "Zorn", "Vex", "Wok")


def played(name: str, code: str, *, names: tuple[str, ...] = NAMES) -> GameFile:
    game = RandomGame(GAMES[name], 5, players=names)
    for _ in range(25):
        game.step()
    return replace(file_of(game), speaks=language(code))


def readable(form: str, game: GameFile) -> str:
    """What a file says; of a PDF, all that is drawn in it."""
    if form != "pdf":
        return write_game(form, game).data.decode("utf-8-sig")
    drawn: list[str] = []

    class Read(sheet_pdf._Page):
        def text(self, text: Argument) -> str:
            drawn.append(super().text(text))
            return drawn[-1]

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(sheet_pdf, "_Page", Read)
        write_game(form, game)
    return "\n".join(drawn)


@pytest.mark.parametrize("code", [*LANGUAGES, PSEUDO])
@pytest.mark.parametrize("name", GAMES)
def test_names_are_the_same_in_every_language(name: str, code: str) -> None:
    """A sheet differs from that of players whose names mean nothing by the names alone."""
    game, plain = played(name, code), played(name, code, names=PLAIN)
    for form in ("html", "pdf", "csv"):
        text = readable(form, plain)
        for told, meaningless in zip(NAMES, PLAIN, strict=True):
            text = text.replace(meaningless, told)
        assert readable(form, game) == text


@pytest.mark.parametrize("name", GAMES)
def test_data_are_the_same_in_every_language(name: str) -> None:
    english, german = (played(name, code) for code in LANGUAGES)
    assert write_game("jsonl", english).data == write_game("jsonl", german).data
    rows = [
        list(csv.DictReader(io.StringIO(readable("csv", game)))) for game in (english, german)
    ]
    told = [[{**row, "detail": ""} for row in table] for table in rows]
    assert told[0] == told[1]


@pytest.mark.parametrize("form", FORMS)
def test_what_a_form_leaves_out_is_told_in_german(form: str) -> None:
    game = played("classic", "de")
    german = language("de")
    for loss in write_game(form, game).losses:
        assert german.write(loss) != str(loss)


def test_the_score_sheet_is_german() -> None:
    text = readable("html", played("classic", "de"))
    for told in ("<h2>Züge</h2>", "Das Brett", "Punkte Zug um Zug", "Auch gebildet"):
        assert told in text
    page = readable("pdf", played("classic", "de"))
    assert "Punkte Zug um Zug" in page
