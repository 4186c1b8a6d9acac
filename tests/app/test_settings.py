from __future__ import annotations

import dataclasses
import re
from pathlib import Path

import pytest

from companion.app.settings import Settings, read_settings
from companion.errors import ConfigError


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "companion.toml"
    path.write_text('[web]\nport = 9000\nlan = true\n[game]\nplayers = ["Ann", "Bob"]\n')
    return path


def test_without_anything_the_defaults_hold() -> None:
    assert read_settings() == Settings()


def test_the_later_source_wins(file: Path) -> None:
    assert read_settings(file).web.port == 9000
    environment = {"COMPANION_WEB_PORT": "9001", "COMPANION_DATA": "x", "PATH": "y"}
    assert read_settings(file, environment=environment).web.port == 9001
    flags = {"web.port": 9002, "game.language": None}
    settings = read_settings(file, environment=environment, flags=flags)
    assert settings.web.port == 9002
    assert settings.web.lan
    assert settings.game.players == ("Ann", "Bob")
    assert settings.game.language == "english"


def test_the_environment_speaks_text() -> None:
    environment = {
        "COMPANION_WEB_LAN": "yes",
        "COMPANION_GAME_PLAYERS": "Ann, Bob",
        "COMPANION_CAMERA_SOURCE": "0",
    }
    settings = read_settings(environment=environment)
    assert settings.web.lan is True
    assert settings.game.players == ("Ann", "Bob")
    assert settings.camera.source == "0"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[web]\nprot = 1\n", "'port'"),
        ("[wbe]\nport = 1\n", "'web'"),
        ("[web]\nqqq = 1\n", "known are port, lan, https, certificate, key, lexicon"),
        ("[web]\nport = 'x'\n", "web.port takes a whole number, not 'x'"),
        ("[web]\nport = true\n", "a whole number"),
        ("[web]\nlan = 1\n", "true or false"),
        ("[game]\nplayers = 'Ann'\n", "a list of texts"),
        ("web = 3\n", "[web]"),
        ("[web\n", "not TOML"),
    ],
)
def test_what_is_wrong_is_said_in_a_sentence(file: Path, text: str, said: str) -> None:
    file.write_text(text)
    with pytest.raises(ConfigError) as caught:
        read_settings(file)
    assert said in str(caught.value)
    assert "\n" not in str(caught.value).strip()


def test_wrong_variables_and_flags_are_said_too() -> None:
    with pytest.raises(ConfigError, match="takes a whole number"):
        read_settings(environment={"COMPANION_WEB_PORT": "many"})
    with pytest.raises(ConfigError, match="did you mean 'port'"):
        read_settings(flags={"web.prt": 1})
    with pytest.raises(ConfigError, match="did you mean 'web'"):
        read_settings(flags={"wep.port": 1})


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="cannot be read"):
        read_settings(tmp_path / "none.toml")


def test_every_setting_is_documented_with_its_default() -> None:
    page = Path(__file__).resolve().parents[2] / "docs" / "settings.md"
    rows = re.findall(r"^\| `(\w+\.\w+)` \| (.*?) ?\|", page.read_text("utf-8"), re.MULTILINE)

    def shown(value: object) -> str:
        text = ", ".join(value) if isinstance(value, tuple) else str(value)
        text = text.lower() if isinstance(value, bool) else text
        return f"`{text}`" if text else ""

    sections = dataclasses.asdict(Settings())
    assert rows == [
        (f"{section}.{key}", shown(value))
        for section, keys in sections.items()
        for key, value in keys.items()
    ]
