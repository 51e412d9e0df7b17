"""Files of JSON lines for the server's loading jobs, and what its statistics say of them."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import pytest
from occam.core.errors import Permanent
from occam.graph.tigergraph.census import census
from occam.graph.tigergraph.loading import Loading, export, refuse_rejected
from occam.graph.tigergraph.wire import Wire
from occam.graph.tigergraph.writer import Writer
from tigergraph_emulator.server.options import Options, Statistics
from tigergraph_emulator.server.running import running

from tests.tigergraph.datasets import CHUNKS, LAYOUT, WORDS, dataset, prepared


def lines(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()]


def test_a_file_for_each_type_holds_a_line_for_each_row(tmp_path: Path) -> None:
    made = export(LAYOUT, dataset(), tmp_path, 7, CHUNKS)
    assert sorted(path.name for path in made) == sorted(p.name for p in tmp_path.iterdir())
    assert [path.stem for path in made[:4]] == ["Lighthouse", "County", "Keeper", "Material"]
    (county,) = lines(tmp_path / "County.jsonl")
    assert (county["id"], county["label"], county["loaded"]) == ("c", WORDS, 7)
    assert (tmp_path / "Material.jsonl").read_text() == ""
    edges = [(row["from"], row["to"]) for row in lines(tmp_path / "REPLACED.jsonl")]
    assert edges == [("south", "north/ü")]


def test_vectors_have_a_file_of_their_own(tmp_path: Path) -> None:
    export(LAYOUT, dataset(), tmp_path, 7, CHUNKS)
    vectors = lines(tmp_path / "Chunk.vectors.jsonl")
    assert {row["id"]: [float(x) for x in row["vector"].split(",")] for row in vectors} == {
        chunk.id: chunk.vector for chunk in CHUNKS if chunk.vector is not None
    }
    export(LAYOUT, dataset(), tmp_path, 9)
    assert not (tmp_path / "Chunk.vectors.jsonl").exists()


@pytest.mark.parametrize("layout", ["flat", "nested"])
async def test_both_layouts_of_statistics_are_read(layout: Statistics, tmp_path: Path) -> None:
    async with running(Options(statistics=layout)) as server, prepared(server) as wire:
        sender = Loading(wire, tmp_path, size=900)
        written = await Writer(wire, LAYOUT, sender).write(dataset(), CHUNKS)
        assert (await census(wire)).vertices["Fact"] == written.rows["Fact"]


class Meddling:
    """Spoils the lines of one file on their way."""

    def __init__(self, wire: Wire, tag: str, spoilt: str) -> None:
        self._wire = wire
        self._tag = tag
        self._spoilt = spoilt

    def __getattr__(self, name: str) -> Any:
        return getattr(self._wire, name)

    async def load_lines(self, job: str, tag: str, given: Iterable[str]) -> list[Mapping[str, Any]]:
        there = [self._spoilt, *list(given)[1:]] if tag == self._tag else given
        return [*await self._wire.load_lines(job, tag, there)]


@pytest.mark.parametrize("layout", ["flat", "nested"])
@pytest.mark.parametrize(
    ("tag", "spoilt", "problem"),
    [
        (
            "file_Keeper",
            "{",
            "Keeper: of 2 lines the server loaded 1 (1 invalidJson, 1 rejectLine)",
        ),
        (
            "file_Keeper",
            '{"id": "k", "present": "maybe"}',
            "Keeper: of 2 lines the server loaded 1 (1 invalidAttribute)",
        ),
        (
            "file_REPLACED",
            '{"from": "south", "to": "nowhere"}',
            "REPLACED: of 1 lines the server loaded 0 (1 noIdFound)",
        ),
    ],
)
async def test_a_line_that_is_not_loaded_ends_the_load_with_type_and_number(
    layout: Statistics, tag: str, spoilt: str, problem: str, tmp_path: Path
) -> None:
    async with running(Options(statistics=layout)) as server, prepared(server) as wire:
        meddling: Any = Meddling(wire, tag, spoilt)
        with pytest.raises(Permanent) as raised:
            await Writer(wire, LAYOUT, Loading(meddling, tmp_path)).write(dataset(), CHUNKS)
        assert problem in str(raised.value)
        assert (await census(wire)).release.counter % 2 == 1


@pytest.mark.parametrize(
    ("layout", "problem"),
    [
        ("nested", r"vectors of Chunk: of 2 lines the server loaded 1 \(1 noIdFound\)"),
        ("flat", "1 vectors where 2 were written"),
    ],
)
async def test_a_vector_that_is_not_loaded_is_missed_even_by_servers_that_count_none(
    layout: Statistics, problem: str, tmp_path: Path
) -> None:
    lost = '{"id": "unheard of", "vector": "' + ",".join(["1"] * 384) + '"}'
    async with running(Options(statistics=layout)) as server, prepared(server) as wire:
        meddling: Any = Meddling(wire, "file_vectors", lost)
        with pytest.raises(Permanent, match=problem):
            await Writer(wire, LAYOUT, Loading(meddling, tmp_path)).write(dataset(), CHUNKS)


def test_statistics_that_say_nothing_are_no_success() -> None:
    with pytest.raises(Permanent, match=r"Fact: of 3 lines .* loaded 0 \(no reason given\)"):
        refuse_rejected("Fact", [{"sourceFileName": "Online_POST", "statistics": {}}], 3)
