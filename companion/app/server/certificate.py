"""A certificate of this household: an authority made once, and this computer's own by it.

Browsers give some things only to pages over HTTPS, above all keeping a tablet awake. No public
authority signs for an address like 192.168.1.7, so the household has its own; a device that has
taken in its certificate once trusts the page from then on.
"""

from __future__ import annotations

import datetime as dt
import ipaddress
import os
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from companion.errors import DependencyMissing, InputError

if TYPE_CHECKING:
    from cryptography import x509

FOLDER = "tls"
AUTHORITY_DAYS = 3650
SERVER_DAYS = 397
"""Longest life of a server's certificate that all browsers accept."""

RENEW_DAYS = 30


@dataclass(frozen=True, slots=True)
class Certificate:
    """Files of a server's certificate, and the authority's for other devices.

    Attributes:
        chain: Path of the certificate.
        key: Path of its key.
        authority: The authority's certificate as DER, to be taken in by devices.
    """

    chain: Path
    key: Path
    authority: bytes


def certificate(folder: Path, names: tuple[str, ...], *, now: dt.datetime) -> Certificate:
    """Return the certificate for this computer's names; made when missing, old, or for others.

    Args:
        folder: The data folder; keys are kept below it, readable by their owner only.
        names: Host names and IP addresses.
        now: The time, with a time zone.

    Raises:
        DependencyMissing: The package `cryptography` is not installed.
        InputError: The files cannot be written.
    """
    try:
        from cryptography import x509
        from cryptography.hazmat.primitives import serialization
    except ImportError as error:
        raise DependencyMissing(
            "HTTPS needs the package cryptography: pip install 'tabletop-companion[https]'."
        ) from error
    home = folder / FOLDER
    try:
        home.mkdir(parents=True, exist_ok=True, mode=0o700)
        ca_cert, ca_key = home / "authority.pem", home / "authority.key"
        cert, key = home / "server.pem", home / "server.key"
        if not (ca_cert.is_file() and ca_key.is_file()):
            _make(ca_cert, ca_key, ("Tabletop Companion household",), None, now)
        if _stale(cert, key, names, now):
            _make(cert, key, names, (ca_cert, ca_key), now)
        authority = x509.load_pem_x509_certificate(ca_cert.read_bytes())
        der = authority.public_bytes(serialization.Encoding.DER)
    except OSError as error:
        raise InputError(
            "The certificate in {home} cannot be written: {why}.",
            home=str(home),
            why=str(error),
        ) from error
    return Certificate(cert, key, der)


def _stale(cert: Path, key: Path, names: tuple[str, ...], now: dt.datetime) -> bool:
    from cryptography import x509

    if not (cert.is_file() and key.is_file()):
        return True
    old = x509.load_pem_x509_certificate(cert.read_bytes())
    if old.not_valid_after_utc - now < dt.timedelta(days=RENEW_DAYS):
        return True
    held = old.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    known = {str(name.value) for name in held}
    return not set(names) <= known


def _make(
    cert: Path,
    key: Path,
    names: tuple[str, ...],
    by: tuple[Path, Path] | None,
    now: dt.datetime,
) -> None:
    """Write a certificate and its key; `by` is who signs, None for itself: an authority."""
    from cryptography import x509
    from cryptography.hazmat.primitives import hashes, serialization
    from cryptography.hazmat.primitives.asymmetric import ec
    from cryptography.x509.oid import ExtendedKeyUsageOID

    own = ec.generate_private_key(ec.SECP256R1())
    subject = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, names[0])])
    issuer, signer = subject, own
    if by is not None:
        issuer = x509.load_pem_x509_certificate(by[0].read_bytes()).subject
        loaded = serialization.load_pem_private_key(by[1].read_bytes(), None)
        if not isinstance(loaded, ec.EllipticCurvePrivateKey):
            raise InputError(
                "{by} is no key of ours; remove the folder {parent}.",
                by=str(by[1]),
                parent=str(by[1].parent),
            )
        signer = loaded
    days = AUTHORITY_DAYS if by is None else SERVER_DAYS
    builder = (
        x509.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(issuer)
        .public_key(own.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - dt.timedelta(days=1))
        .not_valid_after(now + dt.timedelta(days=days))
        .add_extension(
            x509.BasicConstraints(ca=by is None, path_length=0 if by is None else None),
            critical=True,
        )
    )
    if by is not None:
        builder = builder.add_extension(
            x509.SubjectAlternativeName([_name(name) for name in names]), critical=False
        ).add_extension(
            x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]), critical=False
        )
    made = builder.sign(signer, hashes.SHA256())
    _write_private(
        key,
        own.private_bytes(
            serialization.Encoding.PEM,
            serialization.PrivateFormat.PKCS8,
            serialization.NoEncryption(),
        ),
    )
    cert.write_bytes(made.public_bytes(serialization.Encoding.PEM))


def _name(name: str) -> x509.GeneralName:
    from cryptography import x509

    try:
        return x509.IPAddress(ipaddress.ip_address(name))
    except ValueError:
        return x509.DNSName(name)


def _write_private(path: Path, data: bytes) -> None:
    with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as file:
        file.write(data)
