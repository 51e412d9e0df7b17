"""Logical copies: exported, dropped, imported."""

from __future__ import annotations

from pathlib import Path

from tigergraph_emulator.server.options import Options
from tigergraph_emulator.server.running import running_in_thread

from tests.tigergraph.emulator.server.world import OLDER, connection, made


def test_an_export_brings_everything_back_but_vectors(tmp_path: Path) -> None:
    with running_in_thread(Options(export_root=tmp_path)) as started:
        made(started, "g")
        with connection(started, "g") as client:
            client.gsql("USE GRAPH g\n" + OLDER.format(graph="g"))
            client.upsertVertex("Person", "a", {"age": 4, "emb": [0.5, 0.5]})
            client.upsertEdge("Person", "a", "Knows", "Person", "b", {"since": 2})
            schema = client.getSchema()
            assert "exported" in client.gsql(f'EXPORT GRAPH ALL TO "{tmp_path}/one"')
            client.gsql("DROP ALL")
            assert "imported" in client.gsql(f'IMPORT GRAPH ALL FROM "{tmp_path}/one"')
            assert client.getSchema(force=True) == schema
            assert client.getVerticesById("Person", "a")[0]["attributes"]["age"] == 4
            (edge,) = client.getEdges("Person", "a", "Knows")
            assert edge["attributes"]["since"] == 2
            assert client.listQueryNames() == ["older"]
            assert client.getInstalledQueries("list") == []
            assert started.machine.graphs["g"].engine.vectors_missing("Person", "emb") == 2


def test_nothing_is_written_outside_the_export_root(tmp_path: Path) -> None:
    options = Options(export_root=tmp_path / "in")
    with running_in_thread(options) as started, connection(started) as client:
        assert "not below" in client.gsql(f'EXPORT GRAPH ALL TO "{tmp_path}/out"')
    assert not (tmp_path / "out").exists()
