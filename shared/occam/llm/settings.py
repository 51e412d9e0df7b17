"""What has to be known of models, and what they may cost."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

Shape = Literal["auto", "json_schema", "json_object_schema", "json_object", "text"]
Price = Annotated[float, Meta(ge=0, le=1e9)]
Tokens = Annotated[int, Meta(ge=0)]


class LlmSettings(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Models by what they do; one that is not named is `model`, and none is no such tier.

    `price_input` and `price_output` are dollars for a million tokens, for models that litellm has
    no price of. `shape` is how an answer is held to a form. `tries` is how often a call may time
    out or find nobody; `patience_s` how long a quota may keep it waiting.
    """

    model: str = ""
    planner: str = ""
    chooser: str = ""
    reader: str = ""
    key: str = ""
    url: Annotated[str, Meta(pattern=r"^$|^https?://[^/\s]")] = ""
    shape: Shape = "auto"
    stream: bool = False
    timeout_s: Annotated[float, Meta(gt=0)] = 60.0
    tries: Annotated[int, Meta(ge=1)] = 3
    patience_s: Annotated[float, Meta(ge=0)] = 600.0
    price_input: Price | None = None
    price_output: Price | None = None
    cache_s: Annotated[int, Meta(ge=0)] = 86_400
    plans: Annotated[int, Meta(ge=1, le=10)] = 3

    def __repr__(self) -> str:
        return f"LlmSettings(model={self.model!r}, …)"

    def named(self, role: str) -> str:
        """The model of a role: `planner`, `chooser` or `reader`; empty where there is none."""
        return str(getattr(self, role)) or self.model


class RerankerSettings(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The model that ranks passages anew; an empty `model` is none. `price` is dollars for one
    request, for models that litellm has no price of."""

    model: str = ""
    key: str = ""
    url: Annotated[str, Meta(pattern=r"^$|^https?://[^/\s]")] = ""
    price: Price | None = None

    def __repr__(self) -> str:
        return f"RerankerSettings(model={self.model!r}, …)"


class BudgetSettings(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Ceilings that hold whatever a question or batch asks for. Money is in dollars, days are those
    of UTC, and `seconds` and `steps` are of one question."""

    question_tokens: Tokens | None = None
    question_usd: Price | None = None
    batch_tokens: Tokens | None = None
    batch_usd: Price | None = None
    tenant_day_tokens: Tokens | None = None
    tenant_day_usd: Price | None = None
    day_tokens: Tokens | None = None
    day_usd: Price | None = None
    seconds: Annotated[float, Meta(gt=0)] | None = None
    steps: Annotated[int, Meta(ge=1)] = 16


def micro(dollars: float | None) -> int | None:
    """Dollars in millionths, the unit of every bill."""
    return None if dollars is None else round(dollars * 1e6)
