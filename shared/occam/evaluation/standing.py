"""How a pipeline stands: what it got right, what it cited, and what that cost."""

from __future__ import annotations

import statistics
from collections import Counter
from collections.abc import Collection, Mapping, Sequence

import msgspec

from occam.core.gaps import kind_of
from occam.core.record import AnswerRecord
from occam.evaluation.figures import Share, grid, share
from occam.evaluation.gold import MARKS, GoldQuestion, Mark, mark
from occam.evaluation.scoring import cited

SMALL = "small samples: the intervals are as wide as they say"


class Standing(msgspec.Struct, frozen=True, kw_only=True):
    """One row. `accuracy` counts what is right, and what is listed with the right answer in it.

    `tokens` are input, output and what of the input was retrieved; `usd` None is unknown;
    `estimated` says that no provider has counted some tokens.
    """

    pipeline: str
    questions: int
    marks: dict[Mark, int]
    accuracy: Share
    recall: float | None
    precision: float | None
    checks: dict[str, int]
    verified: int
    tokens: tuple[int, int, int]
    estimated: bool
    calls: int
    usd: float | None
    median_ms: float
    waited_s: float
    gaps: dict[str, int]


def standing(
    pipeline: str,
    questions: Sequence[GoldQuestion],
    records: Mapping[str, AnswerRecord],
    verified: Collection[str] = (),
) -> Standing:
    """The row of one pipeline."""
    marks = Counter(mark(each, records.get(each.qid)) for each in questions)
    found = [records[each.qid] for each in questions if each.qid in records]
    evidence = [
        each
        for question in questions
        if (record := records.get(question.qid)) and record.outcome == "answered"
        if (each := cited(record.documents, question.gold_doc_ids))
    ]
    costs = [record.cost_usd for record in found]
    known = [cost for cost in costs if cost is not None]
    return Standing(
        pipeline=pipeline,
        questions=len(questions),
        marks={each: marks[each] for each in MARKS},
        accuracy=share(marks["right"] + marks["listed"], len(questions)),
        recall=statistics.fmean(each.recall for each in evidence) if evidence else None,
        precision=statistics.fmean(each.precision for each in evidence) if evidence else None,
        checks=dict(Counter(each.certificate.completeness_check for each in found).most_common()),
        verified=sum(record.id in verified for record in found),
        tokens=(
            sum(record.tokens.input for record in found),
            sum(record.tokens.output for record in found),
            sum(record.tokens.context for record in found),
        ),
        estimated=any(record.tokens.estimated for record in found),
        calls=sum(record.calls for record in found),
        usd=sum(known) if len(known) == len(costs) else None,
        median_ms=statistics.median(record.latency_ms for record in found) if found else 0.0,
        waited_s=sum(record.waited_ms for record in found) / 1000,
        gaps=dict(Counter(kind_of(record.gap) for record in found if record.gap).most_common()),
    )


def lines(rows: Sequence[Standing]) -> list[str]:
    """Two tables as people read them: what came out, and what it rests on and cost."""
    shown: list[Mark] = [
        each for each in MARKS if each != "missing" or any(row.marks[each] for row in rows)
    ]
    head = ("pipeline", "n", "%", "95 % interval", *shown)
    answers = [
        (
            row.pipeline, str(row.questions), f"{row.accuracy.percent:.1f}",
            f"{row.accuracy.low:.1f} to {row.accuracy.high:.1f}",
            *(str(row.marks[each] or "·") for each in shown),
        )
        for row in rows
    ]  # fmt: skip
    columns = ("pipeline", "recall", "precision", "verified", "in", "out", "context", "calls",
               "cost", "median ms", "waited s", "certificates")  # fmt: skip
    bills = [
        (
            row.pipeline, _percent(row.recall), _percent(row.precision), str(row.verified),
            *(f"{'~' * row.estimated}{each:,}" for each in row.tokens), str(row.calls),
            "unknown" if row.usd is None else f"${row.usd:.6f}", f"{row.median_ms:.0f}",
            f"{row.waited_s:.1f}",
            ", ".join(f"{count} {name}" for name, count in row.checks.items()),
        )
        for row in rows
    ]  # fmt: skip
    text = [*grid(head, answers), "", *grid(columns, bills), "", "gaps"]
    for row in rows:
        told = ", ".join(f"{count} {name}" for name, count in row.gaps.items())
        text.append(f"  {row.pipeline}: {told or 'none'}")
    return text if not rows or rows[0].questions >= 30 else [*text, "", SMALL]


def _percent(rate: float | None) -> str:
    return "·" if rate is None else f"{100 * rate:.1f}"
