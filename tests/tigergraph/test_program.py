"""A program fetches everything that can matter, whatever the graph and the question."""

from __future__ import annotations

import asyncio
import os

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from occam.core.evidence import Row
from occam.core.plan import Query
from occam.core.schema import Attribute, Schema, VertexType
from occam.graph.memory import MemoryGraph
from occam.graph.tigergraph.layout import Layout
from occam.graph.tigergraph.program import program
from occam.graph.tigergraph.shape import name_of
from occam.graph.weave import Weave

from tests.graph.contract import CASES
from tests.graph.races import SCHEMA, dataset
from tests.strategies.graphs import datasets, schemas
from tests.strategies.plans import queries
from tests.tigergraph.machine import Machine


def _rows(machine: Machine, query: Query, schema: object) -> tuple[Row, ...]:
    outline, steps = program(query, schema)  # type: ignore[arg-type]
    return Weave(outline, machine.catches(outline, steps)).rows()


@pytest.mark.parametrize("case", CASES)
def test_a_program_fetches_what_the_contract_asks(case: str) -> None:
    query, rows = CASES[case]
    assert _rows(Machine(SCHEMA, dataset()), query, SCHEMA) == rows


@settings(
    max_examples=int(os.environ.get("HYPOTHESIS_EXAMPLES", "100")),
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
    deadline=None,
)
@given(st.data())
def test_a_program_over_sets_answers_as_the_judge(data: st.DataObject) -> None:
    schema = data.draw(schemas())
    drawn = data.draw(datasets(schema))
    machine, judge = Machine(schema, drawn), MemoryGraph(schema, drawn)
    for query in data.draw(st.lists(queries(schema), min_size=1, max_size=8)):
        assert _rows(machine, query, schema) == asyncio.run(judge.rows(query)).rows


def test_a_set_is_filled_before_it_is_read_and_never_twice() -> None:
    for query, _ in CASES.values():
        _, steps = program(query, SCHEMA)
        filled: set[int] = {-1}
        for step in steps.steps:
            assert {step.source, step.other, step.third} <= filled
            assert step.into not in filled
            filled.add(step.into)


def test_a_shape_s_name_is_that_of_its_columns_and_never_of_its_values() -> None:
    """A shape that was installed for another schema must not be taken for this one."""
    query, _ = CASES["a lookup brings the value asked for"]
    pinned = msgspec.structs.replace(query.root.where[0], values=("r4",))
    other = msgspec.structs.replace(
        query, root=msgspec.structs.replace(query.root, where=(pinned,))
    )
    wider = msgspec.structs.replace(
        SCHEMA,
        vertices=SCHEMA.vertices
        | {"Race": VertexType(labels=("race",), attributes=_with_purse(SCHEMA))},
    )
    names = [
        name_of(program(asked, schema)[1], Layout(schema, "races"))
        for asked, schema in ((query, SCHEMA), (other, SCHEMA), (query, wider))
    ]
    assert names[0] == names[1] != names[2]


def _with_purse(schema: Schema) -> dict[str, Attribute]:
    return schema.vertices["Race"].attributes | {"purse": Attribute(kind="integer")}
