"""What goes wrong: people who open an address get a page, scripts one shape of a refusal."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from flask.testing import FlaskClient

from companion.web import Access
from companion.web.serving.limits import MAX_PIN_TRIES

BROWSER = {"Accept": "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"}
SCRIPT = {"Accept": "*/*"}
PICTURE = {"Accept": "image/avif,image/webp,image/*,*/*;q=0.8"}


class Broken:
    """An archive that fails."""

    def games(self) -> list[dict[str, Any]]:
        raise RuntimeError("secret detail")

    statistics = games


@pytest.mark.parametrize(
    ("path", "status", "says"),
    [
        ("/nothing", 404, "There is nothing at this address."),
        ("/t/77/", 404, "There is no table 77."),
        ("/t/77/games", 404, "There is no table 77."),
        ("/api/undo", 405, "does not take that kind of request"),
        ("/export/game.exe", 400, "There is no export of that kind"),
        ("/setup", 503, "start `companion serve`"),
        ("/games", 500, "the game itself is untouched"),
    ],
)
def test_people_get_a_page_and_scripts_the_same_sentence(
    make: Callable[..., FlaskClient], path: str, status: int, says: str
) -> None:
    client = make(games=Broken()) if path == "/games" else make()
    page = client.get(path, headers=BROWSER)
    assert (page.status_code, page.mimetype) == (status, "text/html")
    assert says in page.text.replace("&#39;", "'")
    assert '<html lang="en">' in page.text
    assert 'href="/t/"' in page.text
    assert "secret" not in page.text
    assert page.headers["Content-Security-Policy"]
    for headers in (SCRIPT, PICTURE, {}):
        told = client.get(path, headers=headers)
        assert told.status_code == status
        assert says in told.get_json()["error"]["sentence"]


def test_the_page_speaks_the_language_of_its_reader(client: FlaskClient) -> None:
    page = client.get("/nothing", headers={**BROWSER, "Accept-Language": "de"}).text
    assert "Hier ist nichts" in page
    assert "There is nothing" not in page


def test_the_page_of_a_table_that_is_not_has_its_looks_and_leads_to_one_that_is(
    client: FlaskClient,
) -> None:
    page = client.get("/t/77/", headers=BROWSER).text
    assert 'href="/"' in page
    with client.get("/t/77/static/pages.css") as sheet:
        assert sheet.status_code == 200
    assert client.get("/t/77/static/../app.py").status_code == 404


@pytest.mark.parametrize("path", ["/setup", "/games", "/calibrate", "/setup/files/together"])
def test_who_only_watches_is_asked_for_the_pin_at_pages_of_the_host(
    guarded: FlaskClient, path: str
) -> None:
    page = guarded.get(path, headers=BROWSER)
    assert page.status_code == 403
    assert "You are watching." in page.text
    assert 'id="pin-form"' in page.text
    assert guarded.get(path, headers=SCRIPT).get_json()["error"]["kind"] == "viewer"


def test_a_pin_that_was_wrong_too_often_says_what_helps(
    make: Callable[..., FlaskClient],
) -> None:
    client = make(access=Access(host_pin="4711"))
    told = [
        client.post("/api/host", json={"pin": "0000"}).get_json()["error"]["sentence"]
        for _ in range(MAX_PIN_TRIES + 1)
    ]
    assert told[0] == "This PIN is not right."
    assert "Try again in 1 min" in told[-1]
    assert set(told[:-2]) == {told[0]}


def test_an_address_is_never_a_link_to_elsewhere(client: FlaskClient) -> None:
    page = client.get("//evil.example/%22onload=x", headers=BROWSER)
    assert "evil.example" not in page.text or page.status_code in (301, 308)
