"""A process of its own that reads a version by both routes and checks the whole contract."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path

from occam.graph.embedded import EmbeddedGraph
from occam.graph.facts import FactTable

from tests.graph.contract import CASES
from tests.graph.races import SCHEMA

if __name__ == "__main__":
    place = Path(sys.argv[1])
    for store in (EmbeddedGraph.open(place, SCHEMA), FactTable.open(place, SCHEMA)):
        for query, rows in CASES.values():
            assert asyncio.run(store.rows(query)).rows == rows
