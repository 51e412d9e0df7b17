"""What the fact table tells besides rows: where values were read, and what could not be."""

from __future__ import annotations

from pathlib import Path

from occam.core.dataset import Dataset, Fact
from occam.core.evidence import Source
from occam.core.plan import Members, Query, Values
from occam.core.ports import DocumentState
from occam.core.values import Cell
from occam.graph.facts import FactTable, write_facts

from tests.graph.patterns import node, where
from tests.graph.races import SCHEMA, dataset


def _facts(*facts: Fact) -> Dataset:
    return Dataset(pack="races", version="v", vertices=(), edges=(), facts=facts)


def _said(document: str, attr: str, **rest: object) -> Fact:
    return Fact(document=document, type="Race", subject="r", attr=attr, **rest)  # type: ignore[arg-type]


async def test_sources_name_document_span_and_rule(tmp_path: Path) -> None:
    write_facts(tmp_path, SCHEMA, _facts(
        _said("p", "@vertex"),
        _said("p", "size", cell=Cell(7), start=10, end=12, rule="infobox size"),
        _said("p", "WON", target="ann", start=20, end=23, rule="infobox gold"),
        _said("p", "kind", cell=Cell(status="unknown", cause="blank"), start=1, end=2),
    ))  # fmt: skip
    opened = FactTable.open(tmp_path, SCHEMA)
    assert await opened.sources(("r",), ("size", "WON", "kind")) == (
        Source("r", "WON", "p", 20, 23, "infobox gold", "ann"),
        Source("r", "size", "p", 10, 12, "infobox size"),
    )
    assert await opened.sources((), ("size",)) == ()
    assert await opened.sources(("r",), ()) == ()
    opened.close()


async def test_two_documents_that_say_the_same_count_once(tmp_path: Path) -> None:
    twice = [fact for page in ("p", "q") for fact in (
        _said(page, "@vertex"), _said(page, "label", cell=Cell("Race")),
        _said(page, "size", cell=Cell(7)), _said(page, "WON", target="ann"),
    )]  # fmt: skip
    write_facts(tmp_path, SCHEMA, _facts(*twice))
    opened = FactTable.open(tmp_path, SCHEMA)
    rows = await opened.rows(Query(root=node("Race", where("size", "eq", 7)), answer=Members()))
    assert [(row.id, row.label, row.documents) for row in rows.rows] == [("r", "Race", ("p", "q"))]
    opened.close()


async def test_where_documents_differ_a_value_beats_its_absence(tmp_path: Path) -> None:
    write_facts(tmp_path, SCHEMA, _facts(
        _said("p", "@vertex"),
        _said("p", "size", cell=Cell(status="unknown", cause="blank")),
        _said("q", "size", cell=Cell(7)),
        _said("p", "kind", cell=Cell(status="not_applicable")),
        _said("q", "kind", cell=Cell(status="unknown", cause="blank")),
        _said("p", "length", cell=Cell(2)),
        _said("q", "length", cell=Cell(1)),
    ))  # fmt: skip
    opened = FactTable.open(tmp_path, SCHEMA)
    shown = {}
    for attr in ("size", "kind", "length"):
        rows = await opened.rows(Query(root=node("Race"), answer=Values(attr=attr)))
        shown |= rows.rows[0].cells
    assert shown["size"] == Cell(7)
    assert shown["kind"] == Cell(status="unknown", cause="blank")
    assert shown["length"] == Cell(1.0)
    opened.close()


async def test_a_subject_that_no_document_introduces_does_not_exist(tmp_path: Path) -> None:
    write_facts(tmp_path, SCHEMA, _facts(_said("p", "size", cell=Cell(7))))
    opened = FactTable.open(tmp_path, SCHEMA)
    assert (await opened.rows(Query(root=node("Race"), answer=Members()))).rows == ()
    opened.close()


async def test_the_ledger_knows_its_pages_and_no_others(facts: FactTable) -> None:
    assert await facts.documents(("tale", "page-r1", "nowhere")) == (
        DocumentState(
            document="page-r1", title="Race 1", digest="digest of page-r1", status="parsed"
        ),
        DocumentState(document="tale", title="A tale", digest="digest of tale", status="no_record"),
    )
    assert await facts.documents(()) == ()


async def test_pages_that_could_not_be_read_are_named(facts: FactTable) -> None:
    refused = await facts.unparsed(10)
    assert [(state.document, state.cause) for state in refused] == [("odd", "two sizes")]
    assert await facts.unparsed(0) == ()


def test_both_stores_know_the_version(facts: FactTable) -> None:
    assert facts.version == dataset().version
