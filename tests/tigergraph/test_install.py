"""The installer against the emulator: what it makes, what it leaves alone, how it goes on."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path

import pytest
from occam.core.errors import BadConfig, Permanent
from occam.graph.tigergraph.catalog import Script, Scripts, scripts
from occam.graph.tigergraph.failures import Waking
from occam.graph.tigergraph.install import Installed, Installer
from occam.graph.tigergraph.layout import Layout
from occam.graph.tigergraph.settings import TigerGraphSettings
from occam.graph.tigergraph.survey import awake, check_version, survey
from occam.graph.tigergraph.wire import Wire
from occam.packs import load_pack
from tigergraph_emulator.server.options import Options
from tigergraph_emulator.server.running import Running, running

PACK = load_pack(Path(__file__).parents[1] / "packs" / "beacons")
LAYOUT = Layout(PACK.schema, PACK.name)


def query(name: str, body: str) -> Script:
    """A small query of the pack's graph."""
    head = f"CREATE OR REPLACE QUERY {name} () FOR GRAPH {LAYOUT.graph} SYNTAX v2"
    return Script(name, "query", f"USE GRAPH {LAYOUT.graph}\n{head} {{ {body} }}\n")


ONE = query("occam_one", "PRINT 1 AS one;")
TWO = query("occam_two", "Fact_set = {Fact.*}; PRINT Fact_set.size() AS facts;")
WANTED = replace(scripts(PACK.schema, PACK.name), queries=(ONE, TWO))
NAMES = {"occam_one", "occam_two"}


@pytest.fixture
async def server() -> AsyncIterator[Running]:
    async with running(Options()) as emulator:
        yield emulator


@asynccontextmanager
async def wired(server: Running) -> AsyncIterator[Wire]:
    async with Wire(TigerGraphSettings(url=server.url), LAYOUT.graph, PACK.name) as wire:
        yield wire


def silent(_: str) -> None:
    """Progress that nobody reads."""


async def installed(
    server: Running, wanted: Scripts = WANTED, *, force: bool = False, recreate: bool = False
) -> Installed:
    """One run of the installer."""
    async with wired(server) as wire:
        installer = Installer(wire, LAYOUT, wanted, silent)
        return await installer.install(force=force, recreate=recreate)


def changed(script: Script) -> Scripts:
    """The pack's scripts with another text for the second query."""
    return replace(WANTED, queries=(ONE, script))


async def test_a_fresh_server_gets_everything(server: Running) -> None:
    done = await installed(server)
    assert done.schema == tuple(s.name for s in (*WANTED.schema, *WANTED.vectors))
    assert done.jobs == tuple(script.name for script in WANTED.loading)
    assert set(done.created) == set(done.installed) == NAMES
    async with wired(server) as wire:
        found = await survey(wire)
    assert found.installed == NAMES
    assert found.drift(LAYOUT) == ()
    assert found.has_vectors()


async def test_a_second_run_changes_nothing(server: Running) -> None:
    await installed(server)
    assert await installed(server) == Installed(unchanged=len(NAMES))


async def test_only_a_query_whose_text_changed_is_compiled_again(server: Running) -> None:
    await installed(server)
    done = await installed(server, changed(query("occam_two", "PRINT 2 AS two;")))
    assert (done.created, done.installed, done.unchanged) == (("occam_two",), ("occam_two",), 1)
    async with wired(server) as wire:
        assert await wire.run("occam_two") == [{"two": 2}]


async def test_force_compiles_everything_again(server: Running) -> None:
    await installed(server)
    done = await installed(server, force=True)
    assert set(done.created) == set(done.installed) == NAMES
    assert len(done.jobs) == len(WANTED.loading)


async def test_a_draft_is_refused_with_what_the_server_says(server: Running) -> None:
    wrong = query("occam_two", "Fact_set = SELECT f FROM Fact:f WHERE f.is_ajar;")
    with pytest.raises(Permanent, match=r"query occam_two: .*is_ajar"):
        await installed(server, changed(wrong))
    async with wired(server) as wire:
        assert await wire.installed() == set()
    assert set((await installed(server)).installed) == NAMES


async def test_a_text_that_cannot_be_read_is_refused_and_the_old_query_stays(
    server: Running,
) -> None:
    await installed(server)
    with pytest.raises(Permanent, match=r"query occam_two: .*line \d+:\d+"):
        await installed(server, changed(query("occam_two", "PRINT")))
    assert await installed(server) == Installed(unchanged=2)


async def test_a_run_that_ended_between_two_steps_is_continued(server: Running) -> None:
    async with wired(server) as wire:
        for script in WANTED.schema[:2]:
            await wire.gsql(script.text)
    done = await installed(server)
    assert done.schema == (WANTED.schema[2].name, WANTED.vectors[0].name)
    assert set(done.installed) == NAMES


