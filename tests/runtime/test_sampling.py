"""Plans that nobody wrote: valid, of every kind, and the same for the same seed."""

from __future__ import annotations

from itertools import islice

import pytest
from occam.core.check import check
from occam.core.evidence import Row
from occam.core.plan import Query, nodes_of
from occam.graph.memory import MemoryGraph
from occam.phrasing import stock
from occam.runtime.sampling import sampled

from tests.graph.races import SCHEMA, dataset


@pytest.fixture
async def plans() -> list[Query]:
    found = await stock(MemoryGraph(SCHEMA, dataset()), SCHEMA)
    return list(islice(sampled(found, seed=7), 400))


async def test_every_plan_type_checks(plans: list[Query]) -> None:
    assert all(check(query, SCHEMA) is None for query in plans)


async def test_every_answer_clause_and_every_part_of_a_pattern_comes_up(plans: list[Query]) -> None:
    answers = {type(query.answer).__name__ for query in plans}
    clauses = "AllValues Values Members Count Extreme ExtremeValues TopK Fold Group"
    clauses += " Groups Holds Exists"
    assert answers == set(clauses.split())
    nodes = [node for query in plans for node in nodes_of(query.root)]
    assert any(hop.absent for node in nodes for hop in node.hops)
    assert any(node.any_of for node in nodes)
    assert any(query.joins for query in plans)
    assert {p.op for node in nodes for p in node.where} >= {"eq", "ne", "in", "between", "lt"}


async def test_plans_hit_and_miss(plans: list[Query]) -> None:
    judge = MemoryGraph(SCHEMA, dataset())
    pools: list[tuple[Row, ...]] = [(await judge.rows(query)).rows for query in plans]
    truths = {row.truth for pool in pools for row in pool}
    assert truths == {"yes", "no", "unknown"}
    assert any(not pool for pool in pools)


async def test_the_same_seed_draws_the_same_plans() -> None:
    found = await stock(MemoryGraph(SCHEMA, dataset()), SCHEMA)
    first, again, other = (list(islice(sampled(found, seed), 20)) for seed in (1, 1, 2))
    assert first == again != other
