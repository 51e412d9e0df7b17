"""What a row holds: values of every kind unchanged, and nothing that the schema does not allow."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from occam.core.dataset import Edge, Fact, Vertex
from occam.core.errors import BadInput
from occam.core.values import Cell
from occam.graph.tigergraph.encoding import digest, encoded
from occam.graph.tigergraph.layout import Layout
from occam.graph.tigergraph.wire import Wire
from occam.graph.tigergraph.writer import Writer
from tigergraph_emulator.server.options import Options
from tigergraph_emulator.server.running import Running, running

from tests.strategies.graphs import datasets, schemas
from tests.tigergraph.datasets import (
    CHUNKS,
    HEIGHT,
    LAYOUT,
    UNREADABLE,
    VERTICES,
    WORDS,
    by_id,
    dataset,
    everything,
    prepared,
)


@pytest.fixture
async def server() -> AsyncIterator[Running]:
    async with running(Options()) as emulator:
        yield emulator


@pytest.fixture
async def wire(server: Running) -> AsyncIterator[Wire]:
    async with prepared(server) as made:
        yield made


async def test_values_of_every_kind_come_back_unchanged(wire: Wire) -> None:
    await Writer(wire, LAYOUT).write(dataset(), CHUNKS)
    found = await everything(wire)
    north = by_id(found["Lighthouse"])["north/ü"]
    assert (north["lit"], north["start_lit"], north["end_lit"]) == (
        *("1850-01-02/1850-01-03", "1850-01-02", "1850-01-03"),
    )
    assert (north["built"], north["steps"], north["automatic"]) == (-7, 2**53 + 1, False)
    assert (north["height"], north["exact_height"]) == (HEIGHT, "0.30000000000000004")
    assert north["documents"] == '["d1", "d2"]'
    (county,) = found["County"]
    assert (county["label"], county["region"]) == (WORDS, WORDS)


async def test_unknown_and_not_applicable_are_told_apart_from_each_other_and_from_zero(
    wire: Wire,
) -> None:
    await Writer(wire, LAYOUT).write(dataset())
    found = by_id((await everything(wire))["Lighthouse"])
    flags = {
        name: [found["south"][f"{flag}_{name}"] for flag in ("has", "open", "why")]
        for name in ("lit", "built", "automatic", "steps")
    }
    assert flags == {
        "lit": [False, True, "smudged"],
        "built": [False, False, "-"],
        "automatic": [True, False, ""],
        "steps": [False, False, ""],
    }
    assert found["west"]["open_KEPT_BY"] is True
    assert found["south"]["open_KEPT_BY"] is False


async def test_a_fact_says_of_whom_what_and_where(wire: Wire) -> None:
    told = Fact(
        document="d1",
        type="Keeper",
        subject="k1",
        attr="label",
        cell=Cell("one"),
        start=4,
        end=7,
        rule="title",
        unit="none",
    )
    await Writer(wire, LAYOUT).write(msgspec.structs.replace(dataset(), facts=(told,)))
    found = await everything(wire)
    (fact,) = found["Fact"]
    assert fact == {
        "id": digest(told),
        "about": "Keeper",
        "subject": "k1",
        "attr": "label",
        "object": "",
        "kind_of": "text",
        "is_known": True,
        "is_open": False,
        "whole": 0,
        "number": 0,
        "exact": "",
        "words": "one",
        "first_day": "",
        "last_day": "",
        "cause": "",
        "document": "d1",
        "start_at": 4,
        "end_at": 7,
        "rule": "title",
        "unit": "none",
    }
    assert found["ABOUT"] == [{"from": digest(told), "to": "Keeper/k1"}]
    assert found["OF_KIND"] == [{"from": "Keeper/k1", "to": "Keeper"}]


async def test_an_edge_fact_names_its_target_and_an_unknown_edge_is_open(wire: Wire) -> None:
    await Writer(wire, LAYOUT).write(dataset())
    found = await everything(wire)
    named = {row["from"]: row["to"] for row in found["NAMES"]}
    facts = [row for row in found["Fact"] if row["attr"] == "KEPT_BY"]
    assert {(row["subject"], row["object"]) for row in facts} == {
        *(("north/ü", "k1"), ("north/ü", "k2 50%"), ("south", "k1")),
    }
    assert {named[row["id"]] for row in facts} == {"Keeper/k1", "Keeper/k2 50%"}
    torn = Fact(
        document="d9",
        type="Lighthouse",
        subject="west",
        attr="KEPT_BY",
        cell=Cell(status="unknown", cause="torn off"),
    )
    await Writer(wire, LAYOUT).write(msgspec.structs.replace(dataset("v2"), facts=(torn,)))
    (fact,) = (await everything(wire))["Fact"]
    assert (fact["is_known"], fact["is_open"], fact["cause"]) == (False, True, "torn off")


async def test_the_same_statement_made_twice_is_two_facts(wire: Wire) -> None:
    (fact, *_) = dataset().facts
    await Writer(wire, LAYOUT).write(msgspec.structs.replace(dataset(), facts=(fact, fact)))
    assert len((await everything(wire))["Fact"]) == 2
    assert len((await everything(wire))["Unreadable"]) == len(UNREADABLE) == 2


async def test_documents_that_state_one_edge_are_kept_together(wire: Wire) -> None:
    await Writer(wire, LAYOUT).write(dataset())
    (edge,) = (await everything(wire))["IN_COUNTY"]
    assert edge == {"from": "north/ü", "to": "c", "documents": '["d1", "d2"]'}


async def test_vectors_go_with_the_chunks_that_have_one(wire: Wire) -> None:
    await Writer(wire, LAYOUT).write(dataset(), CHUNKS)
    vectors = {row["id"]: row["emb"] for row in (await everything(wire))["vectors"]}
    assert vectors == {c.id: pytest.approx(c.vector) for c in CHUNKS if c.vector is not None}


async def test_a_value_that_became_unknown_leaves_nothing_of_the_old_one(wire: Wire) -> None:
    await Writer(wire, LAYOUT).write(dataset())
    lost = msgspec.structs.replace(VERTICES[0], cells={"lit": Cell(status="unknown")})
    await Writer(wire, LAYOUT).write(dataset("v2", (lost, *VERTICES[1:])))
    north = by_id((await everything(wire))["Lighthouse"])["north/ü"]
    assert (north["lit"], north["start_lit"], north["has_lit"]) == ("", "", False)
    assert (north["built"], north["height"], north["exact_height"]) == (0, 0, "")


def refused(problem: str, **changes: Any) -> Any:
    return pytest.param(changes, problem, id=problem)


@pytest.mark.parametrize(
    ("changes", "problem"),
    [
        refused(
            "the schema has no vertex type 'Ship'",
            vertices=(Vertex(type="Ship", id="s", label=""),),
        ),
        refused(
            "Lighthouse 'a': built: 'x' is not a value of kind integer",
            vertices=(Vertex(type="Lighthouse", id="a", label="", cells={"built": Cell("x")}),),
        ),
        refused(
            "Lighthouse 'a': built: True is not a value of kind integer",
            vertices=(Vertex(type="Lighthouse", id="a", label="", cells={"built": Cell(True)}),),
        ),
        refused(
            "Lighthouse 'a': height: nan is not a value of kind number",
            vertices=(
                Vertex(type="Lighthouse", id="a", label="", cells={"height": Cell(float("nan"))}),
            ),
        ),
        refused("Keeper '': not an id", vertices=(Vertex(type="Keeper", id="", label=""),)),
        refused(
            "not an id of 1 to 16384 bytes",
            vertices=(Vertex(type="Keeper", id="ü" * 8193, label=""),),
        ),
        refused("Keeper 'k' comes twice", vertices=(Vertex(type="Keeper", id="k", label=""),) * 2),
        refused(
            "KEPT_BY names the Keeper 'nobody', which does not exist",
            vertices=VERTICES,
            edges=(Edge(type="KEPT_BY", source="south", target="nobody"),),
        ),
        refused(
            "the schema has no edge 'SANK'", edges=(Edge(type="SANK", source="a", target="b"),)
        ),
        refused(
            "d: Keeper 'k': height: no such attribute or edge, or no value",
            facts=(Fact(document="d", type="Keeper", subject="k", attr="height"),),
        ),
    ],
)
async def test_what_the_schema_does_not_allow_is_refused_by_name(
    wire: Wire, changes: dict[str, Any], problem: str
) -> None:
    wrong = msgspec.structs.replace(
        dataset(), **({"vertices": (), "edges": (), "facts": ()} | changes)
    )
    with pytest.raises(BadInput) as raised:
        await Writer(wire, LAYOUT).write(wrong)
    assert problem in str(raised.value)


async def test_a_vertex_that_is_larger_than_the_server_keeps_is_refused_by_name(
    wire: Wire,
) -> None:
    heavy = Vertex(type="Keeper", id="heavy", label="x" * 10_000_001)
    with pytest.raises(BadInput, match=r"Keeper 'heavy': 10,000,\d+ bytes"):
        await Writer(wire, LAYOUT).write(dataset(vertices=(heavy,), edges=()))


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.data())
def test_rows_of_any_dataset_have_every_column_of_its_type(data: st.DataObject) -> None:
    schema = data.draw(schemas())
    made = data.draw(datasets(schema))
    kinds: dict[str, type] = {"STRING": str, "INT": int, "DOUBLE": float, "BOOL": bool}
    for table, rows in encoded(Layout(schema, "made"), made, 7):
        for row in rows:
            assert list(row.values) == [name for name, _ in table.columns]
            for name, kind in table.columns:
                assert type(row.values[name]) is kinds[kind], (table.name, name)
            if table.stamped:
                assert row.values["loaded"] == 7
