"""What requests may cost before anybody asks them: a till that only takes notes, and its sums."""

from __future__ import annotations

import msgspec

from occam.core.gaps import OverBudget
from occam.core.model import Model, Prompted
from occam.core.paying import Payer, Unpaid
from occam.core.spending import Spent
from occam.llm.client import HostedModel
from occam.llm.counting import prompt_tokens, tokenizer_of
from occam.llm.ranking import HostedRanking
from occam.llm.recorded import RecordedModel

UNASKED = OverBudget(limit="estimate", needed="nothing is asked")


class Meter:
    """Sells nothing: it keeps what it would have been asked."""

    def __init__(self, model: Model) -> None:
        self.name = model.name
        self.model = model
        self.noted: list[Prompted] = []

    async def ask(self, payer: Payer, prompted: Prompted) -> Unpaid:
        """Notes the request."""
        self.noted.append(prompted)
        return Unpaid(gap=UNASKED)

    def taken(self) -> list[Prompted]:
        """What was noted since the last time."""
        noted, self.noted = self.noted, []
        return noted


def most(model: Model, prompted: Prompted) -> Spent:
    """What the till would reserve: a prompt with room, and the longest answer."""
    return model.worst(prompted)


def least(model: Model, prompted: Prompted) -> Spent:
    """The prompt as it is counted here, and not a word of an answer."""
    if isinstance(model, RecordedModel):
        return model.worst(prompted)
    if not isinstance(model, HostedModel):
        return model.worst(msgspec.structs.replace(prompted, most_tokens=0))
    tokens, price = prompt_tokens(model.name, prompted), model.price
    return Spent(
        input_tokens=tokens,
        model_calls=1,
        micro_usd=price.of(tokens, 0) if price else None,
        estimated=True,
    )


def counted_by(model: Model) -> str:
    """Who counted the tokens."""
    if isinstance(model, HostedModel | HostedRanking):
        return tokenizer_of(model.name)
    return "the recording" if isinstance(model, RecordedModel) else "the script, 4 characters each"
