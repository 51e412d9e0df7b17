"""Sizes and neighbours: a hub, several readers of one version, many different statements."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from occam.core.check import LARGEST_PLAN, MOST_VALUES, check
from occam.core.dataset import Dataset, Edge, Vertex
from occam.core.plan import Count, Members, Node, Query
from occam.core.values import Cell
from occam.graph.embedded import EmbeddedGraph, engine, write_graph
from occam.graph.facts import FactTable, write_facts

from tests.graph.contract import CASES
from tests.graph.patterns import either, into, node, out, where
from tests.graph.races import SCHEMA
from tests.strategies.graphs import assembled

NEIGHBOURS = 20_000


def _hub() -> Dataset:
    races = [
        Vertex(
            type="Race",
            id=f"r{number:05}",
            label="Race",
            cells={"size": Cell(number)},
            documents=(f"page-{number}",),
        )
        for number in range(NEIGHBOURS)
    ]
    track = Vertex(type="Track", id="hub", label="Hub", documents=("table",))
    edges = [Edge(type="ON", source=race.id, target="hub") for race in races]
    return assembled("hub", [*races, track], edges, SCHEMA)


@pytest.fixture(scope="module")
def hub(tmp_path_factory: pytest.TempPathFactory) -> Path:
    directory, drawn = tmp_path_factory.mktemp("hub"), _hub()
    write_graph(directory, SCHEMA, drawn)
    write_facts(directory, SCHEMA, drawn)
    return directory


@pytest.mark.parametrize("kind", [EmbeddedGraph, FactTable])
async def test_a_hub_with_twenty_thousand_neighbours_answers_in_time(
    hub: Path, kind: type[EmbeddedGraph] | type[FactTable]
) -> None:
    store = kind.open(hub, SCHEMA)
    on_hub = out("ON", node("Track", where("id", "eq", "hub")))
    outward = Query(root=node("Race", where("size", "ge", 10), hops=(on_hub,)), answer=Count())
    inward = Query(
        root=node("Track", where("id", "eq", "hub"), hops=(into("ON", node("Race", name="r")),)),
        answer=Count(node="r"),
    )
    pool = (await store.rows(outward)).rows
    around = (await store.rows(inward)).rows
    store.close()
    assert len(pool) == NEIGHBOURS
    assert sum(row.truth == "no" for row in pool) == 10
    assert len(around[0].nodes["r"]) == len(around[0].documents) == NEIGHBOURS


def test_several_processes_read_one_version_at_once(directory: Path) -> None:
    root = Path(__file__).parents[2]
    command = [sys.executable, "-m", "tests.graph.reading", str(directory)]
    readers = [subprocess.Popen(command, cwd=root) for _ in range(3)]
    assert [reader.wait(60) for reader in readers] == [0, 0, 0]


async def test_many_shapes_of_question_do_not_pile_up(
    graph: EmbeddedGraph, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(engine, "KEPT_STATEMENTS", 3)
    for _ in range(2):
        for query, rows in CASES.values():
            assert (await graph.rows(query)).rows == rows
    longer = Query(root=node("Race", where("kind", "in", *"abcdefgh")), answer=Members())
    assert [row.id for row in (await graph.rows(longer)).rows] == ["r5"]


async def test_statements_that_fill_the_buffer_pool_are_forgotten_and_asked_again(
    directory: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(engine, "BUFFER_POOL", 24 << 20)
    monkeypatch.setattr(engine, "KEPT_STATEMENTS", 100_000)
    renewed: list[EmbeddedGraph] = []
    renew = EmbeddedGraph._renew

    def noted(graph: EmbeddedGraph) -> None:
        renewed.append(graph)
        renew(graph)

    monkeypatch.setattr(EmbeddedGraph, "_renew", noted)
    store = EmbeddedGraph.open(directory, SCHEMA)
    meets = tuple(out("AT", node("Meet", where("id", "ne", f"m{n}"))) for n in range(3, 8))
    for size in range(20):
        limits = [where("length", "ge", -1 - number) for number in range(size)]
        query = Query(root=node("Race", *limits, hops=meets), answer=Count())
        assert (await store.rows(query)).rows[0].id == "r1"
    store.close()
    assert renewed


@pytest.mark.parametrize("store", ["graph", "facts"])
async def test_the_largest_plans_are_answered(store: str, request: pytest.FixtureRequest) -> None:
    opened: EmbeddedGraph = request.getfixturevalue(store)
    deep = node("Race")
    for _ in range(LARGEST_PLAN - 1):
        deep = node("Race", hops=(out("BEFORE", deep),))
    wide = Node(type="Race", any_of=(either(*[where("size", "eq", 10)] * MOST_VALUES),))
    listed = node("Race", where("length", "in", *range(MOST_VALUES)))
    answered: list[list[str]] = []
    for root in (deep, wide, listed):
        query = Query(root=root, answer=Members())
        assert check(query, SCHEMA) is None
        answered.append([row.id for row in (await opened.rows(query)).rows if row.truth == "yes"])
    assert answered == [[], ["r1"], ["r2"]]
