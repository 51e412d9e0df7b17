"""A graph as files and back, through the emulator: whole, exact, and never half."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from occam.core.errors import BadInput, OccamError, Transient
from occam.graph.tigergraph.backup import MANIFEST, Backup, back_up, restore
from occam.graph.tigergraph.catalog import rendered, scripts
from occam.graph.tigergraph.dump import Dump, parts
from occam.graph.tigergraph.layout import CHUNK, RELEASE, VECTOR, Layout
from occam.graph.tigergraph.settings import TigerGraphSettings
from occam.graph.tigergraph.tables import edge_tables, vertex_tables
from occam.graph.tigergraph.wire import Wire
from occam.packs import load_pack
from tigergraph_emulator.server.options import Options
from tigergraph_emulator.server.running import Running, running

PACK = load_pack(Path(__file__).parents[1] / "packs" / "beacons")
LAYOUT = Layout(PACK.schema, PACK.name)
SCRIPTS = scripts(PACK.schema, PACK.name)
NEXT_TO_THREE = 0.1 + 0.2
WORDS = 'It said "50%",\nthen – nothing\\.'
EXAMPLES: dict[str, Any] = {"STRING": WORDS, "INT": -7, "BOOL": True, "DOUBLE": NEXT_TO_THREE}
IDS = ("a", "b/ü", "z 9%")


@pytest.fixture
async def server() -> AsyncIterator[Running]:
    async with running(Options()) as emulator:
        yield emulator


async def prepared(server: Running) -> Wire:
    """A wire to a graph with the pack's schema and the query that reads everything."""
    wire = Wire(TigerGraphSettings(url=server.url), LAYOUT.graph, PACK.name)
    for script in (*SCRIPTS.schema, *SCRIPTS.vectors):
        await wire.gsql(script.text)
    printed = await wire.gsql(f"USE GRAPH {LAYOUT.graph}\n{rendered('dump.gsql', LAYOUT)}")
    assert "Successfully created queries" in printed
    await wire.install(["occam_dump"])
    return wire


@pytest.fixture
async def wire(server: Running) -> AsyncIterator[Wire]:
    async with await prepared(server) as made:
        yield made


@pytest.fixture
async def other() -> AsyncIterator[Wire]:
    """A second, empty server."""
    async with running(Options()) as emulator, await prepared(emulator) as made:
        yield made


def values(row: dict[str, Any]) -> dict[str, Any]:
    return {name: {"value": value} for name, value in row.items()}


def example(name: str, kind: str) -> object:
    """A value that is easily damaged on the way."""
    return repr(NEXT_TO_THREE) if name.startswith("exact") else EXAMPLES[kind]


async def filled(wire: Wire, counter: int = 4) -> None:
    """Three vertices of each type, and of each edge type all edges from the first two."""
    release = {"counter": counter, "version": "v1", "pack": PACK.name, "loaded_at": "today"}
    await wire.upsert({"vertices": {RELEASE: {"current": values(release)}}})
    for table in vertex_tables(LAYOUT):
        if table.stamped:
            row = {name: example(name, kind) for name, kind in table.columns}
            await wire.upsert({"vertices": {table.name: dict.fromkeys(IDS, values(row))}})
    for edge in edge_tables(LAYOUT):
        row = values({name: example(name, kind) for name, kind in edge.columns})
        far = {edge.name: {edge.target: dict.fromkeys(IDS, row)}}
        await wire.upsert({"edges": {edge.source: dict.fromkeys(IDS[:2], far)}})
    vector = {"value": [0.5, -0.25, 1.0] + [0.0] * 381}
    await wire.upsert({"vertices": {CHUNK: {IDS[0]: {VECTOR: vector}}}})


async def everything(wire: Wire) -> dict[str, list[dict[str, Any]]]:
    dump = Dump(wire, LAYOUT)
    return {part.name: [row async for row in dump.rows(part)] for part in parts(LAYOUT)}


def silent(_: str) -> None:
    """Progress that nobody reads."""


async def test_everything_comes_back_as_it_was(wire: Wire, other: Wire, tmp_path: Path) -> None:
    await filled(wire)
    before = await everything(wire)
    made = await back_up(wire, LAYOUT, tmp_path / "kept", silent)
    restored = await restore(other, LAYOUT, tmp_path / "kept", silent)
    assert restored == made
    assert await everything(other) == before
    (release,) = await other.vertices(RELEASE)
    assert release["attributes"] == made.release
    assert made.release["version"] == "v1"


async def test_what_is_read_is_what_was_written(wire: Wire) -> None:
    await filled(wire)
    found = await everything(wire)
    fact = found["Fact"][0]
    assert (fact["words"], fact["number"], fact["whole"]) == (WORDS, NEXT_TO_THREE, -7)
    assert [row["id"] for row in found["Fact"]] == sorted(IDS, key=str.encode)
    edges = [(row["from"], row["to"]) for row in found["KEPT_BY"]]
    assert edges == [(near, far) for near in IDS[:2] for far in IDS]
    assert found["vectors"] == [{"id": "a", VECTOR: [0.5, -0.25, 1] + [0] * 381}]


