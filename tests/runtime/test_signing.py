"""Signatures: a certificate that was changed after it was signed is found out."""

from __future__ import annotations

import base64
import stat
from pathlib import Path

import msgspec
import pytest
from occam.core.certify import certify
from occam.core.errors import BadConfig
from occam.core.examine import Examined
from occam.core.gaps import NotInGraph
from occam.core.record import Certificate
from occam.core.settle import settle
from occam.messages.header import Header
from occam.runtime.signing import generate, is_signed, signer

ASKED = Header(question_id="q", batch_id="b", question="Who?", asked_at=0.0)


def signed(path: Path) -> Certificate:
    gap = NotInGraph(plans=1)
    unsigned = certify(ASKED, None, (), Examined(), gap)
    return settle(ASKED, None, (), gap, unsigned, sign=signer(path)).certificate


def test_what_was_signed_is_recognised_with_the_issuers_key(tmp_path: Path) -> None:
    public = generate(tmp_path / "key.pem")
    certificate = signed(tmp_path / "key.pem")
    assert certificate.key == public
    assert is_signed(certificate)
    assert is_signed(certificate, trusted=public)
    assert not is_signed(certificate, trusted=generate(tmp_path / "other.pem"))


@pytest.mark.parametrize("field", ["digest", "signature", "key"])
def test_a_change_breaks_the_signature(tmp_path: Path, field: str) -> None:
    generate(tmp_path / "key.pem")
    certificate = signed(tmp_path / "key.pem")
    old = getattr(certificate, field)
    changed = msgspec.structs.replace(certificate, **{field: old[:5] + "AB" + old[7:]})
    assert not is_signed(changed)
    assert not is_signed(msgspec.structs.replace(certificate, **{field: ""}))


def test_a_key_is_its_owners_alone_and_never_overwritten(tmp_path: Path) -> None:
    path = tmp_path / "key.pem"
    generate(path)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    with pytest.raises(BadConfig, match=r"key\.pem"):
        generate(path)


def test_raw_bytes_in_base64_are_a_key_too(tmp_path: Path) -> None:
    path = tmp_path / "raw"
    path.write_bytes(base64.b64encode(b"k" * 32) + b"\n")
    assert is_signed(signed(path))


@pytest.mark.parametrize(
    "content", [b"", b"secret words", base64.b64encode(b"short"), b"-----BEGIN PRIVATE KEY-----\nx"]
)
def test_a_bad_key_is_named_by_its_file_and_never_quoted(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "bad.key"
    path.write_bytes(content)
    with pytest.raises(BadConfig) as raised:
        signer(path)
    assert str(path) in str(raised.value)
    assert not content or content.decode() not in str(raised.value)


def test_a_missing_key_file_is_a_clear_error(tmp_path: Path) -> None:
    with pytest.raises(BadConfig, match="No such file"):
        signer(tmp_path / "none")
