"""The vectors of one version's passages as a file: a header, then single precision, row by row.

The rows stand in the order of the passages in the full text, which is by document and start.
"""

from __future__ import annotations

import hashlib
import importlib.util
import os
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import msgspec

from occam.core.errors import BadConfig, Permanent, Transient

FILE = "vectors.f32"
FORMAT = "occam-vectors-1"
HEADER = 1024
"""Bytes of the header, blanks included: a multiple of any alignment that a vector may want."""
_WIDTH = 4


class Header(msgspec.Struct, frozen=True, kw_only=True):
    """What made the vectors, and digests of the passages and of the vectors themselves."""

    format: str = FORMAT
    model: str
    dimension: int
    count: int
    passages: str
    digest: str

    def made_by(self, model: str, dimension: int) -> bool:
        """Whether vectors of that model can be compared with these."""
        return (self.model, self.dimension) == (model, dimension)

    @property
    def state(self) -> str:
        """One digest of everything in the file and of what it stands for."""
        return hashlib.sha256(msgspec.json.encode(self)).hexdigest()[:32]


def numeric() -> Any:
    """numpy, which the extras bring. Raises `BadConfig` where it is missing."""
    if importlib.util.find_spec("numpy") is None:
        raise BadConfig("vectors need numpy: install the extra with `pip install 'occam[vectors]'`")
    import numpy

    return numpy


def write(
    directory: Path,
    model: str,
    dimension: int,
    passages: str,
    pages: Iterable[Sequence[Sequence[float]]],
) -> Header:
    """Write the file aside and put it in place: who has the old one open keeps reading that."""
    numpy = numeric()
    aside, digest, count = directory / f"{FILE}.part", hashlib.sha256(), 0
    try:
        with aside.open("wb") as file:
            file.write(b" " * HEADER)
            for page in pages:
                rows = numpy.asarray(page, dtype="<f4").reshape(len(page), -1)
                if rows.size and rows.shape[1] != dimension:
                    raise Permanent(f"{model} gave {rows.shape[1]} numbers, not {dimension}")
                written = rows.tobytes()
                digest.update(written)
                file.write(written)
                count += len(page)
            header = Header(
                model=model, dimension=dimension, count=count, passages=passages,
                digest=digest.hexdigest(),
            )  # fmt: skip
            file.seek(0)
            file.write(_line(header))
            file.flush()
            os.fsync(file.fileno())
        aside.replace(directory / FILE)
    except OSError as error:
        raise Transient(f"{directory / FILE}: cannot be written: {error}") from error
    finally:
        aside.unlink(missing_ok=True)
    return header


def _line(header: Header) -> bytes:
    line = msgspec.json.encode(header)
    if len(line) >= HEADER:
        raise BadConfig(f"the model's name is too long: {header.model[:80]!r}…")
    return line.ljust(HEADER - 1) + b"\n"


def header_of(directory: Path) -> Header | None:
    """What the file says of itself; None where there is none."""
    path = directory / FILE
    try:
        with path.open("rb") as file:
            header = msgspec.json.decode(file.read(HEADER), type=Header)
        size = path.stat().st_size
    except FileNotFoundError:
        return None
    except OSError as error:
        raise Transient(f"{path}: {error}") from error
    except msgspec.DecodeError as error:
        raise Permanent(f"{path}: not a file of vectors: {error}") from error
    if header.format != FORMAT or size != HEADER + header.count * header.dimension * _WIDTH:
        raise Permanent(f"{path}: {size} bytes are not {header.count} vectors of {FORMAT}")
    return header


def rows_of(directory: Path, header: Header) -> Any:
    """The vectors, mapped and not read: one row each."""
    numpy = numeric()
    shape = (header.count, header.dimension)
    if not header.count:
        return numpy.zeros(shape, dtype="<f4")
    return numpy.memmap(directory / FILE, dtype="<f4", mode="r", offset=HEADER, shape=shape)
