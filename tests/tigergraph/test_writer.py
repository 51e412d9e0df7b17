"""A dataset becomes the graph on the server: whole, exactly, and nobody reads it half written."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping
from pathlib import Path
from typing import Any

import msgspec
import pytest
from occam.core.dataset import Vertex
from occam.core.errors import BadInput, OccamError, Permanent, Transient
from occam.graph.tigergraph import writer
from occam.graph.tigergraph.census import Census, Release, census
from occam.graph.tigergraph.encoding import ChunkRow
from occam.graph.tigergraph.layout import RELEASE
from occam.graph.tigergraph.loading import Loading
from occam.graph.tigergraph.sending import Upserting
from occam.graph.tigergraph.tables import edge_tables, vertex_tables
from occam.graph.tigergraph.wire import Wire
from occam.graph.tigergraph.writer import Writer
from tigergraph_emulator.server.options import Options
from tigergraph_emulator.server.running import Running, running

from tests.tigergraph.datasets import (
    CHUNKS,
    EDGES,
    LAYOUT,
    VERTICES,
    by_id,
    dataset,
    everything,
    prepared,
)


@pytest.fixture(autouse=True)
def step_by_step(monkeypatch: pytest.MonkeyPatch) -> None:
    """Counters take the next number, so that tests can name them."""
    monkeypatch.setattr(writer, "_LEAP", 1)


@pytest.fixture
async def server() -> AsyncIterator[Running]:
    async with running(Options()) as emulator:
        yield emulator


@pytest.fixture
async def wire(server: Running) -> AsyncIterator[Wire]:
    async with prepared(server) as made:
        yield made


async def test_every_row_arrives_and_is_counted(wire: Wire) -> None:
    """Five are spoken of; each document of a lighthouse states each of its edges."""
    written = await Writer(wire, LAYOUT).write(dataset(), CHUNKS)
    found = await census(wire, written.release.counter - 1)
    assert written.rows == {
        "Lighthouse": 3,
        "County": 1,
        "Keeper": 2,
        "Material": 0,
        "IN_COUNTY": 1,
        "KEPT_BY": 3,
        "MADE_OF": 0,
        "REPLACED": 1,
        "Kind": 4,
        "Subject": 5,
        "Fact": len(dataset().facts),
        "OF_KIND": 5,
        "ABOUT": len(dataset().facts),
        "NAMES": 8 + 2,
        "Page": 2,
        "Unreadable": 2,
        "Chunk": 3,
        "SOURCED_FROM": 3,
    }
    assert {**found.vertices, **found.edges} == {k: n for k, n in written.rows.items() if n}
    assert (found.ghosts, found.vertices_gone, found.edges_gone) == ({}, {}, {})


async def test_loading_jobs_and_upserts_write_the_same(tmp_path: Path) -> None:
    async with running(Options()) as one, prepared(one) as upserted:
        await Writer(upserted, LAYOUT).write(dataset(), CHUNKS)
        async with running(Options(statistics="nested")) as other, prepared(other) as loaded:
            sender = Loading(loaded, tmp_path)
            written = await Writer(loaded, LAYOUT, sender).write(dataset(), CHUNKS)
            assert written.rows["Fact"] == len(dataset().facts)
            assert await everything(loaded) == await everything(upserted)


async def released(wire: Wire) -> dict[str, Any]:
    (release,) = await wire.vertices(RELEASE)
    return release["attributes"]


async def test_the_counter_is_odd_from_the_first_row_to_the_last(wire: Wire) -> None:
    seen: list[dict[str, Any]] = []

    class Watching(Upserting):
        async def send(self, batch: Any, told: Any) -> int:
            seen.append(await released(wire))
            done = await super().send(batch, told)
            seen.append(await released(wire))
            return done

    await Writer(wire, LAYOUT, Watching(wire)).write(dataset(), CHUNKS, "digest")
    assert len(seen) == 2 * len(counted_tables())
    assert {release["counter"] for release in seen} == {1}
    assert all(release["version"].startswith("loading ") for release in seen)
    after = await released(wire)
    assert (after["counter"], after["version"], after["pack_digest"]) == (2, "v1", "digest")
    assert after["loaded_at"].startswith("20")


def counted_tables() -> list[str]:
    stamped = [table.name for table in vertex_tables(LAYOUT) if table.stamped]
    return [*stamped, *(table.name for table in edge_tables(LAYOUT))]


async def test_a_version_that_is_there_is_not_written_again_unless_forced(wire: Wire) -> None:
    first = await Writer(wire, LAYOUT).write(dataset(), CHUNKS, "digest")
    again = await Writer(wire, LAYOUT).write(dataset(), CHUNKS, "digest")
    assert (again.already, again.release) == (True, first.release)
    other = await Writer(wire, LAYOUT).write(dataset(), CHUNKS, "another digest")
    assert (other.already, other.release.counter) == (False, 4)
    forced = await Writer(wire, LAYOUT).write(dataset(), CHUNKS, "another digest", force=True)
    assert (forced.already, forced.release.counter) == (False, 6)


@pytest.mark.parametrize("bulk", [False, True])
async def test_what_a_smaller_dataset_lacks_is_gone(wire: Wire, tmp_path: Path, bulk: bool) -> None:
    sender = Loading(wire, tmp_path) if bulk else None
    await Writer(wire, LAYOUT, sender).write(dataset(), CHUNKS)
    smaller = dataset("v2", (*VERTICES[1:4], VERTICES[4]), (EDGES[4],))
    written = await Writer(wire, LAYOUT, sender).write(smaller, CHUNKS[:1])
    found = await everything(wire)
    assert [row["id"] for row in found["Lighthouse"]] == ["south", "west"]
    assert [row["id"] for row in found["Keeper"]] == ["k1"]
    assert [(row["from"], row["to"]) for row in found["KEPT_BY"]] == [("south", "k1")]
    assert found["IN_COUNTY"] == found["REPLACED"] == []
    assert [row["id"] for row in found["Chunk"]] == [CHUNKS[0].id]
    assert {row["subject"] for row in found["Fact"]} == {"south"}
    assert written.vertices_deleted > 0


async def test_an_edge_between_vertices_that_stay_is_gone_too(wire: Wire) -> None:
    await Writer(wire, LAYOUT).write(dataset())
    fewer = dataset("v2", VERTICES, EDGES[:2])
    written = await Writer(wire, LAYOUT).write(fewer)
    assert written.edges_deleted == 4
    found = await everything(wire)
    assert found["KEPT_BY"] == found["REPLACED"] == []
    assert len(found["IN_COUNTY"]) == 1
    assert len(found["Lighthouse"]) == 3


async def test_a_load_that_is_cut_short_stays_odd_and_the_next_one_starts_over(
    wire: Wire,
) -> None:
    await Writer(wire, LAYOUT).write(dataset(), CHUNKS)

    class Cut(Upserting):
        async def send(self, batch: Any, told: Any) -> int:
            if batch[0].name == "Fact":
                raise Transient("the line is dead")
            return await super().send(batch, told)

    other = dataset("v2", (*VERTICES, Vertex(type="Keeper", id="k3", label="three")))
    with pytest.raises(Transient, match="the line is dead"):
        await Writer(wire, LAYOUT, Cut(wire)).write(other)
    halfway = await released(wire)
    assert (halfway["counter"], halfway["version"][:8]) == (3, "loading ")
    assert "k3" in by_id([row["attributes"] for row in await wire.vertices("Keeper")])
    written = await Writer(wire, LAYOUT).write(dataset(), CHUNKS)
    assert written.release.counter == 6
    assert "k3" not in by_id((await everything(wire))["Keeper"])


@pytest.mark.parametrize("lost", range(0, 15, 2))
async def test_wherever_an_upsert_is_lost_the_next_load_gives_the_whole(
    server: Running, wire: Wire, lost: int
) -> None:
    server.machine.faults.drop_after = lost
    with pytest.raises(OccamError):
        await Writer(wire, LAYOUT).write(dataset(), CHUNKS)
    server.machine.faults.clear()
    assert (await Writer(wire, LAYOUT).write(dataset(), CHUNKS)).release.counter % 2 == 0
    found = await census(wire)
    assert found.ghosts == {}
    assert found.vertices["Fact"] == len(dataset().facts)


async def test_a_ghost_is_cleared_away(wire: Wire) -> None:
    await wire.upsert(
        {"edges": {"Lighthouse": {"nowhere": {"KEPT_BY": {"Keeper": {"nobody": {}}}}}}},
        edges_must_exist=False,
    )
    assert (await census(wire)).ghosts == {"Lighthouse": 1, "Keeper": 1}
    await Writer(wire, LAYOUT).write(dataset())
    assert (await census(wire)).ghosts == {}
    assert "nowhere" not in by_id((await everything(wire))["Lighthouse"])


async def test_a_load_that_was_overtaken_says_so_and_does_not_finish(wire: Wire) -> None:
    class Overtaken(Upserting):
        async def send(self, batch: Any, told: Any) -> int:
            if batch[0].name == "Page":
                await Writer(wire, LAYOUT).write(dataset("v2"))
            return await super().send(batch, told)

    with pytest.raises(Transient, match="another load took over"):
        await Writer(wire, LAYOUT, Overtaken(wire)).write(dataset())
    assert (await released(wire))["version"] == "v2"


async def test_a_row_that_the_server_does_not_accept_is_found_and_named(wire: Wire) -> None:
    chunk = ChunkRow(document="lost", title="", start=0, end=1, words="a")
    with pytest.raises(BadInput, match=rf"SOURCED_FROM from '{chunk.id}' to 'lost'"):
        await Writer(wire, LAYOUT).write(dataset(), (*CHUNKS, chunk))
    assert (await released(wire))["counter"] % 2 == 1


class Lossy:
    """A server that says yes and forgets: all facts but the first of each upsert."""

    def __init__(self, wire: Wire) -> None:
        self._wire = wire

    def __getattr__(self, name: str) -> Any:
        return getattr(self._wire, name)

    async def upsert(self, payload: Mapping[str, Any], **more: Any) -> dict[str, Any]:
        facts = payload.get("vertices", {}).get("Fact", {})
        for id_ in list(facts)[1:]:
            del facts[id_]
        reply = await self._wire.upsert(payload, **more)
        return reply | {"accepted_vertices": len(facts)} if facts else reply


async def test_fewer_rows_than_were_written_end_the_load(wire: Wire) -> None:
    lossy: Any = Lossy(wire)
    with pytest.raises(OccamError, match=r"Fact|ABOUT"):
        await Writer(lossy, LAYOUT).write(dataset())
    assert (await released(wire))["counter"] % 2 == 1


def small_batches(wire: Wire) -> Upserting:
    return Upserting(wire, size=700, rows=3)


async def test_small_batches_write_the_same_and_tell_how_far_they_are(wire: Wire) -> None:
    await Writer(wire, LAYOUT).write(dataset(), CHUNKS)
    whole = await everything(wire)
    told: list[tuple[str, int]] = []
    writer = Writer(wire, LAYOUT, small_batches(wire), lambda name, done: told.append((name, done)))
    await writer.write(dataset(), CHUNKS, force=True)
    assert await everything(wire) == whole
    facts = [done for name, done in told if name == "Fact"]
    assert facts[-1] == len(dataset().facts)
    assert facts == sorted(facts)
    assert len(facts) >= len(dataset().facts) / 3


def test_an_empty_census_is_that_of_an_empty_graph() -> None:
    empty = {name: {} for name in ("vertices", "vertices_gone", "ghosts", "edges", "edges_gone")}
    assert msgspec.convert(empty | {"gone": []}, Census).release == Release()


async def test_a_server_that_holds_two_releases_is_not_written_to(wire: Wire) -> None:
    row = {"counter": {"value": 2}}
    await wire.upsert({"vertices": {RELEASE: {"current": row, "other": row}}})
    with pytest.raises((Transient, Permanent), match="2 vertices of type Release"):
        await Writer(wire, LAYOUT).write(dataset())
    assert (await wire.counts())["Fact"] == 0


async def test_two_loads_that_begin_at_once_do_not_share_a_stamp(
    wire: Wire, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(writer, "_LEAP", 1 << 20)
    claims = [await Writer(wire, LAYOUT)._claimed(Release(counter=4)) for _ in range(2)]
    first, second = (claim.counter for claim in claims)
    assert first != second
    assert first % 2 == second % 2 == 1
