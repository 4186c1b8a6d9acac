"""Every parser of what comes from outside, with the real files that damage begins with."""

from __future__ import annotations

import gzip
import io
import itertools
import random
import tempfile
import zipfile
from binascii import crc32
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, fields
from functools import cache
from importlib import resources
from pathlib import Path

import numpy as np
from PIL import Image

from calibration import BoardPose, Calibration, LensModel
from calibration.outcome import CalibrationError
from calibration.profile import load as load_profile
from calibration.profile import to_toml
from companion import gamedata, tilesets
from companion.app.settings import read_settings
from companion.camera.files import decode_image
from companion.errors import CompanionError
from companion.export.registry import read_game
from companion.gamedata.editions import load_edition
from companion.household.clock import SystemClock
from companion.household.imports import take_in
from companion.household.word_files import keep_list
from companion.rules.cards.deck import parse_deck
from companion.rules.monopoly.printed.board_file import parse_board
from companion.rules.together.goals_file import parse_goals
from companion.store import EventStore
from companion.web import OneGame, Playing, create_app
from firmware_bridge.frames import Decoder, encode
from firmware_bridge.messages import MESSAGES
from stl_meta import MeshError
from stl_meta.loaders.registry import load_bytes
from tests.doubles.fake_loop import FakeLoop

DATA = Path(__file__).parents[1] / "data"
REFUSALS = (CompanionError, MeshError, CalibrationError)
"""What a parser may raise; anything else is a fault."""

GAMEDATA = "companion.gamedata"

TAKEN_IN = 20
"""Of so many games that can be read one is taken in and written in every form."""


@dataclass(frozen=True)
class Target:
    """A parser and the sound files that it is tried with, damaged."""

    parse: Callable[[bytes], object]
    seeds: Callable[[], Sequence[bytes]]


def check(target: Target, data: bytes) -> bool:
    """Try a parser; tell whether it took the file. What it refuses must be a sentence."""
    try:
        target.parse(data)
    except REFUSALS as refusal:
        told = str(refusal)
        assert told.strip(), "a refusal without a word"
        told.encode("utf-8")  # or no page and no terminal could show it
        return False
    return True


def _released(ending: str) -> list[bytes]:
    return [path.read_bytes() for path in sorted(DATA.glob(f"*/**/*.{ending}"))]


def game(data: bytes) -> None:
    imported = read_game(data)
    if sum(data[:400]) % TAKEN_IN == 0:
        with EventStore.open(":memory:") as store:
            take_in(store, imported, clock=SystemClock())


def _on_disk(parse: Callable[[Path], object], name: str) -> Callable[[bytes], object]:
    @cache
    def folder() -> tempfile.TemporaryDirectory[str]:
        return tempfile.TemporaryDirectory()

    def on_disk(data: bytes) -> object:
        path = Path(folder().name) / name
        path.write_bytes(data)
        return parse(path)

    return on_disk


def _bundled(package: str, *names: str) -> Callable[[], list[bytes]]:
    return lambda: [(resources.files(package) / name).read_bytes() for name in names]


def _list(path: Path) -> None:
    keep_list(path.parent, "list.txt", path.read_bytes())


def _lists() -> list[bytes]:
    plain = "AA\nAB an example\nÄHRE\nQUIET\tstill\nŁÓDŹ\n# note\n".encode() * 20
    return [
        plain,
        gzip.compress(plain),
        plain.decode().encode("utf-16"),
        b"word,meaning\na,b\n",
    ]


def _frames(data: bytes) -> None:
    decoder = Decoder()
    for begin in range(0, len(data), 7):
        list(decoder.feed(data[begin : begin + 7]))
    # A body with a right checksum comes further.
    body = data[:40].replace(b"\x7d", b"").replace(b"\x7e", b"") + b"x"
    list(Decoder().feed(b"~" + body + crc32(body).to_bytes(4, "little") + b"~"))


def _messages() -> list[bytes]:
    made = []
    for kind in MESSAGES:
        values = [1 if field.type != "str" else "a" for field in fields(kind)]
        try:
            made.append(encode(kind(*values)))
        except (ValueError, TypeError):
            continue
    return [b"".join(made), *made]


def _pictures() -> list[bytes]:
    noise = np.random.default_rng(1).integers(0, 255, (60, 80, 3), dtype=np.uint8)
    colour, grey = (
        Image.fromarray(noise),
        Image.fromarray(noise[..., 0].astype(np.uint16) * 257),
    )
    made = []
    for picture, form in itertools.product((colour, grey), ("JPEG", "PNG", "WEBP", "HEIF")):
        out = io.BytesIO()
        try:
            picture.save(out, form)
        except (OSError, ValueError):
            continue
        made.append(out.getvalue())
    return made


def _stls() -> list[bytes]:
    corners = "0 0 0", "10 0 0", "0 10 0", "0 0 10"
    facets = [(0, 2, 1), (0, 1, 3), (1, 2, 3), (0, 3, 2)]
    text = "solid t\n" + "".join(
        "facet normal 0 0 0\nouter loop\n"
        + "".join(f"vertex {corners[i]}\n" for i in facet)
        + "endloop\nendfacet\n"
        for facet in facets
    )
    points = np.array([[float(n) for n in c.split()] for c in corners], dtype="<f4")
    records = b"".join(
        bytes(12) + b"".join(points[i].tobytes() for i in facet) + b"\0\0" for facet in facets
    )
    binary = bytes(80) + len(facets).to_bytes(4, "little") + records
    return [f"{text}endsolid t\n".encode(), binary]


