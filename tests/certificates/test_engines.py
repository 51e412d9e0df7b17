"""The same mutations on the real stores: an edge lost in one file, a fact lost in the other."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest
from occam.core import certify
from occam.core.closing import close
from occam.core.dataset import Dataset
from occam.core.gaps import BoundMismatch
from occam.core.plan import leaves
from occam.core.record import AnswerRecord
from occam.core.seal import sealed
from occam.core.verify import verify
from occam.graph.embedded import EmbeddedGraph, write_graph
from occam.graph.facts import FactTable, write_facts
from regatta import PLANS, RACES, SCHEMA, asked, world

EDGES = (("IN_SEASON", "R3"), ("IN_SEASON", "R1"), ("WON", "R3"), ("BEFORE", "R3"))
FACTS = (("R3", "boats"), ("R2", "boats"), ("R5", "IN_SEASON"), ("R1", "WON"), ("R3", "WON"))

every_plan = pytest.mark.parametrize("name", PLANS)


class Stores:
    """Graph and fact files of the whole world, and of worlds that lost one thing each."""

    def __init__(self, directory: Path) -> None:
        self._directory = directory
        self._open: list[EmbeddedGraph | FactTable] = []
        whole = world()
        self.graph, self.facts = self.graph_of(whole), self.facts_of(whole)
        self.graphs = [self.graph_of(_without_edge(whole, *lost)) for lost in EDGES]
        self.tables = [self.facts_of(_without_fact(whole, *lost)) for lost in FACTS]

    def graph_of(self, dataset: Dataset) -> EmbeddedGraph:
        directory = self._fresh()
        write_graph(directory, SCHEMA, dataset)
        self._open.append(EmbeddedGraph.open(directory, SCHEMA))
        return self._open[-1]  # type: ignore[return-value]

    def facts_of(self, dataset: Dataset) -> FactTable:
        directory = self._fresh()
        write_facts(directory, SCHEMA, dataset)
        self._open.append(FactTable.open(directory, SCHEMA))
        return self._open[-1]  # type: ignore[return-value]

    def _fresh(self) -> Path:
        directory = self._directory / str(len(self._open))
        directory.mkdir()
        return directory

    def close(self) -> None:
        for store in self._open:
            store.close()


def _without_edge(dataset: Dataset, type_: str, source: str) -> Dataset:
    lost = next(e for e in dataset.edges if (e.type, e.source) == (type_, source))
    return msgspec.structs.replace(dataset, edges=tuple(e for e in dataset.edges if e != lost))


def _without_fact(dataset: Dataset, subject: str, attr: str) -> Dataset:
    lost = next(f for f in dataset.facts if (f.subject, f.attr) == (subject, attr))
    return msgspec.structs.replace(dataset, facts=tuple(f for f in dataset.facts if f != lost))


@pytest.fixture(scope="module")
def stores(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stores]:
    made = Stores(tmp_path_factory.mktemp("stores"))
    yield made
    made.close()


async def certified(name: str, graph: EmbeddedGraph, facts: FactTable):
    evidence = tuple([await graph.rows(query) for query in leaves(PLANS[name])])
    record = await close(asked(), None, PLANS[name], evidence, facts, SCHEMA)
    return evidence, record


@every_plan
async def test_untouched_both_files_agree_and_the_record_verifies(
    name: str, stores: Stores
) -> None:
    _, record = await certified(name, stores.graph, stores.facts)
    assert isinstance(record, AnswerRecord)
    assert record.outcome == "answered"
    assert (await verify(record, stores.facts, SCHEMA, graph=stores.graph)).findings == ()


@every_plan
async def test_evidence_stored_apart_is_concluded_again_from_the_facts(
    name: str, stores: Stores, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(certify, "KEPT_BYTES", 10)
    _, record = await certified(name, stores.graph, stores.facts)
    assert isinstance(record, AnswerRecord)
    assert record.certificate.evidence == ()
    for graph in (None, stores.graph):
        assert (await verify(record, stores.facts, SCHEMA, graph=graph)).findings == ()
        forged = sealed(msgspec.structs.replace(record, answer=("999",), value=999))
        verdict = await verify(forged, stores.facts, SCHEMA, graph=graph)
        assert verdict.findings == ("answer: it is not the one that the evidence gives",)


@every_plan
async def test_an_edge_lost_in_the_graph_file_is_a_mismatch(name: str, stores: Stores) -> None:
    whole, _ = await certified(name, stores.graph, stores.facts)
    caught = 0
    for lost, graph in zip(EDGES, stores.graphs, strict=True):
        evidence, found = await certified(name, graph, stores.facts)
        assert isinstance(found, BoundMismatch) == (evidence != whole), lost
        caught += evidence != whole
    walks = any(query.root.hops or query.root.any_of for query in leaves(PLANS[name]))
    assert bool(caught) == walks


@every_plan
async def test_a_fact_lost_in_the_fact_file_is_a_mismatch(name: str, stores: Stores) -> None:
    found = [await certified(name, stores.graph, table) for table in stores.tables]
    assert any(isinstance(record, BoundMismatch) for _, record in found)


async def test_a_deleted_document_is_named_on_the_real_files(stores: Stores) -> None:
    _, record = await certified("count", stores.graph, stores.facts)
    fewer = {id_: fields for id_, fields in RACES.items() if id_ != "R4"}
    later = stores.facts_of(world(fewer, version="v2"))
    assert "R4: the document is gone" in (await verify(record, later, SCHEMA)).findings
    more = stores.facts_of(
        world({**RACES, "R9": ("Far", 1990, 7, "Lugano", ("Di",))}, version="v3")
    )
    assert (await verify(record, more, SCHEMA)).ok
