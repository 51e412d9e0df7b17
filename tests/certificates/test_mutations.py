"""A certificate can fail: whatever is lost on one of the two routes is noticed and named."""

from __future__ import annotations

import msgspec
import pytest
import regatta
from occam.core.check import check
from occam.core.closing import close
from occam.core.dataset import Dataset
from occam.core.evidence import Rows
from occam.core.gaps import BoundMismatch
from occam.core.plan import completeness, leaves
from occam.core.record import AnswerRecord, Step
from regatta import PLANS, FactsInMemory, asked, graph_of, world

every_plan = pytest.mark.parametrize("name", PLANS)


async def evidence_of(name: str, dataset: Dataset) -> tuple[Rows, ...]:
    graph = graph_of(dataset)
    return tuple([await graph.rows(query) for query in leaves(PLANS[name])])


async def certified(name: str, evidence: tuple[Rows, ...], facts: Dataset, *trail: Step):
    return await close(
        asked(trail), None, PLANS[name], evidence, FactsInMemory(facts), regatta.SCHEMA
    )


def without(dataset: Dataset, field: str):
    """The dataset with one element of that collection left out, each in turn."""
    whole = getattr(dataset, field)
    for position in range(len(whole)):
        fewer = whole[:position] + whole[position + 1 :]
        yield whole[position], msgspec.structs.replace(dataset, **{field: fewer})


def test_the_plans_cover_every_clause_and_every_completeness_class() -> None:
    assert not [name for name, plan in PLANS.items() if check(plan, regatta.SCHEMA)]
    clauses = {type(query.answer).__name__ for plan in PLANS.values() for query in leaves(plan)}
    assert clauses == {
        "Values", "Count", "Members", "Extreme", "TopK", "Fold", "Group", "Exists"
    }  # fmt: skip
    assert {completeness(plan) for plan in PLANS.values()} == {
        "existential", "chained", "exhaustive"
    }  # fmt: skip


@every_plan
async def test_untouched_both_routes_agree(name: str) -> None:
    record = await certified(name, await evidence_of(name, world()), world())
    assert isinstance(record, AnswerRecord)
    assert record.outcome == "answered"
    expected = "pass_with_unknowns" if record.certificate.unknowns else "pass"
    assert record.certificate.completeness_check == expected
    assert record.certificate.structural_bound == record.certificate.evidence_set_size > 0


@every_plan
async def test_a_lost_edge_is_a_mismatch(name: str) -> None:
    whole, caught = await evidence_of(name, world()), 0
    for edge, fewer in without(world(), "edges"):
        evidence = await evidence_of(name, fewer)
        found = await certified(name, evidence, world())
        assert isinstance(found, BoundMismatch) == (evidence != whole), edge
        caught += evidence != whole
    walks = any(query.root.hops or query.root.any_of for query in leaves(PLANS[name]))
    assert bool(caught) == walks


@every_plan
async def test_a_lost_fact_is_a_mismatch(name: str) -> None:
    evidence, caught = await evidence_of(name, world()), 0
    for _, fewer in without(world(), "facts"):
        caught += isinstance(await certified(name, evidence, fewer), BoundMismatch)
    assert caught


@every_plan
async def test_a_lost_evidence_row_is_a_mismatch_that_names_it(name: str) -> None:
    evidence = await evidence_of(name, world())
    for number, pool in enumerate(evidence):
        for row, fewer in without(pool, "rows"):
            kept = (*evidence[:number], fewer, *evidence[number + 1 :])
            found = await certified(name, kept, world())
            assert isinstance(found, BoundMismatch)
            assert found.differing == (f"{row.id}: only in the facts",)
            assert found.bound == found.evidence + 1


@every_plan
async def test_evidence_of_another_version_is_a_mismatch(name: str) -> None:
    evidence = await evidence_of(name, world(version="v0"))
    found = await certified(name, evidence, world())
    assert isinstance(found, BoundMismatch)
    assert found.differing[0].startswith("version: v0")


async def test_an_altered_value_is_named_by_vertex_and_attribute() -> None:
    altered = {**regatta.RACES, "R3": ("Sprint 2002", 2002, 99, "Como", ("Ann",))}
    found = await certified("count", await evidence_of("count", world(altered)), world())
    assert isinstance(found, BoundMismatch)
    assert found.differing == ("R3: boats",)


async def test_the_second_mismatch_is_a_refusal_with_a_failed_certificate() -> None:
    (pool,) = await evidence_of("count", world())
    kept = (msgspec.structs.replace(pool, rows=pool.rows[1:]),)
    step = Step(tier="certifier", gap="bound_mismatch")
    record = await certified("count", kept, world(), step)
    assert isinstance(record, AnswerRecord)
    assert record.outcome == "refused"
    assert record.answer == ()
    assert record.certificate.completeness_check == "fail"
    assert record.certificate.gap == "bound_mismatch"
    assert "R3" in record.stop_reason


async def test_a_document_that_the_ledger_never_saw_proves_nothing() -> None:
    dataset = world()
    blind = msgspec.structs.replace(dataset, pages=dataset.pages[:-1])
    found = await certified("count", await evidence_of("count", dataset), blind)
    assert isinstance(found, BoundMismatch)
    assert found.differing == ("R5: not in the ledger",)
