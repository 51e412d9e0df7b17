"""Ed25519 signatures on certificates: optional, and the key never leaves its file's reader.

A certificate carries its public key, so a signature proves that nothing was changed since; that the
right party signed is known only to who holds the issuer's public key and passes it as `trusted`.
"""

from __future__ import annotations

import base64
import binascii
import os
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from occam.core.errors import BadConfig
from occam.core.record import Certificate
from occam.runtime.settings import KEY_BYTES

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey


def generate(path: Path) -> str:
    """Write a new private key that only its owner can read; returns the public key."""
    _needed()
    from cryptography.hazmat.primitives import serialization
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

    key = Ed25519PrivateKey.generate()
    pem = key.private_bytes(
        serialization.Encoding.PEM,
        serialization.PrivateFormat.PKCS8,
        serialization.NoEncryption(),
    )
    try:
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except OSError as error:
        raise BadConfig(f"{path}: the key cannot be written: {error.strerror}") from error
    with os.fdopen(descriptor, "wb") as file:
        file.write(pem)
    return _public(key)


def public_key(path: Path) -> str:
    """The public half, in base64, of the private key in this file."""
    return _public(_private(path))


def signer(path: Path) -> Callable[[Certificate], Certificate]:
    """What signs certificates with the key in this file: PEM, or 32 raw bytes in base64."""
    key = _private(path)
    public = _public(key)

    def sign(certificate: Certificate) -> Certificate:
        signature = base64.b64encode(key.sign(certificate.digest.encode())).decode()
        return msgspec.structs.replace(certificate, key=public, signature=signature)

    return sign


def is_signed(certificate: Certificate, trusted: str = "") -> bool:
    """Whether the signature fits the digest and the key (and the key is the trusted one)."""
    _needed()
    from cryptography.exceptions import InvalidSignature
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

    if trusted and certificate.key != trusted:
        return False
    try:
        key = Ed25519PublicKey.from_public_bytes(base64.b64decode(certificate.key, validate=True))
        signature = base64.b64decode(certificate.signature, validate=True)
        key.verify(signature, certificate.digest.encode())
    except (InvalidSignature, ValueError):
        return False
    return True


def _private(path: Path) -> Ed25519PrivateKey:
    _needed()
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
    from cryptography.hazmat.primitives.serialization import load_pem_private_key

    try:
        data = path.read_bytes().strip()
    except OSError as error:
        raise BadConfig(f"{path}: the signing key cannot be read: {error.strerror}") from error
    if not data.startswith(b"-----BEGIN"):
        return Ed25519PrivateKey.from_private_bytes(_raw(path, data))
    try:
        key = load_pem_private_key(data, password=None)
    except (TypeError, ValueError) as error:
        raise BadConfig(f"{path}: not a PEM private key without a password") from error
    if not isinstance(key, Ed25519PrivateKey):
        raise BadConfig(f"{path}: the signing key is not an Ed25519 key")
    return key


def _raw(path: Path, data: bytes) -> bytes:
    try:
        raw = base64.b64decode(data, validate=True)
    except binascii.Error:
        raw = b""
    if len(raw) != KEY_BYTES:
        raise BadConfig(f"{path}: neither a PEM key nor {KEY_BYTES} bytes in base64") from None
    return raw


def _public(key: Ed25519PrivateKey) -> str:
    return base64.b64encode(key.public_key().public_bytes_raw()).decode()


def _needed() -> None:
    try:
        import cryptography  # noqa: F401  # pyright: ignore[reportUnusedImport]
    except ImportError as error:
        raise BadConfig(
            "signatures need the extra `sign`: pip install 'occam[sign]', or unset signing_key"
        ) from error
