"""The household's copies of boards and cards: kept only when the game itself can read them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from companion import gamedata
from companion.errors import InputError
from companion.household.card_lists import cards_in
from companion.household.clock import SystemClock
from companion.household.game_files import GameFiles, own_file, own_titles
from companion.household.table_setup import TableSetup
from companion.rules.cards.game import GAME as CARDS


@pytest.fixture
def files(tmp_path: Path) -> GameFiles:
    return GameFiles(tmp_path, SystemClock())


def shown(files: GameFiles, game: str) -> dict[str, Any]:
    """What the page gets, as it comes back from there."""
    told: dict[str, Any] = json.loads(json.dumps(files.as_json(game), default=str))
    return told


def keys(told: dict[str, Any]) -> list[str]:
    """Of the parts."""
    return [part for part, _ in told["parts"]]


@pytest.mark.parametrize("game", gamedata.games())
def test_what_was_not_changed_comes_back_as_it_was(files: GameFiles, game: str) -> None:
    before = shown(files, game)
    assert (before["own"], before["checked"]) == (False, [])
    files.save(game, before["data"], keys(before)[:1])
    after = shown(files, game)
    assert after["own"]
    data = {**before["data"], "official": after["data"]["official"]}
    if game == "monopoly-scrabble":
        data["checked_on"] = after["data"]["checked_on"]
    assert after["data"] == data


def test_a_changed_rent_is_in_the_next_game_and_gone_after_a_reset(
    files: GameFiles, tmp_path: Path
) -> None:
    game = "monopoly-scrabble"
    told = shown(files, game)
    told["data"]["track"]["spaces"][1]["rent"] = 700
    files.save(game, told["data"], [])
    _, setup = TableSetup(edition=game).setup(tmp_path)
    assert "rent = 700" in setup.text_option("board", "")
    assert "rent = 700" not in TableSetup(edition=game).setup()[1].text_option("board", "")
    files.reset(game)
    assert own_file(tmp_path, game) is None
    assert not shown(files, game)["own"]


def test_a_board_is_official_when_every_part_was_compared(files: GameFiles) -> None:
    game = "monopoly-scrabble"
    told = shown(files, game)
    files.save(game, told["data"], keys(told)[:-1])
    assert shown(files, game)["data"]["official"] is False
    assert shown(files, game)["checked"] == keys(told)[:-1]
    files.save(game, told["data"], keys(told))
    after = shown(files, game)
    assert after["data"]["official"] is True
    assert len(after["data"]["checked_on"]) == 10
    assert after["checked"] == keys(told)


@pytest.mark.parametrize(
    "change",
    [
        lambda data: data["property"][0].update(value=650),
        lambda data: data["track"].update(spaces=[]),
        lambda data: data.update(unknown=1),
        lambda data: data["property"][0].pop("name"),
    ],
)
def test_what_the_game_cannot_read_is_refused_and_nothing_changes(
    files: GameFiles, tmp_path: Path, change: Any
) -> None:
    told = shown(files, "monopoly-scrabble")
    change(told["data"])
    with pytest.raises(InputError, match="board file"):
        files.save("monopoly-scrabble", told["data"], [])
    assert own_file(tmp_path, "monopoly-scrabble") is None


@pytest.mark.parametrize("value", [None, float("nan"), 1e300, [[[[[[[[1]]]]]]]]])
def test_what_no_file_can_say_is_refused(files: GameFiles, value: object) -> None:
    told = shown(files, "together")
    with pytest.raises(InputError, match="no data"):
        files.save("together", {**told["data"], "more": value}, [])


def test_a_damaged_copy_is_told_and_the_examples_stand_in(
    files: GameFiles, tmp_path: Path
) -> None:
    path = tmp_path / "games" / "together.toml"
    path.parent.mkdir()
    path.write_text("schema = 'something'", encoding="utf-8")
    told = files.as_json("together")
    assert "schema" in str(told["fault"])
    assert not told["own"]
    assert len(told["data"]["card"]) == 50


def test_a_game_without_printed_data(files: GameFiles) -> None:
    with pytest.raises(InputError, match="no board or cards"):
        files.as_json("../../etc/passwd")
    with pytest.raises(InputError, match="Nothing is kept"):
        GameFiles(None, SystemClock()).save("together", files.as_json("together")["data"], [])


def test_titles_of_the_familys_cards_are_kept_and_read_by(
    files: GameFiles, tmp_path: Path
) -> None:
    told = shown(files, "monopoly-cards")
    told["data"]["titles"]["red"] = ["Theaterstraße", "Museumstraße", "Opernplatz"]
    files.save("monopoly-cards", told["data"], [])
    assert shown(files, "monopoly-cards")["data"]["titles"]["red"][2] == "Opernplatz"
    text = CARDS.text(TableSetup(edition="monopoly-cards").setup(tmp_path)[1])
    cards = {card.key: card for card in cards_in(CARDS, text, own_titles(tmp_path, CARDS))}
    assert "Opernplatz" in cards["red"].titles
    assert cards["red"].colour_bgr == (0x24, 0x1B, 0xED)
    told["data"]["titles"]["red"] = ["?!"]
    with pytest.raises(InputError, match="at least one title"):
        files.save("monopoly-cards", told["data"], [])
    files.reset("monopoly-cards")
    assert own_titles(tmp_path, CARDS) is None
