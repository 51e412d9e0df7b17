"""The models that the settings name, each behind a till; none where they name none."""

from __future__ import annotations

from functools import cache, cached_property
from typing import Literal, get_args

import msgspec

from occam.bus.purse import SharedPurse
from occam.core.errors import BadConfig, Permanent
from occam.core.model import Model, Prompted, Reply
from occam.core.paying import Payer, Purse, Till, Unpaid
from occam.core.spending import Budget, Spent
from occam.llm.naming import model_named, ranking_named
from occam.llm.settings import micro
from occam.llm.till import PaidTill
from occam.runtime.settings import Settings

Role = Literal["planner", "chooser", "reader", "reranker"]
ROLES: tuple[Role, ...] = get_args(Role)


def model_of(settings: Settings, role: Role) -> Model | None:
    """The model that the settings name for a role. Raises `BadConfig` for one that cannot be
    made."""
    llm, reranker = settings.llm, settings.reranker
    try:
        if role == "reranker":
            return ranking_named(reranker, llm) if reranker.model else None
        return model_named(named, llm) if (named := llm.named(role)) else None
    except BadConfig as error:
        raise BadConfig(f"{naming(settings, role)}: {error}") from None


def naming(settings: Settings, role: Role) -> str:
    """The variable that names the model of a role."""
    if role == "reranker":
        return "OCCAM_RERANKER_MODEL"
    own = bool(getattr(settings.llm, role))
    return f"OCCAM_LLM_{role.upper()}" if own else "OCCAM_LLM_MODEL"


class Models:
    """What one service may ask. A service that asks no model makes none, and needs neither litellm
    nor key."""

    def __init__(self, settings: Settings, purse: Purse | None = None) -> None:
        self._settings = settings
        self._given = purse
        self.till = cache(self._till)

    def has(self, role: Role) -> bool:
        """Whether a model is named for a role. Raises `BadConfig` for one that cannot be made, so
        that a wrong setting ends the start of a service and not its first question."""
        return self.till(role) is not None

    def _till(self, role: Role) -> Till | None:
        """Where that tier buys its answers. Raises `BadConfig` for a model that cannot be made."""
        model = model_of(self._settings, role)
        return self._sold(role, model) if model else None

    @cached_property
    def decider(self) -> Till:
        """The model that decides between readings, by the decider's own settings. Raises
        `BadConfig` where they name none, or one that cannot be made."""
        settings = self._settings
        if not settings.decider_model:
            raise BadConfig("a decider of kind llm needs OCCAM_DECIDER_MODEL")
        llm = msgspec.structs.replace(
            settings.llm, key=settings.decider_key, url=settings.decider_url
        )
        return self._sold("decider", model_named(settings.decider_model, llm))

    def _sold(self, tier: str, model: Model) -> Till:
        return PaidTill(tier, model, self._purse, self._settings.llm, self._settings.budget)

    @cached_property
    def _purse(self) -> Purse:
        return self._given or self._shared

    @cached_property
    def _shared(self) -> SharedPurse:
        return SharedPurse(self._settings.bus, self._settings.llm.cache_s)

    async def close(self) -> None:
        """End the connection of the purse."""
        await self._shared.close()


class Bought:
    """A till as a model, for whoever asks one without knowing who pays."""

    def __init__(self, till: Till, payer: Payer) -> None:
        self.name = till.name
        self._till, self._payer = till, payer

    def worst(self, prompted: Prompted) -> Spent:
        """The till reserves by itself."""
        return Spent()

    async def complete(self, prompted: Prompted) -> Reply:
        """The answer, with what it cost. Raises `Permanent` where it is not paid for."""
        bought = await self._till.ask(self._payer, prompted)
        if isinstance(bought, Unpaid):
            raise Permanent(f"model {self.name} was not asked: {bought.gap}")
        return msgspec.structs.replace(bought.reply, spent=bought.spent)


def limits_of(settings: Settings, asked_at: float) -> Budget:
    """The ceilings that the settings put on a question asked at that time (Unix seconds)."""
    budget = settings.budget
    return Budget(
        tokens=budget.question_tokens,
        micro_usd=micro(budget.question_usd),
        steps=budget.steps,
        deadline=None if budget.seconds is None else asked_at + budget.seconds,
        batch_tokens=budget.batch_tokens,
        batch_micro_usd=micro(budget.batch_usd),
    )
