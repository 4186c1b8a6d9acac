"""The dashboard over HTTPS: a certificate of the household that a device can trust."""

from __future__ import annotations

import json
import shutil
import ssl
import subprocess
import urllib.error
import urllib.request
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from companion.app import wiring
from companion.app.server.certificate import certificate, own_certificate
from companion.app.server.serving import served
from companion.errors import ConfigError
from companion.household.clock import SystemClock

pytest.importorskip("cryptography")
NOW = datetime(2030, 1, 1, tzinfo=UTC)
NAMES = ("192.168.7.7", "localhost", "127.0.0.1")


def test_a_certificate_is_kept_until_it_is_old_or_for_other_names(tmp_path: Path) -> None:
    first = certificate(tmp_path, NAMES, now=NOW)
    data = first.chain.read_bytes()
    assert certificate(tmp_path, NAMES, now=NOW).chain.read_bytes() == data
    moved = certificate(tmp_path, ("192.168.7.8", *NAMES), now=NOW)
    assert moved.chain.read_bytes() != data
    later = certificate(tmp_path, NAMES, now=NOW + timedelta(days=380))
    assert later.chain.read_bytes() != data
    assert later.authority == first.authority
    files = list((tmp_path / "tls").iterdir())
    assert {file.name for file in files} == {"authority.pem", "server.pem"}
    assert all(file.stat().st_mode & 0o077 == 0 for file in files)


def judged(folder: Path, name: str, leaf: Path) -> str:
    """What OpenSSL says of a certificate for a name, trusting the household's authority."""
    who = ["-verify_ip", name] if name[0].isdigit() else ["-verify_hostname", name]
    authority = str(folder / "tls" / "authority.pem")
    told = subprocess.run(
        ["openssl", "verify", "-x509_strict", "-purpose", "sslserver", "-attime",
         str(int(NOW.timestamp())), *who, "-CAfile", authority, str(leaf)],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    return told.stdout + told.stderr


def signed(folder: Path, *names: str) -> Path:
    """A certificate that somebody made who got the authority's key."""
    from companion.app.server import certificate as module

    held = module._held(folder / "tls" / "authority.pem", NOW, None)
    leaf = folder / "leaf.pem"
    module._write_whole(leaf, module._made(names, held, NOW))
    return leaf


@pytest.mark.skipif(shutil.which("openssl") is None, reason="needs openssl")
def test_the_authority_is_believed_for_names_and_addresses_at_home_only(
    tmp_path: Path,
) -> None:
    made = certificate(
        tmp_path, ("192.168.7.7", "box.local", "8.8.8.8", "bank.example"), now=NOW
    )
    for good in ("192.168.7.7", "box.local"):
        assert "OK" in judged(tmp_path, good, made.chain)
    for other in ("8.8.8.8", "bank.example"):
        assert "mismatch" in judged(tmp_path, other, made.chain)
        assert "permitted subtree violation" in judged(tmp_path, other, signed(tmp_path, other))
    told = subprocess.run(
        ["openssl", "x509", "-text", "-noout", "-in", str(made.chain)],
        capture_output=True, text=True, check=True,
    ).stdout  # fmt: skip
    for needed in ("Subject Key Identifier", "Authority Key Identifier", "CA:FALSE",
                   "TLS Web Server Authentication", "Digital Signature"):  # fmt: skip
        assert needed in told


@pytest.mark.parametrize("which", ["authority.pem", "server.pem"])
@pytest.mark.parametrize("harm", ["cut", "empty", "other key", "binary"])
def test_a_damaged_or_mismatched_pair_is_told_and_made_anew(
    tmp_path: Path, which: str, harm: str, caplog: pytest.LogCaptureFixture
) -> None:
    first = certificate(tmp_path, NAMES, now=NOW)
    certificate(tmp_path / "other", NAMES, now=NOW)
    file = tmp_path / "tls" / which
    whole = file.read_bytes()
    other = (tmp_path / "other" / "tls" / which).read_bytes()
    cut = whole.index(b"-----BEGIN CERT")
    file.write_bytes({
        "cut": whole[: len(whole) // 2],
        "empty": b"",
        "other key": other[: other.index(b"-----BEGIN CERT")] + whole[cut:],
        "binary": bytes(range(256)),
    }[harm])  # fmt: skip
    again = certificate(tmp_path, NAMES, now=NOW)
    assert which in caplog.text
    assert ("take in" in caplog.text) == (which == "authority.pem")
    assert (again.authority == first.authority) == (which == "server.pem")
    again.context()
    caplog.clear()
    assert certificate(tmp_path, NAMES, now=NOW) == again
    assert not caplog.records


def test_a_certificate_of_another_authority_is_made_anew(tmp_path: Path) -> None:
    certificate(tmp_path, NAMES, now=NOW)
    mine = (tmp_path / "tls" / "server.pem").read_bytes()
    (tmp_path / "tls" / "authority.pem").unlink()
    certificate(tmp_path, NAMES, now=NOW)
    assert (tmp_path / "tls" / "server.pem").read_bytes() != mine


def test_a_certificate_from_elsewhere_is_used_and_its_names_are_told(tmp_path: Path) -> None:
    now = SystemClock().now()
    made = certificate(tmp_path, ("board.home.arpa", "127.0.0.1"), now=now)
    own = own_certificate(made.chain, None)
    assert own.names == ("board.home.arpa",)
    with (
        wiring.open_table(folder=None, players=("Ann", "Ben")) as table,
        served(table, port=0, lan=True, pin=None, tls=own) as page,
    ):
        port = page.local.rstrip("/").rsplit(":", 1)[1]
        assert page.addresses[:1] in ((), (f"https://board.home.arpa:{port}/",))
        trusting = ssl.create_default_context(cadata=made.authority)
        address = urllib.request.Request(
            page.local, headers={"Host": f"board.home.arpa:{port}"}
        )
        with urllib.request.urlopen(address, timeout=20, context=trusting) as answer:
            assert answer.status == 200
        with pytest.raises(urllib.error.HTTPError) as plain:
            urllib.request.urlopen(page.local.replace("https", "http"), timeout=20)
        assert plain.value.code == 426
        assert "authority.crt" not in plain.value.read().decode()
        plain.value.close()
    nothing = tmp_path / "nothing.pem"
    nothing.write_text("nothing")
    for wrong in (nothing, tmp_path / "missing.pem"):
        with pytest.raises(ConfigError, match="are no certificate and its key"):
            own_certificate(wrong, None)


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
