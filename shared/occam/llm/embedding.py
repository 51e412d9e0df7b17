"""Vectors from a hosted embedding model, through litellm.

The port is synchronous, because vectors are mostly computed on this machine: whoever calls is in a
thread already.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Any

from occam.core.errors import Permanent
from occam.core.ports import Embedded
from occam.core.spending import Spent
from occam.llm import library
from occam.llm.counting import tokens_in
from occam.llm.failures import translated
from occam.llm.prices import listings
from occam.llm.settings import LlmSettings

KEPT = 256
"""Questions whose vector is kept: a message that is delivered again buys none."""
BATCH = 64
"""Texts a request: below what any provider takes at once."""
DIGITS = 7


class HostedEmbedder:
    """One model; `dimension` is what the pack says that it makes."""

    def __init__(self, model: str, dimension: int, settings: LlmSettings) -> None:
        library.require()
        self.name, self.dimension = model, dimension
        self._settings = settings
        self._one = lru_cache(maxsize=KEPT)(self._of)

    def __repr__(self) -> str:
        return f"HostedEmbedder({self.name!r})"

    def embed(self, texts: Sequence[str]) -> Embedded:
        """A vector of length one for each text, and what they cost. Raises `core.errors.Transient`
        when trying again may help, `Permanent` when not."""
        return self._one(texts[0]) if len(texts) == 1 else self._bought(texts)

    def _of(self, text: str) -> Embedded:
        return self._bought([text])

    def _bought(self, texts: Sequence[str]) -> Embedded:
        vectors: list[list[float]] = []
        spent = Spent()
        for batch in _batches(texts):
            answer = self._asked(batch)
            vectors += self._read(answer, len(batch))
            spent = spent + self._cost(answer, batch)
        return Embedded(vectors=vectors, spent=spent)

    def _asked(self, texts: Sequence[str]) -> Any:
        settings = self._settings
        given = {"api_key": settings.key, "api_base": settings.url}
        access = {name: value for name, value in given.items() if value}
        try:
            return library.litellm().embedding(
                model=self.name,
                input=list(texts),
                timeout=settings.timeout_s,
                num_retries=0,
                max_retries=0,
                **access,
            )
        except Exception as error:
            raise translated(error, self.name) from None

    def _read(self, answer: Any, count: int) -> list[list[float]]:
        try:
            rows = sorted(answer.data, key=lambda row: row["index"])
            vectors = [[float(part) for part in row["embedding"]] for row in rows]
        except (AttributeError, KeyError, TypeError, ValueError):
            raise Permanent(f"model {self.name} gave vectors that cannot be read") from None
        if len(vectors) != count:
            raise Permanent(f"model {self.name} gave {len(vectors)} vectors for {count} texts")
        for vector in vectors:
            if len(vector) != self.dimension:
                raise Permanent(
                    f"model {self.name} makes vectors of {len(vector)} numbers, and the pack says "
                    f"{self.dimension} (pack.toml, vectors.dimension)"
                )
        return [_unit(vector) for vector in vectors]

    def _cost(self, answer: Any, texts: Sequence[str]) -> Spent:
        told = int(getattr(getattr(answer, "usage", None), "prompt_tokens", 0) or 0)
        tokens = told or sum(tokens_in(self.name, text) for text in texts)
        listed = listings(self.name, library.litellm().model_cost)
        price = next((each.get("input_cost_per_token") for each in listed), None)
        return Spent(
            input_tokens=tokens,
            model_calls=1,
            micro_usd=None if price is None else math.ceil(round(1e6 * price * tokens, 6)),
            estimated=not told,
        )


def _batches(texts: Sequence[str]) -> Iterator[Sequence[str]]:
    """Providers refuse an empty text: a space means as little."""
    filled = [text if text.strip() else " " for text in texts]
    for at in range(0, len(filled), BATCH):
        yield filled[at : at + BATCH]


def _unit(vector: Sequence[float]) -> list[float]:
    length = math.sqrt(math.fsum(part * part for part in vector)) or 1.0
    return [round(part / length, DIGITS) for part in vector]
