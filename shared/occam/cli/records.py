"""Answer records as people read them: one line, one card, one summary."""

from __future__ import annotations

import re
import shlex
from collections import Counter
from collections.abc import Iterable, Sequence

from occam.core.gaps import kind_of
from occam.core.record import AnswerRecord, Certificate, Step, Tokens

COLUMNS = (
    "id", "outcome", "answer", "value", "low", "high", "tier", "tokens", "cost_usd", "latency_ms",
    "check", "bound", "evidence", "gap", "documents", "question", "pipeline", "calls", "waited_ms",
)  # fmt: skip

BRIEF = ("id", "outcome", "answer", ">tier", ">calls", ">tokens", ">price", "certificate", ">ms")

_NUMBERS = re.compile(r"(\d+)")


def in_order(records: Iterable[AnswerRecord]) -> list[AnswerRecord]:
    """By id, numbers by their size: q2 before q10."""
    return sorted(records, key=lambda record: _natural(record.id))


def _natural(text: str) -> list[tuple[int, str]]:
    parts = _NUMBERS.split(text)
    return [(int(part), "") if part.isdecimal() else (-1, part) for part in parts]


def answer_text(record: AnswerRecord) -> str:
    """The answer in one line, whatever the outcome."""
    match record.outcome:
        case "answered":
            return "; ".join(record.answer) + _range(record.interval)
        case "ambiguous":
            return " | ".join("; ".join(each.answer) for each in record.alternatives)
        case _:
            return record.stop_reason


def _range(interval: tuple[float | None, float | None] | None) -> str:
    if interval is None or interval[0] == interval[1]:
        return ""
    low, high = (("?" if end is None else f"{end:g}") for end in interval)
    return f" (between {low} and {high})"


def certificate_text(certificate: Certificate) -> str:
    """The check with the sizes it compared."""
    if certificate.structural_bound is None:
        return certificate.completeness_check
    sizes = f"{certificate.evidence_set_size} of {certificate.structural_bound}"
    return f"{certificate.completeness_check}: {sizes}"


def tokens_text(tokens: Tokens) -> str:
    """How many, with a mark where no provider has counted some of them."""
    return f"{'~' * tokens.estimated}{tokens.total}"


def money_text(dollars: float | None) -> str:
    """A price; that nobody knows one is never shown as nothing."""
    return "unknown price" if dollars is None else f"${dollars:.6f}".rstrip("0").ljust(5, "0")


def waited_text(milliseconds: float) -> str:
    """How long a quota kept the question, where one did."""
    return f" · waited {milliseconds / 1000:.1f} s" if milliseconds > 0 else ""


def bill(record: AnswerRecord) -> str:
    """What an answer cost, on one line; a question that asked no model has nothing to add."""
    parts = [f"{tokens_text(record.tokens)} tokens"]
    if record.calls:
        parts += [f"{record.calls} model call{'s' * (record.calls > 1)}"]
        parts += [money_text(record.cost_usd)]
    return " · ".join(parts) + waited_text(record.waited_ms)


def step_text(step: Step) -> str:
    """One line of the trail."""
    parts = [step.tier]
    parts += [f"left {step.gap}"] if step.gap else []
    parts += [step.note] if step.note else []
    parts += [f"would need {step.needs}"] if step.needs else []
    parts += [f"plan {step.plan[:12]}"] if step.plan else []
    parts += [f"by {step.by}"] if step.by else []
    parts += [f"{step.tokens} tokens"] if step.tokens else []
    return " · ".join([*parts, f"{step.milliseconds:.1f} ms"])


def brief(record: AnswerRecord) -> tuple[str, ...]:
    """One row of the table of answers."""
    return (
        record.id,
        record.outcome,
        answer_text(record),
        str(record.tier),
        str(record.calls),
        tokens_text(record.tokens),
        money_text(record.cost_usd),
        certificate_text(record.certificate),
        f"{record.latency_ms:.0f}" + waited_text(record.waited_ms),
    )


def as_row(record: AnswerRecord) -> tuple[object, ...]:
    """One row of CSV."""
    low, high = record.interval or (None, None)
    certificate = record.certificate
    return (
        record.id, record.outcome, answer_text(record), record.value, low, high, record.tier,
        record.tokens.total, record.cost_usd, round(record.latency_ms, 3),
        certificate.completeness_check, certificate.structural_bound,
        certificate.evidence_set_size, kind_of(record.gap) if record.gap else None,
        " ".join(record.documents), record.question, record.pipeline, record.calls,
        round(record.waited_ms, 3),
    )  # fmt: skip


def summary(records: Sequence[AnswerRecord]) -> str:
    """Totals in one line."""
    if not records:
        return "no answers yet"
    outcomes = Counter(record.outcome for record in records)
    checks = Counter(record.certificate.completeness_check for record in records)
    tokens = sum(record.tokens.total for record in records)
    about = "~" * any(record.tokens.estimated for record in records)
    calls = sum(record.calls for record in records)
    waited = waited_text(sum(record.waited_ms for record in records))
    times = sorted(record.latency_ms for record in records)
    costs = [record.cost_usd for record in records]
    known = [cost for cost in costs if cost is not None]
    money = f"${sum(known):.4f}" + (" and unknown" if len(known) < len(costs) else "")
    return (
        f"{len(records)} questions: {_counted(outcomes)} · certificates: {_counted(checks)} · "
        f"{about}{tokens} tokens, {money}{f', {calls} model calls' * bool(calls)} · "
        f"median {times[len(times) // 2]:.0f} ms{waited}"
    )


def _counted(counts: Counter[str]) -> str:
    return ", ".join(f"{count} {name}" for name, count in counts.most_common())


def card(record: AnswerRecord, keys: bool = False) -> list[str]:
    """One answer with all a reader needs, for `occam ask`; `keys` say how to choose by command."""
    lines = [_headline(record)]
    for number, each in enumerate(record.alternatives, start=1):
        said = f"{'; '.join(each.answer)}  ({each.reading})" if each.answer else each.reading
        lines.append(f"  {number}. {said}")
        if keys and each.key:
            lines.append(f"     --choice {shlex.quote(each.key)}")
    if record.clarify:
        lines.append(f"  {record.clarify}")
    certificate = record.certificate
    if record.outcome == "answered" and record.stop_reason:
        lines.append(f"  {record.stop_reason}")
    for passage in certificate.passages[:3]:
        lines.append(f"  “{passage.quote}” ({passage.document}: {passage.title})")
    lines.append(
        f"  certificate {certificate_text(certificate)} · tier {record.tier} · "
        f"{bill(record)} · {record.latency_ms:.0f} ms · "
        f"{len(record.documents)} documents"
    )
    lines.append(f"  occam trace {record.id} --batch {record.batch}")
    return lines


def _headline(record: AnswerRecord) -> str:
    if record.outcome == "answered":
        return answer_text(record)
    gap = f" ({kind_of(record.gap)})" if record.gap else ""
    reason = "several answers are valid" if record.outcome == "ambiguous" else record.stop_reason
    return f"{record.outcome}{gap}: {reason}"
