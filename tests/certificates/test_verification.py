"""Verification against what is there now: pool documents are named, others do not matter."""

from __future__ import annotations

import msgspec
import pytest
from occam.core.check import check
from occam.core.closing import close
from occam.core.dataset import Dataset
from occam.core.evidence import Rows
from occam.core.gaps import Ambiguous
from occam.core.narrow import narrow
from occam.core.plan import Values, leaves
from occam.core.record import AnswerRecord, Certificate, Step
from occam.core.seal import digest_of
from occam.core.verify import Verdict, verify
from regatta import IN_2001, PLANS, RACES, SCHEMA, FactsInMemory, asked, graph_of, races, world

AMBIGUOUS = races(Values(attr="boats"), IN_2001)
IRRELEVANT = ("Regatta 1990", 1990, 7, "Lugano", ("Di",))


async def issued(name: str = "count", dataset: Dataset | None = None) -> AnswerRecord:
    dataset = dataset or world()
    graph = graph_of(dataset)
    evidence = tuple([await graph.rows(query) for query in leaves(PLANS[name])])
    record = await close(asked(), None, PLANS[name], evidence, FactsInMemory(dataset), SCHEMA)
    assert isinstance(record, AnswerRecord)
    return record


async def on(record: AnswerRecord | Certificate, dataset: Dataset, **more) -> Verdict:
    return await verify(record, FactsInMemory(dataset), SCHEMA, **more)


@pytest.mark.parametrize("name", PLANS)
async def test_a_fresh_record_holds_on_both_routes(name: str) -> None:
    verdict = await on(await issued(name), world(), graph=graph_of(world()))
    assert verdict == Verdict(ok=True)


@pytest.mark.parametrize("name", PLANS)
async def test_a_record_survives_json(name: str) -> None:
    record = msgspec.json.decode(msgspec.json.encode(await issued(name)), type=AnswerRecord)
    assert (await on(record, world())).ok


async def test_a_deleted_document_of_the_pool_is_named() -> None:
    fewer = {id_: fields for id_, fields in RACES.items() if id_ != "R4"}
    verdict = await on(await issued(), world(fewer, version="v2"))
    assert not verdict.ok
    assert "R4: the document is gone" in verdict.findings
    assert "R4: only in the graph" in verdict.findings


async def test_a_document_that_joins_the_pool_is_named() -> None:
    more = {**RACES, "R6": ("Finale 2002", 2002, 9, "Como", ("Bo",))}
    verdict = await on(await issued(), world(more, version="v2"))
    assert not verdict.ok
    assert "R6: a document of the pool that the certificate does not know" in verdict.findings
    assert "bound: 4 candidates now, 3 certified" in verdict.findings


async def test_an_altered_document_is_named_with_what_changed() -> None:
    altered = {**RACES, "R3": ("Sprint 2002", 2002, 15, "Como", ("Ann",))}
    verdict = await on(await issued(), world(altered, version="v2"))
    assert verdict.findings == ("R3: the document was altered", "R3: boats")


async def test_a_document_altered_where_nobody_looked_is_still_named() -> None:
    altered = {**RACES, "R3": ("Sprint 2002", 2002, 14, "Garda", ("Ann",))}
    verdict = await on(await issued(), world(altered, version="v2"))
    assert verdict.findings == ("R3: the document was altered",)


async def test_an_irrelevant_document_changes_nothing() -> None:
    for name in ("count", "values at a node", "compare"):
        verdict = await on(await issued(name), world({**RACES, "R9": IRRELEVANT}, version="v2"))
        assert verdict.ok, name
        assert verdict.notes == ("checked on version v2; issued on v1",)


@pytest.mark.parametrize(
    ("change", "finding"),
    [
        ({"answer": ("3",)}, "answer: it is not the one that the evidence gives"),
        ({"value": 3}, "answer: it is not the one that the evidence gives"),
        ({"question": "Who?"}, "record: the certificate is about another question"),
        ({"interval": None}, "record: its interval is not the one that the certificate gives"),
        ({"tier": 3}, "record: its tier is not the one that the certificate gives"),
    ],
)
async def test_a_record_may_not_say_more_than_its_certificate(change, finding: str) -> None:
    record = msgspec.structs.replace(await issued(), **change)
    assert finding in (await on(record, world())).findings


@pytest.mark.parametrize("field", [f for f in Certificate.__struct_fields__ if f != "digest"])
async def test_the_digest_covers_every_field_but_the_signature(field: str) -> None:
    certificate = (await issued()).certificate
    other = msgspec.structs.replace(certificate, **{field: "x"})
    assert (digest_of(other) == certificate.digest) == (field in ("key", "signature"))


