"""What a batch may cost before it is asked: every question is read at tier 0, in this process and
for nothing, and what would go on is written down as the requests that would really be made."""

from __future__ import annotations

import contextlib
from collections.abc import Iterable, Sequence
from functools import cache

import msgspec

from occam.core.describe import describe
from occam.core.drafting.brief import Tried
from occam.core.errors import Permanent
from occam.core.escalation import receivers_of
from occam.core.evidence import Retrieved
from occam.core.gaps import (
    Ambiguous,
    AnyGap,
    InvalidPlan,
    LowConfidence,
    MissingValue,
    NotInGraph,
    Shortlist,
    Unplanned,
    kind_of,
)
from occam.core.model import Prompted
from occam.core.paying import Payer, Unpaid
from occam.core.pipelines import Pipeline, pipeline_of
from occam.core.ports import Option
from occam.core.spending import Spent
from occam.llm.metering import UNASKED, Meter, counted_by, least, most
from occam.runtime.drafting import Drafting
from occam.runtime.hearing import Heard, Hearing
from occam.runtime.models import ROLES, Bought, Models, Role, model_of
from occam.runtime.settings import Settings
from occam.runtime.shelf import Shelf
from occam.tiers.chooser import Chooser
from occam.tiers.pages import Pages
from occam.tiers.planner import PlanWriter
from occam.tiers.ranker import Ranker
from occam.tiers.reader import PageReader

LONG = "a complaint " * 40
COMPLAINED = Tried(gap=InvalidPlan(path="answer", reason=LONG), plan=LONG)
"""A draft that is asked for again is told of the one before; no more than this is told."""


class Request(msgspec.Struct, frozen=True):
    """A request that a question would or might lead to, and what it takes."""

    prompt: str
    certain: bool
    least: Spent
    most: Spent


class Estimated(msgspec.Struct, frozen=True, kw_only=True):
    """One question: how it ends at tier 0, the gap by which it would go on, and the bounds of what
    that takes. `refused` names the model that is missing where nothing could go on."""

    id: str
    question: str
    pipeline: str
    ends: str
    gap: str | None = None
    refused: str = ""
    requests: tuple[str, ...] = ()
    low: Spent = Spent()
    high: Spent = Spent()


class Metered(Models):
    """The models of the settings under tills that only take notes."""

    def __init__(self, settings: Settings) -> None:
        super().__init__(settings)
        self.meter = cache(self._meter)

    def _meter(self, role: Role) -> Meter | None:
        model = model_of(self._settings, role)
        return Meter(model) if model else None

    def _till(self, role: Role) -> Meter | None:
        return self.meter(role)


