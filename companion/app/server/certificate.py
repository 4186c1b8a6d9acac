"""A certificate of this household: an authority made once, and this computer's own by it.

Browsers give some things only to pages over HTTPS, above all a phone's camera and keeping a
tablet awake. No public authority signs for an address like 192.168.1.7, so the household has
its own; a device that has taken in its certificate once trusts the page from then on. The
authority may sign for addresses and names at home only: its key is of no use to pretend to be
a bank.

Each certificate is one file with its key, moved into its place when it is whole.
"""

from __future__ import annotations

import datetime as dt
import ipaddress
import logging
import os
import ssl
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from companion.errors import ConfigError, DependencyMissing, InputError

if TYPE_CHECKING:
    from cryptography import x509
    from cryptography.hazmat.primitives.asymmetric import ec

    Pair = tuple[x509.Certificate, ec.EllipticCurvePrivateKey]

log = logging.getLogger(__name__)

FOLDER = "tls"
AUTHORITY_DAYS = 3650
SERVER_DAYS = 397
"""Longest life of a server's certificate that all browsers accept."""

RENEW_DAYS = 30

HOME_NETS = (
    "10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "100.64.0.0/10", "169.254.0.0/16",
    "127.0.0.0/8", "fc00::/7", "fe80::/10", "::1/128",
)  # fmt: skip
"""Addresses that belong to no one in the world outside."""

HOME_NAMES = ("local", "localhost", "home.arpa", "internal", "lan", "home", "fritz.box")
"""Names of networks at home; names below them too."""


@dataclass(frozen=True, slots=True)
class Certificate:
    """A server's certificate, and the authority's for other devices.

    Attributes:
        chain: Path of the certificate.
        key: Path of its key; None where that is in the same file.
        authority: The authority's certificate as DER, to be taken in by devices; empty where
            they know it already.
        names: Host names that it is good for, where somebody else made it.
    """

    chain: Path
    key: Path | None = None
    authority: bytes = b""
    names: tuple[str, ...] = ()

    def context(self) -> ssl.SSLContext:
        """Return what encrypts with it.

        Raises:
            ConfigError: The files are no certificate and its key.
        """
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.minimum_version = ssl.TLSVersion.TLSv1_2
        context.set_alpn_protocols(["http/1.1"])
        try:
            context.load_cert_chain(self.chain, self.key)
        except (OSError, ValueError) as fault:
            raise ConfigError(
                "{chain} and {key} are no certificate and its key: {why}.",
                chain=str(self.chain),
                key=str(self.key or self.chain),
                why=getattr(fault, "reason", None) or str(fault),
            ) from fault
        return context


def own_certificate(chain: Path, key: Path | None) -> Certificate:
    """Return a certificate that the household has from elsewhere.

    Raises:
        ConfigError: The files are no certificate and its key.
        DependencyMissing: The package `cryptography` is not installed.
    """
    _library()
    from cryptography import x509

    held = Certificate(chain, key)
    held.context()
    leaf = x509.load_pem_x509_certificates(chain.read_bytes())[0]
    try:
        named = leaf.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    except x509.ExtensionNotFound:
        return held
    names = named.get_values_for_type(x509.DNSName)
    return Certificate(chain, key, names=tuple(n for n in names if not n.startswith("*")))


def certificate(folder: Path, names: tuple[str, ...], *, now: dt.datetime) -> Certificate:
    """Return the certificate for this computer's names; made when missing, old, or for others.

    What is damaged, or does not belong together, is told and made anew.

    Args:
        folder: The data folder; keys are kept below it, readable by their owner only.
        names: Host names and IP addresses; those of no home are left out.
        now: The time, with a time zone.

    Raises:
        DependencyMissing: The package `cryptography` is not installed.
        InputError: The files cannot be written.
    """
    _library()
    from cryptography.hazmat.primitives import serialization

    home = folder / FOLDER
    wanted = tuple(name for name in names if _at_home(name))
    try:
        home.mkdir(parents=True, exist_ok=True, mode=0o700)
        authority = _held(home / "authority.pem", now, None)
        if authority is None:
            authority = _made(("Tabletop Companion household",), None, now)
            _write_whole(home / "authority.pem", authority)
        server = _held(home / "server.pem", now, authority[0])
        if server is None or not set(wanted) <= _names_of(server[0]):
            _write_whole(home / "server.pem", _made(wanted, authority, now))
    except OSError as error:
        raise InputError(
            "The certificate in {home} cannot be written: {why}.",
            home=str(home),
            why=str(error),
        ) from error
    der = authority[0].public_bytes(serialization.Encoding.DER)
    return Certificate(home / "server.pem", authority=der)


def _library() -> None:
    try:
        import cryptography  # noqa: F401
    except ImportError as error:
        raise DependencyMissing(
            "HTTPS needs the package cryptography: pip install 'tabletop-companion[https]'."
        ) from error


