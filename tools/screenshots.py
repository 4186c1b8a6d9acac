"""Takes the pictures of the documentation: `make screenshots`.

A game in memory stands behind the real dashboard, so that the pictures show the same every
time; no camera, no network and no time of day is in them. Needs Chromium (apt-get install
chromium).
"""

from __future__ import annotations

import io
import shutil
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from PIL import Image

from companion import gamedata
from companion.app.hall import open_hall
from companion.app.server.serving import served
from companion.app.wiring import card_table_of, cards_of
from companion.board.reading import Reason
from companion.board.square import parse_square
from companion.board.tiles import Tile
from companion.inference.diff import Doubt
from companion.lexicon import load
from companion.rules.api import Option, Setup
from companion.rules.engine.codec import from_json
from companion.rules.engine.messages import EndGame
from companion.rules.registry import GAMES
from companion.session.messages import ShowMessage
from companion.session.notices import CAMERA
from companion.session.order import ordered
from companion.tilesets import load as load_tiles
from companion.web import Access, Dashboard, OneGame, Playing, create_app
from tests.doubles.devices import health
from tests.doubles.fake_loop import FakeLoop

FOLDER = Path(__file__).resolve().parents[1] / "docs" / "images"
MAX_BYTES = 200_000
COLOURS = 200
"""A picture of a page needs no more; it is a third of the size."""

PLAYS = (
    ("8B", "ORCHARD"), ("F6", "QUAY"), ("10F", "SUNnY"), ("J6", "ZEPHYR"),
    ("12H", "BASIL"), ("13C", "GLACIER"), ("M9", "JIGSAW"),
)  # fmt: skip


COLOURS_OF_SQUARES = """
red = ["1A", "1O", "15A", "15O", "8C", "8M"]
blue = ["3H", "13H", "5E", "11K"]
green = ["5K", "11E", "8H"]
yellow = ["2B", "2N", "14B", "14N"]
"""
"""Of a made-up board, as they are read from an empty one."""


@dataclass(frozen=True, slots=True)
class Scene:
    """One picture."""

    name: str
    width: int
    height: int
    scheme: str = "light"
    game: str = "classic"
    path: str = "/"
    prepare: Callable[[Any], None] | None = None
    """Taps on the page before the picture is taken."""


def challenge(page: Any) -> None:
    """Doubt the last play."""
    page.locator("#turns .word").first.tap()
    page.locator("#challenge-cost").wait_for()


def typing(page: Any) -> None:
    """Type a word that crosses one that lies there."""
    page.locator('[data-square="15G"]').tap()
    for key in "LANTERN":
        page.locator(f'#pad [data-key="{key}"]').tap()
    page.locator("#done:enabled").wait_for()


def buttons(page: Any) -> None:
    """Open what is told of the buttons at the table."""
    page.locator("#menu-open").tap()
    page.get_by_text("Buttons at the table").tap()
    page.locator(".device").first.wait_for()


def find_board(page: Any) -> None:
    """Choose the rendered camera and wait until the board is found."""
    page.locator("#to-camera").tap()
    page.locator("#cameras [data-value^=synthetic]").tap()
    page.locator("#checks [data-state=good]").nth(2).wait_for()
    page.locator("#picture").evaluate("(picture) => picture.decode()")


def count_hand(page: Any) -> None:
    """Tap a hand together, so that its value is told line by line."""
    page.locator("#menu-open").tap()
    page.get_by_role("button", name="Count a hand").tap()
    pool = page.locator("#dialog .pickfrom")
    for card in ("Red", "Red", "Red", "Chance", "House 1", "Token", "GO", "GO"):
        pool.get_by_role("button", name=card, exact=True).tap()
    page.locator("#dialog .reckoned tfoot").wait_for()
    page.get_by_text("GO, 2").first.wait_for()


def scroll_to_track(page: Any) -> None:
    """Bring the track into view."""
    page.locator(".kind-track").scroll_into_view_if_needed()
    page.locator(".kind-track").evaluate("(track) => track.scrollIntoView({block: 'end'})")


def face(page: Any) -> None:
    """Give each player a half."""
    page.locator("#menu-open").tap()
    page.get_by_role("button", name="Two halves").tap()


def unfold_part(page: Any) -> None:
    """Open the second part of an editor, and its first entry."""
    page.locator("details.part > summary").nth(1).tap()
    page.locator("details.part[open] details.entry > summary").first.tap()


