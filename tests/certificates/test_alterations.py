"""No field can be altered unseen, and a seal made to fit does not save what the facts deny."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from occam.bus.lastresort import buried_terminal
from occam.core import certify
from occam.core.closing import close
from occam.core.evidence import Source
from occam.core.gaps import (
    Ambiguous,
    LowConfidence,
    NoSuchChoice,
    NotInGraph,
    Reading,
    TierFailed,
    Unresolved,
)
from occam.core.narrow import narrow
from occam.core.plan import Plan, Values, digest, leaves
from occam.core.record import Alternative, AnswerRecord, Certificate, Tokens, Unknown
from occam.core.seal import NOT_CERTIFIED, record_digest, sealed
from occam.core.verify import Verdict, verify
from occam.messages.catalog import QuestionDied
from regatta import IN_2001, PLANS, SCHEMA, FactsInMemory, asked, graph_of, races, world

ALTERED = "record: it was altered after it was certified"
FIELDS = tuple(name for name in AnswerRecord.__struct_fields__ if name != "certificate")
OTHER: dict[str, Any] = {
    "id": "q2", "batch": "b2", "tenant": "other", "attempt": 2, "question": "Who?",
    "pipeline": "p", "choice": "R9", "outcome": "dead", "answer": ("999",), "value": 999,
    "interval": (7.0, 9.0),
    "alternatives": (Alternative(answer=("999",), reading="x"),), "clarify": "Which?",
    "gap": NotInGraph(plans=9), "tier": 3, "tokens": Tokens(total=9), "cost_usd": 9.0, "calls": 9,
    "latency_ms": 9.0, "waited_ms": 9.0, "documents": ("R9",), "stop_reason": "Because.",
    "trace_id": "ab",
}  # fmt: skip
KINDS = ("answered", "refused", "ambiguous", "unsure", "chosen", "misfit", "dead", "large")
UNSURE = LowConfidence(
    choices={"k1": 0.5, "k2": 0.5},
    threshold=0.9,
    readings=(Reading("k1", "races; count"), Reading("k2", "races; is there any")),
    clarify="Which is meant: “count” or “is there any”?",
)


async def of_kind(kind: str, monkeypatch: pytest.MonkeyPatch) -> AnswerRecord:
    """A record of each outcome, and one whose evidence is too large to stay in it."""
    facts = FactsInMemory(world())
    if kind == "large":
        monkeypatch.setattr(certify, "KEPT_BYTES", 10)
    if kind == "refused":
        gap = Unresolved(mention="Judoo", expected="lake")
        return recorded(await close(asked(), gap, None, (), facts, SCHEMA))
    if kind == "unsure":
        return recorded(await close(asked(), UNSURE, None, (), facts, SCHEMA))
    if kind in ("chosen", "misfit"):
        choice = "R2" if kind == "chosen" else "R7"
        plan = races(Values(attr="boats"), IN_2001)
        found = narrow(plan, await read(plan), schema=SCHEMA, choice=choice)
        header = msgspec.structs.replace(asked(), choice=choice)
        return recorded(
            await close(
                header, found.gap, found.plan, found.evidence, facts, SCHEMA,
                constraints=found.chosen,
            )
        )  # fmt: skip
    if kind == "dead":
        gap = TierFailed(tier="planner", cause="poison")
        return recorded(await close(asked(), gap, None, (), None, None, died=True))
    if kind == "ambiguous":
        plan = races(Values(attr="boats"), IN_2001)
        evidence = await read(plan)
        gap = narrow(plan, evidence, schema=SCHEMA).gap
        return recorded(await close(asked(), gap, plan, evidence, facts, SCHEMA))
    plan = PLANS["count"]
    return recorded(await close(asked(), None, plan, await read(plan), facts, SCHEMA))


def recorded(found: object) -> AnswerRecord:
    assert isinstance(found, AnswerRecord)
    return msgspec.json.decode(msgspec.json.encode(found), type=AnswerRecord)


async def read(plan: Plan):
    graph = graph_of(world())
    return tuple([await graph.rows(query) for query in leaves(plan)])


async def on(subject: AnswerRecord | Certificate, **more) -> Verdict:
    return await verify(subject, FactsInMemory(world()), SCHEMA, **more)


def forged(record: AnswerRecord, certificate: dict[str, Any], **fields: Any) -> AnswerRecord:
    """An altered record under digests made to fit, as whoever has no key can make them."""
    changed = msgspec.structs.replace(record.certificate, **certificate)
    return sealed(msgspec.structs.replace(record, certificate=changed, **fields))


def test_every_field_of_a_record_is_certified_or_named_as_not() -> None:
    assert set(OTHER) == set(FIELDS)
    assert NOT_CERTIFIED.isdisjoint(FIELDS)
    assert NOT_CERTIFIED | set(FIELDS) == set(AnswerRecord.__struct_fields__)


@pytest.mark.parametrize("kind", KINDS)
async def test_each_kind_of_record_verifies_as_it_was_written(kind: str, monkeypatch) -> None:
    record = await of_kind(kind, monkeypatch)
    assert record.certificate.record_digest == record_digest(record)
    read = ("answered", "ambiguous", "chosen", "misfit")
    assert bool(record.certificate.evidence) == (kind in read)
    for graph in (None, graph_of(world())):
        assert (await on(record, graph=graph)).findings == ()


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("field", FIELDS)
async def test_no_field_of_a_record_can_be_altered(kind: str, field: str, monkeypatch) -> None:
    record = await of_kind(kind, monkeypatch)
    other = OTHER[field] if getattr(record, field) != OTHER[field] else "refused"
    verdict = await on(msgspec.structs.replace(record, **{field: other}))
    assert ALTERED in verdict.findings


@pytest.mark.parametrize("kind", ["answered", "large"])
@pytest.mark.parametrize(
    ("certificate", "fields"),
    [
        ({}, {"answer": ("777",), "value": 777}),
        ({"evidence": ()}, {"answer": ("777",), "value": 777}),
        ({"evidence": (), "evidence_digest": ""}, {"answer": ("777",), "value": 777}),
        ({"plan": None}, {"answer": ("777",), "value": 777}),
        ({"plan": None, "plan_digest": "", "completeness_class": None}, {"answer": ("777",)}),
        ({"structural_bound": None}, {}),
        ({"structural_bound": 9}, {}),
        ({"evidence_set_size": 9}, {}),
        ({"completeness_check": "pass"}, {}),
        ({"completeness_check": "refused"}, {}),
        ({"completeness_check": "unverified", "structural_bound": None}, {}),
        ({"completeness_class": "existential"}, {}),
        ({"unknowns": ()}, {}),
        ({"unknowns": (Unknown(vertex="R1", label="x", attr="boats"),)}, {}),
        ({"interval": None}, {"interval": None}),
        ({"interval": (1.0, 1.0)}, {"interval": (1.0, 1.0)}),
        ({"could_change": False}, {}),
        ({"sources": ()}, {}),
        ({"sources": (Source("R1", "boats", "R1", 0, 1, "field"),)}, {}),
        ({"documents": {}}, {}),
        ({"unparsed": ("R9",)}, {}),
        ({"differing": ("R3: boats",)}, {}),
        ({"question_digest": "x"}, {}),
        ({}, {"outcome": "refused"}),
        ({}, {"outcome": "dead"}),
        ({}, {"documents": ("R3",)}),
        ({}, {"clarify": "Which?"}),
        ({}, {"alternatives": OTHER["alternatives"]}),
        ({"gap": "empty", "interval": None, "could_change": None, "unknowns": (),
          "completeness_check": "refused"}, {}),
    ],
)  # fmt: skip
async def test_a_seal_made_to_fit_does_not_save_an_answer(
    kind: str, certificate, fields, monkeypatch
) -> None:
    record = forged(await of_kind(kind, monkeypatch), certificate, **fields)
    verdict = await on(record)
    assert not verdict.ok
    assert ALTERED not in verdict.findings
    assert "certificate: its digest is not that of its content" not in verdict.findings


@pytest.mark.parametrize("kind", ["refused", "ambiguous", "unsure", "misfit", "dead"])
@pytest.mark.parametrize(
    ("certificate", "fields"),
    [
        ({}, {"answer": ("42",)}),
        ({}, {"value": 42}),
        ({}, {"outcome": "answered", "answer": ("42",), "value": 42}),
        ({"gap": None}, {"gap": None, "outcome": "answered", "answer": ("42",), "value": 42}),
        ({"completeness_check": "pass_with_unknowns"}, {}),
        ({"structural_bound": 7}, {}),
        ({"interval": (1.0, 2.0)}, {"interval": (1.0, 2.0)}),
        ({}, {"alternatives": OTHER["alternatives"]}),
        ({}, {"documents": ("R9",)}),
    ],
)
async def test_a_seal_made_to_fit_does_not_make_an_answer_of_none(
    kind: str, certificate, fields, monkeypatch
) -> None:
    record = forged(await of_kind(kind, monkeypatch), certificate, **fields)
    assert not (await on(record)).ok


async def test_an_ambiguity_asks_what_would_separate_its_answers(monkeypatch) -> None:
    record = await of_kind("ambiguous", monkeypatch)
    assert isinstance(record.gap, Ambiguous)
    gap = msgspec.structs.replace(record.gap, clarify="Which boat?")
    verdict = await on(forged(record, {}, gap=gap, clarify="Which boat?"))
    assert verdict.findings == ("record: its clarify would not separate the answers",)


async def test_what_the_asker_chose_is_certified_and_said(monkeypatch) -> None:
    record = await of_kind("chosen", monkeypatch)
    assert (record.outcome, record.answer, record.choice) == ("answered", ("30",), "R2")
    assert "the asker chose “Relay 2001”" in record.certificate.stop_reason
    assert record.certificate.constraints[-1].became == "choice"
    misfit = await of_kind("misfit", monkeypatch)
    assert isinstance(misfit.gap, NoSuchChoice)
    assert (misfit.outcome, [each.key for each in misfit.alternatives]) == ("refused", ["R2", "R1"])


async def test_another_plan_under_its_own_digest_gives_another_answer(monkeypatch) -> None:
    record = await of_kind("answered", monkeypatch)
    plan = PLANS["extreme"]
    verdict = await on(forged(record, {"plan": plan, "plan_digest": digest(plan)}))
    assert "answer: it is not the one that the evidence gives" in verdict.findings


async def test_rows_that_do_not_fit_the_plan_are_a_finding_and_no_crash(monkeypatch) -> None:
    record = await of_kind("answered", monkeypatch)
    (pool,) = record.certificate.evidence
    bare = tuple(msgspec.structs.replace(row, cells={}) for row in pool.rows)
    plan = PLANS["fold"]
    certificate = {
        "plan": plan,
        "evidence": (msgspec.structs.replace(pool, rows=bare),),
        "graph_version": "v0",
    }
    assert (
        "evidence: its rows do not fit the plan" in (await on(forged(record, certificate))).findings
    )


async def test_a_record_closed_without_the_certifier_is_not_called_altered() -> None:
    died = QuestionDied(header=asked(), tier="certifier", cause="poison")
    verdict = await on(buried_terminal(died).record)
    assert (verdict.ok, verdict.certified) == (False, False)
    assert [finding.split(":")[0] for finding in verdict.findings] == ["not certified"]