async def test_small_pages_read_the_same(wire: Wire, monkeypatch: pytest.MonkeyPatch) -> None:
    await filled(wire)
    before = await everything(wire)
    monkeypatch.setattr("occam.graph.tigergraph.dump._PAGE", 1)
    assert await everything(wire) == before


async def test_an_answer_that_is_too_large_is_read_by_smaller_pages(server: Running) -> None:
    async with await prepared(server) as wide:
        await filled(wide)
        before = await everything(wide)
    narrow = TigerGraphSettings(url=server.url, response_limit=6000)
    async with Wire(narrow, LAYOUT.graph) as wire:
        assert await everything(wire) == before


def names_in(folder: Path) -> list[str]:
    return [path.name for path in folder.iterdir()]


async def backed_up(wire: Wire, folder: Path) -> Backup:
    await filled(wire)
    return await back_up(wire, LAYOUT, folder, silent)


async def test_a_file_that_was_altered_is_named_before_anything_is_written(
    wire: Wire, other: Wire, tmp_path: Path
) -> None:
    await backed_up(wire, tmp_path / "kept")
    file = tmp_path / "kept" / "vertex-Fact.jsonl"
    file.write_text(file.read_text().replace("-7", "-8", 1))
    with pytest.raises(BadInput, match=r"vertex-Fact\.jsonl: .*digest differs"):
        await restore(other, LAYOUT, tmp_path / "kept", silent)
    assert sum((await other.counts()).values()) == 0


async def test_a_file_that_is_gone_is_named(wire: Wire, other: Wire, tmp_path: Path) -> None:
    await backed_up(wire, tmp_path / "kept")
    (tmp_path / "kept" / "edge-ABOUT.jsonl").unlink()
    with pytest.raises(BadInput, match=r"edge-ABOUT\.jsonl"):
        await restore(other, LAYOUT, tmp_path / "kept", silent)


async def test_a_folder_without_a_manifest_is_no_backup(other: Wire, tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="no backup"):
        await restore(other, LAYOUT, tmp_path, silent)


async def test_a_backup_of_another_pack_is_refused(wire: Wire, other: Wire, tmp_path: Path) -> None:
    await backed_up(wire, tmp_path / "kept")
    manifest = tmp_path / "kept" / MANIFEST
    said = json.loads(manifest.read_text())
    manifest.write_text(json.dumps({**said, "pack": "olympics"}))
    with pytest.raises(BadInput, match="a backup of pack 'olympics', not of 'beacons'"):
        await restore(other, LAYOUT, tmp_path / "kept", silent)


async def test_a_graph_that_holds_something_is_not_restored_into(
    wire: Wire, tmp_path: Path
) -> None:
    await backed_up(wire, tmp_path / "kept")
    with pytest.raises(BadInput, match=r"is not empty \(3 .*--recreate"):
        await restore(wire, LAYOUT, tmp_path / "kept", silent)


async def test_a_backup_is_never_written_over(wire: Wire, tmp_path: Path) -> None:
    await backed_up(wire, tmp_path / "kept")
    with pytest.raises(BadInput, match="never written over"):
        await back_up(wire, LAYOUT, tmp_path / "kept", silent)


async def test_a_graph_under_load_is_not_backed_up_and_leaves_no_folder(
    wire: Wire, tmp_path: Path
) -> None:
    await filled(wire, counter=5)
    with pytest.raises(Transient, match="being loaded"):
        await back_up(wire, LAYOUT, tmp_path / "kept", silent)
    assert names_in(tmp_path) == []


async def test_a_load_meanwhile_ends_the_backup(wire: Wire, tmp_path: Path) -> None:
    await filled(wire)
    dump = Dump(wire, LAYOUT)
    first, second, *_ = parts(LAYOUT)
    assert [row async for row in dump.rows(first)]
    await filled(wire, counter=6)
    with pytest.raises(Transient, match="loaded while it was read"):
        assert [row async for row in dump.rows(second)]


async def test_a_restore_that_breaks_leaves_a_graph_that_counts_as_being_loaded(
    wire: Wire, tmp_path: Path
) -> None:
    await backed_up(wire, tmp_path / "kept")
    async with running(Options()) as emulator, await prepared(emulator) as other:
        emulator.machine.faults.drop_after = 3
        with pytest.raises(OccamError):
            await restore(other, LAYOUT, tmp_path / "kept", silent)
        emulator.machine.faults.clear()
        (release,) = await other.vertices(RELEASE)
    assert release["attributes"]["counter"] % 2 == 1
