"""What a pack's golden question wants, and what a record is worth against it.

A file may be in the form of a public benchmark too: a list `answer` in place of `gold`. Errors of a
model or of its provider are told apart and are no wrong answers.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Literal, get_args

import msgspec

from occam.core.errors import BadInput
from occam.core.gaps import InvalidPlan, NoModel, NotInCorpus, OverBudget, TierFailed
from occam.core.record import AnswerRecord
from occam.evaluation.scoring import same_answer, squashed
from occam.tiers.forms import UNREADABLE

Mark = Literal[
    "right", "listed", "wrong", "refused", "invalid", "quota", "timeout", "failed", "missing"
]
MARKS: tuple[Mark, ...] = get_args(Mark)
Kind = Literal[
    "answer", "value", "count", "interval", "list", "ambiguous", "proven_zero", "unknown_term",
    "unanswerable",
]  # fmt: skip
REFUSALS: tuple[Kind, ...] = ("unknown_term", "unanswerable")
NOTHING = ("", "0", "no", "none")
Text = str | int | float | bool


class Gold(msgspec.Struct, frozen=True, kw_only=True):
    """What must come out: which fields say it depends on the kind."""

    kind: Kind = "answer"
    value: Text | None = None
    values: tuple[Text, ...] = ()
    names: tuple[str, ...] = ()
    aliases: tuple[Text, ...] = ()
    number: float | None = None
    low: float | None = None
    high: float | None = None
    ordered: bool = False


class GoldQuestion(msgspec.Struct, frozen=True, kw_only=True):
    """One line of a file of golden questions; other keys of it are ignored."""

    qid: str
    question: str
    category: str = ""
    qtype: str = ""
    gold: Gold | None = None
    answer: tuple[str, ...] = ()
    gold_doc_ids: tuple[str, ...] = ()

    @property
    def wanted(self) -> Gold:
        """What must come out, whatever the form of the file."""
        return self.gold or Gold(values=self.answer)


def read_gold(path: Path) -> tuple[GoldQuestion, ...]:
    """Every question of a file; a bad line is named."""
    found: list[GoldQuestion] = []
    for number, line in enumerate(path.read_text("utf-8").splitlines(), 1):
        if not line.strip():
            continue
        try:
            question = msgspec.json.decode(line, type=GoldQuestion)
        except msgspec.DecodeError as error:
            raise BadInput(f"{path}:{number}: not a golden question: {error}") from None
        if question.gold is None and not question.answer:
            raise BadInput(f"{path}:{number}: neither `gold` nor `answer`")
        found.append(question)
    if not found:
        raise BadInput(f"{path}: no questions in it")
    return tuple(found)


def mark(question: GoldQuestion, record: AnswerRecord | None) -> Mark:
    """What the record is worth. What failed for its own reasons is never right, not even where a
    refusal was due."""
    if record is None:
        return "missing"
    if trouble := _trouble(record):
        return trouble
    gold = question.wanted
    if gold.kind in REFUSALS:
        return "right" if record.outcome == "refused" else "wrong"
    match record.outcome:
        case "answered":
            return "right" if CHECKS[gold.kind](gold, record) else "wrong"
        case "ambiguous":
            return _of_several(gold, record)
        case _:
            return "refused"


def _trouble(record: AnswerRecord) -> Mark | None:
    """Why there is no answer, where that says nothing about the question."""
    match record.gap:
        case TierFailed(failure="quota"):
            return "quota"
        case TierFailed(failure="timeout"):
            return "timeout"
        case InvalidPlan() | TierFailed(failure="invalid"):
            return "invalid"
        case TierFailed():
            return "failed"
        case NoModel() | OverBudget():
            return "refused"
        case NotInCorpus() if any(UNREADABLE in step.note for step in record.certificate.trail):
            return "invalid"
        case _:
            return "failed" if record.outcome == "dead" else None


def _of_several(gold: Gold, record: AnswerRecord) -> Mark:
    said = [each.answer for each in record.alternatives]
    if gold.kind == "ambiguous":
        listed = {"".join(map(squashed, each)) for each in said}
        return "right" if listed == {squashed(str(each)) for each in gold.values} else "wrong"
    alone = [msgspec.structs.replace(record, answer=each, outcome="answered") for each in said]
    return "listed" if any(CHECKS[gold.kind](gold, each) for each in alone) else "wrong"


def _texts(values: Sequence[Text]) -> list[str]:
    return [str(each) for each in values]


def _answer(gold: Gold, record: AnswerRecord) -> bool:
    return same_answer(record.answer, _texts(gold.values))


def _value(gold: Gold, record: AnswerRecord) -> bool:
    if gold.names and same_answer(record.answer, gold.names):
        return True
    given = () if gold.value is None else (gold.value,)
    return any(same_answer(record.answer, [str(each)]) for each in (*given, *gold.aliases))


def _count(gold: Gold, record: AnswerRecord) -> bool:
    wanted = gold.number if gold.number is not None else float(gold.value or 0)
    return record.interval is None and same_answer(record.answer, [f"{wanted:g}"])


def _interval(gold: Gold, record: AnswerRecord) -> bool:
    return record.interval == (gold.low, gold.high)


def _list(gold: Gold, record: AnswerRecord) -> bool:
    said, right = (list(map(squashed, each)) for each in (record.answer, _texts(gold.values)))
    return said == right if gold.ordered else sorted(said) == sorted(right)


def _several(gold: Gold, record: AnswerRecord) -> bool:
    """All that are valid, told at once: one of them alone is a silent choice."""
    return sorted(map(squashed, record.answer)) == sorted(map(squashed, _texts(gold.values)))


def _zero(gold: Gold, record: AnswerRecord) -> bool:
    return not record.answer or squashed(record.answer[0]) in NOTHING


CHECKS: dict[Kind, Callable[[Gold, AnswerRecord], bool]] = {
    "answer": _answer,
    "value": _value,
    "count": _count,
    "interval": _interval,
    "list": _list,
    "ambiguous": _several,
    "proven_zero": _zero,
}
