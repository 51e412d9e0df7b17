"""Figures over marked questions, and the tables that people read."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import TypeVar

import msgspec

from occam.evaluation.marking import MARKS, Mark, Marked

Key = TypeVar("Key", bound=str)
Z = 1.959964
"""Of the normal distribution, for 95 %."""


class Share(msgspec.Struct, frozen=True):
    """So many of so many, with the Wilson interval of the rate in percent."""

    hits: int
    of: int
    percent: float
    low: float
    high: float


class Timing(msgspec.Struct, frozen=True):
    """Milliseconds of parsing alone."""

    p50: float
    p90: float
    p99: float


class Figures(msgspec.Struct, frozen=True, kw_only=True):
    """All that the report tells. `tokens` is 0 because no step of it can call a model."""

    questions: int
    marks: dict[Mark, Share]
    same_plan: Share
    same_gap: Share
    named: Share
    by_kind: dict[str, dict[Mark, int]]
    by_noise: dict[str, dict[Mark, int]]
    confusion: dict[str, dict[str, int]]
    parse_ms: Timing
    tokens: int = 0


def figures(rows: Sequence[Marked]) -> Figures:
    """The figures of one run."""
    planned = [row for row in rows if row.question.plan]
    refused = [row for row in rows if row.question.expected == "refused" and row.mark == "right"]
    phrased = [row for row in refused if row.question.phrase]
    return Figures(
        questions=len(rows),
        marks={mark: share(sum(row.mark == mark for row in rows), len(rows)) for mark in MARKS},
        same_plan=share(sum(row.same_plan for row in planned), len(planned)),
        same_gap=share(sum(row.same_gap for row in refused), len(refused)),
        named=share(sum(row.named for row in phrased), len(phrased)),
        by_kind=_tallied((row.question.kind, row.mark) for row in rows),
        by_noise=_tallied((noise, row.mark) for row in rows for noise in noises(row)),
        confusion=_tallied((row.question.expected, _ending(row)) for row in rows),
        parse_ms=_timing([row.milliseconds for row in rows]),
    )


def share(hits: int, of: int) -> Share:
    """A rate with its 95 % Wilson interval."""
    if not of:
        return Share(0, 0, 0.0, 0.0, 0.0)
    rate, z2 = hits / of, Z * Z
    middle = (rate + z2 / (2 * of)) / (1 + z2 / of)
    half = Z * math.sqrt(rate * (1 - rate) / of + z2 / (4 * of * of)) / (1 + z2 / of)
    low, high = max(0.0, middle - half), min(1.0, middle + half)
    return Share(hits, of, *(round(100 * each, 2) for each in (rate, low, high)))


def noises(row: Marked) -> list[str]:
    """The kinds of noise of a question, each once; what a slip changed is left out."""
    found = {noise.partition(":")[0] for noise in row.question.noise}
    return sorted(found) or ["none"]


def _ending(row: Marked) -> str:
    if row.got != "answered":
        return row.got
    return "right answer" if row.mark == "right" else "other answer"


def _tallied(pairs: Iterable[tuple[str, Key]]) -> dict[str, dict[Key, int]]:
    found: defaultdict[str, Counter[Key]] = defaultdict(Counter)
    for row, column in pairs:
        found[row][column] += 1
    return {row: dict(found[row]) for row in found}


def _timing(times: Sequence[float]) -> Timing:
    ordered = sorted(times)
    at = [ordered[min(len(ordered) - 1, int(len(ordered) * q))] for q in (0.5, 0.9, 0.99)]
    return Timing(*(round(each, 3) for each in at))


# -------------------------------------------------------------------- for people


def lines(found: Figures) -> list[str]:
    """The report as people read it."""
    text = [f"{found.questions} questions, tokens {found.tokens} (no step can call a model)"]
    told = [("right", found.marks["right"]), ("silent wrong", found.marks["wrong"])]
    told += [(mark, found.marks[mark]) for mark in MARKS if mark not in ("right", "wrong")]
    told += [
        ("the very same plan", found.same_plan),
        ("refused rightly: same kind of gap", found.same_gap),
        ("refused rightly: names the words", found.named),
    ]
    text += grid(
        ("", "n", "of", "%", "95 % interval"),
        [
            (name, *map(str, (each.hits, each.of)), f"{each.percent:.2f}",
             f"{each.low:.2f} to {each.high:.2f}")
            for name, each in told
        ],
    )  # fmt: skip
    text += ["", "by kind", *grid(_MARK_HEAD, _mark_rows(found.by_kind))]
    text += ["", "by noise", *grid(_MARK_HEAD, _mark_rows(found.by_noise))]
    text += ["", "expected (rows) and what came", *_confusion(found.confusion)]
    times = found.parse_ms
    text += ["", f"parse ms: p50 {times.p50:.2f} · p90 {times.p90:.2f} · p99 {times.p99:.2f}"]
    return text


_MARK_HEAD = ("", "n", *(f"{'silent wrong' if mark == 'wrong' else mark} %" for mark in MARKS))


def _mark_rows(tally: Mapping[str, Mapping[Mark, int]]) -> list[tuple[str, ...]]:
    rows: list[tuple[str, ...]] = []
    for name, counts in tally.items():
        total = sum(counts.values())
        shares = (100 * counts.get(mark, 0) / total for mark in MARKS)
        rows.append((name, str(total), *(f"{each:.1f}" if each else "·" for each in shares)))
    return rows


def _confusion(confusion: Mapping[str, Mapping[str, int]]) -> list[str]:
    columns = sorted({column for row in confusion.values() for column in row})
    columns.sort(key=lambda each: each not in ("right answer", "other answer"))
    rows = [
        (name, *(str(row[column]) if column in row else "·" for column in columns))
        for name, row in confusion.items()
    ]
    return grid(("", *columns), rows)


def grid(head: Sequence[str], rows: Sequence[Sequence[str]]) -> list[str]:
    """Columns of equal width, all but the first set to the right."""
    table = [head, *rows]
    widths = [max(len(row[at]) for row in table) for at in range(len(head))]
    return [
        "  "
        + row[0].ljust(widths[0])
        + "".join(f"  {cell.rjust(width)}" for cell, width in zip(row[1:], widths[1:], strict=True))
        for row in table
    ]
