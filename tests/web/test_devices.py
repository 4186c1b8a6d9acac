"""The health of the buttons, for the host; and in German too."""

from __future__ import annotations

import inspect
import re
from pathlib import Path

import pytest

from companion import web
from companion.app.loop import Loop
from companion.device.table import Buttons, at_table
from companion.errors import told
from companion.text import Said
from companion.text.languages import language
from companion.tilesets import load
from companion.web import Access, OneGame, Playing, create_app
from firmware_bridge import BridgeError, Button, LinkStatus, Phase, faults
from firmware_bridge.local import SourceStatus
from firmware_bridge.local import faults as local_faults
from tests.doubles.fake_loop import FakeLoop
from tests.doubles.games import session


def test_the_page_asks_how_it_stands_with_a_box() -> None:
    with (
        Loop(session()) as loop,
        at_table(Buttons("virtual://asked?seed=3"), loop) as health,
    ):
        playing = Playing(loop, load("english"), devices=health)
        client = create_app(OneGame(playing)).test_client()
        (told,) = client.get("/api/devices").get_json()["devices"]
        assert told["kind"] == "box"
        assert told["port"] in ("", "virtual://asked?seed=3")
        assert '"devices": true' in client.get("/").get_data(as_text=True)


def test_without_buttons_there_is_nothing_to_tell() -> None:
    loop = FakeLoop()
    client = create_app(OneGame(Playing(loop, loop.setup.tiles))).test_client()
    assert client.get("/api/devices").get_json() == {"ok": True, "devices": []}


def test_viewers_are_not_told() -> None:
    loop = FakeLoop()
    playing = Playing(loop, loop.setup.tiles, devices=lambda: [{"port": "/dev/secret"}])
    client = create_app(OneGame(playing), access=Access(host_pin="4711")).test_client()
    answer = client.get("/api/devices")
    assert answer.status_code == 403
    assert "secret" not in answer.get_data(as_text=True)
    assert client.post("/api/host", json={"pin": "4711"}).status_code == 200
    assert client.get("/api/devices").get_json()["devices"] == [{"port": "/dev/secret"}]


def test_every_button_and_outcome_has_a_name() -> None:
    script = Path(web.__file__).parent / "static" / "js" / "wordings.js"
    families = dict(
        re.findall(r'"(devices\.\w+)": \{(.*?)\n  \}', script.read_text("utf-8"), re.DOTALL)
    )
    for button in Button:
        assert f'"{button.name.lower()}"' in families["devices.button"]
    for came in ("counted", "refused", "waiting", "ignored"):
        assert f'"{came}"' in families["devices.came"]


def all_told() -> list[Said]:
    """Everything that buttons may put on the screens."""
    found: list[Said] = []
    for module in (faults, local_faults):
        for _, kind in inspect.getmembers(module, inspect.isclass):
            if issubclass(kind, BridgeError) and kind is not BridgeError:
                blanks = len(inspect.signature(kind).parameters)
                found.append(told(kind(*(f"x{i}" for i in range(blanks)))))
    for phase in Phase:
        for dropped in (0, 3):
            for bad_line in (False, True):
                status = LinkStatus(phase, "x", dropped=dropped, bad_line=bad_line)
                found.append(told(status.told))
    found += [told(SourceStatus("x", is_ready=ready).told) for ready in (False, True)]
    return sorted(set(found), key=str)


@pytest.mark.parametrize("sentence", all_told(), ids=str)
def test_what_buttons_say_is_said_in_german(sentence: Said) -> None:
    speaks = language("de")
    for part in (sentence, *(arg for _, arg in sentence.args if isinstance(arg, Said) and arg)):
        assert speaks.translated(part.template) != part.template
