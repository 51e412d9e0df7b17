"""The races written once per test process, and opened by either route."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from occam.graph.embedded import EmbeddedGraph, write_graph
from occam.graph.facts import FactTable, write_facts

from tests.graph.races import SCHEMA, dataset


@pytest.fixture(scope="session")
def directory(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A version directory of the races, never written again."""
    written = tmp_path_factory.mktemp("races")
    write_graph(written, SCHEMA, dataset())
    write_facts(written, SCHEMA, dataset())
    return written


@pytest.fixture(scope="session")
def graph(directory: Path) -> Iterator[EmbeddedGraph]:
    opened = EmbeddedGraph.open(directory, SCHEMA)
    yield opened
    opened.close()


@pytest.fixture(scope="session")
def facts(directory: Path) -> Iterator[FactTable]:
    opened = FactTable.open(directory, SCHEMA)
    yield opened
    opened.close()
