"""Plans that a model drafts over whichever version a question is pinned to."""

from __future__ import annotations

from functools import lru_cache

from occam.core.describe import describe
from occam.core.drafting.brief import Tried
from occam.core.drafting.planned import Planned
from occam.core.errors import BadConfig
from occam.messages.catalog import ReplanRequested
from occam.runtime.models import Models
from occam.runtime.shelf import Shelf
from occam.tiers.planner import PlanWriter


class Drafting:
    """The planner of every version that a process has opened."""

    def __init__(self, shelf: Shelf, models: Models) -> None:
        self._shelf, self._models = shelf, models
        self.writer = lru_cache(maxsize=8)(self._writer)

    async def draft(self, message: ReplanRequested) -> Planned:
        """One draft for a complaint, with what was tried before."""
        header, plan = message.header, message.plan
        schema = self._shelf.edition(header.pack, header.graph_version).schema
        tried = Tried(gap=header.gap, plan=describe(plan, schema) if plan else "")
        writer = self.writer(header.pack, header.graph_version)
        return await writer.plan(header.payer, header.question, tried, message.tried)

    def _writer(self, pack: str, version: str) -> PlanWriter:
        edition, till = self._shelf.edition(pack, version), self._models.till("planner")
        if till is None:
            raise BadConfig("a planner needs a model: set OCCAM_LLM_MODEL or OCCAM_LLM_PLANNER")
        return PlanWriter(
            edition.schema, edition.pack.lexicon, edition.vocabulary, edition.reader, till
        )