async def test_a_job_that_an_interrupted_run_left_is_no_obstacle(server: Running) -> None:
    graph, vertices, _ = WANTED.schema
    async with wired(server) as wire:
        await wire.gsql(graph.text)
        await wire.gsql(vertices.text.partition("RUN SCHEMA_CHANGE")[0])
    assert set((await installed(server)).installed) == NAMES


async def test_queries_that_were_created_and_not_compiled_are_only_compiled(
    server: Running,
) -> None:
    server.machine.faults.failed_installs.add("occam_two")
    with pytest.raises(Permanent, match=r"not installed: .*occam_two.*failed to compile"):
        await installed(server)
    server.machine.faults.clear()
    done = await installed(server)
    assert done.created == ()
    assert set(done.installed) == NAMES


async def test_a_slow_compilation_is_waited_for() -> None:
    async with running(Options(install_seconds=0.4)) as server:
        assert set((await installed(server)).installed) == NAMES


async def test_a_schema_that_differs_is_told_and_left_alone(server: Running) -> None:
    vertices = WANTED.schema[1]
    other = replace(vertices, text=vertices.text.replace("present BOOL", "present INT", 1))
    await_schema = replace(WANTED, schema=(WANTED.schema[0], other, WANTED.schema[2]))
    async with wired(server) as wire:
        for script in (*await_schema.schema, *await_schema.vectors):
            await wire.gsql(script.text)
    with pytest.raises(BadConfig, match=r"present.*--recreate"):
        await installed(server)
    async with wired(server) as wire:
        assert (await survey(wire)).kept == frozenset()
    done = await installed(server, recreate=True)
    assert len(done.schema) == len(WANTED.schema) + len(WANTED.vectors)
    assert set(done.installed) == NAMES


async def test_a_query_beside_the_pack_s_is_made_once(server: Running) -> None:
    own = query("occam_own", "PRINT 3 AS three;")
    async with wired(server) as wire:
        installer = Installer(wire, LAYOUT, WANTED, silent)
        with pytest.raises(BadConfig, match="run `occam tigergraph init`"):
            await installer.add([own])
    await installed(server)
    async with wired(server) as wire:
        installer = Installer(wire, LAYOUT, WANTED, silent)
        assert (await installer.add([own])).installed == ("occam_own",)
        assert (await installer.add([own])).installed == ()
        assert await wire.run("occam_own") == [{"three": 3}]


async def test_a_workspace_that_wakes_is_waited_for() -> None:
    told: list[str] = []
    async with running(Options(wake_calls=2)) as server, wired(server) as wire:
        assert await awake(wire, 30.0, told.append) == "4.2.2"
    assert len(told) == 1
    assert "wakes" in told[0]


async def test_a_workspace_that_stays_asleep_is_given_up() -> None:
    async with running(Options(wake_calls=99)) as server, wired(server) as wire:
        with pytest.raises(Waking):
            await awake(wire, 0.0, silent)


@pytest.mark.parametrize("version", ["3.9.1", "4.1.3"])
def test_a_server_without_vectors_is_too_old(version: str) -> None:
    with pytest.raises(BadConfig, match=rf"TigerGraph {version}; 4\.2 or later"):
        check_version(version, "http://there")


def test_newer_servers_are_new_enough() -> None:
    for version in ("4.2.0", "4.10.1", "5.0.0"):
        check_version(version, "http://there")


async def test_a_package_is_installed_for_the_query_that_wants_it(server: Running) -> None:
    near = query(
        "occam_near",
        "TYPEDEF TUPLE <STRING id, DOUBLE far> Hit; HeapAccum<Hit>(2, far ASC, id ASC) @@hits; "
        "ListAccum<FLOAT> @@asked; Chunk_set = {Chunk.*}; "
        "Chunk_set = SELECT c FROM Chunk_set:c WHERE c.emb.size() > 0 "
        'ACCUM @@hits += Hit(c.id, gds.vector.distance(@@asked, c.emb, "COSINE")); '
        "PRINT @@hits AS hits;",
    )
    told: list[str] = []
    wanted = replace(WANTED, queries=(replace(near, package="gds"),))
    async with wired(server) as wire:
        done = await Installer(wire, LAYOUT, wanted, told.append).install()
        assert await wire.run("occam_near") == [{"hits": []}]
    assert done.installed == ("occam_near",)
    assert "installing package gds" in told


async def test_a_query_whose_package_is_not_to_be_had_holds_no_other_up(server: Running) -> None:
    wrong = replace(query("occam_near", "PRINT nowhere.far(1) AS far;"), package="nowhere")
    wanted = replace(WANTED, queries=(wrong, ONE, TWO))
    with pytest.raises(Permanent, match="all else is installed; query occam_near: "):
        await installed(server, wanted)
    async with wired(server) as wire:
        assert await wire.installed() == NAMES
