"""Scores of answer records against official answers: pure functions, as a grader would compare.

Case, accents' composition, quotes, dashes, spaces and separators are folded; "+" is kept, so that
"+80 kg" is not "80 kg". A team printed in one run, or in another order, is the same team.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Literal

import msgspec

from occam.core.record import AnswerRecord
from occam.evaluation.questions import BenchmarkQuestion

Verdict = Literal[
    "right", "ambiguous_with_gold", "ambiguous_without_gold", "wrong", "refused", "dead", "missing"
]
_QUOTES = str.maketrans(dict.fromkeys("’‘ʼ`´′", "'") | dict.fromkeys("‐‑‒–—―−", "-"))
_SEPARATORS = re.compile(r"[\s,;/&]+|\band\b")
_TOLERANCE = 0.005


class Cited(msgspec.Struct, frozen=True):
    """How much of the gold documents was cited, and how much of what was cited is gold."""

    recall: float
    precision: float


class Scored(msgspec.Struct, frozen=True, kw_only=True):
    """One question, its record's verdict and what it cited."""

    question: BenchmarkQuestion
    verdict: Verdict
    said: tuple[str, ...] = ()
    cited: Cited | None = None
    tokens: int = 0
    check: str = ""


class Report(msgspec.Struct, frozen=True, kw_only=True):
    """The scores of a whole benchmark."""

    rows: tuple[Scored, ...]
    verified: int = 0
    certificates: int = 0

    def count(self, verdict: Verdict) -> int:
        """How many questions ended so."""
        return sum(row.verdict == verdict for row in self.rows)

    @property
    def held(self) -> int:
        """Right, or reported as ambiguous with the official answer among the listed."""
        return self.count("right") + self.count("ambiguous_with_gold")

    @property
    def recall(self) -> float:
        """Mean share of the gold documents that answered questions cite."""
        return _mean(row.cited.recall for row in self.rows if row.cited)

    @property
    def precision(self) -> float:
        """Mean share of gold among the documents that answered questions cite."""
        return _mean(row.cited.precision for row in self.rows if row.cited)

    @property
    def tokens(self) -> int:
        """Tokens of all model calls."""
        return sum(row.tokens for row in self.rows)


def folded(text: str) -> str:
    """The text as graders compare it."""
    composed = unicodedata.normalize("NFC", text).translate(_QUOTES)
    return re.sub(r"\s+", " ", composed).strip().strip(".").casefold()


def squashed(text: str) -> str:
    """The folded text without spaces and separators; "+" stays."""
    return _SEPARATORS.sub("", folded(text))


def same_answer(said: Sequence[str], gold: Sequence[str]) -> bool:
    """The same values, in whatever order and however they are run together."""
    if len(said) == len(gold) == 1 and _same_number(said[0], gold[0]):
        return True
    parts = [part for part in map(squashed, said) if part]
    return bool(parts) and _composed("".join(map(squashed, gold)), Counter(parts))


def _same_number(left: str, right: str) -> bool:
    try:
        difference = abs(float(left.replace(",", "")) - float(right.replace(",", "")))
    except ValueError:
        return False
    return difference <= (_TOLERANCE if "." in left + right else 0)


def _composed(whole: str, parts: Counter[str]) -> bool:
    """True when the parts, each used as often as it comes, make up the whole."""
    if not whole:
        return not +parts
    for part in [part for part, left in parts.items() if left and whole.startswith(part)]:
        if _composed(whole[len(part) :], parts - Counter([part])):
            return True
    return False


def verdict(question: BenchmarkQuestion, record: AnswerRecord | None) -> Verdict:
    """What the record is worth against the official answer."""
    if record is None:
        return "missing"
    match record.outcome:
        case "answered":
            return "right" if same_answer(record.answer, question.answer) else "wrong"
        case "ambiguous":
            listed = any(same_answer(each.answer, question.answer) for each in record.alternatives)
            return "ambiguous_with_gold" if listed else "ambiguous_without_gold"
        case "refused":
            return "refused"
        case _:
            return "dead"


def cited(documents: Collection[str], gold: Collection[str]) -> Cited | None:
    """Recall and precision of the cited documents; None where no gold is known."""
    if not gold:
        return None
    hits = len(set(documents) & set(gold))
    return Cited(hits / len(set(gold)), hits / len(set(documents)) if documents else 0.0)


def score(
    questions: Iterable[BenchmarkQuestion],
    records: Mapping[str, AnswerRecord],
    verified: Collection[str] = (),
) -> Report:
    """Score every question; `verified` are the ids whose certificates were recomputed and held."""
    rows = tuple(_scored(question, records.get(question.qid)) for question in questions)
    held = sum(question.question.qid in verified for question in rows)
    return Report(rows=rows, verified=held, certificates=sum(bool(row.check) for row in rows))


def _scored(question: BenchmarkQuestion, record: AnswerRecord | None) -> Scored:
    if record is None:
        return Scored(question=question, verdict="missing")
    answered = record.outcome == "answered"
    return Scored(
        question=question,
        verdict=verdict(question, record),
        said=record.answer or tuple(" ".join(each.answer) for each in record.alternatives),
        cited=cited(record.documents, question.gold_doc_ids) if answered else None,
        tokens=record.tokens.total,
        check=record.certificate.completeness_check,
    )


def _mean(values: Iterable[float]) -> float:
    found = list(values)
    return sum(found) / len(found) if found else 0.0


def lines(report: Report) -> list[str]:
    """The report as people read it: totals, kinds of question, and every miss."""
    total = len(report.rows)
    text = [
        f"{report.held} of {total} hold: {report.count('right')} right, "
        f"{report.count('ambiguous_with_gold')} ambiguous with the official answer listed",
        f"wrong {report.count('wrong')} · refused {report.count('refused')} · "
        f"ambiguous without gold {report.count('ambiguous_without_gold')} · "
        f"dead {report.count('dead')} · missing {report.count('missing')}",
        f"tokens {report.tokens} · cited documents: recall {report.recall:.1%}, "
        f"precision {report.precision:.1%} · certificates verified: "
        f"{report.verified} of {report.certificates}",
    ]
    for kind in sorted({row.question.qtype for row in report.rows}):
        mine = [row.verdict for row in report.rows if row.question.qtype == kind]
        counts = ", ".join(f"{n} {name}" for name, n in Counter(mine).most_common())
        text.append(f"  {kind or 'questions'}: {counts}")
    for row in report.rows:
        if row.verdict not in ("right", "ambiguous_with_gold"):
            gold = "; ".join(row.question.answer)
            said = "; ".join(row.said) or "nothing"
            text.append(f"  {row.question.qid} {row.verdict}: {row.question.question}")
            text.append(f"    official {gold} · said {said}")
    return text
