"""A trained head on disk: `decider.json` for people, and one file of arrays that it names.

The arrays are written first, under a name made from their digest; then the JSON is put in place by
one rename. A reader sees the old pair or the new one.
"""

from __future__ import annotations

import contextlib
import hashlib
import io
import os
from pathlib import Path

import msgspec
import numpy as np

from occam.core.errors import BadConfig, Transient
from occam.core.kinds import KINDS
from occam.core.ports import Embedder
from occam.deciding.head import Array, Head, Places
from occam.deciding.reliability import Outcomes

FILE = "decider.json"
FORMAT = 1
PARTS = ("known", "calibration", "held_out")
"""Wordings that it was trained on, in other questions; new wordings to choose temperature and
threshold by; and further new ones, to measure by."""


class Evidence(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """decider.json: what was trained on what, and how good it is.

    `threshold` is the least confidence with the `target` precision; where none `reached` it, it is
    1, and nothing is decided.
    """

    format: int = FORMAT
    pack: str
    model: str
    dimension: int
    kinds: tuple[str, ...]
    temperature: float
    threshold: float
    reached: bool
    target: float
    penalty: float
    graph_version: str
    seed: int
    questions: dict[str, int]
    figures: dict[str, dict[str, float | None]]
    arrays: str
    digest: str


class Trained(msgspec.Struct, frozen=True, kw_only=True):
    """A head with its evidence, and the outcomes behind it."""

    evidence: Evidence
    head: Head
    outcomes: dict[str, Outcomes]


def save(directory: Path, evidence: Evidence, head: Head, outcomes: dict[str, Outcomes]) -> None:
    """Write both files; the JSON names the arrays by their digest."""
    arrays: dict[str, Array | Places] = {"weights": head.weights}
    for part, found in outcomes.items():
        arrays[f"{part}_probabilities"] = found.probabilities
        arrays[f"{part}_wanted"] = found.wanted
    content = io.BytesIO()
    np.savez(content, allow_pickle=False, **arrays)  # pyright: ignore[reportArgumentType]
    digest = hashlib.sha256(content.getvalue()).hexdigest()
    named = msgspec.structs.replace(evidence, arrays=f"decider-{digest[:16]}.npz", digest=digest)
    text = msgspec.json.format(msgspec.json.encode(named), indent=2)
    try:
        _put(directory / named.arrays, content.getvalue())
        _put(directory / FILE, text + b"\n")
        for old in directory.glob("decider-*.npz"):
            if old.name != named.arrays:
                old.unlink(missing_ok=True)
    except OSError as error:
        raise Transient(f"{directory}: cannot be written: {error}") from error


def load(directory: Path, pack: str) -> Trained:
    """The trained head of a pack; raises `BadConfig` that names the command to run."""
    command = f"run `occam pack train {pack}`"
    try:
        evidence = msgspec.json.decode((directory / FILE).read_bytes(), type=Evidence)
        content = (directory / evidence.arrays).read_bytes()
    except FileNotFoundError:
        raise BadConfig(f"no decider of pack {pack!r} is trained: {command}") from None
    except (OSError, msgspec.DecodeError) as error:
        raise BadConfig(f"{directory / FILE}: {error}: {command}") from error
    if fault := _fault(evidence, content):
        raise BadConfig(f"{directory / FILE}: {fault}: {command}")
    with np.load(io.BytesIO(content), allow_pickle=False) as arrays:
        kinds = evidence.kinds
        head = Head(kinds=kinds, weights=arrays["weights"], temperature=evidence.temperature)
        outcomes = {
            part: Outcomes(
                kinds=kinds,
                probabilities=arrays[f"{part}_probabilities"],
                wanted=arrays[f"{part}_wanted"],
            )
            for part in PARTS
        }
    return Trained(evidence=evidence, head=head, outcomes=outcomes)


def check_model(trained: Trained, embedder: Embedder) -> None:
    """Raises `BadConfig` where the head was trained on vectors of another model."""
    evidence = trained.evidence
    if (evidence.model, evidence.dimension) != (embedder.name, embedder.dimension):
        raise BadConfig(
            f"the decider of pack {evidence.pack!r} was trained on {evidence.model} "
            f"({evidence.dimension}), not on {embedder.name} ({embedder.dimension}): "
            f"run `occam pack train {evidence.pack}`"
        )


def _fault(evidence: Evidence, content: bytes) -> str:
    """What is wrong with a pair of files."""
    if evidence.format != FORMAT:
        return f"format {evidence.format}, where {FORMAT} is read"
    if hashlib.sha256(content).hexdigest() != evidence.digest:
        return f"{evidence.arrays} is not the file that was written with it"
    if unknown := sorted(set(evidence.kinds) - set(KINDS)):
        return f"kind {unknown[0]!r} is no longer one"
    with np.load(io.BytesIO(content), allow_pickle=False) as arrays:
        if arrays["weights"].shape != (len(evidence.kinds), evidence.dimension + 1):
            return "the weights do not fit the kinds and the dimension"
    return ""


def _put(path: Path, content: bytes) -> None:
    aside = path.with_name(f".{path.name}-{os.getpid()}")
    try:
        with aside.open("wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        aside.replace(path)
    finally:
        with contextlib.suppress(OSError):
            aside.unlink(missing_ok=True)