async def test_a_digest_made_to_fit_does_not_save_invented_evidence() -> None:
    certificate = (await issued()).certificate
    (pool,) = certificate.evidence
    fewer = (Rows(pool.version, pool.rows[1:]),)
    forged = msgspec.structs.replace(certificate, evidence=fewer, evidence_set_size=2)
    forged = msgspec.structs.replace(forged, digest=digest_of(forged))
    findings = (await on(forged, world())).findings
    assert "evidence: its digest is not the one that the certificate gives" in findings
    assert f"{pool.rows[0].id}: only in the facts" in findings


async def test_evidence_stored_apart_is_checked_by_its_digest_or_given_back() -> None:
    certificate = (await issued()).certificate
    apart = msgspec.structs.replace(certificate, evidence=())
    apart = msgspec.structs.replace(apart, digest=digest_of(apart))
    assert (await on(apart, world())).ok
    assert (await on(apart, world(), evidence=certificate.evidence)).ok
    fewer = {id_: fields for id_, fields in RACES.items() if id_ != "R4"}
    assert "R4: the document is gone" in (await on(apart, world(fewer, version="v2"))).findings


async def test_a_graph_that_lost_an_edge_contradicts_the_certificate() -> None:
    dataset = world()
    edges = tuple(e for e in dataset.edges if (e.type, e.source) != ("IN_SEASON", "R3"))
    broken = graph_of(msgspec.structs.replace(dataset, edges=edges))
    verdict = await on(await issued(), dataset, graph=broken)
    assert verdict.findings == ("graph: R3: only certified",)


async def test_a_failed_certificate_is_true_when_it_says_what_differs() -> None:
    dataset = world()
    facts = tuple(f for f in dataset.facts if (f.subject, f.attr) != ("R3", "boats"))
    lossy = msgspec.structs.replace(dataset, facts=facts)
    evidence = (await graph_of(dataset).rows(leaves(PLANS["count"])[0]),)
    header = asked((Step(tier="certifier", gap="bound_mismatch"),))
    record = await close(header, None, PLANS["count"], evidence, FactsInMemory(lossy), SCHEMA)
    assert isinstance(record, AnswerRecord)
    verdict = await verify(record, FactsInMemory(lossy), SCHEMA)
    assert (verdict.ok, verdict.notes) == (True, ("the certificate itself says fail",))
    healed = await verify(record, FactsInMemory(dataset), SCHEMA)
    assert "bound: a difference that the certificate records does not show" in healed.findings


async def test_who_asks_for_a_signature_gets_a_finding_without_one() -> None:
    record = await issued()
    verdict = await on(record, world(), signed=lambda certificate: bool(certificate.signature))
    assert verdict.findings == ("certificate: it is not signed",)
    forged = msgspec.structs.replace(record.certificate, signature="x")
    verdict = await on(forged, world(), signed=lambda certificate: False)
    assert verdict.findings == ("certificate: its signature is not valid",)
    assert (await on(forged, world())).notes == ("the signature was not checked",)


async def test_an_ambiguity_must_list_the_answers_that_the_evidence_leaves() -> None:
    graph, plan = graph_of(world()), AMBIGUOUS
    evidence = (await graph.rows(plan),)
    gap = narrow(plan, evidence).gap
    record = await close(asked(), gap, plan, evidence, FactsInMemory(world()), SCHEMA)
    assert isinstance(record, AnswerRecord)
    assert record.outcome == "ambiguous"
    assert (await on(record, world())).ok
    assert isinstance(record.gap, Ambiguous)
    fewer = msgspec.structs.replace(record.gap, candidates=record.gap.candidates[:1])
    verdict = await on(msgspec.structs.replace(record, gap=fewer), world())
    assert "answer: the evidence leaves other answers to choose from" in verdict.findings


async def test_an_ill_typed_plan_is_a_finding_unless_it_was_refused_for_it() -> None:
    odd = races(Values(attr="depth"), IN_2001)
    invalid = check(odd, SCHEMA)
    record = await close(asked(), invalid, odd, (), FactsInMemory(world()), SCHEMA)
    assert isinstance(record, AnswerRecord)
    assert (await on(record, world())).ok
    fits = await close(asked(), invalid, AMBIGUOUS, (), FactsInMemory(world()), SCHEMA)
    assert isinstance(fits, AnswerRecord)
    finding = "plan: it was refused as ill-typed and fits the schema"
    assert (await on(fits, world())).findings == (finding,)
    forged = msgspec.structs.replace(record.certificate, gap="empty")
    forged = msgspec.structs.replace(forged, digest=digest_of(forged))
    assert "depth" in (await on(forged, world())).findings[0]
