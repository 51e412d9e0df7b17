"""The stream of generated questions: kind by kind in turn, each with its plan and its answer."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import AsyncIterator, Sequence

import msgspec

from occam.core.conclusion import Interval
from occam.core.errors import BadInput
from occam.core.plan import Plan
from occam.core.ports import Graph
from occam.core.schema import Schema
from occam.phrasing.bench import Bench
from occam.phrasing.book import Book
from occam.phrasing.drafts import Draft, Expected
from occam.phrasing.grammar import Family, Split, Unsayable, english
from occam.phrasing.kinds import KINDS
from occam.phrasing.noise import Noise
from occam.phrasing.speech import say
from occam.phrasing.stock import Stock
from occam.phrasing.verdicts import Judge, Verdict
from occam.phrasing.wording import Wording

PATIENCE = 60
"""Drafts in a row that may come to nothing before a kind is given up for this graph."""


class Generated(msgspec.Struct, frozen=True, kw_only=True):
    """A question and what must come of it.

    `gap` is the kind of gap that a refusal or an ambiguity should have, `phrase` the words that a
    refusal should name. `noise` says how the writing was changed.
    """

    id: str
    question: str
    kind: str
    family: str
    split: Split
    plan: Plan | None
    expected: Expected
    gap: str = ""
    phrase: str = ""
    answer: tuple[str, ...] = ()
    value: int | float | bool | None = None
    interval: Interval | None = None
    documents: tuple[str, ...] = ()
    noise: tuple[str, ...] = ()


class Generator:
    """Makes the questions of one split over one linked stock; `dropped` counts what it threw away,
    by kind and reason."""

    def __init__(
        self, wording: Wording, stock: Stock, graph: Graph, seed: int, split: Split
    ) -> None:
        self.dropped: Counter[tuple[str, str]] = Counter()
        self._seed = seed
        self._split: Split = split
        self._grammar = english()
        self._chance = random.Random(f"{seed} {split}")  # noqa: S311
        self._book = Book(stock.schema, wording, self._grammar, split)
        self._bench = Bench(stock, self._book, self._chance)
        self._judge = Judge(graph, stock.schema)
        self._noise = Noise(self._book, self._bench.names.known, self._chance)
        self._asked: set[str] = set()

    async def questions(self, count: int, kinds: Sequence[str] = ()) -> AsyncIterator[Generated]:
        """So many questions, or fewer where the graph and the words are exhausted."""
        left = list(kinds or KINDS)
        if strange := [kind for kind in left if kind not in KINDS]:
            raise BadInput(f"no kind {strange[0]!r}; kinds: {', '.join(KINDS)}")
        made = 0
        while left and made < count:
            for kind in tuple(left):
                if made == count:
                    return
                found = await self._one(kind, made + 1)
                if found is None:
                    left.remove(kind)
                    continue
                made += 1
                yield found

    async def _one(self, kind: str, number: int) -> Generated | None:
        for _ in range(PATIENCE):
            try:
                draft = self._chance.choice(KINDS[kind])(self._bench)
            except Unsayable as reason:
                self.dropped[kind, str(reason)] += 1
                continue
            verdict = await self._verdict(draft)
            if verdict.useless:
                self.dropped[kind, verdict.useless] += 1
            elif said := self._said(kind, draft):
                return self._generated(kind, number, draft, verdict, *said)
        return None

    async def _verdict(self, draft: Draft) -> Verdict:
        for premise, expected in draft.premises:
            if (await self._judge.on(premise, expected)).useless:
                return Verdict(useless="it rests on something false")
        if draft.plan is None:
            return Verdict()
        verdict = await self._judge.on(draft.plan, draft.expected)
        if draft.decided and not verdict.useless and not _decided(verdict):
            return Verdict(useless="neither side has more")
        return verdict

    def _said(self, kind: str, draft: Draft) -> tuple[str, Family] | None:
        """The first family, in random order, that can say the draft and has not said the same."""
        families = self._families(draft.shape)
        for family in self._chance.sample(families, len(families)):
            try:
                text = say(draft, family, self._book, self._chance)
            except Unsayable:
                continue
            if text in self._asked:
                self.dropped[kind, "asked before"] += 1
                continue
            self._asked.add(text)
            return text, family
        self.dropped[kind, "no family can say it"] += 1
        return None

    def _families(self, shape: str) -> Sequence[Family]:
        if shape != "unrelated":
            return self._grammar.of(shape, self._split)
        texts = self._book.said(self._grammar.unrelated)
        return [Family(f"unrelated.{self._split}.{at}", text) for at, text in enumerate(texts, 1)]

    def _generated(
        self, kind: str, number: int, draft: Draft, verdict: Verdict, text: str, family: Family
    ) -> Generated:
        question, noise = self._noise.on(text, draft.phrase)
        return Generated(
            id=f"{self._split}-{self._seed}-{number:05d}",
            question=question,
            kind=kind,
            family=family.id,
            split=self._split,
            plan=draft.plan,
            expected=draft.expected,
            gap=draft.gap,
            phrase=draft.phrase,
            answer=verdict.answer,
            value=verdict.value,
            interval=verdict.interval,
            documents=verdict.documents,
            noise=noise,
        )


def _decided(verdict: Verdict) -> bool:
    """Whether one side of a comparison is ahead, and a difference not the wrong way round."""
    return len(verdict.answer) == 1 and (verdict.value is None or verdict.value > 0)


async def generate(
    schema: Schema,
    wording: Wording,
    stock: Stock,
    graph: Graph,
    seed: int,
    count: int,
    split: Split,
    kinds: Sequence[str] = (),
) -> AsyncIterator[Generated]:
    """The questions of one seed; the same for the same graph."""
    assert stock.schema == schema
    await stock.link(graph)
    generator = Generator(wording, stock, graph, seed, split)
    async for question in generator.questions(count, kinds):
        yield question