class Estimator:
    """Estimates questions on one pack's current version."""

    def __init__(self, settings: Settings, shelf: Shelf, pack: str) -> None:
        self._plans = settings.llm.plans
        self._models = Metered(settings)
        self._place = shelf.current(pack)
        edition = shelf.edition(*self._place)
        self._edition = edition
        self._hearing = Hearing(
            edition.parser, edition.graph, edition.facts, edition.schema, self._place[0]
        )
        self._drafting = Drafting(shelf, self._models)

    @property
    def counters(self) -> dict[str, str]:
        """Each model that was estimated, and who counted its tokens."""
        meters = {meter.name: meter for role in ROLES if (meter := self._models.meter(role))}
        return {name: counted_by(meter.model) for name, meter in sorted(meters.items())}

    async def of(self, id: str, question: str, choice: str = "", name: str = "") -> Estimated:
        """The estimate of one question in the pipeline of that name."""
        pipeline = pipeline_of(name)
        heard, gap = None, None
        if pipeline.routed:
            heard = await self._hearing.of(id, question, choice)
            gap = heard.gap
            ends = _ends(heard)
        else:
            gap, ends = Unplanned(pipeline=pipeline.name), "not read"
        requests, missing = await self._requests(question, gap, heard, pipeline)
        going_on = bool(requests) or bool(missing)
        return Estimated(
            id=id,
            question=question,
            pipeline=pipeline.name,
            ends="goes on" if going_on else ends,
            gap=kind_of(gap) if gap else None,
            refused=", ".join(missing) if missing and not requests else "",
            requests=tuple(each.prompt for each in requests),
            low=total(each.least for each in requests if each.certain),
            high=total(each.most for each in requests),
        )

    async def _requests(
        self, question: str, gap: AnyGap | None, heard: Heard | None, pipeline: Pipeline
    ) -> tuple[list[Request], list[str]]:
        """What would be asked, in order, and the roles whose model is not there for it."""
        if gap is None:
            return [], []
        if isinstance(gap, Ambiguous | Shortlist):
            return await self._choosing(question, gap, heard), []
        if isinstance(gap, LowConfidence):
            return await self._deciding(question, gap)
        receivers = receivers_of(gap, pipeline)
        found: list[Request] = []
        missing: list[str] = []
        if "classifier" in receivers:
            found += self._drafts(question, gap, heard, pipeline)
            missing += [] if self._models.has("planner") else ["planner"]
        reads = pipeline.reads and ("document-reader" in receivers or bool(found))
        if reads and self._models.has("reader"):
            found += await self._reading(question, gap, heard, pipeline, certain=not found)
        elif reads:
            missing += ["reader"]
        return found, missing

    def _drafts(
        self, question: str, gap: AnyGap, heard: Heard | None, pipeline: Pipeline
    ) -> list[Request]:
        meter = self._models.meter("planner")
        if meter is None:
            return []
        writer = self._drafting.writer(*self._place)
        plan = describe(heard.plan, self._edition.schema) if heard and heard.plan else ""
        drafts = [writer.prompted(question, Tried(gap=gap, plan=plan))]
        again = writer.prompted(question, COMPLAINED)
        drafts += [again] * ((pipeline.plans or self._plans) - 1)
        return _requests(meter, drafts, certain=True)

    async def _reading(
        self, question: str, gap: AnyGap, heard: Heard | None, pipeline: Pipeline, *, certain: bool
    ) -> list[Request]:
        """The passages are really searched."""
        reader, reranker = self._models.meter("reader"), self._models.meter("reranker")
        assert reader
        own = isinstance(gap, MissingValue) or pipeline.first == "reader"
        asked, plan = gap if own else NotInGraph(plans=self._plans), heard.plan if heard else None

        async def read(ranker: Ranker | None) -> list[Request]:
            pages = Pages(self._edition.library, self._edition.schema, PageReader(reader), ranker)
            await pages.leaf(PAYER, question, asked, plan, pipeline)
            return _requests(reader, reader.taken(), certain=certain)

        if reranker is None:
            return await read(None)
        low, high = [await read(Picking(reranker, longest=longest)) for longest in (False, True)]
        ranking = _requests(reranker, reranker.taken()[: len(low)], certain=certain)
        between = [msgspec.structs.replace(a, most=b.most) for a, b in zip(low, high, strict=False)]
        return ranking + between

    async def _choosing(
        self, question: str, gap: Ambiguous | Shortlist, heard: Heard | None
    ) -> list[Request]:
        meter = self._models.meter("chooser")
        if meter is None:
            return []
        record = heard.record if heard else None
        ledger = record.certificate.constraints if record else ()
        chooser = Chooser(self._edition.pack.words, meter)
        await chooser.choose(PAYER, question, gap.candidates, ledger)
        return _requests(meter, meter.taken(), certain=True)

    async def _deciding(self, question: str, gap: LowConfidence) -> tuple[list[Request], list[str]]:
        from occam.deciding.model import ModelDecider

        meter = self._models.meter("planner")
        if meter is None:
            return [], ["planner"]
        options = [Option(key=each.key, kind=each.kind, words=each.words) for each in gap.readings]
        with contextlib.suppress(Permanent):
            await ModelDecider(Bought(meter, PAYER)).decide(question, options)
        return _requests(meter, meter.taken(), certain=True), []


class Picking(Ranker):
    """Notes what a ranking model would be asked, and goes on with the shortest or the longest
    passages: which ones it would pick nobody knows."""

    def __init__(self, meter: Meter, *, longest: bool) -> None:
        super().__init__(meter)
        self._longest = longest

    async def ranked(self, payer: Payer, question: str, found: Retrieved, limit: int) -> Retrieved:
        """So many of what was found."""
        await super().ranked(payer, question, found, limit)
        sized = sorted(found.passages, key=lambda each: len(each.quote), reverse=self._longest)
        return msgspec.structs.replace(found, passages=tuple(sized[:limit]))


def planner_prompts(shelf: Shelf, pack: str, questions: Sequence[str]) -> list[Prompted]:
    """What the planner is told about each question where it is asked first; no model is needed."""
    edition = shelf.edition(*shelf.current(pack))
    writer = PlanWriter(
        edition.schema, edition.pack.lexicon, edition.vocabulary, edition.reader, Unsold()
    )
    return [writer.prompted(each, Tried()) for each in questions]


class Unsold:
    """A till without a model."""

    name = "none"

    async def ask(self, payer: Payer, prompted: Prompted) -> Unpaid:
        """Nothing is sold."""
        return Unpaid(gap=UNASKED)


PAYER = Payer(tenant="default", batch="estimate", question="estimate")


def total(spent: Iterable[Spent]) -> Spent:
    """The sum of bills."""
    return sum(spent, start=Spent())


def _requests(meter: Meter, prompts: Sequence[Prompted], *, certain: bool) -> list[Request]:
    """What these take, the first of them at least once where it is `certain`. A recording that
    does not hold a request cannot be asked, and costs nothing."""
    found: list[Request] = []
    for at, each in enumerate(prompts):
        with contextlib.suppress(Permanent):
            low, high = least(meter.model, each), most(meter.model, each)
            found.append(Request(each.prompt, certain and at == 0, low, high))
    return found


def _ends(heard: Heard) -> str:
    if heard.failure:
        return "failed"
    if heard.record:
        return heard.record.outcome
    return "ambiguous" if isinstance(heard.gap, Ambiguous | Shortlist) else "refused"
