"""Laws that hold of any graph, whatever its store: what a change may and may not do to a pool."""

from __future__ import annotations

import asyncio
import tempfile
from pathlib import Path

import msgspec
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st
from occam.core.dataset import Dataset, Fact
from occam.core.evidence import Row, Rows
from occam.core.plan import AnyOf, Branch, Hop, Members, Node, Predicate, Query
from occam.core.schema import Schema
from occam.core.values import Truth, negate
from occam.graph.facts import FactTable, write_facts
from occam.graph.memory import MemoryGraph

from tests.graph.patterns import node, where
from tests.graph.races import SCHEMA, dataset
from tests.strategies.graphs import datasets, schemas
from tests.strategies.plans import hops, queries

law = settings(
    max_examples=25,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)


def _asked(data: st.DataObject) -> tuple[Schema, Dataset, Query]:
    schema = data.draw(schemas())
    return schema, data.draw(datasets(schema)), data.draw(queries(schema))


def _remembered(schema: Schema, drawn: Dataset, query: Query) -> tuple[Row, ...]:
    return asyncio.run(MemoryGraph(schema, drawn).rows(query)).rows


def _stated(schema: Schema, drawn: Dataset, query: Query) -> Rows:
    with tempfile.TemporaryDirectory() as scratch:
        write_facts(Path(scratch), schema, drawn)
        table = FactTable.open(Path(scratch), schema)
        try:
            return asyncio.run(table.rows(query))
        finally:
            table.close()


def _counted(rows: tuple[Row, ...], *truths: str) -> int:
    return sum(row.truth in truths for row in rows)


@law
@given(st.data(), st.integers(-3, 15), st.integers(0, 5))
def test_raising_a_threshold_never_raises_a_count(
    data: st.DataObject, threshold: int, step: int
) -> None:
    drawn = dataset()
    attr = data.draw(st.sampled_from(("size", "length")))
    counts: list[tuple[int, int, int]] = []
    for bound in (threshold, threshold + step):
        query = Query(root=node("Race", where(attr, "ge", bound)), answer=Members())
        rows = _stated(SCHEMA, drawn, query).rows
        counts.append((_counted(rows, "yes"), _counted(rows, "yes", "unknown"), len(rows)))
    lower, higher = counts
    assert higher[0] <= lower[0]
    assert higher[1] <= lower[1]
    assert attr != "size" or higher[2] == lower[2]


@law
@given(st.data())
def test_alternatives_commute(data: st.DataObject) -> None:
    schema, drawn, query = _asked(data)
    swapped = tuple(AnyOf(branches=choice.branches[::-1]) for choice in query.root.any_of)
    root = msgspec.structs.replace(query.root, any_of=swapped)
    other = msgspec.structs.replace(query, root=root)
    assert _remembered(schema, drawn, query) == _remembered(schema, drawn, other)


@law
@given(st.data())
def test_an_alternative_of_one_branch_is_that_branch(data: st.DataObject) -> None:
    schema, drawn, query = _asked(data)
    root = query.root
    assume(root.where or root.hops)
    only = AnyOf(branches=(Branch(where=root.where, hops=root.hops),))
    nested = msgspec.structs.replace(root, where=(), hops=(), any_of=(only, *root.any_of))
    plain = _remembered(schema, drawn, query)
    inside = _remembered(schema, drawn, msgspec.structs.replace(query, root=nested))
    possible = {row.id: row.truth for row in plain if row.truth != "no"}
    assert {row.id: row.truth for row in inside if row.truth != "no"} == possible


@law
@given(st.data())
def test_what_is_absent_is_the_opposite_of_what_is_there(data: st.DataObject) -> None:
    schema = data.draw(schemas())
    drawn = data.draw(datasets(schema))
    type_, hop = data.draw(hops(schema))
    there, absent = (
        _truths(schema, drawn, type_, msgspec.structs.replace(hop, absent=absent))
        for absent in (False, True)
    )
    for vertex in drawn.vertices:
        if vertex.type == type_:
            assert absent.get(vertex.id, "no") == negate(there.get(vertex.id, "no"))


def _truths(schema: Schema, drawn: Dataset, type_: str, hop: Hop) -> dict[str, Truth]:
    query = Query(root=Node(type=type_, hops=(hop,)), answer=Members())
    return {row.id: row.truth for row in _remembered(schema, drawn, query)}


@law
@given(st.data())
def test_a_second_document_that_says_the_same_changes_no_count(data: st.DataObject) -> None:
    schema, drawn, query = _asked(data)
    copies = tuple(
        msgspec.structs.replace(fact, document="copy")
        for fact in drawn.facts
        if fact.document == "d1"
    )
    doubled = msgspec.structs.replace(drawn, facts=drawn.facts + copies)
    before, after = _stated(schema, drawn, query), _stated(schema, doubled, query)
    assert [_uncited(row) for row in after.rows] == [_uncited(row) for row in before.rows]


def _uncited(row: Row) -> Row:
    return msgspec.structs.replace(row, documents=())


def test_taking_a_document_of_the_pool_away_changes_the_bound() -> None:
    drawn, query = dataset(), Query(root=node("Race"), answer=Members())
    whole = _stated(SCHEMA, drawn, query)
    for row in whole.rows:
        (page,) = row.documents
        kept = tuple(fact for fact in drawn.facts if fact.document != page)
        rest = _stated(SCHEMA, msgspec.structs.replace(drawn, facts=kept), query)
        assert {r.id for r in whole.rows} - {r.id for r in rest.rows} == {row.id}


def test_each_fact_of_a_pool_carries_the_bound() -> None:
    """Dropping any one statement that the query reads shows in the rows."""
    drawn = dataset()
    query = Query(
        root=Node(
            type="Race",
            where=(Predicate(attr="size", op="ge", values=(0,)),),
            hops=(Hop(edge="WON", direction="out", node=Node(type="Runner", name="w")),),
        ),
        answer=Members(),
    )
    whole = _stated(SCHEMA, drawn, query)
    for position, fact in enumerate(drawn.facts):
        if _is_read(fact):
            kept = drawn.facts[:position] + drawn.facts[position + 1 :]
            assert _stated(SCHEMA, msgspec.structs.replace(drawn, facts=kept), query) != whole, fact


def _is_read(fact: Fact) -> bool:
    """The race without a size fails the comparison: nothing is shown of its winners."""
    missing = fact.cell is not None and fact.cell.status == "not_applicable"
    missing = missing or (fact.subject == "r5" and fact.attr == "WON")
    return fact.type == "Race" and fact.attr in ("@vertex", "label", "size", "WON") and not missing
