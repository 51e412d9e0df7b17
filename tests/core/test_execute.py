"""What a graph that cannot answer leaves open."""

from __future__ import annotations

from occam.core.errors import QueryNotInstalled
from occam.core.evidence import Row, Rows
from occam.core.execute import execute
from occam.core.gaps import NotInstalled, Truncated
from occam.core.plan import Count, Node, Query, digest
from occam.core.schema import Schema, VertexType

SCHEMA = Schema(vertices={"Race": VertexType(labels=("race",))}, edges={})
PLAN = Query(root=Node(type="Race"), answer=Count())


class Graph:
    """Answers what it is told to, or raises it."""

    version = "v"

    def __init__(self, said: Rows | Exception) -> None:
        self._said = said

    async def rows(self, query: Query) -> Rows:
        if isinstance(self._said, Exception):
            raise self._said
        return self._said


async def test_a_missing_query_is_a_gap_that_names_shape_and_command() -> None:
    missing = QueryNotInstalled("occam_pool", "occam tigergraph init")
    execution = await execute(PLAN, Graph(missing), SCHEMA)
    assert execution.gap == NotInstalled(shape=digest(PLAN), command="occam tigergraph init")
    assert execution.evidence == ()


async def test_a_page_of_a_pool_is_a_gap_that_says_how_much_came() -> None:
    page = Rows("v", (Row("a", "A"),), truncated_at=3)
    execution = await execute(PLAN, Graph(page), SCHEMA)
    assert execution.gap == Truncated(got=1, of=3)