def behind(page: Any) -> None:
    """Put something behind an overlay, as a broadcasting program does."""
    page.evaluate("document.documentElement.style.background = '#5b7d5b'")


SCENES = (
    Scene("dashboard-light", 1280, 800),
    Scene("dashboard-phone", 390, 844),
    Scene("challenge", 810, 1080, prepare=challenge),
    Scene("typing", 810, 1080, game="waiting", prepare=typing),
    Scene("camera-trouble", 390, 844, game="camera"),
    Scene("over", 1280, 800, game="over"),
    Scene("buttons", 810, 700, prepare=buttons),
    Scene("facing", 810, 1080, prepare=face),
    Scene("monopoly-scrabble", 1280, 800, game="monopoly-scrabble", prepare=scroll_to_track),
    Scene("together", 1280, 800, "dark", game="together"),
    Scene("card-game", 810, 1080, game="monopoly-cards", prepare=count_hand),
    Scene("air-lower", 1920, 1080, game="waiting", path="/air/scene/lower", prepare=behind),
    Scene("air-side", 1920, 1080, game="waiting", path="/air/scene/side", prepare=behind),
    Scene("air-full", 1920, 1080, path="/air/scene/full", prepare=behind),
    Scene("air-together", 1920, 1080, game="together", path="/air/scene/side", prepare=behind),
    Scene(
        "air-money",
        1920,
        1080,
        game="monopoly-scrabble",
        path="/air/scene/lower",
        prepare=behind,
    ),
    Scene("air-help", 1280, 1180, game="waiting", path="/air/help"),
    Scene("wall", 1920, 1080, "dark", "waiting", path="/wall"),
    Scene("score", 1920, 1080, game="waiting", path="/score"),
    Scene("setup", 810, 1080, game="", path="/setup", prepare=find_board),
    Scene(
        "editor",
        810,
        1080,
        game="",
        path="/setup/files/monopoly-scrabble",
        prepare=unfold_part,
    ),
)


STATES: tuple[tuple[str, Callable[[Any], None] | None], ...] = (
    ("waiting", None), ("proposed", None), ("classic", None), ("blank", None),
    ("waiting", typing), ("waiting", challenge), ("camera", None), ("over", None),
    ("monopoly-scrabble", None), ("together", None), ("monopoly-cards", None),
)  # fmt: skip
"""Games, each in a state of the play card, for the sheets that show all of them."""

SHEETS = (
    ("states-phone", 390, 844, 4, 0.5),
    ("states-flat", 844, 390, 3, 0.5),
    ("states-tablet", 1280, 800, 3, 0.31),
)
"""Name; size of the screen; pictures side by side; how much smaller than the screen."""


def classic(state: str = "classic") -> FakeLoop:
    """Return a game some turns old, in a state of the play card; a doubt if none is named."""
    loop = FakeLoop(("Ada", "Grace"))
    for at, word in PLAYS:
        loop.play(at, word)
    if state == "classic":
        doubt = Doubt(parse_square("15J"), (("T", 0.62), ("I", 0.35)))
        loop.propose("15G", "LANTERN", odds=0.6, doubts=(doubt,))
    elif state in ("proposed", "blank"):
        loop.propose("15G", "LANTERN" if state == "proposed" else "LAN?ERN")
    elif state == "camera":
        told = ShowMessage(CAMERA[Reason.BOARD_NOT_FOUND], Reason.BOARD_NOT_FOUND.value)
        loop.submit(ordered(told, "camera")).result()
    elif state == "over":
        racks = (tuple(map(Tile, "AEIOUTT")), tuple(map(Tile, "EEEDDOO")))
        loop.submit(ordered(EndGame(racks), "test")).result()
    return loop


CLASSIC = frozenset({"classic", "waiting", "proposed", "blank", "camera", "over"})
"""States of the play card in a classic game."""


def other(name: str) -> FakeLoop:
    """Return a game of another kind, at its first turn."""
    players = ("Ada", "Grace", "Hedy")
    options: tuple[tuple[str, Option], ...] = gamedata.options(name)
    if name == "together":
        options = (*options, ("colours", COLOURS_OF_SQUARES))
    setup = Setup(players, load_tiles("english"), options=options)
    loop = FakeLoop(players, ruleset=GAMES[name], setup=setup)
    if name == "monopoly-scrabble":
        for at, word in (("8F", "HOUSE"), ("J7", "LEMON"), ("11G", "CROWN")):
            loop.play(at, word)
            settle(loop)
        loop.propose("K11", "NIGHT")
    elif name == "together":
        loop.propose("8G", "QUIET")
    return loop


