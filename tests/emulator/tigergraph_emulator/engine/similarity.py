"""Distances between vectors, in single precision. Only COSINE has a documented formula."""

from __future__ import annotations

import math
from collections.abc import Callable
from operator import mul
from typing import Any

from tigergraph_emulator.engine.errors import RuntimeFailure, Undocumented
from tigergraph_emulator.engine.values import Single


def cosine_distance(left: list[float], right: list[float]) -> Single:
    """1 - similarity: 0 is the same direction."""
    if len(left) != len(right):
        raise RuntimeFailure(f"a vector of {len(left)} is compared with one of {len(right)}")
    norms = _norm(left) * _norm(right)
    if norms == 0:
        raise Undocumented("the COSINE distance of a vector of zeros")
    return Single(1.0 - sum(map(mul, left, right)) / norms)


def _norm(vector: list[float]) -> float:
    return math.sqrt(sum(map(mul, vector, vector)))


def _distance(left: Any, right: Any, metric: Any) -> Single:
    if metric != "COSINE":
        raise Undocumented(f"gds.vector.distance by {metric}: the formula is not documented")
    return cosine_distance(left, right)


VECTOR_FUNCTIONS: dict[str, Callable[..., Any]] = {
    "gds.vector.distance": _distance,
    "gds.vector.cosine_distance": cosine_distance,
}
