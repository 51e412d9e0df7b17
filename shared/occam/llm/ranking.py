"""A hosted model that ranks texts beside a question, through litellm: the port `Model`, so that it
is sold at a till like any other.

The first message is the question, each further one a text; the answer is JSON, a list of the place
of a text among them (from 0) and its score, best first.
"""

from __future__ import annotations

import asyncio
import math
from typing import Any

import msgspec

from occam.core.errors import BadConfig, Permanent
from occam.core.model import Prompted, Reply
from occam.core.spending import Spent
from occam.llm import library
from occam.llm.counting import ROOM, tokens_in
from occam.llm.failures import translated
from occam.llm.prices import listings
from occam.llm.settings import LlmSettings

DIGITS = 6
"""Digits of a score: what a provider computes beyond them is noise."""


class RankPrice(msgspec.Struct, frozen=True, kw_only=True):
    """Dollars for a million requests and for a million tokens: millionths of a dollar for one."""

    request: float
    token: float

    def of(self, tokens: int) -> int:
        """Millionths of a dollar of one request, rounded up."""
        return math.ceil(round(self.request + self.token * tokens, 6))


class HostedRanking:
    """One ranking model; `price` is dollars for one request, for models without a listed price."""

    def __init__(self, model: str, settings: LlmSettings, price: float | None = None) -> None:
        library.require()
        if not model:
            raise BadConfig("a reranker needs a name: set OCCAM_RERANKER_MODEL")
        self.name = model
        self._settings, self._stated = settings, price

    def __repr__(self) -> str:
        return f"HostedRanking({self.name!r})"

    @property
    def price(self) -> RankPrice | None:
        """What the settings say, else what litellm lists; None where nobody knows."""
        if self._stated is not None:
            return RankPrice(request=1e6 * self._stated, token=0.0)
        for listed in listings(self.name, library.litellm().model_cost):
            request, token = (listed.get(f"input_cost_per_{unit}") for unit in ("query", "token"))
            if request or token:
                return RankPrice(request=1e6 * (request or 0.0), token=1e6 * (token or 0.0))
        return None

    def worst(self, prompted: Prompted) -> Spent:
        """All the words that are read, with room for another tokenizer."""
        return self._bill(prompted, math.ceil(ROOM * self._counted(prompted)), estimated=True)

    async def complete(self, prompted: Prompted) -> Reply:
        """The places of the texts, best first, with their scores. Raises as the port says."""
        litellm = await asyncio.to_thread(library.litellm)
        question, *texts = (each.content for each in prompted.messages)
        timeout = self._settings.timeout_s
        try:
            async with asyncio.timeout(timeout):
                answer = await litellm.arerank(
                    model=self.name, query=question, documents=texts, top_n=len(texts),
                    return_documents=False, timeout=timeout, num_retries=0, max_retries=0,
                    **self._access(),
                )  # fmt: skip
        except Exception as error:
            raise translated(error, self.name) from None
        places = self._read(answer, len(texts))
        told = _told_tokens(answer)
        spent = self._bill(prompted, told or self._counted(prompted), estimated=not told)
        return Reply(text=msgspec.json.encode(places).decode(), spent=spent)

    def _access(self) -> dict[str, str]:
        given = {"api_key": self._settings.key, "api_base": self._settings.url}
        return {name: value for name, value in given.items() if value}

    def _read(self, answer: Any, count: int) -> list[tuple[int, float]]:
        """Every text at most once; equal scores go by place."""
        try:
            found = [
                (int(row["index"]), round(float(row["relevance_score"]), DIGITS))
                for row in answer.results
            ]
        except (AttributeError, KeyError, TypeError, ValueError):
            raise Permanent(f"model {self.name} gave ranks that cannot be read") from None
        places = {place for place, _ in found}
        if not all(math.isfinite(score) for _, score in found):
            raise Permanent(f"model {self.name} gave ranks that cannot be read")
        if not found or len(places) < len(found) or not places <= set(range(count)):
            raise Permanent(f"model {self.name} ranked other texts than the {count} it was given")
        return sorted(found, key=lambda each: (-each[1], each[0]))

    def _counted(self, prompted: Prompted) -> int:
        return sum(tokens_in(self.name, each.content) for each in prompted.messages)

    def _bill(self, prompted: Prompted, tokens: int, *, estimated: bool) -> Spent:
        price = self.price
        return Spent(
            input_tokens=tokens,
            context_tokens=min(prompted.context_tokens, tokens),
            model_calls=1,
            micro_usd=price.of(tokens) if price else None,
            estimated=estimated,
        )


def _told_tokens(answer: Any) -> int:
    """The tokens that the provider says it read; 0 where it says none."""
    meta: Any = getattr(answer, "meta", None) or {}
    units: Any = meta.get("tokens") or meta.get("billed_units") or {}
    return int(units.get("input_tokens") or units.get("total_tokens") or 0)
