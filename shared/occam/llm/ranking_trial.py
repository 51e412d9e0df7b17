"""Whether a ranking model answers from here, and whether it ranks: for whoever sets one up."""

from __future__ import annotations

import time

import msgspec

from occam.core.errors import OccamError
from occam.core.model import Prompted, Said
from occam.core.spending import Spent
from occam.llm.ranking import HostedRanking
from occam.llm.trial import PROMPT, explained

QUESTION = "What colour is grass?"
ANSWER = "Grass is green."
TEXTS = ("The harbour was built of stone.", ANSWER)
_MILLISECONDS = 1000


class RankingTrial(msgspec.Struct, frozen=True, kw_only=True):
    """What one ranking model did. `ranks` is whether the text that answers came first; prices are
    dollars for one request and for a million tokens."""

    model: str
    roles: tuple[str, ...] = ("reranker",)
    problem: str = ""
    ranks: bool = False
    tells_usage: bool = False
    answer_ms: float = 0.0
    price_request: float | None = None
    price_tokens: float | None = None
    spent: Spent = Spent()


async def try_ranking(model: HostedRanking) -> RankingTrial:
    """One request of two texts; where it is not answered, why."""
    messages = (Said("user", QUESTION), *(Said("user", text) for text in TEXTS))
    begun = time.perf_counter()
    try:
        reply = await model.complete(Prompted(messages=messages, prompt=PROMPT, most_tokens=0))
    except OccamError as error:
        return RankingTrial(model=model.name, problem=explained(error, "OCCAM_RERANKER_URL"))
    took = _MILLISECONDS * (time.perf_counter() - begun)
    places = msgspec.json.decode(reply.text, type=list[tuple[int, float]])
    price = model.price
    return RankingTrial(
        model=model.name,
        ranks=places[0][0] == TEXTS.index(ANSWER),
        tells_usage=not reply.spent.estimated,
        answer_ms=round(took, 1),
        price_request=price.request / 1e6 if price else None,
        price_tokens=price.token if price else None,
        spent=reply.spent,
    )
