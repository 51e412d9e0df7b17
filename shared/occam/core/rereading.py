"""What a model read, held against the pages again: no model is asked."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator

from occam.core.evidence import Read
from occam.core.pipelines import pipeline_of
from occam.core.ports import Facts
from occam.core.quoting import supports, worded
from occam.core.record import AnswerRecord, Certificate
from occam.core.schema import Schema
from occam.core.settle import Told, told
from occam.core.shown import conclusion_of, reason_for, shown, stands


async def reread(
    record: AnswerRecord | None,
    certificate: Certificate,
    read: Read,
    facts: Facts,
    schema: Schema,
) -> tuple[str, ...]:
    """What the certificate says of an answer that a model read, and pages and facts do not."""
    found = [line async for line in _pages(certificate, read, facts)]
    found += unquoted(certificate)
    now = await shown(read, certificate.plan, facts, schema)
    if certificate.structural_bound != now.bound:
        found.append(f"bound: {now.bound} candidates now, {certificate.structural_bound} certified")
    if certificate.evidence_set_size != now.size:
        found.append("evidence: its size is not the one that the certificate gives")
    if certificate.completeness_check != now.check:
        found.append(f"check: it is {now.check}, not {certificate.completeness_check}")
    if certificate.stop_reason != reason_for(read, now):
        found.append("stop_reason: it is not what follows from what was read")
    if record and pipeline_of(record.pipeline).first != "reader":
        found += _unworded(read)
    if record:
        expected = told(certificate.plan, (), conclusion_of(read), choice=record.choice, read=read)
        for field in Told.__struct_fields__:
            if getattr(record, field) != getattr(expected, field):
                found.append(f"record: its {field} does not follow from what was read")
    return tuple(found)


def unquoted(certificate: Certificate) -> Iterator[str]:
    """Quotes that no passage of the certificate has, and values that their quote does not."""
    quotes = certificate.read.quotes if certificate.read else ()
    for quote in (*quotes, *(each.quote for each in certificate.recovered)):
        if not stands(quote, certificate.passages):
            yield f"{quote.document}: no passage says “{quote.text}” there"
    for each in certificate.recovered:
        if not supports(each.quote, each.text):
            yield f"{each.vertex}: the quote does not say its {each.attr}"


def _unworded(read: Read) -> Iterator[str]:
    """Answers that are not the words of a quote: only the baselines may give such."""
    for answer in read.answer:
        if not any(worded(quote, answer) == answer for quote in read.quotes):
            yield f"answer: no quote says “{answer}”"


async def _pages(certificate: Certificate, read: Read, facts: Facts) -> AsyncIterator[str]:
    """Pages that are gone or were altered since they were read."""
    held = {state.document: state.digest for state in await facts.documents(read.documents)}
    if set(read.documents) - set(certificate.documents):
        yield "documents: the model was shown others than the certificate lists"
    for document, was in certificate.documents.items():
        if document not in held:
            yield f"{document}: the document is gone"
        elif held[document] != was:
            yield f"{document}: the document was altered"
