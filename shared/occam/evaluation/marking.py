"""What a terminal is worth against what a generated question must come to."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal, get_args

import msgspec

from occam.core.gaps import (
    Ambiguous,
    AnyGap,
    LowConfidence,
    NoRoute,
    Shortlist,
    UnmappedPhrase,
    Unresolved,
    kind_of,
)
from occam.core.plan import Compare, Plan, digest
from occam.core.record import AnswerRecord
from occam.core.words import fold
from occam.phrasing import Generated
from occam.runtime.hearing import Heard

Mark = Literal["right", "refused", "clarified", "missed", "wrong", "failed"]
MARKS: tuple[Mark, ...] = get_args(Mark)
NOTHING = ((), ("0",), ("No",))


class Marked(msgspec.Struct, frozen=True, kw_only=True):
    """A question, its mark, and what was said.

    `clarified` lists readings or answers with the right one among them, `missed` lists others,
    `wrong` is an answer that is not the expected one: the silent error. Of a refusal, `same_gap`
    says that the kind of gap is the expected one, `named` that it names the expected words.
    """

    question: Generated
    mark: Mark
    got: str
    said: tuple[str, ...] = ()
    same_plan: bool = False
    same_gap: bool = False
    named: bool = False
    milliseconds: float = 0.0
    plan: Plan | None = None


def mark(question: Generated, heard: Heard) -> Marked:
    """The mark of one question."""
    return Marked(
        question=question,
        mark=_mark(question, heard),
        got=got(heard),
        said=_said(heard),
        same_plan=_same_plan(question.plan, heard.plan),
        same_gap=heard.gap is not None and kind_of(heard.gap) == question.gap,
        named=_names(question, heard.gap),
        milliseconds=heard.milliseconds,
        plan=heard.plan,
    )


def got(heard: Heard) -> str:
    """How it ended: an outcome, or the kind of gap."""
    if heard.failure:
        return "failed"
    if heard.record and heard.record.outcome == "answered":
        return "answered"
    if isinstance(heard.gap, Ambiguous | Shortlist):
        return "ambiguous"
    return kind_of(heard.gap) if heard.gap else "refused"


def _mark(question: Generated, heard: Heard) -> Mark:
    if heard.failure:
        return "failed"
    if heard.record and heard.record.outcome == "answered":
        return "right" if _answers(question, heard, heard.record) else "wrong"
    if isinstance(heard.gap, Ambiguous | Shortlist):
        return _of_several(question, heard.gap)
    if isinstance(heard.gap, LowConfidence):
        offered = {*heard.gap.choices, *(each.key for each in heard.gap.readings)}
        wanted = question.plan and digest(question.plan)
        right = wanted in offered or any(
            _mark(question, each) == "right" for each in heard.readings
        )
        return "clarified" if right and question.plan else "missed"
    return "right" if question.expected == "refused" else "refused"


def _of_several(question: Generated, gap: Ambiguous | Shortlist) -> Mark:
    """Several answers are right only where several are expected, and then all of them."""
    listed = [set(each.answer or (each.label,)) for each in gap.candidates]
    match question.expected:
        case "ambiguous":
            return "right" if set(question.answer) <= set[str]().union(*listed) else "missed"
        case "refused":
            return "wrong"
        case _:
            return "clarified" if set(question.answer) in listed else "missed"


def _answers(question: Generated, heard: Heard, record: AnswerRecord) -> bool:
    match question.expected:
        case "refused":
            return False
        case "ambiguous":
            return set(record.answer) == set(question.answer)
        case "zero":
            return record.answer in NOTHING or record.value in (0, False)
        case "answered" if _which(question.plan) and _which(heard.plan):
            return _same_winner(question, heard.plan, record)
        case _:
            same = set(record.answer) == set(question.answer)
            return same and (_named(question) or _same_numbers(question, record))


def _which(plan: Plan | None) -> bool:
    """Whether the plan asks which of two sides has more."""
    return isinstance(plan, Compare) and plan.names != ("left", "right")


def _same_winner(question: Generated, plan: Plan | None, record: AnswerRecord) -> bool:
    """The same side of the two as said in the question, whatever each side is called."""
    assert isinstance(question.plan, Compare)
    assert isinstance(plan, Compare)
    wanted = {question.plan.names.index(name) for name in question.answer}
    named = {plan.names.index(name) for name in record.answer}
    same = digest(question.plan.left) == digest(plan.left)
    swapped = not same and digest(question.plan.left) == digest(plan.right)
    return named == ({1 - side for side in wanted} if swapped else wanted)


def _named(question: Generated) -> bool:
    """Whether the answer is names: then how many they are is no part of it."""
    value = question.value
    return value is None or isinstance(value, bool) or not _spells(question.answer, value)


def _spells(answer: tuple[str, ...], value: float) -> bool:
    try:
        return [float(text.replace(",", "")) for text in answer] == [round(float(value), 2)]
    except ValueError:
        return False


def _same_numbers(question: Generated, record: AnswerRecord) -> bool:
    return _same_number(record.value, question.value) and _ends(record.interval) == _ends(
        question.interval
    )


def _same_number(left: float | bool | None, right: float | bool | None) -> bool:
    if left is None or right is None:
        return left is right
    return abs(float(left) - float(right)) < 1e-6


def _ends(interval: Iterable[float | None] | None) -> tuple[float | None, ...] | None:
    if interval is None:
        return None
    return tuple(None if end is None else round(float(end), 6) for end in interval)


def _same_plan(wanted: Plan | None, plan: Plan | None) -> bool:
    return wanted is not None and plan is not None and digest(wanted) == digest(plan)


def _names(question: Generated, gap: AnyGap | None) -> bool:
    """Whether a gap names the words that stand in the way, and not simply everything."""
    if not question.phrase or not isinstance(gap, Unresolved | UnmappedPhrase):
        return False
    named, wanted = _phrase(gap), fold(question.phrase)
    return bool(named) and (named in wanted or wanted in named)


def _phrase(gap: AnyGap) -> str:
    match gap:
        case Unresolved():
            return fold(gap.mention)
        case UnmappedPhrase() | NoRoute():
            return fold(gap.phrase)
        case _:
            return ""


def _said(heard: Heard) -> tuple[str, ...]:
    """The answer, the listed ones, or the gap."""
    if heard.failure:
        return (heard.failure,)
    if heard.record and heard.record.outcome == "answered":
        return heard.record.answer or (str(heard.record.value),)
    match heard.gap:
        case Ambiguous() | Shortlist():
            return tuple(" & ".join(each.answer or (each.label,)) for each in heard.gap.candidates)
        case LowConfidence():
            return tuple(each.words for each in heard.gap.readings)
        case None:
            return ()
        case gap:
            return (_phrase(gap) or str(gap),)
