"""The dashboard over HTTPS: a certificate of the household that a device can trust."""

from __future__ import annotations

import json
import ssl
import urllib.error
import urllib.request
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from companion.app import wiring
from companion.app.server.certificate import certificate
from companion.app.server.serving import served
from companion.household.clock import SystemClock

pytest.importorskip("cryptography")
NOW = datetime(2030, 1, 1, tzinfo=UTC)
NAMES = ("192.0.2.7", "localhost", "127.0.0.1")


def test_a_certificate_is_kept_until_it_is_old_or_for_other_names(tmp_path: Path) -> None:
    first = certificate(tmp_path, NAMES, now=NOW)
    data = first.chain.read_bytes()
    assert certificate(tmp_path, NAMES, now=NOW).chain.read_bytes() == data
    moved = certificate(tmp_path, ("192.0.2.8", *NAMES), now=NOW)
    assert moved.chain.read_bytes() != data
    later = certificate(tmp_path, NAMES, now=NOW + timedelta(days=380))
    assert later.chain.read_bytes() != data
    assert later.authority == first.authority
    assert first.key.stat().st_mode & 0o077 == 0


def test_page_and_stream_over_https(tmp_path: Path) -> None:
    with (
        wiring.open_table(folder=tmp_path, players=("Ann", "Ben")) as table,
        served(table, port=0, lan=False, pin=None, tls=tmp_path) as page,
    ):
        assert page.local.startswith("https://127.0.0.1:")
        authority = certificate(tmp_path, NAMES[1:], now=SystemClock().now()).authority
        trusting = ssl.create_default_context(cadata=authority)
        address = f"{page.local}api/snapshot"
        with urllib.request.urlopen(address, timeout=20, context=trusting) as answer:
            told = json.load(answer)
        assert told["ok"] is True
        with urllib.request.urlopen(
            f"{page.local}api/stream", timeout=20, context=trusting
        ) as stream:
            assert stream.readline().startswith(b"retry")
        order = {"kind": "pass", "id": "over-https", "seen": told["state"]["seen"]}
        body = json.dumps(order).encode()
        request = urllib.request.Request(
            f"{page.local}api/turns",
            data=body,
            headers={
                "Content-Type": "application/json",
                "Origin": page.local.rstrip("/"),
            },
        )
        with urllib.request.urlopen(request, timeout=20, context=trusting) as answer:
            assert json.load(answer)["ok"] is True
        with urllib.request.urlopen(
            f"{page.local}authority.crt", timeout=20, context=trusting
        ) as answer:
            assert answer.read() == authority
        with pytest.raises(urllib.error.URLError):
            urllib.request.urlopen(address, timeout=20)