_MODEL = """<?xml version="1.0" encoding="UTF-8"?>
<model unit="millimeter" xmlns="http://schemas.microsoft.com/3dmanufacturing/core/2015/02">
<resources><basematerials id="5"><base name="a" displaycolor="#FF0000FF"/></basematerials>
<object id="1" type="model" name="p"><mesh><vertices><vertex x="0" y="0" z="0"/>
<vertex x="10" y="0" z="0"/><vertex x="0" y="10" z="0"/><vertex x="0" y="0" z="10"/></vertices>
<triangles><triangle v1="0" v2="2" v3="1" pid="5" p1="0"/><triangle v1="0" v2="1" v3="3"/>
<triangle v1="1" v2="2" v3="3"/><triangle v1="0" v2="3" v3="2"/></triangles></mesh></object>
<object id="2"><components><component objectid="1" transform="1 0 0 0 1 0 0 0 1 5 5 0"/>
</components></object></resources><build><item objectid="2"/></build></model>"""
_LINKS = """<?xml version="1.0"?><Relationships
xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r"
Target="/3D/3dmodel.model"
Type="http://schemas.microsoft.com/3dmanufacturing/2013/01/3dmodel"/></Relationships>"""
_SETTINGS = """<?xml version="1.0"?><config><object id="2"><metadata key="name" value="part"/>
<metadata key="extruder" value="1"/></object></config>"""


def _projects() -> list[bytes]:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("_rels/.rels", _LINKS)
        archive.writestr("3D/3dmodel.model", _MODEL)
        archive.writestr("Metadata/model_settings.config", _SETTINGS)
        archive.writestr(
            "Metadata/project_settings.config",
            '{"filament_colour": ["#FF0000"], "a": [1, "2"]}',
        )
    return [out.getvalue()]


def _profiles() -> list[bytes]:
    lens = LensModel(1280, 720, 1000.5, 1001.25, 640.0, 360.0, -0.25)
    pose = BoardPose((0.1, 0.2, 0.3), (1.0, 2.0, 600.0), 21.0, 15, 0.2)
    return [to_toml(Calibration("a camera", "2026-01-31", lens, pose, 3.0)).encode()]


_EDITION = b"""title = "Ours"
game = "classic"
tiles = "german"
board = "standard"
[options]
rack_size = 8
"""

_SETTINGS_FILE = b"""[web]
port = 8000
lan = true
[camera]
source = "0"
[device]
port = "/dev/ttyACM0"
keys = "KEY_A=player-1"
[store]
url = ""
"""


@cache
def _app() -> Callable[[bytes, str], int]:
    loop = FakeLoop()
    room = OneGame(Playing(loop, loop.setup.tiles, commands=loop.ruleset.commands))
    client = create_app(room).test_client()
    chance = random.Random(2)

    def post(data: bytes, path: str) -> int:
        visitor = {"REMOTE_ADDR": f"192.0.2.{chance.randrange(250)}:{chance.random()}"}
        kind = {"Content-Type": "application/json"}
        return client.post(
            path, data=data[:16_000], headers=kind, environ_overrides=visitor
        ).status_code

    return post


ORDERS = (
    "turns", "proposals", "corrections", "drafts/preview", "actions/preview", "history/preview",
)  # fmt: skip


def _order(data: bytes) -> None:
    for path in (
        "turns",
        "proposals",
        "corrections",
        "drafts/preview",
        "actions/preview",
        "history/preview",
    ):
        status = _app()(data, f"/api/{path}")
        assert status < 500, f"/api/{path} answered {status}"


def _orders() -> list[bytes]:
    name = b'"id": "0123456789abcdef0123456789abcdef", "client": "ab12", "seen": null'
    return [
        b'{"kind": "pass", ' + name + b"}",
        b'{"kind": "exchange", "count": 2, ' + name + b"}",
        b'{"kind": "play", "at": "8D", "word": "QUIET", ' + name + b"}",
        b'{"tiles": [{"square": "8D", "letter": "Q", "blank": false}], ' + name + b"}",
    ]


def _printed(parse: Callable[[str], object]) -> Callable[[bytes], object]:
    return _on_disk(lambda path: parse(gamedata.read(path)), "printed.toml")


TARGETS: Mapping[str, Target] = {
    "gcg": Target(game, lambda: _released("gcg")),
    "jsonl": Target(game, lambda: _released("jsonl")),
    "zip": Target(game, lambda: _released("zip")),
    "cgp": Target(
        game,
        lambda: [
            b"15/15/15/15/15/15/15/3QUIET7/15/15/15/15/15/15/15 AEIRST?/ 48/0 0 lex ENABLE;"
        ],
    ),
    "list": Target(_on_disk(_list, "raw"), _lists),
    "tile set": Target(
        _on_disk(lambda path: tilesets.load(str(path)), "set.toml"),
        _bundled("companion.tilesets", "english.toml", "spanish.toml", "catalan.toml"),
    ),
    "edition": Target(
        _on_disk(lambda path: load_edition(str(path)), "edition.toml"),
        lambda: [_EDITION],
    ),
    "board": Target(
        _printed(parse_board), _bundled("companion.gamedata", "monopoly_scrabble.toml")
    ),
    "deck": Target(_printed(parse_deck), _bundled(GAMEDATA, "monopoly_cards.toml")),
    "goals": Target(_printed(parse_goals), _bundled(GAMEDATA, "together.toml")),
    "3mf": Target(lambda data: load_bytes(data, "x.3mf"), _projects),
    "stl": Target(lambda data: load_bytes(data, "x.stl"), _stls),
    "box": Target(_frames, _messages),
    "picture": Target(decode_image, _pictures),
    "calibration": Target(_on_disk(load_profile, "camera.toml"), _profiles),
    "settings": Target(_on_disk(read_settings, "settings.toml"), lambda: [_SETTINGS_FILE]),
    "order": Target(_order, _orders),
}
