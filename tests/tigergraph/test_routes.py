"""How both routes read a server: by pages, at one state, apart from one another."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import msgspec
import pytest
from occam.core.dataset import Dataset, Edge, Vertex
from occam.core.errors import Permanent, QueryNotInstalled, Transient
from occam.core.evidence import Rows
from occam.core.examine import differences
from occam.core.execute import execute
from occam.core.gaps import NotInstalled
from occam.core.plan import Count, Hop, Node, Predicate, Query
from occam.core.ports import DocumentState
from occam.core.values import Cell
from occam.graph.facts import FactTable, write_facts
from occam.graph.memory import MemoryGraph
from occam.graph.tigergraph.layout import RELEASE
from tigergraph_emulator.server.options import Options
from tigergraph_emulator.server.running import Running, running

from tests.graph.contract import CASES
from tests.graph.races import SCHEMA, dataset
from tests.strategies.graphs import assembled
from tests.tigergraph.served import Served, served

CROWD = 20_000
WINNERS = Query(
    root=Node(
        type="Race",
        where=(Predicate(attr="id", op="eq", values=("r1",)),),
        hops=(Hop(edge="WON", direction="out", node=Node(type="Runner", name="who")),),
    ),
    answer=Count(node="who"),
)
FLAT, FLAT_ROWS = CASES["a measure compares without narrowing the pool"]


@pytest.fixture
async def server() -> AsyncIterator[Running]:
    async with running(Options()) as emulator:
        yield emulator


@pytest.fixture
async def races(server: Running) -> AsyncIterator[Served]:
    async with served(server, SCHEMA, dataset(), "races") as found:
        yield found


def crowd(size: int) -> Dataset:
    """One race that very many runners won together."""
    race = Vertex(
        type="Race",
        id="r1",
        label="The crowded race",
        cells={"kind": Cell("flat"), "size": Cell(size)},
        documents=("page",),
    )
    runners = [
        Vertex(type="Runner", id=f"runner {n:05}", label=f"Runner {n}", documents=("list",))
        for n in range(size)
    ]
    edges = [Edge(type="WON", source="r1", target=runner.id) for runner in runners]
    return assembled("crowded", [race, *runners], edges, SCHEMA)


async def say(found: Served, counter: int, version: str) -> None:
    """Rewrites what the server says of the version it holds."""
    row = {"counter": {"value": counter}, "version": {"value": version}}
    await found.wire.upsert({"vertices": {RELEASE: {"current": row}}})


@pytest.mark.timeout(600)
async def test_a_hub_of_twenty_thousand_comes_whole_by_pages(server: Running) -> None:
    drawn = crowd(CROWD)
    async with served(server, SCHEMA, drawn, "crowd") as found:
        expected = await MemoryGraph(SCHEMA, drawn).rows(WINNERS)
        assert len(expected.rows[0].nodes["who"]) == CROWD
        assert await found.graph().rows(WINNERS) == expected
        assert await found.facts().rows(WINNERS) == expected


async def test_evidence_beyond_the_response_limit_comes_by_smaller_pages(server: Running) -> None:
    drawn, limit = crowd(2000), 40_000
    async with served(server, SCHEMA, drawn, "crowd", response_limit=limit) as found:
        expected = await MemoryGraph(SCHEMA, drawn).rows(WINNERS)
        assert len(msgspec.json.encode(expected)) > limit
        evidence, bound = await found.graph().rows(WINNERS), await found.facts().rows(WINNERS)
        assert evidence == bound == expected
        assert evidence.truncated_at is None


async def test_a_row_that_exceeds_the_limit_by_itself_is_said_to(server: Running) -> None:
    long = crowd(3)
    vertices = [msgspec.structs.replace(v, label=v.label * 200) for v in long.vertices]
    drawn = assembled("crowded", vertices, long.edges, SCHEMA)
    async with served(server, SCHEMA, drawn, "crowd", response_limit=1500) as found:
        for route in (found.graph(), found.facts()):
            with pytest.raises(Permanent, match="a single row exceeds the response limit"):
                await route.rows(WINNERS)


async def test_a_graph_that_is_being_loaded_is_not_read(races: Served) -> None:
    await say(races, 3, "hand-drawn")
    for route in (races.graph(), races.facts()):
        with pytest.raises(Transient, match="being loaded"):
            await route.rows(FLAT)


async def test_another_version_than_the_one_asked_for_is_not_read(races: Served) -> None:
    await say(races, 4, "newer")
    for route in (races.graph(), races.facts()):
        with pytest.raises(Permanent, match="holds version newer, asked was hand-drawn"):
            await route.rows(FLAT)


async def test_a_load_between_two_pages_is_noticed(
    races: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    run, pages = races.wire.run, 0

    async def loaded_meanwhile(*args: object, **more: object) -> object:
        nonlocal pages
        pages += 1
        if pages == 2:
            await say(races, 8, "hand-drawn")
        return await run(*args, **more)  # type: ignore[arg-type]

    monkeypatch.setattr(races.wire, "run", loaded_meanwhile)
    with pytest.raises(Transient, match="was loaded while it was read"):
        await races.facts(page=1).rows(FLAT)
    assert pages == 2


async def test_a_load_that_ends_within_a_page_is_noticed(
    races: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    run = races.wire.run

    async def began_earlier(*args: object, **more: object) -> list[dict[str, object]]:
        results = await run(*args, **more)  # type: ignore[arg-type]
        opening = next(each for each in results if "opening" in each)
        opening["opening"][0]["attributes"]["counter"] -= 1
        return results

    monkeypatch.setattr(races.wire, "run", began_earlier)
    for route in (races.graph(), races.facts()):
        with pytest.raises(Transient, match="was loaded while it was read"):
            await route.rows(FLAT)
    with pytest.raises(Transient, match="was loaded while it was read"):
        await races.facts().unparsed(1)


async def test_an_empty_server_says_what_to_run(races: Served) -> None:
    await races.wire.delete_vertices(RELEASE, ["current"])
    with pytest.raises(Permanent, match="occam tigergraph load"):
        await races.graph().rows(FLAT)


async def test_a_server_that_alters_texts_is_not_believed(
    races: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    run = races.wire.run

    async def decoded_twice(query: str, params: dict[str, object]) -> object:
        return await run(query, {**params, "canary": "altered"})

    monkeypatch.setattr(races.wire, "run", decoded_twice)
    with pytest.raises(Permanent, match="alters text parameters"):
        await races.graph().rows(FLAT)


async def test_a_lost_edge_is_lost_for_the_evidence_alone(races: Served) -> None:
    await races.wire.delete_edges(("Race", "r3"), "AT", ("Meet", "m2"))
    evidence, bound = await races.graph().rows(FLAT), await races.facts().rows(FLAT)
    assert bound == Rows(version="hand-drawn", rows=FLAT_ROWS)
    assert "r3: only in the facts" in differences((evidence,), (bound,))


async def test_the_bound_stands_without_a_vertex_of_the_pack(races: Served) -> None:
    for type_, names in races.layout.vertices.items():
        ids = [v.id for v in dataset().vertices if v.type == type_]
        assert await races.wire.delete_vertices(names.name, ids) == len(ids)
    assert (await races.graph().rows(FLAT)).rows == ()
    assert await races.facts().rows(FLAT) == Rows(version="hand-drawn", rows=FLAT_ROWS)


async def test_the_evidence_stands_without_a_fact(races: Served) -> None:
    await races.wire.delete_where("Fact", 'id!=""')
    assert (await races.facts().rows(FLAT)).rows == ()
    assert await races.graph().rows(FLAT) == Rows(version="hand-drawn", rows=FLAT_ROWS)


async def test_ledger_and_sources_are_those_of_the_fact_table(
    races: Served, tmp_path: Path
) -> None:
    write_facts(tmp_path, SCHEMA, dataset())
    table, facts = FactTable.open(tmp_path, SCHEMA), races.facts(page=2)
    ids = ("page-r1", "odd", "nobody", "tale")
    assert await facts.documents(ids) == await table.documents(ids)
    assert await facts.unparsed(50) == await table.unparsed(50)
    assert await facts.unparsed(0) == ()
    subjects, attrs = ("r1", "r2", "ann", "nobody"), ("size", "AT", "WON", "label")
    assert set(await facts.sources(subjects, attrs)) == set(await table.sources(subjects, attrs))
    table.close()
    assert (await facts.unparsed(50))[0] == DocumentState(
        "odd", "An odd race", "digest of odd", "refused", "two sizes"
    )


async def test_a_shape_of_its_own_needs_no_interpreter(server: Running) -> None:
    async with served(server, SCHEMA, dataset(), "races", ("census",)) as found:
        await found.install(FLAT)
        graph = found.graph()
        assert (await graph.rows(FLAT)).rows == FLAT_ROWS
        with pytest.raises(QueryNotInstalled, match="occam tigergraph init"):
            await graph.rows(WINNERS)
        execution = await execute(WINNERS, graph, SCHEMA)
        assert isinstance(execution.gap, NotInstalled)
        assert execution.gap.command == "occam tigergraph init --pack races"


async def test_a_shape_that_is_gone_gives_way_to_the_interpreter(races: Served) -> None:
    name = await races.install(FLAT)
    graph = races.graph()
    assert (await graph.rows(FLAT)).rows == FLAT_ROWS
    await races.wire.drop_queries([name])
    assert (await graph.rows(FLAT)).rows == FLAT_ROWS