def _held(path: Path, now: dt.datetime, issuer: x509.Certificate | None) -> Pair | None:
    """Return a certificate and its key if they are there, whole and good for a while."""
    from cryptography import x509
    from cryptography.exceptions import InvalidSignature
    from cryptography.hazmat.primitives import serialization
    from cryptography.hazmat.primitives.asymmetric import ec

    if not path.is_file():
        return None
    data = path.read_bytes()
    try:
        cert = x509.load_pem_x509_certificate(data)
        key = serialization.load_pem_private_key(data, None)
        if not isinstance(key, ec.EllipticCurvePrivateKey):
            raise ValueError("a key of another kind")
        if key.public_key() != cert.public_key():
            raise ValueError("certificate and key do not belong together")
        if issuer is None:
            cert.extensions.get_extension_for_class(x509.NameConstraints)
        cert.verify_directly_issued_by(issuer or cert)
    except (ValueError, TypeError, InvalidSignature, x509.ExtensionNotFound) as fault:
        log.warning(
            "%s is damaged or of an earlier version (%s); it is made anew%s",
            path, str(fault) or "not signed by the authority",
            ", so devices have to take in the household's certificate once more"
            if issuer is None else "",
        )  # fmt: skip
        return None
    begins, ends = cert.not_valid_before_utc, cert.not_valid_after_utc
    if begins > now or ends - now < dt.timedelta(days=RENEW_DAYS):
        return None
    return cert, key


def _made(names: tuple[str, ...], by: Pair | None, now: dt.datetime) -> Pair:
    """Return a certificate and its key; `by` is who signs, None for itself: an authority."""
    from cryptography import x509
    from cryptography.hazmat.primitives import hashes
    from cryptography.hazmat.primitives.asymmetric import ec
    from cryptography.x509.oid import ExtendedKeyUsageOID

    own = ec.generate_private_key(ec.SECP256R1())
    subject = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, names[0])])
    issuer, signer = (subject, own) if by is None else (by[0].subject, by[1])
    days = AUTHORITY_DAYS if by is None else SERVER_DAYS
    is_authority = by is None
    builder = (
        x509.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(issuer)
        .public_key(own.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - dt.timedelta(days=1))
        .not_valid_after(now + dt.timedelta(days=days))
        .add_extension(
            x509.BasicConstraints(ca=is_authority, path_length=0 if is_authority else None),
            critical=True,
        )
        .add_extension(x509.SubjectKeyIdentifier.from_public_key(own.public_key()), False)
        .add_extension(
            x509.AuthorityKeyIdentifier.from_issuer_public_key(signer.public_key()), False
        )
        .add_extension(
            x509.KeyUsage(
                digital_signature=not is_authority, key_cert_sign=is_authority,
                crl_sign=is_authority, content_commitment=False, key_encipherment=False,
                data_encipherment=False, key_agreement=False, encipher_only=False,
                decipher_only=False,
            ),
            critical=True,
        )
    )  # fmt: skip
    if is_authority:
        nets = [x509.IPAddress(ipaddress.ip_network(net)) for net in HOME_NETS]
        allowed = [*(x509.DNSName(name) for name in HOME_NAMES), *nets]
        builder = builder.add_extension(x509.NameConstraints(allowed, None), critical=True)
    else:
        builder = builder.add_extension(
            x509.SubjectAlternativeName([_name(name) for name in names]), critical=False
        ).add_extension(
            x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]), critical=False
        )
    return builder.sign(signer, hashes.SHA256()), own


def _names_of(cert: x509.Certificate) -> set[str]:
    from cryptography import x509

    held = cert.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    return {str(name.value) for name in held}


def _name(name: str) -> x509.GeneralName:
    from cryptography import x509

    try:
        return x509.IPAddress(ipaddress.ip_address(name))
    except ValueError:
        return x509.DNSName(name)


def _at_home(name: str) -> bool:
    try:
        address = ipaddress.ip_address(name)
    except ValueError:
        return any(name == home or name.endswith(f".{home}") for home in HOME_NAMES)
    nets = (ipaddress.ip_network(net) for net in HOME_NETS)
    return any(address.version == net.version and address in net for net in nets)


def _write_whole(path: Path, pair: Pair) -> None:
    """Write a certificate and its key, for the owner only; nobody ever finds half of them."""
    from cryptography.hazmat.primitives import serialization

    new = path.with_name(f".{path.name}.new")
    new.unlink(missing_ok=True)
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL
    with os.fdopen(os.open(new, flags, 0o600), "wb") as file:
        file.write(
            pair[1].private_bytes(
                serialization.Encoding.PEM,
                serialization.PrivateFormat.PKCS8,
                serialization.NoEncryption(),
            )
            + pair[0].public_bytes(serialization.Encoding.PEM)
        )
        file.flush()
        os.fsync(file.fileno())
    new.replace(path)
