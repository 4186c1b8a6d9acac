"""A client that sends orders as the page does: each with a name, and what it looked at."""

from __future__ import annotations

import uuid
from typing import Any

from flask.testing import FlaskClient
from werkzeug.test import TestResponse

LOOK_UPS = ("/preview", "/api/cards/", "/api/setup", "/api/games", "/api/lists", "/api/files")


class PageClient(FlaskClient):
    """Adds what an order needs to a body that does not have it."""

    name = "ab12"

    def post(self, *args: Any, **kw: Any) -> TestResponse:
        body = kw.get("json")
        if isinstance(body, dict) and not any(part in str(args[0]) for part in LOOK_UPS):
            kw["json"] = {**self.signed(), **body}
        return super().post(*args, **kw)

    def signed(self) -> dict[str, Any]:
        """A new name, and the state as it is now."""
        answer = self.get("/api/snapshot").get_json()
        seen = (answer.get("state") or {}).get("seen")
        return {"id": uuid.uuid4().hex, "client": self.name, "seen": seen}
