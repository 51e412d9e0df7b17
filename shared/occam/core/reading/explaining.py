"""How a question was read, step by step, for people who want to know why."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Literal

import msgspec

from occam.core.choice import CHOSEN, offered
from occam.core.describe import describe, describe_answer
from occam.core.gaps import (
    Ambiguous,
    LowConfidence,
    NoRoute,
    NoSuchChoice,
    Reading,
    UnmappedPhrase,
    Unresolved,
    kind_of,
)
from occam.core.inquiry import Told
from occam.core.parse import Parsed, Understood
from occam.core.plan import digest
from occam.core.ports import Decision
from occam.core.reading.items import Span
from occam.core.reading.saying import Label, meanings
from occam.core.reasons import chosen_by_asker, refusal
from occam.core.record import Constraint
from occam.core.schema import Schema
from occam.core.spelling import listed
from occam.core.telling import TOLD
from occam.core.words import Token

STATED = ("predicate", "hop")

Parser = Literal["rules", "schema", "inquiry"]


class Mention(msgspec.Struct, frozen=True):
    """Words of the question and all that they may stand for; nothing where nobody knows them."""

    phrase: str
    readings: tuple[str, ...]


class Correction(msgspec.Struct, frozen=True):
    """A word as it was written, and as it was read."""

    written: str
    read: str


class Stated(msgspec.Struct, frozen=True):
    """Words of the question and the condition that they became."""

    phrase: str
    condition: str


class Missing(msgspec.Struct, frozen=True, kw_only=True):
    """The gap of a question that has no plan: its kind, the phrase that it is about, what was
    expected there, names that are near, the readings to choose from and the question between
    them."""

    kind: str
    phrase: str = ""
    expected: str = ""
    nearest: tuple[str, ...] = ()
    readings: tuple[Reading, ...] = ()
    clarify: str = ""


class Explanation(msgspec.Struct, frozen=True, kw_only=True):
    """What a question says, how it was read, and how sure that is.

    `parser` is who read it: `rules` (`shape` is the one that fitted), `schema`, or `inquiry` where
    the schema is what it asks about. `confidence` is how probable the plan is that would be run, 0
    where there is none; `chances` are those of all readings by plan digest, where several remained.
    """

    question: str
    choice: str = ""
    mentions: tuple[Mention, ...] = ()
    corrections: tuple[Correction, ...] = ()
    conditions: tuple[Stated, ...] = ()
    wanted: str = ""
    parser: Parser
    shape: str = ""
    plan: str = ""
    digest: str = ""
    fallbacks: tuple[str, ...] = ()
    ledger: tuple[Constraint, ...] = ()
    gap: Missing | None = None
    confidence: float = 0.0
    chances: dict[str, float] = {}
    why: str = ""


class Heard(msgspec.Struct, frozen=True):
    """A question cut into spans: the characters, the words in them (mended ones as they are read),
    the cut, and which words were mended."""

    text: str
    tokens: Sequence[Token] = ()
    line: Sequence[Span] = ()
    mended: Mapping[int, str] = {}


def explained(
    heard: Heard,
    parsed: Parsed | Told,
    by: Parser,
    schema: Schema,
    label: Label,
    choice: str = "",
    decision: Decision | None = None,
) -> Explanation:
    """The explanation of what a parser made of a question. `decision` is how a decider weighed the
    readings that remained."""
    told = Explanation(
        question=heard.text,
        choice=choice,
        mentions=tuple(_mentions(heard, by, label)),
        corrections=tuple(
            Correction(_written(heard, at, at + 1), word) for at, word in heard.mended.items()
        ),
        parser=by,
    )
    if isinstance(parsed, Understood):
        told = _understood(told, parsed, schema)
    elif isinstance(parsed, Told):
        told = _of_schema(told, parsed)
    else:
        told = msgspec.structs.replace(told, gap=_missing(parsed), why=refusal(parsed))
    if isinstance(parsed, LowConfidence):
        told = msgspec.structs.replace(told, chances=parsed.choices)
    return _weighed(told, decision) if decision else told


def _understood(told: Explanation, parsed: Understood, schema: Schema) -> Explanation:
    lines = parsed.constraints
    answers = [line.detail for line in lines if line.became == "answer"]
    shape = answers[0].partition(":")[0] if told.parser == "rules" and answers else ""
    return msgspec.structs.replace(
        told,
        conditions=tuple(
            Stated(line.phrase, line.detail) for line in lines if line.became in STATED
        ),
        wanted=describe_answer(parsed.plan, schema),
        shape=shape,
        plan=describe(parsed.plan, schema),
        digest=digest(parsed.plan),
        fallbacks=tuple(describe(plan, schema) for plan in parsed.fallbacks),
        ledger=lines,
        confidence=1.0,
        why=_certain(told, lines),
    )


def _of_schema(told: Explanation, parsed: Told) -> Explanation:
    return msgspec.structs.replace(
        told,
        wanted=", ".join(line.detail for line in parsed.constraints if line.became == TOLD),
        ledger=parsed.constraints,
        confidence=1.0,
        why="The whole question is about the schema, which answers it without a plan.",
    )


def _certain(told: Explanation, lines: Sequence[Constraint]) -> str:
    if any(line.became == CHOSEN for line in lines):
        return chosen_by_asker(lines).strip()
    if told.corrections:
        said = [f"“{each.written}” as “{each.read}”" for each in told.corrections]
        return f"One reading covers every word of the question, reading {listed(said)}."
    return "One reading covers every word of the question."


def _weighed(told: Explanation, decision: Decision) -> Explanation:
    """Where a decider was asked: the probability of the plan to run, and all it weighed."""
    chances = decision.probabilities
    most = max(chances.values(), default=0.0)
    many = f"{len(chances)} readings cover every word of the question; {decision.by} gives"
    if told.gap:
        why = f"{many} {most:.2f} to the best of them, which is not enough. {told.why}"
        return msgspec.structs.replace(told, chances=chances, why=why)
    taken = max(chances.get(key, 0.0) for key in (told.digest, told.choice))
    why = f"{many} {taken:.2f} to this one."
    return msgspec.structs.replace(told, chances=chances, confidence=taken, why=why)


def _mentions(heard: Heard, by: Parser, label: Label) -> Iterator[Mention]:
    if by == "inquiry":
        yield Mention(heard.text, ("a sentence about the schema",))
        return
    place = 0
    for span in heard.line:
        if place < span.start:
            yield Mention(_written(heard, place, span.start), ("a courtesy",))
        phrase = _written(heard, span.start, span.end)
        yield Mention(phrase, tuple(meanings(span.readings, label)))
        place = span.end
    if heard.line and place < len(heard.tokens):
        yield Mention(_written(heard, place, len(heard.tokens)), ("a courtesy",))


def _written(heard: Heard, start: int, end: int) -> str:
    return heard.text[heard.tokens[start].start : heard.tokens[end - 1].end]


def _missing(
    gap: NoRoute | Unresolved | UnmappedPhrase | LowConfidence | Ambiguous | NoSuchChoice,
) -> Missing:
    kind = kind_of(gap)
    match gap:
        case NoRoute(phrase=phrase) | UnmappedPhrase(phrase=phrase):
            return Missing(kind=kind, phrase=phrase)
        case Unresolved(mention=mention, expected=expected, nearest=nearest):
            return Missing(kind=kind, phrase=mention, expected=expected, nearest=nearest)
        case LowConfidence(readings=readings, clarify=clarify):
            return Missing(kind=kind, readings=readings, clarify=clarify)
        case Ambiguous(candidates=candidates, clarify=clarify):
            return Missing(kind=kind, readings=offered(candidates), clarify=clarify)
        case NoSuchChoice(choice=choice, valid=valid):
            return Missing(kind=kind, phrase=choice, readings=valid)
