"""The document tier as a whole: what to search for, and what a reader makes of what is found."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from occam.core.escalation import FINAL
from occam.core.evidence import Passage, Retrieved
from occam.core.gaps import AnyGap, MissingValue, NoModel, NotInCorpus, Unplanned
from occam.core.paying import Payer
from occam.core.pipelines import Pipeline
from occam.core.plan import Plan
from occam.core.ports import Library
from occam.core.recovery import Sought, sought
from occam.core.schema import Schema
from occam.tiers.ranker import DEPTH, Ranker
from occam.tiers.reader import PageReader, Reading

NEEDED = "a model that reads passages (tier 3)"
TARGETED = 3
"""Passages of a vertex's own pages that are read for one value."""


class Leafed(msgspec.Struct, frozen=True, kw_only=True):
    """Passages, and what a reader made of them. `position` is where a gap that stands goes on."""

    passages: tuple[Passage, ...] = ()
    reading: Reading
    needs: str = ""
    position: int | None = None


class Pages:
    """Answers from the documents of one version, as the pipeline wants it."""

    def __init__(
        self,
        library: Library,
        schema: Schema,
        reader: PageReader | None = None,
        ranker: Ranker | None = None,
    ) -> None:
        self._library, self._schema = library, schema
        self._reader, self._ranker = reader, ranker

    async def leaf(
        self,
        payer: Payer,
        question: str,
        gap: AnyGap | None,
        plan: Plan | None,
        pipeline: Pipeline,
    ) -> Leafed:
        """Search for what the gap names, and read it. Raises `core.errors.Transient` to be tried
        again."""
        if isinstance(gap, Unplanned):
            return await self._answered(payer, question, pipeline)
        if isinstance(gap, MissingValue):
            return await self._recovered(payer, question, gap, plan)
        found = await self._found(payer, question, pipeline.passages)
        if self._reader is None:
            return _quoted_only(found, gap)
        reading = await self._reader.read(payer, question, found.passages)
        return _leafed(found, reading)

    async def _answered(self, payer: Payer, question: str, pipeline: Pipeline) -> Leafed:
        if self._reader is None:
            missing = NoModel(tier="reader", after="unplanned")
            return Leafed(reading=Reading(gap=missing), needs=NEEDED)
        found = Retrieved()
        if pipeline.passages:
            found = await self._found(payer, question, pipeline.passages)
        return _leafed(found, await self._reader.answer(payer, question, found.passages))

    async def _recovered(
        self, payer: Payer, question: str, gap: MissingValue, plan: Plan | None
    ) -> Leafed:
        """One value, from the pages of the very vertex that lacks it."""
        wanted = sought(gap, plan, self._schema) if plan else None
        if wanted is None or not gap.documents:
            found = await self._found(payer, question, TARGETED)
            return _quoted_only(found, gap) if self._reader is None else _standing(found, gap)
        text = f"{wanted.label} {wanted.words} {question}"
        found = await self._found(payer, text, TARGETED, gap.documents)
        if self._reader is None:
            return _quoted_only(found, gap)
        return await self._value(self._reader, payer, wanted, gap, found)

    async def _found(
        self, payer: Payer, text: str, limit: int, documents: Sequence[str] = ()
    ) -> Retrieved:
        """The best passages, ranked anew where a model is set up for that."""
        if self._ranker is None:
            return await self._library.search(text, limit, documents)
        found = await self._library.search(text, max(limit, DEPTH), documents)
        return await self._ranker.ranked(payer, text, found, limit)

    async def _value(
        self,
        reader: PageReader,
        payer: Payer,
        wanted: Sought,
        gap: MissingValue,
        found: Retrieved,
    ) -> Leafed:
        reading = await reader.recover(payer, wanted, found.passages)
        if not isinstance(reading.gap, NotInCorpus):
            return _leafed(found, reading)
        standing = msgspec.structs.replace(reading, gap=gap)
        return _leafed(found, standing, FINAL)


def _leafed(found: Retrieved, reading: Reading, position: int | None = None) -> Leafed:
    notes: Sequence[str] = (found.note, reading.note)
    return Leafed(
        passages=found.passages,
        reading=msgspec.structs.replace(
            reading, spent=found.spent + reading.spent, note="; ".join(filter(None, notes))
        ),
        position=position,
    )


def _quoted_only(found: Retrieved, gap: AnyGap | None) -> Leafed:
    """Without a reader: the passages are quoted, and stay partial evidence until a model reads
    them."""
    said = f"{len(found.passages)} passages quoted"
    note = "; ".join(filter(None, (said, found.note)))
    reading = Reading(gap=gap, spent=found.spent, note=note)
    return Leafed(passages=found.passages, reading=reading, needs=NEEDED)


def _standing(found: Retrieved, gap: AnyGap) -> Leafed:
    reading = Reading(gap=gap, spent=found.spent, note=found.note)
    return Leafed(passages=found.passages, reading=reading, position=FINAL)
