"""Builds the dashboard around the room in which games are played."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from typing import Any

from flask import Flask
from flask.ctx import RequestContext

from companion.web import faults
from companion.web import phone as at_phone
from companion.web.desk import Desk, placed
from companion.web.language import InItsLanguage
from companion.web.port import Access, Archive, GameFiles, Lookout, Starter, Tables, Voice
from companion.web.serving import security
from companion.web.views import (
    actions,
    air,
    archive,
    board,
    calibrate,
    camera,
    cards,
    challenge,
    devices,
    export,
    game_files,
    history,
    setup,
    speech,
    stream,
    turns,
)
from companion.web.views import tables as at_tables


class Dashboard(Flask):
    """What a server runs; the rest of the program need not know the framework."""

    def request_context(self, environ: Mapping[str, Any]) -> RequestContext:
        """Begin with a request at the table that its address names."""
        return super().request_context(placed(environ))


def create_app(
    tables: Tables,
    *,
    access: Access | None = None,
    starter: Starter | None = None,
    games: Archive | None = None,
    files: GameFiles | None = None,
    voice: Voice | None = None,
    calibrates: calibrate.Calibrates | None = None,
    lookout: Lookout | None = None,
    phone: at_phone.Claimed | None = None,
    secret: bytes | None = None,
    answer_s: float = 10.0,
    keepalive_s: float = 15.0,
) -> Dashboard:
    """Return the dashboard of all tables.

    Args:
        tables: Where games are played, now and later.
        access: Addresses to show, names to answer to, the host's PIN.
        starter: Sets up new games; without it there is no set-up page.
        games: The games that were played; without them there is no such page.
        files: What is printed on boards and cards; without them nothing is edited.
        voice: Says plays aloud on this computer; without it only tablets speak.
        calibrates: Measures cameras; without it there is no page for that.
        lookout: The cameras; without it none can be tried or chosen.
        phone: The phone that is a camera; without it none can be.
        secret: Signs who is host; None for one that ends with the program.
        answer_s: How long a request waits for the game before it answers 503.
        keepalive_s: Silence on a stream after which a comment is sent.
    """
    app = Dashboard("companion.web")
    app.secret_key = secret or secrets.token_bytes(32)
    app.json = InItsLanguage(app)
    app.json.sort_keys = False
    app.jinja_env.trim_blocks = True
    app.jinja_env.lstrip_blocks = True
    desk = Desk(
        tables, access or Access(), starter, games, files, voice, lookout, answer_s, keepalive_s
    )
    door = security.Door(desk.access)
    faults.install(app)
    security.install(app, desk.access, door)
    app.before_request(desk.check)
    for views in (
        board.blueprint(desk, door),
        turns.blueprint(desk),
        actions.blueprint(desk),
        cards.blueprint(desk),
        history.blueprint(desk, door),
        challenge.blueprint(desk),
        devices.blueprint(desk, door),
        export.blueprint(desk, door),
        stream.blueprint(desk, door),
        setup.blueprint(desk, door),
        calibrate.blueprint(desk, door, calibrates),
        camera.blueprint(desk, door),
        at_phone.blueprint(desk, door, phone),
        speech.blueprint(desk),
        archive.blueprint(desk, door),
        game_files.blueprint(desk, door),
        air.blueprint(desk),
        at_tables.blueprint(desk, door),
    ):
        app.register_blueprint(views)
    return app
