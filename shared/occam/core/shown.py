"""Answers that a model read: how much of what it would have had to see it was shown.

The parser's plan of the same question says which things the answer is about, the fact table how
many they are. A thing was shown where every document of its row was.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from occam.core.check import check
from occam.core.conclude import conclude
from occam.core.conclusion import Conclusion, Number
from occam.core.evidence import Passage, Quote, Read, Row
from occam.core.examine import UNPARSED
from occam.core.gaps import Shortlist
from occam.core.plan import Plan, leaves
from occam.core.ports import DocumentState, Facts
from occam.core.record import Check
from occam.core.schema import Schema


class Shown(msgspec.Struct, frozen=True, kw_only=True):
    """The pool of the question by the facts, how many of it were shown, and the documents' digests.
    `bound` None: no plan says what the pool is. `ambiguous`: the question does not decide between
    several of it, and whoever names one of them prefers."""

    bound: int | None
    size: int
    documents: tuple[DocumentState, ...] = ()
    unparsed: tuple[DocumentState, ...] = ()
    ambiguous: bool = False

    @property
    def check(self) -> Check:
        """`fail` where something of the pool was not shown. A model took part in the rest."""
        if self.bound is None or (self.ambiguous and self.size == self.bound):
            return "unverified"
        return "pass_with_llm_recovery" if self.size == self.bound > 0 else "fail"


async def shown(read: Read, plan: Plan | None, facts: Facts | None, schema: Schema | None) -> Shown:
    """Count the pool by the disjoint route, and what of it the model saw."""
    if facts is None:
        return Shown(bound=None, size=0)
    states = await facts.documents(read.documents)
    unparsed = await facts.unparsed(UNPARSED)
    if plan is None or schema is None or check(plan, schema):
        quoted = {quote.document for quote in read.quotes}
        return Shown(bound=None, size=len(quoted), documents=states, unparsed=unparsed)
    pools = tuple([await facts.rows(query) for query in leaves(plan)])
    rows = [row for pool in pools for row in pool.rows]
    seen = frozenset(read.documents)
    return Shown(
        bound=len(rows),
        size=sum(_was_shown(row, seen) for row in rows),
        documents=states,
        unparsed=unparsed,
        ambiguous=isinstance(conclude(plan, pools, schema).gap, Shortlist),
    )


def conclusion_of(read: Read) -> Conclusion:
    """What the model answered, as a number where it is one."""
    return Conclusion(answer=read.answer, value=_number(read.answer))


def reason_for(read: Read, found: Shown) -> str:
    """Why the answer stops where it does, in one sentence."""
    if not read.documents:
        source = "A model answered from what it knows; no page was read"
    elif read.quotes:
        count = len(read.quotes)
        source = f"A model read it, {count} quote{'s' if count > 1 else ''} word for word"
    else:
        source = "A model read it and quoted no page word for word"
    if found.bound is None:
        return f"{source}; no second route was there to check it."
    said = f"{source}; it was shown {found.size} of the {found.bound} candidates"
    return f"{said}, between which the question does not decide." if found.ambiguous else f"{said}."


def stands(quote: Quote, passages: Sequence[Passage]) -> bool:
    """True where a passage has the quote at its place, word for word."""
    for each in passages:
        start, end = quote.start - each.start, quote.end - each.start
        inside = each.document == quote.document and 0 <= start <= end
        if inside and each.quote[start:end] == quote.text:
            return True
    return False


def _was_shown(row: Row, seen: frozenset[str]) -> bool:
    return bool(row.documents) and seen.issuperset(row.documents)


def _number(answer: Sequence[str]) -> Number | None:
    if len(answer) != 1:
        return None
    text = answer[0].replace(",", "").strip()
    try:
        value = float(text)
    except ValueError:
        return None
    if value != value or value in (float("inf"), float("-inf")):
        return None
    return int(value) if value.is_integer() and "." not in text else value
