"""Builds the dashboard around a port to the game."""

from __future__ import annotations

import secrets
from collections.abc import Mapping

from flask import Flask

from companion.board.layout import STANDARD, Layout
from companion.board.tiles import TileSet
from companion.lexicon import Lexicon
from companion.web import faults, security
from companion.web.port import Access, Desk, Exporter, SessionPort
from companion.web.views import board, challenge, export, history, stream, turns

Dashboard = Flask
"""What a server runs; the rest of the program need not know the framework."""


def create_app(
    port: SessionPort,
    lexicon: Lexicon | None,
    *,
    tiles: TileSet,
    layout: Layout = STANDARD,
    rack_size: int = 7,
    exporters: Mapping[str, Exporter] | None = None,
    access: Access | None = None,
    answer_s: float = 10.0,
    keepalive_s: float = 15.0,
) -> Flask:
    """Return the dashboard of one game.

    Args:
        port: The single writer: snapshots out, commands in.
        lexicon: The word list that gives verdicts, or None if there is none.
        tiles: The tile set, for letters and values on the drawn tiles.
        layout: The board that is drawn.
        rack_size: Tiles of a full rack; the most that can be exchanged.
        exporters: Writers of the game by format, such as `gcg`; each becomes a link.
        access: Addresses to show, names to answer to, the host's PIN.
        answer_s: How long a request waits for the game before it answers 503.
        keepalive_s: Silence on a stream after which a comment is sent.
    """
    app = Flask("companion.web")
    app.secret_key = secrets.token_bytes(32)
    app.json.sort_keys = False  # type: ignore[attr-defined]  # of Flask's own provider
    app.jinja_env.trim_blocks = True
    app.jinja_env.lstrip_blocks = True
    desk = Desk(
        port=port,
        lexicon=lexicon,
        tiles=tiles,
        layout=layout,
        rack_size=rack_size,
        exporters=dict(exporters or {}),
        access=access or Access(),
        answer_s=answer_s,
        keepalive_s=keepalive_s,
    )
    door = security.Door(desk.access)
    faults.install(app)
    security.install(app, desk.access, door)
    app.register_blueprint(board.blueprint(desk, door))
    app.register_blueprint(turns.blueprint(desk))
    app.register_blueprint(history.blueprint(desk))
    app.register_blueprint(challenge.blueprint(desk))
    app.register_blueprint(export.blueprint(desk))
    app.register_blueprint(stream.blueprint(desk))
    return app
