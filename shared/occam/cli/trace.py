"""`occam trace`: how one question went: tiers, gaps, plan in words, costs, certificate."""

from __future__ import annotations

from typing import Annotated

import typer

from occam.cli.connection import run
from occam.cli.finding import find_records
from occam.cli.options import Json
from occam.cli.output import console, plain, print_json
from occam.cli.records import (
    answer_text,
    certificate_text,
    money_text,
    step_text,
    tokens_text,
    waited_text,
)
from occam.core.errors import BadConfig
from occam.core.record import AnswerRecord
from occam.core.schema import Schema
from occam.runtime.settings import Settings, load_settings


def trace(
    question: Annotated[str, typer.Argument(help="Question id.")],
    batch: Annotated[str, typer.Option(help="Batch id, where several hold this id.")] = "",
    tenant: Annotated[str, typer.Option(help="Whose question; default: anyone's.")] = "",
    as_json: Json = False,
) -> None:
    """Show how one question went: tiers, gaps, plan in words, costs."""
    settings = load_settings()
    for record in run(find_records(settings, question, batch, tenant), lambda: "stopped"):
        if as_json:
            print_json(record.as_json())
        else:
            _print(record, _schema(settings, record))


def _schema(settings: Settings, record: AnswerRecord) -> Schema | None:
    """The words of the pack, where it is at hand."""
    from occam.packs import find_pack

    try:
        return find_pack(record.certificate.pack, settings.pack_roots).schema
    except BadConfig:
        return None


def _print(record: AnswerRecord, schema: Schema | None) -> None:
    from rich.tree import Tree

    certificate = record.certificate
    place = f"{record.tenant}/{record.batch}/{record.id}, attempt {record.attempt}"
    root = Tree(plain(f"{record.question}\n{place}"))
    for step in certificate.trail:
        root.add(plain(step_text(step)))
    _plan(root.add(plain("plan")), record, schema)
    ledger = root.add(plain("phrases of the question"))
    for line in certificate.constraints:
        ledger.add(plain(f"“{line.phrase}” → {line.became}{': ' * bool(line.detail)}{line.detail}"))
    seal = root.add(plain(f"certificate {certificate_text(certificate)}"))
    for line in _seal(record):
        seal.add(plain(line))
    root.add(plain(f"{record.outcome}: {answer_text(record)}\n{_costs(record)}"))
    console().print(root)


def _plan(branch: object, record: AnswerRecord, schema: Schema | None) -> None:
    from rich.tree import Tree

    from occam.core.describe import describe

    assert isinstance(branch, Tree)
    plan = record.certificate.plan
    if plan is None:
        branch.add(plain("none: no tier could make one"))
        return
    branch.add(plain(describe(plan, schema)))
    branch.add(plain(f"digest {record.certificate.plan_digest[:16]}"))


def _seal(record: AnswerRecord) -> list[str]:
    certificate = record.certificate
    lines = [
        f"{certificate.completeness_class or 'no'} completeness class, "
        f"graph {certificate.pack}@{certificate.graph_version or 'none'}",
        f"{len(certificate.documents)} documents examined, {len(record.documents)} cited",
    ]
    lines += [f"unknown: {each.label}: {each.attr}" for each in certificate.unknowns[:10]]
    more = len(certificate.unknowns) - 10
    lines += [f"and {more} more unknown values"] if more > 0 else []
    lines += [f"could not be read: {page}" for page in certificate.unparsed[:5]]
    lines += [f"why it ended: {certificate.stop_reason}"] if certificate.stop_reason else []
    return [*lines, f"digest {certificate.digest[:16]}{', signed' * bool(certificate.signature)}"]


def _costs(record: AnswerRecord) -> str:
    trace = f" · trace {record.trace_id}" if record.trace_id else ""
    return (
        f"{record.pipeline} · tier {record.tier} · {tokens_text(record.tokens)} tokens · "
        f"{record.calls} model calls · {money_text(record.cost_usd)} · "
        f"{record.latency_ms:.1f} ms{waited_text(record.waited_ms)}{trace}"
    )
