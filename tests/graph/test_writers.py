"""What the writers refuse, so that no store silently bends a value; and what they leave behind."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest
from occam.core.dataset import Dataset, Edge, Fact, Vertex
from occam.core.errors import BadConfig, BadInput
from occam.core.schema import Attribute, Schema, VertexType
from occam.core.values import Cell
from occam.graph.embedded import write_graph
from occam.graph.facts import write_facts
from occam.graph.memory import MemoryGraph

from tests.graph.races import SCHEMA


def _race(**changes: object) -> Vertex:
    plain = Vertex(type="Race", id="r", label="Race", documents=("p",))
    return msgspec.structs.replace(plain, **changes)  # type: ignore[arg-type]


def _graph(*vertices: Vertex, edges: tuple[Edge, ...] = ()) -> Dataset:
    return Dataset(pack="races", version="v", vertices=vertices, edges=edges, facts=())


def _facts(**changes: object) -> Dataset:
    plain = Fact(document="p", type="Race", subject="r", attr="size", cell=Cell(1))
    fact = msgspec.structs.replace(plain, **changes)  # type: ignore[arg-type]
    return Dataset(pack="races", version="v", vertices=(), edges=(), facts=(fact,))


WRONG_GRAPHS: dict[str, Dataset] = {
    "no vertex type 'Rase'": _graph(_race(type="Rase")),
    "not an id": _graph(_race(id="")),
    "control character": _graph(_race(documents=("a\x1fb",))),
    "does not allow 'age'": _graph(_race(cells={"age": Cell(1)})),
    "does not allow 'AT'": _graph(_race(unknown_edges={"AT": "blank"})),
    "'ten' is not a value of kind integer": _graph(_race(cells={"size": Cell("ten")})),
    "1.5 is not a value of kind integer": _graph(_race(cells={"size": Cell(1.5)})),
    "True is not a value of kind integer": _graph(_race(cells={"size": Cell(True)})),
    "is not a value of kind integer": _graph(_race(cells={"size": Cell(2**63)})),
    "nan is not a value of kind number": _graph(_race(cells={"length": Cell(float("nan"))})),
    "length: unknown": _graph(_race(cells={"length": Cell(status="unknown")})),
    "no edge 'LOST'": _graph(_race(), edges=(Edge(type="LOST", source="r", target="x"),)),
    "the Runner 'eve', which does not exist": _graph(
        _race(), edges=(Edge(type="WON", source="r", target="eve"),)
    ),
}
WRONG_FACTS: dict[str, Dataset] = {
    "no such vertex type": _facts(type="Rase"),
    "or no subject": _facts(subject=""),
    "no such attribute or edge": _facts(attr="age"),
    "or no value": _facts(cell=None),
    "'ten' is not a value of kind integer": _facts(cell=Cell("ten")),
    "length: unknown": _facts(attr="length", cell=Cell(status="unknown")),
    "neither a target": _facts(attr="WON", cell=None),
    "nor an allowed reason": _facts(attr="AT", cell=Cell(status="unknown")),
}


@pytest.mark.parametrize("reason", WRONG_GRAPHS)
def test_a_graph_that_the_schema_forbids_is_refused(tmp_path: Path, reason: str) -> None:
    with pytest.raises(BadInput, match=reason):
        write_graph(tmp_path, SCHEMA, WRONG_GRAPHS[reason])


@pytest.mark.parametrize("reason", WRONG_FACTS)
def test_a_fact_that_the_schema_forbids_is_refused(tmp_path: Path, reason: str) -> None:
    with pytest.raises(BadInput, match=reason):
        write_facts(tmp_path, SCHEMA, WRONG_FACTS[reason])


def test_the_reference_evaluator_refuses_the_same_values() -> None:
    with pytest.raises(BadInput, match="Race r: size"):
        MemoryGraph(SCHEMA, _graph(_race(cells={"size": Cell("ten")})))


def test_an_identifier_that_would_need_escaping_is_refused(tmp_path: Path) -> None:
    odd = Schema(
        vertices={"T": VertexType(labels=("t",), attributes={"a`b": Attribute(kind="text")})},
        edges={},
    )
    with pytest.raises(BadConfig, match="a`b"):
        write_graph(tmp_path, odd, Dataset(pack="p", version="v", vertices=(), edges=(), facts=()))


@pytest.mark.parametrize(
    ("write", "file"), [(write_graph, "graph.lbug"), (write_facts, "facts.sqlite")]
)
def test_a_writer_leaves_one_file(
    tmp_path: Path, write: Callable[[Path, Schema, Dataset], None], file: str
) -> None:
    write(tmp_path, SCHEMA, _graph(_race()))
    assert [found.name for found in tmp_path.iterdir()] == [file]
