"""The nearest vectors of one version by looking at every one: the port `Vectors` on a mapped file.

The scores are exact and do not depend on what is searched beside: equal vectors tie everywhere.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from occam.core.errors import BadConfig, Permanent
from occam.core.ports import Near
from occam.documents import vectorfile
from occam.documents.passages import Places, places_of

DIGITS = 7
"""Digits of a score: what lies behind them is noise of single precision."""
_NOISE = 1e-5
"""How far a product in single precision may be off, generously."""

AGAIN = "`occam load --vectors` makes them again"


class ExactVectors:
    """Every search computes every cosine: nothing nearer is ever missed, and a filter is free."""

    name = "embedded"

    def __init__(self, rows: Any, places: Places) -> None:
        self._rows = rows
        self._places = places

    @classmethod
    def open(cls, directory: Path, model: str, dimension: int) -> ExactVectors | None:
        """The vectors of the version in that directory; None where it has none.

        Raises `BadConfig` where another model made them: its numbers mean something else.
        """
        header = vectorfile.header_of(directory)
        if header is None:
            return None
        if not header.made_by(model, dimension):
            raise BadConfig(
                f"{directory / vectorfile.FILE}: made by {header.model} ({header.dimension} "
                f"numbers), and the setting `embedding` names {model} ({dimension}): {AGAIN}"
            )
        places = places_of(directory)
        if len(places) != header.count:
            raise Permanent(
                f"{directory / vectorfile.FILE}: {header.count} vectors for {len(places)} "
                f"passages: {AGAIN}"
            )
        return cls(vectorfile.rows_of(directory, header), places)

    async def nearest(
        self, vector: Sequence[float], limit: int, documents: Sequence[str] = ()
    ) -> tuple[Near, ...]:
        """The nearest passages by cosine; it computes in a thread."""
        if len(vector) != self._rows.shape[1]:
            raise Permanent(f"a vector of {len(vector)} numbers among those of {self._rows.shape}")
        if limit < 1:
            return ()
        return await asyncio.to_thread(self._nearest, vector, limit, documents)

    def _nearest(
        self, vector: Sequence[float], limit: int, documents: Sequence[str]
    ) -> tuple[Near, ...]:
        numpy = vectorfile.numeric()
        asked = numpy.asarray(vector, dtype=numpy.float64)
        numbers = numpy.asarray(self._places.within(documents), dtype=numpy.intp)
        rows = self._rows[numbers] if documents else self._rows
        rough = rows @ asked.astype(numpy.float32)
        if len(rough) > limit:
            least = numpy.partition(rough, len(rough) - limit)[len(rough) - limit]
            close = numpy.flatnonzero(rough >= least - _NOISE)
        else:
            close = numpy.arange(len(rough))
        scores = (rows[close].astype(numpy.float64) * asked).sum(axis=1).round(DIGITS)
        best = numpy.lexsort((close, -scores))[:limit]
        return tuple(
            Near(*self._places[int(numbers[close[at]])], score=float(scores[at])) for at in best
        )