def settle(loop: FakeLoop) -> None:
    """Let a turn of Monopoly Scrabble come to its end."""
    for command in ("let-stand", "draw-card"):
        if any(action.command == command for action in loop.snapshot.actions):
            loop.submit(
                ordered(from_json({"type": command}, loop.ruleset.commands), "test")
            ).result()


@contextmanager
def dashboard(game: str) -> Iterator[Dashboard]:
    """Give the dashboard of a game; of none, that of a hall where one is set up."""
    if not game:
        with tempfile.TemporaryDirectory() as folder, open_hall(Path(folder)) as hall:
            yield hall.dashboard(Access())
        return
    loop = classic(game) if game in CLASSIC else other(game)
    playing = Playing(
        loop,
        loop.setup.tiles,
        lexicon=load(),
        commands=loop.ruleset.commands,
        colours=("blue", "red", "green"),
        devices=health,
        cards=cards_of(loop.ruleset, loop.setup),
        card_table=card_table_of(loop.ruleset, loop.setup),
    )
    yield create_app(OneGame(playing))


def take(browser: Any, address: str, scene: Scene) -> bytes:
    """Return the picture of one scene as PNG."""
    context = browser.new_context(
        viewport={"width": scene.width, "height": scene.height},
        color_scheme=scene.scheme,
        reduced_motion="reduce",
        locale="en-GB",
        has_touch=True,
    )
    page = context.new_page()
    page.goto(address + scene.path)
    page.wait_for_selector("body[data-drawn]")
    if scene.prepare is not None:
        scene.prepare(page)
    raw: bytes = page.screenshot(animations="disabled", caret="hide")
    context.close()
    return raw


def sheet(pictures: list[bytes], across: int, scale: float) -> bytes:
    """Return pictures of one size side by side, made smaller, as PNG."""
    opened = [Image.open(io.BytesIO(each)).convert("RGB") for each in pictures]
    width, height = (round(n * scale) for n in opened[0].size)
    down = -(-len(opened) // across)
    whole = Image.new("RGB", ((width + 8) * across - 8, (height + 8) * down - 8), "#888")
    for k, each in enumerate(opened):
        at = (k % across * (width + 8), k // across * (height + 8))
        whole.paste(each.resize((width, height), Image.Resampling.LANCZOS), at)
    out = io.BytesIO()
    whole.save(out, "PNG")
    return out.getvalue()


def small(raw: bytes) -> bytes:
    """Return a PNG with fewer colours, without dither."""
    out = io.BytesIO()
    with Image.open(io.BytesIO(raw)) as picture:
        few = picture.convert("RGB").quantize(COLOURS, dither=Image.Dither.NONE)
    few.save(out, "PNG", optimize=True)
    return out.getvalue()


def pictures(browser: Any) -> Iterator[tuple[str, Callable[[], bytes]]]:
    """Yield the name of each picture, and what takes it."""

    def one(scene: Scene) -> bytes:
        with dashboard(scene.game) as app:
            built = SimpleNamespace(dashboard=lambda _: app)
            with served(built, port=0, lan=False, pin=None) as here:
                return take(browser, here.local.rstrip("/"), scene)

    for scene in SCENES:
        yield scene.name, partial(one, scene)
    for name, width, height, across, scale in SHEETS:
        for scheme in ("light", "dark"):
            scenes = [Scene("", width, height, scheme, game, prepare=taps)
                      for game, taps in STATES]  # fmt: skip
            yield (
                f"{name}-{scheme}",
                lambda scenes=scenes, across=across, scale=scale: sheet(  # type: ignore[misc]
                    [one(scene) for scene in scenes], across, scale
                ),
            )


def main(names: list[str]) -> int:
    """Take all pictures, or those named."""
    from playwright.sync_api import sync_playwright

    path = shutil.which("chromium") or shutil.which("chromium-browser")
    if path is None:
        print("Chromium is not installed (apt-get install chromium).", file=sys.stderr)
        return 1
    FOLDER.mkdir(parents=True, exist_ok=True)
    too_large = []
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        for name, draw in pictures(browser):
            if names and name not in names:
                continue
            data = small(draw())
            (FOLDER / f"{name}.png").write_bytes(data)
            print(f"{name}: {len(data) // 1024} KB", file=sys.stderr)
            if len(data) > MAX_BYTES:
                too_large.append(name)
        browser.close()
    return 1 if too_large else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
