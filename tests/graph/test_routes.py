"""Evidence and bound take routes that share no file and no table."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest
from occam.core.evidence import Rows
from occam.core.plan import Count, Query
from occam.graph.embedded import EmbeddedGraph
from occam.graph.facts import FactTable

from tests.graph.contract import CASES
from tests.graph.patterns import node, out, where
from tests.graph.races import SCHEMA

WALKED = CASES["the page of the race before is cited too"][0]


def _evidence_tables(plan: str) -> set[str]:
    """Tables in the statements and in the engine's own plans (a key lookup names none there)."""
    return set(re.findall(r":`(\w+)`", plan)) | set(re.findall(r"Tables?: (\w+)", plan))


def _bound_tables(plan: str) -> set[str]:
    return set(re.findall(r"^(?:SEARCH|SCAN) (\w+)", plan, flags=re.MULTILINE))


def test_the_evidence_is_read_from_vertex_and_edge_tables_alone(graph: EmbeddedGraph) -> None:
    plan = graph.explain(WALKED)
    read = _evidence_tables(plan)
    assert {"e_BEFORE", "e_AT", "v_Race"} <= read
    assert all(table.startswith(("v_", "e_")) for table in read)
    assert "SCAN_REL_TABLE" in plan


def test_the_bound_is_read_from_the_fact_table_alone(facts: FactTable) -> None:
    read = _bound_tables(facts.explain(WALKED))
    assert "fact" in read
    assert read <= {"fact", "json_each"}


@pytest.mark.parametrize("case", CASES)
def test_no_table_is_on_both_routes(graph: EmbeddedGraph, facts: FactTable, case: str) -> None:
    query = CASES[case][0]
    evidence, bound = _evidence_tables(graph.explain(query)), _bound_tables(facts.explain(query))
    assert evidence and bound
    assert not evidence & bound


async def test_the_evidence_needs_no_fact_file(directory: Path, tmp_path: Path) -> None:
    shutil.copy(directory / "graph.lbug", tmp_path)
    query, rows = CASES["an open hop may lead anywhere"]
    alone = EmbeddedGraph.open(tmp_path, SCHEMA)
    assert await alone.rows(query) == Rows(version="hand-drawn", rows=rows)
    alone.close()


async def test_the_bound_needs_no_graph_file(directory: Path, tmp_path: Path) -> None:
    shutil.copy(directory / "facts.sqlite", tmp_path)
    query, rows = CASES["an open hop may lead anywhere"]
    alone = FactTable.open(tmp_path, SCHEMA)
    assert await alone.rows(query) == Rows(version="hand-drawn", rows=rows)
    alone.close()


def test_a_lookup_uses_the_key_and_no_scan(graph: EmbeddedGraph, facts: FactTable) -> None:
    query = Query(root=node("Race", where("id", "eq", "r1"), hops=(
        out("WON", node("Runner", name="w")),
    )), answer=Count(node="w"))  # fmt: skip
    assert "PRIMARY_KEY_SCAN_NODE_TABLE" in graph.explain(query)
    assert "SCAN fact" not in facts.explain(query)
