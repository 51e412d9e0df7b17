"""Tier 1: one call of a model drafts a plan; nothing of it is believed that the question does not
say."""

from __future__ import annotations

from collections.abc import Collection

import msgspec

from occam.core.check import check
from occam.core.drafting.brief import Tried, brief
from occam.core.drafting.building import build
from occam.core.drafting.draft import Draft, form, read
from occam.core.drafting.grounding import ground
from occam.core.drafting.planned import Planned
from occam.core.gaps import InvalidPlan, NotInGraph, UnmappedPhrase
from occam.core.lexicon import Lexicon
from occam.core.model import Prompted, Said
from occam.core.paying import Paid, Payer, Till, Unpaid
from occam.core.plan import digest
from occam.core.reading import SchemaParser
from occam.core.schema import Schema
from occam.core.vocabulary import Vocabulary
from occam.prompts import prompt

PROMPT = "plan"
LONGEST_PLAN = 500
"""Tokens that a draft may have."""


class PlanWriter:
    """Drafts plans over one graph version."""

    def __init__(
        self,
        schema: Schema,
        lexicon: Lexicon,
        vocabulary: Vocabulary,
        parser: SchemaParser,
        till: Till,
    ) -> None:
        self._schema, self._lexicon, self._vocabulary = schema, lexicon, vocabulary
        self._parser, self._till = parser, till
        self.by = f"{till.name}, prompt {prompt(PROMPT)}"

    async def plan(
        self, payer: Payer, question: str, tried: Tried, before: Collection[str] = ()
    ) -> Planned:
        """One draft. `before` are the digests of plans that were tried: none of them is run again.

        Raises `core.errors.Transient` where the message should be tried again.
        """
        bought = await self._till.ask(payer, self.prompted(question, tried))
        if isinstance(bought, Unpaid):
            return Planned(gap=bought.gap, spent=bought.spent, by=self.by)
        planned = self._drafted(bought, question, before)
        return msgspec.structs.replace(planned, spent=bought.spent, by=self.by, note=bought.note)

    def prompted(self, question: str, tried: Tried) -> Prompted:
        """The request for a draft."""
        heard = self._parser.heard(question)
        told = brief(question, heard, self._schema, tried)
        return Prompted(
            messages=(Said("system", prompt(PROMPT).text), Said("user", told)),
            prompt=str(prompt(PROMPT)),
            form=form(self._schema),
            most_tokens=LONGEST_PLAN,
        )

    def _drafted(self, bought: Paid, question: str, before: Collection[str]) -> Planned:
        draft = read(bought.reply.text)
        if isinstance(draft, str):
            gap = InvalidPlan(path="answer", reason=draft)
            return Planned(gap=gap, again=True)
        if draft.cannot:
            return Planned(gap=NotInGraph(plans=len(before)))
        return self._grounded(draft, question, before)

    def _grounded(self, draft: Draft, question: str, before: Collection[str]) -> Planned:
        plan = build(draft, self._schema, self._vocabulary)
        if isinstance(plan, InvalidPlan):
            return Planned(gap=plan, again=True)
        if invalid := check(plan, self._schema):
            return Planned(gap=invalid, again=True)
        if digest(plan) in before:
            return Planned(gap=NotInGraph(plans=len(before)))
        heard = self._parser.heard(question)
        found = ground(draft, plan, heard, self._schema, self._lexicon, self._vocabulary)
        if isinstance(found, InvalidPlan | UnmappedPhrase):
            return Planned(gap=found, again=True)
        return Planned(plan=found.plan, constraints=found.constraints)
