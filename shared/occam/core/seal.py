"""Sealing: digests under which no field of a record or of its certificate can change unseen."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from typing import Any

import msgspec

from occam.core.evidence import Rows
from occam.core.record import AnswerRecord, Certificate

NOT_CERTIFIED = frozenset({"certificate"})
"""Fields of a record outside `record_digest`: only the certificate, which has its own digest."""
LATER = ("choice", "key", "waited_ms", "estimated", "by", "read", "recovered", "failure")
"""Fields that the first records and certificates did not have, wherever they stand in them."""

Sign = Callable[[Certificate], Certificate]

_encoder = msgspec.json.Encoder(order="sorted")


def sealed(record: AnswerRecord, sign: Sign | None = None) -> AnswerRecord:
    """The record with its own digest in the certificate, and that one digested and signed."""
    certificate = msgspec.structs.replace(record.certificate, record_digest=record_digest(record))
    certificate = msgspec.structs.replace(certificate, digest=digest_of(certificate))
    return msgspec.structs.replace(record, certificate=sign(certificate) if sign else certificate)


def record_digest(record: AnswerRecord) -> str:
    """SHA-256 of every field of the record but NOT_CERTIFIED, as JSON with sorted keys.

    A field of LATER that is empty is left out, so that records from before it keep their digest.
    """
    tree: dict[str, Any] = msgspec.to_builtins(
        _Record(*[getattr(record, name) for name in _RECORD])
    )
    gap: dict[str, Any] = tree["gap"] or {}
    _drop_empty(tree, tree["tokens"], gap, *tree["alternatives"])
    return sha256(_encoder.encode(tree))


def digest_of(certificate: Certificate) -> str:
    """SHA-256 of every field but digest, signature and key, as JSON with sorted keys.

    As in a record, a field of LATER that is empty is left out.
    """
    tree = msgspec.to_builtins(_Body(*[getattr(certificate, name) for name in _FIELDS]))
    _drop_empty(tree, tree["tokens"], *tree["trail"])
    return sha256(_encoder.encode(tree))


def _drop_empty(*parts: Any) -> None:
    for part in parts:
        for name in LATER:
            if isinstance(part, dict) and not part.get(name, True):  # pyright: ignore[reportUnknownMemberType]
                del part[name]


def evidence_digest(evidence: Sequence[Rows]) -> str:
    """SHA-256 of the evidence as JSON with sorted keys."""
    return sha256(_encoder.encode(tuple(evidence)))


def sha256(data: bytes) -> str:
    """SHA-256 in hex."""
    return hashlib.sha256(data).hexdigest()


_RECORD = tuple(name for name in AnswerRecord.__struct_fields__ if name not in NOT_CERTIFIED)
_FIELDS = tuple(
    name for name in Certificate.__struct_fields__ if name not in ("digest", "signature", "key")
)
_Record: Any = msgspec.defstruct("_Record", [(name, Any) for name in _RECORD])
_Body: Any = msgspec.defstruct("_Body", [(name, Any) for name in _FIELDS])
