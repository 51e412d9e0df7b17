"""The calibration of a pack's decider as a page of Markdown: the same for people and for docs."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

from occam.deciding.reliability import (
    Figure,
    Outcomes,
    between_two,
    bins,
    confusion,
    decided,
    figures,
)
from occam.deciding.store import Evidence, Trained

MEASURED = "held_out"


def report(trained: Trained) -> str:
    """Everything measured: what it was trained on, figures, reliability, confusion by kind."""
    evidence, outcomes, seed = trained.evidence, trained.outcomes, trained.evidence.seed
    measured = pairs(trained)
    columns = {
        "new wordings, two kinds": measured,
        "new wordings, all kinds": outcomes[MEASURED],
        "known wordings, all kinds": outcomes["known"],
    }
    return "\n".join(
        (
            *_head(evidence),
            "",
            *_figures({name: figures(part, seed) for name, part in columns.items()}),
            "",
            *_decided(measured, evidence.threshold),
            "",
            *_reliability(measured),
            "",
            "Among all kinds, new wordings:",
            "",
            *_confusion(outcomes[MEASURED]),
        )
    )


def pairs(trained: Trained) -> Outcomes:
    """The choices between two kinds that the threshold is held against."""
    return between_two(trained.outcomes[MEASURED], trained.evidence.seed)


def _head(evidence: Evidence) -> Iterable[str]:
    asked = evidence.questions
    yield (
        f"Decider of pack {evidence.pack}: {evidence.model}, {len(evidence.kinds)} kinds, trained "
        f"on {asked['train']:,} questions of graph {evidence.graph_version} (seed {evidence.seed})."
    )
    yield (
        f"Temperature {evidence.temperature:.3f} and threshold {evidence.threshold:.4f} come from "
        f"{asked['calibration']:,} questions in wordings that were not trained on; the figures "
        f"come from {asked['held_out']:,} in others again."
    )
    if not evidence.reached:
        yield f"No confidence had a precision of {evidence.target}: nothing is decided."


def _figures(found: dict[str, Sequence[Figure]]) -> Iterable[str]:
    yield from _table(("measure", *found))
    for row in zip(*found.values(), strict=True):
        yield _row((row[0].name, *(_with_interval(figure) for figure in row)))
    yield ""
    yield "In brackets the middle 95 % of 1,000 resamples."


def _decided(outcomes: Outcomes, threshold: float) -> Iterable[str]:
    made = decided(outcomes)
    above = made.some(made.confidence >= threshold)
    number, right = len(above.right), int(above.right.sum())
    of = len(outcomes.wanted)
    yield f"Between two kinds it decides {number:,} of {of:,} at its threshold: {right:,} right."


def _reliability(outcomes: Outcomes) -> Iterable[str]:
    yield from _table(("confidence", "decisions", "mean confidence", "accuracy"))
    for each in bins(outcomes):
        said = (f"{each.confidence:.3f}", f"{each.accuracy:.3f}") if each.number else ("", "")
        yield _row((f"{each.low:.1f} to {each.high:.1f}", f"{each.number}", *said))


def _confusion(outcomes: Outcomes) -> Iterable[str]:
    yield from _table(("kind", "questions", "right", "taken for"))
    for kind, row in confusion(outcomes).items():
        total, right = sum(row.values()), row.get(kind, 0)
        wrong = sorted(row.items() - {(kind, right)}, key=lambda item: (-item[1], item[0]))
        taken = ", ".join(f"{other} {number}" for other, number in wrong)
        yield _row((kind, f"{total}", f"{right / total:.2f}", taken))


def _with_interval(figure: Figure) -> str:
    if math.isnan(figure.value):
        return "none"
    return f"{figure.value:.3f} ({figure.low:.3f} to {figure.high:.3f})"


def _table(head: Sequence[str]) -> Iterable[str]:
    yield _row(head)
    yield _row(["---"] * len(head))


def _row(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cells)} |"
