"""The local decider: an embedding model, a linear head over its vectors, no token generated."""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import Callable, Sequence

import numpy as np

from occam.core.ports import Decision, Embedder, Option
from occam.deciding.head import Head, vectors
from occam.deciding.options import certain, ordered, scaled

_MILLISECONDS = 1000


class LocalDecider:
    """Probabilities of the options' kinds, among themselves.

    It knows kinds and nothing else: options of one kind share that kind's probability equally, and
    where it never learnt one of the kinds all options are equally probable.
    """

    def __init__(
        self, embedder: Embedder, head: Head, mask: Callable[[str], str], version: str = ""
    ) -> None:
        self._embedder, self._head, self._mask = embedder, head, mask
        self.name = f"local {version}".strip()

    async def decide(self, question: str, options: Sequence[Option]) -> Decision:
        """It computes in a thread for some milliseconds."""
        begun = time.perf_counter()
        sorted_options = ordered(options)
        if decided := certain(sorted_options, self.name):
            return decided
        weights = await asyncio.to_thread(self._weights, question, sorted_options)
        spent = round(_MILLISECONDS * (time.perf_counter() - begun), 3)
        return Decision(probabilities=scaled(weights), by=self.name, milliseconds=spent)

    def _weights(self, question: str, options: Sequence[Option]) -> dict[str, float]:
        alike = Counter(option.kind for option in options)
        learnt = {kind: place for place, kind in enumerate(self._head.kinds)}
        if not learnt.keys() >= alike.keys():
            return dict.fromkeys((option.key for option in options), 1.0)
        scores = self._head.scores(vectors(self._embedder, [self._mask(question)]))[0]
        cooled = scores[[learnt[kind] for kind in alike]] / self._head.temperature
        raised = np.exp(cooled - cooled.max())
        weight = dict(zip(alike, raised.tolist(), strict=True))
        return {option.key: weight[option.kind] / alike[option.kind] for option in options}
